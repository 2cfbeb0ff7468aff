//! The registers that a unit has, and their fields: the text, the headers and all descriptions are
//! filled from this list.

use itertools::Itertools;

use super::register::Register;
use crate::bus::{BusField, BusRegister, FieldKind, RegisterField};
use crate::landmark::bus::{BUSY, COUNT, COUNT_LSB, DONE, ENABLE, LAST, PENDING};
use crate::wrapper::inside::Inside;

/// A register of a configuration.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub(super) register: Register,
    /// The expression that a read returns.
    pub(super) read: String,
    /// The description for documents.
    pub(super) described: BusRegister,
}

impl Held {
    /// The name of its place in the text.
    pub(super) fn constant(&self) -> String {
        self.register.constant()
    }

    /// The name of its place, as long as all.
    pub(super) fn padded(&self) -> String {
        format!("{:<9}", self.constant())
    }

    pub(super) fn index(&self) -> u8 {
        self.register.index()
    }

    pub(super) fn net(&self) -> Option<String> {
        self.register.net()
    }
}

/// Returns the registers of a unit, in the order of their addresses.
pub(super) fn registers(inside: &Inside<'_>) -> Vec<Held> {
    let (is_wide, has_c) = (inside.is_wide(), inside.has_c());
    let held = |register: Register| {
        let net = register.net().unwrap_or_default();
        let (is_there, read) = match register {
            Register::Id => (true, format!("32'h{}", inside.hex_id())),
            Register::Control => (true, format!("{{16'd0, {COUNT}, 6'd0, {DONE}, {BUSY}}}")),
            Register::WordHigh => (inside.layout().word > 32, net),
            Register::AHigh | Register::BHigh => (is_wide, net),
            Register::CLow => (has_c, net),
            Register::CHigh => (has_c && is_wide, net),
            Register::DLow => (true, format!("{LAST}[31:0]")),
            Register::DHigh => (inside.width("d_o") > 32, format!("{LAST}[63:32]")),
            Register::Flags => (inside.flags() > 0, inside.flags_word().unwrap_or_default()),
            Register::Interrupt => (true, format!("{{30'd0, {PENDING}, {ENABLE}}}")),
            _ => (true, net),
        };
        is_there.then(|| Held { register, read, described: describe(register, inside) })
    };
    Register::ALL.into_iter().filter_map(held).collect()
}

fn describe(register: Register, inside: &Inside<'_>) -> BusRegister {
    let fields = fields(register, inside);
    BusRegister { name: name(register), address: register.address(), doc: doc(register, &fields, inside), fields }
}

/// Returns the name in documents, such as `WORD_LOW`.
fn name(register: Register) -> String {
    let split = |(at, c): (usize, char)| {
        [(at > 0 && c.is_ascii_uppercase()).then_some('_'), Some(c.to_ascii_uppercase())].into_iter().flatten()
    };
    register.constant().chars().enumerate().flat_map(split).collect()
}

/// Returns the meaning of a register, for tables.
fn doc(register: Register, fields: &[RegisterField], inside: &Inside<'_>) -> String {
    let doc = match register {
        Register::Id => "identification",
        Register::Control | Register::Interrupt => return fields.iter().map(of_bits).join("; "),
        Register::WordLow => "issue word, bits 31..0",
        Register::WordHigh => "issue word, bits 63..32",
        Register::ALow => "a, bits 31..0",
        Register::AHigh => "a, bits 63..32",
        Register::BLow => "b, bits 31..0",
        Register::BHigh => "b, bits 63..32",
        Register::CLow => "c, bits 31..0",
        Register::CHigh if inside.has_wide_c() => "c, bits 63..32",
        Register::CHigh => "ignored, because c has 32 bits",
        Register::DLow => "result, bits 31..0",
        Register::DHigh => "result, bits 63..32",
        Register::Flags => return inside.flags_doc("the last instruction"),
    };
    doc.to_owned()
}

/// Returns the bits of a field and its meaning.
fn of_bits(field: &RegisterField) -> String {
    format!("{}: {}", bits(field.hi(), field.lo), field.doc)
}

