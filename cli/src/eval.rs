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

/// Computes instructions on the golden model.
///
/// Example: vidalu eval 'vadd.s32.u32.s32.sat r1, r2.b0, r3' r2=0xff r3=-5 --trace
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["ptx", "batch"]))]
pub(crate) struct Args {
    /// One instruction, or a sequence 'i1; i2; …'; - reads it from stdin. Plain add and sub may stand between.
    ptx: Option<String>,
    /// Registers that the instructions read: r2=0x…, decimal, or negative.
    #[arg(value_name = "REGISTER=VALUE", requires = "ptx")]
    registers: Vec<String>,
    /// JSON lines {"ptx": …, "regs": {"r2": "0x…"}, "cc": 0}, or - for stdin; a line {"d": "0x…", "cc": 0} answers each.
    #[arg(long, value_name = "FILE", conflicts_with = "trace")]
    batch: Option<String>,
    /// Show the value of every stage.
    #[arg(long)]
    trace: bool,
    /// CC.CF before the first instruction, in the profile's polarity.
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    cc: u8,
    /// Which reading of the manual is computed.
    #[arg(long, value_enum, default_value = "manual")]
    profile: Profile,
    /// Form of the answer; a batch is always answered in JSON lines.
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

/// What a sequence did.
struct Done<'p> {
    program: &'p Program<'p>,
    executed: Vec<Option<Executed>>,
    /// The values of each one's stages, if asked for; plain instructions have none.
    traces: Vec<Option<Vec<Step>>>,
    /// CC.CF before the first and after the last.
    before: bool,
    after: bool,
}

/// What the last instruction wrote that was executed.
fn last(done: &[Option<Executed>]) -> Option<u64> {
    done.iter().rev().flatten().next().map(|executed| executed.outcome.d)
}

/// The JSON document.
#[derive(Serialize)]
struct Answer {
    profile: Profile,
    d: Option<String>,
    cc: u8,
    /// What was written, by the names of the program.
    registers: Map<String, Value>,
    instructions: Vec<Instruction>,
}

#[derive(Serialize)]
struct Instruction {
    ptx: String,
    /// False if its guard was.
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

/// The stages, if they were traced, then each register that was written, and CC.CF where an instruction wrote it.
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
