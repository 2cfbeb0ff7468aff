//! `vidalu cosim --config-fuzz`: random configurations.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use itertools::Itertools;
use vidalu_gen::space::{Setup, Space};
use vidalu_gen::{Choice, Config};
use vidalu_sim::sweep::{ConfigReport, Sweep, SweepReport};

use super::{Args, simulators, targets};
use crate::config;
use crate::failure::{Exit, Failure};
use crate::output::{self, Format};
use crate::progress::Progress;

pub(super) fn run(args: &Args, many: u64) -> Result<(), Failure> {
    let spaces = setups(args)?.into_iter().map(|setup| (setup, Space::of(setup)));
    let configs: Vec<_> =
        spaces.flat_map(|(setup, space)| (0..many).map(move |index| (setup, space.draw(args.seed, index)))).collect();
    let simulators = simulators(args)?;
    let sweep = Sweep {
        linters: &[],
        simulators: &simulators,
        vectors: args.vectors.unwrap_or(1000),
        seed: args.seed,
        timeout: Duration::from_secs(args.timeout),
        jobs: std::thread::available_parallelism().map_or(1, usize::from),
    };
    let progress = Progress::new("building");
    let (done, all) = (AtomicU64::new(0), configs.len() as u64);
    let report = sweep.run(&configs, &|_| {
        progress.count("", " configurations", done.fetch_add(1, Ordering::Relaxed) + 1, all);
    })?;
    drop(progress);

    let printed = match args.format {
        Format::Json => output::plain_document(&report),
        Format::Text => output::text(&text(&report)),
    };
    let failing = || report.configs.iter().filter(|config| !config.passed());
    let next = match failing().next() {
        Some(config) => config.replay.clone(),
        None => {
            let units: Vec<_> = args.unit.iter().map(|target| target.name()).collect();
            let units = if units.is_empty() { String::new() } else { format!(" --unit {}", units.join(",")) };
            let buses = config::listed(&args.wrapper);
            let buses: Vec<_> = buses.into_iter().map(|bus| bus.map_or("none", |bus| bus.name())).collect();
            let around = if buses.is_empty() { String::new() } else { format!(" --wrapper {}", buses.join(",")) };
            format!("vidalu cosim --config-fuzz {many}{units}{around} --seed {}", args.seed.wrapping_add(1))
        }
    };
    output::talk(&format!("next: {next}\n"));
    let verdict = match report.passed() {
        true => None,
        false if failing().any(ConfigReport::differs) => Some(Exit::Mismatch),
        false => Some(Exit::Tool),
    };
    output::conclude([printed], verdict)
}

/// Returns the units and blocks that are asked for, behind each bus that is.
fn setups(args: &Args) -> Result<Vec<Setup>, Failure> {
    let (targets, mut buses) = (targets(&args.unit, &Config::default()), config::listed(&args.wrapper));
    if buses.is_empty() {
        buses.push(None);
    }
    let pairs = buses.into_iter().cartesian_product(targets);
    pairs.map(|(bus, target)| config::setup(Some(target), bus)).collect()
}

/// Returns the failures and a table with a row for each configuration.
fn text(report: &SweepReport) -> String {
    let mut text = String::new();
    write_all(&mut text, report).expect("a string takes all text");
    text
}

fn write_all(text: &mut String, report: &SweepReport) -> std::fmt::Result {
    for config in report.configs.iter().filter(|config| !config.passed()) {
        writeln!(text, "{config}\n")?;
    }
    writeln!(
        text,
        "{:<16} {:>10} {:>10} {:>10} {:>8}  configuration",
        "unit", "cycles", "checked", "mismatches", "time"
    )?;
    for config in &report.configs {
        let sum = |count: fn(&vidalu_sim::report::UnitReport) -> u64| config.units.iter().map(count).sum::<u64>();
        let flags = config.config.flags();
        writeln!(
            text,
            "{:<16} {:>10} {:>10} {:>10} {:>6.1} s  {}",
            config.unit,
            sum(|unit| unit.cycles),
            sum(|unit| unit.checked),
            config.broken.as_ref().map_or(sum(|unit| unit.mismatches).to_string(), |_| "-".to_owned()),
            config.time.as_secs_f64(),
            if flags.is_empty() { "default" } else { &flags }
        )?;
    }
    let failing = report.configs.iter().filter(|config| !config.passed()).count();
    match failing {
        0 => writeln!(text, "\nevery output agrees in every cycle of {} configurations", report.configs.len()),
        _ => writeln!(text, "\n{failing} of {} configurations fail", report.configs.len()),
    }
}
