//! `vidalu eval`.

mod batch;
mod program;
mod registers;
mod trace;

use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};
use crate::profile::Profile;
use crate::report::{self, Style};
use program::{Done, Program};
use registers::Assignments;
use serde::Serialize;
use serde_json::{Map, Value};
use std::fmt::Write;

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
    let program = Program::parse(&text).map_err(|error| Failure::at(name, &text, &error))?;
    for warning in program.warnings() {
        output::talk(&report::render(&report::located(name, &text, warning), Style::of_stderr()));
    }
    let mut machine = program.machine(args.profile.into(), args.cc == 1);
    assignments.load(&mut machine, program.scope())?;
    let done = program.run(&mut machine, args.trace).map_err(|error| Failure::at(name, &text, &error))?;
    match args.format {
        Format::Json => output::document(&Answer::new(args.profile, &program, &done)),
        Format::Text => output::text(&readable(&program, &done)),
    }
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
    fn new(profile: Profile, program: &Program, done: &Done) -> Self {
        let written = done.written.iter().map(|written| (written.register.clone(), hex(written.value).into()));
        let instructions = program.lines().zip(&done.steps).map(|(line, step)| Instruction {
            ptx: line.to_string(),
            executed: step.executed.is_some(),
            d: step.executed.map(|executed| hex(executed.outcome.d)),
            cc: step.cf.into(),
            saturated: step.executed.is_some_and(|executed| executed.outcome.saturated),
            trace: step.trace.as_deref().map(trace::rows),
        });
        Self {
            profile,
            d: done.d.map(hex),
            cc: done.cf.into(),
            registers: written.collect(),
            instructions: instructions.collect(),
        }
    }
}

fn hex(value: u64) -> String {
    format!("{value:#x}")
}

/// The stages, if they were traced, then each register that was written, and CC.CF where an instruction wrote it.
fn readable(program: &Program, done: &Done) -> String {
    let mut text = String::new();
    for (line, step) in program.lines().zip(&done.steps) {
        if let Some(steps) = &step.trace {
            writeln!(text, "{line}\n{}", trace::table(steps)).expect("a string takes all text");
        }
    }
    for written in &done.written {
        let digits = 2 + written.width as usize / 4;
        let signed = (written.value as i64) << (64 - written.width) >> (64 - written.width);
        let negative = if signed < 0 { format!(" ({signed})") } else { String::new() };
        let saturated = if written.saturated { ", saturated" } else { "" };
        writeln!(text, "{} = {:#0digits$x} = {}{negative}{saturated}", written.register, written.value, written.value)
            .expect("a string takes all text");
    }
    if program.writes_flag() {
        writeln!(text, "cc = {}", u8::from(done.cf)).expect("a string takes all text");
    }
    text
}
