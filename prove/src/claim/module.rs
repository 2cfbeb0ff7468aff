//! A module that claims are made of: its gates, its ports, and what it shall compute.

use std::path::Path;
use std::sync::OnceLock;
use std::time::Duration;

use vidalu_gen::{Block, Config, Multiplier, Target, Unit};
use vidalu_model::bv::Domain;
use vidalu_sim::dut::Dut;
use vidalu_sim::error::CosimError;
use vidalu_sim::gates::{Gates, Lit, Request, gates, words};
use vidalu_sim::plan::Ready;
use vidalu_sim::subject::{self, Signal, Subject};
use vidalu_sim::tool::Tool;

use super::multiplier;
use super::product::Cut;
use crate::frames::{Frame, Frames, Named, Replaced};
use crate::problem::cone;
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
    /// The blocks that were cut out and are replaced by what the golden model says of them.
    blocks: Vec<Replaced>,
    /// The multipliers that are written out.
    pub(super) multipliers: Vec<multiplier::Multiplier>,
    /// Where the golden model's products are multiplied, once it was looked for.
    pub(super) factors: OnceLock<Vec<Option<Cut>>>,
}

/// The block whose sums in another order than the golden model's are more than engines take beside all the rest.
const REPLACED: Block = Block::Accumulate;

/// What happens in a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cycle {
    /// Anything but a reset.
    Any,
    /// The pipeline moves and nothing is dropped: the clock is enabled and the receiver is ready. Where no result is shown it need
    /// not be: that this is the same is a claim of its own.
    Moves,
    /// The pipeline moves, and what is in it may be dropped.
    MovesOrDrops,
    /// A reset.
    Resets,
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
    let (dut, _) = Dut::with_subject(target, config)?;
    from_text(target, config, dut, yosys, scratch, limit)
}

/// The gates of a module whose text is there already.
///
/// # Errors
/// If yosys fails.
pub fn from_text(
    target: Target,
    config: &Config,
    dut: Dut,
    yosys: &Tool,
    scratch: &Path,
    limit: Duration,
) -> Result<Module, CosimError> {
    let subject = subject::of(target, config);
    let mut cuts = cuts(config, &dut);
    if config.multiplier == Multiplier::Star {
        // What is called a multiplier and is none is not cut out: then it is compared with one as it is.
        for name in multiplier::cuts(config, &dut) {
            if !is_product(&dut, &name, yosys, scratch, limit)? {
                cuts.retain(|cut| *cut != name);
            }
        }
    }
    let gates = gates(yosys, Request { dut: &dut, cuts: &cuts, exposed: &[], scratch, limit })?;
    let blocks = replaced(config, &dut, &gates, yosys, scratch, limit)?;
    let multipliers = multiplier::load(config, &dut, yosys, scratch, limit)?;
    let config = config.clone();
    Ok(Module { target, config, dut, subject, gates, blocks, multipliers, factors: OnceLock::new() })
}

/// The blocks that are replaced, if they are in the design.
fn replaced(
    config: &Config,
    dut: &Dut,
    gates: &Gates,
    yosys: &Tool,
    scratch: &Path,
    limit: Duration,
) -> Result<Vec<Replaced>, CosimError> {
    let subject = subject::of(Target::Block(REPLACED), config);
    let (signals, outputs) = (subject.inputs(), subject.outputs());
    let ending = format!("u_{}.{}", REPLACED.name(), outputs[0].name);
    let found: Vec<_> = gates.inputs.iter().filter(|(pin, _)| pin.ends_with(&ending)).collect();
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let alone =
        self::gates(yosys, Request { dut: &alone(REPLACED, config, dut)?, cuts: &[], exposed: &[], scratch, limit })?;
    let (formula, outcome) = Formula::of(|| {
        let values: Vec<_> = signals.iter().map(|signal| Term::input(signal.width)).collect();
        let pins = Pins { signals, values: &values };
        spec::outcome(Target::Block(REPLACED), config, &pins, outputs, Term::constant(1, 0))
    });
    let zeros = others(&alone, outputs[0].name, signals);
    let replace = |(output, _): &(String, Word)| Replaced {
        path: output.strip_suffix(outputs[0].name).expect("it ends so").to_owned(),
        gates: alone.clone(),
        formula: formula.clone(),
        inputs: signals.iter().map(|signal| signal.name).collect(),
        zeros: zeros.clone(),
        output: (outputs[0].name, outcome.outputs[0]),
        promised: outcome.promised,
    };
    Ok(found.into_iter().map(replace).collect())
}

