//! The blocks of the carry unit.

use vidalu_model::control::carry;
use vidalu_model::golden::{Profile, Stage, block};

use super::{Shape, bit, free, named, output};
use crate::stimulus::addends;

pub(super) static SHAPES: [Shape; 1] = [Shape {
    name: "carry_adder",
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
    golden: |x, profile| {
        let (d, flag) = carry_adder(x, profile);
        vec![d, flag.into()]
    },
    classes: &["leaves 0", "leaves 1", "every bit propagates"],
    class: |x| {
        let every = addends::propagate(x[0], x[1], x[2] == 1, x[3] == 1);
        vec![if every { 2 } else { carry_adder(x, Profile::Manual).1.into() }]
    },
}];

/// The golden result of `carry_adder` and the flag that it leaves, from the values of its ports.
fn carry_adder(x: &[u64], profile: Profile) -> (u64, bool) {
    block::carry_adder(x[0], x[1], x[2] == 1, x[3] == 1, x[4] == 1, x[5] == 1, profile)
}
