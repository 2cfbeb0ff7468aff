//! `vidalu lab`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use clap::Subcommand;
use serde::Serialize;
use vidalu_gen::Unit;
use vidalu_labs::{FIND_THE_FAULT, Grader, Lab, Report, Verdict, Wanted};

use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Format, Pending};

/// Gives exercises in hardware design, and checks them.
///
/// An exercise is a part of the hardware to write in Verilog, or a fault to find. docs/labs.md
/// describes them. Without a subcommand, they are listed.
#[derive(clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    List(ListArgs),
    Start(StartArgs),
    Hint(HintArgs),
    Check(CheckArgs),
}

/// Lists the labs, in order of difficulty.
#[derive(clap::Args)]
struct ListArgs {
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// Writes the folder of a lab: the task, a picture and a skeleton to complete.
#[derive(clap::Args)]
#[command(visible_alias = "new")]
struct StartArgs {
    /// The lab; `vidalu lab list` has the names.
    name: String,
    /// The folder to write, new or empty [default: the name of the lab].
    #[arg(long, value_name = "DIR", value_parser = input::folder())]
    out: Option<PathBuf>,
    /// The unit with the fault, in the lab find-the-fault [default: scalar].
    #[arg(long, value_name = "UNIT", value_parser = crate::config::choices::<Unit>())]
    unit: Option<Unit>,
    /// The seed of the fault, in the lab find-the-fault [default: 1].
    ///
    /// Seeds that follow each other give different faults.
    #[arg(long, value_name = "SEED", value_parser = input::seed)]
    seed: Option<u64>,
}

/// Shows the next hint, and adds it to hints.md in the folder.
#[derive(clap::Args)]
struct HintArgs {
    /// The folder of the lab.
    #[arg(default_value = ".")]
    folder: PathBuf,
}

/// Checks folders: simulates the hardware and names the first wrong stage.
///
/// Bronze: every output of a simulation is right. Silver: a proof says so for all inputs. Gold: the
/// hardware also needs at most a tenth more lookup tables than vidalu's own.
///
/// Exit codes: 0 all passed; 1 hardware is wrong; 2 a folder or its Verilog cannot be read; 3 a
/// tool failed. With several folders, the largest of their codes.
#[derive(clap::Args)]
struct CheckArgs {
    /// The folders.
    #[arg(default_value = ".")]
    folders: Vec<PathBuf>,
    /// Also prove the hardware, for silver.
    #[arg(long)]
    prove: bool,
    /// Also prove the hardware and count its lookup tables, for gold.
    #[arg(long)]
    luts: bool,
    /// The time limit for a simulation, and for each problem of a proof.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Also write a JUnit XML report to a file.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// A lab in the JSON of `lab list`.
#[derive(Serialize)]
struct Entry {
    name: &'static str,
    level: usize,
    title: String,
    target: &'static str,
    hints: usize,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    match &args.command {
        None => list(Format::Text),
        Some(Command::List(args)) => list(args.format),
        Some(Command::Start(args)) => start(args),
        Some(Command::Hint(args)) => hint(args),
        Some(Command::Check(args)) => check(args),
    }
}

fn list(format: Format) -> Result<(), Failure> {
    if format == Format::Json {
        let entry = |Lab { name, level, title, target, hints, .. }| Entry {
            name,
            level,
            title,
            target: target.name(),
            hints: hints.len(),
        };
        #[derive(Serialize)]
        struct Labs {
            labs: Vec<Entry>,
        }
        return output::document(&Labs { labs: Lab::all().map(entry).collect() });
    }
    let mut text = String::new();
    for Lab { name, level, title, .. } in Lab::all() {
        writeln!(text, "{level:2}  {name:20} {title}").expect("a string takes all text");
    }
    writeln!(text, "    {FIND_THE_FAULT:20} Find the fault in a unit: --unit UNIT --seed N").expect("as above");
    output::text(&text)?;
    output::talk("next: vidalu lab start select\n");
    Ok(())
}

fn start(args: &StartArgs) -> Result<(), Failure> {
    let out = args.out.clone().unwrap_or_else(|| args.name.clone().into());
    let files = if args.name == FIND_THE_FAULT {
        vidalu_labs::find_the_fault(args.unit.unwrap_or(Unit::Scalar), args.seed.unwrap_or(1), &out)?
    } else {
        let lab = Lab::named(&args.name)?;
        if args.unit.is_some() || args.seed.is_some() {
            let message = format!("--unit and --seed have no effect on the lab {lab}");
            return Err(Failure::input(message, format!("they select the fault of the lab {FIND_THE_FAULT}")));
        }
        vidalu_labs::start(&lab, &out)?
    };
    let folder = out.display().to_string();
    let word = output::word(&folder);
    output::text(&files.iter().map(|file| format!("{folder}/{file}\n")).collect::<String>())?;
    output::talk(&format!("next: read {folder}/README.md, then vidalu lab check {word}\n"));
    Ok(())
}

fn hint(args: &HintArgs) -> Result<(), Failure> {
    match vidalu_labs::hint(&args.folder)? {
        Some(hint) => output::text(&format!("hint {} of {}\n\n{}\n", hint.number, hint.of, hint.text)),
        None => {
            output::talk("there are no more hints; hints.md has them all\n");
            Ok(())
        }
    }
}

fn check(args: &CheckArgs) -> Result<(), Failure> {
    let junit = args.junit.as_deref().map(Pending::new).transpose()?;
    let wanted = Wanted { prove: args.prove, luts: args.luts, limit: Duration::from_secs(args.timeout) };
    let mut grader = Grader::new(wanted)?;
    let report = match &*args.folders {
        [folder] if junit.is_none() && args.format == Format::Text => Report::new(vec![grader.check(folder)?]),
        folders => {
            let mut verdicts = Vec::new();
            for folder in folders {
                let verdict = grader.check(folder).or_else(|error| match error.is_interrupt() {
                    true => Err(error),
                    false => Ok(Verdict::refused(folder, &error)),
                })?;
                output::talk(&format!("{}: {}\n", verdict.folder, verdict.word()));
                verdicts.push(verdict);
            }
            Report::new(verdicts)
        }
    };
    let printed = match (args.format, &*report.submissions) {
        (Format::Json, _) => output::plain_document(&report),
        (Format::Text, [verdict]) => output::text(&format!("{verdict}\n")),
        (Format::Text, _) => output::text(&format!("{report}\n")),
    };
    let written = [printed, junit.map_or(Ok(()), |file| file.write(report.junit()))];
    if let ([verdict], [folder]) = (&*report.submissions, &*args.folders) {
        talk_next(verdict, &output::word(&folder.display().to_string()), args);
    }
    output::conclude(written, report.fault().map(Exit::from))
}

/// Says what to do after the check of one folder.
fn talk_next(verdict: &Verdict, folder: &str, args: &CheckArgs) {
    let next = match (verdict.passed, args.prove || args.luts, args.luts) {
        (false, ..) if verdict.error.is_none() => format!("vidalu lab hint {folder}"),
        (true, false, _) => format!("vidalu lab check {folder} --prove"),
        (true, true, false) if verdict.proven => format!("vidalu lab check {folder} --luts"),
        _ => return,
    };
    output::talk(&format!("next: {next}\n"));
}
