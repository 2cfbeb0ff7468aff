//! `vidalu run`.

mod hardware;
mod images;
mod pictures;
mod trace;

use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Map, Value};
use vidalu_model::exec::{Executed, Golden, Machine, Unit};
use vidalu_model::ptx::{Line, Register};

use self::hardware::HardwareArgs;
use crate::diagnosis::{self, Style};
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};
use crate::profile::Profile;
use crate::program::{Halt, Program};
use crate::registers::{self, Assignments};

/// Executes a straight-line PTX program.
///
/// The program is a text of statements, or one .entry of a module; it has registers and CC.CF, no memory and no
/// branches. The manual's video and carry instructions are executed by what --on names, the plain ones between them
/// (mov, add, shl, setp, …) by the host; the report says which those were.
///
/// Example: vidalu run examples/add128.ptx --set %a0=-1 --set %a1=0 --set %b0=1 --set %b1=0
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A PTX text, or - for stdin.
    file: String,
    /// What executes the manual's instructions.
    #[arg(long, value_enum, default_value = "golden")]
    on: On,
    /// Gives a register its value before the program: %r1=0x…, decimal, or negative; %p1=1 for a predicate. Repeat it.
    #[arg(long = "set", value_name = "REGISTER=VALUE")]
    set: Vec<String>,
    /// CC.CF before the first instruction, in the profile's polarity.
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    cc: u8,
    /// Which reading of the manual is computed.
    #[arg(long, value_enum, default_value = "manual")]
    profile: Profile,
    /// A PNG picture: the program is executed for each pixel or block, which it reads by name (docs/run.md). Repeat it.
    #[arg(long, value_name = "FILE", requires = "out")]
    image: Vec<PathBuf>,
    /// The PNG picture that the program makes of those of --image.
    #[arg(long, value_name = "FILE", requires = "image")]
    out: Option<PathBuf>,
    /// Show each instruction with its operands, its results and CC.CF.
    #[arg(long, conflicts_with = "image")]
    trace: bool,
    /// Form of the report.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    hardware: HardwareArgs,
}

/// What executes the manual's instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum On {
    /// The golden model.
    Golden,
    /// The generated unit `video` in Icarus Verilog.
    Icarus,
    /// The generated unit `video` in Verilator.
    Verilator,
}

impl On {
    /// The name on the command line and in reports.
    fn name(self) -> &'static str {
        match self {
            Self::Golden => "golden",
            Self::Icarus => "icarus",
            Self::Verilator => "verilator",
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let (name, text) = (input::name(&args.file), input::read(&args.file)?);
    args.hardware.demand_hardware(args.on)?;
    let assignments = Assignments::of_arguments(&args.set)?;
    let program = Program::straight_line(&text).map_err(|error| Failure::at(name, &text, &error))?;
    for warning in program.warnings() {
        output::talk(&diagnosis::render(&diagnosis::located(name, &text, warning), Style::of_stderr()));
    }
    assignments.demand(program.scope(), &wanted(&program))?;
    let job = Job { args, name, text: &text, program: &program, assignments: &assignments };
    if let Some(out) = &args.out {
        return images::run(&job, out);
    }
    let done = match args.on {
        On::Golden => job.execute(&mut Golden::new(args.profile.into(), args.cc == 1))?,
        On::Icarus | On::Verilator => {
            let mut port = hardware::open(args, name, &text, &program)?;
            let done = job.execute(&mut port)?;
            Done { cycles: Some(port.cycles()), ..done }
        }
    };
    match args.format {
        Format::Json => output::document(&Answer::new(args, &program, &done)),
        Format::Text => output::text(&readable(args, &program, &done)),
    }
}

/// What a program may need to be given, as a remedy.
fn wanted(program: &Program<'_>) -> String {
    let inputs = program.inputs().into_iter().map(|register| program.key(register)).collect::<Vec<_>>();
    match inputs.is_empty() {
        true => "it reads no register that it does not write before".to_owned(),
        false => format!("what it reads before it writes it: {}", inputs.join(", ")),
    }
}

/// A program with its values.
struct Job<'j> {
    args: &'j Args,
    name: &'j str,
    text: &'j str,
    program: &'j Program<'j>,
    assignments: &'j Assignments<'j>,
}

