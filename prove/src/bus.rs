//! The claims about a wrapper around a unit: it follows the rules of its bus, every instruction
//! enters the unit once and unchanged, and every result leaves once and unchanged.
//!
//! The unit is cut out and its outputs can have any value, so that its own claims and these cover
//! both together. Every claim speaks of one or two cycles from any state of the wrapper's
//! registers, so it holds in every cycle. Some claims assume an invariant of the state; the claim
//! `count` says that the invariant is kept.

mod axi4_lite;
mod axi4_stream;
mod cfu;
mod command;
mod cv_x_if;
mod vortex;

use std::path::Path;
use std::time::Duration;

use vidalu_gen::landmark::bus::{BUSY, FLAGS, LAST, VALID};
use vidalu_gen::{Config, Layout, Reset, Rs3, Unit, Wrapper, wrap};
use vidalu_sim::Dut;
use vidalu_sim::bus::module_under_test;
use vidalu_sim::gates::{Aig, Gates, Lit, Synthesis, gates};
use vidalu_sim::tool::Tool;

use crate::claim::Claim;
use crate::error::ProveError;
use crate::frames::{Frame, Frames, Named};
use crate::problem::Problem;
use crate::word::Word;

/// The gates of a wrapper, without those of the unit.
#[derive(Clone)]
pub struct WrapperGates {
    wrapper: Wrapper,
    unit: Unit,
    layout: Layout,
    /// The number of the flags that the unit shows with its results.
    flags: u32,
    id: u32,
    /// The third source register of an instruction, on CV-X-IF.
    rs3: Rs3,
    /// The number of threads, each with a unit.
    threads: u8,
    /// The number of contexts of CC.CF.
    contexts: u8,
    reset: Reset,
    /// Whether a reset clears all registers.
    resets_data: bool,
    /// The text of the wrapper and the unit.
    pub dut: Dut,
    gates: Gates,
}

/// Returns all claims about a wrapper.
pub fn wrapper_claims(module: &WrapperGates) -> Vec<Claim> {
    match module.wrapper {
        Wrapper::Axi4Stream => axi4_stream::claims(module),
        Wrapper::Axi4Lite => axi4_lite::claims(module),
        Wrapper::Cfu => cfu::claims(module),
        Wrapper::CvXIf => cv_x_if::claims(module),
        Wrapper::Vortex => vortex::claims(module),
    }
}

impl WrapperGates {
    /// Generates a wrapped unit and makes the gates of the wrapper.
    ///
    /// # Errors
    /// If the configuration is refused, yosys fails, or the text lacks a register that the claims
    /// are about.
    pub fn load(
        wrapper: Wrapper,
        unit: Unit,
        config: &Config,
        yosys: &Tool,
        scratch: &Path,
        limit: Duration,
    ) -> Result<Self, ProveError> {
        let design = wrap(wrapper, unit, config)?;
        let dut = module_under_test(&design, wrapper);
        Self::from_text(wrapper, unit, config, dut, yosys, scratch, limit)
    }

    /// Makes the gates of a wrapper whose text is given.
    ///
    /// # Errors
    /// As for [`WrapperGates::load`].
    pub fn from_text(
        wrapper: Wrapper,
        unit: Unit,
        config: &Config,
        dut: Dut,
        yosys: &Tool,
        scratch: &Path,
        limit: Duration,
    ) -> Result<Self, ProveError> {
        let wrapped = wrap(wrapper, unit, config)?.wrapped.expect("a wrapped unit has a wrapper");
        let cuts = [config.module_name(unit.name())];
        let gates = gates(yosys, Synthesis { dut: &dut, cuts: &cuts, exposed: &[], scratch, limit })?;
        let (layout, flags, id, rs3) = (wrapped.layout, wrapped.flags, wrapped.id, config.rs3);
        let (threads, contexts, reset) = (wrapper.threads(config), config.contexts, config.reset);
        // The other wrappers have values that a host sets once, which a reset leaves as they are.
        let resets_data = config.reset_data && matches!(wrapper, Wrapper::Axi4Stream | Wrapper::Vortex);
        let module = Self { wrapper, unit, layout, flags, id, rs3, threads, contexts, reset, resets_data, dut, gates };
        let registers = match wrapper {
            Wrapper::Axi4Stream | Wrapper::Vortex => vec![VALID.to_owned()],
            Wrapper::Axi4Lite => axi4_lite::registers(&module),
            Wrapper::Cfu => cfu::registers(&module),
            Wrapper::CvXIf => cv_x_if::registers(&module),
        };
        match registers.into_iter().find(|name| module.places(name).is_empty()) {
            Some(name) => Err(ProveError::MissingLandmark { module: module.dut.top, what: "register", name }),
            None => Ok(module),
        }
    }

