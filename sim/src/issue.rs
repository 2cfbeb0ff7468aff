//! The issue port of a generated unit `video` in a simulator, for programs: instructions go in, results come out.

use std::time::Duration;

use tempfile::TempDir;
use vidalu_gen::{Config, Operation, Target, Unit};
use vidalu_model::control;
use vidalu_model::exec::{self, Issue};
use vidalu_model::golden::Outcome;
use vidalu_model::isa::{Carry, CarryOp, Flag, Instruction, IntType};

use crate::dut::{self, Dut, Pin, tag};
use crate::error::{CosimError, ToolError};
use crate::plan::Cycle;
use crate::scoreboard::Observed;
use crate::simulator::{Build, Conversation, Simulator, io};
use crate::stimulus::corner::mask;
use crate::subject::{self, Subject};

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
    conversation: Conversation,
    /// CC.CF of each context, as the outputs showed it last.
    flags: Vec<bool>,
    /// Instructions that were issued.
    issued: u64,
    cycles: u64,
    /// What sets CC.CF at the start, if it is not to be 0.
    setting: Option<Instruction>,
    /// Removed when the conversation is over.
    _scratch: TempDir,
}

/// The configuration in which a unit answers programs: one that says what .sat did, if it has .sat.
fn answering(config: &Config) -> Config {
    Config { sat_o: config.ops.iter().any(|op| op.saturates()), ..config.clone() }
}

/// The instruction that makes CC.CF 1: it is a carry after an addition in every profile.
fn setting(config: &Config) -> Result<Instruction, CosimError> {
    if !config.has(Operation::AddCc) {
        let text = "CC.CF is made 1 by an add.cc, which the unit does not have\nadd it to ops";
        return Err(CosimError::Usage(text.to_owned()));
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
        let subject = subject::of(target, &config);
        let dut = Dut::generate(target, &config, &*subject)?;
        if !dut.timing.has_valid {
            let text = "without valid bits nobody knows which cycle carries a result\n\
                        use the handshake valid or valid-ready";
            return Err(CosimError::Usage(text.to_owned()));
        }
        let temp = std::env::temp_dir();
        let scratch = tempfile::Builder::new().prefix("vidalu-").tempdir();
        let scratch = scratch.map_err(|source| io("cannot create a folder in", &temp, source))?;
        let build = Build { dut: &dut, subject: &*subject, scratch: scratch.path(), waves: false, limit };
        let conversation = simulator.bench(&build)?.talk(limit)?;
        let (inputs, outputs) = (dut.input_pins(&*subject), dut.output_pins(&*subject));
        let flags = vec![false; config.contexts.into()];
        let setting = if cf { Some(setting(&config)?) } else { None };
        let (issued, cycles) = (0, 0);
        let mut port =
            Self { dut, subject, inputs, outputs, conversation, flags, issued, cycles, setting, _scratch: scratch };
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
        let line = self.line(&Cycle { reset, ..Cycle::IDLE }, None);
        self.exchange(&line.repeat(cycles), cycles).map(drop)
    }

    /// A line of stimulus.
    fn line(&self, cycle: &Cycle, values: Option<&[u64]>) -> Vec<u8> {
        let mut line = Vec::new();
        let data = (0..self.subject.inputs().len()).map(|at| values.map(|values| values[at]));
        dut::line(&self.inputs, self.dut.control(cycle).chain(data), &mut line);
        line
    }

    /// The line of a cycle that offers an instruction, or none.
    fn offer(&self, index: u64, issue: Option<&Issue>) -> Vec<u8> {
        let values = issue.map(|issue| self.values(issue));
        let cycle = Cycle { valid: issue.is_some(), issue: issue.map(|_| index), ..Cycle::IDLE };
        self.line(&cycle, values.as_deref())
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

    fn exchange(&mut self, text: &[u8], lines: usize) -> Result<Vec<String>, CosimError> {
        self.cycles += lines as u64;
        Ok(self.conversation.exchange(text, lines)?)
    }

    /// What the outputs show in a cycle.
    fn seen(&self, line: &str) -> Result<Seen<'_>, CosimError> {
        let values = self.outputs.iter().zip(line.split(' '));
        let values: Result<Vec<_>, _> = values.map(|(pin, digits)| Observed::parse(digits, pin)).collect();
        match values {
            Ok(values) if values.len() == self.outputs.len() => Ok(Seen { pins: &self.outputs, values }),
            _ => Err(self.wrong(format!("{line:?} is no line of outputs"))),
        }
    }

    /// The result of instruction `index`, if this cycle carries one.
    fn result(&self, line: &str, index: u64) -> Result<Option<Outcome>, CosimError> {
        let seen = self.seen(line)?;
        let value = |name: &str| seen.value(name).map_err(|text| self.wrong(text));
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
        ToolError::BadOutput { tool: self.conversation.tool(), problem }.into()
    }

    /// All instructions one a cycle, then as many idle cycles as it takes for the last result: nothing is asked back.
    fn stream(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, CosimError> {
        let first = self.issued;
        let idle = std::iter::repeat_n(None, self.dut.timing.latency as usize);
        let offers = batch.iter().map(Some).chain(idle).zip(first..);
        let text: Vec<u8> = offers.flat_map(|(issue, index)| self.offer(index, issue)).collect();
        let lines = self.exchange(&text, batch.len() + self.dut.timing.latency as usize)?;
        let mut outcomes = Vec::new();
        for line in lines {
            outcomes.extend(self.result(&line, first + outcomes.len() as u64)?);
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
            let text = self.offer(first + taken as u64, batch.get(taken));
            let line = self.exchange(&text, 1)?.remove(0);
            let ready = self.seen(&line)?.value("ready_o").map_err(|text| self.wrong(text))?;
            taken += usize::from(taken < batch.len() && ready == Some(1));
            let result = self.result(&line, first + outcomes.len() as u64)?;
            quiet = if result.is_some() { 0 } else { quiet + 1 };
            outcomes.extend(result);
            if quiet > PATIENCE {
                return Err(self.wrong(format!("the unit shows no result in {PATIENCE} cycles")));
            }
        }
        Ok(outcomes)
    }
}

/// The values of the output pins in one cycle.
struct Seen<'a> {
    pins: &'a [Pin],
    values: Vec<Observed>,
}

impl Seen<'_> {
    /// The value of a pin, if there is one of this name.
    fn value(&self, name: &str) -> Result<Option<u64>, String> {
        let Some(at) = self.pins.iter().position(|pin| pin.name == name) else { return Ok(None) };
        match &self.values[at] {
            Observed::Known(value) => Ok(Some(*value)),
            unknown => Err(format!("{name} is {unknown}")),
        }
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
            return Err(CosimError::Usage(format!(
                "{needed} executions need a CC.CF each, and the unit has {contexts}\n{remedy}"
            )));
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