fn bits(hi: u32, lo: u32) -> String {
    if hi == lo { format!("bit {lo}") } else { format!("bits {hi}..{lo}") }
}

/// Returns the fields of a register, from the lowest bit.
fn fields(register: Register, inside: &Inside<'_>) -> Vec<RegisterField> {
    let status = |name: &str, lo, width, reset, doc: &str| RegisterField {
        name: name.to_owned(),
        lo,
        width,
        kind: FieldKind::Status,
        reset,
        doc: doc.to_owned(),
    };
    let bit = |name: &str, lo, kind, doc: &str| RegisterField { kind, ..status(name, lo, 1, Some(0), doc) };
    // No reset clears the last result.
    let result = |bits: &str| vec![status("D", 0, 32, None, &format!("bits {bits} of the result"))];
    let layout = inside.layout();
    let operand = |name: &str, is_high| {
        let own = layout.part(name).map(|part| BusField { lo: 0, ..part });
        half(own.as_slice(), is_high)
    };
    let issue = |is_high| {
        let parts: Vec<_> = layout.parts.iter().copied().filter(|part| part.lo < layout.word).collect();
        half(&parts, is_high)
    };
    match register {
        Register::Id => inside.id_fields(),
        Register::Control => vec![
            bit("START", 0, FieldKind::Command, "a write of 1 starts an instruction"),
            status("BUSY", 0, 1, Some(0), "reads as 1 while an instruction is in flight"),
            status("DONE", 1, 1, Some(0), "the result can be read"),
            status("COUNT", COUNT_LSB, 8, Some(0), "the number of results since the reset, modulo 256"),
        ],
        Register::WordLow => issue(false),
        Register::WordHigh => issue(true),
        Register::ALow => operand("a", false),
        Register::AHigh => operand("a", true),
        Register::BLow => operand("b", false),
        Register::BHigh => operand("b", true),
        Register::CLow => operand("c", false),
        Register::CHigh => operand("c", true),
        Register::DLow => result("31..0"),
        Register::DHigh => result("63..32"),
        Register::Flags => {
            let flags = [
                ("CF", "cf_o", "CC.CF that the last instruction left"),
                ("SAT", "sat_o", ".sat changed the last result"),
            ];
            let present = flags.iter().enumerate().filter(|(_, (_, port, _))| inside.width(port) > 0);
            present.map(|(at, (name, _, doc))| status(name, at as u32, 1, None, doc)).collect()
        }
        Register::Interrupt => vec![
            bit("ENABLE", 0, FieldKind::Value, "1: PENDING raises irq"),
            bit("PENDING", 1, FieldKind::Event, "a result came (a write of 1 clears the bit)"),
        ],
    }
}

/// Returns the fields in the lower or upper half of 64 bits that hold `parts`. Software can write
/// and read back all other bits too.
fn half(parts: &[BusField], is_high: bool) -> Vec<RegisterField> {
    let base = if is_high { 32 } else { 0 };
    let held = |name: String, kind, doc, lo: u32, end: u32| RegisterField {
        name,
        lo: lo - base,
        width: end - lo,
        kind,
        reset: Some(0),
        doc,
    };
    let gap = |lo: u32, end: u32| {
        let name = |hi: u32| format!("UNUSED_{}_{}", hi - base, lo - base);
        (lo < end).then(|| held(name(end - 1), FieldKind::Unused, "ignored".to_owned(), lo, end))
    };
    let mut fields = Vec::new();
    let mut free = base;
    for part in parts {
        let (lo, end) = (part.lo.max(base), (part.hi() + 1).min(base + 32));
        if lo < end {
            fields.extend(gap(free, lo));
            let doc = format!("{} of the {}", bits(end - 1 - part.lo, lo - part.lo), part.doc());
            fields.push(held(part.name.to_uppercase(), FieldKind::Value, doc, lo, end));
            free = end;
        }
    }
    fields.extend(gap(free, base + 32));
    fields
}
