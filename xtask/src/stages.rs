//! `cargo xtask stages`.

mod fit;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::builder::PossibleValuesParser;
use itertools::Itertools;
use vidalu_gen::outline::unnumbered;
use vidalu_gen::space::Setup;
use vidalu_gen::{Config, Target, Unit};
use vidalu_sim::{CosimError, ToolError, in_full};
use vidalu_synth::{DEVICES, Delays, Device, Limits, Options, Recipe, Technology, Tools, kind, name_of, stretches};

use self::fit::{Observation, fit};
use crate::is_named;

/// Fit the delays of stages, by which `vidalu gen --target` estimates clocks, to units that are
/// placed and routed.
///
/// The result replaces synth/src/stages.toml. Then other configurations are placed and routed, and
/// the differences of the estimates are listed. docs/synthesis.md has the results.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Devices, separated by commas [default: all]. The delays on the others stay as they are.
    #[arg(long, value_name = "DEVICE", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(DEVICES.iter().map(|device| device.name)))]
    device: Vec<String>,
    /// Units, separated by commas [default: all]. The delays of the others and of the registers
    /// stay as they are.
    #[arg(long, visible_alias = "units", value_name = "UNIT", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(MEASURED.iter().map(|(unit, ..)| unit.name())))]
    unit: Vec<String>,
    /// Only compare the estimates with other configurations.
    #[arg(long)]
    check: bool,
    /// Place and route with this number of seeds; the clock is their median.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..))]
    seeds: u64,
    /// The number of tools that run at once [default: the number of processors].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
}

/// The units whose stages are measured, each with the lines of TOML that make its forms.
const MEASURED: [(Unit, &[&str]); 3] = [
    (Unit::Scalar, &["goal = 'balanced'", "goal = 'tables'", "goal = 'cells'"]),
    (Unit::Simd, &["goal = 'balanced'", "goal = 'tables'"]),
    (
        Unit::Vmad,
        &[
            "multiplier = '*'",
            "multiplier = '*'\ngoal = 'cells'",
            "multiplier = 'booth4-dadda'",
            "multiplier = 'booth4-dadda'\ngoal = 'cells'",
        ],
    ),
];

/// Options of the configurations that check the estimates. Each unit and form has them at several
/// depths.
const OTHERS: [&str; 4] = [
    "sat_o = true\nhandshake = 'valid-ready'",
    "profile = 'hardware'\nclock_enable = true\nreset = 'arst_n'",
    "handshake = 'valid-ready'\nready = 'registered'\nflush = true\ntag = 8",
    "handshake = 'none'\nreset_data = true\nsat_o = true",
];

pub(crate) fn run(args: &Args) -> ExitCode {
    match compare(args) {
        Ok(()) => ExitCode::SUCCESS,
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

fn compare(args: &Args) -> Result<(), CosimError> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../synth/src/stages.toml");
    let wanted = |device: &&Device| is_named(&args.device, device.name);
    for device in DEVICES.iter().filter(wanted) {
        if !args.check {
            let observations = measure(device, &fitted(args), args)?;
            // Read now: another run may have fitted the other device in the meantime.
            let mut all = read(&path);
            let delays = all.get_mut(device.name).expect("it has those of every device");
            let registers = (!args.unit.is_empty()).then_some(delays.registers);
            let fitted = fit(&observations, registers);
            print!("{}", table(&format!("{}: fitted to", device.name), &fitted, &observations));
            delays.registers = fitted.registers;
            delays.stages.extend(fitted.stages);
            let rounded = toml::to_string(&all).expect("it is plain data");
            let text = format!("# Delays in nanoseconds. `cargo xtask stages` fits them.\n\n{rounded}");
            fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            println!("wrote synth/src/stages.toml");
        }
        let observations = measure(device, &others(args), args)?;
        let delays = &read(&path)[device.name];
        print!("{}", table(&format!("{}: compared with", device.name), delays, &observations));
    }
    Ok(())
}

/// Reads the fitted delays, by the name of the device.
fn read(path: &Path) -> BTreeMap<String, Delays> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).expect("it is what this command writes")
}

