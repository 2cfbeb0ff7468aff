//! A module that claims are made of: its gates, its ports, and what it shall compute.

use std::path::Path;
use std::time::Duration;

use vidalu_gen::{Config, Target, Unit};
use vidalu_sim::dut::Dut;
use vidalu_sim::error::CosimError;
use vidalu_sim::gates::{Gates, Lit, Request, gates};
use vidalu_sim::plan::Ready;
use vidalu_sim::subject::{self, Subject};
use vidalu_sim::tool::Tool;

use super::multiplier::{self, Multiplier};
use crate::frames::{Frame, Frames, Named};
use crate::spec::{self, Pins};
use crate::term::{Formula, Term, Word};

/// A module with its gates.
pub struct Module {
    /// What it is.
    pub target: Target,
    /// Its configuration.
    pub config: Config,
    /// Its text and its behaviour in time.
    pub dut: Dut,
    /// Its data ports.
    pub subject: Box<dyn Subject>,
    pub(super) gates: Gates,
    /// The multipliers that are written out.
    pub(super) multipliers: Vec<Multiplier>,
}

/// What the golden model says of a module, as a formula.
pub(super) struct Golden {
    /// Its inputs are those of the module, CC.CF, and the products.
    pub(super) formula: Formula,
    pub(super) outputs: Vec<Term>,
    pub(super) flag: Term,
    pub(super) promised: Term,
}

/// Generates a module and its gates.
///
/// # Errors
/// If the configuration is refused, or yosys fails.
pub fn load(
    target: Target,
    config: &Config,
    yosys: &Tool,
    scratch: &Path,
    limit: Duration,
) -> Result<Module, CosimError> {
    let subject = subject::of(target, config);
    let dut = Dut::generate(target, config, &*subject)?;
    let cuts = cuts(config, &dut);
    let gates = gates(yosys, Request { dut: &dut, cuts: &cuts, exposed: &[], scratch, limit })?;
    let multipliers = multiplier::load(config, &dut, yosys, scratch, limit)?;
    Ok(Module { target, config: config.clone(), dut, subject, gates, multipliers })
}

/// The modules that multiply, as far as the design has them: with `*`, or written out.
fn cuts(config: &Config, dut: &Dut) -> Vec<String> {
    multiplier::cuts(config, dut).into_iter().filter(|name| *name != dut.top).collect()
}

impl Module {
    /// Movements from an instruction to its result.
    pub(super) fn latency(&self) -> usize {
        self.dut.timing.latency as usize
    }

    /// Cycles from any state.
    pub(super) fn frames(&self) -> Frames<'_> {
        Frames::new(&self.gates)
    }

    /// One more cycle, with the reset as is said.
    pub(super) fn step(&self, frames: &mut Frames<'_>, is_reset: bool) -> Frame {
        match &self.dut.reset {
            Some((pin, level)) => frames.step(&[(pin, Lit::constant(is_reset == *level))]),
            None => frames.step(&[]),
        }
    }

    /// Whether the pipeline moves in a cycle without reset.
    pub(super) fn moves(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        let (enable, ready) = (frame.bit("ce_i", Lit::TRUE), frame.bit("ready_i", Lit::TRUE));
        let is_free = frames.aig.or(ready, !frame.bit("valid_o", Lit::TRUE));
        frames.aig.and(enable, is_free)
    }

    /// Whether a cycle drops what is in the stages.
    pub(super) fn flushes(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        frames.aig.and(frame.bit("ce_i", Lit::TRUE), frame.bit("flush_i", Lit::FALSE))
    }

    /// Whether one instruction can wait before the first stage.
    pub(super) fn can_wait(&self) -> bool {
        self.dut.timing.ready == Some(Ready::Registered)
    }

    /// Whether an instruction waits before the first stage.
    pub(super) fn full(&self, frame: &Frame) -> Lit {
        self.full_at().map_or(Lit::FALSE, |at| frame.before[at])
    }

    /// The same after the cycle.
    pub(super) fn full_after(&self, frame: &Frame) -> Lit {
        self.full_at().map_or(Lit::FALSE, |at| frame.after[at])
    }

    /// The place of the register that says so.
    pub(super) fn full_at(&self) -> Option<usize> {
        self.register("full").first().map(|&(_, at)| at)
    }

    /// Whether an instruction enters if the pipeline moves.
    pub(super) fn enters(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        let full = self.full(frame);
        frames.aig.or(full, frame.bit("valid_i", Lit::TRUE))
    }

    /// What enters through a pin: what is driven, or what waits.
    pub(super) fn entering(&self, frames: &mut Frames<'_>, frame: &Frame, pin: &str) -> Word {
        let mut word = frame.input(pin).expect("the module has the pin").clone();
        let full = self.full(frame);
        for (bit, at) in self.held(pin) {
            word[bit] = frames.aig.mux(full, frame.before[at], word[bit]);
        }
        word
    }

    /// The register in which what came through a pin waits: each bit that there is, with its place among the registers.
    pub(super) fn held(&self, pin: &str) -> Vec<(usize, usize)> {
        self.register(&pin.replace("_i", "_held"))
    }

    /// The CC.CF of every context: its number, and its place among the registers.
    pub(super) fn flags(&self) -> Vec<(usize, usize)> {
        let is_inside = self.target == Target::Unit(Unit::Video);
        self.register(if is_inside { "u_carry.cf_q" } else { "cf_q" })
    }

    /// The bits of a register that are there: those that nothing depends on are not.
    fn register(&self, name: &str) -> Vec<(usize, usize)> {
        let bit = |own: &str| {
            let rest = own.strip_prefix(name)?;
            if rest.is_empty() { Some(0) } else { rest.strip_prefix('[')?.strip_suffix(']')?.parse().ok() }
        };
        let bits = self.gates.names.iter().enumerate().filter_map(|(at, own)| Some((bit(own)?, at)));
        bits.collect()
    }

    /// What the golden model says, with products left open.
    pub(super) fn golden(&self) -> Golden {
        let (signals, outputs) = (self.subject.inputs(), self.subject.outputs());
        let (formula, outcome) = Formula::with_open_products(|| {
            let values: Vec<_> = signals.iter().map(|signal| Term::input(signal.width)).collect();
            let pins = Pins { signals, values: &values };
            spec::outcome(self.target, &self.config, &pins, outputs, Term::input(1))
        });
        Golden { formula, outputs: outcome.outputs, flag: outcome.flag, promised: outcome.promised }
    }

    /// The vectors that each of several instances has at a port, with the path of the instance: ports of what was cut out.
    pub(super) fn at_cuts<'a>(&self, vectors: &'a Named, port: &str) -> Vec<(&'a str, &'a Word)> {
        let ending = format!(".{port}");
        vectors.iter().filter_map(|(name, word)| Some((name.strip_suffix(&ending)?, word))).collect()
    }
}
