//! A run on a wrapper: puts faults into the text around a unit, and finds out which of them the
//! bench of the bus finds, and which of the others the claims about the wrapper refute.

use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use vidalu_gen::{Choice, Config, Unit, Wrapper};
use vidalu_sim::bus::Wrapping;
use vidalu_sim::gates::{Gates, Synthesis, gates};
use vidalu_sim::tool::Tool;
use vidalu_sim::{CosimError, Dut};

use super::circuit::{Desk, literal};
use super::clauses::Clauses;
use super::kill::go_on;
use super::machine::Machine;
use super::mutants::Mutants;
use super::sweep::Sweep;
use crate::bus::{WrapperGates, wrapper_claims};
use crate::error::ProveError;
use crate::report::{RefutedFault, WrapperFaults};

/// The number of instructions of the bench. Most faults show long before the last.
pub const INSTRUCTIONS: u64 = 2_000;

/// The time limit for one claim about a fault, and for the comparison with the wrapper without
/// faults.
const THOUGHT: Duration = Duration::from_secs(20);

/// The parameters of a run.
#[derive(Clone, Copy)]
pub struct WrapperJob<'a> {
    /// The wrapper that gets the faults.
    pub wrapper: Wrapper,
    /// The unit in it, which has no faults.
    pub unit: Unit,
    /// The configuration of both.
    pub config: &'a Config,
    /// The number of faults.
    pub count: u64,
    /// The seed of the faults and of the bench.
    pub seed: u64,
    /// The time limit for each step of yosys.
    pub limit: Duration,
}

/// The decision on a fault.
enum Outcome {
    /// The bench finds it.
    Killed,
    /// The bench does not find it, and this claim is refuted.
    Refuted(String),
    /// The wrapper with the fault has the same outputs and the same next state as the one without
    /// it, in any state and for any input.
    Equivalent,
    /// Neither was decided in time.
    Undecided,
    /// The bench does not find it, and all claims hold.
    Survives,
}

/// Puts faults into the wrapper of a unit, and decides which of them the bench and the claims find.
///
/// # Errors
/// If the configuration is refused, yosys fails, or the bench finds the wrapper wrong without a
/// fault.
pub fn wrapper(yosys: &Tool, job: WrapperJob<'_>, scratch: &Path) -> Result<WrapperFaults, ProveError> {
    let start = Instant::now();
    let WrapperJob { wrapper, unit, config, count, seed, limit } = job;
    let good = WrapperGates::load(wrapper, unit, config, yosys, scratch, limit)?;
    let cut = [config.module_name(unit.name())];
    let inner = Dut { top: cut[0].clone(), clock: Some("clk_i".to_owned()), ..good.dut.clone() };
    let inner = gates(yosys, Synthesis { dut: &inner, cuts: &[], exposed: &[], scratch, limit })?;
    let Mutants { faults, circuit, .. } = Mutants::new(yosys, &good.dut, &cut, [count, seed], scratch, limit)?;
    let wrapping = Wrapping::new(wrapper, unit, config)?;
    let pins = wrapping.pins();
    let is_found = |outer: &Gates| {
        let threads = (0..wrapper.threads(config)).map(|thread| wrapper.instance(unit, thread));
        let whole = threads.fold(outer.clone(), |whole, path| whole.with(&path, &inner));
        let machine = Machine::new(whole, &pins);
        wrapping.is_found_wrong(Box::new(machine), seed, INSTRUCTIONS)
    };
    if is_found(&circuit.good)? {
        let line = format!("vidalu cosim --wrapper {} --unit {} --seed {seed}", wrapper.name(), unit.name());
        return Err(CosimError::usage("the bench finds a mismatch without any fault", format!("see {line}")).into());
    }
    let sweep = Sweep::new(&circuit);
    let outcomes = (0..faults.len()).into_par_iter().map_init(Desk::default, |desk, fault| {
        go_on()?;
        // First, because the bench needs longest for faults that nothing can find.
        let cone = sweep.reduce(&circuit.cone(fault, desk), THOUGHT);
        if cone.outputs.is_empty() && cone.states.iter().all(|state| circuit.keeps(state)) {
            return Ok(Outcome::Equivalent);
        }
        let faulty = circuit.faulty(fault);
        if is_found(&faulty)? { Ok(Outcome::Killed) } else { Ok(refuted(&good.with_gates(faulty))) }
    });
    let outcomes = outcomes.collect::<Result<Vec<_>, CosimError>>()?;
    go_on()?;
    let mut report = WrapperFaults {
        wrapper: wrapper.name().to_owned(),
        unit: unit.name().to_owned(),
        config: good.dut.config.clone(),
        mutants: faults.len(),
        instructions: INSTRUCTIONS,
        ..WrapperFaults::default()
    };
    for (fault, outcome) in faults.into_iter().map(|mutation| mutation.fault).zip(outcomes) {
        match outcome {
            Outcome::Killed => report.killed += 1,
            Outcome::Refuted(claim) => report.refuted_list.push(RefutedFault { fault, claim }),
            Outcome::Equivalent => report.equivalent_list.push(fault),
            Outcome::Undecided => report.undecided_list.push(fault),
            Outcome::Survives => report.survivor_list.push(fault),
        }
    }
    report.seconds = start.elapsed().as_secs_f64();
    Ok(report)
}

/// Asks the claims about a wrapper with a fault.
fn refuted(module: &WrapperGates) -> Outcome {
    let mut outcome = Outcome::Survives;
    for claim in wrapper_claims(module) {
        for obligation in &claim.obligations {
            let miter = obligation.solved().miter();
            match Clauses::new().can_be_1(&miter.aig, literal(miter.differs), Instant::now() + THOUGHT) {
                Some(true) => return Outcome::Refuted(claim.name),
                Some(false) => {}
                None => outcome = Outcome::Undecided,
            }
        }
    }
    outcome
}
