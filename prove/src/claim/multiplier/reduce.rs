//! The reduction: every step keeps the sum of its numbers.
//!
//! A compressor takes three or six numbers. In each place the count of the ones is a bit of `sum`,
//! plus twice a bit of `carry`, plus, for six numbers, four times a bit of `fours`. An arrangement
//! moves each bit within its column, or leaves it out if it is always 0. So the numbers that are
//! made have the same sum as those that are taken, modulo 2^(2 width). If every number is used
//! once, the last two numbers have the sum of all rows.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde_json::{Value, json};
use vidalu_gen::{Arrangement, Compressor, Piece, Plan, Stage};
use vidalu_sim::gates::{Aig, Gates, Lit};

use crate::frames::{Frame, Frames, Named};
use crate::problem::Problem;
use crate::word::{Word, placed};

/// The nets that must be outputs besides the ports.
pub(super) const NETS: [&str; 4] = ["sum*", "carry*", "fours*", "bits_*"];

/// A step of the reduction.
#[derive(Clone, Copy)]
enum Step<'a> {
    Arrangement(&'a Arrangement),
    Compressor(&'a Compressor),
}

/// Returns the problems whether the steps keep the sum, each with the name of its first result. The
/// steps are spread over several modules.
pub(super) fn problems(plan: &Plan, modules: &[Gates], width: usize) -> Vec<(String, Problem)> {
    let modules = modules.iter().map(|gates| {
        let mut frames = Frames::new(gates, &[]);
        let frame = frames.step(&Named::new());
        (frames, frame)
    });
    let modules: Vec<_> = modules.collect();
    let zeros = zeros(plan);
    let problem = |step: Step<'_>| {
        let made = step.made();
        // A module has a net of the same name for a number that it takes.
        let makes = |frame: &Frame| {
            let name = made[0];
            frame.output(name).is_some() && frame.input(&format!("{name}_i")).is_none()
        };
        let own = modules.iter().find(|(_, frame)| makes(frame));
        let (frames, frame) = own.expect("the modules have every step");
        let mut aig = frames.aig.clone();
        let numbers: Vec<_> = step.of().iter().map(|name| number(plan, frame, name, width)).collect();
        let values = step.values(&mut aig, &numbers);
        let mut problem = Problem::new(aig, frames.inputs.clone());
        for (&name, expected) in made.iter().zip(values) {
            let net = frame.output(name).expect("the module has the numbers that a step makes");
            problem.claim(name, expected, net.clone());
            if let Some(port) = frame.output(&format!("{name}_o")) {
                problem.claim(format!("{name}_o"), net.clone(), port.clone());
            }
            for (_, column) in zeros.iter().filter(|(own, _)| *own == name) {
                problem.claim(format!("{name}[{column}] is 0"), Lit::FALSE, net[*column]);
            }
        }
        (made[0].clone(), problem)
    };
    steps(plan).map(problem).collect()
}

/// Returns the steps in their order as JSON: the numbers that each takes and makes, and the columns
/// of bits that it leaves out.
pub(super) fn documents(plan: &Plan) -> Vec<Value> {
    let document = |step: Step<'_>| match step {
        Step::Compressor(own) => json!({ "of": own.of, "makes": own.made }),
        Step::Arrangement(own) => {
            let mut zeros: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
            own.dropped.iter().flat_map(bits).for_each(|(name, column)| zeros.entry(name).or_default().push(column));
            json!({ "of": own.of, "makes": step.made(), "zeros": zeros })
        }
    };
    steps(plan).map(document).collect()
}

/// Returns the steps in their order.
fn steps(plan: &Plan) -> impl Iterator<Item = Step<'_>> {
    plan.stages.iter().flat_map(|stage| {
        let arrangement = stage.arrangement.iter().map(Step::Arrangement);
        arrangement.chain(stage.compressors.iter().map(Step::Compressor))
    })
}

