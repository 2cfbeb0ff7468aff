//! Vectors of the blocks of the carry unit.

use vidalu_model::control::carry;
use vidalu_model::golden::block::Block;

use super::{Shape, bit, free, named};
use crate::addends;

pub(super) static SHAPES: [Shape; 1] = [Shape {
    block: Block::CarryAdder,
    inputs: &[
        free("a_i", 64),
        free("b_i", 64),
        named("wide_i", &carry::WIDE),
        bit("subtract_i"),
        bit("read_flag_i"),
        bit("flag_i"),
    ],
    draw: |draw, controls| addends::draw(draw, controls[0] == 1, controls[1] == 1).to_vec(),
}];
