//! The results of a sequence of instructions on the golden model, as JSON and as text.

use std::convert::Infallible;
use std::fmt::Write;

use serde::Serialize;
use serde_json::{Map, Value};
use vidalu_model::exec::{Executed, Machine};
use vidalu_model::golden::{self, Profile, Step};
use vidalu_model::ptx::Line;

use super::trace;
use crate::program::{Halt, Program};
use crate::registers;
use crate::word::Word;

/// The effect of a sequence.
pub(super) struct Done<'p> {
    program: &'p Program<'p>,
    executed: Vec<Option<Executed>>,
    /// The values of the stages of each instruction, if they are wanted; plain instructions have no
    /// stages.
    traces: Vec<Option<Vec<Step>>>,
    /// CC.CF before the first instruction.
    before: bool,
    /// CC.CF after the last instruction.
    after: bool,
}

impl<'p> Done<'p> {
    /// Executes a sequence. With `trace`, the stages are those of this profile.
    pub(super) fn of(
        program: &'p Program<'p>,
        mut machine: Machine,
        trace: Option<Profile>,
    ) -> Result<Self, Halt<Infallible>> {
        let before = machine.cf();
        let executed = program.run(&mut machine)?;
        let traces = program.lines().zip(&executed).map(|(line, executed)| match (line, executed, trace) {
            (Line::Vidalu(statement), Some(executed), Some(profile)) => {
                Some(golden::trace(statement.instruction(), executed.operands, profile.serving(statement.form())).1)
            }
            _ => None,
        });
        let traces = traces.collect();
        Ok(Self { program, executed, traces, before, after: machine.cf() })
    }
}

/// The results in JSON.
#[derive(Serialize)]
pub(super) struct Results {
    /// The result of the last instruction that was executed.
    d: Option<String>,
    cc: u8,
    /// Whether `.sat` changed the result `d`.
    saturated: bool,
    /// The written registers with their last values.
    registers: Map<String, Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    instructions: Option<Vec<Instruction>>,
}

#[derive(Serialize)]
struct Instruction {
    ptx: String,
    /// The unit that executes the instruction; plain instructions have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    unit: Option<&'static str>,
    /// The control word that this unit receives at `ctl_i`.
    #[serde(skip_serializing_if = "Option::is_none")]
    ctl: Option<String>,
    /// False if the guard was false.
    executed: bool,
    d: Option<String>,
    cc: u8,
    saturated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<trace::Row>>,
}

impl Results {
    /// Returns the results, with each instruction.
    pub(super) fn in_full(done: &Done<'_>) -> Self {
        let mut flag = done.before;
        let steps = done.executed.iter().zip(&done.traces);
        let instructions = done.program.lines().zip(steps).map(|(line, (executed, trace))| {
            flag = executed.map_or(flag, |executed| executed.outcome.cf);
            let instruction = match line {
                Line::Vidalu(statement) => Some(statement.instruction()),
                Line::Host(_) => None,
            };
            Instruction {
                ptx: line.to_string(),
                unit: instruction.map(|instruction| instruction.unit().name()),
                ctl: instruction.map(|instruction| Word::own(instruction).hex()),
                executed: executed.is_some(),
                d: executed.map(|executed| hex(executed.outcome.d)),
                cc: flag.into(),
                saturated: executed.is_some_and(|executed| executed.outcome.saturated),
                trace: trace.as_deref().map(trace::rows),
            }
        });
        Self { instructions: Some(instructions.collect()), ..Self::in_short(done) }
    }

    /// Returns the results, with each instruction if there are several or the stages are wanted.
    pub(super) fn of_line(done: &Done<'_>) -> Self {
        let is_long = done.executed.len() > 1 || done.traces.iter().any(Option::is_some);
        if is_long { Self::in_full(done) } else { Self::in_short(done) }
    }

    fn in_short(done: &Done<'_>) -> Self {
        let last = done.executed.iter().rev().flatten().next().map(|executed| &executed.outcome);
        let written = done.program.written(&done.executed);
        Self {
            d: last.map(|outcome| hex(outcome.d)),
            cc: done.after.into(),
            saturated: last.is_some_and(|outcome| outcome.saturated),
            registers: written.iter().map(|it| (it.register.to_string(), hex(it.value).into())).collect(),
            instructions: None,
        }
    }
}

fn hex(value: u64) -> String {
    format!("{value:#x}")
}

/// Returns the results as text: the traced stages, each written register, and CC.CF if an
/// instruction writes it.
pub(super) fn readable(done: &Done<'_>) -> String {
    let mut text = String::new();
    for (line, trace) in done.program.lines().zip(&done.traces) {
        if let Some(steps) = trace {
            writeln!(text, "{line}\n{}", trace::table(steps)).expect("a string takes all text");
        }
    }
    for written in done.program.written(&done.executed) {
        let saturated = if written.saturated { ", saturated" } else { "" };
        let shown = registers::shown(written.register, written.value);
        writeln!(text, "{} = {shown}{saturated}", written.register).expect("a string takes all text");
    }
    if done.program.writes_flag() {
        writeln!(text, "cc = {}", u8::from(done.after)).expect("a string takes all text");
    }
    text
}
