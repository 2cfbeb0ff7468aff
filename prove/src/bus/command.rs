//! The claim about answers, which all wrappers share that take commands.

use vidalu_gen::landmark::bus::{FLAGS, LAST};
use vidalu_gen::wrapper::Which;
use vidalu_sim::gates::{Aig, Lit};

use super::{WrapperGates, replaced};
use crate::claim::Claim;
use crate::frames::Frame;
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
    module: &WrapperGates,
    output: &str,
    begun: impl FnOnce(&mut Aig, &Frame) -> Begun,
    says: &'static str,
) -> Claim {
    let (mut problem, [first, second]) = module.cycles();
    let aig = problem.aig_mut();
    let Begun { begins, reads, which } = begun(aig, &first);
    let last = module.register(&first.before, LAST);
    let flags = if module.has_flags() { module.register(&first.before, FLAGS) } else { Word::new() };
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
    expected = replaced(aig, begins, &expected, &first.pin(output));
    expected =
        replaced(aig, module.unit_bit(&first, "valid_o"), &module.at_unit(&first, "d_o")[..32].to_vec(), &expected);
    problem.claim(output, expected, second.pin(output));
    module.keeps_result(&mut problem, &first);
    Claim::whole("answer", says, problem)
}
