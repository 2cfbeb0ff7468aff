//! Unit `vmad`.

use vidalu_model::control::vmad as fields;
use vidalu_model::golden::block::Block as Golden;
use vidalu_model::golden::{self, Stage};

use super::{Probe, Run, block, mask, value};
use vidalu_gen::Block;
use vidalu_gen::landmark::{MULTIPLIER, REDUCE_LAST, ROWS, SELECT_A, SELECT_B};

/// An explicit multiplier has no product of its own, because the addend is one of its rows. Its
/// product is right if the addend is right and the numbers that the reduction leaves have the
/// right sum.
pub(super) fn probes(run: &Run) -> Vec<Probe> {
    let mut steps = Vec::new();
    let [a, b, c] = run.registers();
    let hit = golden::vmad(run.profile, run.word(), a, b, c, &mut steps).saturated.value() as u64;
    let selected = |name| steps.iter().find(|step| step.name == name).map_or(0, |step| step.value as u64);
    let (product, sum) = (value(&steps, Stage::Multiply), value(&steps, Stage::Add));
    let is = |mode: &str| fields::MODE.get(run.ctl) == fields::MODE.code(mode);
    // The hardware negates a product by complementing both the product and its addend.
    let inner = if is("negate_product") { !sum } else { sum };
    let before_carry = inner.wrapping_sub(u128::from(is("negate_c") || is("plus_one")));
    let [high, low] = [|value: u128| (value >> 32) as u64 & mask(34), |value: u128| value as u64 & mask(32)];
    let scale = fields::SCALE.get(run.ctl);
    let scaled = block(Golden::Scale, run.profile, &[high(sum), low(sum), scale])[0];
    let result = value(&steps, Stage::Saturate) as u64;
    let saturated = if hit == 1 { result & mask(34) } else { scaled };
    let [saturate, at_scale] = [Block::Saturate, Block::Scale].map(Block::instance);
    [
        (Stage::Select, SELECT_A, "y_o", selected("ta")),
        (Stage::Select, SELECT_B, "y_o", selected("tb")),
        (Stage::Multiply, MULTIPLIER, "high_o", high(product)),
        (Stage::Multiply, MULTIPLIER, "low_o", low(product)),
        (Stage::Add, ROWS, "addend_i", before_carry.wrapping_sub(product) as u64 & mask(33)),
        (Stage::Multiply, REDUCE_LAST, "sum_o + carry_o", before_carry as u64),
        (Stage::Add, &at_scale, "high_i", high(sum)),
        (Stage::Add, &at_scale, "low_i", low(sum)),
        (Stage::Scale, &at_scale, "y_o", scaled),
        (Stage::Saturate, &saturate, "y_o", saturated),
        (Stage::Saturate, &saturate, "hit_o", hit),
    ]
    .map(|(stage, instance, port, expected)| Probe::new(stage, instance, port, expected))
    .to_vec()
}
