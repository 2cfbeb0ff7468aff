//! `vidalu eval`.

mod batch;
mod results;
mod trace;
mod wave;

use serde::Serialize;
use vidalu_model::exec::{Golden, Machine};

use self::results::{Done, Results};
use self::wave::{Sequence, WaveArgs};
use crate::diagnosis;
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};
use crate::program::Program;
use crate::registers::RegisterArgs;

/// Computes the results of instructions with the golden model.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["ptx", "batch"]))]
pub(crate) struct Args {
    /// An instruction, or a sequence 'i1; i2; …', or - for stdin.
    ///
    /// A sequence may also contain plain add and sub.
    ptx: Option<String>,
    #[command(flatten)]
    registers: RegisterArgs,
    /// A file with an instruction as JSON in each line, or - for stdin.
    ///
    /// A line is {"ptx": …, "regs": {"r2": "0x…"}, "cc": 0}. Its answer is a line {"d": "0x…",
    /// "cc": 0, "saturated": false, "registers": {…}}. The answer repeats the key id of the line,
    /// if any. A sequence is listed with the result of each instruction. The exit code is 2 if a
    /// line is refused.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["registers", "set"])]
    batch: Option<String>,
    /// Show the value of every stage of the datapath.
    #[arg(long)]
    trace: bool,
    /// The value of CC.CF before the first instruction.
    ///
    /// After a subtraction it is a borrow in the profile manual, and a carry in all others.
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    cc: u8,
    /// Output format; --batch always answers with JSON lines.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    // The last field, because its heading would cover the options below it.
    #[command(flatten)]
    wave: WaveArgs,
}

/// The JSON report.
#[derive(Serialize)]
struct Answer {
    profile: &'static str,
    #[serde(flatten)]
    results: Results,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match (&args.ptx, &args.batch) {
        (Some(ptx), _) => one(args, ptx),
        (None, Some(path)) => batch::run(path, args),
        (None, None) => unreachable!("the argument group demands one"),
    }
}

fn one(args: &Args, ptx: &str) -> Result<(), Failure> {
    let (name, text) = input::ptx(ptx)?;
    let assignments = args.registers.read()?;
    let program = Program::sequence(&text).map_err(|error| Failure::at(name, &text, &error))?;
    for warning in program.warnings() {
        output::show(&diagnosis::located(name, &text, warning));
    }
    for unused in assignments.unused(program.scope()) {
        output::talk(&format!("note: no instruction has register {unused}\n"));
    }
    let (profile, simulation) = args.wave.read()?;
    let mut machine = Machine::on(Golden::new(profile, args.cc == 1));
    let values = assignments.values(program.scope())?;
    for (register, value) in &values {
        machine.write(register, *value);
    }
    let done = Done::of(&program, machine, args.trace.then_some(profile));
    let done = done.map_err(|halt| Failure::at(name, &text, &halt.into()))?;
    let verdict = simulation.map(|simulation| {
        let sequence = Sequence { name: name.to_owned(), text: text.clone(), values, cf: args.cc == 1 };
        simulation.run(&[sequence])
    });
    let verdict = verdict.transpose()?;
    let printed = match args.format {
        Format::Json => output::document(&Answer { profile: profile.name(), results: Results::in_full(&done) }),
        Format::Text => output::text(&results::readable(&done)),
    };
    output::conclude([printed], verdict.flatten())
}
