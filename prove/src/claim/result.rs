//! The effects of an instruction: the result at the outputs, and CC.CF.

use vidalu_sim::gates::Lit;

use super::cases::split;
use super::implementation::{Cycle, Golden, Implementation};
use super::observed;
use super::product::Products;
use super::statement::{Claim, Obligation};
use super::steps::{self, Steps};
use crate::frames::{Frame, Frames};
use crate::problem::Problem;
use crate::term::Term;
use crate::word::{Word, is_number};

/// An instruction that enters and the cycles that follow.
pub(super) struct Run<'a> {
    pub(super) frames: Frames<'a>,
    pub(super) cycles: Vec<Frame>,
    pub(super) golden: &'a Golden,
    /// The number of the context of the instruction; empty if there is only one context.
    pub(super) context: Word,
    /// The bits of the golden model's inputs.
    words: Vec<Word>,
    /// The CC.CF of every context in its stage: the number of the context, the value before the
    /// cycle, and the value after it.
    flags: Vec<(usize, Lit, Lit)>,
    /// A bit for each of `flags`: the instruction belongs to that context.
    is_context: Vec<Lit>,
}

impl<'a> Run<'a> {
    /// Adds `movements` cycles, each as `cycle` says, after the one in which the instruction
    /// enters with its last step.
    pub(super) fn new(
        module: &'a Implementation,
        products: &Products,
        cycle: Cycle,
        steps: Option<Steps>,
        movements: usize,
    ) -> Self {
        let (mut frames, golden) = (module.frames(), module.golden());
        let cycles = match steps {
            None => module.cycles(&mut frames, cycle, movements),
            Some(steps) => steps::cycles(module, &mut frames, cycle, steps, movements),
        };
        let before = steps.map_or(0, Steps::before);
        let mut words = module.entering_data(&mut frames, &cycles[0]);
        let context = module.subject.place_of_input("ctx_i");
        let context = context.map_or_else(Word::new, |at| words[at].clone());
        let stage = before + module.dut.timing.flag_stage.map_or(0, |stage| stage as usize);
        let state = |at: usize| cycles.get(stage).map(|frame| (frame.before[at], frame.after[at]));
        let flags = module.flags().into_iter().filter_map(|(number, at)| state(at).map(|(x, y)| (number, x, y)));
        let flags: Vec<_> = flags.collect();
        let is_own = |(number, ..): &(usize, Lit, Lit)| is_number(&mut frames.aig, &context, *number as u64);
        let is_context: Vec<_> = flags.iter().map(is_own).collect();
        let found = flags.iter().zip(&is_context).fold(Lit::FALSE, |any, ((_, before, _), &is_own)| {
            let own = frames.aig.and(is_own, *before);
            frames.aig.or(any, own)
        });
        let found = match module.has_names() {
            true => found,
            false => observed::read(module, &mut frames, &cycles[0].before, &context),
        };
        words.push(vec![found]);
        words.extend(products.words(golden, &mut frames, &cycles, steps));
        Self { frames, cycles, golden, context, words, flags, is_context }
    }

    /// Returns a bit that is 1 where the instruction enters in this number of steps.
    fn enters_in(&mut self, module: &Implementation, steps: Option<Steps>) -> Lit {
        steps.map_or(Lit::TRUE, |steps| steps::enters_in(module, &mut self.frames.aig, &self.words[0], steps))
    }

    /// The problem about an instruction that enters and goes through all cycles but the last.
    pub(super) fn problem(&self) -> Problem {
        let mut problem = Problem::new(self.frames.aig.clone(), self.frames.inputs.clone());
        problem.state(self.golden.formula.clone(), self.words.clone());
        problem
    }
}

/// The claim that the result of an instruction is the golden model's.
pub(super) fn result(module: &Implementation, products: &Products) -> Claim {
    let obligations = all_steps(module).into_iter().flat_map(|steps| result_of(module, products, steps)).collect();
    Claim { name: "result".to_owned(), says: "the result of an instruction is that of the golden model", obligations }
}

/// The numbers of steps in which instructions enter; `None` stands for all instructions of a
/// module without steps.
fn all_steps(module: &Implementation) -> Vec<Option<Steps>> {
    if steps::has(module) { Steps::ALL.map(Some).into() } else { vec![None] }
}

