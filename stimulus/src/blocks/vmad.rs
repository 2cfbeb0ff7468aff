//! Vectors of the blocks of unit `vmad`.

use vidalu_model::control::vmad;
use vidalu_model::draw::Draw;
use vidalu_model::golden::block::Block;

use super::{Shape, free, named};
use crate::corner::{mask, value};

pub(super) static SHAPES: [Shape; 2] = [
    Shape {
        block: Block::Multiplier,
        inputs: &[free("a_i", 33), free("b_i", 33)],
        draw: |draw, _| multiplier(draw).to_vec(),
    },
    Shape {
        block: Block::Scale,
        inputs: &[free("high_i", 34), free("low_i", 32), named("scale_i", &vmad::SCALE)],
        draw: |draw, controls| scale(draw, shift(controls[0])).to_vec(),
    },
];

/// Returns the number of bits that a code of `vmad`'s scale shifts by.
fn shift(code: u64) -> u32 {
    match vmad::SCALE.code_name(code) {
        Some("shr7") => 7,
        Some("shr15") => 15,
        _ => 0,
    }
}

/// Draws for `multiplier` two extended operands of 33 bits.
fn multiplier(draw: &mut Draw) -> [u64; 2] {
    [value(draw, 33), value(draw, 33)]
}

/// Draws for `scale` the upper 34 and the lower 32 bits of a sum: half of the time of any length,
/// else such that the sum shifted by `shift` lies at or near the ends of the numbers of 32, 33 or
/// 34 bits.
fn scale(draw: &mut Draw, shift: u32) -> [u64; 2] {
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
