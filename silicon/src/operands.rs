//! The operands of a vector, which depend on seed and index only. This file computes them on the
//! host; the device computes them by the same steps in PTX.
//!
//! Vector `index` reads four words of the sequence [`key`] of [`vidalu_model::draw`]: `a`, `b`, `c`
//! and a control word. Each operand has two halves of 32 bits, of which a 32-bit instruction reads
//! the low one. Ten bits of the control word control each half, in the order low a, b,
//! c, high a, b, c from bit 0 on:
//!
//! | bits | meaning |
//! | --- | --- |
//! | 4..0 | which of [`CORNERS`] |
//! | 6..5 | a step, minus two: -2, -1, 0 or 1 |
//! | 9..7 | 0 to 3: the uniform half stays; 4 and 5: the corner; 6: the corner plus the step; 7: the same half of the operand before (a for b, b for c; for a the corner) plus the step |
//!
//! Bit 60 is CC.CF before a carry chain. Thus half of the halves are uniform and a quarter are
//! corners. The others are close to a corner or to the previous half; a quarter of those equal it.

use vidalu_model::draw::{self, Draw};

/// Where arithmetic on bytes, half-words and words breaks. Bytes repeat where the part of `b` that
/// a selector names may be the amount of a shift.
pub const CORNERS: [u32; 32] = [
    0x0000_0000,
    0x0000_0001,
    0x0000_0007,
    0x0000_001f,
    0x0000_0020,
    0x0000_0021,
    0x0000_007f,
    0x0000_0080,
    0x0000_00ff,
    0x0000_7fff,
    0x0000_8000,
    0x0000_ffff,
    0x0001_0000,
    0x00ff_00ff,
    0x00ff_ffff,
    0x0101_0101,
    0x1f1f_1f1f,
    0x2020_2020,
    0x2121_2121,
    0x3fff_ffff,
    0x4000_0000,
    0x7f7f_7f7f,
    0x7f80_ff00,
    0x7fff_7fff,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_8000,
    0x8080_8080,
    0xff00_ff00,
    0xffff_0000,
    0xffff_ff80,
    0xffff_ffff,
];

/// Bits of the control word that each half has.
pub(crate) const CONTROL_BITS: u32 = 10;

/// The bit of the control word that is CC.CF.
pub(crate) const FLAG_BIT: u32 = 60;

/// The operands of the instructions of a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operands {
    /// `a`, `b` and `c`, of which 32-bit instructions read the low halves.
    pub abc: [u64; 3],
    /// CC.CF before a chain, as a carry.
    pub flag: bool,
}

/// The key of the sequence that `seed` names.
pub fn key(seed: u64) -> u64 {
    draw::key("silicon", seed)
}

impl Operands {
    /// The operands of vector `index` in the sequence of `key`.
    pub fn new(key: u64, index: u64) -> Self {
        let mut draw = Draw::new(key, index);
        let uniform = [draw.word(), draw.word(), draw.word()];
        let control = draw.word();
        let low = halves(control, uniform.map(|word| word as u32));
        let high = halves(control >> (3 * CONTROL_BITS), uniform.map(|word| (word >> 32) as u32));
        Self {
            abc: std::array::from_fn(|at| u64::from(high[at]) << 32 | u64::from(low[at])),
            flag: control >> FLAG_BIT & 1 == 1,
        }
    }
}

/// The halves of a, b and c, by thirty bits of the control word.
fn halves(control: u64, uniform: [u32; 3]) -> [u32; 3] {
    let mut halves: [u32; 3] = [0; 3];
    for at in 0..3 {
        let control = (control >> (at as u32 * CONTROL_BITS)) as u32;
        let corner = CORNERS[(control & 31) as usize];
        let step = (control >> 5 & 3).wrapping_sub(2);
        halves[at] = match control >> 7 & 7 {
            0..=3 => uniform[at],
            4 | 5 => corner,
            7 if at > 0 => halves[at - 1].wrapping_add(step),
            _ => corner.wrapping_add(step),
        };
    }
    halves
}
