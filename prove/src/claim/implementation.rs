//! The implementation that claims are about: the gates of a module, its pins, and its registers
//! by what they hold.

use std::sync::OnceLock;

use itertools::Itertools;
use vidalu_gen::landmark::Register;
use vidalu_gen::{Block, Config, Landmarks, Target, generate};
use vidalu_sim::Dut;
use vidalu_sim::gates::{Aig, Gates, Lit};
use vidalu_sim::plan::Ready;
use vidalu_sim::subject::{self, Subject};

use super::lane_sum;
use super::multiplier::Multiplier;
use super::probe::Probe;
use crate::error::ProveError;
use crate::frames::{Frame, Frames, Named, Replaced};
use crate::spec::{self, LaneSum, Pins};
use crate::term::{Formula, Term, blast};
use crate::word::Word;

/// The gates of a module, what was cut out of them, and what the module must compute.
pub struct Implementation {
    /// The unit or block.
    pub target: Target,
    /// The configuration of the module.
    pub config: Config,
    /// The text of the module and its behavior in time.
    pub dut: Dut,
    /// The data ports, with the stimulus and the golden results.
    pub subject: Box<dyn Subject>,
    landmarks: Landmarks,
    /// Whether the registers of the state have the names of vidalu.
    has_names: bool,
    gates: Gates,
    /// The instances that the golden model replaces.
    blocks: Vec<Replaced>,
    /// The multipliers that are written out as rows and their reduction.
    multipliers: Vec<Multiplier>,
    golden: OnceLock<Golden>,
    promise: OnceLock<(Formula, Term)>,
    /// The places of the registers that can change in a cycle in which the pipeline does not move.
    pub(super) loose: OnceLock<Vec<usize>>,
    probe: OnceLock<Option<Probe>>,
}

/// The block that the golden model replaces. It sums in another order than the golden model does,
/// which is too hard for engines together with the rest of a unit.
pub(super) const REPLACED: Block = Block::Accumulate;

/// The number of vectors of the stimulus from which control words are taken.
const VECTORS: u64 = 1 << 14;

/// The kind of a cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cycle {
    /// Anything but a reset.
    Any,
    /// The pipeline moves and nothing is dropped: the clock is enabled and the receiver is ready.
    /// The claim `room` says that the receiver does not matter while no result is shown.
    Moves,
    /// The pipeline moves, and a flush may drop the instructions in it.
    MovesOrDrops,
    /// A reset.
    Resets,
}

/// The golden model of a module, as a formula.
pub(super) struct Golden {
    /// The formula. Its inputs are the data inputs of the module, CC.CF, and the products that
    /// are left open.
    pub(super) formula: Formula,
    pub(super) outputs: Vec<Term>,
    pub(super) flag: Term,
    pub(super) promised: Term,
}

impl Implementation {
    /// A module from whose gates nothing was cut out. The registers of hardware that vidalu did
    /// not write may have any names: then the claims speak of the state that the outputs show.
    ///
    /// # Errors
    /// If the gates of generated hardware lack a register that a claim needs.
    pub(crate) fn new(target: Target, config: &Config, dut: Dut, gates: Gates) -> Result<Self, ProveError> {
        let landmarks = generate(target, config)?.landmarks;
        let mut module = Self {
            has_names: true,
            landmarks,
            target,
            config: config.clone(),
            dut,
            subject: subject::of(target, config),
            gates,
            blocks: Vec::new(),
            multipliers: Vec::new(),
            golden: OnceLock::new(),
            promise: OnceLock::new(),
            loose: OnceLock::new(),
            probe: OnceLock::new(),
        };
        let flags = module.landmarks.flags.iter().map(|flags| &flags.register);
        let needed = module.landmarks.occupancy().chain(flags).chain(&module.landmarks.step);
        let missing = module.missing(needed).map(str::to_owned);
        if let Some(missing) = missing.as_ref().filter(|_| !module.dut.is_foreign) {
            return Err(ProveError::missing(&module.dut, "register", missing));
        }
        if missing.is_some() {
            // A name that is there by chance may be that of another register.
            let Landmarks { waiting, valid, flags, .. } = &mut module.landmarks;
            (*waiting, *flags) = (None, None);
            valid.clear();
        }
        Ok(Self { has_names: missing.is_none(), ..module })
    }

