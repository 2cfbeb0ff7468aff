//! Proofs that clauses cannot be satisfied: LRAT, in the binary form that ACL2's proven checker
//! reads. Each step adds a clause that follows by unit propagation, and names the clauses that
//! propagate.

use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

use cadical_sys::{CaDiCal, ProofTracer, Status, Terminator};
use itertools::Itertools;

/// A clause that follows from those that `reasons` name.
struct Step {
    number: i64,
    reasons: Vec<i64>,
}

/// The trace of a solver.
#[derive(Default)]
struct Trace {
    /// All clauses by their numbers. The given clauses come first, from 1.
    clauses: HashMap<i64, Vec<i32>>,
    steps: Vec<Step>,
}

/// Returns a proof that the clauses, which are DIMACS, cannot be satisfied; `None` if they can be,
/// or CaDiCaL has no answer in the time limit.
pub(super) fn lrat(clauses: &str, limit: Duration) -> Option<Vec<u8>> {
    let trace = Rc::new(RefCell::new(Trace::default()));
    let mut solver = CaDiCal::new();
    solver.connect_proof_tracer1(Tracer(Rc::clone(&trace)), true, false);
    solver.connect_terminator(Until(Instant::now() + limit));
    for word in clauses.lines().skip(1).flat_map(str::split_whitespace) {
        solver.add(word.parse().expect("clauses are numbers"));
    }
    if solver.solve() != Status::UNSATISFIABLE {
        return None;
    }
    drop(solver);
    let Trace { clauses, steps } = trace.take();
    Some(encode(&needed(steps, &clauses)?, &clauses))
}

/// Leaves out the steps that the empty clause does not need: CaDiCaL also traces what led nowhere.
/// Returns `None` if a step does not follow from its reasons.
fn needed(mut steps: Vec<Step>, clauses: &HashMap<i64, Vec<i32>>) -> Option<Vec<Step>> {
    let end = steps.iter().position(|step| clauses[&step.number].is_empty())?;
    steps.truncate(end + 1);
    let mut wanted = HashSet::from([steps[end].number]);
    let mut kept = Vec::new();
    for Step { number, reasons } in steps.into_iter().rev() {
        if wanted.remove(&number) {
            let reasons = propagating(&clauses[&number], reasons, clauses)?;
            wanted.extend(&reasons);
            kept.push(Step { number, reasons });
        }
    }
    kept.reverse();
    Some(kept)
}

/// Returns the reasons that propagate if the clause does not hold, in an order in which they do, up
/// to a contradiction. The checker accepts no others, and CaDiCaL names a few.
fn propagating(clause: &[i32], mut reasons: Vec<i64>, clauses: &HashMap<i64, Vec<i32>>) -> Option<Vec<i64>> {
    let mut holds: HashSet<i32> = clause.iter().map(|lit| -lit).collect();
    let mut ordered = Vec::new();
    loop {
        let before = ordered.len();
        for reason in std::mem::take(&mut reasons) {
            let mut open = clauses[&reason].iter().filter(|lit| !holds.contains(&-**lit));
            match (open.next(), open.next()) {
                (None, _) => {
                    ordered.push(reason);
                    return Some(ordered);
                }
                (Some(lit), None) => {
                    if holds.insert(*lit) {
                        ordered.push(reason);
                    }
                }
                _ => reasons.push(reason),
            }
        }
        if ordered.len() == before {
            return None;
        }
    }
}

/// Writes the steps. A clause is deleted after the last step that uses it.
fn encode(steps: &[Step], clauses: &HashMap<i64, Vec<i32>>) -> Vec<u8> {
    let mut used = HashSet::new();
    let last_uses = steps.iter().rev().map(|step| {
        let last = step.reasons.iter().copied().filter(|reason| used.insert(*reason));
        last.sorted_unstable().collect::<Vec<_>>()
    });
    let mut unneeded: Vec<_> = last_uses.collect();
    let mut bytes = Vec::new();
    for Step { number, reasons } in steps {
        let clause = &clauses[number];
        bytes.push(b'a');
        put(&mut bytes, [*number]);
        // The checker wants the variables of a clause in order.
        put(&mut bytes, clause.iter().sorted_unstable_by_key(|lit| lit.abs()).map(|&lit| i64::from(lit)));
        bytes.push(0);
        put(&mut bytes, reasons.iter().copied());
        bytes.push(0);
        let unneeded = unneeded.pop().expect("each step has a list");
        if !unneeded.is_empty() && !clause.is_empty() {
            bytes.push(b'd');
            put(&mut bytes, unneeded);
            bytes.push(0);
        }
    }
    bytes
}

/// Appends numbers in groups of seven bits, the lowest first. The sign is the lowest bit.
fn put(bytes: &mut Vec<u8>, numbers: impl IntoIterator<Item = i64>) {
    for number in numbers {
        let mut rest = number.unsigned_abs() << 1 | u64::from(number < 0);
        while rest > 0x7f {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
    }
}

/// Collects the steps of a solver.
struct Tracer(Rc<RefCell<Trace>>);

impl ProofTracer for Tracer {
    fn add_derived_clause(&mut self, number: i64, _: bool, _: i32, clause: &[i32], reasons: &[i64]) {
        let mut trace = self.0.borrow_mut();
        trace.clauses.insert(number, clause.to_vec());
        trace.steps.push(Step { number, reasons: reasons.to_vec() });
    }

    fn add_original_clause(&mut self, number: i64, _: bool, clause: &[i32], _: bool) {
        self.0.borrow_mut().clauses.insert(number, clause.to_vec());
    }

    // A proof needs none of the rest.
    fn delete_clause(&mut self, _: i64, _: bool, _: &[i32]) {}
    fn weaken_minus(&mut self, _: i64, _: &[i32]) {}
    fn strengthen(&mut self, _: i64) {}
    fn finalize_clause(&mut self, _: i64, _: &[i32]) {}
    fn add_assumption(&mut self, _: i32) {}
    fn add_constraint(&mut self, _: &[i32]) {}
    fn reset_assumptions(&mut self) {}
    fn add_assumption_clause(&mut self, _: i64, _: &[i32], _: &[i64]) {}
    fn conclude_sat(&mut self, _: i32, _: &[i32]) {}
    fn conclude_unsat(&mut self, _: i32, _: &[i64]) {}
    fn conclude_unknown(&mut self, _: &[i32]) {}
}

/// Ends a solver at a time.
struct Until(Instant);

impl Terminator for Until {
    fn terminated(&mut self) -> bool {
        Instant::now() >= self.0
    }
}
