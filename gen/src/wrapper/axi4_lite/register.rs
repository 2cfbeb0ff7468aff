//! The places of the registers.

use crate::landmark::bus::{high, low};

/// A register of the bus; its code is its place, in words of 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Register {
    /// The identification.
    Id,
    /// Bit 0: a write of 1 starts an instruction; reads as 1 while one is in flight. Bit 1: the
    /// result can be read. Bits 15..8: the number of results since the reset, modulo 256.
    Control,
    /// The issue word.
    WordLow,
    /// The upper half of the issue word.
    WordHigh,
    /// The first operand.
    ALow,
    /// The upper half of the first operand.
    AHigh,
    /// The second operand.
    BLow,
    /// The upper half of the second operand.
    BHigh,
    /// The third operand.
    CLow,
    /// The upper half of the third operand.
    CHigh,
    /// The result.
    DLow,
    /// The upper half of the result.
    DHigh,
    /// Bit 0: CC.CF that the instruction left; bit 1: `.sat` changed its result.
    Flags,
    /// Bit 0: the interrupt is enabled. Bit 1: a result came since a 1 was written here.
    Interrupt,
}

impl Register {
    /// All of them, in the order of their places.
    pub const ALL: [Self; 14] = [
        Self::Id,
        Self::Control,
        Self::WordLow,
        Self::WordHigh,
        Self::ALow,
        Self::AHigh,
        Self::BLow,
        Self::BHigh,
        Self::CLow,
        Self::CHigh,
        Self::DLow,
        Self::DHigh,
        Self::Flags,
        Self::Interrupt,
    ];

    /// The address, in bytes.
    pub fn address(self) -> u64 {
        4 * self as u64
    }

    /// Returns the name of the register in the text if it holds (a half of) an issue word or an
    /// operand, and so can be written.
    pub fn net(self) -> Option<String> {
        let at = self.index().checked_sub(Self::WordLow.index())?;
        let field = ["word", "a", "b", "c"].get(usize::from(at / 2))?;
        Some(if at % 2 == 0 { low(field) } else { high(field) })
    }

    /// The place, in words.
    pub(super) fn index(self) -> u8 {
        self as u8
    }

    /// The name of its place in the text.
    pub(super) fn constant(self) -> String {
        format!("{self:?}")
    }
}
