//! Operands of additions and subtractions with a carry: where it comes from, and how far it goes.

use super::corner::{self, mask};
use vidalu_model::draw::Draw;

/// Two operands of 64 bits, or of 32 bits below something else; see [`second`].
pub fn draw(draw: &mut Draw, wide: bool, subtract: bool, passes: bool) -> [u64; 2] {
    let a = operand(draw, wide);
    [a, second(draw, a, wide, subtract, passes)]
}

/// The second operand beside `a`: where `passes` is set, every bit passes on the carry that it gets, so that the carry-out
/// is the carry-in. Otherwise this is so in an eighth of the cases, and in three more all bits do but a few, where a
/// carry starts or stops.
pub fn second(draw: &mut Draw, a: u64, wide: bool, subtract: bool, passes: bool) -> u64 {
    let twin = if subtract { a } else { !a };
    let kind = if passes { 0 } else { draw.below(8) };
    let b = match kind {
        0 => twin,
        1 => corner::near(draw, twin as i64, 64),
        2 => twin ^ corner::corner(draw, 64),
        3 => twin ^ 1 << draw.below(if wide { 64 } else { 32 }),
        _ => return operand(draw, wide),
    };
    if wide { b } else { register(draw, b) }
}

/// A number of 64 bits, or of 32 bits below something else, half of the time a corner.
pub fn operand(draw: &mut Draw, wide: bool) -> u64 {
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

/// Whether every bit of `a + b`, or of `a - b`, passes on the carry that it gets.
pub fn propagate(a: u64, b: u64, wide: bool, subtract: bool) -> bool {
    let stops = if subtract { a ^ b } else { !(a ^ b) };
    stops & mask(if wide { 64 } else { 32 }) == 0
}
