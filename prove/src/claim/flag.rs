//! The claim about CC.CF in hardware whose registers have names of its own: each instruction reads
//! what those before it left. CC.CF is what an instruction that enters next would read.

use vidalu_sim::gates::Lit;

use super::implementation::{Cycle, Implementation};
use super::observed::flags;
use super::product::Products;
use super::result::{Run, obligations as obligations_of};
use super::statement::{Claim, Obligation};
use crate::problem::Problem;
use crate::word::is_number;

/// The claim that the CC.CF that the next instruction reads is what the one before it leaves.
pub(super) fn flag(module: &Implementation, products: &Products) -> Option<Claim> {
    let stage = module.dut.timing.flag_stage? as usize;
    module.probe()?;
    let run = |cycle, movements| Run::new(module, products, cycle, None, movements);
    let promised = module.golden().promised;
    let (problem, others) = flag_of(module, run(Cycle::Moves, module.latency().max(1)));
    let mut obligations = obligations_of(module, &problem, promised, None);
    obligations.extend(others);
    if module.dut.timing.flush {
        let problem = flushed(module, run(Cycle::Moves, stage), stage);
        let flushed = obligations_of(module, &problem, promised, None);
        obligations.extend(flushed.into_iter().map(|own| {
            let case = format!("{} a flush", own.case).trim().to_owned();
            Obligation { case, ..own }
        }));
        obligations.extend(flushed_early(module, stage));
    }
    let says = "an instruction reads the CC.CF that the instructions before it left, and nothing else changes it";
    Some(Claim { name: "flag".to_owned(), says, obligations })
}

/// Returns the problems whether an instruction that enters leaves its CC.CF, and whether nothing
/// else changes any: an instruction or a bubble that enters, and a flush.
fn flag_of<'a>(module: &'a Implementation, mut run: Run<'a>) -> (Problem, Vec<Obligation>) {
    let first = run.cycles[0].clone();
    let full = module.full(&first);
    let before = flags(module, &mut run.frames, &first.before);
    let after = flags(module, &mut run.frames, &first.after);
    let enters = module.enters(&mut run.frames, &first);
    let mut quiet = Problem::new(run.frames.aig.clone(), run.frames.inputs.clone());
    quiet.assume(!enters);
    let mut problem = run.problem();
    let left = problem.bits(&run.golden.flag.into())[0];
    problem.assume(enters);
    problem.assume(run.golden.promised);
    for ((number, before), (_, after)) in before.into_iter().zip(after) {
        let is_own = is_number(problem.aig_mut(), &run.context, number as u64);
        let expected = problem.aig_mut().mux(is_own, left, before);
        problem.claim(format!("CC.CF of context {number}"), expected, after);
        quiet.claim(format!("CC.CF of context {number}"), before, after);
    }
    (problem.given(&[!full]), vec![Obligation::new("none enters", quiet)])
}

/// Returns the problem whether a flush drops the effects of the instructions that have not passed
/// the stage of CC.CF, and of no other. The instructions of `run` entered since.
fn flushed<'a>(module: &'a Implementation, mut run: Run<'a>, stage: usize) -> Problem {
    let [first, last] = [&run.cycles[0], &run.cycles[stage]].map(Clone::clone);
    let full = module.full(&first);
    let before = flags(module, &mut run.frames, &first.before);
    let after = flags(module, &mut run.frames, &last.after);
    let enters = module.enters(&mut run.frames, &first);
    let (moves, flushes) = (module.moves(&mut run.frames, &last), module.flushes(&mut run.frames, &last));
    // An instruction in the last stage is shown, and leaves although the others are dropped.
    let mut passes = Lit::constant(stage == module.latency());
    for condition in [moves, enters] {
        passes = run.frames.aig.and(passes, condition);
    }
    let mut problem = run.problem();
    let left = problem.bits(&run.golden.flag.into())[0];
    problem.assume(flushes);
    problem.assume(run.golden.promised);
    for ((number, before), (_, after)) in before.into_iter().zip(after) {
        let is_own = is_number(problem.aig_mut(), &run.context, number as u64);
        let writes = problem.aig_mut().and(passes, is_own);
        let expected = problem.aig_mut().mux(writes, left, before);
        problem.claim(format!("CC.CF of context {number}"), expected, after);
    }
    problem.given(&[!full])
}

/// Returns the problems whether a flush leaves every CC.CF soon after a reset or another flush,
/// before instructions fill the stages up to that of CC.CF.
fn flushed_early(module: &Implementation, stage: usize) -> Vec<Obligation> {
    let starts = [("a reset", Cycle::Resets), ("a flush", Cycle::Any)];
    let starts = starts.into_iter().filter(|(_, cycle)| *cycle == Cycle::Any || module.dut.reset.is_some());
    let cases = starts.flat_map(|start| (0..stage).map(move |movements| (start, movements)));
    cases
        .map(|((name, cycle), movements)| {
            let mut frames = module.frames();
            let first = module.step(&mut frames, cycle);
            let emptied = if cycle == Cycle::Any { module.flushes(&mut frames, &first) } else { Lit::TRUE };
            let before = flags(module, &mut frames, &first.after);
            (0..movements).for_each(|_| drop(module.step(&mut frames, Cycle::Moves)));
            let last = module.step(&mut frames, Cycle::Any);
            let flushes = module.flushes(&mut frames, &last);
            let after = flags(module, &mut frames, &last.after);
            let mut problem = Problem::new(frames.aig, frames.inputs);
            [emptied, flushes].into_iter().for_each(|condition| problem.assume(condition));
            for ((number, before), (_, after)) in before.into_iter().zip(after) {
                problem.claim(format!("CC.CF of context {number}"), before, after);
            }
            Obligation::new(format!("a flush {} after {name}", movements + 1), problem)
        })
        .collect()
}