/// The inputs beside these that an output depends on.
fn others(gates: &Gates, output: &str, own: &[Signal]) -> Vec<String> {
    let roots = gates.outputs.iter().filter(|(name, _)| name == output).flat_map(|(_, word)| word);
    let needed = cone(&gates.aig, roots.map(|lit| lit.node()));
    let is_needed = |lit: &Lit| needed.binary_search(&lit.node()).is_ok();
    let others = gates.inputs.iter().filter(|(name, _)| own.iter().all(|signal| signal.name != name));
    others.filter(|(_, word)| word.iter().any(is_needed)).map(|(name, _)| name.clone()).collect()
}

/// A block alone, from the text of a module that it is in.
fn alone(block: Block, config: &Config, dut: &Dut) -> Result<Dut, CosimError> {
    let target = Target::Block(block);
    let alone = Dut::generate(target, config, &*subject::of(target, config))?;
    Ok(Dut { files: dut.files.clone(), ..alone })
}

/// Whether a module is one `*` of its two inputs, both signed, with all bits of the product: the one thing that is taken to be
/// what the golden model takes it for.
fn is_product(dut: &Dut, name: &str, yosys: &Tool, scratch: &Path, limit: Duration) -> Result<bool, CosimError> {
    let own = Dut {
        top: name.to_owned(),
        clock: None,
        reset: None,
        files: multiplier::source(dut, name).cloned().into_iter().collect(),
        ..dut.clone()
    };
    let words = words(yosys, Request { dut: &own, cuts: &[], exposed: &[], scratch, limit }, "")?;
    let port = |name: &str| words.ports.get(name).map(|port| &port.bits);
    let mut cells = words.cells.values();
    let (Some(cell), None) = (cells.next(), cells.next()) else { return Ok(false) };
    let is_signed = |pin: &str| {
        let value = cell.parameters.get(&format!("{pin}_SIGNED")).and_then(|value| value.as_str());
        value.is_some_and(|bits| bits.ends_with('1'))
    };
    let pins = [("A", "a_i"), ("B", "b_i"), ("Y", "product_o")];
    let is_wired = pins.iter().all(|(pin, name)| cell.connections.get(*pin) == port(name));
    let width = |name: &str| port(name).map_or(0, Vec::len);
    let is_exact = width("product_o") == width("a_i") + width("b_i");
    Ok(cell.kind == "$mul" && is_signed("A") && is_signed("B") && is_wired && is_exact)
}

/// The modules that multiply, and the blocks that are replaced, as far as the design has them.
fn cuts(config: &Config, dut: &Dut) -> Vec<String> {
    let block = config.module_name(REPLACED.name());
    let has_block = multiplier::source(dut, &block).is_some();
    let names = multiplier::cuts(config, dut).into_iter().chain(has_block.then_some(block));
    names.filter(|name| *name != dut.top).collect()
}

impl Module {
    /// A module whose gates are there, with nothing cut out of them.
    pub(crate) fn of_gates(target: Target, config: &Config, dut: Dut, gates: Gates) -> Self {
        let subject = subject::of(target, config);
        Self {
            target,
            config: config.clone(),
            dut,
            subject,
            gates,
            blocks: Vec::new(),
            multipliers: Vec::new(),
            factors: OnceLock::new(),
        }
    }

