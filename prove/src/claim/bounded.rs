//! The claim about the first cycles after a reset: the outputs are those of the hardware that
//! vidalu generates in the same configuration. It is made where a claim about all states is open.

use vidalu_sim::gates::{Gates, Lit};

use super::implementation::{Cycle, Implementation};
use super::statement::{Claim, Obligation};
use crate::frames::{Frame, Frames, Named};
use crate::problem::Problem;
use crate::word::{Word, equal};

/// The number of reset cycles at the start.
const RESET: usize = 2;

/// Returns the claim that `own`, the gates of the module, show in `cycles` cycles after a reset
/// the same as `reference`, for all inputs that are instructions of the module.
pub(crate) fn from_reset(module: &Implementation, [own, reference]: [&Gates; 2], cycles: usize) -> Claim {
    let mut frames = Frames::new(own, &[]);
    let resets: Vec<_> = (0..RESET).map(|_| module.step(&mut frames, Cycle::Resets)).collect();
    let steps: Vec<_> = (0..cycles).map(|_| instruction(module, &mut frames)).collect();
    let mut other = frames.beside(reference, "generated");
    for frame in &resets {
        other.step(&frame.inputs);
    }
    let mut obligations = Vec::new();
    for (number, frame) in steps.iter().enumerate() {
        let expected = other.step(&frame.inputs);
        let mut problem = Problem::new(other.aig.clone(), other.inputs.clone());
        compare(&mut problem, &expected, frame);
        obligations.push(Obligation::new(format!("cycle {number}"), problem));
    }
    Claim {
        name: "from reset".to_owned(),
        says: "after a reset the outputs are those of the generated hardware",
        obligations,
    }
}

/// Adds a cycle of any inputs. A control word that is not an instruction is replaced by one that
/// is.
fn instruction(module: &Implementation, frames: &mut Frames<'_>) -> Frame {
    let legal = module.subject.stimulus(1, 0);
    let cycle = frames.cycles();
    let signals = module.subject.inputs();
    let open: Vec<Word> =
        signals.iter().map(|signal| frames.open(format!("{}@{cycle}", signal.name), signal.width as usize)).collect();
    let promised = module.is_promised(&mut frames.aig, &open);
    let mut driven = Named::new();
    for ((signal, word), legal) in signals.iter().zip(open).zip(legal) {
        let is_choice = matches!(signal.name, "ctl_i" | "ctx_i");
        let chosen = (0..).zip(word).map(|(at, bit): (u32, _)| {
            let other = Lit::constant(legal >> at & 1 == 1);
            if is_choice { frames.aig.mux(promised, bit, other) } else { bit }
        });
        driven.push((signal.name.to_owned(), chosen.collect()));
    }
    module.step_with(frames, Cycle::Any, driven)
}

/// Claims that a cycle shows the expected outputs. The data count where a result is shown.
fn compare(problem: &mut Problem, expected: &Frame, got: &Frame) {
    let shown = expected.bit("valid_o", Lit::TRUE);
    for (name, expected) in &expected.outputs {
        let got = got.output(name).expect("both have the same ports");
        let is_control = matches!(name.as_str(), "valid_o" | "ready_o");
        let same = equal(problem.aig_mut(), expected, got);
        let counts = if is_control { Lit::TRUE } else { shown };
        let differs = problem.aig_mut().and(counts, !same);
        problem.claim(name, Lit::FALSE, differs);
    }
}
