//! A run: faults are drawn, shown to vectors, and those that are left decided.

use std::path::Path;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use vidalu_gen::{Config, Target};
use vidalu_sim::dut::Dut;
use vidalu_sim::error::CosimError;
use vidalu_sim::subject::{self, Subject};
use vidalu_sim::tool::Tool;

use super::circuit::{Cone, Desk, value};
use super::judge::{Judge, Verdict};
use super::kill::{Stimulus, survivors};
use super::lanes::{self, Gates, Slice};
use super::report::{Few, Pin, Survivor, Told, UnitReport};
use super::{Mutants, Uniform};

/// Vectors of vidalu's own that the faults meet; few of them meet more than the first.
pub const VECTORS: u64 = 1 << 20;

/// The number of vectors with which uniform operands are compared.
const FEW: u64 = 10_000;

/// How long it is thought about a fault that no vector showed.
const THOUGHT: Duration = Duration::from_secs(20);

/// What is to be done.
#[derive(Clone, Copy)]
pub struct Job<'a> {
    /// The unit.
    pub target: Target,
    /// Its configuration.
    pub config: &'a Config,
    /// Number of faults.
    pub count: u64,
    /// The seed of the faults and of the vectors.
    pub seed: u64,
    /// The most time that yosys may take.
    pub limit: Duration,
}

/// Puts faults into a unit and finds out what shows them: its own stimulus, or `other` in its place.
///
/// # Errors
/// If the configuration is refused, has what is not supported, or yosys fails.
pub fn unit(yosys: &Tool, job: Job<'_>, other: Option<&dyn Subject>, scratch: &Path) -> Result<UnitReport, CosimError> {
    let start = Instant::now();
    let Job { target, config, count, seed, limit } = job;
    let own = subject::of(target, config);
    let subject = other.unwrap_or(&*own);
    let dut = Dut::generate(target, config, subject)?;
    if dut.timing.latency > 0 || subject.takes_steps() {
        return Err(CosimError::Usage(format!(
            "faults are put into units without rows of registers, and {target} has some\n  leave out --depth and --mad64 \
             iterative"
        )));
    }
    let mutants = Mutants::new(yosys, &dut, [count, seed], scratch, limit)?;
    let (circuit, all) = (&mutants.circuit, (0..mutants.faults.len()).collect::<Vec<_>>());
    let stimulus = |subject, count| Stimulus { dut: &dut, subject, seed, count };
    let uniform = Uniform(subject);
    let uniform = survivors(circuit, Stimulus { subject: &uniform, ..stimulus(subject, FEW) }, &all);
    let few = survivors(circuit, stimulus(subject, FEW), &all);
    let left = survivors(circuit, stimulus(subject, VECTORS), &few);

    let judge = Judge::new(circuit, target, config, subject.inputs(), THOUGHT);
    let decided = left.par_iter().map_init(Desk::default, |desk, &fault| {
        let cone = circuit.cone(fault, desk);
        (fault, judge.decide(&cone), cone)
    });
    let (mut equivalent, mut undecided_list, mut survivor_list) = (Vec::new(), Vec::new(), Vec::new());
    for (fault, verdict, cone) in decided.collect::<Vec<_>>() {
        match verdict {
            Verdict::Equivalent => equivalent.push(fault),
            Verdict::Undecided => undecided_list.push(mutants.faults[fault].clone()),
            Verdict::Shows(values) => survivor_list.push(survivor(&mutants, subject, fault, &cone, &values)),
        }
    }
    let mutants = all.len();
    // What few vectors leave holds all that is equivalent.
    let killable = (mutants - equivalent.len()).max(1) as f64;
    let score = |killed: usize| killed as f64 / killable;
    let (killed, own, uniform) = (mutants - left.len(), mutants - few.len(), mutants - uniform.len());
    Ok(UnitReport {
        unit: target.name().to_owned(),
        config: dut.config.clone(),
        mutants,
        killed,
        equivalent: equivalent.len(),
        undecided: undecided_list.len(),
        survivors: survivor_list.len(),
        score: score(killed),
        few: Few {
            vectors: FEW,
            killed: own,
            score: score(own),
            uniform_killed: uniform,
            uniform_score: score(uniform),
        },
        seconds: start.elapsed().as_secs_f64(),
        survivor_list,
        undecided_list,
    })
}

/// A survivor with what tells it.
fn survivor(mutants: &Mutants, subject: &dyn Subject, fault: usize, cone: &Cone, values: &[(String, u64)]) -> Survivor {
    let circuit = &mutants.circuit;
    let value_of = |name: &str| values.iter().find(|(own, _)| own == name).map_or(0, |(_, value)| *value);
    let mut good = vec![Slice::ZERO; circuit.good.nodes().len()];
    for (name, leaves) in &circuit.inputs {
        let number = value_of(name);
        leaves.iter().enumerate().for_each(|(bit, leaf)| good[leaf.node()] = Slice::all(number >> bit & 1 == 1));
    }
    for (name, state) in circuit.states() {
        good[state.node()] = Slice::all(value_of(name) == 1);
    }
    lanes::run(&Gates::new(&circuit.good), &mut good);
    let mut own: Vec<_> = cone.states.iter().map(|(register, _)| good[circuit.registers[*register].0.node()]).collect();
    lanes::run_cone(cone, &good, &mut own);
    let told = circuit.outputs.iter().enumerate().filter_map(|(port, (name, bits))| {
        let bits: Vec<_> = bits.iter().map(|&bit| value(bit)).collect();
        let mut shown = bits.clone();
        cone.outputs.iter().filter(|(at, ..)| *at == port).for_each(|&(_, bit, new)| shown[bit] = new);
        let expected = lanes::number(&good, &own, bits.into_iter());
        let got = lanes::number(&good, &own, shown.into_iter());
        (expected != got).then(|| Told { output: name.clone(), expected: hex(expected), got: hex(got) })
    });
    let inputs: Vec<_> = subject.inputs().iter().map(|signal| value_of(signal.name)).collect();
    let is_instruction = circuit.input("valid_i").is_none() || value_of("valid_i") == 1;
    let pins = subject.inputs().iter().map(|signal| signal.name).chain(circuit.states().map(|(name, _)| name));
    Survivor {
        fault: mutants.faults[fault].clone(),
        ptx: if is_instruction { subject.ptx(&inputs) } else { None },
        inputs: pins.map(|name| Pin { name: name.to_owned(), value: hex(value_of(name)) }).collect(),
        outputs: told.collect(),
    }
}

fn hex(value: u64) -> String {
    format!("{value:#x}")
}