    /// Returns the same wrapper with other gates, which have the same pins and registers.
    pub(crate) fn with_gates(&self, gates: Gates) -> Self {
        Self { gates, ..self.clone() }
    }

    /// Returns whether operands have more than 32 bits.
    fn is_wide(&self) -> bool {
        self.layout.operand > 32
    }

    /// Returns whether the unit has a third operand.
    fn has_c(&self) -> bool {
        self.layout.part("c").is_some()
    }

    /// Returns whether an instruction carries the third operand, or its lower half, on CV-X-IF.
    fn brings_c(&self) -> bool {
        self.has_c() && self.wrapper == Wrapper::CvXIf && self.rs3 != Rs3::None
    }

    /// Returns whether the unit shows flags with its results.
    fn has_flags(&self) -> bool {
        self.flags > 0
    }

    /// Begins a problem about consecutive cycles from any state, without a reset.
    fn cycles<const N: usize>(&self) -> (Problem, [Frame; N]) {
        let mut frames = self.frames();
        let cycles = std::array::from_fn(|_| self.step(&mut frames));
        (Problem::new(frames.aig, frames.inputs), cycles)
    }

    /// Begins a sequence of cycles in any state.
    fn frames(&self) -> Frames<'_> {
        Frames::new(&self.gates, &[])
    }

    /// Adds a cycle without a reset.
    fn step(&self, frames: &mut Frames<'_>) -> Frame {
        frames.step(&self.driven(false))
    }

    /// Adds a cycle with a reset.
    fn reset(&self, frames: &mut Frames<'_>) -> Frame {
        frames.step(&self.driven(true))
    }

    fn driven(&self, resets: bool) -> Named {
        let (name, active) = self.dut.reset.clone().expect("a wrapper has a reset");
        vec![(name, vec![Lit::constant(resets == active)])]
    }

    /// Returns the name of a port of a thread's unit among the pins of the wrapper's gates.
    fn inner(&self, port: &str, thread: u8) -> String {
        format!("{}.{port}", self.wrapper.instance(self.unit, thread))
    }

    /// Returns the value at a port of the unit, or of that of the first thread; an empty word if
    /// the unit does not have the port.
    fn at_unit(&self, frame: &Frame, port: &str) -> Word {
        self.at_thread(frame, port, 0)
    }

    /// Returns the value at a port of a thread's unit; an empty word if the unit does not have the
    /// port.
    fn at_thread(&self, frame: &Frame, port: &str, thread: u8) -> Word {
        frame.pin(&self.inner(port, thread))
    }

    /// Returns the bit at a port of the unit that is one bit wide.
    fn unit_bit(&self, frame: &Frame, port: &str) -> Lit {
        self.at_unit(frame, port)[0]
    }

    /// Returns the flags of the result that the unit shows: CC.CF, then the flag of `.sat`.
    fn flags(&self, frame: &Frame) -> Word {
        self.flags_of(frame, 0)
    }

    /// Returns the flags of the result that a thread's unit shows.
    fn flags_of(&self, frame: &Frame, thread: u8) -> Word {
        let (cf, sat) = (self.at_thread(frame, "cf_o", thread), self.at_thread(frame, "sat_o", thread));
        if sat.is_empty() { cf } else { vec![cf.first().copied().unwrap_or(Lit::FALSE), sat[0]] }
    }

    /// Returns the places of the bits of a register, the lowest first; none if the wrapper does not
    /// have the register. Synthesis removes bits that are always 0, which have no place.
    fn places(&self, name: &str) -> Vec<Option<usize>> {
        let place = |name: &str| self.gates.places.get(name).copied();
        if let Some(only) = place(name) {
            return vec![Some(only)];
        }
        let mut places: Vec<_> = (0..64).map(|at| place(&format!("{name}[{at}]"))).collect();
        places.truncate(places.iter().rposition(Option::is_some).map_or(0, |last| last + 1));
        places
    }

    /// Returns the value of a register of the wrapper from the values of all registers.
    fn register(&self, state: &[Lit], name: &str) -> Word {
        self.places(name).into_iter().map(|place| place.map_or(Lit::FALSE, |at| state[at])).collect()
    }

    /// Returns the lowest bit of a register.
    fn state(&self, state: &[Lit], name: &str) -> Lit {
        self.register(state, name)[0]
    }

    /// Claims that a register takes a new value in cycles in which `taken` is 1, and keeps its
    /// value in others.
    fn takes(&self, problem: &mut Problem, cycle: &Frame, name: &str, taken: Lit, new: &Word) {
        let expected = replaced(problem.aig_mut(), taken, new, &self.register(&cycle.before, name));
        problem.claim(name, expected, self.register(&cycle.after, name));
    }

    /// Claims that the result and the flags that the unit shows are kept until it shows others, or
    /// others are set: a bit that is 1 where that happens, the result and both flags.
    fn keeps_result(&self, problem: &mut Problem, cycle: &Frame, set: Option<&(Lit, Word, Word)>) {
        let shown = self.unit_bit(cycle, "valid_o");
        let mut keeps = |name: &str, shows: &Word, new: Option<(Lit, &Word)>| {
            let mut kept = self.register(&cycle.before, name);
            if let Some((is_set, new)) = new {
                kept = replaced(problem.aig_mut(), is_set, &new[..kept.len()].to_vec(), &kept);
            }
            let expected = replaced(problem.aig_mut(), shown, shows, &kept);
            problem.claim(name, expected, self.register(&cycle.after, name));
        };
        keeps(LAST, &self.at_unit(cycle, "d_o"), set.map(|(is_set, last, _)| (*is_set, last)));
        if self.has_flags() {
            keeps(FLAGS, &self.flags(cycle), set.map(|(is_set, _, flags)| (*is_set, flags)));
        }
    }

    /// The claim that an offer stays unchanged until it is taken, in states that satisfy the
    /// channel's assumption.
    fn holds(&self, name: &str, channel: &Channel<'_>, says: &'static str) -> Claim {
        let Channel { valid, ready, payload, assumed } = channel;
        let (mut problem, [before, after]) = self.cycles();
        let assumed = assumed(self, problem.aig_mut(), &before);
        problem.assume(assumed);
        problem.assume(before.pin(valid)[0]);
        problem.assume(!before.pin(ready)[0]);
        problem.claim(*valid, Lit::TRUE, after.pin(valid)[0]);
        for name in payload.iter().filter(|name| !before.pin(name).is_empty()) {
            problem.claim(*name, before.pin(name), after.pin(name));
        }
        Claim::whole(name, says, problem)
    }

    /// The claim that these outputs do not depend on any input, as long as the ports `unit` of
    /// the unit keep their values.
    fn paths(&self, outputs: &[&str], unit: &[&str], says: &'static str) -> Claim {
        let mut frames = self.frames();
        let first = self.step(&mut frames);
        frames.state.clone_from(&first.before);
        let same = unit.iter().map(|port| (self.inner(port, 0), self.at_unit(&first, port)));
        let driven: Named = self.driven(false).into_iter().chain(same).collect();
        let second = frames.step(&driven);
        let mut problem = Problem::new(frames.aig, frames.inputs);
        for name in outputs.iter().filter(|name| !first.pin(name).is_empty()) {
            problem.claim(*name, first.pin(name), second.pin(name));
        }
        Claim::whole("paths", says, problem)
    }

    /// The claim that after a cycle with a reset nothing is offered, these registers are 0, and
    /// each other register has the value that it would have without the reset. An asynchronous
    /// reset clears these registers at once, so in that cycle the others already read 0 from them.
    fn silent(&self, valids: &[&str], cleared: &[&str], says: &'static str) -> Claim {
        let mut frames = self.frames();
        let reset = self.reset(&mut frames);
        let after = self.step(&mut frames);
        let cleared: Vec<_> = match self.resets_data {
            true => (0..self.gates.names.len()).collect(),
            false => cleared.iter().flat_map(|name| self.places(name)).flatten().collect(),
        };
        frames.state.clone_from(&reset.before);
        if self.reset.is_asynchronous() {
            cleared.iter().for_each(|&at| frames.state[at] = Lit::FALSE);
        }
        let name = self.dut.reset.as_ref().map(|(name, _)| name);
        let same = reset.inputs.iter().filter(|(pin, _)| Some(pin) != name).cloned();
        let driven: Named = self.driven(false).into_iter().chain(same).collect();
        let without = frames.step(&driven);
        let mut problem = Problem::new(frames.aig, frames.inputs);
        valids.iter().for_each(|name| problem.claim(*name, Lit::FALSE, after.pin(name)[0]));
        for (at, bit) in self.gates.names.iter().enumerate() {
            let expected = if cleared.contains(&at) { Lit::FALSE } else { without.after[at] };
            problem.claim(bit, expected, reset.after[at]);
        }
        Claim::whole("reset", says, problem)
    }
}

