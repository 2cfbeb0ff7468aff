//! The issue port of a simulated unit, which executes programs.

mod wave;

use std::time::Duration;

use vidalu_gen::staging::StagedFolder;
use vidalu_gen::{Config, Operation, Target, Unit};
use vidalu_model::control;
use vidalu_model::exec::{self, Issue};
use vidalu_model::golden::Outcome;
use vidalu_model::isa::{Carry, CarryOp, Flag, Instruction, IntType};

use crate::drive::{Drive, Seen};
use crate::dut::{Dut, Pin, tag};
use crate::error::CosimError;
use crate::files;
use crate::plan::Timing;
use crate::scoreboard::Observed;
use crate::simulator::{Build, Model, Simulator};
use crate::subject::Subject;
use vidalu_stimulus::mask;

pub use self::wave::ProgramWave;

/// The most cycles without a result before the unit counts as stuck: far more than any latency.
const PATIENCE: u64 = 64;

/// The help for results that do not come as the timing promises.
const LOST: &str = "look at valid_o and the latency of the unit; --wave FILE.vcd shows these cycles";

/// The help for instructions that do not enter the unit.
const REFUSED: &str = "look at ready_o and the reset of the unit; --wave FILE.vcd shows these cycles";

/// The number of reset cycles at the start.
const RESET: usize = 2;

/// A unit that was built, reset, and waits for instructions.
///
/// CC.CF is kept in the hardware: a thread uses the context of its number. Results are read from
/// the outputs; nothing is computed here.
pub struct IssuePort {
    dut: Dut,
    subject: Box<dyn Subject>,
    inputs: Vec<Pin>,
    outputs: Vec<Pin>,
    simulator: Box<dyn Simulator>,
    limit: Duration,
    model: Box<dyn Model>,
    /// The CC.CF of each context, as the outputs last showed it.
    flags: Vec<bool>,
    /// The number of instructions that were issued.
    issued: u64,
    cycles: u64,
    /// Whether the unit has add.cc, which sets CC.CF.
    has_add_cc: bool,
    /// CC.CF at the start.
    cf: bool,
    /// The cycles since [`IssuePort::record`], if it was called.
    recorded: Option<Vec<Offer>>,
    /// The folder is removed with the model.
    _scratch: StagedFolder,
}

/// Returns the configuration of a unit that executes programs: with `sat_o`, if an operation of the
/// unit has .sat.
fn answering(unit: Unit, config: &Config) -> Config {
    Config { sat_o: config.unit_ops(unit).any(|op| op.saturates()), ..config.clone() }
}

/// The instruction that sets CC.CF to 1. After an addition, 1 is a carry in every profile.
const SETTING: Instruction = Instruction::Carry(Carry { op: CarryOp::Add(Flag::Write), ty: IntType::U32 });

impl IssuePort {
    /// Generates a unit and starts it in a simulator, which may take `limit` for each step and
    /// each answer. `cf` is the initial CC.CF of every context, in the polarity of the profile; a
    /// unit that keeps no CC.CF ignores it.
    ///
    /// # Errors
    /// If the configuration is refused; if the unit keeps CC.CF and has no valid bits, or has no
    /// add.cc although `cf` is set; if the simulator fails.
    pub fn open(
        unit: Unit,
        simulator: Box<dyn Simulator>,
        config: &Config,
        cf: bool,
        limit: Duration,
    ) -> Result<Self, CosimError> {
        let config = answering(unit, config);
        let module = Dut::with_subject(Target::Unit(unit), &config)?;
        Self::of(module, simulator, &config, cf, limit)
    }

    /// Starts a unit whose text is given, as [`IssuePort::open`] does after it has generated it.
    /// The unit has the instructions of its subject.
    ///
    /// # Errors
    /// As for [`IssuePort::open`].
    pub fn of(
        (dut, subject): (Dut, Box<dyn Subject>),
        simulator: Box<dyn Simulator>,
        config: &Config,
        cf: bool,
        limit: Duration,
    ) -> Result<Self, CosimError> {
        if !dut.timing.has_valid && subject.memory() > 0 {
            return Err(CosimError::usage(
                "handshake none does not show which cycle carries a result",
                "use the handshake valid or valid-ready",
            ));
        }
        let scratch = files::scratch()?;
        let build = Build::new(&dut, &*subject, scratch.path(), limit);
        let model = simulator.build(&build)?;
        let (inputs, outputs) = (dut.input_pins(&*subject), dut.output_pins(&*subject));
        let flags = vec![false; config.contexts.into()];
        let (issued, cycles) = (0, 0);
        let mut port = Self {
            dut,
            subject,
            inputs,
            outputs,
            simulator,
            limit,
            model,
            flags,
            issued,
            cycles,
            has_add_cc: config.has(Operation::AddCc),
            cf,
            recorded: None,
            _scratch: scratch,
        };
        port.restart()?;
        Ok(port)
    }

