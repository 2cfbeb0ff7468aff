//! The blocks of `vmad`.

use vidalu_model::control::vmad;
use vidalu_model::golden::block::Block;
use vidalu_model::golden::{Profile, Stage};

use super::{Shape, free, golden, named, output};
use crate::stimulus::blocks as stimulus;

pub(super) static SHAPES: [Shape; 2] = [
    Shape {
        block: Block::Multiplier,
        stage: Stage::Multiply,
        inputs: &[free("a_i", 33), free("b_i", 33)],
        outputs: &[output("high_o", 34), output("low_o", 32)],
        draw: |draw, _| stimulus::multiplier(draw).to_vec(),
        classes: &["negative x negative", "negative x other", "other x negative", "other x other"],
        class: |x| vec![3 - (x[0] >> 32 << 1 | x[1] >> 32) as usize],
    },
    Shape {
        block: Block::Scale,
        stage: Stage::Scale,
        inputs: &[free("high_i", 34), free("low_i", 32), named("scale_i", &vmad::SCALE)],
        outputs: &[output("y_o", 34)],
        draw: |draw, controls| stimulus::scale(draw, shift(controls[0])).to_vec(),
        classes: &["positive", "beyond 33 bits", "below -2^32", "negative"],
        class: |x| vec![golden(Block::Scale, Profile::Manual, x)[0] as usize >> 32],
    },
];

/// Bits that a code of `vmad`'s scale shifts by.
fn shift(code: u64) -> u32 {
    match vmad::SCALE.code_name(code) {
        Some("shr7") => 7,
        Some("shr15") => 15,
        _ => 0,
    }
}