/// Returns the configurations to which the delays are fitted: every depth of every unit and form.
fn fitted(args: &Args) -> Vec<(Setup, Config)> {
    let depths = 0..=Config::MAX_DEPTH;
    forms(args).cartesian_product(depths).map(|((unit, form), depth)| config(unit, form, depth, "")).collect()
}

/// Returns other configurations. Their depths change from one to the next.
fn others(args: &Args) -> Vec<(Setup, Config)> {
    let each = forms(args).cartesian_product(OTHERS).enumerate();
    each.map(|(at, ((unit, form), text))| config(unit, form, 1 + (at % 6) as u8, text)).collect()
}

/// Returns the units and the lines of TOML that make their forms.
fn forms(args: &Args) -> impl Iterator<Item = (Unit, &'static str)> + Clone + use<'_> {
    let wanted = |(unit, _): &(Unit, &[&str])| is_named(&args.unit, unit.name());
    MEASURED.into_iter().filter(wanted).flat_map(|(unit, forms)| forms.iter().map(move |form| (unit, *form)))
}

fn config(unit: Unit, form: &str, depth: u8, text: &str) -> (Setup, Config) {
    let own = format!("depth = {depth}\n{form}\n{text}");
    let config = Config::from_toml(&own).expect("the table has no mistakes");
    (Setup::Alone(Target::Unit(unit)), config)
}

/// Places and routes configurations.
fn measure(device: &'static Device, modules: &[(Setup, Config)], args: &Args) -> Result<Vec<Observation>, CosimError> {
    let technology = Technology::Device(device);
    let tools = Tools::find(&technology, true, false)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits { time: Duration::from_secs(1800), jobs: args.jobs.map_or(cores, usize::from) };
    let options = Options {
        technology,
        recipes: vec![Recipe::default()],
        seeds: args.seeds,
        frequency: None,
        corners: Vec::new(),
        limits,
    };
    let watch = |step: &vidalu_synth::Step| {
        if step.work == "routed" {
            eprintln!("{}: {} of {}: {}", device.name, step.done, step.total, step.name);
        }
    };
    let report = vidalu_synth::run(modules, &options, &tools, &watch)?;
    let rows = report.rows.iter().zip(modules);
    let observations = rows.filter_map(|(row, (setup, config))| {
        let design = setup.generate(config).expect("it was measured");
        let (kind, mhz) = (kind(&design).expect("it is a measured unit"), row.mhz?);
        let name = format!("{} {}", row.unit, row.config);
        let mut stretches = stretches(&design);
        let slowest = stretches.iter().position(|stages| name_of(stages) == row.slowest_stage);
        stretches.iter_mut().flatten().for_each(|stage| stage.truncate(unnumbered(stage).len()));
        Some(Observation { name, kind, stretches, slowest, ns: 1e3 / mhz })
    });
    Ok(observations.collect())
}

/// Returns the table of measured and estimated clocks, and how far they are apart.
fn table(title: &str, delays: &Delays, observations: &[Observation]) -> String {
    let mut text =
        format!("{title} {} configurations\n\n     MHz  estimate  difference  configuration\n", observations.len());
    let mut differences = Vec::new();
    for observation in observations {
        let expected = observation.expected(delays);
        let (mhz, estimate) = (1e3 / observation.ns, 1e3 / expected);
        let difference = estimate / mhz - 1.0;
        differences.push(difference.abs());
        let percent = 100.0 * difference;
        writeln!(text, "{mhz:8.1} {estimate:9.1} {percent:+10.1}%  {}", observation.name).expect("it is a string");
    }
    differences.sort_by(f64::total_cmp);
    let largest = 100.0 * differences.last().copied().unwrap_or(0.0);
    let near = differences.iter().filter(|difference| **difference <= 0.15).count();
    let share = 100.0 * near as f64 / differences.len().max(1) as f64;
    let median = 100.0 * differences.get(differences.len() / 2).copied().unwrap_or(0.0);
    writeln!(
        text,
        "\nwithin 15 %: {near} of {} ({share:.0} %); median {median:.1} %, largest {largest:.0} %\n",
        differences.len()
    )
    .expect("it is a string");
    text
}
