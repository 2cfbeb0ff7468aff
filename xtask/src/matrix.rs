//! `cargo xtask matrix`.

use indicatif::{ProgressBar, ProgressStyle};
use itertools::Itertools;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use vidalu_gen::space::Setup;
use vidalu_gen::{Choice, Config, Target, Wrapper, space};
use vidalu_sim::simulator::{self, Simulator, SimulatorChoice};
use vidalu_sim::sweep::{ConfigReport, Sweep, SweepReport};
use vidalu_sim::{CosimError, Linter, ToolError, in_full};

/// Lint and co-simulate configurations that cover every pair of option values, and every value
/// behind every bus.
///
/// Verilator, Icarus and yosys read every configuration and must not print a remark. Both
/// simulators compare it with the golden model.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Units or blocks, separated by commas [default: all].
    #[arg(long, value_name = "UNIT", value_delimiter = ',')]
    unit: Vec<Target>,
    /// Check only units behind these buses, separated by commas, or with none, without a bus.
    #[arg(long, value_name = "WRAPPER", value_delimiter = ',', value_parser = wrapper)]
    wrapper: Vec<Bus>,
    /// Check one in N configurations, chosen by the seed; N consecutive seeds check all.
    #[arg(long, value_name = "1/N", value_parser = sample)]
    sample: Option<usize>,
    /// The seed of the sample and of the stimulus.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Check only the configuration with this number, which a failure prints.
    #[arg(long, value_name = "N", conflicts_with_all = ["unit", "wrapper", "sample"])]
    only: Option<usize>,
    /// Number of instructions to check, for each configuration and simulator.
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    vectors: u64,
    /// Lint without simulating.
    #[arg(long)]
    lint_only: bool,
    /// Number of configurations to check at the same time [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Time limit for each step of a tool.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
}

/// A bus, or none.
type Bus = Option<Wrapper>;

/// A configuration of a setup, and its number among all.
type Numbered = (usize, (Setup, Config));

/// Returns the bus with this name.
fn wrapper(name: &str) -> Result<Bus, String> {
    let named = Wrapper::ALL.iter().find(|wrapper| wrapper.name() == name).copied();
    let names = || Wrapper::ALL.iter().map(|wrapper| wrapper.name()).join(", ");
    if name == "none" || named.is_some() { Ok(named) } else { Err(format!("use none, {}", names())) }
}

/// Returns the N of `1/N`.
fn sample(text: &str) -> Result<usize, String> {
    let step = text.strip_prefix("1/").and_then(|step| step.parse().ok()).filter(|&step| step > 0);
    step.ok_or_else(|| "a sample is written 1/N".to_owned())
}

pub(crate) fn run(args: &Args) -> ExitCode {
    let start = Instant::now();
    match sweep(args) {
        Ok((numbers, report)) => {
            print(args, &numbers, &report, start.elapsed());
            ExitCode::from(match &report {
                report if report.passed() => 0,
                report if report.configs.iter().any(ConfigReport::differs) => 1,
                _ => 3,
            })
        }
        Err(CosimError::Tool(ToolError::Interrupted { .. })) => {
            eprintln!("interrupted");
            ExitCode::from(130)
        }
        Err(error) => {
            eprintln!("{}", in_full(&error));
            ExitCode::from(error.fault().exit_code())
        }
    }
}

/// Checks the selected configurations. Returns their numbers and the report.
fn sweep(args: &Args) -> Result<(Vec<usize>, SweepReport), CosimError> {
    let linters = Linter::all()?;
    let simulators = if args.lint_only { Vec::new() } else { simulators()? };
    let (numbers, configs): (Vec<_>, Vec<_>) = select(args, space::matrix())?.into_iter().unzip();
    // Without a handler Ctrl-C would end this program alone and leave the tools running.
    vidalu_sim::handle_signals();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let sweep = Sweep {
        linters: &linters,
        simulators: &simulators,
        vectors: args.vectors,
        seed: args.seed,
        timeout: Duration::from_secs(args.timeout),
        jobs: args.jobs.map_or(processors, usize::from),
    };
    let style = ProgressStyle::with_template("{bar:30} {pos:>4}/{len:<4} {elapsed} {msg}");
    let bar = ProgressBar::new(configs.len() as u64).with_style(style.expect("the template is well-formed"));
    let watch = |report: &ConfigReport| {
        if !report.passed() {
            bar.set_message(format!("{} fails", report.unit));
        }
        bar.inc(1);
    };
    let report = sweep.run(&configs, &watch);
    bar.finish_and_clear();
    Ok((numbers, report?))
}

