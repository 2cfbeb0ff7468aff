//! The blocks of the SIMD unit.

use vidalu_model::golden::block::Block;
use vidalu_model::golden::{Profile, Stage};

use super::{Shape, golden, output};

/// Each byte of a selected vector from each byte of `{b, a}`, in this order.
const SOURCES: [&str; 32] = [
    "b0 of a.b0",
    "b0 of a.b1",
    "b0 of a.b2",
    "b0 of a.b3",
    "b0 of b.b0",
    "b0 of b.b1",
    "b0 of b.b2",
    "b0 of b.b3",
    "b1 of a.b0",
    "b1 of a.b1",
    "b1 of a.b2",
    "b1 of a.b3",
    "b1 of b.b0",
    "b1 of b.b1",
    "b1 of b.b2",
    "b1 of b.b3",
    "b2 of a.b0",
    "b2 of a.b1",
    "b2 of a.b2",
    "b2 of a.b3",
    "b2 of b.b0",
    "b2 of b.b1",
    "b2 of b.b2",
    "b2 of b.b3",
    "b3 of a.b0",
    "b3 of a.b1",
    "b3 of a.b2",
    "b3 of a.b3",
    "b3 of b.b0",
    "b3 of b.b1",
    "b3 of b.b2",
    "b3 of b.b3",
];

pub(super) static SHAPES: [Shape; 5] = [
    Shape {
        block: Block::LaneSelect,
        stage: Stage::Select,
        outputs: &[output("y_o", 36)],
        classes: &SOURCES,
        class: |x| (0..4).map(|place| 8 * place + (x[1] >> (3 * place) & 7) as usize).collect(),
    },
    Shape {
        block: Block::SegmentedAdder,
        stage: Stage::Primary,
        outputs: &[output("sum_o", 40), output("negative_o", 4), output("equal_o", 4)],
        classes: &["a negative lane", "a lane of -1", "another lane"],
        class: |x| {
            let outputs = golden(Block::SegmentedAdder, Profile::Manual, x);
            met([outputs[1] != 0, outputs[2] != 0, outputs[1] != 0b1111])
        },
    },
    Shape {
        block: Block::LaneSaturate,
        stage: Stage::Saturate,
        outputs: &[output("y_o", 32), output("hit_o", 4)],
        classes: &["a lane below", "a lane within", "a lane above"],
        class: |x| {
            let (quad, negative) = (x[3] == 1, signs(x[0]));
            let hit = golden(Block::LaneSaturate, Profile::Manual, &[x[0], 1, x[2], x[3]])[1];
            let lanes: &[u64] = if quad { &[0, 1, 2, 3] } else { &[1, 3] };
            let any = |is: fn(bool, bool) -> bool| {
                lanes.iter().any(|lane| is(hit >> lane & 1 == 1, negative >> lane & 1 == 1))
            };
            met([any(|hit, negative| hit && negative), any(|hit, _| !hit), any(|hit, negative| hit && !negative)])
        },
    },
    Shape {
        block: Block::LaneMerge,
        stage: Stage::Merge,
        outputs: &[output("d_o", 32)],
        classes: &["any"],
        class: |_| vec![0],
    },
    Shape {
        block: Block::Accumulate,
        stage: Stage::Accumulate,
        outputs: &[output("d_o", 32)],
        classes: &["a negative lane", "another lane", "a lane outside the mask", "no lane"],
        class: |x| {
            let ends = if x[3] == 1 { 0b1111 } else { 0b1010 };
            let (negative, mask) = (signs(x[0]), x[2] & ends);
            met([negative & mask != 0, !negative & mask != 0, mask != ends, mask == 0])
        },
    },
];

/// Returns the sign above each byte of a vector behind the adder.
fn signs(x: u64) -> u64 {
    (0..4).map(|byte| (x >> (10 * byte + 9) & 1) << byte).sum()
}

/// Returns the indices of the classes that apply.
fn met<const N: usize>(classes: [bool; N]) -> Vec<usize> {
    (0..N).filter(|&class| classes[class]).collect()
}
