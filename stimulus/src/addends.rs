//! Operands of additions and subtractions with a carry: where a carry starts, and how far it
//! travels.

use crate::columns::{below, beside_power, bits, choose};
use crate::corner::{self, mask};
use vidalu_model::draw::Draw;

/// Draws two operands of 64 bits, or of 32 bits with other bits above them. In an eighth of the
/// cases, every bit passes on its carry, so that the carry-out is the carry-in. In three more
/// eighths, all bits but a few pass it on, so that a carry starts or stops at those.
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

/// Draws a number of 64 bits, or of 32 bits with other bits above them; half of the time a corner
/// case.
fn operand(draw: &mut Draw, wide: bool) -> u64 {
    if wide {
        corner::value(draw, 64)
    } else {
        let low = corner::value(draw, 32);
        register(draw, low)
    }
}

/// Draws a register with the low half of `value`. The upper half must not matter.
fn register(draw: &mut Draw, value: u64) -> u64 {
    let above = match draw.below(8) {
        0 => 0,
        1 => u64::MAX,
        _ => draw.word(),
    };
    above & !mask(32) | value & mask(32)
}

/// Computes an operand in place of `operand`, without branches: from a random word and 13 random
/// bits that choose. A corner case is a power of two or beside one, half of the time with one more
/// bit changed.
#[inline(always)]
pub(crate) fn of_words(word: u64, choice: u64, is_wide: bool) -> u64 {
    let places = choose(is_wide, 63, 31);
    let corner = beside_power(choice >> 1, places) ^ bits(choice, 9, 1) << (word & places);
    let value = choose(choice & 1 == 0, word, corner);
    choose(is_wide, value, below_noise(value, word, choice >> 10))
}

/// Computes the second operand next to `a` in place of [`draw`], from a random word and 18 random
/// bits that choose. If `passes` is set, every bit passes on the carry.
#[inline(always)]
pub(crate) fn beside(a: u64, word: u64, choice: u64, is_wide: bool, is_sub: bool, passes: bool) -> u64 {
    let twin = choose(is_sub, a, !a);
    let kind = choose(passes, 0, bits(choice, 13, 3));
    let near = twin.wrapping_add(below(word, 0, 8, 5)).wrapping_sub(2);
    let places = choose(is_wide, 63, 31);
    let bit = twin ^ 1 << (word & places);
    let two_bits = bit ^ 1 << (word >> 6 & places);
    let value = choose(kind == 0, twin, choose(kind == 1, near, choose(kind == 2, two_bits, bit)));
    let value = choose(is_wide, value, below_noise(value, word, choice >> 10));
    choose(kind < 4, value, of_words(word, choice, is_wide))
}

/// Computes a register with the low half of `value`. By 3 random bits, the upper half is zeros,
/// ones or noise.
#[inline(always)]
fn below_noise(value: u64, noise: u64, kind: u64) -> u64 {
    let above = choose(kind & 7 == 0, 0, choose(kind & 7 == 1, u64::MAX, noise));
    above & !mask(32) | value & mask(32)
}
