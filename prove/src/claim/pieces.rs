//! The pieces of a multiplier that stand in a unit by themselves, with registers between them.

use vidalu_sim::gates::Lit;

use super::implementation::{Cycle, Implementation};
use super::locate;
use super::multiplier::{self, reductions, taken};
use super::statement::Claim;
use crate::frames::{Frame, Frames};
use crate::problem::Problem;
use crate::word::{Word, inverse, signed, sum};

/// The pieces of a multiplier, and when an instruction reaches each of them.
pub(super) struct Pieces {
    /// The path of each instance, the rows first, and the number of movements after which an
    /// instruction is there.
    at: Vec<(String, usize)>,
}

impl Pieces {
    /// Finds the pieces that belong to the rows at `path`, which an instruction reaches after
    /// `after` movements.
    pub(super) fn find(module: &Implementation, path: &str, after: usize) -> Self {
        let mut at = vec![(path.to_owned(), after)];
        for piece in reductions(&module.gates().outputs, path) {
            let first = at.last().map_or(after, |(_, after)| *after);
            let fits = |&after: &usize| locate::agrees(&transport(module, &at, &piece, after));
            let found = (first..=module.latency()).find(fits).unwrap_or(first);
            at.push((piece, found));
        }
        Self { at }
    }

    /// The claim that every piece takes the numbers that the pieces before it have made.
    pub(super) fn transport(&self, module: &Implementation) -> Claim {
        let cases = (1..self.at.len()).map(|index| {
            let (piece, after) = &self.at[index];
            (piece.clone(), transport(module, &self.at[..index], piece, *after))
        });
        multiplier::transport("transport", cases.collect())
    }

    /// Returns the product that the pieces leave: the sum of the last two numbers, less the
    /// addend that the rows take; `None` if the cycles end before the last piece.
    pub(super) fn product(&self, frames: &mut Frames<'_>, cycles: &[Frame]) -> Option<Word> {
        let ((rows, first), (last, end)) = (self.at.first()?, self.at.last()?);
        let number = |name: &str| cycles.get(*end)?.input(&format!("{last}.{name}_o"));
        let (left, right) = (number("sum")?, number("carry")?);
        let addend = cycles.get(*first)?.output(&format!("{rows}.addend_i"))?;
        let total = sum(&mut frames.aig, left, right, Lit::FALSE).0;
        let addend = inverse(&signed(addend, total.len()));
        Some(sum(&mut frames.aig, &total, &addend, Lit::TRUE).0)
    }
}

/// The problem whether a piece takes the numbers that the pieces before it have made.
fn transport(module: &Implementation, before: &[(String, usize)], piece: &str, after: usize) -> Problem {
    let mut frames = module.frames();
    let cycles = module.cycles(&mut frames, Cycle::Moves, after);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    taken(&mut problem, &cycles, before, (piece, after));
    problem
}
