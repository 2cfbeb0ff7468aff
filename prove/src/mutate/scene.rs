//! Scenes: some cycles of the good module and of the module with a fault, from the same state,
//! and the observations that must not differ in them.
//!
//! The observations are those that the claims of a proof speak of. So a module that agrees with
//! the good one in all scenes satisfies the claims that the good one satisfies.

mod observed;

use vidalu_sim::gates::{Aig, Lit};

use crate::claim::{Cycle, Implementation};
use crate::frames::{Frame, Frames, Named};
use crate::word::Word;

/// Some cycles and the observations in them.
pub(super) struct Scene {
    /// When the scene is examined.
    pub when: When,
    /// The gates of the good module in these cycles.
    pub aig: Aig,
    /// The literal of each node of the module, for each cycle.
    pub cycles: Vec<Word>,
    /// The first cycle with the fault. Before it both modules are good.
    pub start: usize,
    /// All vectors from outside: the first state, and the pins of every cycle.
    pub inputs: Named,
    /// A bit that is 1 where the scene counts: only instructions of the module enter.
    pub is_meant: Lit,
    /// The observations that must not differ.
    pub observations: Vec<Observation>,
    /// A bit that is 1 where an instruction enters in the first cycle.
    pub enters: Lit,
    /// The data inputs of that instruction; none if the scene is not about an instruction.
    pub entering: Vec<Word>,
}

/// When a scene is examined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum When {
    /// Always. A difference shows the fault.
    Always,
    /// Always. A difference makes a closer look necessary.
    First,
    /// Only for the closer look.
    Closer,
}

/// An observation in a cycle.
pub(super) struct Observation {
    /// The number of the cycle.
    pub cycle: usize,
    /// The observed output or register.
    pub what: Observable,
    /// A bit that is 1 where the observation counts.
    pub counts: Lit,
}

/// An output or a register that is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Observable {
    /// An output, by its number.
    Output(usize),
    /// The value of a register after the cycle, by its number.
    After(usize),
}

/// The number of cycles for which an instruction stands.
const STALLED: usize = 2;

/// Returns the scenes of a module that observe anything.
pub(super) fn scenes(module: &Implementation) -> Vec<Scene> {
    let mut scenes = if module.has_names() { named(module) } else { observed::scenes(module) };
    scenes.retain(|scene| !scene.observations.is_empty());
    scenes
}

/// Returns the scenes of a module whose registers have the names of vidalu.
fn named(module: &Implementation) -> Vec<Scene> {
    // An instruction enters in the cycle in which it is offered, or after it waited.
    let fronts: &[bool] = if module.can_wait() { &[false, true] } else { &[false] };
    let mut scenes = vec![flow(module), reset(module)];
    for &waits in fronts {
        scenes.push(result(module, waits, None));
        scenes.extend(flag(module, waits));
    }
    scenes.push(hold(module));
    for &waits in fronts {
        // Without a place to wait, an instruction enters when it is accepted.
        let first = usize::from(!module.can_wait());
        scenes.extend((first..=module.latency()).map(|stall| result(module, waits, Some(stall))));
    }
    scenes
}

/// One cycle of any kind: the stages must hold the same instructions afterwards.
fn flow(module: &Implementation) -> Scene {
    let mut frames = module.frames();
    let frame = module.step(&mut frames, Cycle::Any);
    let shown = module.outputs().enumerate().filter(|(_, name)| matches!(*name, "valid_o" | "ready_o"));
    let places =
        shown.map(|(at, _)| Observable::Output(at)).chain(module.occupancy().into_iter().map(Observable::After));
    let observations = places.map(|place| observation(0, place, Lit::TRUE)).collect();
    Scene::new(frames, vec![frame], observations)
}