/// The pins of a channel on which the wrapper offers something.
struct Channel<'a> {
    valid: &'a str,
    ready: &'a str,
    payload: &'a [&'a str],
    /// The assumption about the state and about the outputs of the unit.
    assumed: fn(&WrapperGates, &mut Aig, &Frame) -> Lit,
}

/// The assumption that is always true.
fn any_state(_: &WrapperGates, _: &mut Aig, _: &Frame) -> Lit {
    Lit::TRUE
}

/// The assumption that at most one of these states holds, and that the unit shows a result only
/// if it has an instruction or gets one in the same cycle.
fn one_at_a_time(module: &WrapperGates, aig: &mut Aig, frame: &Frame, states: &[Lit]) -> Lit {
    let mut any = Lit::FALSE;
    let mut assumed = Lit::TRUE;
    for &state in states {
        let both = aig.and(any, state);
        (assumed, any) = (aig.and(assumed, !both), aig.or(any, state));
    }
    let works = aig.or(module.state(&frame.before, BUSY), module.unit_bit(frame, "valid_i"));
    let expects = aig.or(!module.unit_bit(frame, "valid_o"), works);
    aig.and(assumed, expects)
}

/// A register for a result, which takes one whenever it is free and offers it until it is taken.
struct Held {
    /// Whether the result that it offers remains.
    stays: Lit,
    /// Whether the unit's result moves into it.
    taken: Lit,
    /// Whether it offers a result in the next cycle.
    next: Lit,
}

