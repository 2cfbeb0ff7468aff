//! The issue port of a generated unit `video` in a simulator, for programs: instructions go in, results come out.

use std::time::Duration;

use tempfile::TempDir;
use vidalu_gen::{Config, Operation, Target, Unit};
use vidalu_model::control;
use vidalu_model::exec::{self, Issue};
use vidalu_model::golden::Outcome;
use vidalu_model::isa::{Carry, CarryOp, Flag, Instruction, IntType};

use crate::drive::{Drive, Seen};
use crate::dut::{Dut, Pin, tag};
use crate::error::{CosimError, ToolError};
use crate::files;
use crate::scoreboard::Observed;
use crate::simulator::{Build, Model, Simulator};
use crate::subject::Subject;
use vidalu_stimulus::mask;

/// Cycles without a result in which the unit must answer: far more than any latency.
const PATIENCE: u64 = 64;

/// Cycles of reset at the start.
const RESET: usize = 2;

/// A unit `video` that was generated, built, reset, and waits for instructions.
///
/// CC.CF is in the hardware: a thread has the context of its number. What comes back is what the outputs show; nothing
/// is computed here.
pub struct IssuePort {
    dut: Dut,
    subject: Box<dyn Subject>,
    inputs: Vec<Pin>,
    outputs: Vec<Pin>,
    simulator: &'static str,
    model: Box<dyn Model>,
    /// CC.CF of each context, as the outputs showed it last.
    flags: Vec<bool>,
    /// Instructions that were issued.
    issued: u64,
    cycles: u64,
    /// What sets CC.CF at the start, if it is not to be 0.
    setting: Option<Instruction>,
    /// Removed with the model.
    _scratch: TempDir,
}

/// The configuration in which a unit answers programs: one that says what .sat did, if it has .sat.
fn answering(config: &Config) -> Config {
    Config { sat_o: config.ops.iter().any(|op| op.saturates()), ..config.clone() }
}

/// The instruction that makes CC.CF 1: it is a carry after an addition in every profile.
fn setting(config: &Config) -> Result<Instruction, CosimError> {
    if !config.has(Operation::AddCc) {
        return Err(CosimError::usage(
            "only add.cc can set CC.CF to 1, and the unit does not have it",
            "add add.cc to ops",
        ));
    }
    Ok(Instruction::Carry(Carry { op: CarryOp::Add(Flag::Write), ty: IntType::U32 }))
}

impl IssuePort {
    /// Generates the unit and starts it in a simulator, which may take `limit` for each step and each answer. `cf` is the
    /// CC.CF of every context at first, in the profile's polarity.
    ///
    /// # Errors
    /// If the configuration is refused, has no valid bits, or lacks what sets CC.CF where that is to be 1; if the
    /// simulator fails.
    pub fn open(simulator: &dyn Simulator, config: &Config, cf: bool, limit: Duration) -> Result<Self, CosimError> {
        let (config, target) = (answering(config), Target::Unit(Unit::Video));
        let (dut, subject) = Dut::with_subject(target, &config)?;
        if !dut.timing.has_valid {
            return Err(CosimError::usage(
                "handshake none does not show which cycle carries a result",
                "use the handshake valid or valid-ready",
            ));
        }
        let scratch = files::scratch()?;
        let build = Build {
            dut: &dut,
            subject: &*subject,
            scratch: scratch.path(),
            lanes: 1,
            waves: false,
            is_long: false,
            limit,
        };
        let model = simulator.build(&build)?;
        let (inputs, outputs) = (dut.input_pins(&*subject), dut.output_pins(&*subject));
        let flags = vec![false; config.contexts.into()];
        let setting = if cf { Some(setting(&config)?) } else { None };
        let (issued, cycles) = (0, 0);
        let mut port = Self {
            dut,
            subject,
            inputs,
            outputs,
            simulator: simulator.name(),
            model,
            flags,
            issued,
            cycles,
            setting,
            _scratch: scratch,
        };
        port.restart()?;
        Ok(port)
    }

    /// Brings the unit to where it was at first: empty, with the CC.CF of the start in every context.
    ///
    /// # Errors
    /// If the simulator fails.
    pub fn restart(&mut self) -> Result<(), CosimError> {
        let cycles = self.cycles;
        self.reset()?;
        self.flags.fill(false);
        if let Some(instruction) = self.setting {
            let issue = |thread| Issue { instruction, thread, a: u32::MAX.into(), b: 1, c: 0 };
            let batch: Vec<_> = (0..self.flags.len()).map(issue).collect();
            exec::Unit::issue(self, &batch)?;
        }
        // None of these is an instruction of the program.
        self.cycles = cycles;
        Ok(())
    }

