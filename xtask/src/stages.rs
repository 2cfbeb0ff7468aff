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
use vidalu_sim::CosimError;
use vidalu_synth::{DEVICES, Delays, Limits, Options, Recipe, Technology, Tools, form, kind, name_of, spans};

use self::fit::{Observation, Start, fit};
use crate::{failed, is_named};

/// Measure areas, and fit the delays of stages, by which `vidalu gen --target` estimates clocks, to
/// units that are placed and routed, or timed in the cells of a library.
///
/// The result goes to synth/src/stages.toml. Then other configurations are measured, and the
/// differences of the estimates are listed. docs/synthesis.md has the results.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Devices, separated by commas [default: all, or none with --library].
    #[arg(long, value_name = "DEVICE", value_delimiter = ',',
        value_parser = PossibleValuesParser::new(DEVICES.iter().map(|device| device.name)))]
    device: Vec<String>,
    /// The cells of this Liberty file. May be repeated.
    #[arg(long, value_name = "FILE.lib")]
    library: Vec<String>,
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

/// The units whose stages are measured, each with the lines of TOML that make its forms. Some forms
/// are there only with an adder that is written out.
const MEASURED: [(Unit, &[&str]); 3] = [
    (Unit::Scalar, &["goal = 'balanced'", "goal = 'tables'", "goal = 'cells'"]),
    (Unit::Simd, &["goal = 'balanced'", "goal = 'tables'", "goal = 'cells'"]),
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

/// The first lines of the file.
const HEADER: &str = "# Areas in logic cells or µm², by the number of rows from 0 on, and delays in nanoseconds. `cargo
# xtask stages` measures and fits them.

";

/// Options of a unit whose `ready_o` is from a register.
const BUFFERED: &str = "handshake = 'valid-ready'\nready = 'registered'";

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
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(3),
        Err(error) => failed(&error),
    }
}

/// Returns whether everything could be measured. Delays are only fitted to a complete set.
fn compare(args: &Args) -> Result<bool, CosimError> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../synth/src/stages.toml");
    let targets = targets(args)?;
    let known = read(&path);
    if let Some(other) = targets.iter().find(|it| args.check && !known.contains_key(it.name())) {
        let problem = format!("no delays on {} are known", other.name());
        return Err(CosimError::usage(problem, "leave out --check to fit them"));
    }
    let mut is_complete = true;
    for technology in targets {
        let name = technology.name();
        if !args.check {
            let modules = fitted(&technology, args);
            let observations = measure(&technology, &modules, args)?;
            if observations.len() < modules.len() {
                is_complete = false;
                continue;
            }
            // Read now: another run may have fitted another target in the meantime.
            let mut all = read(&path);
            let known = all.remove(name).filter(|_| !args.unit.is_empty());
            let is_framed = technology.is_device();
            let start = Start {
                is_framed,
                registers: known.as_ref().map(|known| known.registers),
                inputs: known.as_ref().map(|known| known.inputs),
                stage: if is_framed { 3.0 } else { 0.5 },
            };
            let fitted = fit(&observations, &start);
            print!("{}", table(&format!("{name}: fitted to"), &fitted, &observations));
            let (mut areas, mut stages) = known.map_or_else(Default::default, |known| (known.areas, known.stages));
            areas.extend(self::areas(&observations));
            stages.extend(fitted.stages);
            all.insert(name.to_owned(), Delays { areas, stages, ..fitted });
            let rounded = toml::to_string(&all).expect("it is plain data");
            let text = format!("{HEADER}{rounded}");
            fs::write(&path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            println!("wrote synth/src/stages.toml");
        }
        let modules = others(&technology, args);
        let observations = measure(&technology, &modules, args)?;
        print!("{}", table(&format!("{name}: compared with"), &read(&path)[name], &observations));
        is_complete &= observations.len() == modules.len();
    }
    Ok(is_complete)
}

/// Returns the area of each unit and form, by the number of rows.
fn areas(observations: &[Observation]) -> BTreeMap<String, Vec<u32>> {
    let plain = observations.iter().filter(|it| !it.spans[0].is_buffered);
    plain.map(|it| (it.form.clone(), it.area.round() as u32)).into_group_map().into_iter().collect()
}

/// Reads the fitted delays, by the name of the target.
fn read(path: &Path) -> BTreeMap<String, Delays> {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    toml::from_str(&text).expect("it is what this command writes")
}

/// Returns the devices and the libraries to measure.
fn targets(args: &Args) -> Result<Vec<Technology>, CosimError> {
    let is_wanted = |name: &str| {
        if args.library.is_empty() { is_named(&args.device, name) } else { args.device.iter().any(|it| it == name) }
    };
    let devices = DEVICES.iter().filter(|device| is_wanted(device.name)).map(|device| Ok(Technology::Device(device)));
    let libraries = args.library.iter().map(|path| match Technology::named(path)? {
        technology if technology.is_cells() => Ok(technology),
        other => Err(CosimError::usage(format!("{} is not a Liberty file", other.name()), "use --device for an FPGA")),
    });
    devices.chain(libraries).collect()
}