impl<'a> Step<'a> {
    /// Returns the names of the numbers that it takes.
    fn of(self) -> &'a [String] {
        match self {
            Self::Arrangement(own) => &own.of,
            Self::Compressor(own) => &own.of,
        }
    }

    /// Returns the names of the numbers that it makes.
    fn made(self) -> Vec<&'a String> {
        match self {
            Self::Arrangement(own) => own.made.iter().map(|made| &made.name).collect(),
            Self::Compressor(own) => own.made.iter().collect(),
        }
    }

    /// Returns the numbers that it makes of those that it takes.
    fn values(self, aig: &mut Aig, numbers: &[Word]) -> Vec<Word> {
        match self {
            Self::Arrangement(own) => arranged(own, numbers),
            Self::Compressor(_) => counted(aig, numbers).to_vec(),
        }
    }
}

/// Returns the bits that arrangements leave out, as the number and the column.
pub(super) fn zeros(plan: &Plan) -> Vec<(&String, usize)> {
    let dropped = plan.stages.iter().filter_map(|stage| stage.arrangement.as_ref()).flat_map(|own| &own.dropped);
    dropped.flat_map(bits).collect()
}

/// Returns the bits of a piece, as the number and the column.
fn bits(piece: &Piece) -> impl Iterator<Item = (&String, usize)> {
    let columns = piece.lo..piece.lo + piece.width;
    piece.of.iter().flat_map(move |name| columns.clone().map(move |column| (name, column as usize)))
}

/// Returns what an arrangement makes of numbers.
fn arranged(arrangement: &Arrangement, numbers: &[Word]) -> Vec<Word> {
    let made = arrangement.made.iter().map(|own| {
        let mut word = vec![Lit::FALSE; numbers[0].len()];
        for (name, column) in own.pieces.iter().flat_map(bits) {
            let of = arrangement.of.iter().position(|own| own == name).expect("a piece is of a number that is taken");
            word[column] = numbers[of][column];
        }
        word
    });
    made.collect()
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

/// Adds to a problem that the steps use every number once, and arrangements every bit. The counts
/// are constants.
pub(super) fn once(plan: &Plan, problem: &mut Problem, width: usize) {
    let rows = plan.rows.iter().map(|row| &row.name);
    let numbers: Vec<_> = rows.chain(plan.stages.iter().flat_map(Stage::made)).collect();
    let ends = ["sum".to_owned(), "carry".to_owned()];
    let taken: Vec<_> = plan.stages.iter().flat_map(Stage::of).chain(&ends).collect();
    for name in numbers.iter().chain(&taken).unique() {
        let times = |all: &[&String]| all.iter().filter(|other| *other == name).count();
        let is_once = times(&taken) == 1 && times(&numbers) == 1;
        problem.claim(format!("{name} is taken once"), Lit::TRUE, Lit::constant(is_once));
    }
    for own in plan.stages.iter().filter_map(|stage| stage.arrangement.as_ref()) {
        for made in &own.made {
            let columns = made.pieces.iter().flat_map(|piece| piece.lo..piece.lo + piece.width);
            let is_right = columns.map(|column| column as usize).eq(0..2 * width);
            problem.claim(format!("{} has its columns", made.name), Lit::TRUE, Lit::constant(is_right));
        }
        let pieces = own.made.iter().flat_map(|made| &made.pieces).chain(&own.dropped);
        let mut placed: Vec<_> = pieces.flat_map(bits).collect();
        placed.sort_unstable();
        let row = |name: &String| plan.rows.iter().find(|row| row.name == *name);
        let columns = |name| row(name).map_or(0..2 * width, |row| row.lo as usize..(row.lo + row.width) as usize);
        let mut all: Vec<_> = own.of.iter().flat_map(|name| columns(name).map(move |column| (name, column))).collect();
        all.sort_unstable();
        problem.claim(format!("{} has every bit once", own.made[0].name), Lit::TRUE, Lit::constant(placed == all));
    }
}
