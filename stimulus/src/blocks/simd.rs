//! Vectors of the blocks of the SIMD unit: lanes around the corners that each block's own job has.

use vidalu_model::control::simd as fields;
use vidalu_model::draw::Draw;
use vidalu_model::golden::block::Block;

use super::{Codes, Input, Shape, bit, free, named};
use crate::aim::range;
use crate::corner::{corner, mask, near, signed, value};
use crate::source::Signal;

/// The values of a byte mask, with the digits that PTX writes.
const MASK: Input = Input {
    signal: Signal { name: "mask_i", width: fields::MASK.width },
    codes: Codes::Named(&[
        ("none", 0),
        ("b0", 1),
        ("b1", 2),
        ("b10", 3),
        ("b2", 4),
        ("b20", 5),
        ("b21", 6),
        ("b210", 7),
        ("b3", 8),
        ("b30", 9),
        ("b31", 10),
        ("b310", 11),
        ("b32", 12),
        ("b320", 13),
        ("b321", 14),
        ("b3210", 15),
    ]),
};

pub(super) static SHAPES: [Shape; 5] = [
    Shape {
        block: Block::LaneSelect,
        inputs: &[free("x_i", 64), free("sel_i", fields::ASEL.width), bit("signed_i")],
        draw: |draw, _| lane_select(draw).to_vec(),
    },
    Shape {
        block: Block::SegmentedAdder,
        inputs: &[
            free("a_i", 36),
            free("b_i", 36),
            named("quad_i", &fields::QUAD),
            bit("subtract_i"),
            bit("by_sign_i"),
        ],
        draw: |draw, controls| segmented_adder(draw, controls[0] == 1).to_vec(),
    },
    Shape {
        block: Block::LaneSaturate,
        inputs: &[free("x_i", 40), bit("sat_i"), bit("signed_i"), named("quad_i", &fields::QUAD)],
        draw: |draw, controls| vec![lane_saturate(draw, controls[1] == 1, controls[2] == 1)],
    },
    Shape {
        block: Block::LaneMerge,
        inputs: &[free("x_i", 32), free("c_i", 32), MASK],
        draw: |draw, _| lane_merge(draw).to_vec(),
    },
    Shape {
        block: Block::Accumulate,
        inputs: &[free("x_i", 40), free("c_i", 32), free("mask_i", fields::MASK.width), named("quad_i", &fields::QUAD)],
        draw: |draw, controls| accumulate(draw, controls[0] == 1).to_vec(),
    },
];

/// Returns the bits of a lane with `above` bits beyond its bytes, for four lanes or for two.
fn width(quad: bool, above: u32) -> u32 {
    if quad { 8 + above } else { 16 + above }
}

/// Packs lanes as they stand at a port: `above` bits above each byte, and zeros above the lower
/// byte of a half-word.
fn vector(quad: bool, above: u32, mut lane: impl FnMut() -> u64) -> u64 {
    let field = 8 + above;
    let places: &[u32] = if quad { &[0, 1, 2, 3] } else { &[0, 2] };
    let put = |place: u32, value: u64| match quad {
        true => value << (field * place),
        false => (value & 0xff | value >> 8 << field) << (field * place),
    };
    places.iter().fold(0, |vector, &place| vector | put(place, lane() & mask(width(quad, above))))
}

/// Draws for `lane_select` the registers and the selectors. Mostly noise: a wrong byte must show.
fn lane_select(draw: &mut Draw) -> [u64; 2] {
    let sources = if draw.chance(7, 8) { draw.word() } else { corner(draw, 32) << 32 | corner(draw, 32) };
    [sources, u64::from(draw.below(1 << 12))]
}

/// Draws for `segmented_adder` two vectors; a lane of the second often cancels or repeats that of
/// the first.
fn segmented_adder(draw: &mut Draw, quad: bool) -> [u64; 2] {
    let width = width(quad, 1);
    let mut firsts = Vec::new();
    let a = vector(quad, 1, || {
        firsts.push(value(draw, width));
        firsts[firsts.len() - 1]
    });
    let mut firsts = firsts.into_iter();
    let b = vector(quad, 1, || {
        let first = signed(firsts.next().unwrap_or_default(), width);
        match draw.below(8) {
            0 | 1 => near(draw, first, width),
            2 => near(draw, -first, width),
            _ => value(draw, width),
        }
    });
    [a, b]
}

/// Draws for `lane_saturate` lanes, often at or near the ends of their range.
fn lane_saturate(draw: &mut Draw, is_signed: bool, quad: bool) -> u64 {
    let (low, high) = range(width(quad, 0), is_signed);
    let width = width(quad, 2);
    vector(quad, 2, || match draw.below(8) {
        0 | 1 => near(draw, low, width),
        2 | 3 => near(draw, high, width),
        _ => value(draw, width),
    })
}

/// Draws for `lane_merge` lanes and `c`. Mostly noise: a wrong place must show.
fn lane_merge(draw: &mut Draw) -> [u64; 2] {
    [(); 2].map(|()| if draw.chance(3, 4) { draw.word() & mask(32) } else { corner(draw, 32) })
}

/// Draws for `accumulate` lanes, `c` and a mask.
fn accumulate(draw: &mut Draw, quad: bool) -> [u64; 3] {
    let width = width(quad, 2);
    let lanes = vector(quad, 2, || value(draw, width));
    let c = value(draw, 32);
    let bytes = if quad { draw.below(16) } else { draw.pick(&[0b0000, 0b0011, 0b1100, 0b1111]) };
    [lanes, c, bytes.into()]
}
