//! A run: draws faults, tries vectors on them, and decides on the rest.

use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use vidalu_gen::{Config, Target};
use vidalu_sim::subject::{self, Subject};
use vidalu_sim::tool::Tool;
use vidalu_sim::{CosimError, Dut};

use super::circuit::Desk;
use super::judge::{Judge, Judgement};
use super::kill::{Stimulus, go_on, survivors};
use super::mutants::Mutants;
use super::scene::scenes;
use super::survivor::survivor;
use crate::claim::Implementation;
use crate::error::ProveError;
use crate::report::{FewVectors, UnitFaults};
use crate::stimulus;

/// The number of vectors of vidalu's own stimulus. Most faults show long before the last.
pub const VECTORS: u64 = 1 << 20;

/// The number of vectors for the comparison with uniform operands.
const FEW: u64 = 10_000;

/// The time limit for the decision on a fault in a scene.
const THOUGHT: Duration = Duration::from_secs(20);

/// The parameters of a run.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The unit that gets the faults.
    pub target: Target,
    /// The configuration of the unit.
    pub config: &'a Config,
    /// The module, if it is not to be generated.
    pub dut: Option<&'a Dut>,
    /// The number of faults.
    pub count: u64,
    /// The seed of the faults and of the vectors.
    pub seed: u64,
    /// The time limit for each step of yosys.
    pub limit: Duration,
}

/// Puts faults into a unit and decides which of them its own stimulus shows, or that of `other`.
///
/// # Errors
/// If the configuration is refused or not supported, or yosys fails.
pub fn unit(yosys: &Tool, job: Job<'_>, other: Option<&dyn Subject>, scratch: &Path) -> Result<UnitFaults, ProveError> {
    let start = Instant::now();
    let Job { target, config, dut, count, seed, limit } = job;
    let (dut, own) = match dut {
        Some(dut) => (dut.clone(), subject::of(target, config)),
        None => Dut::with_subject(target, config)?,
    };
    let subject = other.unwrap_or(&*own);
    if subject.takes_steps() {
        let problem =
            format!("faults are put into units that take an instruction at once, and {target} takes some in steps");
        return Err(CosimError::usage(problem, "leave out --mad64 iterative").into());
    }
    let mutants = Mutants::new(yosys, &dut, &[], [count, seed], scratch, limit)?;
    let (circuit, all) = (&mutants.circuit, (0..mutants.faults.len()).collect::<Vec<_>>());
    let stimulus = |subject, count| Stimulus { dut: &dut, subject, seed, count };
    let uniform = stimulus::uniform(subject::of(target, config));
    let uniform = survivors(circuit, Stimulus { subject: &uniform, ..stimulus(subject, FEW) }, &all)?;
    let few = survivors(circuit, stimulus(subject, FEW), &all)?;
    let left = survivors(circuit, stimulus(subject, VECTORS), &few)?;

    let module = Implementation::new(target, config, dut.clone(), circuit.good.clone())?;
    let scenes = scenes(&module);
    let control = subject.place_of_input("ctl_i");
    let judge = Judge::new(circuit, &scenes, target, control, THOUGHT);
    let decided = left.par_iter().map_init(Desk::default, |desk, &fault| {
        go_on()?;
        let cone = circuit.cone(fault, desk);
        Ok((fault, judge.decide(&cone), cone))
    });
    let decided = decided.collect::<Result<Vec<_>, CosimError>>()?;
    // The last decisions may have been cut short.
    go_on()?;
    let (mut equivalent_list, mut undecided_list, mut survivor_list) = (Vec::new(), Vec::new(), Vec::new());
    for (fault, verdict, cone) in decided {
        match verdict {
            Judgement::Equivalent => equivalent_list.push(mutants.faults[fault].fault.clone()),
            Judgement::Undecided => undecided_list.push(mutants.faults[fault].fault.clone()),
            Judgement::Shows(scene, values) => {
                let fault = &mutants.faults[fault].fault;
                survivor_list.push(survivor((circuit, &module), fault, &cone, &scenes[scene], &values));
            }
        }
    }
    let mutants = all.len();
    // The faults that few vectors leave include all equivalent ones.
    let killable = (mutants - equivalent_list.len()).max(1) as f64;
    let score = |killed: usize| killed as f64 / killable;
    let (killed, own, uniform) = (mutants - left.len(), mutants - few.len(), mutants - uniform.len());
    Ok(UnitFaults {
        unit: target.name().to_owned(),
        config: dut.config.clone(),
        mutants,
        killed,
        equivalent: equivalent_list.len(),
        undecided: undecided_list.len(),
        survivors: survivor_list.len(),
        score: score(killed),
        few: FewVectors {
            vectors: FEW,
            killed: own,
            score: score(own),
            uniform_killed: uniform,
            uniform_score: score(uniform),
        },
        seconds: start.elapsed().as_secs_f64(),
        survivor_list,
        undecided_list,
        equivalent_list,
    })
}
