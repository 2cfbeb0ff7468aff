//! `cargo xtask devices`.

use std::fmt::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use itertools::Itertools;
use vidalu_gen::{Config, ConfigError, Design, SourceFile, Target, Unit, generate};
use vidalu_sim::{CosimError, in_parallel};
use vidalu_synth::{DEVICES, Device, Limits, Registers, Technology, Tools, clock};

use crate::{failed, is_named};

/// Compare the clocks of the generated units on FPGAs with plain transcriptions of the manual that
/// were cut by hand into as many rows of registers.
///
/// One flow synthesizes, places and routes both sides, and the fastest clock of each side
/// counts. The folder xtask/plain/staged has the transcriptions. docs/synthesis.md has the results.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Units, separated by commas [default: all].
    #[arg(long, visible_alias = "units", value_name = "UNIT", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(STAGED.iter().map(|it| it.unit.name())))]
    unit: Vec<String>,
    /// Devices, separated by commas [default: all].
    #[arg(long, value_name = "DEVICE", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(DEVICES.iter().map(|device| device.name)))]
    device: Vec<String>,
    /// Numbers of rows, separated by commas [default: 0 to 6].
    #[arg(long, value_name = "N", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(0..=MOST_ROWS))]
    rows: Vec<u8>,
    /// Sides, separated by commas [default: all].
    #[arg(long, value_name = "SIDE", value_delimiter = ',')]
    side: Vec<Side>,
    /// Place and route with this number of seeds; the clock is their median.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// The time limit for each run of a tool.
    #[arg(long, value_name = "SECONDS", default_value_t = 1800, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The number of tools that run at once [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

/// The most rows that the plain texts have.
const MOST_ROWS: i64 = 6;

/// A side of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Side {
    /// The plain text, with its rows where the text has them.
    Plain,
    /// The plain text, whose rows yosys moves.
    PlainRetimed,
    /// The generated unit, with its rows where the generator has put them.
    Vidalu,
    /// The generated unit, whose rows yosys moves.
    VidaluRetimed,
}

impl Side {
    /// Returns whether this side is the generated unit.
    const fn is_generated(self) -> bool {
        matches!(self, Self::Vidalu | Self::VidaluRetimed)
    }

    /// Returns what happens to the rows.
    const fn registers(self) -> Registers {
        match self {
            Self::Plain | Self::Vidalu => Registers::Kept,
            Self::PlainRetimed | Self::VidaluRetimed => Registers::Retimed,
        }
    }
}

/// A unit, and its plain texts.
struct Staged {
    unit: Unit,
    /// The text without rows, by which `cargo xtask quality` measures.
    plain: &'static str,
    /// The text with a parameter for the number of rows.
    staged: &'static str,
    /// The keys of the generated forms.
    forms: &'static [&'static str],
}

static STAGED: [Staged; 3] = [
    Staged {
        unit: Unit::Scalar,
        plain: include_str!("../plain/scalar.v"),
        staged: include_str!("../plain/staged/scalar.v"),
        forms: &["goal=balanced", "goal=tables"],
    },
    Staged {
        unit: Unit::Simd,
        plain: include_str!("../plain/simd.v"),
        staged: include_str!("../plain/staged/simd.v"),
        forms: &["goal=balanced"],
    },
    Staged {
        unit: Unit::Vmad,
        plain: include_str!("../plain/vmad.v"),
        staged: include_str!("../plain/staged/vmad.v"),
        forms: &["multiplier=*", "multiplier=booth4-dadda", "goal=cells multiplier=booth4-dadda"],
    },
];

/// The declaration of the number of rows in a staged text.
const PARAMETER: &str = "parameter ROWS = 1 ";

impl Staged {
    /// Returns the configuration with as many rows, in a form.
    fn config(rows: u8, form: &str) -> Result<Config, ConfigError> {
        Config::from_line(format!("depth={rows} {form}").trim_end())
    }

    /// Returns the plain text with a number of rows.
    fn text(&self, rows: u8) -> String {
        if rows == 0 {
            self.plain.to_owned()
        } else {
            self.staged.replace(PARAMETER, &format!("parameter ROWS = {rows} "))
        }
    }

    /// Returns the plain text in the place of the generated text, whose ports it has.
    fn plain_design(&self, rows: u8) -> Result<Design, ConfigError> {
        let design = generate(Target::Unit(self.unit), &Self::config(rows, "")?)?;
        let file = SourceFile { path: format!("{}.v", design.top.name), text: self.text(rows) };
        Ok(Design { files: vec![file], ..design })
    }
}

/// A module to place and route.
struct Work {
    device: &'static Device,
    staged: &'static Staged,
    rows: u8,
    side: Side,
    /// The keys of the generated form.
    form: &'static str,
}

/// A module with its clock.
struct Clocked<'a> {
    work: &'a Work,
    mhz: f64,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match compare(args) {
        Ok(text) => {
            print!("{text}");
            ExitCode::SUCCESS
        }
        Err(error) => failed(&error),
    }
}

