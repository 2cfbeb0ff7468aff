//! `vidalu eval`.

mod batch;
mod trace;

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Map, Value};
use vidalu_model::exec::{Executed, Golden, Machine};
use vidalu_model::golden::{self, Step};
use vidalu_model::ptx::Line;

use crate::diagnosis::{self, Style};
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};
use crate::profile::Profile;
use crate::program::Program;
use crate::registers::{self, Assignments};

/// Computes the results of instructions with the golden model.
///
/// Example: vidalu eval 'vadd.s32.u32.s32.sat r1, r2.b0, r3' r2=0xff r3=-5 --trace
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["ptx", "batch"]))]
pub(crate) struct Args {
    /// An instruction, or a sequence 'i1; i2; …', or - for stdin.
    ///
    /// A sequence may also contain plain add and sub.
    ptx: Option<String>,
    /// The registers that the instructions read, such as r2=0xff or r3=-5.
    #[arg(value_name = "REGISTER=VALUE", requires = "ptx")]
    registers: Vec<String>,
    /// A file with an instruction as JSON in each line, or - for stdin.
    ///
    /// A line is {"ptx": …, "regs": {"r2": "0x…"}, "cc": 0}. Its answer is a line {"d": "0x…",
    /// "cc": 0}. The exit code is 2 if a line is refused.
    #[arg(long, value_name = "FILE", conflicts_with = "trace")]
    batch: Option<String>,
    /// Show the value of every stage of the datapath.
    #[arg(long)]
    trace: bool,
    /// The value of CC.CF before the first instruction.
    ///
    /// After a subtraction it is a borrow in the profile manual, and a carry in all others.
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    cc: u8,
    /// The semantics: how to read the manual where it is unclear.
    #[arg(long, value_enum, default_value = "manual")]
    profile: Profile,
    /// Output format; --batch always answers with JSON lines.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match (&args.ptx, &args.batch) {
        (Some(ptx), _) => one(args, ptx),
        (None, Some(path)) => batch::run(path, args.profile.into(), args.cc == 1),
        (None, None) => unreachable!("the argument group demands one"),
    }
}

fn one(args: &Args, ptx: &str) -> Result<(), Failure> {
    let (name, text) = if ptx == "-" { (input::name(ptx), input::read(ptx)?) } else { ("PTX", ptx.to_owned()) };
    let assignments = Assignments::of_arguments(&args.registers)?;
    let program = Program::sequence(&text).map_err(|error| Failure::at(name, &text, &error))?;
    for warning in program.warnings() {
        output::talk(&diagnosis::render(&diagnosis::located(name, &text, warning), Style::of_stderr()));
    }
    let (profile, cf) = (args.profile.into(), args.cc == 1);
    let mut machine = Machine::on(Golden::new(profile, cf));
    for (register, value) in assignments.values(program.scope())? {
        machine.write(&register, value);
    }
    let done = program.run(&mut machine, "").map_err(|halt| Failure::at(name, &text, &halt.into()))?;
    let traces = program.lines().zip(&done).map(|(line, executed)| match (line, executed) {
        (Line::Vidalu(statement), Some(executed)) if args.trace => {
            Some(golden::trace(statement.instruction(), executed.operands, profile).1)
        }
        _ => None,
    });
    let done = Done { program: &program, traces: traces.collect(), executed: done, before: cf, after: machine.cf() };
    match args.format {
        Format::Json => output::document(&Answer::new(args.profile, &done)),
        Format::Text => output::text(&readable(&done)),
    }
}

/// The effect of a sequence.
struct Done<'p> {
    program: &'p Program<'p>,
    executed: Vec<Option<Executed>>,
    /// The values of the stages of each instruction with `--trace`; plain instructions have no
    /// stages.
    traces: Vec<Option<Vec<Step>>>,
    /// CC.CF before the first instruction.
    before: bool,
    /// CC.CF after the last instruction.
    after: bool,
}

/// Returns the result of the last instruction that was executed.
fn last(done: &[Option<Executed>]) -> Option<u64> {
    done.iter().rev().flatten().next().map(|executed| executed.outcome.d)
}

/// The JSON report.
#[derive(Serialize)]
struct Answer {
    profile: Profile,
    d: Option<String>,
    cc: u8,
    /// The written registers with their values.
    registers: Map<String, Value>,
    instructions: Vec<Instruction>,
}

#[derive(Serialize)]
struct Instruction {
    ptx: String,
    /// False if the guard was false.
    executed: bool,
    d: Option<String>,
    cc: u8,
    saturated: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<trace::Row>>,
}

impl Answer {
    fn new(profile: Profile, done: &Done<'_>) -> Self {
        let written = done.program.written(&done.executed);
        let mut flag = done.before;
        let steps = done.executed.iter().zip(&done.traces);
        let instructions = done.program.lines().zip(steps).map(|(line, (executed, trace))| {
            flag = executed.map_or(flag, |executed| executed.outcome.cf);
            Instruction {
                ptx: line.to_string(),
                executed: executed.is_some(),
                d: executed.map(|executed| hex(executed.outcome.d)),
                cc: flag.into(),
                saturated: executed.is_some_and(|executed| executed.outcome.saturated),
                trace: trace.as_deref().map(trace::rows),
            }
        });
        Self {
            profile,
            d: last(&done.executed).map(hex),
            cc: done.after.into(),
            registers: written.iter().map(|it| (it.register.to_string(), hex(it.value).into())).collect(),
            instructions: instructions.collect(),
        }
    }
}

fn hex(value: u64) -> String {
    format!("{value:#x}")
}

/// Returns the answer as text: the traced stages, each written register, and CC.CF if an
/// instruction writes it.
fn readable(done: &Done<'_>) -> String {
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