/// Returns the configurations to which the delays are fitted: every depth of every unit and form,
/// and one of each with a buffer at its inputs.
fn fitted(technology: &Technology, args: &Args) -> Vec<(Setup, Config)> {
    let depths = (0..=Config::MAX_DEPTH).map(|depth| (depth, "")).chain([(2, BUFFERED)]);
    let each = forms(technology, args).into_iter().cartesian_product(depths);
    each.map(|((unit, form), (depth, text))| config(unit, &form, depth, text)).collect()
}

/// Returns other configurations. Their depths change from one to the next.
fn others(technology: &Technology, args: &Args) -> Vec<(Setup, Config)> {
    let each = forms(technology, args).into_iter().cartesian_product(OTHERS).enumerate();
    each.map(|(at, ((unit, form), text))| config(unit, &form, 1 + (at % 6) as u8, text)).collect()
}

/// Returns the units and the lines of TOML that make their forms, each form with a name once.
fn forms(technology: &Technology, args: &Args) -> Vec<(Unit, String)> {
    let wanted = MEASURED.into_iter().filter(|(unit, _)| is_named(&args.unit, unit.name()));
    // An adder on an FPGA is a carry chain.
    let adders = if technology.is_cells() { &["+", "sklansky"][..] } else { &["+"] };
    let each = wanted.flat_map(|(unit, forms)| {
        adders.iter().cartesian_product(forms).map(move |(adder, form)| (unit, format!("adder = '{adder}'\n{form}")))
    });
    let name = |(unit, lines): &(Unit, String)| {
        let (setup, config) = config(*unit, lines, 0, "");
        form(&setup.generate(&config).expect("the table has no mistakes"))
    };
    each.filter(|lines| name(lines).is_ok()).unique_by(|lines| name(lines).ok()).collect()
}

fn config(unit: Unit, form: &str, depth: u8, text: &str) -> (Setup, Config) {
    let own = format!("depth = {depth}\n{form}\n{text}");
    let config = Config::from_toml(&own).expect("the table has no mistakes");
    (Setup::Alone(Target::Unit(unit)), config)
}

/// Measures the clock of configurations, and says which could not be measured.
fn measure(technology: &Technology, modules: &[(Setup, Config)], args: &Args) -> Result<Vec<Observation>, CosimError> {
    let tools = Tools::find(technology, true, true)?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let limits = Limits { time: Duration::from_secs(1800), jobs: args.jobs.map_or(cores, usize::from) };
    let options = Options {
        technology: technology.clone(),
        recipes: vec![Recipe::default()],
        seeds: args.seeds,
        frequency: None,
        corners: Vec::new(),
        limits,
    };
    let watch = |step: &vidalu_synth::Step| {
        eprintln!("{}: {} {} of {}: {}", technology.name(), step.work, step.done, step.total, step.name);
    };
    let report = vidalu_synth::run(modules, &options, &tools, &watch)?;
    for failed in &report.failed {
        eprintln!("{}: {}", failed.name, failed.problem);
    }
    for (row, note) in report.rows.iter().filter_map(|row| Some((row, row.note.as_ref()?))) {
        eprintln!("{} {}: {note}", row.unit, row.config);
    }
    let observations = modules.iter().filter_map(|(setup, config)| {
        let design = setup.generate(config).expect("it was measured");
        let flags = config.for_target(setup.target()).flags();
        let row = report.rows.iter().find(|row| row.unit == setup.target().name() && row.config == flags)?;
        let form = form(&design).expect("it is a measured unit");
        let name = format!("{} {}", row.unit, row.config);
        let mut spans = spans(&design);
        let kind = kind(&form, &spans);
        let slowest = spans.iter().position(|span| name_of(&span.stages) == row.slowest_stage);
        let stages = spans.iter_mut().flat_map(|span| &mut span.stages);
        stages.for_each(|stage| stage.truncate(unnumbered(stage).len()));
        let (rows, area) = (design.latency as usize, row.area);
        Some(Observation { name, form, kind, rows, area, spans, slowest, ns: 1e3 / row.mhz? })
    });
    Ok(observations.collect())
}

/// Returns the table of measured and estimated clocks, and how far they are apart. The last line
/// does so for areas.
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
    let area = |it: &Observation| (f64::from(delays.areas[&it.form][it.rows]) / it.area - 1.0).abs();
    let areas = observations.iter().map(area).collect();
    text + &format!("\nclocks {}\nareas {}\n\n", summary(differences), summary(areas))
}

/// Returns how many relative differences are small, and the median and the largest.
fn summary(mut differences: Vec<f64>) -> String {
    differences.sort_by(f64::total_cmp);
    let count = differences.len();
    let near = differences.iter().filter(|difference| **difference <= 0.15).count();
    let [median, largest] =
        [count / 2, count.saturating_sub(1)].map(|at| 100.0 * differences.get(at).copied().unwrap_or(0.0));
    let share = 100.0 * near as f64 / count.max(1) as f64;
    format!("within 15 %: {near} of {count} ({share:.0} %); median {median:.1} %, largest {largest:.0} %")
}

#[cfg(test)]
mod tests;
