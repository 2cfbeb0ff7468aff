//! `vidalu explore`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use rayon::prelude::*;
use vidalu_engine::{Machines, Start, answer};
use vidalu_explore::{Choice, Server, machine};
use vidalu_gen::{Choice as _, Target, Unit};
use vidalu_labs::Lab;
use vidalu_model::ptx::{Line, Operand, Scope};
use vidalu_sim::{signal_code, subject};

use crate::config::{self, ConfigArgs, Wanted};
use crate::failure::{Exit, Failure};
use crate::output::{self, Pending};
use crate::program::Program;
use crate::progress::Progress;
use crate::registers::RegisterArgs;
use crate::rtl::RtlArgs;
use crate::{diagnosis, input, word};

/// The time limit for the gates of a unit.
const LIMIT: Duration = Duration::from_secs(600);

/// Shows the hardware in a browser, with the value on every wire.
///
/// The page shows an instruction in the datapath of a unit, stage by stage. The values come from
/// the gates of the hardware, which yosys makes from its Verilog, and the page compares them with
/// the golden model. vidalu serves the page on the loopback address until Ctrl-C, or writes it as
/// one file.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The instruction to show first, or - for stdin.
    ptx: Option<String>,
    #[command(flatten)]
    registers: RegisterArgs,
    /// The value of CC.CF before the instruction.
    #[arg(long, value_name = "0|1", default_value_t = 0, requires = "ptx", value_parser = clap::value_parser!(u8).range(0..=1))]
    cc: u8,
    /// Units, separated by commas [default: all units].
    ///
    /// The default is the unit that the configuration file names, if it names one. Without options
    /// of the configuration, each unit is shown without registers and as a pipeline.
    #[arg(long, value_name = "UNIT", value_delimiter = ',', value_parser = config::choices::<Unit>())]
    unit: Vec<Unit>,
    /// Write the page as one HTML file, which needs neither vidalu nor a network.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["no_open", "port"])]
    out: Option<PathBuf>,
    /// Print the link only, and do not open a browser.
    #[arg(long)]
    no_open: bool,
    /// The port of the loopback address [default: a free one].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    #[command(flatten)]
    rtl: RtlArgs,
    // The last field, because its heading would cover the options below it.
    #[command(flatten)]
    config: ConfigArgs,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.out {
        Some(path) => write(args, path),
        None => serve(args),
    }
}

/// Writes the page as one file.
fn write(args: &Args, path: &Path) -> Result<(), Failure> {
    if !vidalu_explore::has_bundle() {
        let message = "this vidalu was built without the parts of the page that --out writes";
        let help = "run `cargo page`, which needs npm and `rustup target add wasm32-unknown-unknown`, and \
                    build vidalu again; without --out, vidalu serves the page";
        return Err(Failure::Error(Exit::Tool, diagnosis::plain(message, help)));
    }
    let replaces = output::replaces_page(path)?;
    let out = Pending::new(path)?;
    let machines = serde_json::to_string(&machines(args)?).expect("machines are plain data");
    out.write(vidalu_explore::single_file(&machines).expect("the parts are here"))?;
    if replaces {
        output::talk(&format!("note: {} replaces an earlier page\n", path.display()));
    }
    output::talk(&format!("next: open {} in a browser\n", path.display()));
    Ok(())
}

/// Serves the page until a signal ends the program.
fn serve(args: &Args) -> Result<(), Failure> {
    let port = args.port.unwrap_or(0);
    let server = Server::bind(port).map_err(|error| {
        Failure::input(format!("cannot listen on port {port} of 127.0.0.1: {error}"), "name another port with --port")
    })?;
    let machines = machines(args)?;
    if signal_code().is_some() {
        return Err(Failure::interrupted());
    }
    let link = server.link();
    output::text(&format!("{link}\n"))?;
    if !args.no_open
        && let Err(error) = open::that_detached(&link)
    {
        output::talk(&format!("note: no browser could be opened: {error}\n"));
    }
    output::talk("next: open the link in a browser; Ctrl-C ends the server\n");
    let Err(error) = server.run(move |request| answer(&machines, request));
    Err(Failure::Error(Exit::Tool, diagnosis::plain(format!("the server ended: {error}"), "start it again")))
}

