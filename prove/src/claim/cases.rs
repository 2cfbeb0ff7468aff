//! Cases: the instructions of a unit in groups, for which a proof is easier than for all at once.

use std::collections::BTreeMap;

use itertools::Itertools;
use vidalu_gen::{Target, Unit};
use vidalu_model::control::{Field, UNIT, simd};
use vidalu_sim::gates::Lit;

use super::module::Module;
use super::{Folded, Part, are};
use crate::problem::Problem;
use crate::term::Term;

/// Vectors from which the cases are taken. Whether these are all cases is proven.
pub(super) const VECTORS: u64 = 4096;

/// The fields that make the cases of a control word.
fn fields(module: &Module, word: u64) -> Vec<&'static Field> {
    const SIMD: [&Field; 3] = [&simd::OP, &simd::QUAD, &simd::ACCUMULATE];
    // A sum of bytes that is clamped takes as long as all else together.
    const SUM: [&Field; 5] = [&simd::OP, &simd::QUAD, &simd::ACCUMULATE, &simd::SAT, &simd::DTYPE];
    let is_sum =
        simd::ACCUMULATE.get(word) == 0 && matches!(simd::OP.code_name(simd::OP.get(word)), Some("vadd" | "vsub"));
    let of_simd: &[&Field] = if is_sum { &SUM } else { &SIMD };
    let is_simd = UNIT.get(word) == UNIT.code("simd");
    match module.target {
        Target::Unit(Unit::Simd) => of_simd.to_vec(),
        Target::Unit(Unit::Lanes | Unit::Video) if is_simd => [&[&UNIT], of_simd].concat(),
        Target::Unit(Unit::Lanes | Unit::Video) => vec![&UNIT],
        _ => Vec::new(),
    }
}

/// The fields of a case with their values, and a control word that belongs to it.
type Cases = BTreeMap<Vec<(u32, bool)>, (String, u64)>;

fn cases(module: &Module) -> Cases {
    let mut cases = Cases::new();
    for index in 0..VECTORS {
        let word = module.subject.stimulus(1, index)[0];
        let fields = fields(module, word);
        let bits =
            fields.iter().flat_map(|field| field.lo..=field.hi()).map(|bit| (bit, word >> bit & 1 == 1)).collect();
        let name = || {
            let value = |field: &Field| {
                field.code_name(field.get(word)).map_or_else(|| field.get(word).to_string(), str::to_owned)
            };
            fields.iter().map(|field| format!("{}.{}", field.name, value(field))).join(" ")
        };
        cases.entry(bits).or_insert_with(|| (name(), word));
    }
    cases
}

/// A problem about the instruction whose inputs are those of the formula, in cases. What is assumed of it is `promised`, which
/// depends on its control word and its context alone.
pub(super) fn split(module: &Module, problem: &Problem, promised: Term) -> Vec<Part> {
    let waits = problem.inputs().iter().find(|(name, _)| name == "full").map(|(_, word)| word[0]);
    let Some(full) = waits.filter(|_| module.can_wait()) else { return split_word(module, problem, "", promised) };
    // What enters is then a vector from outside in either case: what waits, or what is offered.
    let parts = [("offered", false), ("waiting", true)]
        .map(|(case, is_full)| split_word(module, &problem.restricted(&[(full, is_full)]), case, promised));
    parts.into_iter().flatten().collect()
}

fn split_word(module: &Module, problem: &Problem, front: &str, promised: Term) -> Vec<Part> {
    if let Target::Block(_) = module.target {
        return vec![Part { case: String::new(), problem: problem.clone(), easier: None }];
    }
    let cases = cases(module);
    let word = &problem.formula_inputs()[0];
    let part = |(bits, (name, default)): (&Vec<(u32, bool)>, &(String, u64))| {
        let fixed: Vec<_> = bits.iter().map(|(bit, value)| (word[*bit as usize], *value)).collect();
        let exact = problem.restricted(&fixed);
        let folded_onto = (*default).into();
        let easier = Folded { problem: exact.folded(promised, 0, folded_onto), folded_onto };
        Part { case: format!("{front} {name}").trim().to_owned(), problem: exact, easier: Some(easier) }
    };
    let mut parts: Vec<_> = cases.iter().map(part).collect();
    if cases.len() > 1 {
        let problem = complete(problem, promised, &cases);
        parts.push(Part { case: format!("{front} all cases").trim().to_owned(), problem, easier: None });
    }
    parts
}

/// Every instruction is one of a case.
fn complete(problem: &Problem, promised: Term, cases: &Cases) -> Problem {
    let mut problem = problem.without_claims();
    let promised = problem.bits(&promised.into())[0];
    let word = problem.formula_inputs()[0].clone();
    let mut any = Lit::FALSE;
    for bits in cases.keys() {
        let is_it = are(problem.aig_mut(), bits.iter().map(|&(bit, value)| (word[bit as usize], value)));
        any = problem.aig_mut().or(any, is_it);
    }
    let missed = problem.aig_mut().and(promised, !any);
    problem.claim("a case", Lit::FALSE, missed);
    problem
}
