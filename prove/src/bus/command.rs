//! The claim about answers, which all wrappers share that take commands.

use vidalu_gen::wrapper::Which;
use vidalu_sim::gates::{Aig, Lit};

use super::{Wrapped, replaced};
use crate::claim::Claim;
use crate::frames::Frame;
use crate::problem::Problem;
use crate::word::{Word, constant, extended, is_number};

/// The command of a cycle.
pub(super) struct Begun {
    /// A bit that is 1 where a command begins.
    pub(super) begins: Lit,
    /// A bit that is 1 where the command reads a word.
    pub(super) reads: Lit,
    /// The number of the word that is read.
    pub(super) which: Word,
}

/// The claim about the answer at the pin `output`.
pub(super) fn answer(
    module: &Wrapped,
    output: &str,
    begun: impl FnOnce(&mut Aig, &Frame) -> Begun,
    says: &'static str,
) -> Claim {
    let mut frames = module.frames();
    let (first, second) = (module.step(&mut frames), module.step(&mut frames));
    let aig = &mut frames.aig;
    let Begun { begins, reads, which } = begun(aig, &first);
    let result = module.unit_bit(&first, "valid_o");
    let (last, flags) = (module.register(&first.before, "last_q"), module.register(&first.before, "flags_q"));
    let word = |word: &[Lit]| extended(word, 32, Lit::FALSE);
    let id = constant(module.id.into(), 32);
    let high = last.get(32..).unwrap_or_default();
    let words = [(Which::Low, word(&last)), (Which::High, word(high)), (Which::Flags, word(&flags)), (Which::Id, id)];
    let mut expected: Word = vec![Lit::FALSE; 32];
    for (code, word) in words {
        let is_it = is_number(aig, &which, code.code());
        let is_it = aig.and(is_it, reads);
        expected = replaced(aig, is_it, &word, &expected);
    }
    expected = replaced(aig, begins, &expected, &Wrapped::pin(&first, output));
    expected = replaced(aig, result, &word(&module.at_unit(&first, "d_o")[..32]), &expected);
    let last = replaced(aig, result, &module.at_unit(&first, "d_o"), &last);
    let flags = replaced(aig, result, &module.flags(&first), &flags);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.claim(output, expected, Wrapped::pin(&second, output));
    for (name, word) in [("last_q", last), ("flags_q", flags)].into_iter().filter(|(_, word)| !word.is_empty()) {
        problem.claim(name, word, module.register(&second.before, name));
    }
    Claim::whole("answer", says, problem)
}
