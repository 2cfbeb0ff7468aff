//! The blocks of the scalar unit.

use vidalu_model::golden::block::Block;
use vidalu_model::golden::{Profile, Stage};
use vidalu_stimulus::signed;

use super::{Shape, golden, order, output};

pub(super) static SHAPES: [Shape; 7] = [
    Shape {
        block: Block::Select,
        stage: Stage::Select,
        outputs: &[output("y_o", 33)],
        classes: &["top bit 0", "top bit 1"],
        class: |x| vec![golden(Block::Select, Profile::Manual, &[x[0], x[1], 1])[0] as usize >> 32],
    },
    Shape {
        block: Block::Adder34,
        stage: Stage::Primary,
        outputs: &[output("sum_o", 34)],
        classes: &["negative", "zero", "positive"],
        class: |x| vec![sign(golden(Block::Adder34, Profile::Manual, x)[0])],
    },
    Shape {
        block: Block::Shifter,
        stage: Stage::Primary,
        outputs: &[output("y_o", 34)],
        classes: &["by 0", "by 1..31", "by 32", "by more"],
        class: |x| vec![[0, 31, 32].into_iter().position(|most| x[1] <= most).unwrap_or(3)],
    },
    Shape {
        block: Block::Compare,
        stage: Stage::Primary,
        outputs: &[output("less_o", 1), output("true_o", 1)],
        classes: &["less", "equal", "greater"],
        class: |x| vec![order(signed(x[0], 33), signed(x[1], 33))],
    },
    Shape {
        block: Block::Saturate,
        stage: Stage::Saturate,
        outputs: &[output("y_o", 34), output("hit_o", 1)],
        classes: &["below", "within", "above"],
        class: |x| {
            let hit = golden(Block::Saturate, Profile::Manual, &[x[0], 1, x[2], x[3]])[1];
            vec![if hit == 1 { sign(x[0]) } else { 1 }]
        },
    },
    Shape {
        block: Block::Secondary,
        stage: Stage::Secondary,
        outputs: &[output("d_o", 32)],
        classes: &["result below c", "result equal to c", "result above c"],
        class: |x| {
            let c = if x[2] == 1 { signed(x[1], 32) } else { x[1] as i64 };
            vec![order(signed(x[0], 34), c)]
        },
    },
    Shape {
        block: Block::Merge,
        stage: Stage::Merge,
        outputs: &[output("d_o", 32)],
        classes: &["any"],
        class: |_| vec![0],
    },
];

/// Returns the class of a 34-bit number: negative, zero, positive.
fn sign(value: u64) -> usize {
    order(signed(value, 34), 0)
}