/// One cycle in which nothing moves: all registers must keep their values. The stages hold
/// instructions of the module, which entered in cycles without the fault.
fn hold(module: &Implementation) -> Scene {
    let (mut frames, mut is_meant, mut cycles) = (front(module, false), Lit::TRUE, Vec::new());
    let before = std::iter::repeat_n(Cycle::Moves, module.latency());
    let waits = module.can_wait().then_some(Cycle::Any);
    for cycle in before.chain(waits).chain([Cycle::Any]) {
        let frame = module.step(&mut frames, cycle);
        let signals = module.subject.inputs().iter();
        let pins: Vec<_> =
            signals.map(|signal| frame.input(signal.name).expect("the module has its inputs").clone()).collect();
        let promised = module.is_promised(&mut frames.aig, &pins);
        is_meant = frames.aig.and(is_meant, promised);
        cycles.push(frame);
    }
    let start = cycles.len() - 1;
    let frame = &cycles[start];
    let (moves, full) = (module.moves(&mut frames, frame), module.full_after(&mut frames, frame));
    let held: Vec<_> = frame.inputs.iter().flat_map(|(pin, _)| module.held(pin)).map(|(_, at)| at).collect();
    let counts = |at: &usize| if held.contains(at) { full } else { !moves };
    let observations = module.registers().map(|at| observation(start, Observable::After(at), counts(&at)));
    let observations = observations.filter(|own| own.counts != Lit::FALSE).collect();
    Scene { is_meant, start, when: When::First, ..Scene::new(frames, cycles, observations) }
}

/// A reset: the registers that it sets must have the same values.
fn reset(module: &Implementation) -> Scene {
    let mut frames = module.frames();
    let frame = module.step(&mut frames, Cycle::Resets);
    let flags = module.flags().into_iter().map(|(_, at)| at);
    let set: Vec<_> = match module.config.reset_data {
        true => module.registers().collect(),
        false => module.occupancy().into_iter().chain(flags).collect(),
    };
    let has_reset = module.dut.reset.is_some();
    let observations =
        set.into_iter().filter(|_| has_reset).map(|at| observation(0, Observable::After(at), Lit::TRUE)).collect();
    Scene::new(frames, vec![frame], observations)
}

/// An instruction enters and moves to the outputs. If `stall` names a movement, the instruction
/// stands for two cycles before it, or before it is accepted.
fn result(module: &Implementation, waits: bool, stall: Option<usize>) -> Scene {
    let (mut frames, mut is_meant, mut cycles) = (front(module, waits), Lit::TRUE, Vec::new());
    for movement in 0..=module.latency() {
        if stall == Some(movement) {
            for _ in 0..STALLED {
                let frame = module.step(&mut frames, Cycle::Any);
                let (moves, flushes) = (module.moves(&mut frames, &frame), module.flushes(&mut frames, &frame));
                let stands = frames.aig.and(!moves, !flushes);
                is_meant = frames.aig.and(is_meant, stands);
                if cycles.is_empty() && !waits {
                    // Without the clock enable an offered instruction is not accepted, so nothing
                    // would enter in this scene.
                    is_meant = frames.aig.and(is_meant, frame.bit("ce_i", Lit::TRUE));
                }
                cycles.push(frame);
            }
        }
        if movement < module.latency() {
            cycles.push(movement_of(module, &mut frames, Cycle::Moves, &mut is_meant));
        }
    }
    cycles.push(module.step(&mut frames, Cycle::Any));
    let (enters, entering, promised) = instruction(module, &mut frames, &cycles[0]);
    for condition in [enters, promised] {
        is_meant = frames.aig.and(is_meant, condition);
    }
    let last = cycles.len() - 1;
    let observations = module.outputs().enumerate().filter(|(_, name)| is_data(module, name));
    let observations = observations.map(|(at, _)| observation(last, Observable::Output(at), Lit::TRUE)).collect();
    // An instruction never stands in a module that always moves.
    let observations = if is_meant == Lit::FALSE { Vec::new() } else { observations };
    let when = if stall.is_some() { When::Closer } else { When::Always };
    Scene { when, is_meant, enters, entering, ..Scene::new(frames, cycles, observations) }
}

/// An instruction, or none, enters and moves to the stage of CC.CF.
fn flag(module: &Implementation, waits: bool) -> Option<Scene> {
    let stage = module.dut.timing.flag_stage? as usize;
    let (mut frames, mut is_meant) = (front(module, waits), Lit::TRUE);
    let movements = (0..stage).map(|_| movement_of(module, &mut frames, Cycle::MovesOrDrops, &mut is_meant));
    let mut cycles: Vec<_> = movements.collect();
    cycles.push(module.step(&mut frames, Cycle::Any));
    let (enters, entering, promised) = instruction(module, &mut frames, &cycles[0]);
    let is_legal = frames.aig.or(promised, !enters);
    is_meant = frames.aig.and(is_meant, is_legal);
    let observations =
        module.flags().into_iter().map(|(_, at)| observation(stage, Observable::After(at), Lit::TRUE)).collect();
    Some(Scene { is_meant, enters, entering, ..Scene::new(frames, cycles, observations) })
}