fn result_of(module: &Implementation, products: &Products, steps: Option<Steps>) -> Vec<Obligation> {
    let mut run = Run::new(module, products, Cycle::Moves, steps, module.latency());
    let last = run.cycles[run.cycles.len() - 1].clone();
    let in_steps = run.enters_in(module, steps);
    let enters = module.enters(&mut run.frames, &run.cycles[0]);
    let tag = (module.dut.timing.tag > 0).then(|| module.entering(&mut run.frames, &run.cycles[0], "tag_i"));
    let mut problem = run.problem();
    problem.assume(enters);
    problem.assume(in_steps);
    problem.assume(run.golden.promised);
    for (signal, term) in module.subject.outputs().iter().zip(&run.golden.outputs) {
        problem.claim(signal.name, *term, last.output(signal.name).expect("the module has its outputs").clone());
    }
    if let Some((tag, seen)) = tag.zip(last.output("tag_o")) {
        problem.claim("tag_o", tag, seen.clone());
    }
    if !module.has_names() {
        // Another claim says that an instruction that waits enters like one that is offered.
        problem = problem.given(&[!module.full(&run.cycles[0])]);
    }
    obligations(module, &problem, run.golden.promised, steps)
}

/// Splits a problem about instructions with this number of steps, which becomes part of the names
/// of the cases.
pub(super) fn obligations(
    module: &Implementation,
    problem: &Problem,
    promised: Term,
    steps: Option<Steps>,
) -> Vec<Obligation> {
    let mut split = split(module, problem, promised);
    if let Some(steps) = steps {
        // The instructions of other units enter in one step.
        split.retain(|own| !own.problem.is_void());
        split.iter_mut().for_each(|own| own.case = format!("{} {}", own.case, steps.name()).trim().to_owned());
    }
    split
}

/// The claim that CC.CF after a cycle is what the instruction in its stage leaves, or else what
/// it was.
pub(super) fn flag(module: &Implementation, products: &Products) -> Option<Claim> {
    let stage = module.dut.timing.flag_stage? as usize;
    let mut obligations: Vec<_> =
        all_steps(module).into_iter().flat_map(|steps| flag_of(module, products, steps, stage)).collect();
    if steps::has(module) {
        obligations.push(Obligation::new("no last step", steps::silent(module, stage)));
    }
    Some(Claim {
        name: "flag".to_owned(),
        says: "CC.CF is written by the instruction in its stage, and by nothing else",
        obligations,
    })
}

fn flag_of(module: &Implementation, products: &Products, steps: Option<Steps>, stage: usize) -> Vec<Obligation> {
    let mut run = Run::new(module, products, Cycle::MovesOrDrops, steps, stage);
    let in_steps = run.enters_in(module, steps);
    let (last, before) = run.cycles.split_last().expect("there is one cycle more than movements");
    let enters = module.enters(&mut run.frames, &run.cycles[0]);
    let mut fires = enters;
    for frame in before {
        let flushes = module.flushes(&mut run.frames, frame);
        fires = run.frames.aig.and(fires, !flushes);
    }
    let moves = module.moves(&mut run.frames, last);
    fires = run.frames.aig.and(fires, moves);
    if stage < module.latency() {
        let flushes = module.flushes(&mut run.frames, last);
        fires = run.frames.aig.and(fires, !flushes);
    }
    let mut problem = run.problem();
    let left = problem.bits(&run.golden.flag.into())[0];
    problem.assume(in_steps);
    problem.assume(run.golden.promised);
    if steps.is_some() {
        problem.assume(enters);
    }
    for ((number, before, after), is_own) in run.flags.iter().zip(&run.is_context) {
        let writes = problem.aig_mut().and(fires, *is_own);
        let expected = problem.aig_mut().mux(writes, left, *before);
        problem.claim(format!("CC.CF of context {number}"), expected, *after);
    }
    let mut obligations = obligations(module, &problem, run.golden.promised, steps);
    // Where no instruction passes, CC.CF stays, whatever stands in the stage.
    let mut quiet = Problem::new(run.frames.aig.clone(), run.frames.inputs.clone());
    quiet.assume(!fires);
    quiet.assume(in_steps);
    if steps.is_some() {
        quiet.assume(enters);
    }
    for (number, before, after) in &run.flags {
        quiet.claim(format!("CC.CF of context {number}"), *before, *after);
    }
    obligations.push(Obligation::new("none passes", quiet));
    obligations
}
