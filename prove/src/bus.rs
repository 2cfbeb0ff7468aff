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

use std::path::Path;
use std::time::Duration;

use vidalu_gen::{Config, Layout, Unit, Wrapper, wrap};
use vidalu_sim::Dut;
use vidalu_sim::bus::module_under_test;
use vidalu_sim::gates::{Aig, Gates, Lit, Request, gates};
use vidalu_sim::tool::Tool;

use crate::claim::{Claim, checked};
use crate::error::ProveError;
use crate::frames::{Frame, Frames, Named};
use crate::problem::Problem;
use crate::word::Word;

/// The gates of a wrapper, without those of the unit.
pub struct Wrapped {
    wrapper: Wrapper,
    unit: Unit,
    layout: Layout,
    id: u32,
    /// The text of the wrapper and the unit.
    pub dut: Dut,
    gates: Gates,
}

/// Returns all claims about a wrapper.
///
/// # Errors
/// If a claim compares nothing.
pub fn wrapper_claims(module: &Wrapped) -> Result<Vec<Claim>, ProveError> {
    let claims = match module.wrapper {
        Wrapper::Axi4Stream => axi4_stream::claims(module),
        Wrapper::Axi4Lite => axi4_lite::claims(module),
        Wrapper::Cfu => cfu::claims(module),
        Wrapper::CvXIf => cv_x_if::claims(module),
    };
    checked(&module.wrapper.module_name(module.unit), claims)
}

impl Wrapped {
    /// Generates a wrapped unit and makes the gates of the wrapper.
    ///
    /// # Errors
    /// If the configuration is refused, or yosys fails.
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
    /// As for [`Wrapped::load`].
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
        let gates = gates(yosys, Request { dut: &dut, cuts: &cuts, exposed: &[], scratch, limit })?;
        Ok(Self { wrapper, unit, layout: wrapped.layout, id: wrapped.id, dut, gates })
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

    /// Returns the name of a port of the unit among the pins of the wrapper's gates.
    fn inner(&self, port: &str) -> String {
        format!("{}.{port}", self.unit.instance())
    }

    /// Returns the value at a port of the unit; an empty word if the unit does not have the port.
    fn at_unit(&self, frame: &Frame, port: &str) -> Word {
        let name = self.inner(port);
        frame.output(&name).or(frame.input(&name)).cloned().unwrap_or_default()
    }

    /// Returns the bit at a port of the unit that is one bit wide.
    fn unit_bit(&self, frame: &Frame, port: &str) -> Lit {
        self.at_unit(frame, port)[0]
    }

    /// Returns the flags of the result that the unit shows: CC.CF, then the flag of `.sat`.
    fn flags(&self, frame: &Frame) -> Word {
        let (cf, sat) = (self.at_unit(frame, "cf_o"), self.at_unit(frame, "sat_o"));
        if sat.is_empty() { cf } else { vec![cf.first().copied().unwrap_or(Lit::FALSE), sat[0]] }
    }

    /// Returns the value of a register of the wrapper from the values of all registers; an empty
    /// word if there is no such register. Synthesis removes bits that are always 0.
    fn register(&self, state: &[Lit], name: &str) -> Word {
        let bit = |name: &str| self.gates.places.get(name).map(|&at| state[at]);
        if let Some(only) = bit(name) {
            return vec![only];
        }
        let bits: Vec<_> = (0..64).map(|at| bit(&format!("{name}[{at}]"))).collect();
        let width = bits.iter().rposition(Option::is_some).map_or(0, |last| last + 1);
        bits.into_iter().take(width).map(|bit| bit.unwrap_or(Lit::FALSE)).collect()
    }

    /// Returns the bit of a register that is one bit wide.
    fn state(&self, state: &[Lit], name: &str) -> Lit {
        let word = self.register(state, name);
        *word.first().unwrap_or_else(|| panic!("the wrapper has no register {name}"))
    }

