//! `vidalu kit`.

use std::path::PathBuf;

use serde::Serialize;
use vidalu_gen::Target;
use vidalu_kit::{Kit, KitError, Request};
use vidalu_vectors::Level;

use crate::config::{self, Bus, ConfigArgs};
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};
use crate::progress::Progress;
use crate::vectors;

/// Writes a unit, a testbench and vectors, for use without vidalu.
///
/// The folder contains the Verilog that `vidalu gen` writes, a testbench in Verilog-2005, vectors
/// with their expected outputs, a Makefile, a FuseSoC core and a README. The same arguments always
/// give the same bytes.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A unit or block [default: scalar].
    #[arg(long, value_name = "UNIT", value_parser = crate::config::names(&Target::ALL, Target::name), hide_possible_values = true)]
    unit: Option<Target>,
    /// Put the unit behind this bus [default: that of the configuration file].
    ///
    /// The testbench drives the bus. The default unit is video then.
    #[arg(long, value_name = "WRAPPER", value_parser = config::bus())]
    wrapper: Option<Bus>,
    /// The folder to write: new, empty, or written by vidalu before.
    #[arg(long, value_name = "DIR", value_parser = input::folder())]
    out: PathBuf,
    /// The levels of the vectors, separated by commas; each makes a file.
    #[arg(
        long,
        value_name = "LEVEL,…",
        value_delimiter = ',',
        default_value = "coverage,random",
        value_parser = config::names(&Level::ALL, Level::name)
    )]
    level: Vec<Level>,
    /// The largest number of vectors in a file.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..=MOST))]
    count: u64,
    /// The seed of the vectors.
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = input::seed)]
    seed: u64,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    // The last field, because its heading would cover the options below it.
    #[command(flatten)]
    config: ConfigArgs,
}

/// The largest `--count`, because the testbench holds a file in memory.
const MOST: u64 = 1 << 20;

/// The JSON report.
#[derive(Serialize)]
struct Report<'a> {
    out: String,
    unit: &'a str,
    vectors: u64,
    files: &'a [String],
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let file = args.config.read_over(None)?;
    let wrapper = args.wrapper.unwrap_or(file.wrapper);
    let setup = config::setup(args.unit.or(file.target), wrapper)?;
    let request = Request {
        target: setup.target(),
        wrapper,
        config: file.config,
        levels: args.level.clone(),
        count: args.count,
        seed: args.seed,
    };
    args.config.note_unused(&[request.target], wrapper);
    args.config.note_bus(wrapper, &request.config);
    let progress = Progress::new("computing the vectors");
    let kit = Kit::new(&request).map_err(refused)?;
    args.config.note_idle(setup, &request.config);
    progress.set("writing the kit");
    let written = kit.write(&args.out).map_err(|error| Failure::of(error.fault(), error))?;
    drop(progress);
    let report = Report {
        out: args.out.display().to_string(),
        unit: request.target.name(),
        vectors: kit.vectors(),
        files: &written.files,
    };
    let Report { out, unit, vectors, files } = &report;
    let replaced = if written.replaced { ", replacing an earlier output" } else { "" };
    output::talk(&format!(
        "{} files in {out}{replaced}: {} {unit}, {vectors} vectors\n",
        files.len(),
        request.target.kind()
    ));
    output::talk(&format!("next: make -C {} lint sim\n", output::word(out)));
    match args.format {
        Format::Json => output::document(&report),
        Format::Text => output::text(&files.iter().map(|path| format!("{path}\n")).collect::<String>()),
    }
}

fn refused(error: KitError) -> Failure {
    match error {
        KitError::Vectors(error) => vectors::refused(error, "the vectors"),
        error => Failure::of(error.fault(), error),
    }
}
