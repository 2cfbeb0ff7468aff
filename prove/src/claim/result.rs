//! What an instruction leaves: its result at the outputs, and CC.CF.

use vidalu_sim::gates::Lit;

use super::cases::split;
use super::module::{Cycle, Golden, Module};
use super::product::products;
use super::steps::{self, Kind};
use super::{Claim, Part, is_number};
use crate::frames::{Frame, Frames};
use crate::problem::Problem;
use crate::term::{Term, Word};

/// An instruction that enters, and the cycles that follow.
struct Run<'a> {
    frames: Frames<'a>,
    cycles: Vec<Frame>,
    golden: Golden,
    /// The bits of the golden model's inputs.
    words: Vec<Word>,
    /// CC.CF of every context in its stage: the number of the context, before and after.
    flags: Vec<(usize, Lit, Lit)>,
    /// Whose CC.CF it is, one bit for each of `flags`.
    is_context: Vec<Lit>,
}

impl<'a> Run<'a> {
    /// So many movements behind the last in which the instruction, of a kind, enters; each as `cycle` says.
    fn new(module: &'a Module, cycle: Cycle, kind: Option<Kind>, movements: usize) -> Self {
        let (mut frames, golden) = (module.frames(), module.golden());
        let cycles = match kind {
            None => module.cycles(&mut frames, cycle, movements),
            Some(kind) => steps::cycles(module, &mut frames, cycle, kind, movements),
        };
        let before = kind.map_or(0, Kind::before);
        let pins = module.subject.inputs().iter();
        let mut words: Vec<_> = pins.map(|signal| module.entering(&mut frames, &cycles[0], signal.name)).collect();
        let context = module.subject.inputs().iter().position(|signal| signal.name == "ctx_i");
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
        words.push(vec![found]);
        words.extend(products(module, &golden, &mut frames, &cycles, kind));
        Self { frames, cycles, golden, words, flags, is_context }
    }

    /// The problem, of an instruction that enters and goes through all cycles but the last.
    fn problem(&self) -> Problem {
        let mut problem = Problem::new(self.frames.aig.clone(), self.frames.inputs.clone());
        problem.state(self.golden.formula.clone(), self.words.clone());
        problem
    }
}

/// The result of an instruction is what the golden model gives.
pub(super) fn result(module: &Module) -> Claim {
    let parts = kinds(module).into_iter().flat_map(|kind| result_of(module, kind)).collect();
    Claim { name: "result".to_owned(), says: "the result of an instruction is that of the golden model", parts }
}

/// The kinds of instructions, if there are several.
fn kinds(module: &Module) -> Vec<Option<Kind>> {
    if steps::has(module) { Kind::ALL.map(Some).into() } else { vec![None] }
}

fn result_of(module: &Module, kind: Option<Kind>) -> Vec<Part> {
    let mut run = Run::new(module, Cycle::Moves, kind, module.latency());
    let last = run.cycles[run.cycles.len() - 1].clone();
    let is_kind = kind.map_or(Lit::TRUE, |kind| steps::is_kind(module, &mut run.frames.aig, &run.words[0], kind));
    let enters = module.enters(&mut run.frames, &run.cycles[0]);
    let tag = (module.dut.timing.tag > 0).then(|| module.entering(&mut run.frames, &run.cycles[0], "tag_i"));
    let mut problem = run.problem();
    problem.assume(enters);
    problem.assume(is_kind);
    problem.assume(run.golden.promised);
    for (signal, term) in module.subject.outputs().iter().zip(&run.golden.outputs) {
        problem.claim(signal.name, *term, last.output(signal.name).expect("the module has its outputs").clone());
    }
    if let Some((tag, seen)) = tag.zip(last.output("tag_o")) {
        problem.claim("tag_o", tag, seen.clone());
    }
    parts_of(module, &problem, run.golden.promised, kind)
}

/// The cases of a problem about instructions of a kind, which their names say.
fn parts_of(module: &Module, problem: &Problem, promised: Term, kind: Option<Kind>) -> Vec<Part> {
    let mut parts = split(module, problem, promised);
    if let Some(kind) = kind {
        // What another unit has enters in one movement.
        parts.retain(|part| !part.problem.is_void());
        parts.iter_mut().for_each(|part| part.case = format!("{} {}", part.case, kind.name()).trim().to_owned());
    }
    parts
}

/// CC.CF after a cycle is what the instruction in its stage leaves, if there is one; else what it was.
pub(super) fn flag(module: &Module) -> Option<Claim> {
    let stage = module.dut.timing.flag_stage? as usize;
    let mut parts: Vec<_> = kinds(module).into_iter().flat_map(|kind| flag_of(module, kind, stage)).collect();
    if steps::has(module) {
        let problem = steps::silent(module, stage);
        parts.push(Part { case: "no last step".to_owned(), problem, easier: None });
    }
    Some(Claim {
        name: "flag".to_owned(),
        says: "CC.CF is written by the instruction in its stage, and by nothing else",
        parts,
    })
}

fn flag_of(module: &Module, kind: Option<Kind>, stage: usize) -> Vec<Part> {
    let mut run = Run::new(module, Cycle::MovesOrDrops, kind, stage);
    let is_kind = kind.map_or(Lit::TRUE, |kind| steps::is_kind(module, &mut run.frames.aig, &run.words[0], kind));
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
    problem.assume(is_kind);
    problem.assume(run.golden.promised);
    if kind.is_some() {
        problem.assume(enters);
    }
    for ((number, before, after), is_own) in run.flags.iter().zip(&run.is_context) {
        let writes = problem.aig_mut().and(fires, *is_own);
        let expected = problem.aig_mut().mux(writes, left, *before);
        problem.claim(format!("CC.CF of context {number}"), expected, *after);
    }
    let mut parts = parts_of(module, &problem, run.golden.promised, kind);
    // Where none passes, whatever stands in the stage.
    let mut quiet = Problem::new(run.frames.aig.clone(), run.frames.inputs.clone());
    quiet.assume(!fires);
    quiet.assume(is_kind);
    if kind.is_some() {
        quiet.assume(enters);
    }
    for (number, before, after) in &run.flags {
        quiet.claim(format!("CC.CF of context {number}"), *before, *after);
    }
    parts.push(Part { case: "none passes".to_owned(), problem: quiet, easier: None });
    parts
}