/// Returns both simulators.
fn simulators() -> Result<Vec<Box<dyn Simulator>>, CosimError> {
    let mut found = simulator::find(SimulatorChoice::Icarus)?.simulators;
    found.extend(simulator::find(SimulatorChoice::Verilator)?.simulators);
    Ok(found)
}

/// Returns the configurations that the arguments select.
fn select(args: &Args, all: Vec<(Setup, Config)>) -> Result<Vec<Numbered>, CosimError> {
    let many = all.len();
    let wanted = |number: usize, setup: Setup| match args.only {
        Some(only) => number == only,
        None => {
            (args.unit.is_empty() || args.unit.contains(&setup.target()))
                && (args.wrapper.is_empty() || args.wrapper.contains(&setup.wrapper()))
        }
    };
    let all = all.into_iter().enumerate().filter(|(number, (setup, _))| wanted(*number, *setup)).collect();
    let chosen = space::sample(all, args.sample.unwrap_or(1), args.seed);
    if chosen.is_empty() {
        let problem = format!("none of the {many} configurations was chosen");
        return Err(CosimError::usage(problem, "a sample can miss a block: ask for a larger one"));
    }
    eprintln!("{} of {many} configurations, seed {}", chosen.len(), args.seed);
    Ok(chosen)
}

fn print(args: &Args, numbers: &[usize], report: &SweepReport, time: Duration) {
    for (number, config) in numbers.iter().zip(&report.configs).filter(|(_, config)| !config.passed()) {
        println!("configuration {number}: {config}");
        println!("  all       cargo xtask matrix --only {number} --seed {} --vectors {}\n", args.seed, args.vectors);
    }
    println!(
        "{:<20} {:>14} {:>8} {:>10} {:>10} {:>10} {:>9}",
        "unit", "configurations", "failing", "cycles", "checked", "mismatches", "time"
    );
    for (unit, configs) in &report.configs.iter().chunk_by(|config| config.unit.clone()) {
        row(&unit, &configs.collect_vec());
    }
    row("all", &report.configs.iter().collect_vec());
    println!("\nin {:.0} s", time.as_secs_f64());
}

fn row(unit: &str, configs: &[&ConfigReport]) {
    let failing = configs.iter().filter(|config| !config.passed()).count();
    let units = || configs.iter().flat_map(|config| &config.units);
    println!(
        "{unit:<20} {:>14} {failing:>8} {:>10} {:>10} {:>10} {:>7.1} s",
        configs.len(),
        units().map(|unit| unit.cycles).sum::<u64>(),
        units().map(|unit| unit.checked).sum::<u64>(),
        units().map(|unit| unit.mismatches).sum::<u64>(),
        configs.iter().map(|config| config.time).sum::<Duration>().as_secs_f64()
    );
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        args: Args,
    }

    fn numbers(all: &[(Setup, Config)], words: &str) -> Vec<usize> {
        let cli = Cli::try_parse_from(["matrix"].into_iter().chain(words.split_whitespace())).unwrap();
        select(&cli.args, all.to_vec()).unwrap().into_iter().map(|(number, _)| number).collect()
    }

    #[test]
    fn a_number_names_a_configuration_in_every_selection() {
        let matrix = space::matrix();
        let numbers = |words: &str| numbers(&matrix, words);
        let all = numbers("");
        assert_eq!(all, (0..all.len()).collect_vec());
        let buses = numbers("--wrapper axi4-stream,axi4-lite,cfu,cv-x-if,vortex");
        assert_eq!([numbers("--wrapper none"), buses].concat(), all);
        let vmad = numbers("--unit vmad --wrapper none");
        assert_eq!(vmad, (vmad[0]..vmad[0] + vmad.len()).collect_vec());
        let third = numbers("--unit vmad --wrapper none --sample 1/3 --seed 5");
        assert_eq!(third, vmad.iter().copied().skip(2).step_by(3).collect_vec());
        assert_eq!(numbers(&format!("--only {}", third[1])), [third[1]]);
    }

    #[test]
    fn a_sample_is_a_fraction() {
        assert_eq!(sample("1/20"), Ok(20));
        for wrong in ["20", "1/0", "2/3", "1/x"] {
            assert!(sample(wrong).is_err(), "{wrong}");
        }
    }
}
