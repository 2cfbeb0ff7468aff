//! The claim about answers, which all wrappers share that take commands.

use vidalu_gen::landmark::bus::{C, FLAGS, LAST, high, word};
use vidalu_gen::wrapper::{SLOTS, Which};
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
    /// A bit that is 1 where the command sets the last result.
    pub(super) sets: Lit,
    /// The number of the word that is read, and in its lower two bits the flags that are set.
    pub(super) which: Word,
    /// The two operands.
    pub(super) operands: [Word; 2],
}

/// Returns the names of the registers that hold the values of commands.
pub(super) fn held_values(module: &WrapperGates) -> impl Iterator<Item = String> {
    let c = match (module.has_c(), module.brings_c(), module.layout.has_wide_c()) {
        (true, false, _) => Some(C.to_owned()),
        (true, true, true) => Some(high("c")),
        _ => None,
    };
    let highs = ["a", "b"].into_iter().filter(|_| module.is_wide()).map(high);
    (0..SLOTS).map(word).chain(highs).chain(c)
}

/// Returns the words of held values that a command can read, with their codes. Those of registers
/// that the wrapper does not have are empty.
fn held_words(module: &WrapperGates, frame: &Frame) -> Vec<(u64, Word)> {
    let of = |name: &str| module.register(&frame.before, name);
    let half = |word: &[Lit], is_high: bool| -> Word {
        let (low, high) = word.split_at(word.len().min(32));
        if is_high { high.to_vec() } else { low.to_vec() }
    };
    let c = of(C);
    // The upper half is part of `c`, or held alone.
    let c_high = [half(&c, true), of(&high("c"))].concat();
    let mut words = vec![
        (Which::C.code(), half(&c, false)),
        (Which::CHigh.code(), c_high),
        (Which::AHigh.code(), of(&high("a"))),
        (Which::BHigh.code(), of(&high("b"))),
    ];
    for slot in 0..SLOTS {
        // The register has the fields without the gap between them.
        let register = of(&word(slot));
        let mut issue = vec![Lit::FALSE; 64];
        let parts = ["ctl", "ctx"].into_iter().filter_map(|name| module.layout.part(name));
        let places = parts.flat_map(|part| part.lo as usize..=part.hi() as usize);
        places.zip(&register).for_each(|(place, bit)| issue[place] = *bit);
        words.push((Which::WordLow.code() + slot as u64, half(&issue, false)));
        words.push((Which::WordHigh.code() + slot as u64, half(&issue, true)));
    }
    words
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
    let Begun { begins, reads, sets, which, operands } = begun(aig, &first);
    let last = module.register(&first.before, LAST);
    let flags = if module.has_flags() { module.register(&first.before, FLAGS) } else { Word::new() };
    let word = |word: &[Lit]| extended(word, 32, Lit::FALSE);
    let id = constant(module.id.into(), 32);
    let high = last.get(32..).unwrap_or_default();
    let words = [(Which::Low, word(&last)), (Which::High, word(high)), (Which::Flags, word(&flags)), (Which::Id, id)];
    let held = held_words(module, &first).into_iter().map(|(code, held)| (code, word(&held)));
    let words = words.into_iter().map(|(which, word)| (which.code(), word)).chain(held);
    let mut expected: Word = vec![Lit::FALSE; 32];
    for (code, word) in words {
        let is_it = is_number(aig, &which, code);
        let is_it = aig.and(is_it, reads);
        expected = replaced(aig, is_it, &word, &expected);
    }
    expected = replaced(aig, begins, &expected, &first.pin(output));
    expected =
        replaced(aig, module.unit_bit(&first, "valid_o"), &module.at_unit(&first, "d_o")[..32].to_vec(), &expected);
    problem.claim(output, expected, second.pin(output));
    // A unit without CC.CF leaves bit 0 of the flags at 0.
    let has_cf = !module.at_unit(&first, "cf_o").is_empty();
    let given = vec![if has_cf { which[0] } else { Lit::FALSE }, which[1]];
    module.keeps_result(&mut problem, &first, Some(&(sets, operands.concat(), given)));
    Claim::whole("answer", says, problem)
}
