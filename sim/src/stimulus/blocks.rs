//! Vectors of the blocks: each walks through the codes of its control inputs and draws its operands around the corners
//! that its own job has.

use super::aim::range;
use super::corner::{amount, corner, mask, near, signed, value};
use vidalu_model::draw::Draw;

/// `select`: a register. Noise mostly: a wrong part must show.
pub fn select(draw: &mut Draw) -> u64 {
    if draw.chance(3, 4) { draw.word() & mask(32) } else { corner(draw, 32) }
}

/// `adder34`: two operands; the second often cancels or repeats the first.
pub fn adder34(draw: &mut Draw) -> [u64; 2] {
    let a = value(draw, 34);
    let b = match draw.below(8) {
        0 => near(draw, a as i64, 34),
        1 => near(draw, -(a as i64), 34),
        _ => value(draw, 34),
    };
    [a, b]
}

/// `shifter`: an extended operand of 33 bits and an amount.
pub fn shifter(draw: &mut Draw) -> [u64; 2] {
    [value(draw, 33), amount(draw)]
}

/// `compare`: two extended operands of 33 bits, often equal or nearly so.
pub fn compare(draw: &mut Draw) -> [u64; 2] {
    let a = value(draw, 33);
    let b = if draw.chance(3, 8) { near(draw, a as i64, 33) } else { value(draw, 33) };
    [a, b]
}

/// `saturate`: an intermediate result of 34 bits, often at the ends of the range of `width` bits or beside them.
pub fn saturate(draw: &mut Draw, is_signed: bool, width: u32) -> u64 {
    let (low, high) = range(width, is_signed);
    match draw.below(8) {
        0 | 1 => near(draw, low, 34),
        2 | 3 => near(draw, high, 34),
        _ => value(draw, 34),
    }
}

/// `secondary`: an intermediate result of 34 bits and `c`, often equal or nearly so.
pub fn secondary(draw: &mut Draw, is_signed: bool) -> [u64; 2] {
    let c = value(draw, 32);
    let extended = if is_signed { signed(c, 32) } else { c as i64 };
    let x = if draw.chance(3, 8) { near(draw, extended, 34) } else { value(draw, 34) };
    [x, c]
}

/// `multiplier`: two extended operands of 33 bits.
pub fn multiplier(draw: &mut Draw) -> [u64; 2] {
    [value(draw, 33), value(draw, 33)]
}

/// `scale`: the upper 34 and the lower 32 bits of a sum; half of the time of any length, else such that the sum
/// shifted by `shift` lies at the ends of the numbers of 32, 33 or 34 bits, or beside them.
pub fn scale(draw: &mut Draw, shift: u32) -> [u64; 2] {
    let random = (u128::from(draw.word()) << 64 | u128::from(draw.word())) as i128;
    let sum = if draw.chance(1, 2) {
        random >> (62 + draw.below(66))
    } else {
        let end = (1_i128 << (31 + draw.below(3))) - 2 + i128::from(draw.below(4));
        let dropped = random & i128::from(mask(shift));
        (if draw.chance(1, 2) { end } else { !end }) << shift | dropped
    };
    [(sum >> 32) as u64 & mask(34), sum as u64 & mask(32)]
}

/// `merge`: a result and `c`. Noise mostly: a wrong place must show.
pub fn merge(draw: &mut Draw) -> [u64; 2] {
    [select(draw), select(draw)]
}
