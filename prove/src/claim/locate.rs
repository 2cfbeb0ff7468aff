//! Where rows of registers stand is the generator's choice. It is found by random numbers: of all
//! places, the first at which they refute nothing. A wrong guess cannot prove anything, because
//! the problem at that place is proven like every other.

use super::implementation::Implementation;
use crate::problem::Problem;
use crate::simulate;

/// The number of control words that are tried.
const WORDS: usize = 4;

/// Tells whether random numbers do not refute a problem.
pub(super) fn agrees(problem: &Problem) -> bool {
    simulate::refute(&problem.miter()).is_none()
}

/// Tells whether random operands do not refute a problem about an instruction that is offered,
/// for the first control words that `concerns` accepts.
pub(super) fn agrees_for(module: &Implementation, problem: &Problem, concerns: impl Fn(u64) -> bool) -> bool {
    let full = problem.inputs().iter().find(|(name, _)| name == "full").map(|(_, word)| (word[0], false));
    let offered = problem.restricted(full.filter(|_| module.full_at().is_some()).as_slice());
    let word = &offered.formula_inputs()[0];
    let with = |value: u64| {
        let bits = word.iter().enumerate().map(|(at, &bit)| (bit, value >> at & 1 == 1));
        offered.restricted(&bits.collect::<Vec<_>>())
    };
    module.control_words().filter(|&word| concerns(word)).take(WORDS).all(|value| agrees(&with(value)))
}
