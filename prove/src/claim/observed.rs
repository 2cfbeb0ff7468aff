//! Claims about hardware whose registers have names of its own. The state that the claims need is
//! what the outputs show: `ready_o` tells whether an instruction waits, and CC.CF is what an
//! instruction that enters next would read. So they can be stated in any state of the registers,
//! as all other claims.

use vidalu_sim::gates::Lit;

use super::implementation::{Cycle, Implementation};
use super::statement::Obligation;
use crate::frames::{Frame, Frames, Named};
use crate::problem::Problem;
use crate::simulate;
use crate::word::{Word, is_number};

/// Returns the CC.CF of a context that an instruction reads if it enters in a state, and the
/// pipeline moves until it is shown.
fn flag(module: &Implementation, frames: &mut Frames<'_>, state: &[Lit], context: usize) -> Lit {
    let Some(probe) = module.probe() else { return Lit::FALSE };
    let now = std::mem::replace(&mut frames.state, state.to_vec());
    let mut driven: Named =
        module.gates().inputs.iter().map(|(pin, word)| (pin.clone(), vec![Lit::FALSE; word.len()])).collect();
    if let Some((reset, level)) = &module.dut.reset {
        set(&mut driven, reset, u64::from(!level));
    }
    for (pin, value) in [("ce_i", 1), ("ready_i", 1), ("valid_i", 1), ("ctl_i", probe.control)] {
        set(&mut driven, pin, value);
    }
    set(&mut driven, "ctx_i", context as u64);
    let mut shown = frames.step(&driven);
    set(&mut driven, "valid_i", 0);
    for _ in 0..module.latency() {
        shown = frames.step(&driven);
    }
    frames.state = now;
    let bit = shown.output(probe.output).expect("the module has its outputs")[probe.bit];
    if probe.is_inverted { !bit } else { bit }
}

/// Gives a pin a value, if the module has the pin.
fn set(driven: &mut Named, pin: &str, value: u64) {
    let found = driven.iter_mut().filter(|(own, _)| own == pin);
    found.for_each(|(_, word)| {
        (0..).zip(word).for_each(|(at, bit): (u32, _)| *bit = Lit::constant(value >> at & 1 == 1));
    });
}

/// Returns the CC.CF of every context in a state, each with the number of its context.
pub(super) fn flags(module: &Implementation, frames: &mut Frames<'_>, state: &[Lit]) -> Vec<(usize, Lit)> {
    let has_flag = !module.has_names() && module.dut.timing.flag_stage.is_some();
    let contexts = if has_flag { module.config.contexts.into() } else { 0 };
    (0..contexts).map(|context| (context, flag(module, frames, state, context))).collect()
}

/// Returns the CC.CF that an instruction of a context reads if it enters in a state.
pub(super) fn read(module: &Implementation, frames: &mut Frames<'_>, state: &[Lit], context: &Word) -> Lit {
    let flags = flags(module, frames, state);
    flags.into_iter().fold(Lit::FALSE, |any, (number, flag)| {
        let is_own = is_number(&mut frames.aig, context, number as u64);
        let own = frames.aig.and(is_own, flag);
        frames.aig.or(any, own)
    })
}

/// Returns the places of the registers that random numbers change in a cycle in which the pipeline
/// does not move. The claims speak of every register, so a wrong choice proves nothing.
pub(super) fn loose(module: &Implementation) -> &[usize] {
    module.loose.get_or_init(|| if module.has_names() { Vec::new() } else { changing(module) })
}

fn changing(module: &Implementation) -> Vec<usize> {
    let mut frames = module.frames();
    let frame = module.step(&mut frames, Cycle::Any);
    let stands = stands(module, &mut frames, &frame);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.assume(stands);
    for (name, (before, after)) in module.gates().names.iter().zip(frame.before.iter().zip(&frame.after)) {
        problem.claim(name, *before, *after);
    }
    simulate::refuted(&problem)
}

