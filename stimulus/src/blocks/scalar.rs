//! Vectors of the blocks of the scalar unit.

use vidalu_model::control::scalar as fields;
use vidalu_model::draw::Draw;
use vidalu_model::golden::block::Block;

use super::{Shape, bit, free, named};
use crate::aim::range;
use crate::corner::{amount, corner, mask, near, signed, value};

pub(super) static SHAPES: [Shape; 7] = [
    Shape {
        block: Block::Select,
        inputs: &[free("x_i", 32), named("sel_i", &fields::ASEL), bit("signed_i")],
        draw: |draw, _| vec![select(draw)],
    },
    Shape {
        block: Block::Adder34,
        inputs: &[free("a_i", 34), free("b_i", 34), bit("subtract_i"), bit("reverse_i")],
        draw: |draw, _| adder34(draw).to_vec(),
    },
    Shape {
        block: Block::Shifter,
        inputs: &[free("x_i", 33), free("amount_i", 32), bit("wrap_i"), bit("right_i")],
        draw: |draw, _| shifter(draw).to_vec(),
    },
    Shape {
        block: Block::Compare,
        inputs: &[free("a_i", 33), free("b_i", 33), named("cmp_i", &fields::CMP)],
        draw: |draw, _| compare(draw).to_vec(),
    },
    Shape {
        block: Block::Saturate,
        inputs: &[free("x_i", 34), bit("sat_i"), bit("signed_i"), named("dsel_i", &fields::DSEL)],
        draw: |draw, controls| vec![saturate(draw, controls[1] == 1, part_width(controls[2]))],
    },
    Shape {
        block: Block::Secondary,
        inputs: &[free("x_i", 34), free("c_i", 32), bit("signed_i"), named("secop_i", &fields::SECOP)],
        draw: |draw, controls| secondary(draw, controls[0] == 1).to_vec(),
    },
    Shape {
        block: Block::Merge,
        inputs: &[free("x_i", 32), free("c_i", 32), named("dsel_i", &fields::DSEL)],
        draw: |draw, _| merge(draw).to_vec(),
    },
];

/// Draws for `select` a register. Mostly noise: a wrong part must show.
fn select(draw: &mut Draw) -> u64 {
    if draw.chance(3, 4) { draw.word() & mask(32) } else { corner(draw, 32) }
}

/// Draws for `adder34` two operands; the second often cancels or repeats the first.
fn adder34(draw: &mut Draw) -> [u64; 2] {
    let a = value(draw, 34);
    let b = match draw.below(8) {
        0 => near(draw, a as i64, 34),
        1 => near(draw, -(a as i64), 34),
        _ => value(draw, 34),
    };
    [a, b]
}

/// Draws for `shifter` an extended operand of 33 bits and an amount.
fn shifter(draw: &mut Draw) -> [u64; 2] {
    [value(draw, 33), amount(draw)]
}

/// Draws for `compare` two extended operands of 33 bits, often equal or nearly so.
fn compare(draw: &mut Draw) -> [u64; 2] {
    let a = value(draw, 33);
    let b = if draw.chance(3, 8) { near(draw, a as i64, 33) } else { value(draw, 33) };
    [a, b]
}

/// Draws for `saturate` an intermediate result of 34 bits, often at or near the ends of the range
/// of `width` bits.
fn saturate(draw: &mut Draw, is_signed: bool, width: u32) -> u64 {
    let (low, high) = range(width, is_signed);
    match draw.below(8) {
        0 | 1 => near(draw, low, 34),
        2 | 3 => near(draw, high, 34),
        _ => value(draw, 34),
    }
}

/// Draws for `secondary` an intermediate result of 34 bits and `c`, often equal or nearly so.
fn secondary(draw: &mut Draw, is_signed: bool) -> [u64; 2] {
    let c = value(draw, 32);
    let extended = if is_signed { signed(c, 32) } else { c as i64 };
    let x = if draw.chance(3, 8) { near(draw, extended, 34) } else { value(draw, 34) };
    [x, c]
}

/// Draws for `merge` a result and `c`. Mostly noise: a wrong place must show.
fn merge(draw: &mut Draw) -> [u64; 2] {
    [select(draw), select(draw)]
}

/// Returns the width of the part of a register that a selector's code names.
fn part_width(code: u64) -> u32 {
    match fields::DSEL.code_name(code) {
        Some("word") => 32,
        Some("h0" | "h1") => 16,
        _ => 8,
    }
}
