//! How the modules of a multiplier are connected: each takes numbers that others have made.

use vidalu_gen::landmark::{REDUCE, ROWS};
use vidalu_sim::gates::Lit;

use crate::frames::{Frame, Named};
use crate::problem::Problem;

/// Returns the paths of the modules that reduce the rows at `path`, in their order.
pub(in super::super) fn reductions(vectors: &Named, path: &str) -> Vec<String> {
    let front = format!("{}{REDUCE}", path.strip_suffix(ROWS).expect("the rows have this name"));
    let numbers = vectors.iter().filter_map(|(name, _)| name.strip_prefix(&front)?.split_once('.')).map(|(own, _)| own);
    let mut numbers: Vec<_> = numbers.collect();
    numbers.sort_unstable_by_key(|own| own.parse().unwrap_or(usize::MAX));
    numbers.dedup();
    numbers.into_iter().map(|own| format!("{front}{own}")).collect()
}

/// Claims that every number that a piece takes was made by a piece before it. Pieces are paths
/// with the cycle of the instruction.
pub(in super::super) fn taken(
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