/// Makes the machines, and returns them with the texts of the page.
fn machines(args: &Args) -> Result<Machines, Failure> {
    let choices = choices(args)?;
    let start = start(args, &choices)?;
    let progress = Progress::new("making the gates");
    let machines = choices.par_iter().map(|choice| machine(choice, LIMIT)).collect::<Result<_, _>>()?;
    drop(progress);
    let labs = Lab::all().map(|lab| vidalu_engine::Lab { name: lab.name.to_owned(), title: lab.title });
    Ok(Machines { catalog: vidalu_explore::catalog(start, labs.collect()), machines })
}

/// Returns the machines to make.
fn choices(args: &Args) -> Result<Vec<Choice>, Failure> {
    let named: Vec<_> = args.unit.iter().copied().map(Target::Unit).collect();
    if let Some(hardware) = args.rtl.read(&named, |base| args.config.read_over(base))? {
        return Ok(vec![hardware.explored()?]);
    }
    if !args.config.is_given() {
        let is_wanted = |choice: &Choice| args.unit.is_empty() || args.unit.contains(&choice.unit);
        return Ok(vidalu_explore::defaults().into_iter().filter(is_wanted).collect());
    }
    let Wanted { targets, config, .. } = args.config.read_wanted(&named, Some(None))?;
    args.config.note_unused(&targets, None);
    let units = match &*targets {
        [] => Unit::ALL.iter().copied().filter(|unit| config.unit_ops(*unit).next().is_some()).collect(),
        targets => targets.iter().map(|target| config::shown(*target)).collect::<Result<Vec<_>, _>>()?,
    };
    let choice = |unit: Unit| {
        let title = format!("{} {}", unit.name(), config.flags());
        Choice::generated(unit.name(), title.trim(), unit, config.clone())
    };
    Ok(units.into_iter().map(choice).collect())
}

/// Returns what the page shows first.
fn start(args: &Args, choices: &[Choice]) -> Result<Start, Failure> {
    let first =
        || Start { unit: choices.first().map(|choice| choice.id.clone()).unwrap_or_default(), ..Start::default() };
    let assignments = args.registers.read()?;
    let Some(ptx) = &args.ptx else {
        assignments.demand(&Scope::inferring(), "name the instruction before its registers")?;
        return Ok(first());
    };
    let (name, text) = input::ptx(ptx)?;
    let program = Program::sequence(&text).map_err(|error| Failure::at(name, &text, &error))?;
    let mut lines = program.lines();
    let (Some(Line::Vidalu(statement)), None) = (lines.next(), lines.next()) else {
        let help = "name one video or carry instruction; the page has a pipeline for several";
        return Err(Failure::input("the page begins with one instruction", help));
    };
    assignments.demand(program.scope(), &program.wanted())?;
    if statement.guard().is_some() {
        output::talk("note: the page shows the instruction without its guard\n");
    }
    let instruction = statement.instruction();
    let executes =
        |choice: &&Choice| choice.unit.executes(instruction.operation()) && subject::has(&choice.config, instruction);
    let Some(choice) = choices.iter().find(executes) else {
        let help = format!("name another with --unit; these execute it: {}", word::units(instruction));
        return Err(Failure::input(format!("no unit of the page executes {}", instruction.operation().name()), help));
    };
    let values = assignments.values(program.scope())?;
    let value = |operand: &Operand| match operand {
        Operand::Constant(value) => *value,
        Operand::Register(register) => {
            values.iter().find(|(given, _)| given == register).map_or(0, |(_, value)| *value)
        }
    };
    let digits = instruction.width() as usize / 4;
    let names = ["a", "b", "c"].into_iter().zip(statement.sources());
    let registers = names.map(|(name, operand)| (name.to_owned(), format!("{:0digits$x}", value(operand))));
    let flag = ("cc".to_owned(), args.cc.to_string());
    Ok(Start {
        unit: choice.id.clone(),
        ptx: Some(statement.to_string()),
        registers: registers.chain([flag]).collect(),
    })
}
