//! Words of gates: their arithmetic, and the questions that are asked of them.

use vidalu_model::control::Field;
use vidalu_sim::gates::{Aig, Lit};

/// The bits of a vector, the lowest first.
pub type Word = Vec<Lit>;

/// Returns the sum of two words of one width and a carry, and the carry out of it.
pub(crate) fn sum(aig: &mut Aig, x: &[Lit], y: &[Lit], mut carry: Lit) -> (Word, Lit) {
    let mut sum = Vec::with_capacity(x.len());
    for (&x, &y) in x.iter().zip(y) {
        let half = aig.xor(x, y);
        sum.push(aig.xor(half, carry));
        let (both, passed) = (aig.and(x, y), aig.and(half, carry));
        carry = aig.or(both, passed);
    }
    (sum, carry)
}

/// Returns the difference of two words of one width, and a bit that is 1 unless it borrowed.
pub(crate) fn difference(aig: &mut Aig, x: &[Lit], y: &[Lit]) -> (Word, Lit) {
    sum(aig, x, &inverse(y), Lit::TRUE)
}

/// Returns the complement of each bit.
pub(crate) fn inverse(word: &[Lit]) -> Word {
    word.iter().map(|&bit| !bit).collect()
}

/// Returns a number of `width` bits.
pub(crate) fn constant(number: u128, width: usize) -> Word {
    (0..width).map(|bit| Lit::constant(number >> bit & 1 == 1)).collect()
}

/// Returns the low `width` bits of a word, with copies of `fill` above it where it is shorter.
pub(crate) fn extended(word: &[Lit], width: usize, fill: Lit) -> Word {
    word.iter().copied().chain(std::iter::repeat(fill)).take(width).collect()
}

/// Returns a two's complement number in `width` bits.
pub(crate) fn signed(word: &[Lit], width: usize) -> Word {
    extended(word, width, word[word.len() - 1])
}

/// Returns a natural number times 2^`lo`, modulo 2^`width`.
pub(crate) fn placed(word: &[Lit], lo: usize, width: usize) -> Word {
    let zeros = std::iter::repeat_n(Lit::FALSE, lo);
    let word: Word = zeros.chain(word.iter().copied()).take(width).collect();
    extended(&word, width, Lit::FALSE)
}

/// Returns a bit that is 1 where all of these bits are.
pub(crate) fn all(aig: &mut Aig, bits: &[Lit]) -> Lit {
    bits.iter().fold(Lit::TRUE, |all, &bit| aig.and(all, bit))
}

/// Returns a bit that is 1 where all of these bits have these values.
pub(crate) fn have(aig: &mut Aig, bits: impl IntoIterator<Item = (Lit, bool)>) -> Lit {
    bits.into_iter().fold(Lit::TRUE, |all, (bit, value)| aig.and(all, if value { bit } else { !bit }))
}

/// Returns a bit that is 1 where a word is `number`.
pub(crate) fn is_number(aig: &mut Aig, word: &[Lit], number: u64) -> Lit {
    have(aig, word.iter().enumerate().map(|(at, &bit)| (bit, number >> at & 1 == 1)))
}

/// Returns a bit that is 1 where two words of one width are equal.
pub(crate) fn equal(aig: &mut Aig, x: &[Lit], y: &[Lit]) -> Lit {
    x.iter().zip(y).fold(Lit::TRUE, |all, (&x, &y)| {
        let differ = aig.xor(x, y);
        aig.and(all, !differ)
    })
}

/// Returns a bit that is 1 where a field of a control word holds one of the codes with these names.
pub(crate) fn has_code(aig: &mut Aig, word: &[Lit], field: &Field, names: &[&str]) -> Lit {
    names.iter().fold(Lit::FALSE, |any, name| {
        let is_it = is_number(aig, &word[field.lo as usize..=field.hi() as usize], field.code(name));
        aig.or(any, is_it)
    })
}
