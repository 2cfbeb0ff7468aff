//! The reduction: every compressor keeps the sum of its three numbers.
//!
//! In each place the sum of three bits is a bit of `sum` plus twice a bit of `carry`. So the two
//! numbers have the same sum as the three, modulo 2^(2 width). If every number is used once, the
//! last two numbers have the sum of all rows.

use vidalu_gen::{Compressor, Plan};
use vidalu_sim::gates::{Aig, Gates, Lit};

use crate::frames::{Frame, Frames, Named};
use crate::problem::Problem;
use crate::word::{Word, placed};

/// The nets that must be outputs besides the ports.
pub(super) const NETS: [&str; 2] = ["sum*", "carry*"];

/// Returns the problems whether the compressors keep the sum, each with the name of its result.
/// The compressors are spread over several modules.
pub(super) fn problems(plan: &Plan, modules: &[Gates], width: usize) -> Vec<(String, Problem)> {
    let modules = modules.iter().map(|gates| {
        let mut frames = Frames::new(gates, &[]);
        let frame = frames.step(&Named::new());
        (frames, frame)
    });
    let modules: Vec<_> = modules.collect();
    let problem = |compressor: &Compressor| {
        // An input of a module has a net of its name there too.
        let makes = |frame: &Frame| {
            frame.output(&compressor.sum).is_some() && frame.input(&format!("{}_i", compressor.sum)).is_none()
        };
        let own = modules.iter().find(|(_, frame)| makes(frame));
        let (frames, frame) = own.expect("the modules have every compressor");
        let mut aig = frames.aig.clone();
        let three = compressor.of.each_ref().map(|name| number(plan, frame, name, width));
        let (sum, carry) = compressed(&mut aig, &three);
        let mut problem = Problem::new(aig, frames.inputs.clone());
        for (name, expected) in [(&compressor.sum, sum), (&compressor.carry, carry)] {
            let net = frame.output(name).expect("a compressor makes two numbers");
            problem.claim(name, expected, net.clone());
            if let Some(port) = frame.output(&format!("{name}_o")) {
                problem.claim(format!("{name}_o"), net.clone(), port.clone());
            }
        }
        (compressor.sum.clone(), problem)
    };
    plan.compressors.iter().map(problem).collect()
}

/// Returns a number in a module: a row at its place, another input, or a number that is made there.
fn number(plan: &Plan, frame: &Frame, name: &str, width: usize) -> Word {
    let outside = frame.input(&format!("{name}_i"));
    let row = plan.rows.iter().find(|row| row.name == name);
    let lo = row.map_or(0, |row| row.lo as usize);
    let word = outside.or(frame.output(name)).expect("a compressor takes numbers of its module");
    placed(word, lo, 2 * width)
}

/// Returns the sum and the carry of three numbers.
fn compressed(aig: &mut Aig, [x, y, z]: &[Word; 3]) -> (Word, Word) {
    let (mut sum, mut carry) = (Word::new(), vec![Lit::FALSE]);
    for ((&x, &y), &z) in x.iter().zip(y).zip(z) {
        let half = aig.xor(x, y);
        sum.push(aig.xor(half, z));
        let (both, passed) = (aig.and(x, y), aig.and(half, z));
        carry.push(aig.or(both, passed));
    }
    carry.truncate(sum.len());
    (sum, carry)
}

/// Adds to a problem that the compressors use every number once. The counts are constants.
pub(super) fn once(plan: &Plan, problem: &mut Problem) {
    let rows = plan.rows.iter().map(|row| &row.name);
    let made = plan.compressors.iter().flat_map(|compressor| [&compressor.sum, &compressor.carry]);
    let ends = ["sum".to_owned(), "carry".to_owned()];
    let taken: Vec<_> = plan.compressors.iter().flat_map(|compressor| &compressor.of).chain(&ends).collect();
    let numbers: Vec<_> = rows.chain(made).collect();
    for name in &numbers {
        let times = |all: &[&String]| all.iter().filter(|other| *other == name).count();
        let is_once = times(&taken) == 1 && times(&numbers) == 1;
        problem.claim(format!("{name} is taken once"), Lit::TRUE, Lit::constant(is_once));
    }
}