/// What a program did.
struct Done {
    /// What each instruction did; `None` if its guard was false.
    executed: Vec<Option<Executed>>,
    /// The registers outside of blocks that were set, then those that were written besides, with their last values.
    registers: Vec<(Register, u64)>,
    /// CC.CF before and after.
    before: bool,
    after: bool,
    /// Clock cycles of the unit, if there is one.
    cycles: Option<u64>,
}

impl Job<'_> {
    /// Executes the program, vidalu's instructions on `unit`.
    fn execute<U: Unit<Error: Into<Failure>>>(&self, unit: &mut U) -> Result<Done, Failure> {
        let mut machine = Machine::on(unit);
        let given = self.assignments.values(self.program.scope())?;
        for (register, value) in &given {
            machine.write(register, *value);
        }
        let before = machine.cf();
        let executed = self.program.run(&mut machine, "--set ").map_err(|halt| self.failure(halt))?;
        let set = given.into_iter().map(|(register, _)| register);
        let written = self.program.written(&executed).into_iter().map(|written| written.register.clone());
        let mut registers: Vec<(Register, u64)> = Vec::new();
        for register in set.chain(written).filter(|register| register.block() == 0) {
            if !registers.iter().any(|(earlier, _)| *earlier == register) {
                let value = machine.read(&register).expect("what was set or written has a value");
                registers.push((register, value));
            }
        }
        Ok(Done { executed, registers, before, after: machine.cf(), cycles: None })
    }

    /// Why the program was not executed to its end.
    fn failure(&self, halt: Halt<impl Into<Failure>>) -> Failure {
        match halt {
            Halt::At(found) => Failure::at(self.name, self.text, &found),
            Halt::Unit(error) => error.into(),
        }
    }
}

/// The JSON document.
#[derive(Serialize)]
struct Answer {
    on: On,
    profile: Profile,
    /// What was set or written, outside of blocks, by the names of the program.
    registers: Map<String, Value>,
    cc: u8,
    /// The instructions that the host executed.
    host: Vec<Place>,
    /// Clock cycles of the unit from the first instruction to the last result, where hardware executes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    cycles: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Vec<trace::Row>>,
}

/// An instruction of the program.
#[derive(Serialize)]
struct Place {
    line: usize,
    instruction: String,
}

impl Answer {
    fn new(args: &Args, program: &Program<'_>, done: &Done) -> Self {
        let registers = done.registers.iter().map(|(register, value)| (program.key(register), hex(*value).into()));
        Self {
            on: args.on,
            profile: args.profile,
            registers: registers.collect(),
            cc: done.after.into(),
            host: host(program, |index| done.executed[index].is_some()),
            cycles: done.cycles,
            trace: args.trace.then(|| trace::rows(args.on, program, done)),
        }
    }
}

fn hex(value: u64) -> String {
    format!("{value:#x}")
}

/// The instructions that the host executes, of those whose number is `wanted`.
fn host(program: &Program<'_>, wanted: impl Fn(usize) -> bool) -> Vec<Place> {
    let lines = program.numbers().zip(program.lines()).enumerate();
    let host = lines.filter(|(index, (_, line))| wanted(*index) && matches!(line, Line::Host(_)));
    host.map(|(_, (number, line))| Place { line: number, instruction: line.to_string() }).collect()
}

/// The trace, if it was asked for, the registers and CC.CF, and what the host did.
fn readable(args: &Args, program: &Program<'_>, done: &Done) -> String {
    let mut text = if args.trace { trace::table(&trace::rows(args.on, program, done)) } else { String::new() };
    for (register, value) in &done.registers {
        let shown = registers::shown(register, *value);
        writeln!(text, "{} = {shown}", program.key(register)).expect("a string takes all text");
    }
    let host = host(program, |index| done.executed[index].is_some());
    let all = done.executed.iter().flatten().count();
    writeln!(text, "cc = {}\nby the host: {} of {all} instructions", u8::from(done.after), host.len())
        .expect("a string takes all text");
    for Place { line, instruction } in host {
        writeln!(text, "  line {line}: {instruction}").expect("a string takes all text");
    }
    if let Some(cycles) = done.cycles {
        writeln!(text, "in {}: {cycles} clock cycles", args.on.name()).expect("a string takes all text");
    }
    text
}