    /// Returns the path of the first register of a list that the module lacks.
    fn missing<'a>(&self, registers: impl IntoIterator<Item = &'a Register>) -> Option<&'a str> {
        registers.into_iter().find(|register| bits(&self.gates, register).is_empty()).map(|found| found.path.as_str())
    }

    /// Returns whether the registers of the state have the names of vidalu. Without them, the
    /// claims speak of the state that the outputs show.
    pub(crate) fn has_names(&self) -> bool {
        self.has_names
    }

    /// Returns whether the claims about any state can be stated. The steps of an instruction are
    /// counted in a register that no output shows.
    pub(super) fn can_be_in_any_state(&self) -> bool {
        self.has_names() || self.landmarks.step.is_none()
    }

    /// The instruction that shows CC.CF, in hardware with names of its own.
    pub(super) fn probe(&self) -> Option<&Probe> {
        self.probe.get_or_init(|| Probe::find(&*self.subject, self.control_words())).as_ref()
    }

    /// The module with the gates of the blocks and multipliers that were cut out of it.
    pub(super) fn with_cuts(self, blocks: Vec<Replaced>, multipliers: Vec<Multiplier>) -> Self {
        Self { blocks, multipliers, ..self }
    }

    /// Returns the blocks of the module that need claims of their own, because the golden model
    /// replaces them here.
    pub fn blocks(&self) -> impl Iterator<Item = Block> {
        (!self.blocks.is_empty()).then_some(REPLACED).into_iter()
    }

    /// The multipliers of the module that are written out.
    pub(crate) fn multipliers(&self) -> &[Multiplier] {
        &self.multipliers
    }

    /// The gates of the module, without those of the blocks and multipliers that were cut out.
    pub(super) fn gates(&self) -> &Gates {
        &self.gates
    }

    /// Returns the gates of the module and of everything that was cut out of it.
    pub(crate) fn all_gates(&self) -> impl Iterator<Item = &Gates> {
        let blocks = self.blocks.iter().map(|block| &block.gates);
        [&self.gates].into_iter().chain(blocks).chain(self.multipliers.iter().flat_map(Multiplier::gates))
    }

    /// The number of movements from an instruction to its result.
    pub(crate) fn latency(&self) -> usize {
        self.dut.timing.latency as usize
    }

    /// Returns control words of the stimulus, which meets every instruction.
    pub(super) fn control_words(&self) -> impl Iterator<Item = u64> {
        (0..VECTORS).map(|index| self.subject.stimulus(1, index)[0])
    }

    /// Begins a sequence of cycles in any state.
    pub(crate) fn frames(&self) -> Frames<'_> {
        Frames::new(&self.gates, &self.blocks)
    }

    /// Adds a cycle.
    pub(crate) fn step(&self, frames: &mut Frames<'_>, cycle: Cycle) -> Frame {
        self.step_with(frames, cycle, Named::new())
    }

    /// Adds a cycle in which some pins are driven with given values.
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
            // A block that stands in a unit can have ports for other uses of it. They are 0 here.
            let is_own = |pin: &str| self.subject.inputs().iter().any(|signal| signal.name == pin);
            let others = self.gates.inputs.iter().filter(|(pin, _)| !is_own(pin));
            driven.extend(others.map(|(pin, word)| (pin.clone(), vec![Lit::FALSE; word.len()])));
        }
        frames.step(&driven)
    }

    /// Adds `movements` cycles of a kind, and then a cycle of any kind, in which the instruction
    /// that entered first has arrived.
    pub(super) fn cycles(&self, frames: &mut Frames<'_>, cycle: Cycle, movements: usize) -> Vec<Frame> {
        let kinds = std::iter::repeat_n(cycle, movements).chain([Cycle::Any]);
        kinds.map(|kind| self.step(frames, kind)).collect()
    }

    /// Returns a bit that is 1 where the pipeline moves in a cycle.
    pub(crate) fn moves(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        let (enable, ready) = (frame.bit("ce_i", Lit::TRUE), frame.bit("ready_i", Lit::TRUE));
        let is_free = frames.aig.or(ready, !frame.bit("valid_o", Lit::TRUE));
        frames.aig.and(enable, is_free)
    }

    /// Returns a bit that is 1 where a cycle drops the instructions in the stages.
    pub(crate) fn flushes(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        frames.aig.and(frame.bit("ce_i", Lit::TRUE), frame.bit("flush_i", Lit::FALSE))
    }

    /// Tells whether one instruction can wait before the first stage.
    pub(crate) fn can_wait(&self) -> bool {
        self.dut.timing.ready == Some(Ready::Registered)
    }

    /// Returns a bit that is 1 where an instruction waits before the first stage. Without the name
    /// of the register, `ready_o` tells it.
    pub(crate) fn full(&self, frame: &Frame) -> Lit {
        match self.full_at() {
            Some(at) => frame.before[at],
            None if self.can_wait() => !frame.bit("ready_o", Lit::TRUE),
            None => Lit::FALSE,
        }
    }

    /// Returns a bit that is 1 where an instruction waits before the first stage after the cycle.
    pub(crate) fn full_after(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        match self.full_at() {
            Some(at) => frame.after[at],
            None if self.can_wait() => {
                let state = std::mem::replace(&mut frames.state, frame.after.clone());
                let next = self.step(frames, Cycle::Any);
                frames.state = state;
                self.full(&next)
            }
            None => Lit::FALSE,
        }
    }

    /// The place of the register that says whether an instruction waits.
    pub(crate) fn full_at(&self) -> Option<usize> {
        let waiting = self.landmarks.waiting.as_ref()?;
        bits(&self.gates, &waiting.full).first().map(|&(_, at)| at)
    }

    /// Returns a bit that is 1 where an instruction enters if the pipeline moves.
    pub(crate) fn enters(&self, frames: &mut Frames<'_>, frame: &Frame) -> Lit {
        let full = self.full(frame);
        frames.aig.or(full, frame.bit("valid_i", Lit::TRUE))
    }

    /// Returns the value that enters through a pin: that of the waiting instruction, or else the
    /// driven one.
    pub(crate) fn entering(&self, frames: &mut Frames<'_>, frame: &Frame, pin: &str) -> Word {
        let mut word = frame.input(pin).expect("the module has the pin").clone();
        let full = self.full(frame);
        for (bit, at) in self.held(pin) {
            word[bit] = frames.aig.mux(full, frame.before[at], word[bit]);
        }
        word
    }

    /// Returns the values that enter through all data inputs.
    pub(crate) fn entering_data(&self, frames: &mut Frames<'_>, frame: &Frame) -> Vec<Word> {
        self.subject.inputs().iter().map(|signal| self.entering(frames, frame, signal.name)).collect()
    }

    /// The register that holds the value of a pin while the instruction waits: its bits, each
    /// with its place among the registers.
    pub(crate) fn held(&self, pin: &str) -> Vec<(usize, usize)> {
        self.landmarks.held(pin).map_or_else(Vec::new, |register| bits(&self.gates, register))
    }

    /// The places of the bits of the step counter, the lowest first; none if the module has no
    /// steps.
    pub(super) fn step_at(&self) -> Vec<usize> {
        let step = self.landmarks.step.iter().flat_map(|register| bits(&self.gates, register));
        step.map(|(_, at)| at).collect()
    }

    /// The CC.CF of every context: the number of the context, and the place among the registers.
    pub(crate) fn flags(&self) -> Vec<(usize, usize)> {
        self.landmarks.flags.as_ref().map_or_else(Vec::new, |flags| bits(&self.gates, &flags.register))
    }

    /// The places of the registers that have a name in the text.
    pub(crate) fn registers(&self) -> impl Iterator<Item = usize> {
        (0..).zip(&self.gates.names).filter(|(_, name)| !name.starts_with('$')).map(|(at, _)| at)
    }

    /// The places of the registers that say which stages hold an instruction.
    pub(crate) fn occupancy(&self) -> Vec<usize> {
        let bits = self.landmarks.occupancy().flat_map(|register| bits(&self.gates, register));
        bits.map(|(_, at)| at).sorted().dedup().collect()
    }

    /// The names of the outputs.
    pub(crate) fn outputs(&self) -> impl Iterator<Item = &str> {
        self.gates.outputs.iter().map(|(name, _)| name.as_str())
    }

    /// The order in which the module sums lanes and `c`.
    pub(super) fn lane_sum(&self) -> LaneSum {
        lane_sum::order(&self.config, &self.dut, &self.gates)
    }

    /// The golden model as a formula. Its products are open if multipliers were cut out of the
    /// module.
    pub(super) fn golden(&self) -> &Golden {
        self.golden.get_or_init(|| {
            let (signals, outputs) = (self.subject.inputs(), self.subject.outputs());
            let build = || {
                let values: Vec<_> = signals.iter().map(|signal| Term::input(signal.width)).collect();
                let pins = Pins { signals, values: &values };
                spec::outcome(self.target, &self.config, &pins, outputs, Term::input(1), self.lane_sum())
            };
            let ports = [(&self.gates.inputs, "product_o"), (&self.gates.outputs, "addend_i")];
            let is_cut = ports.iter().any(|(vectors, port)| !at_cuts(vectors, port).is_empty());
            let (formula, outcome) = if is_cut { Formula::with_open_products(build) } else { Formula::of(build) };
            Golden { formula, outputs: outcome.outputs, flag: outcome.flag, promised: outcome.promised }
        })
    }

    /// Returns a bit that is 1 where data inputs, in their order, are those of an instruction
    /// that the module has.
    pub(crate) fn is_promised(&self, aig: &mut Aig, data: &[Word]) -> Lit {
        let (formula, promised) = self.promise.get_or_init(|| {
            let signals = self.subject.inputs();
            let (formula, promised) = Formula::with_open_products(|| {
                let values: Vec<_> = signals.iter().map(|signal| Term::input(signal.width)).collect();
                let pins = Pins { signals, values: &values };
                spec::outcome(self.target, &self.config, &pins, &[], Term::input(1), LaneSum::OntoC).promised
            });
            formula.below(promised)
        });
        // No promise depends on CC.CF or on a product.
        let others = formula.inputs()[data.len()..].iter();
        let others = others.map(|&term| vec![Lit::FALSE; formula.node(term).width as usize]);
        let words: Vec<_> = data.iter().cloned().chain(others).collect();
        blast(formula, aig, &words)[promised.index()][0]
    }
}

/// Returns the vectors that instances which were cut out have at a port, each with the path of
/// its instance.
pub(super) fn at_cuts<'a>(vectors: &'a Named, port: &str) -> Vec<(&'a str, &'a Word)> {
    let ending = format!(".{port}");
    vectors.iter().filter_map(|(name, word)| Some((name.strip_suffix(&ending)?, word))).collect()
}

/// The bits of a register, the lowest first, each with its place among the flip-flops. Synthesis
/// removes bits that nothing depends on.
fn bits(gates: &Gates, register: &Register) -> Vec<(usize, usize)> {
    let Register { path, width } = register;
    let name = |bit: u32| if *width == 1 { path.clone() } else { format!("{path}[{bit}]") };
    let bits = (0..*width).filter_map(|bit| Some((bit as usize, *gates.places.get(&name(bit))?)));
    bits.collect()
}
