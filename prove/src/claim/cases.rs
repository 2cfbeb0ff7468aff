//! Cases: groups of instructions. A proof about a group is easier than one about all instructions
//! at once.

use std::collections::BTreeMap;

use itertools::Itertools;
use vidalu_gen::{Block, Target, Unit};
use vidalu_model::control::{Field, UNIT, simd};
use vidalu_sim::gates::Lit;

use super::implementation::{Implementation, REPLACED};
use super::statement::{Folded, Obligation};
use crate::problem::Problem;
use crate::term::Term;
use crate::word::have;

/// Returns the fields whose values distinguish the cases of a unit.
fn fields(module: &Implementation, word: u64) -> Vec<&'static Field> {
    const SIMD: [&Field; 3] = [&simd::OP, &simd::QUAD, &simd::ACCUMULATE];
    // A saturated sum of bytes takes as long as everything else together.
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

/// The bits of the control word that make a case, with the name of the case and a control word
/// that belongs to it.
type Cases = BTreeMap<Vec<(u32, bool)>, (String, u64)>;

/// Returns the cases of the control words of the stimulus. That there are no others is an
/// obligation of its own.
fn cases(module: &Implementation) -> Cases {
    let mut cases = Cases::new();
    for word in module.control_words() {
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

/// Splits a problem about the instruction that enters into cases. The assumption `promised`
/// depends only on the control word and the context of the instruction.
pub(super) fn split(module: &Implementation, problem: &Problem, promised: Term) -> Vec<Obligation> {
    let waits = problem.inputs().iter().find(|(name, _)| name == "full").map(|(_, word)| word[0]);
    let Some(full) = waits.filter(|_| module.full_at().is_some()) else {
        return split_word(module, problem, "", promised);
    };
    // In either case the values that enter are then vectors from outside: those that wait, or
    // those that are offered.
    let obligations = [("offered", false), ("waiting", true)]
        .map(|(case, is_full)| split_word(module, &problem.restricted(&[(full, is_full)]), case, promised));
    obligations.into_iter().flatten().collect()
}

fn split_word(module: &Implementation, problem: &Problem, front: &str, promised: Term) -> Vec<Obligation> {
    if let Target::Block(block) = module.target {
        return split_block(module, block, problem);
    }
    let cases = cases(module);
    let word = &problem.formula_inputs()[0];
    let obligation = |(bits, (name, default)): (&Vec<(u32, bool)>, &(String, u64))| {
        let fixed: Vec<_> = bits.iter().map(|(bit, value)| (word[*bit as usize], *value)).collect();
        let exact = problem.restricted(&fixed);
        let folded_onto = (*default).into();
        let easier = Folded { problem: exact.folded(promised, 0, folded_onto), folded_onto };
        Obligation { case: format!("{front} {name}").trim().to_owned(), problem: exact, easier: Some(easier) }
    };
    let mut obligations: Vec<_> = cases.iter().map(obligation).collect();
    if cases.len() > 1 {
        let problem = complete(problem, promised, &cases);
        obligations.push(Obligation::new(format!("{front} all cases").trim(), problem));
    }
    obligations
}

/// Splits the problem of a block. The sum of lanes takes solvers long, and most of it is the case
/// that no lane is left out. The cases of four lanes differ in the first lane that is left out.
fn split_block(module: &Implementation, block: Block, problem: &Problem) -> Vec<Obligation> {
    let bits_of = |name: &str| module.subject.place_of_input(name).map(|at| problem.formula_inputs()[at].clone());
    let (REPLACED, Some(quad), Some(mask)) = (block, bits_of("quad_i"), bits_of("mask_i")) else {
        return vec![Obligation::new("", problem.clone())];
    };
    let given = |case: String, fixed: &[(Lit, bool)]| Obligation::new(case, problem.restricted(fixed));
    let mut fixed = vec![(quad[0], true)];
    let mut obligations = vec![given("two lanes".to_owned(), &[(quad[0], false)])];
    for (lane, bit) in mask.into_iter().enumerate() {
        obligations.push(given(format!("without lane {lane}"), &[&*fixed, &[(bit, false)]].concat()));
        fixed.push((bit, true));
    }
    obligations.push(given("four lanes".to_owned(), &fixed));
    obligations
}

/// The problem whether every instruction belongs to a case.
fn complete(problem: &Problem, promised: Term, cases: &Cases) -> Problem {
    let mut problem = problem.without_claims();
    let promised = problem.bits(&promised.into())[0];
    let word = problem.formula_inputs()[0].clone();
    let mut any = Lit::FALSE;
    for bits in cases.keys() {
        let is_it = have(problem.aig_mut(), bits.iter().map(|&(bit, value)| (word[bit as usize], value)));
        any = problem.aig_mut().or(any, is_it);
    }
    let missed = problem.aig_mut().and(promised, !any);
    problem.claim("a case", Lit::FALSE, missed);
    problem
}
