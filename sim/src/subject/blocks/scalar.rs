//! The blocks of the scalar unit.

use vidalu_model::control::scalar as fields;
use vidalu_model::golden::block::Block;
use vidalu_model::golden::{Profile, Stage};

use super::{Shape, bit, free, golden, named, order, output};
use crate::stimulus::blocks as stimulus;
use crate::stimulus::corner::signed;

pub(super) static SHAPES: [Shape; 7] = [
    Shape {
        block: Block::Select,
        stage: Stage::Select,
        inputs: &[free("x_i", 32), named("sel_i", &fields::ASEL), bit("signed_i")],
        outputs: &[output("y_o", 33)],
        draw: |draw, _| vec![stimulus::select(draw)],
        classes: &["top bit 0", "top bit 1"],
        class: |x| vec![golden(Block::Select, Profile::Manual, &[x[0], x[1], 1])[0] as usize >> 32],
    },
    Shape {
        block: Block::Adder34,
        stage: Stage::Primary,
        inputs: &[free("a_i", 34), free("b_i", 34), bit("subtract_i"), bit("reverse_i")],
        outputs: &[output("sum_o", 34)],
        draw: |draw, _| stimulus::adder34(draw).to_vec(),
        classes: &["negative", "zero", "positive"],
        class: |x| vec![sign(golden(Block::Adder34, Profile::Manual, x)[0])],
    },
    Shape {
        block: Block::Shifter,
        stage: Stage::Primary,
        inputs: &[free("x_i", 33), free("amount_i", 32), bit("wrap_i"), bit("right_i")],
        outputs: &[output("y_o", 34)],
        draw: |draw, _| stimulus::shifter(draw).to_vec(),
        classes: &["by 0", "by 1..31", "by 32", "by more"],
        class: |x| vec![[0, 31, 32].into_iter().position(|most| x[1] <= most).unwrap_or(3)],
    },
    Shape {
        block: Block::Compare,
        stage: Stage::Primary,
        inputs: &[free("a_i", 33), free("b_i", 33), named("cmp_i", &fields::CMP)],
        outputs: &[output("less_o", 1), output("true_o", 1)],
        draw: |draw, _| stimulus::compare(draw).to_vec(),
        classes: &["less", "equal", "greater"],
        class: |x| vec![order(signed(x[0], 33), signed(x[1], 33))],
    },
    Shape {
        block: Block::Saturate,
        stage: Stage::Saturate,
        inputs: &[free("x_i", 34), bit("sat_i"), bit("signed_i"), named("dsel_i", &fields::DSEL)],
        outputs: &[output("y_o", 34), output("hit_o", 1)],
        draw: |draw, controls| vec![stimulus::saturate(draw, controls[1] == 1, part_width(controls[2]))],
        classes: &["below", "within", "above"],
        class: |x| {
            let hit = golden(Block::Saturate, Profile::Manual, &[x[0], 1, x[2], x[3]])[1];
            vec![if hit == 1 { sign(x[0]) } else { 1 }]
        },
    },
    Shape {
        block: Block::Secondary,
        stage: Stage::Secondary,
        inputs: &[free("x_i", 34), free("c_i", 32), bit("signed_i"), named("secop_i", &fields::SECOP)],
        outputs: &[output("d_o", 32)],
        draw: |draw, controls| stimulus::secondary(draw, controls[0] == 1).to_vec(),
        classes: &["result below c", "result equal to c", "result above c"],
        class: |x| {
            let c = if x[2] == 1 { signed(x[1], 32) } else { x[1] as i64 };
            vec![order(signed(x[0], 34), c)]
        },
    },
    Shape {
        block: Block::Merge,
        stage: Stage::Merge,
        inputs: &[free("x_i", 32), free("c_i", 32), named("dsel_i", &fields::DSEL)],
        outputs: &[output("d_o", 32)],
        draw: |draw, _| stimulus::merge(draw).to_vec(),
        classes: &["any"],
        class: |_| vec![0],
    },
];

/// The class of a 34-bit number: negative, zero, positive.
fn sign(value: u64) -> usize {
    order(signed(value, 34), 0)
}

/// Width of the part of a register that a selector's code names.
fn part_width(code: u64) -> u32 {
    match fields::DSEL.code_name(code) {
        Some("word") => 32,
        Some("h0" | "h1") => 16,
        _ => 8,
    }
}
