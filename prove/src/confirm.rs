//! A counterexample in a simulator: its instruction as the ordinary mismatch of a co-simulation.

use std::time::Duration;

use vidalu_gen::{Config, Target};
use vidalu_model::control::{self, UNIT};
use vidalu_model::isa::{Carry, CarryOp, Flag, Instruction, IntType};
use vidalu_sim::cosim::{Options, run_modules};
use vidalu_sim::report::Mismatch;
use vidalu_sim::simulator::{Icarus, Simulator};
use vidalu_sim::subject::{self, Signal, Subject};
use vidalu_sim::{CosimError, Dut};

use crate::stimulus::WithStimulus;

/// The number of instructions of an ordinary run, for counterexamples without an instruction.
const VECTORS: u64 = 4000;

/// The number of times that the instructions are played. The neighbors of each in time are then
/// bubbles, the other instructions, and itself.
const TIMES: u64 = 32;

/// Returns the mismatch that Icarus shows: first for the instructions of the counterexample, then
/// for any; `None` if it shows no mismatch. It has no replay, because a command draws vectors of
/// its own.
///
/// # Errors
/// If Icarus is missing or fails.
pub(crate) fn confirm(
    target: Target,
    config: &Config,
    dut: &Dut,
    vectors: Vec<Vec<u64>>,
    limit: Duration,
) -> Result<Option<Mismatch>, CosimError> {
    let icarus: Box<dyn Simulator> = Box::new(Icarus::find()?);
    let simulators = [icarus];
    let play = |subject: Box<dyn Subject>, vectors| {
        let options = Options { targets: vec![target], vectors, timeout: limit, jobs: 1, ..Options::default() };
        let report = run_modules(&options, &[(dut.clone(), subject)], &simulators, &|_| ())?;
        let mismatch = report.units.into_iter().flat_map(|unit| unit.failures).next();
        Ok::<_, CosimError>(mismatch.map(|mismatch| Mismatch { replay: None, ..mismatch }))
    };
    if !vectors.is_empty() {
        let count = vectors.len() as u64;
        let repeated = move |_: &dyn Subject, _, index: u64| vectors[(index % count) as usize].clone();
        // A vector depends on those before it, which set CC.CF.
        let subject = WithStimulus::new(subject::of(target, config), repeated).with_memory(count - 1);
        if let Some(mismatch) = play(Box::new(subject), count * TIMES)? {
            return Ok(Some(mismatch));
        }
    }
    play(subject::of(target, config), VECTORS)
}

/// Returns an instruction, after another one that sets CC.CF if the instruction must find it set.
pub(crate) fn after_setting(target: Target, subject: &dyn Subject, inputs: Vec<u64>, flag: bool) -> Vec<Vec<u64>> {
    let setting = flag.then(|| setting(subject, &inputs, target)).flatten();
    setting.into_iter().chain([inputs]).collect()
}

/// Returns the instructions of the unit that a counterexample offers, in the order of its cycles.
/// `values` are those of the vectors from outside, such as `a_i@2`.
pub(crate) fn offered(config: &Config, subject: &dyn Subject, values: &[(&str, u128)]) -> Vec<Vec<u64>> {
    let pin = |name: &str, cycle: usize| {
        let name = format!("{name}@{cycle}");
        values.iter().find(|(own, _)| *own == name).map(|(_, value)| *value as u64)
    };
    let inputs = |cycle| subject.inputs().iter().map(|signal| pin(signal.name, cycle)).collect::<Option<Vec<_>>>();
    let is_offered = |cycle: &usize| pin("valid_i", *cycle) != Some(0);
    let cycles = (0..values.len()).filter(is_offered).filter_map(inputs);
    let is_own = |inputs: &Vec<u64>| {
        let instruction = subject.instruction(inputs);
        let is_context = subject.context(inputs) < config.contexts.into();
        is_context && instruction.is_some_and(|instruction| subject::has(config, &instruction))
    };
    cycles.filter(is_own).collect()
}

/// Returns the instruction that sets CC.CF in the context of a vector: an addition that carries,
/// in every profile.
fn setting(subject: &dyn Subject, inputs: &[u64], target: Target) -> Option<Vec<u64>> {
    let Target::Unit(unit) = target else { return None };
    let add = Instruction::Carry(Carry { op: CarryOp::Add(Flag::Write), ty: IntType::U32 });
    let word = control::encode(&add);
    let word = if unit == vidalu_gen::Unit::Carry { word & ((1 << UNIT.lo) - 1) } else { word };
    let value = |(signal, value): (&Signal, &u64)| match signal.name {
        "ctl_i" => word,
        "a_i" => u32::MAX.into(),
        "b_i" => 1,
        _ => *value,
    };
    Some(subject.inputs().iter().zip(inputs).map(value).collect())
}
