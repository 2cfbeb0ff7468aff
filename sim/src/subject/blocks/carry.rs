//! The blocks of the carry unit.

use vidalu_model::control::carry;
use vidalu_model::golden::block::Block;
use vidalu_model::golden::{Profile, Stage};

use super::{Shape, bit, free, golden, named, output};
use crate::stimulus::addends;

pub(super) static SHAPES: [Shape; 1] = [Shape {
    block: Block::CarryAdder,
    stage: Stage::Add,
    inputs: &[
        free("a_i", 64),
        free("b_i", 64),
        named("wide_i", &carry::WIDE),
        bit("subtract_i"),
        bit("read_flag_i"),
        bit("flag_i"),
    ],
    outputs: &[output("d_o", 64), output("flag_o", 1)],
    draw: |draw, controls| addends::draw(draw, controls[0] == 1, controls[1] == 1).to_vec(),
    classes: &["leaves 0", "leaves 1", "every bit propagates"],
    class: |x| {
        let every = addends::propagate(x[0], x[1], x[2] == 1, x[3] == 1);
        vec![if every { 2 } else { golden(Block::CarryAdder, Profile::Manual, x)[1] as usize }]
    },
}];