    /// Resets the unit to its initial state: empty, with the initial CC.CF in every context.
    ///
    /// # Errors
    /// If the simulator fails.
    pub fn restart(&mut self) -> Result<(), CosimError> {
        self.restart_with(self.cf)
    }

    /// Resets the unit as [`IssuePort::restart`] does, with another CC.CF from now on.
    ///
    /// # Errors
    /// If the simulator fails, or the unit has no add.cc although `cf` is set.
    pub fn restart_with(&mut self, cf: bool) -> Result<(), CosimError> {
        let cycles = self.cycles;
        self.reset()?;
        self.flags.fill(false);
        self.cf = cf && self.subject.memory() > 0;
        if self.cf {
            if !self.has_add_cc {
                return Err(CosimError::usage(
                    "only add.cc can set CC.CF to 1, and the unit does not have it",
                    "add add.cc to ops",
                ));
            }
            let issue = |thread| Issue { instruction: SETTING, thread, a: u32::MAX.into(), b: 1, c: 0, form: None };
            let batch: Vec<_> = (0..self.flags.len()).map(issue).collect();
            exec::Unit::issue(self, &batch)?;
        }
        // These instructions are not part of the program, so their cycles do not count.
        self.cycles = cycles;
        Ok(())
    }

    /// Returns the number of clock cycles since the port was opened, without those of a restart.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// Resets the unit. A unit without a reset gets idle cycles, until no unknown value is left in
    /// its stages.
    fn reset(&mut self) -> Result<(), CosimError> {
        let (reset, cycles) = match self.dut.timing.reset {
            Some(_) => (true, RESET),
            None => (false, 1 + self.dut.timing.latency as usize),
        };
        let cycles: Vec<_> = std::iter::repeat_n(Offer { reset, issue: None }, cycles).collect();
        self.exchange(&cycles).map(drop)
    }

    /// Returns the values of the data inputs for an instruction.
    fn values(&self, issue: &Issue) -> Vec<u64> {
        let value = |name| match name {
            "ctl_i" => control::encode(&issue.instruction),
            "ctx_i" => issue.thread as u64,
            "a_i" => issue.a,
            "b_i" => issue.b,
            _ => issue.c,
        };
        self.subject.inputs().iter().map(|signal| value(signal.name) & mask(signal.width)).collect()
    }

