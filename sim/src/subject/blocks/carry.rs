//! The blocks of the carry unit.

use vidalu_model::golden::block::Block;
use vidalu_model::golden::{Profile, Stage};

use super::{Shape, golden, output};
use crate::subject::carry::propagate;

pub(super) static SHAPES: [Shape; 1] = [Shape {
    block: Block::CarryAdder,
    stage: Stage::Add,
    outputs: &[output("d_o", 64), output("flag_o", 1)],
    classes: &["leaves 0", "leaves 1", "every bit propagates"],
    class: |x| {
        let every = propagate(x[0], x[1], x[2] == 1, x[3] == 1);
        vec![if every { 2 } else { golden(Block::CarryAdder, Profile::Manual, x)[1] as usize }]
    },
}];
