//! Values that tend to break arithmetic: the ends of bytes, half-words and words with their
//! neighbors, and walking bits.

use vidalu_model::draw::Draw;

/// Returns a mask of the low `width` bits.
#[inline(always)]
pub const fn mask(width: u32) -> u64 {
    if width >= 64 { u64::MAX } else { (1 << width) - 1 }
}

/// Returns `value` read as two's complement of `width` bits.
#[inline(always)]
pub const fn signed(value: u64, width: u32) -> i64 {
    let unused = 64 - width;
    ((value << unused) as i64) >> unused
}

/// The ends of ranges that lie inside wider numbers.
const ENDS: [u64; 10] =
    [0, 0x7f, 0xff, 0x7fff, 0xffff, 0x7fff_ffff, 0xffff_ffff, 0x1_ffff_ffff, 0x3_ffff_ffff, 0xff_ffff];

/// Draws a number of `width` bits: half of the time uniform, else a corner case.
pub(crate) fn value(draw: &mut Draw, width: u32) -> u64 {
    if draw.chance(1, 2) { draw.word() & mask(width) } else { corner(draw, width) }
}

/// Draws a corner case of the numbers of `width` bits.
pub(crate) fn corner(draw: &mut Draw, width: u32) -> u64 {
    let word = draw.word();
    let bit = 1_u64 << ((word >> 8) % u64::from(width));
    let near = (word >> 16) % 5;
    let value = match word % 8 {
        // The ends of the width itself, and what lies beside them.
        0 => 0_u64.wrapping_sub(2).wrapping_add(near),
        1 => (1 << (width - 1)) - 2 + near,
        // A walking one, a walking zero, low ones, high ones.
        2 => bit,
        3 => !bit,
        4 => bit - 1,
        5 => bit.wrapping_neg(),
        // The ends of the narrower types, and what lies beside them, also negative.
        6 => {
            let end = ENDS[(word >> 24) as usize % ENDS.len()].wrapping_add(near).wrapping_sub(2);
            if word >> 63 == 0 { end } else { end.wrapping_neg() }
        }
        // Few ones, or few zeros.
        _ => {
            let sparse = draw.word() & draw.word() & draw.word();
            if word >> 63 == 0 { sparse } else { !sparse }
        }
    };
    value & mask(width)
}

/// Draws a number of `width` bits at most two away from `centre`.
pub(crate) fn near(draw: &mut Draw, centre: i64, width: u32) -> u64 {
    centre.wrapping_add(i64::from(draw.below(5)) - 2) as u64 & mask(width)
}

/// Draws the amount of a shift: the ends of `.clamp` and `.wrap`, amounts in range, huge amounts.
pub(crate) fn amount(draw: &mut Draw) -> u64 {
    match draw.below(4) {
        0 => draw.pick(&AMOUNTS),
        1 | 2 => u64::from(draw.below(34)),
        _ => value(draw, 32),
    }
}

/// The amounts of shifts at which something changes.
const AMOUNTS: [u64; 16] = [0, 1, 2, 30, 31, 32, 33, 34, 63, 64, 65, 128, 255, 256, 0x8000_0000, 0xffff_ffff];
