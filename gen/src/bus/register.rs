//! A register that software accesses on a bus, with its fields, as documents describe it.

/// A register of 32 bits on a bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BusRegister {
    /// The name, in capitals, with `_` between its words.
    pub name: String,
    /// The address, in bytes.
    pub address: u64,
    /// The meaning of the register, as a phrase.
    pub doc: String,
    /// The fields, from the lowest bit. Two fields share a bit if one is only written and the other
    /// only read.
    pub fields: Vec<RegisterField>,
}

impl BusRegister {
    /// Returns the address in hexadecimal, with `0x`.
    pub(crate) fn hex_address(&self) -> String {
        format!("0x{:02x}", self.address)
    }

    /// Returns whether software can read and write the register, in words.
    pub(crate) fn access(&self) -> &'static str {
        let is_written = self.fields.iter().any(|field| field.kind.is_written());
        if is_written { "read, write" } else { "read" }
    }

    /// Returns the field with this name.
    pub(crate) fn field(&self, name: &str) -> Option<&RegisterField> {
        self.fields.iter().find(|field| field.name == name)
    }

    /// Returns the fields that are a part of the register and have a meaning.
    pub(crate) fn parts(&self) -> impl Iterator<Item = &RegisterField> {
        self.fields.iter().filter(|field| field.width < 32 && field.kind != FieldKind::Unused)
    }
}

/// A field of a register on a bus.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RegisterField {
    /// The name, in capitals, with `_` between its words.
    pub name: String,
    /// The lowest bit.
    pub lo: u32,
    /// The width in bits.
    pub width: u32,
    /// Who writes and reads the field.
    pub kind: FieldKind,
    /// The value after a reset, if the reset determines it.
    pub reset: Option<u32>,
    /// The meaning of the field, as a phrase.
    pub doc: String,
}

impl RegisterField {
    /// Returns the highest bit.
    pub(crate) fn hi(&self) -> u32 {
        self.lo + self.width - 1
    }

    /// Returns the bits of the register that the field occupies, as a mask.
    pub(crate) fn mask(&self) -> u32 {
        self.max() << self.lo
    }

    /// Returns the greatest value of the field.
    fn max(&self) -> u32 {
        u32::MAX >> (32 - self.width)
    }

    /// Returns the greatest value of the field in hexadecimal.
    pub(crate) fn hex_max(&self) -> String {
        format!("{:x}", self.max())
    }

    /// Returns the value after a reset in hexadecimal, if the reset determines it.
    pub(crate) fn hex_reset(&self) -> Option<String> {
        self.reset.map(|value| format!("{value:x}"))
    }
}

/// Who writes and reads a field of a register.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldKind {
    /// A constant that software reads.
    Constant,
    /// A value that software writes and reads back, for the unit.
    Value,
    /// Bits that software writes and reads back, without effect.
    Unused,
    /// A bit that software writes: 1 is a command. It does not keep its value.
    Command,
    /// A value of the hardware that software reads.
    Status,
    /// A bit that the hardware sets. Software reads it, and clears it by writing 1.
    Event,
}

impl FieldKind {
    /// Returns whether software can write the field.
    pub(crate) fn is_written(self) -> bool {
        matches!(self, Self::Value | Self::Unused | Self::Command | Self::Event)
    }

    /// Returns whether software can read the field.
    pub(crate) fn is_read(self) -> bool {
        self != Self::Command
    }

    /// Returns whether the hardware can change the field.
    pub(crate) fn is_volatile(self) -> bool {
        matches!(self, Self::Status | Self::Event)
    }
}