    /// Clock cycles since it was opened, without those of a start.
    pub fn cycles(&self) -> u64 {
        self.cycles
    }

    /// The reset; without one, idle cycles until nothing unknown is in the stages.
    fn reset(&mut self) -> Result<(), CosimError> {
        let (reset, cycles) = match self.dut.timing.reset {
            Some(_) => (true, RESET),
            None => (false, 1 + self.dut.timing.latency as usize),
        };
        let cycles: Vec<_> = std::iter::repeat_n(Offer { reset, issue: None }, cycles).collect();
        self.exchange(&cycles).map(drop)
    }

    /// The values of the data inputs for an instruction.
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

    /// Drives the cycles and gives what the outputs showed in them.
    fn exchange(&mut self, offers: &[Offer<'_>]) -> Result<Seen, CosimError> {
        let column =
            |of: &dyn Fn(usize, &Offer<'_>) -> u64| offers.iter().enumerate().map(|(at, x)| of(at, x)).collect();
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
        let values: Vec<_> = offers.iter().map(|offer| offer.issue.map(|(_, issue)| self.values(issue))).collect();
        let data = |at: usize| values.iter().map(|values| values.as_ref().map_or(0, |values| values[at])).collect();
        let drive = Drive {
            cycles: offers.len(),
            lanes: 1,
            control,
            data: (0..self.subject.inputs().len()).map(data).collect(),
            noise: values.iter().map(Option::is_none).collect(),
        };
        let mut seen = Seen::default();
        self.model.run(&drive, &mut seen)?;
        self.cycles += offers.len() as u64;
        Ok(seen)
    }

    /// The value of an output in a cycle, if there is one of this name.
    fn value(&self, seen: &Seen, cycle: usize, name: &str) -> Result<Option<u64>, CosimError> {
        let Some(at) = self.outputs.iter().position(|pin| pin.name == name) else { return Ok(None) };
        let unknown = seen.unknown.get(at).map_or(0, |column| column[cycle]);
        match Observed::new(seen.values[at][cycle], unknown, &self.outputs[at]) {
            Observed::Known(value) => Ok(Some(value)),
            unknown => Err(self.wrong(format!("{name} is {unknown}"))),
        }
    }

    /// The result of instruction `index`, if this cycle carries one.
    fn result(&self, seen: &Seen, cycle: usize, index: u64) -> Result<Option<Outcome>, CosimError> {
        let value = |name: &str| self.value(seen, cycle, name);
        if value("valid_o")? != Some(1) {
            return Ok(None);
        }
        let expected = tag(index, self.dut.timing.tag);
        if value("tag_o")?.is_some_and(|tag| tag != expected) {
            return Err(self.wrong(format!("result {index} has not the tag of its instruction")));
        }
        Ok(Some(Outcome {
            d: value("d_o")?.unwrap_or(0),
            cf: value("cf_o")? == Some(1),
            saturated: value("sat_o")? == Some(1),
        }))
    }

    fn wrong(&self, problem: String) -> CosimError {
        ToolError::BadOutput { tool: self.simulator, problem }.into()
    }

    /// All instructions one a cycle, then as many idle cycles as it takes for the last result: nothing is asked back.
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
            return Err(self.wrong(format!("{} instructions gave {} results", batch.len(), outcomes.len())));
        }
        Ok(outcomes)
    }

    /// One cycle at a time, for a unit that says when it takes an instruction.
    fn converse(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, CosimError> {
        let (first, mut taken, mut outcomes, mut quiet) = (self.issued, 0, Vec::new(), 0);
        while outcomes.len() < batch.len() {
            let seen = self.exchange(&[Offer::of(first + taken as u64, batch.get(taken))])?;
            let ready = self.value(&seen, 0, "ready_o")?;
            taken += usize::from(taken < batch.len() && ready == Some(1));
            let result = self.result(&seen, 0, first + outcomes.len() as u64)?;
            quiet = if result.is_some() { 0 } else { quiet + 1 };
            outcomes.extend(result);
            if quiet > PATIENCE {
                return Err(self.wrong(format!("the unit shows no result in {PATIENCE} cycles")));
            }
        }
        Ok(outcomes)
    }
}

/// A cycle: the instruction that is offered, with its number, or none.
#[derive(Clone, Copy)]
struct Offer<'a> {
    reset: bool,
    issue: Option<(u64, &'a Issue)>,
}

impl<'a> Offer<'a> {
    fn of(index: u64, issue: Option<&'a Issue>) -> Self {
        Self { reset: false, issue: issue.map(|issue| (index, issue)) }
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
        // A thread beyond the contexts has no flag, and none of its instructions asks for one.
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
