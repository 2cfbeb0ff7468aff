//! The reduction: every compressor keeps the sum of its three or six numbers.
//!
//! In each place the count of the ones is a bit of `sum`, plus twice a bit of `carry`, plus, for
//! six numbers, four times a bit of `fours`. So the numbers that are made have the same sum as
//! those that are taken, modulo 2^(2 width). If every number is used once, the last two numbers
//! have the sum of all rows.

use vidalu_gen::{Compressor, Plan};
use vidalu_sim::gates::{Aig, Gates, Lit};

use crate::frames::{Frame, Frames, Named};
use crate::problem::Problem;
use crate::word::{Word, placed};

/// The nets that must be outputs besides the ports.
pub(super) const NETS: [&str; 3] = ["sum*", "carry*", "fours*"];

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
            let name = &compressor.made[0];
            frame.output(name).is_some() && frame.input(&format!("{name}_i")).is_none()
        };
        let own = modules.iter().find(|(_, frame)| makes(frame));
        let (frames, frame) = own.expect("the modules have every compressor");
        let mut aig = frames.aig.clone();
        let numbers: Vec<_> = compressor.of.iter().map(|name| number(plan, frame, name, width)).collect();
        let counts = counted(&mut aig, &numbers);
        let mut problem = Problem::new(aig, frames.inputs.clone());
        for (name, expected) in compressor.made.iter().zip(counts) {
            let net = frame.output(name).expect("the module has the numbers that a compressor makes");
            problem.claim(name, expected, net.clone());
            if let Some(port) = frame.output(&format!("{name}_o")) {
                problem.claim(format!("{name}_o"), net.clone(), port.clone());
            }
        }
        (compressor.made[0].clone(), problem)
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

/// Returns the bits of the count of ones in each column of at most seven numbers: the lowest bits,
/// those of weight two, and those of weight four, each at its place.
fn counted(aig: &mut Aig, numbers: &[Word]) -> [Word; 3] {
    let width = numbers[0].len();
    let mut counts = [0, 1, 2].map(|place| vec![Lit::FALSE; place]);
    for column in 0..width {
        let mut count = [Lit::FALSE; 3];
        for number in numbers {
            let mut carry = number[column];
            for bit in &mut count {
                (*bit, carry) = (aig.xor(*bit, carry), aig.and(*bit, carry));
            }
        }
        for (word, bit) in counts.iter_mut().zip(count) {
            word.push(bit);
        }
    }
    counts.map(|word| word[..width].to_vec())
}

/// Adds to a problem that the compressors use every number once. The counts are constants.
pub(super) fn once(plan: &Plan, problem: &mut Problem) {
    let rows = plan.rows.iter().map(|row| &row.name);
    let made = plan.compressors.iter().flat_map(|compressor| &compressor.made);
    let ends = ["sum".to_owned(), "carry".to_owned()];
    let taken: Vec<_> = plan.compressors.iter().flat_map(|compressor| &compressor.of).chain(&ends).collect();
    let numbers: Vec<_> = rows.chain(made).collect();
    for name in &numbers {
        let times = |all: &[&String]| all.iter().filter(|other| *other == name).count();
        let is_once = times(&taken) == 1 && times(&numbers) == 1;
        problem.claim(format!("{name} is taken once"), Lit::TRUE, Lit::constant(is_once));
    }
}
