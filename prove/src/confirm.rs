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

/// The number of times that the instruction is played. Its neighbors in time are then bubbles,
/// the other instruction, and itself.
const TIMES: u64 = 32;

/// Returns the mismatch that Icarus shows: first for the instruction of the counterexample, then
/// for any; `None` if it shows no mismatch. It has no replay, because a command draws vectors of
/// its own.
///
/// # Errors
/// If Icarus is missing or fails.
pub(crate) fn confirm(
    target: Target,
    config: &Config,
    dut: &Dut,
    vector: Option<(Vec<u64>, bool)>,
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
    if let Some((inputs, flag)) = vector {
        let inner = subject::of(target, config);
        let setting = flag.then(|| setting(&*inner, &inputs, target)).flatten();
        let vectors: Vec<_> = setting.into_iter().chain([inputs]).collect();
        let count = vectors.len() as u64;
        let repeated = move |_: &dyn Subject, _, index: u64| vectors[(index % count) as usize].clone();
        // A vector depends on the one before it, which sets CC.CF.
        let subject = WithStimulus::new(inner, repeated).with_memory(count - 1);
        if let Some(mismatch) = play(Box::new(subject), count * TIMES)? {
            return Ok(Some(mismatch));
        }
    }
    play(subject::of(target, config), VECTORS)
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