impl Held {
    /// Claims that the register offers a result in the next cycle if one remains or moves into it.
    fn new(
        module: &WrapperGates,
        problem: &mut Problem,
        [before, after]: [&Frame; 2],
        [valid, ready]: [&str; 2],
    ) -> Self {
        let aig = problem.aig_mut();
        let (offered, ready) = (before.pin(valid)[0], before.pin(ready)[0]);
        let stays = aig.and(offered, !ready);
        let taken = aig.and(module.unit_bit(before, "valid_o"), !stays);
        let next = aig.or(taken, stays);
        problem.claim(valid, next, after.pin(valid)[0]);
        Self { stays, taken, next }
    }

    /// Claims that the pins show the result that moved in, or else what they showed. They may have
    /// any value while nothing is offered.
    fn shows<'a>(
        &self,
        problem: &mut Problem,
        [before, after]: [&Frame; 2],
        pins: impl Iterator<Item = (&'a str, Word)>,
    ) {
        for (pin, new) in pins {
            let aig = problem.aig_mut();
            let expected = replaced(aig, self.taken, &new, &before.pin(pin));
            if !expected.is_empty() {
                let mut counted =
                    |word: Word| -> Word { word.into_iter().map(|bit| aig.and(self.next, bit)).collect() };
                let (expected, got) = (counted(expected), counted(after.pin(pin)));
                problem.claim(pin, expected, got);
            }
        }
    }
}

/// Returns the new word where `taken` is 1, and else the old one.
fn replaced(aig: &mut Aig, taken: Lit, new: &Word, old: &Word) -> Word {
    new.iter().zip(old).map(|(&new, &old)| aig.mux(taken, new, old)).collect()
}
