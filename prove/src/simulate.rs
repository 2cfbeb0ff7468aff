//! Problems on numbers: random ones, and those of an engine's answer.

use vidalu_model::draw::{key, mix};
use vidalu_sim::gates::{Aig, Lit, Node};

use crate::problem::{Miter, Problem};
use crate::word::Word;

/// A value for every bit from outside, in the order of the problem's inputs.
pub type Assignment = Vec<bool>;

/// The number of rounds of 64 random assignments.
const ROUNDS: u64 = 64;

/// Returns an assignment for which something differs, if random numbers find one.
pub(crate) fn refute(miter: &Miter) -> Option<Assignment> {
    let Miter { aig, inputs, differs } = miter;
    let key = key("refute", 1);
    for round in 0..ROUNDS {
        let words = random(key, round, inputs.len());
        let values = evaluate(aig, inputs, &words);
        let found = of(&values, *differs);
        if found != 0 {
            let lane = found.trailing_zeros();
            return Some(words.iter().map(|word| word >> lane & 1 == 1).collect());
        }
    }
    None
}

/// Returns the numbers of the equalities that random numbers refute.
pub(crate) fn refuted(problem: &Problem) -> Vec<usize> {
    let (mut aig, key) = (problem.aig().clone(), key("refute", 1));
    let holds = problem.conditions().fold(Lit::TRUE, |all, condition| aig.and(all, condition));
    let differ: Vec<_> = problem
        .equalities()
        .iter()
        .map(|equality| {
            let pairs = problem.bits(&equality.expected).iter().zip(problem.bits(&equality.got));
            let any = pairs.fold(Lit::FALSE, |any, (&x, &y)| {
                let differ = aig.xor(x, y);
                aig.or(any, differ)
            });
            aig.and(holds, any)
        })
        .collect();
    let inputs = problem.leaves();
    let mut found = vec![false; differ.len()];
    for round in 0..ROUNDS {
        let values = evaluate(&aig, &inputs, &random(key, round, inputs.len()));
        found.iter_mut().zip(&differ).for_each(|(found, &lit)| *found |= of(&values, lit) != 0);
    }
    (0..found.len()).filter(|&number| found[number]).collect()
}

/// Returns random values of 64 lanes for each of some bits.
fn random(key: u64, round: u64, bits: usize) -> Vec<u64> {
    (0..bits as u64).map(|bit| mix(key ^ mix(round << 32 | bit))).collect()
}

/// Returns whether something differs for these values.
pub fn differs(miter: &Miter, assignment: &Assignment) -> bool {
    of(&lanes(&miter.aig, &miter.inputs, assignment), miter.differs) & 1 == 1
}

/// Returns the values of the vectors from outside as numbers: the low 128 bits of each.
pub(crate) fn inputs(problem: &Problem, assignment: &Assignment) -> Vec<u128> {
    let mut bits = assignment.iter();
    let number = |(_, word): &(String, Word)| number(bits.by_ref().take(word.len()).copied());
    problem.inputs().iter().map(number).collect()
}

/// Returns the values of the inputs of the problem's formula.
pub(crate) fn formula_inputs(problem: &Problem, assignment: &Assignment) -> Vec<u128> {
    let values = lanes(problem.aig(), &problem.leaves(), assignment);
    let bit = |lit: &Lit| of(&values, *lit) & 1 == 1;
    problem.formula_inputs().iter().map(|word| number(word.iter().map(bit))).collect()
}

/// Returns the assignment of a problem for an assignment of its folded form. A control word that
/// is not an instruction, in the first input of the formula, is replaced by `word`.
pub(crate) fn unfolded(problem: &Problem, assignment: &Assignment, word: u128) -> Assignment {
    if differs(&problem.miter(), assignment) {
        return assignment.clone();
    }
    let mut unfolded = assignment.clone();
    let leaves = problem.inputs().iter().flat_map(|(_, word)| word);
    for (place, leaf) in leaves.enumerate() {
        if let Some(bit) = problem.formula_inputs()[0].iter().position(|lit| lit == leaf) {
            unfolded[place] = word >> bit & 1 == 1;
        }
    }
    unfolded
}

fn number(bits: impl Iterator<Item = bool>) -> u128 {
    bits.take(128).enumerate().fold(0, |number, (at, bit)| number | u128::from(bit) << at)
}

/// Computes the values of all nodes for an assignment, in the lowest lane.
fn lanes(aig: &Aig, inputs: &[Lit], assignment: &Assignment) -> Vec<u64> {
    let words: Vec<_> = assignment.iter().map(|&bit| u64::from(bit)).collect();
    evaluate(aig, inputs, &words)
}

/// Computes the values of all nodes in 64 lanes.
fn evaluate(aig: &Aig, inputs: &[Lit], words: &[u64]) -> Vec<u64> {
    let mut values = vec![0; aig.nodes().len()];
    for (input, word) in inputs.iter().zip(words) {
        values[input.node()] = *word;
    }
    for (index, node) in aig.nodes().iter().enumerate() {
        if let Node::And(a, b) = *node {
            values[index] = of(&values, a) & of(&values, b);
        }
    }
    values
}

fn of(values: &[u64], lit: Lit) -> u64 {
    values[lit.node()] ^ if lit.is_inverted() { !0 } else { 0 }
}