    /// Returns the values of the inputs in these cycles.
    fn drive(&self, offers: &[Offer]) -> Drive<'static> {
        let column = |of: &dyn Fn(usize, &Offer) -> u64| offers.iter().enumerate().map(|(at, x)| of(at, x)).collect();
        let controls = self.inputs.iter().filter(|pin| pin.is_control).map(|pin| {
            let width = pin.width;
            match pin.name.as_str() {
                "ce_i" | "ready_i" => column(&|_, _| 1),
                "flush_i" => column(&|_, _| 0),
                "valid_i" => column(&|_, offer| offer.issue.is_some().into()),
                "tag_i" => column(&|_, offer| offer.issue.map_or(0, |(index, _)| tag(index, width))),
                reset => {
                    let active = self.dut.reset.as_ref().is_some_and(|(name, active)| name == reset && *active);
                    column(&|_, offer| u64::from(offer.reset == active))
                }
            }
        });
        let control = controls.collect();
        let values: Vec<_> = offers.iter().map(|offer| Some(self.values(&offer.issue?.1))).collect();
        let data = |at: usize| values.iter().map(|values| values.as_ref().map_or(0, |values| values[at])).collect();
        Drive {
            cycles: offers.len(),
            lanes: 1,
            control,
            data: (0..self.subject.inputs().len()).map(data).collect(),
            noise: values.iter().map(Option::is_none).collect(),
        }
    }

    /// Drives the cycles and returns the values of the outputs.
    fn exchange(&mut self, offers: &[Offer]) -> Result<Seen, CosimError> {
        let drive = self.drive(offers);
        if let Some(recorded) = &mut self.recorded {
            recorded.extend(offers);
        }
        let mut seen = Seen::default();
        self.model.run(&drive, &mut seen)?;
        self.cycles += offers.len() as u64;
        Ok(seen)
    }

    /// Returns the value of an output in a cycle, if the unit has this output.
    fn value(&self, seen: &Seen, cycle: usize, name: &str) -> Result<Option<u64>, CosimError> {
        let Some(at) = self.outputs.iter().position(|pin| pin.name == name) else { return Ok(None) };
        let unknown = seen.unknown.get(at).map_or(0, |column| column[cycle]);
        match Observed::new(seen.values[at][cycle], unknown, &self.outputs[at]) {
            Observed::Known(value) => Ok(Some(value)),
            unknown => Err(self.unusable(format!("shows {name} as {unknown}"), LOST)),
        }
    }

    /// Returns the result of instruction `index`, if this cycle carries a result.
    fn result(&self, seen: &Seen, cycle: usize, index: u64) -> Result<Option<Outcome>, CosimError> {
        let value = |name: &str| self.value(seen, cycle, name);
        let Timing { has_valid, latency, .. } = self.dut.timing;
        let is_due = if has_valid { value("valid_o")? == Some(1) } else { cycle >= latency as usize };
        if !is_due {
            return Ok(None);
        }
        let expected = tag(index, self.dut.timing.tag);
        if value("tag_o")?.is_some_and(|tag| tag != expected) {
            return Err(self.unusable(format!("shows result {index} without the tag of its instruction"), LOST));
        }
        Ok(Some(Outcome {
            d: value("d_o")?.unwrap_or(0),
            cf: value("cf_o")? == Some(1),
            saturated: value("sat_o")? == Some(1),
        }))
    }

    fn unusable(&self, problem: String, help: &'static str) -> CosimError {
        CosimError::Unusable { top: self.dut.top.clone(), problem, help }
    }

    /// Issues one instruction a cycle, followed by as many idle cycles as the last result needs.
    fn stream(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, CosimError> {
        let first = self.issued;
        let idle = std::iter::repeat_n(None, self.dut.timing.latency as usize);
        let issues = batch.iter().map(Some).chain(idle).zip(first..);
        let offers: Vec<_> = issues.map(|(issue, index)| Offer::of(index, issue)).collect();
        let seen = self.exchange(&offers)?;
        let mut outcomes = Vec::new();
        for cycle in 0..offers.len() {
            outcomes.extend(self.result(&seen, cycle, first + outcomes.len() as u64)?);
        }
        if outcomes.len() != batch.len() {
            let (shown, issued, cycles) = (outcomes.len(), batch.len(), offers.len());
            let plural = if cycles == 1 { "" } else { "s" };
            return Err(self.unusable(format!("gave {shown} of {issued} results after {cycles} cycle{plural}"), LOST));
        }
        Ok(outcomes)
    }

    /// Issues instructions one cycle at a time, to a unit with `ready_o`.
    fn converse(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, CosimError> {
        let (first, mut taken, mut outcomes, mut quiet) = (self.issued, 0, Vec::new(), 0);
        while outcomes.len() < batch.len() {
            let seen = self.exchange(&[Offer::of(first + taken as u64, batch.get(taken))])?;
            let ready = self.value(&seen, 0, "ready_o")?;
            taken += usize::from(taken < batch.len() && ready == Some(1));
            let result = self.result(&seen, 0, first + outcomes.len() as u64)?;
            quiet = if result.is_some() { 0 } else { quiet + 1 };
            outcomes.extend(result);
            if quiet == PATIENCE {
                let (problem, help) = match taken > outcomes.len() {
                    true => (format!("gave no result for {PATIENCE} cycles"), LOST),
                    false => (format!("took no instruction for {PATIENCE} cycles"), REFUSED),
                };
                return Err(self.unusable(problem, help));
            }
        }
        Ok(outcomes)
    }
}

/// A cycle: the instruction that is offered, with its number, if any.
#[derive(Clone, Copy)]
struct Offer {
    reset: bool,
    issue: Option<(u64, Issue)>,
}

impl Offer {
    fn of(index: u64, issue: Option<&Issue>) -> Self {
        Self { reset: false, issue: issue.map(|issue| (index, *issue)) }
    }
}

impl exec::Unit for IssuePort {
    type Error = CosimError;

    fn issue(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, CosimError> {
        let contexts = self.flags.len();
        let asks = |issue: &&Issue| matches!(issue.instruction, Instruction::Carry(form) if form.op.flag().is_some());
        let needed = batch.iter().filter(asks).map(|issue| issue.thread + 1).max().unwrap_or(0);
        if needed > contexts {
            let remedy = match needed <= usize::from(Config::MAX_CONTEXTS) {
                true => format!("use contexts = {needed}"),
                false => {
                    format!("there are at most {}; let the golden model execute the program", Config::MAX_CONTEXTS)
                }
            };
            let problem = format!("{needed} threads need a CC.CF each, and the unit has {contexts}");
            return Err(CosimError::usage(problem, remedy));
        }
        // A thread beyond the contexts has no CC.CF, and none of its instructions needs it.
        let place = |issue: &Issue| Issue { thread: issue.thread % contexts, ..*issue };
        let placed: Vec<_> = batch.iter().map(place).collect();
        let outcomes = if self.dut.timing.ready.is_some() { self.converse(&placed)? } else { self.stream(&placed)? };
        self.issued += batch.len() as u64;
        for (issue, outcome) in batch.iter().zip(&outcomes).filter(|(issue, _)| issue.thread < contexts) {
            self.flags[issue.thread] = outcome.cf;
        }
        Ok(outcomes)
    }

    fn cf(&self, thread: usize) -> bool {
        self.flags.get(thread).copied().unwrap_or(false)
    }
}
