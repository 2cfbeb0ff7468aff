//! Scenes of hardware whose registers have names of their own. Every scene begins in any state, and
//! an instruction in it shows at the outputs what the cycles before it left: whether stages hold
//! instructions, and CC.CF.

use vidalu_sim::gates::Lit;

use super::{Observable, STALLED, Scene, When, instruction, is_data, movement_of, observation};
use crate::claim::{Cycle, Implementation};
use crate::frames::{Frame, Frames};

/// The cycles before an instruction that a scene observes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Before {
    /// Some cycles of any kind.
    Any(usize),
    /// Some cycles in which the pipeline stands.
    Stands(usize),
    /// A reset.
    Reset,
    /// Some movements, in which a flush may drop the instructions.
    Moves(usize),
}

/// Returns the scenes about the outputs and CC.CF.
pub(super) fn scenes(module: &Implementation) -> Vec<Scene> {
    let stage = module.dut.timing.flag_stage.map(|stage| Before::Moves(stage as usize + 1));
    let reset = module.dut.reset.as_ref().map(|_| Before::Reset);
    let always = [Before::Any(0), Before::Any(STALLED)].into_iter().chain(reset).chain(stage);
    let waits = [false, true].into_iter().filter(|waits| !waits || module.can_wait());
    let mut scenes: Vec<_> = waits
        .clone()
        .flat_map(|waits| always.clone().map(move |before| (before, waits)))
        .map(|(before, waits)| scene(module, before, waits, None))
        .collect();
    scenes.push(super::hold(module));
    scenes.extend(waits.flat_map(|waits| {
        (0..=module.latency()).map(move |movement| match movement {
            0 => scene(module, Before::Stands(STALLED), waits, None),
            _ => scene(module, Before::Any(0), waits, Some(movement)),
        })
    }));
    scenes
}

/// Some cycles, and then an instruction that moves to the outputs. If `stall` names a movement, it
/// stands before it.
fn scene(module: &Implementation, before: Before, waits: bool, stall: Option<usize>) -> Scene {
    let (mut frames, mut is_meant, mut cycles) = (module.frames(), Lit::TRUE, Vec::new());
    let (count, kind) = match before {
        Before::Any(count) | Before::Stands(count) => (count, Cycle::Any),
        Before::Reset => (1, Cycle::Resets),
        Before::Moves(count) => (count, Cycle::MovesOrDrops),
    };
    for _ in 0..count {
        let frame = match kind {
            Cycle::MovesOrDrops => movement_of(module, &mut frames, kind, &mut is_meant),
            _ => module.step(&mut frames, kind),
        };
        let (enters, _, promised) = instruction(module, &mut frames, &frame);
        let mut counts = frames.aig.or(promised, !enters);
        if matches!(before, Before::Stands(_)) {
            let stands = stands(module, &mut frames, &frame);
            counts = frames.aig.and(counts, stands);
        }
        is_meant = frames.aig.and(is_meant, counts);
        cycles.push(frame);
    }
    let at = cycles.len();
    if waits {
        // The instruction is accepted and cannot enter yet.
        let frame = module.step(&mut frames, Cycle::Any);
        let stands = stands(module, &mut frames, &frame);
        let accepted = frames.aig.and(frame.bit("ce_i", Lit::TRUE), stands);
        is_meant = frames.aig.and(is_meant, accepted);
        cycles.push(frame);
    }
    for movement in 0..module.latency() {
        if stall == Some(movement + 1) {
            stand(module, &mut frames, &mut is_meant, &mut cycles);
        }
        cycles.push(movement_of(module, &mut frames, Cycle::Moves, &mut is_meant));
    }
    cycles.push(module.step(&mut frames, Cycle::Any));
    let (enters, entering, promised) = instruction(module, &mut frames, &cycles[at]);
    let full = module.full(&cycles[at]);
    for condition in [enters, promised, !full] {
        is_meant = frames.aig.and(is_meant, condition);
    }
    let last = cycles.len() - 1;
    let mut observations = Vec::new();
    for (place, name) in module.outputs().enumerate() {
        let what = Observable::Output(place);
        if matches!(name, "valid_o" | "ready_o") {
            observations.extend((0..=last).map(|cycle| observation(cycle, what, Lit::TRUE)));
        } else if is_data(module, name) {
            observations.push(observation(last, what, Lit::TRUE));
        }
    }
    let observations = if is_meant == Lit::FALSE { Vec::new() } else { observations };
    let is_closer = stall.is_some() || matches!(before, Before::Stands(_));
    let when = if is_closer { When::Closer } else { When::Always };
    Scene { when, is_meant, enters, entering, ..Scene::new(frames, cycles, observations) }
}

/// Adds cycles in which the pipeline stands.
fn stand(module: &Implementation, frames: &mut Frames<'_>, is_meant: &mut Lit, cycles: &mut Vec<Frame>) {
    for _ in 0..STALLED {
        let frame = module.step(frames, Cycle::Any);
        let stands = stands(module, frames, &frame);
        *is_meant = frames.aig.and(*is_meant, stands);
        cycles.push(frame);
    }
}

/// Returns a bit that is 1 in a cycle in which the pipeline neither moves nor is flushed.
fn stands(module: &Implementation, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
    let (moves, flushes) = (module.moves(frames, frame), module.flushes(frames, frame));
    frames.aig.and(!moves, !flushes)
}
