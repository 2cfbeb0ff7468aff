//! Unit `carry`.

use vidalu_model::bv::Bv;
use vidalu_model::control::carry as fields;
use vidalu_model::golden::{self, Stage, Step};

use super::{Probe, Run};
use vidalu_gen::Block;

pub(super) fn probes(run: &Run) -> Vec<Probe> {
    let mut steps = Vec::new();
    let ([a, b, c], flag) = (run.registers(), run.operands.cf);
    let result = golden::carry(run.profile, run.word(), a, b, c, Bv::constant(flag.into()), &mut steps);
    let probe = |stage, port, expected| Probe::new(stage, Block::CarryAdder.instance(), port, expected);
    // The left operand of the adder is the half of the product, if the instruction multiplies.
    let multiplies = matches!(fields::OP.code_name(fields::OP.get(run.ctl)), Some("mad" | "mul"));
    let product = steps.iter().find(|step: &&Step| step.stage == Stage::Multiply && multiplies);
    let mut probes: Vec<_> = product.map(|step| probe(Stage::Multiply, "a_i", step.value as u64)).into_iter().collect();
    let [reads, writes] = [&fields::READ_FLAG, &fields::WRITE_FLAG].map(|field| field.get(run.ctl) == 1);
    // The instruction reads the flag, or leaves it.
    probes.extend((reads || !writes).then(|| probe(Stage::Add, "flag_i", flag.into())));
    probes.push(probe(Stage::Add, "d_o", result.d.value() as u64));
    probes.extend(writes.then(|| probe(Stage::Add, "flag_o", result.cf.value() as u64)));
    probes
}
