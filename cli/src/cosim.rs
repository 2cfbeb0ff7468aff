//! `vidalu cosim`.

mod fuzz;
mod progress;
mod table;

use std::path::PathBuf;
use std::time::Duration;

use vidalu_gen::{Choice as _, Config, Target, Unit, Wrapper};
use vidalu_sim::bus::{self, Wrapping};
use vidalu_sim::cosim::{self, Options};
use vidalu_sim::report::CosimReport;
use vidalu_sim::simulator::{self, Available, Simulator, SimulatorChoice};
use vidalu_sim::subject::Subject;
use vidalu_sim::{Dut, Shard, WaveFormat, in_full, rtl};

use self::progress::Bars;
use crate::config::{self, Bus, Buses, ConfigArgs, Wanted};
use crate::failure::{Exit, Failure};
use crate::forms::{self, FormArgs};
use crate::input;
use crate::output::{self, Format, Pending};
use crate::rtl::RtlArgs;

/// Compares the hardware with the golden model in every clock cycle.
///
/// The hardware is generated, or with --rtl your own, and simulated.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Units and blocks, separated by commas [default: all units].
    ///
    /// The default is the unit that the configuration file names, if it names one. Of all units,
    /// those without an operation in ops are left out.
    #[arg(long, value_name = "UNIT", value_delimiter = ',',
        value_parser = crate::config::names(&Target::ALL, Target::name), hide_possible_values = true)]
    unit: Vec<Target>,
    /// Simulate the unit behind this bus [default unit: video].
    ///
    /// The default is the bus that the configuration file names, if it names one. --config-fuzz
    /// takes several buses, separated by commas, or all; its default unit is every one.
    #[arg(long, value_name = "WRAPPER", value_delimiter = ',', value_parser = config::buses())]
    wrapper: Vec<Buses>,
    /// The simulator.
    #[arg(long, value_enum, default_value = "auto")]
    sim: Sim,
    /// The number of vectors for each unit and simulator [default: 20000].
    ///
    /// With --config-fuzz, the default is 1000.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    vectors: Option<u64>,
    /// Run for this time instead of a number of vectors: 30s, 5m, 2h.
    ///
    /// The time to build the simulation is not counted.
    #[arg(long, value_name = "TIME", value_parser = input::time, conflicts_with_all = ["vectors", "index", "config_fuzz"])]
    time: Option<Duration>,
    /// Simulate only part I of N of the run, with I from 1 to N.
    ///
    /// `vidalu merge` joins the reports of the parts, which can run on different machines.
    #[arg(long, value_name = "I/N", conflicts_with_all = ["time", "index", "config_fuzz"])]
    shard: Option<Shard>,
    #[command(flatten)]
    forms: FormArgs,
    /// The seed of the vectors.
    #[arg(long, value_name = "SEED", default_value = "1", value_parser = input::seed)]
    seed: u64,
    /// Simulate only the vector with this index, which a mismatch prints.
    #[arg(long, value_name = "N", conflicts_with = "vectors", value_parser = clap::value_parser!(u64).range(..1 << 63))]
    index: Option<u64>,
    /// Simulate N random configurations of each unit; the seed determines them.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..),
        conflicts_with_all = ["index", "wave", "junit", "rtl", "ptx", "ConfigArgs"])]
    config_fuzz: Option<u64>,
    /// Write a wave around the first mismatch: FILE.fst, .vcd or .svg.
    ///
    /// Without a mismatch, it shows the first cycles. Files that open the wave in GTKWave and in
    /// Surfer are written next to it, unless FILE is a device or a pipe.
    #[arg(long, value_name = "FILE")]
    wave: Option<PathBuf>,
    /// Also write the JSON report to a file.
    #[arg(long, value_name = "FILE", conflicts_with = "config_fuzz")]
    report: Option<PathBuf>,
    /// Also write a JUnit XML report to a file.
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// The time limit for each step of a tool.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    #[command(flatten)]
    rtl: RtlArgs,
    // The last field, because its heading would cover the options below it.
    #[command(flatten)]
    config: ConfigArgs,
}

/// The simulators that `--sim` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Sim {
    /// Icarus Verilog and Verilator, as far as they are installed.
    Auto,
    /// Icarus Verilog.
    Icarus,
    /// Verilator.
    Verilator,
    /// The gates that yosys synthesizes, evaluated for thousands of vectors at once.
    Netlist,
}