    /// The blocks of the module whose own claims are needed beside its own.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        (!self.blocks.is_empty()).then_some(REPLACED).into_iter()
    }

    /// A block of the module alone, from the same text.
    ///
    /// # Errors
    /// If yosys fails.
    pub fn block(&self, block: Block, yosys: &Tool, scratch: &Path, limit: Duration) -> Result<Self, CosimError> {
        let (target, dut) = (Target::Block(block), alone(block, &self.config, &self.dut)?);
        from_text(target, &self.config, dut, yosys, scratch, limit)
    }

    /// All that yosys made of the module and of what was cut out of it.
    pub(crate) fn all_gates(&self) -> impl Iterator<Item = &Gates> {
        let blocks = self.blocks.iter().map(|block| &block.gates);
        [&self.gates].into_iter().chain(blocks).chain(self.multipliers.iter().flat_map(|own| own.gates()))
    }

    /// Movements from an instruction to its result.
    pub(crate) fn latency(&self) -> usize {
        self.dut.timing.latency as usize
    }

    /// Cycles from any state.
    pub(crate) fn frames(&self) -> Frames<'_> {
        Frames::new(&self.gates, &self.blocks)
    }

    /// One more cycle.
    pub(crate) fn step(&self, frames: &mut Frames<'_>, cycle: Cycle) -> Frame {
        self.step_with(frames, cycle, Named::new())
    }

    /// The same with some pins driven as is said.
    pub(crate) fn step_with(&self, frames: &mut Frames<'_>, cycle: Cycle, mut driven: Named) -> Frame {
        let mut drive = |pin: &str, value: bool| driven.push((pin.to_owned(), vec![Lit::constant(value)]));
        if let Some((pin, level)) = &self.dut.reset {
            drive(pin, (cycle == Cycle::Resets) == *level);
        }
        if matches!(cycle, Cycle::Moves | Cycle::MovesOrDrops) {
            drive("ce_i", true);
            drive("ready_i", true);
        }
        if cycle == Cycle::Moves {
            drive("flush_i", false);
        }
        if let Target::Block(_) = self.target {
            // What a block in a unit has of ports beyond its own is for other uses of it, and 0.
            let is_own = |pin: &str| self.subject.inputs().iter().any(|signal| signal.name == pin);
            let others = self.gates.inputs.iter().filter(|(pin, _)| !is_own(pin));
            driven.extend(others.map(|(pin, word)| (pin.clone(), vec![Lit::FALSE; word.len()])));
        }
        frames.step(&driven)
    }

    /// So many movements, and one cycle of any kind in which what entered first has arrived.
    pub(super) fn cycles(&self, frames: &mut Frames<'_>, cycle: Cycle, movements: usize) -> Vec<Frame> {
        let kinds = std::iter::repeat_n(cycle, movements).chain([Cycle::Any]);
        kinds.map(|kind| self.step(frames, kind)).collect()
    }

    /// Whether the pipeline moves in a cycle.
    pub(crate) fn moves(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        let (enable, ready) = (frame.bit("ce_i", Lit::TRUE), frame.bit("ready_i", Lit::TRUE));
        let is_free = frames.aig.or(ready, !frame.bit("valid_o", Lit::TRUE));
        frames.aig.and(enable, is_free)
    }

    /// Whether a cycle drops what is in the stages.
    pub(crate) fn flushes(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        frames.aig.and(frame.bit("ce_i", Lit::TRUE), frame.bit("flush_i", Lit::FALSE))
    }

    /// Whether one instruction can wait before the first stage.
    pub(crate) fn can_wait(&self) -> bool {
        self.dut.timing.ready == Some(Ready::Registered)
    }

    /// Whether an instruction waits before the first stage.
    pub(super) fn full(&self, frame: &Frame) -> Lit {
        self.full_at().map_or(Lit::FALSE, |at| frame.before[at])
    }

    /// The same after the cycle.
    pub(crate) fn full_after(&self, frame: &Frame) -> Lit {
        self.full_at().map_or(Lit::FALSE, |at| frame.after[at])
    }

    /// The place of the register that says so.
    pub(crate) fn full_at(&self) -> Option<usize> {
        self.register("full").first().map(|&(_, at)| at)
    }

    /// Whether an instruction enters if the pipeline moves.
    pub(crate) fn enters(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        let full = self.full(frame);
        frames.aig.or(full, frame.bit("valid_i", Lit::TRUE))
    }

    /// What enters through a pin: what is driven, or what waits.
    pub(crate) fn entering(&self, frames: &mut Frames<'_>, frame: &Frame, pin: &str) -> Word {
        let mut word = frame.input(pin).expect("the module has the pin").clone();
        let full = self.full(frame);
        for (bit, at) in self.held(pin) {
            word[bit] = frames.aig.mux(full, frame.before[at], word[bit]);
        }
        word
    }

    /// The register in which what came through a pin waits: each bit that there is, with its place among the registers.
    pub(crate) fn held(&self, pin: &str) -> Vec<(usize, usize)> {
        self.register(&pin.replace("_i", "_held"))
    }

    /// The place of each bit of the number of the step, if there are steps.
    pub(super) fn step_at(&self) -> Vec<usize> {
        let mut bits = self.register(self.in_carry(["step", "u_carry.step"]));
        bits.sort_unstable();
        bits.into_iter().map(|(_, at)| at).collect()
    }

    /// The CC.CF of every context: its number, and its place among the registers.
    pub(crate) fn flags(&self) -> Vec<(usize, usize)> {
        self.register(self.in_carry(["cf_q", "u_carry.cf_q"]))
    }

    /// The name of a register of carry: alone, or in video.
    fn in_carry<'a>(&self, [alone, inside]: [&'a str; 2]) -> &'a str {
        if self.target == Target::Unit(Unit::Video) { inside } else { alone }
    }

    /// The places of the registers that the text names.
    pub(crate) fn registers(&self) -> impl Iterator<Item = usize> {
        (0..).zip(&self.gates.names).filter(|(_, name)| !name.starts_with('$')).map(|(at, _)| at)
    }

    /// The places of those that say where an instruction is.
    pub(crate) fn occupancy(&self) -> Vec<usize> {
        let own = |name: &str| {
            let name = name.rsplit('.').next().unwrap_or(name);
            name == "full" || name.starts_with("valid_")
        };
        self.registers().filter(|&at| own(&self.gates.names[at])).collect()
    }

    /// The names of the outputs.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &str> {
        self.gates.outputs.iter().map(|(name, _)| name.as_str())
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

    /// What the golden model says, with products left open if a multiplier was cut out.
    pub(super) fn golden(&self) -> Golden {
        let (signals, outputs) = (self.subject.inputs(), self.subject.outputs());
        let build = || {
            let values: Vec<_> = signals.iter().map(|signal| Term::input(signal.width)).collect();
            let pins = Pins { signals, values: &values };
            spec::outcome(self.target, &self.config, &pins, outputs, Term::input(1))
        };
        let ports = [(&self.gates.inputs, "product_o"), (&self.gates.outputs, "addend_i")];
        let is_cut = ports.iter().any(|(vectors, port)| !self.at_cuts(vectors, port).is_empty());
        let (formula, outcome) = if is_cut { Formula::with_open_products(build) } else { Formula::of(build) };
        Golden { formula, outputs: outcome.outputs, flag: outcome.flag, promised: outcome.promised }
    }

    /// The vectors that each of several instances has at a port, with the path of the instance: ports of what was cut out.
    pub(super) fn at_cuts<'a>(&self, vectors: &'a Named, port: &str) -> Vec<(&'a str, &'a Word)> {
        let ending = format!(".{port}");
        vectors.iter().filter_map(|(name, word)| Some((name.strip_suffix(&ending)?, word))).collect()
    }
}
