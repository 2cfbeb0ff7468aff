//! The pieces of a multiplier in the module that has them: each takes what another has made.

use vidalu_sim::gates::Lit;

use super::super::module::{Cycle, Module};
use crate::frames::{Frame, Named};
use crate::problem::Problem;
use crate::simulate;
use crate::term::Word;

/// The pieces, and when an instruction comes to them.
pub(in super::super) struct Pieces {
    /// The path of each instance, that of the rows first, and the movements after which an instruction is there.
    at: Vec<(String, usize)>,
}

impl Pieces {
    /// The pieces that go with the rows `path`, at which an instruction is after so many movements.
    pub(in super::super) fn find(module: &Module, path: &str, after: usize) -> Self {
        let mut at = vec![(path.to_owned(), after)];
        for piece in reductions(&module.gates.outputs, path) {
            let first = at.last().map_or(after, |(_, after)| *after);
            // Where rows of registers stand is the generator's choice: the first place where random numbers do not differ is it.
            let fits = |&after: &usize| simulate::refute(&transport(module, &at, &piece, after)).is_none();
            let found = (first..=module.latency()).find(fits).unwrap_or(first);
            at.push((piece, found));
        }
        Self { at }
    }

    /// For each piece but the rows the problem whether it takes what others have made.
    pub(in super::super) fn problems(&self, module: &Module) -> Vec<(String, Problem)> {
        let pieces = (1..self.at.len()).map(|index| {
            let (piece, after) = &self.at[index];
            (piece.clone(), transport(module, &self.at[..index], piece, *after))
        });
        pieces.collect()
    }

    /// The numbers `sum` and `carry` that the last piece leaves and the addend that the rows take, if the cycles go as far.
    pub(in super::super) fn ends<'a>(&self, cycles: &'a [Frame]) -> Option<[&'a Word; 3]> {
        let ((rows, first), (last, end)) = (self.at.first()?, self.at.last()?);
        let number = |name: &str| cycles.get(*end)?.input(&format!("{last}.{name}_o"));
        Some([number("sum")?, number("carry")?, cycles.get(*first)?.output(&format!("{rows}.addend_i"))?])
    }
}

/// The paths of the modules that reduce the rows `path`, in their order.
pub(super) fn reductions(vectors: &Named, path: &str) -> Vec<String> {
    let front = format!("{}u_reduce_", path.strip_suffix("u_rows").expect("the rows have this name"));
    let numbers = vectors.iter().filter_map(|(name, _)| name.strip_prefix(&front)?.split_once('.')).map(|(own, _)| own);
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_unstable_by_key(|own| own.parse().unwrap_or(usize::MAX));
    numbers.dedup();
    numbers.into_iter().map(|own| format!("{front}{own}")).collect()
}

/// Whether a piece takes what the pieces before it have made.
fn transport(module: &Module, before: &[(String, usize)], piece: &str, after: usize) -> Problem {
    let mut frames = module.frames();
    let cycles = module.cycles(&mut frames, Cycle::Moves, after);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    taken(&mut problem, &cycles, before, (piece, after));
    problem
}

/// Claims that every number that a piece takes is the one that a piece before it has made.
pub(super) fn taken(
    problem: &mut Problem,
    cycles: &[Frame],
    before: &[(String, usize)],
    (piece, after): (&str, usize),
) {
    let front = format!("{piece}.");
    for (name, taken) in &cycles[after].outputs {
        let Some(number) = name.strip_prefix(&front).and_then(|port| port.strip_suffix("_i")) else { continue };
        let made = before.iter().find_map(|(maker, at)| cycles[*at].input(&format!("{maker}.{number}_o")));
        match made {
            Some(made) => problem.claim(name, made.clone(), taken.clone()),
            None => problem.claim(format!("{name} is made"), Lit::TRUE, Lit::FALSE),
        }
    }
}