impl From<Sim> for SimulatorChoice {
    fn from(sim: Sim) -> Self {
        match sim {
            Sim::Auto => Self::Auto,
            Sim::Icarus => Self::Icarus,
            Sim::Verilator => Self::Verilator,
            Sim::Netlist => Self::Netlist,
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(many) = args.config_fuzz {
        return fuzz::run(args, many);
    }
    let bus = bus_of(&args.wrapper)?;
    let hardware = args.rtl.read_wrapped(&args.unit, bus, |base| args.config.read_over(base))?;
    let Wanted { targets: named, wrapper, config } = match &hardware {
        Some(hardware) => hardware.wanted(),
        None => args.config.read_wanted(&args.unit, bus)?,
    };
    if wrapper.is_some() {
        refuse_with_wrapper(args)?;
    }
    if wrapper != Some(Wrapper::Vortex) {
        refuse_threads(args)?;
    }
    let (all, forms) = (targets(&named, &config), args.forms.read()?);
    let targets = match &forms {
        Some(forms) => forms::targets(forms, &named, all, &config)?,
        None => all,
    };
    let options = Options {
        targets,
        forms,
        vectors: args.vectors.unwrap_or(20_000),
        seed: args.seed,
        index: args.index,
        time: args.time,
        shard: args.shard,
        wave: args.wave.clone(),
        timeout: Duration::from_secs(args.timeout),
        replay_options: format!("{}{} {}", args.rtl.flags(), args.forms.flags(), config.flags()).trim().to_owned(),
        config,
        ..Options::default()
    };
    args.config.note_unused(&options.targets, wrapper);
    args.config.note_bus(wrapper, &options.config);
    args.wave.as_deref().map(WaveFormat::of).transpose()?;
    // An unwritable file is reported now, not after the simulation.
    args.wave.as_deref().map(Pending::check).transpose()?;
    let junit = args.junit.as_deref().map(Pending::new).transpose()?;
    let file = args.report.as_deref().map(Pending::new).transpose()?;
    let mut simulators = simulators(args)?;
    let limit = options.timeout;
    let module = hardware.map(|hardware| match wrapper {
        Some(wrapper) => hardware.wrapped(wrapper, limit).map(Module::Wrapped),
        None => hardware.simulated(limit).map(Module::Alone),
    });
    let module = module.transpose()?;
    if let Some(module) = &module {
        let readers = match module {
            Module::Alone(module) => rtl::readers(module, &options, simulators)?,
            Module::Wrapped(module) => rtl::wrapped_readers(module, &options, simulators)?,
        };
        for error in &readers.missing {
            output::talk(&format!("not used: {}\n", in_full(error)));
        }
        simulators = readers.simulators;
    }
    let names: Vec<_> = simulators.iter().map(|simulator| simulator.name()).collect();
    let bars = Bars::new(&options.targets, &names, args.time);
    let watch = |progress| bars.show(progress);
    let report = match (wrapper, module) {
        (_, Some(Module::Wrapped(module))) => bus::run_modules(&options, &[module], &simulators, &watch),
        (_, Some(Module::Alone(module))) => cosim::run_modules(&options, &[module], &simulators, &watch),
        (Some(wrapper), None) => bus::run(wrapper, &options, &simulators, &watch),
        (None, None) => cosim::run(&options, &simulators, &watch),
    };
    bars.clear();
    let report = report?;

    let printed = match args.format {
        Format::Json => output::plain_document(&report),
        // The coverage of one vector would say nothing.
        Format::Text => output::text(&table::text(&report, args.index.is_none())),
    };
    let written = [
        printed,
        junit.map_or(Ok(()), |file| file.write(report.junit())),
        file.map_or(Ok(()), |file| file.write(output::plain_json(&report))),
    ];
    output::talk(&format!("next: {}\n", next(&report, &options, args, wrapper)));
    let verdict = match (report.passed(), report.interrupted) {
        (false, _) => Some(Exit::Mismatch),
        (true, true) => Some(Exit::Interrupted),
        (true, false) => None,
    };
    output::conclude(written, verdict)
}

/// Returns the bus that is named, if any is.
fn bus_of(words: &[Buses]) -> Result<Option<Bus>, Failure> {
    match config::listed(words)[..] {
        [] => Ok(None),
        [bus] => Ok(Some(bus)),
        _ => Err(Failure::input(
            "--wrapper names several buses",
            "name one, or try random configurations of each with --config-fuzz N",
        )),
    }
}

/// Refuses `--threads`, whose name suggests the threads of this program.
fn refuse_threads(args: &Args) -> Result<(), Failure> {
    match args.config.word("threads") {
        None => Ok(()),
        Some(_) => Err(Failure::input(
            "--threads is the number of hardware threads behind --wrapper vortex",
            "leave it out, or add --wrapper vortex; the simulation itself uses all cores",
        )),
    }
}

/// Hardware of the user's own.
enum Module {
    Alone((Dut, Box<dyn Subject>)),
    Wrapped(Wrapping),
}

/// Refuses the options that have no meaning for a unit behind a bus.
fn refuse_with_wrapper(args: &Args) -> Result<(), Failure> {
    let given = [
        ("--time", args.time.is_some()),
        ("--shard", args.shard.is_some()),
        ("--index", args.index.is_some()),
        ("--wave", args.wave.is_some()),
    ];
    match given.iter().find(|(_, is_given)| *is_given) {
        None => Ok(()),
        Some((option, _)) => {
            let message = format!("{option} is for units without a bus");
            Err(Failure::input(message, format!("leave {option} out, or the bus with --wrapper none")))
        }
    }
}

/// Returns a report as text, with the coverage.
pub(crate) fn text(report: &CosimReport) -> String {
    table::text(report, true)
}

/// Returns the simulators.
fn simulators(args: &Args) -> Result<Vec<Box<dyn Simulator>>, Failure> {
    let Available { simulators, missing } = simulator::find(args.sim.into())?;
    for error in &missing {
        output::talk(&format!("not used: {}\n", in_full(error)));
    }
    let names: Vec<_> = simulators.iter().map(|simulator| simulator.name()).collect();
    output::talk(&format!("seed {}, in {}\n", args.seed, names.join(" and ")));
    Ok(simulators)
}

/// Returns the targets that were named, without duplicates, or else all units with an operation.
pub(crate) fn targets(named: &[Target], config: &Config) -> Vec<Target> {
    if named.is_empty() {
        let has_ops = |unit: Unit| match unit {
            // This unit needs operations for both of its parts.
            Unit::Lanes => [Unit::Scalar, Unit::Simd].iter().all(|part| config.unit_ops(*part).next().is_some()),
            _ => config.unit_ops(unit).next().is_some(),
        };
        return Target::ALL
            .into_iter()
            .filter(|target| matches!(target, Target::Unit(unit) if has_ops(*unit)))
            .collect();
    }
    let mut targets = Vec::new();
    for target in named {
        if !targets.contains(target) {
            targets.push(*target);
        }
    }
    targets
}

/// Returns the command to run next.
fn next(report: &CosimReport, options: &Options, args: &Args, wrapper: Bus) -> String {
    let failure = report.units.iter().flat_map(|unit| &unit.failures).next();
    let around = wrapper.map_or_else(String::new, |wrapper| format!("--wrapper {} ", wrapper.name()));
    let flags = format!("{} {}", args.rtl.flags(), options.config.flags());
    let flags = flags.trim();
    let command = match (failure, options.targets.as_slice()) {
        (Some(failure), _) if options.wave.is_none() && wrapper.is_none() => {
            failure.replay.as_ref().map_or_else(String::new, |replay| format!("{replay} --wave mismatch.fst"))
        }
        (Some(failure), _) => failure.replay.clone().unwrap_or_default(),
        (None, [target, ..]) if args.rtl.is_given() && wrapper.is_some() => {
            let other = options.seed.wrapping_add(1);
            format!("vidalu cosim {around}--unit {target} --seed {other} {}", options.replay_options)
        }
        (None, [target, ..]) if args.rtl.is_given() => {
            format!("vidalu prove --unit {target} {flags}")
        }
        (None, [target, ..]) => format!("vidalu gen {around}--unit {target} --out rtl {flags}"),
        (None, []) => String::new(),
    };
    command.trim_end().to_owned()
}