    /// Returns the value of a pin of the bus; an empty word if the module does not have it.
    fn pin(frame: &Frame, name: &str) -> Word {
        frame.input(name).or(frame.output(name)).cloned().unwrap_or_default()
    }

    /// Returns the bit of a pin of the bus that is one bit wide.
    fn bit(frame: &Frame, name: &str) -> Lit {
        Self::pin(frame, name)[0]
    }

    /// The claim that an offer stays unchanged until it is taken, in states that satisfy the
    /// channel's assumption.
    fn holds(&self, name: &str, channel: &Channel<'_>, says: &'static str) -> Claim {
        let Channel { valid, ready, payload, assumed } = channel;
        let mut frames = self.frames();
        let (before, after) = (self.step(&mut frames), self.step(&mut frames));
        let assumed = assumed(self, &mut frames.aig, &before);
        let mut problem = Problem::new(frames.aig, frames.inputs);
        problem.assume(assumed);
        problem.assume(Self::bit(&before, valid));
        problem.assume(!Self::bit(&before, ready));
        problem.claim(*valid, Lit::TRUE, Self::bit(&after, valid));
        for name in payload.iter().filter(|name| !Self::pin(&before, name).is_empty()) {
            problem.claim(*name, Self::pin(&before, name), Self::pin(&after, name));
        }
        Claim::whole(name, says, problem)
    }

    /// The claim that these outputs do not depend on any input, as long as the ports `unit` of
    /// the unit keep their values.
    fn paths(&self, outputs: &[&str], unit: &[&str], says: &'static str) -> Claim {
        let mut frames = self.frames();
        let first = self.step(&mut frames);
        frames.state.clone_from(&first.before);
        let same = unit.iter().map(|port| (self.inner(port), self.at_unit(&first, port)));
        let driven: Named = self.driven(false).into_iter().chain(same).collect();
        let second = frames.step(&driven);
        let mut problem = Problem::new(frames.aig, frames.inputs);
        for name in outputs.iter().filter(|name| !Self::pin(&first, name).is_empty()) {
            problem.claim(*name, Self::pin(&first, name), Self::pin(&second, name));
        }
        Claim::whole("paths", says, problem)
    }

    /// The claim that after a reset nothing is offered and these registers are 0.
    fn silent(&self, valids: &[&str], registers: &[&str], says: &'static str) -> Claim {
        let mut frames = self.frames();
        self.reset(&mut frames);
        let after = self.step(&mut frames);
        let mut problem = Problem::new(frames.aig, frames.inputs);
        valids.iter().for_each(|name| problem.claim(*name, Lit::FALSE, Self::bit(&after, name)));
        for name in registers {
            let word = self.register(&after.before, name);
            problem.claim(*name, vec![Lit::FALSE; word.len()], word);
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
    assumed: fn(&Wrapped, &mut Aig, &Frame) -> Lit,
}

/// The assumption that is always true.
fn any_state(_: &Wrapped, _: &mut Aig, _: &Frame) -> Lit {
    Lit::TRUE
}

/// The assumption that at most one of these states holds, and that the unit shows a result only
/// if it has an instruction or gets one in the same cycle.
fn one_at_a_time(module: &Wrapped, aig: &mut Aig, frame: &Frame, states: &[Lit]) -> Lit {
    let mut any = Lit::FALSE;
    let mut assumed = Lit::TRUE;
    for &state in states {
        let both = aig.and(any, state);
        (assumed, any) = (aig.and(assumed, !both), aig.or(any, state));
    }
    let works = aig.or(module.state(&frame.before, "busy_q"), module.unit_bit(frame, "valid_i"));
    let expects = aig.or(!module.unit_bit(frame, "valid_o"), works);
    aig.and(assumed, expects)
}

/// Returns the new word where `taken` is 1, and else the old one.
fn replaced(aig: &mut Aig, taken: Lit, new: &Word, old: &Word) -> Word {
    new.iter().zip(old).map(|(&new, &old)| aig.mux(taken, new, old)).collect()
}
