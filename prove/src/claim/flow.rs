//! The flow of instructions: none is lost, duplicated or reordered, whatever they compute.

use vidalu_sim::gates::Lit;

use super::implementation::{Cycle, Implementation};
use super::observed;
use super::statement::{Claim, Obligation};
use super::steps::{counter, is_known, more};
use crate::frames::{Frame, Frames};
use crate::problem::Problem;

/// Returns the claims that apply to the module.
pub(super) fn claims(module: &Implementation) -> Vec<Claim> {
    [
        valid(module),
        counter(module),
        hold(module),
        room(module),
        ready(module),
        waiting(module),
        flush(module),
        reset(module),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn problem(frames: &Frames<'_>, conditions: &[Lit]) -> Problem {
    let mut problem = Problem::new(frames.aig.clone(), frames.inputs.clone());
    conditions.iter().for_each(|&bit| problem.assume(bit));
    problem
}

fn claim(name: &str, says: &'static str, problem: Problem) -> Option<Claim> {
    let is_about_something = !problem.equalities().is_empty();
    is_about_something.then(|| Claim::whole(name, says, problem))
}

/// The claim about `valid_o`: a result is shown one latency after an instruction entered, unless
/// the instruction was dropped.
fn valid(module: &Implementation) -> Option<Claim> {
    let mut frames = module.frames();
    let cycles = module.cycles(&mut frames, Cycle::MovesOrDrops, module.latency());
    let (last, before) = cycles.split_last()?;
    let seen = last.output("valid_o")?.clone();
    let (mut expected, more) = (module.enters(&mut frames, &cycles[0]), more(module, &mut frames, &cycles[0]));
    expected = frames.aig.and(expected, !more);
    for frame in before {
        let flushes = module.flushes(&mut frames, frame);
        expected = frames.aig.and(expected, !flushes);
    }
    let known = is_known(module, &mut frames, &cycles[0]);
    let mut problem = problem(&frames, &[known]);
    problem.claim("valid_o", expected, seen);
    claim(
        "valid",
        "a result is shown exactly where an instruction entered one latency before and was not dropped",
        problem,
    )
}

/// The claim that a cycle without a movement changes nothing in the pipeline.
fn hold(module: &Implementation) -> Option<Claim> {
    let mut frames = module.frames();
    let frame = module.step(&mut frames, Cycle::Any);
    let (moves, flushes) = (module.moves(&mut frames, &frame), module.flushes(&mut frames, &frame));
    if moves == Lit::TRUE {
        return None;
    }
    let mut waiting = waiting_registers(module, &frame);
    waiting.extend(observed::loose(module));
    // The step counter has a claim of its own.
    waiting.extend(module.step_at());
    let mut problem = problem(&frames, &[!moves, !flushes]);
    for (at, name) in module.gates().names.iter().enumerate().filter(|(at, _)| !waiting.contains(at)) {
        problem.claim(name, frame.before[at], frame.after[at]);
    }
    // Hardware whose registers all change has the second obligation only.
    let held = (!problem.equalities().is_empty()).then(|| Obligation::new("", problem));
    let others = observed::idle(module).map(|problem| Obligation::new("the others do not matter", problem));
    let obligations: Vec<_> = held.into_iter().chain(others).collect();
    let says = "a cycle in which the pipeline does not move changes none of its registers";
    (!obligations.is_empty()).then(|| Claim { name: "hold".to_owned(), says, obligations })
}

/// The claim that the receiver does not matter while no result is shown. All other claims speak
/// of cycles in which it is ready.
fn room(module: &Implementation) -> Option<Claim> {
    let mut frames = module.frames();
    let frame = module.step(&mut frames, Cycle::Any);
    let (shown, ready) = (frame.output("valid_o")?[0], frame.input("ready_i")?.clone());
    let mut driven = frame.inputs.clone();
    driven.iter_mut().filter(|(pin, _)| pin == "ready_i").for_each(|(_, word)| *word = vec![Lit::TRUE]);
    frames.state.clone_from(&frame.before);
    let other = frames.step(&driven);
    let mut problem = problem(&frames, &[!shown, !ready[0]]);
    for (at, name) in module.gates().names.iter().enumerate() {
        problem.claim(name, other.after[at], frame.after[at]);
    }
    for ((name, with), (_, without)) in other.outputs.iter().zip(&frame.outputs) {
        problem.claim(name, with.clone(), without.clone());
    }
    claim("room", "while no result is shown, nothing depends on whether the receiver is ready", problem)
}

/// The claim about `ready_o`: an instruction is accepted while the pipeline can move, or while
/// none waits.
fn ready(module: &Implementation) -> Option<Claim> {
    let mut frames = module.frames();
    let frame = module.step(&mut frames, Cycle::Any);
    let seen = frame.output("ready_o")?.clone();
    if module.can_wait() && !module.has_names() {
        return claim(
            "ready",
            "whether an instruction is accepted depends on the registers only",
            observed::ready(module),
        );
    }
    let can_move = frames.aig.or(frame.bit("ready_i", Lit::TRUE), !frame.bit("valid_o", Lit::TRUE));
    let more = more(module, &mut frames, &frame);
    let taken = frames.aig.and(can_move, !more);
    let expected = if module.can_wait() { !module.full(&frame) } else { taken };
    let known = is_known(module, &mut frames, &frame);
    let mut problem = problem(&frames, &[known]);
    problem.claim("ready_o", expected, seen);
    claim("ready", "an instruction is accepted in every cycle in which there is room", problem)
}

/// The claim that an accepted instruction that cannot enter yet waits unchanged.
fn waiting(module: &Implementation) -> Option<Claim> {
    if !module.can_wait() {
        return None;
    }
    let mut frames = module.frames();
    let frame = module.step(&mut frames, Cycle::Any);
    let (moves, flushes) = (module.moves(&mut frames, &frame), module.flushes(&mut frames, &frame));
    let (enable, full, enters) =
        (frame.bit("ce_i", Lit::TRUE), module.full(&frame), module.enters(&mut frames, &frame));
    let more = more(module, &mut frames, &frame);
    let goes = frames.aig.and(moves, !more);
    let stays = frames.aig.and(enters, !goes);
    let stays = frames.aig.and(stays, !flushes);
    let expected = frames.aig.mux(enable, stays, full);
    let pins: Vec<_> =
        frame.inputs.iter().map(|(pin, _)| pin.clone()).filter(|pin| !module.held(pin).is_empty()).collect();
    let kept: Vec<_> = pins.iter().map(|pin| (pin, module.entering(&mut frames, &frame, pin))).collect();
    let known = is_known(module, &mut frames, &frame);
    let after = module.full_after(&mut frames, &frame);
    let mut problem = problem(&frames, &[known]);
    problem.claim("full", expected, after);
    for (pin, word) in kept {
        for (bit, at) in module.held(pin) {
            let differs = problem.aig_mut().xor(word[bit], frame.after[at]);
            // The register does not matter while no instruction waits. Without the clock enable
            // it keeps its value.
            let counts = problem.aig_mut().and(after, differs);
            problem.claim(&module.gates().names[at], Lit::FALSE, counts);
        }
    }
    let says = "an accepted instruction that cannot enter waits unchanged, and no other is accepted";
    let mut waiting = claim("waiting", says, problem)?;
    if !module.has_names() {
        waiting.obligations.extend(observed::waiting(module));
    }
    Some(waiting)
}

/// The claim that a flush drops all instructions.
fn flush(module: &Implementation) -> Option<Claim> {
    module.dut.timing.flush.then_some(())?;
    let mut frames = module.frames();
    let first = module.step(&mut frames, Cycle::Any);
    let flushes = module.flushes(&mut frames, &first);
    let (empty, full) = (empty(module, &mut frames), module.full_after(&mut frames, &first));
    let mut problem = problem(&frames, &[flushes]);
    if module.can_wait() {
        problem.claim("full", Lit::FALSE, full);
    }
    empty.iter().for_each(|(name, shown)| problem.claim(name, Lit::FALSE, *shown));
    claim("flush", "after a flush nothing is shown of the instructions that were in the stages or offered", problem)
}

/// The claim that a reset drops all instructions and clears every CC.CF.
fn reset(module: &Implementation) -> Option<Claim> {
    module.dut.reset.as_ref()?;
    let mut frames = module.frames();
    let first = module.step(&mut frames, Cycle::Resets);
    let (empty, full) = (empty(module, &mut frames), module.full_after(&mut frames, &first));
    let named = module.flags().into_iter().map(|(number, at)| (number, first.after[at]));
    let flags: Vec<_> = named.chain(observed::flags(module, &mut frames, &first.after)).collect();
    let mut problem = problem(&frames, &[]);
    if module.can_wait() {
        problem.claim("full", Lit::FALSE, full);
    }
    for (number, flag) in flags {
        problem.claim(format!("CC.CF of context {number}"), Lit::FALSE, flag);
    }
    if module.config.reset_data {
        let names = module.gates().names.iter().enumerate();
        names.for_each(|(at, name)| problem.claim(name, Lit::FALSE, first.after[at]));
    }
    empty.iter().for_each(|(name, shown)| problem.claim(name, Lit::FALSE, *shown));
    claim("reset", "after a reset nothing is shown of the instructions before it, and every CC.CF is 0", problem)
}

/// Returns `valid_o` in the movements that follow, until the instruction that enters next would
/// be shown.
fn empty(module: &Implementation, frames: &mut Frames<'_>) -> Vec<(String, Lit)> {
    let mut shown = Vec::new();
    for movement in 1..=module.latency() {
        let frame = module.step(frames, Cycle::Moves);
        shown.extend(frame.output("valid_o").map(|word| (format!("valid_o after {movement}"), word[0])));
    }
    shown
}

/// Returns the places of the registers in which an instruction waits.
fn waiting_registers(module: &Implementation, frame: &Frame) -> Vec<usize> {
    let held = frame.inputs.iter().flat_map(|(pin, _)| module.held(pin));
    held.map(|(_, at)| at).chain(module.full_at()).collect()
}
