//! Values that tend to break arithmetic: the ends of bytes, half-words and words with their
//! neighbors, and walking bits.

use vidalu_model::draw::{Draw, mix};

use crate::columns::choose;

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

/// The number of corner cases of one width: a power of two, so that no index needs a check.
const CORNERS: usize = 512;

/// Corners of 32 and of 64 bits.
static WIDE: [u64; 2 * CORNERS] = wide();

/// The amounts of shifts at which something changes.
const AMOUNTS: [u64; 16] = [0, 1, 2, 30, 31, 32, 33, 34, 63, 64, 65, 128, 255, 256, 0x8000_0000, 0xffff_ffff];

/// Returns a corner case of 64 bits, or of 32 bits, by a number of 9 bits; higher bits are ignored.
#[inline(always)]
pub(crate) fn wide_corner(is_wide: bool, turn: u64) -> u64 {
    WIDE[choose(is_wide, CORNERS, 0) | (turn as usize % CORNERS)]
}

const fn wide() -> [u64; 2 * CORNERS] {
    let mut table = [0; 2 * CORNERS];
    let mut at = 0;
    while at < table.len() {
        let width = 32 << (at / CORNERS);
        table[at] = corner_of(width, at % CORNERS) & mask(width);
        at += 1;
    }
    table
}

/// Corners of the same eight kinds as [`corner`] has, 64 of each.
const fn corner_of(width: u32, at: usize) -> u64 {
    let turn = at as u64 % 64;
    let near = (turn % 5).wrapping_sub(2);
    let bit = 1 << (turn % width as u64);
    match at / 64 {
        0 => near,
        1 => (1_u64 << (width - 1)).wrapping_add(near),
        2 => bit,
        3 => !bit,
        4 => bit - 1,
        5 => bit.wrapping_neg(),
        6 => {
            let end = ENDS[turn as usize / 6 % ENDS.len()].wrapping_add(turn / 2 % 3).wrapping_sub(1);
            if turn.is_multiple_of(2) { end } else { end.wrapping_neg() }
        }
        _ => {
            let sparse = mix(turn) & mix(!turn) & mix(turn << 32);
            if turn.is_multiple_of(2) { sparse } else { !sparse }
        }
    }
}