/// Returns the table to print.
fn compare(args: &Args) -> Result<String, CosimError> {
    let work = work(args);
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let jobs = args.jobs.map_or(processors, usize::from);
    let limits = Limits { time: Duration::from_secs(args.timeout), jobs };
    let devices: Vec<_> = work.iter().map(|it| it.device).unique_by(|device| device.name).collect();
    let tools = |device: &&'static Device| Ok((device.name, Tools::find(&Technology::Device(device), true, false)?));
    let tools: Vec<(&str, Tools)> = devices.iter().map(tools).collect::<Result<_, CosimError>>()?;
    let done = AtomicUsize::new(0);
    // Without a handler Ctrl-C would end this program alone and leave the tools running.
    vidalu_sim::handle_signals();
    let clocks = in_parallel(&work, jobs, |it| {
        let (_, tools) = tools.iter().find(|(name, _)| *name == it.device.name).expect("they were found");
        let mhz = it.clock(tools, args.seeds, limits)?;
        let done = done.fetch_add(1, Ordering::Relaxed) + 1;
        eprintln!("{done} of {}: {}: {mhz:.1} MHz", work.len(), it.name());
        Ok::<_, CosimError>(mhz)
    })?;
    let clocked: Vec<_> = work.iter().zip(clocks).map(|(work, mhz)| Clocked { work, mhz }).collect();
    Ok(table(&clocked))
}

/// Returns the modules to measure, in the order of the table.
fn work(args: &Args) -> Vec<Work> {
    let devices = DEVICES.iter().filter(|it| is_named(&args.device, it.name));
    let units = STAGED.iter().filter(|it| is_named(&args.unit, it.unit.name()));
    let rows = (0..=MOST_ROWS as u8).filter(|rows| args.rows.is_empty() || args.rows.contains(rows));
    let of_sides = |(device, staged, rows): (&'static Device, &'static Staged, u8)| {
        let plain = [Side::Plain, Side::PlainRetimed].map(|side| (side, ""));
        let own = staged.forms.iter().cartesian_product([Side::Vidalu, Side::VidaluRetimed]);
        let sides = plain.into_iter().chain(own.map(|(form, side)| (side, *form)));
        // Without rows there is nothing to move.
        let sides = sides.filter(move |(side, _)| rows > 0 || side.registers() == Registers::Kept);
        sides.map(move |(side, form)| Work { device, staged, rows, side, form }).collect::<Vec<_>>()
    };
    let each = devices.cartesian_product(units).cartesian_product(rows.collect::<Vec<_>>());
    let all = each.flat_map(|((device, staged), rows)| of_sides((device, staged, rows)));
    all.filter(|it| args.side.is_empty() || args.side.contains(&it.side)).collect()
}

impl Work {
    /// Places and routes with each seed, and returns the median of the clocks, the lower of two.
    fn clock(&self, tools: &Tools, seeds: u64, limits: Limits) -> Result<f64, CosimError> {
        let design = if self.side.is_generated() {
            generate(Target::Unit(self.staged.unit), &Staged::config(self.rows, self.form)?)?
        } else {
            self.staged.plain_design(self.rows)?
        };
        let registers = self.side.registers();
        let each = (1..=seeds).map(|seed| clock(self.device, tools, &design, registers, seed, limits));
        let mut clocks = each.collect::<Result<Vec<f64>, _>>()?;
        clocks.sort_by(f64::total_cmp);
        Ok(clocks[(clocks.len() - 1) / 2])
    }

    fn name(&self) -> String {
        format!("{} {}, {} rows, {}", self.device.name, self.staged.unit.name(), self.rows, self.way())
    }

    /// Returns what tells this module from others of the same unit and rows.
    fn way(&self) -> String {
        match self.side {
            Side::Plain => "plain".to_owned(),
            Side::PlainRetimed => "plain, retimed".to_owned(),
            Side::Vidalu => format!("`{}`", self.form),
            Side::VidaluRetimed => format!("`{}`, retimed", self.form),
        }
    }
}

/// Returns the table of the fastest clocks of both sides, as Markdown.
fn table(clocked: &[Clocked<'_>]) -> String {
    let mut text = "| device | unit | rows | plain | by | vidalu | by | ratio |\n\
                    | --- | --- | ---: | ---: | --- | ---: | --- | ---: |\n"
        .to_owned();
    let place = |it: &Clocked<'_>| (it.work.device.name, it.work.staged.unit.name(), it.work.rows);
    for ((device, unit, rows), each) in &clocked.iter().chunk_by(|it| place(it)) {
        let (own, plain): (Vec<_>, Vec<_>) = each.partition(|it| it.work.side.is_generated());
        let [plain, own] = [plain, own].map(|side| side.into_iter().max_by(|a, b| a.mhz.total_cmp(&b.mhz)));
        let cells = |best: Option<&Clocked<'_>>| {
            best.map_or_else(|| " | ".to_owned(), |it| format!("{:.1} | {}", it.mhz, it.work.way()))
        };
        let ratio = plain.zip(own).map_or_else(String::new, |(plain, own)| format!("{:.2}", own.mhz / plain.mhz));
        let (plain, own) = (cells(plain), cells(own));
        writeln!(text, "| {device} | {unit} | {rows} | {plain} | {own} | {ratio} |").expect("it is a string");
    }
    text
}

#[cfg(test)]
mod tests;
