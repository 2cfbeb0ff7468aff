//! Values of many vectors at once: one bit of each in a slice.

use multiversion::multiversion;
use vidalu_sim::gates::{Aig, Node};

use super::circuit::{Cone, Literal, literal};

/// The number of words in a slice.
pub(super) const WORDS: usize = 8;

/// The number of vectors that are computed at once.
pub(super) const LANES: usize = 64 * WORDS;

/// One bit of every lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub(super) struct Slice(pub [u64; WORDS]);

impl Slice {
    /// The value 0 in all lanes.
    pub(super) const ZERO: Self = Self([0; WORDS]);

    /// Returns a slice with one value in all lanes.
    pub(super) fn all(value: bool) -> Self {
        Self([if value { !0 } else { 0 }; WORDS])
    }

    #[inline(always)]
    fn flipped(self, by: Literal) -> Self {
        let by = u64::from(by & 1).wrapping_neg();
        Self(self.0.map(|word| word ^ by))
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        let mut both = self.0;
        both.iter_mut().zip(other.0).for_each(|(word, other)| *word &= other);
        Self(both)
    }

    /// Returns whether two slices differ in any lane.
    #[inline(always)]
    fn differs(self, other: Self) -> bool {
        self.0.iter().zip(other.0).fold(0, |any, (word, other)| any | (word ^ other)) != 0
    }
}

/// The gates of a graph, in the order of computation.
pub(super) struct Gates(Vec<(u32, [Literal; 2])>);

impl Gates {
    /// Takes the gates of a graph.
    pub(super) fn new(aig: &Aig) -> Self {
        let gate = |(at, node): (u32, &Node)| match *node {
            Node::And(a, b) => Some((at, [literal(a), literal(b)])),
            Node::Leaf => None,
        };
        Self((0..).zip(aig.nodes()).filter_map(gate).collect())
    }
}

/// Computes all gates from the leaves.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn run(gates: &Gates, values: &mut [Slice]) {
    for (at, [a, b]) in &gates.0 {
        let [a, b] = [*a, *b].map(|read| values[read as usize >> 1].flipped(read));
        values[*at as usize] = a.and(b);
    }
}

/// Returns the values of a literal. Numbers beyond `good` are the fault's own values.
#[inline(always)]
pub(super) fn of(good: &[Slice], own: &[Slice], read: Literal) -> Slice {
    let at = read as usize >> 1;
    if at < good.len() { good[at].flipped(read) } else { own[at - good.len()].flipped(read) }
}

/// Computes the fault's own values after its states, in `own`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn run_cone(cone: &Cone, good: &[Slice], own: &mut Vec<Slice>) {
    own.truncate(cone.states.len());
    for [a, b] in &cone.ands {
        let both = of(good, own, *a).and(of(good, own, *b));
        own.push(both);
    }
}

/// Returns whether a fault shows at an output that is compared. `outputs` are those of the good
/// module, and `is_seen` says which ports are compared.
pub(super) fn shows(cone: &Cone, good: &[Slice], own: &[Slice], outputs: &[Vec<Literal>], is_seen: &[bool]) -> bool {
    let seen = cone.outputs.iter().filter(|(port, ..)| is_seen[*port]);
    seen.into_iter().any(|&(port, bit, new)| of(good, own, new).differs(of(good, own, outputs[port][bit])))
}

/// Writes numbers, one for each lane, into the slices of their bits.
pub(super) fn slice(numbers: &[u64], mut bit: impl FnMut(usize) -> usize, width: usize, values: &mut [Slice]) {
    for at in 0..width {
        let slice = &mut values[bit(at)].0;
        for (word, numbers) in slice.iter_mut().zip(numbers.chunks(64)) {
            *word = (0..).zip(numbers).fold(0, |word, (lane, number)| word | (number >> at & 1) << lane);
        }
    }
}
