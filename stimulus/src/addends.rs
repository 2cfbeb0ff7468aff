//! Operands of additions and subtractions with a carry: where it comes from, and how far it goes.

use crate::columns::{below, bits, choose};
use crate::corner::{self, mask};
use vidalu_model::draw::Draw;

/// Two operands of 64 bits, or of 32 bits below something else. In an eighth of the cases every bit passes on the carry
/// that it gets, so that the carry-out is the carry-in; in three more all bits do but a few, where a carry starts or
/// stops.
pub(crate) fn draw(draw: &mut Draw, wide: bool, subtract: bool) -> [u64; 2] {
    let a = operand(draw, wide);
    let twin = if subtract { a } else { !a };
    let b = match draw.below(8) {
        0 => twin,
        1 => corner::near(draw, twin as i64, 64),
        2 => twin ^ corner::corner(draw, 64),
        3 => twin ^ 1 << draw.below(if wide { 64 } else { 32 }),
        _ => return [a, operand(draw, wide)],
    };
    [a, if wide { b } else { register(draw, b) }]
}

/// A number of 64 bits, or of 32 bits below something else, half of the time a corner.
fn operand(draw: &mut Draw, wide: bool) -> u64 {
    if wide {
        corner::value(draw, 64)
    } else {
        let low = corner::value(draw, 32);
        register(draw, low)
    }
}

/// A register whose low half is that of `value`: what stands above must not matter.
fn register(draw: &mut Draw, value: u64) -> u64 {
    let above = match draw.below(8) {
        0 => 0,
        1 => u64::MAX,
        _ => draw.word(),
    };
    above & !mask(32) | value & mask(32)
}

/// The same as `operand`, by the block: from a random word, and 13 random bits that choose.
#[inline(always)]
pub(crate) fn of_words(word: u64, choice: u64, is_wide: bool) -> u64 {
    let value = choose(choice & 1 == 0, word, corner::wide_corner(is_wide, choice >> 1));
    choose(is_wide, value, below_noise(value, word, choice >> 10))
}

/// The second operand beside `a`, as [`draw`] has it, from a random word and 18 random bits that choose. Where `passes` is
/// set, every bit passes on the carry.
#[inline(always)]
pub(crate) fn beside(a: u64, word: u64, choice: u64, is_wide: bool, is_sub: bool, passes: bool) -> u64 {
    let twin = choose(is_sub, a, !a);
    let kind = choose(passes, 0, bits(choice, 13, 3));
    let near = twin.wrapping_add(below(word, 0, 8, 5)).wrapping_sub(2);
    let corner = twin ^ corner::wide_corner(is_wide, choice >> 1);
    let bit = twin ^ 1 << (word & choose(is_wide, 63, 31));
    let value = choose(kind == 0, twin, choose(kind == 1, near, choose(kind == 2, corner, bit)));
    let value = choose(is_wide, value, below_noise(value, word, choice >> 10));
    choose(kind < 4, value, of_words(word, choice, is_wide))
}

/// A register with the low half of `value`: above it, by 3 random bits, zeros, ones or noise.
#[inline(always)]
fn below_noise(value: u64, noise: u64, kind: u64) -> u64 {
    let above = choose(kind & 7 == 0, 0, choose(kind & 7 == 1, u64::MAX, noise));
    above & !mask(32) | value & mask(32)
}