/// Returns a bit that is 1 in a cycle in which the pipeline neither moves nor is flushed.
fn stands(module: &Implementation, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
    let (moves, flushes) = (module.moves(frames, frame), module.flushes(frames, frame));
    frames.aig.and(!moves, !flushes)
}

/// Returns the problem whether the loose registers matter only to themselves while no
/// instruction waits.
pub(super) fn idle(module: &Implementation) -> Option<Problem> {
    let loose = loose(module);
    if loose.is_empty() {
        return None;
    }
    let mut frames = module.frames();
    let first = module.step(&mut frames, Cycle::Any);
    frames.state.clone_from(&first.before);
    for &at in loose {
        frames.state[at] = frames.open(format!("other {}", module.gates().names[at]), 1)[0];
    }
    let second = frames.step(&first.inputs);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    [&first, &second].into_iter().for_each(|frame| problem.assume(!module.full(frame)));
    agree(module, &mut problem, [&first, &second], |_| true);
    Some(problem)
}

/// Claims that two cycles show the same at the outputs that `is_wanted` accepts, and leave the same
/// in the registers that are not loose.
fn agree(module: &Implementation, problem: &mut Problem, [x, y]: [&Frame; 2], is_wanted: fn(&str) -> bool) {
    for ((name, x), (_, y)) in x.outputs.iter().zip(&y.outputs).filter(|((name, _), _)| is_wanted(name)) {
        problem.claim(name, x.clone(), y.clone());
    }
    for (at, name) in module.gates().names.iter().enumerate().filter(|(at, _)| !loose(module).contains(at)) {
        problem.claim(name, x.after[at], y.after[at]);
    }
}

/// Returns the problem whether `ready_o` depends on the registers only.
pub(super) fn ready(module: &Implementation) -> Problem {
    let mut frames = module.frames();
    let first = module.step(&mut frames, Cycle::Any);
    frames.state.clone_from(&first.before);
    let second = module.step(&mut frames, Cycle::Any);
    let mut problem = Problem::new(frames.aig, frames.inputs);
    problem.claim("ready_o", vec![first.bit("ready_o", Lit::TRUE)], vec![second.bit("ready_o", Lit::TRUE)]);
    problem
}

/// Returns the problems whether an instruction that was accepted and cannot enter waits, and
/// enters as if it were offered when the pipeline moves.
pub(super) fn waiting(module: &Implementation) -> Vec<Obligation> {
    let mut frames = module.frames();
    let frame = module.step(&mut frames, Cycle::Any);
    let (full, stands) = (module.full(&frame), stands(module, &mut frames, &frame));
    let mut held = Problem::new(frames.aig, frames.inputs);
    [full, stands].into_iter().for_each(|condition| held.assume(condition));
    for (at, name) in module.gates().names.iter().enumerate() {
        held.claim(name, frame.before[at], frame.after[at]);
    }

    let mut frames = module.frames();
    let pins = [("ce_i", true), ("valid_i", true), ("ready_i", false), ("flush_i", false)];
    let driven = pins.map(|(pin, value)| (pin.to_owned(), vec![Lit::constant(value)])).into();
    let accepted = module.step_with(&mut frames, Cycle::Any, driven);
    let (full, shown) = (module.full(&accepted), accepted.bit("valid_o", Lit::TRUE));
    let entered = module.step(&mut frames, Cycle::Any);
    let mut driven = accepted.inputs.clone();
    for (pin, word) in &mut driven {
        if matches!(pin.as_str(), "ce_i" | "ready_i" | "flush_i") {
            word.clone_from(entered.input(pin).expect("the module has the pin"));
        }
    }
    frames.state.clone_from(&accepted.before);
    let direct = frames.step(&driven);
    let mut enters = Problem::new(frames.aig, frames.inputs);
    agree(module, &mut enters, [&direct, &entered], |output| output != "ready_o");
    // The receiver is not ready, so the pipeline stands where a result is shown.
    let enters = enters.given(&[shown, !full]);
    vec![Obligation::new("it waits", held), Obligation::new("it enters", enters)]
}
