//! The blocks of `vmad`.

use vidalu_model::golden::block::Block;
use vidalu_model::golden::{Profile, Stage};

use super::{Shape, golden, output};

pub(super) static SHAPES: [Shape; 2] = [
    Shape {
        block: Block::Multiplier,
        stage: Stage::Multiply,
        outputs: &[output("high_o", 34), output("low_o", 32)],
        classes: &["negative x negative", "negative x other", "other x negative", "other x other"],
        class: |x| vec![3 - (x[0] >> 32 << 1 | x[1] >> 32) as usize],
    },
    Shape {
        block: Block::Scale,
        stage: Stage::Scale,
        outputs: &[output("y_o", 34)],
        classes: &["positive", "beyond 33 bits", "below -2^32", "negative"],
        class: |x| vec![golden(Block::Scale, Profile::Manual, x)[0] as usize >> 32],
    },
];
