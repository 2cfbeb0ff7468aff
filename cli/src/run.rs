//! `vidalu run`.

mod hardware;
mod images;
mod pictures;
mod trace;

use std::collections::HashSet;
use std::fmt::Write;
use std::path::PathBuf;

use serde::Serialize;
use serde_json::{Map, Value};
use vidalu_model::exec::{Executed, Golden, Machine, Unit};
use vidalu_model::ptx::{Line, Register};

use self::hardware::HardwareArgs;
use crate::diagnosis;
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};
use crate::profile::Profile;
use crate::program::{Halt, Program};
use crate::progress::Progress;
use crate::registers::{self, Assignments, RegisterArgs};

/// Executes a straight-line PTX program.
///
/// The program is a list of statements, or the .entry of a module. It has registers and CC.CF, but
/// no memory and no branches. --on chooses what executes the video and carry instructions. The host
/// executes plain instructions (mov, add, shl, setp, …), and the report lists them.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The PTX text, or - for stdin.
    file: String,
    /// Where the video and carry instructions are executed.
    #[arg(long, value_enum, default_value = "golden")]
    on: On,
    #[command(flatten)]
    registers: RegisterArgs,
    /// The value of CC.CF before the first instruction.
    ///
    /// After a subtraction it is a borrow in the profile manual, and a carry in all others.
    #[arg(long, value_name = "0|1", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=1))]
    cc: u8,
    /// The semantics: how to read the manual where it is unclear.
    #[arg(long, value_enum, default_value = "manual")]
    profile: Profile,
    /// A PNG picture on which to execute the program; can be repeated.
    ///
    /// The program is executed for each pixel, which it reads as %px0 (%px1 in the second picture),
    /// or for each block of 16 x 16 pixels, which it reads as %blk0_0 to %blk0_63. It writes its
    /// result to %out.
    #[arg(long, value_name = "FILE", requires = "out")]
    image: Vec<PathBuf>,
    /// The PNG picture to write, with the results for --image.
    #[arg(long, value_name = "FILE", requires = "image")]
    out: Option<PathBuf>,
    /// Show each instruction with its operands, results and CC.CF.
    #[arg(long, conflicts_with = "image")]
    trace: bool,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    hardware: HardwareArgs,
}

/// Where the video and carry instructions are executed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum On {
    /// In the golden model.
    Golden,
    /// In the generated unit `video`, simulated by Icarus Verilog.
    Icarus,
    /// In the generated unit `video`, simulated by Verilator.
    Verilator,
}

impl On {
    /// Returns the name on the command line and in reports.
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
    let assignments = args.registers.read()?;
    let program = Program::straight_line(&text).map_err(|error| Failure::at(name, &text, &error))?;
    for warning in program.warnings() {
        output::show(&diagnosis::located(name, &text, warning));
    }
    assignments.demand(program.scope(), &program.wanted())?;
    let progress = Progress::new(&format!("executing in {}", args.on.name()));
    let job = Job { args, name, text: &text, program: &program, assignments: &assignments };
    if let Some(out) = &args.out {
        return images::run(&job, out);
    }
    let (done, verdict) = match (args.on, &args.hardware.wave) {
        (On::Golden, _) => (job.execute(&mut Golden::new(args.profile.into(), args.cc == 1))?, None),
        (On::Icarus | On::Verilator, wave) => {
            let mut port = hardware::open(args, name, &text, &program)?;
            let (done, verdict) = match wave {
                None => (job.execute(&mut port)?, None),
                Some(path) => {
                    port.record()?;
                    let done = job.execute(&mut port);
                    crate::hardware::save(&port, path, done)?
                }
            };
            (Done { cycles: Some(port.cycles()), ..done }, verdict)
        }
    };
    drop(progress);
    let printed = match args.format {
        Format::Json => output::document(&Answer::new(args, &program, &done)),
        Format::Text => output::text(&readable(args, &program, &done)),
    };
    output::conclude([printed], verdict)
}

/// A program with the values of its registers.
struct Job<'j> {
    args: &'j Args,
    name: &'j str,
    text: &'j str,
    program: &'j Program<'j>,
    assignments: &'j Assignments<'j>,
}

/// The effect of a program.
struct Done {
    /// The effect of each instruction; `None` if its guard was false.
    executed: Vec<Option<Executed>>,
    /// The registers outside of blocks with their last values: those that were set, then the others
    /// that were written.
    registers: Vec<(Register, u64)>,
    /// CC.CF before the first instruction.
    before: bool,
    /// CC.CF after the last instruction.
    after: bool,
    /// The clock cycles of the unit, if hardware executed the program.
    cycles: Option<u64>,
}

impl Job<'_> {
    /// Executes the program, with its video and carry instructions on `unit`.
    fn execute<U: Unit<Error: Into<Failure>>>(&self, unit: &mut U) -> Result<Done, Failure> {
        let mut machine = Machine::on(unit);
        let given = self.assignments.values(self.program.scope())?;
        for (register, value) in &given {
            machine.write(register, *value);
        }
        let before = machine.cf();
        let executed = self.program.run(&mut machine).map_err(|halt| self.failure(halt))?;
        let set = given.into_iter().map(|(register, _)| register);
        let written = self.program.written(&executed).into_iter().map(|written| written.register.clone());
        let (mut registers, mut known) = (Vec::new(), HashSet::new());
        for register in set.chain(written).filter(|register| register.block() == 0) {
            if known.insert(register.clone()) {
                let value = machine.read(&register).expect("a register that was set or written has a value");
                registers.push((register, value));
            }
        }
        Ok(Done { executed, registers, before, after: machine.cf(), cycles: None })
    }

    /// Returns the failure of a program that was not executed to its end.
    fn failure(&self, halt: Halt<impl Into<Failure>>) -> Failure {
        match halt {
            Halt::At(found) => Failure::at(self.name, self.text, &found),
            Halt::Unit(error) => error.into(),
        }
    }
}

/// The JSON report.
#[derive(Serialize)]
struct Answer {
    on: On,
    profile: Profile,
    /// The registers outside of blocks that were set or written.
    registers: Map<String, Value>,
    cc: u8,
    /// The instructions that the host executed.
    host: Vec<Place>,
    /// The clock cycles of the unit from the first instruction to the last result, if hardware
    /// executed the program.
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

/// Returns the instructions that the host executes, as far as their index is `wanted`.
fn host(program: &Program<'_>, wanted: impl Fn(usize) -> bool) -> Vec<Place> {
    let lines = program.numbers().zip(program.lines()).enumerate();
    let host = lines.filter(|(index, (_, line))| wanted(*index) && matches!(line, Line::Host(_)));
    host.map(|(_, (number, line))| Place { line: number, instruction: line.to_string() }).collect()
}

/// Returns the report as text: the trace with `--trace`, the registers, CC.CF, and the instructions
/// of the host.
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