/// Begins in a state in which an instruction waits, or in which none waits.
fn front(module: &Implementation, waits: bool) -> Frames<'_> {
    let mut frames = module.frames();
    if let Some(at) = module.full_at() {
        frames.state[at] = Lit::constant(waits);
    }
    frames
}

/// Adds a movement. The receiver need not be ready while no result is shown.
fn movement_of(module: &Implementation, frames: &mut Frames<'_>, cycle: Cycle, is_meant: &mut Lit) -> Frame {
    let ready = frames.aig.leaf();
    frames.inputs.push((format!("ready_i@{}", frames.cycles()), vec![ready]));
    let frame = module.step_with(frames, cycle, vec![("ready_i".to_owned(), vec![ready])]);
    let moves = module.moves(frames, &frame);
    *is_meant = frames.aig.and(*is_meant, moves);
    frame
}

/// Returns whether an output belongs to a result.
fn is_data(module: &Implementation, name: &str) -> bool {
    name == "tag_o" || module.subject.outputs().iter().any(|signal| signal.name == name)
}

/// Returns a bit that is 1 where an instruction enters, its data inputs, and a bit that is 1
/// where the module has the instruction.
fn instruction(module: &Implementation, frames: &mut Frames<'_>, first: &Frame) -> (Lit, Vec<Word>, Lit) {
    let enters = module.enters(frames, first);
    let entering = module.entering_data(frames, first);
    let promised = module.is_promised(&mut frames.aig, &entering);
    (enters, entering, promised)
}

fn observation(cycle: usize, what: Observable, counts: Lit) -> Observation {
    Observation { cycle, what, counts }
}

impl Scene {
    /// Returns whether the scene has several cycles with the fault, so that states can differ
    /// before the last.
    pub(super) fn is_long(&self) -> bool {
        self.cycles.len() > self.start + 1
    }

    /// A scene that is not about an instruction.
    fn new(frames: Frames<'_>, cycles: Vec<Frame>, observations: Vec<Observation>) -> Self {
        let cycles = cycles.into_iter().map(|frame| frame.values).collect();
        let (is_meant, enters, entering) = (Lit::TRUE, Lit::FALSE, Vec::new());
        Self {
            when: When::Always,
            aig: frames.aig,
            cycles,
            start: 0,
            inputs: frames.inputs,
            is_meant,
            observations,
            enters,
            entering,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use vidalu_gen::{Config, Target, Unit};
    use vidalu_sim::Dut;
    use vidalu_sim::tool::YOSYS;
    use vidalu_testkit::found;

    use super::super::circuit::literal;
    use super::super::clauses::Clauses;
    use super::*;
    use crate::claim::from_text;

    /// Returns whether the scene of an instruction that stands before it moves counts for any
    /// inputs without `ce_i` in its first cycle.
    fn counts_without_enable(module: &Implementation, waits: bool) -> Option<bool> {
        let mut scene = result(module, waits, Some(0));
        let (_, enable) = scene.inputs.iter().find(|(name, _)| name == "ce_i@0").expect("the unit has a clock enable");
        let without = scene.aig.and(scene.is_meant, !enable[0]);
        Clauses::new().can_be_1(&scene.aig, literal(without), Instant::now() + Duration::from_secs(60))
    }

    #[test]
    fn what_is_offered_without_the_enable_does_not_enter() {
        let Some(yosys) = found(YOSYS.find()) else { return };
        let flow = "handshake = 'valid-ready'\nready = 'registered'\nclock_enable = true\ndepth = 1\nops = ['vset']";
        let config = Config::from_toml(flow).unwrap();
        let scratch = tempfile::tempdir().unwrap();
        let limit = Duration::from_secs(60);
        let target = Target::Unit(Unit::Scalar);
        let (dut, _) = Dut::with_subject(target, &config).unwrap();
        let module = from_text(target, &config, dut, &yosys, scratch.path(), limit).unwrap();
        assert_eq!(counts_without_enable(&module, false), Some(false));
        assert_eq!(counts_without_enable(&module, true), Some(true), "what waits already has entered");
    }
}
