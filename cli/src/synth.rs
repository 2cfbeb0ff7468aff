//! `vidalu synth`.

mod table;

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use vidalu_gen::space::Setup;
use vidalu_gen::{Config, Key, Target, Unit, Values};
use vidalu_model::near;
use vidalu_synth::{Failed, Limits, Options, Recipe, Step, SynthReport, Technology, Tools};

use crate::config::{self, Bus, ConfigArgs, Wanted};
use crate::failure::{Exit, Failure};
use crate::output::{self, Format, Pending};
use crate::progress::Progress;

/// Measures the cost and the clock of units on an FPGA or in cells.
///
/// Each configuration has a row: logic cells, lookup tables, carry cells, flip-flops and multiplier
/// blocks, or the area of cells; logic levels or delay; the clock after place and route; and the
/// slowest stage with its path. docs/synthesis.md explains the figures.
///
/// The exit code is 1 if no configuration meets the clock of --frequency.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Map to lut6, ice40 (HX8K), ecp5 (25F, speed 6), or the cells of this Liberty file.
    ///
    /// The Liberty file can be compressed with gzip.
    #[arg(long, value_name = "lut6|ice40|ecp5|FILE.lib")]
    target: String,
    /// Units and blocks, separated by commas [default: scalar,simd,vmad,carry].
    ///
    /// The default is the unit that the configuration file names, if it names one.
    #[arg(long, visible_alias = "units", value_name = "UNIT", value_delimiter = ',',
        value_parser = config::names(&Target::ALL, Target::name), hide_possible_values = true)]
    unit: Vec<Target>,
    /// Put the unit behind this bus [default: that of the configuration file].
    #[arg(long, value_name = "WRAPPER", value_parser = config::bus())]
    wrapper: Option<Bus>,
    /// Try several values of a key: depth=0-6, adder=+,sklansky. May be repeated.
    ///
    /// With --frequency, the default is every depth, goal, adder and multiplier, unless a flag
    /// gives the key.
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<String>,
    /// Map to lut6 or cells for speed, for the shortest delay, for area, or for several of these
    /// [default: speed].
    #[arg(long, value_name = "RECIPE", value_delimiter = ',', value_parser = recipe())]
    recipe: Vec<Recipe>,
    /// Place and route on the FPGA, to measure the clock.
    #[arg(long)]
    route: bool,
    /// Place and route with this number of seeds; the clock is their median [default: 3].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=99))]
    seeds: Option<u64>,
    /// Search for the smallest configuration that meets this clock; on an FPGA, after routing.
    ///
    /// The smallest has the fewest logic cells of the FPGA, or the smallest area in cells.
    #[arg(long, value_name = "MHZ", allow_negative_numbers = true, value_parser = config::frequency)]
    frequency: Option<f64>,
    /// Also time the cells with the Liberty file of another corner; the slowest corner counts. May
    /// be repeated.
    #[arg(long, value_name = "FILE.lib")]
    corner: Vec<PathBuf>,
    /// Write a plot of area and speed to this file, a picture (.svg) or a page (.html).
    #[arg(long, value_name = "FILE")]
    pareto: Option<PathBuf>,
    /// The time limit for each run of a tool.
    #[arg(long, value_name = "SECONDS", default_value_t = 600, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The number of tools that run at once [default: the number of cores].
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    // The last field, because its heading would cover the options below it.
    #[command(flatten)]
    config: ConfigArgs,
}

impl Args {
    /// Returns whether a unit on an FPGA is placed and routed.
    fn routes(&self) -> bool {
        self.route || self.frequency.is_some()
    }
}

fn recipe() -> impl TypedValueParser<Value = Recipe> {
    PossibleValuesParser::new(Recipe::ALL.map(Recipe::name))
        .map(|name| Recipe::ALL.into_iter().find(|recipe| recipe.name() == name).expect("clap lets only these through"))
}

/// The units that are measured unless some are named.
const DEFAULT: [Unit; 4] = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry];

/// The keys that a search for a clock varies.
const SEARCHED: [&str; 4] = ["depth", "goal", "adder", "multiplier"];

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let technology = Technology::named(&args.target)?;
    let wanted = args.config.read_wanted(&args.unit, args.wrapper)?;
    check(args, &technology)?;
    let targets: Vec<_> = match &wanted.targets[..] {
        [] => DEFAULT
            .into_iter()
            .filter(|unit| wanted.config.unit_ops(*unit).next().is_some())
            .map(Target::Unit)
            .collect(),
        named => named.iter().copied().unique().collect(),
    };
    let modules = modules(args, &wanted, &targets)?;
    args.config.note_unused(&targets, wanted.wrapper);
    args.config.note_bus(wanted.wrapper, &wanted.config);
    let plot =
        args.pareto.as_deref().map(|path| Ok::<_, Failure>((is_page(path)?, Pending::new(path)?))).transpose()?;
    let tools = Tools::find(&technology, args.routes(), args.frequency.is_some() || !args.corner.is_empty())?;
    if technology.is_cells() && tools.versions().len() < 2 {
        output::talk("note: OpenSTA is not installed: there are no clocks; `vidalu doctor` says how to install it\n");
    }
    let corners = match &technology {
        Technology::Cells(library) => {
            let corners = args.corner.iter().map(|path| library.corner(path));
            let corners: Vec<_> = corners.collect::<Result<_, _>>()?;
            // The target is a corner itself.
            corners.into_iter().filter(|corner| corner.text != library.text).unique_by(|it| it.text.clone()).collect()
        }
        _ => Vec::new(),
    };
    let cores = || std::thread::available_parallelism().map_or(1, usize::from);
    let options = Options {
        technology,
        recipes: if args.recipe.is_empty() {
            vec![Recipe::default()]
        } else {
            args.recipe.iter().copied().unique().collect()
        },
        seeds: if args.routes() { args.seeds.unwrap_or(3) } else { 0 },
        frequency: args.frequency,
        corners,
        limits: Limits { time: Duration::from_secs(args.timeout), jobs: args.jobs.map_or_else(cores, usize::from) },
    };
    let progress = Progress::new("synthesizing");
    let watch = |step: &Step| {
        progress.set(format!("{} {} of {}: {}", step.work, step.done, step.total, step.name));
    };
    let report = vidalu_synth::run(&modules, &options, &tools, &watch)?;
    drop(progress);
    let printed = match args.format {
        Format::Json => output::plain_document(&report),
        Format::Text => output::text(&table::text(&report)),
    };
    let drawn = plot.map_or(Ok(()), |(is_page, file)| file.write(drawing(&report, is_page)));
    for Failed { name, problem } in &report.failed {
        output::talk(&format!("note: {name}: {problem}\n"));
    }
    let has_row = |target: &&Target| report.rows.iter().any(|row| row.unit == target.name());
    for target in targets.iter().filter(|target| args.frequency.is_some() && !has_row(target)) {
        output::talk(&format!("note: {target}: no configuration could be measured\n"));
    }
    // A clock that is met needs no other configuration.
    let is_complete = report.chosen.as_ref().map_or(report.failed.is_empty(), |each| each.len() == targets.len());
    let verdict = match report.is_met() {
        false => Some(Exit::Mismatch),
        true => (!is_complete).then_some(Exit::Tool),
    };
    output::conclude([printed, drawn], verdict)
}

/// Refuses flags that the target cannot follow.
fn check(args: &Args, technology: &Technology) -> Result<(), Failure> {
    let is_device = technology.is_device();
    let name = technology.name();
    if args.route && !is_device {
        return Err(Failure::input(format!("{name} cannot be placed and routed"), "use --target ice40 or ecp5"));
    }
    if args.frequency.is_some() && matches!(technology, Technology::Lut6) {
        let help = "use --target ice40, ecp5 or a Liberty file";
        return Err(Failure::input("lut6 has levels and no clock, so no frequency can be met", help));
    }
    if args.seeds.is_some() && !(is_device && args.routes()) {
        let help = "leave out --seeds, or add --route with --target ice40 or ecp5";
        return Err(Failure::input("`--seeds` has no effect without placement", help));
    }
    if !args.corner.is_empty() && !technology.is_cells() {
        return Err(Failure::input(format!("{name} has no corners"), "leave out --corner, or name a Liberty file"));
    }
    if !args.recipe.is_empty() && is_device {
        return Err(Failure::input(format!("yosys has one recipe for {name}"), "leave out --recipe"));
    }
    Ok(())
}

/// Returns each target, or each unit behind the bus, with its configurations.
fn modules(args: &Args, wanted: &Wanted, targets: &[Target]) -> Result<Vec<(Setup, Config)>, Failure> {
    let named = args.vary.iter().map(|text| axis(text)).collect::<Result<Vec<_>, _>>()?;
    if let Some((key, _)) = named.iter().duplicates_by(|(key, _)| key.name).next() {
        let help = format!("give all values at once: --vary {}=VALUES", key.name);
        return Err(Failure::input(format!("the key `{}` varies twice", key.name), help));
    }
    if let Some((key, _)) = named.iter().find(|(key, _)| args.config.word(key.name).is_some()) {
        let help = "leave out one of the two";
        return Err(Failure::input(format!("the key `{}` varies, and a flag gives it", key.name), help));
    }
    let setups =
        targets.iter().map(|&target| config::setup(Some(target), wanted.wrapper)).collect::<Result<Vec<_>, _>>()?;
    let mut modules = Vec::new();
    for setup in &setups {
        let mut axes = named.clone();
        for (key, _) in &axes {
            if !setups.iter().any(|setup| setup.depends_on(key)) {
                let message = format!("the key `{}` has no effect on {setup}", key.name);
                return Err(Failure::input(message, "vary another key; docs/hardware.md says what each concerns"));
            }
        }
        axes.retain(|(key, _)| setup.depends_on(key));
        if args.frequency.is_some() {
            let is_free = |key: &&Key| {
                SEARCHED.contains(&key.name)
                    && setup.depends_on(key)
                    && args.config.word(key.name).is_none()
                    && named.iter().all(|(other, _)| other.name != key.name)
            };
            axes.extend(Key::ALL.iter().filter(is_free).map(|key| (key, every(key))));
        }
        let configs = vidalu_synth::configurations(*setup, &wanted.config, &axes)?;
        modules.extend(configs.into_iter().map(|config| (*setup, config)));
    }
    for (key, words) in &named {
        for word in words {
            let mut config = wanted.config.clone();
            config.set(key, word)?;
            if !modules.iter().any(|(_, other)| key.word(other) == key.word(&config)) {
                let reason = "other keys forbid it, or it changes nothing";
                output::talk(&format!("note: no row has {}={word}: {reason}\n", key.name));
            }
        }
    }
    Ok(modules)
}

/// Returns every value of a key that a search varies.
fn every(key: &Key) -> Vec<String> {
    match key.values {
        Values::Names(names) => names().into_iter().map(str::to_owned).collect(),
        _ => (0..=Config::MAX_DEPTH).map(|depth| depth.to_string()).collect(),
    }
}

/// Reads `KEY=VALUES`: values with commas between them, or a range of numbers.
fn axis(text: &str) -> Result<(&'static Key, Vec<String>), Failure> {
    let help = "write --vary depth=0-6 or --vary adder=+,sklansky";
    let Some((name, values)) = text.split_once('=') else {
        return Err(Failure::input(format!("`{text}` does not have the form KEY=VALUES"), help));
    };
    let key = Key::named(name).or_else(|| Key::named(&name.replace('-', "_")));
    let key = key.ok_or_else(|| {
        let near = near(name, Key::ALL.iter().map(|key| key.name));
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if name == "recipe" => "several recipes at once: --recipe speed,area".to_owned(),
            None => "docs/hardware.md lists the keys".to_owned(),
        };
        Failure::input(format!("there is no key `{name}`"), help)
    })?;
    if matches!(key.values, Values::Operations) {
        let help = "measure the sets one by one with --ops; their names would be taken for single values";
        return Err(Failure::input("the key `ops` cannot vary", help));
    }
    let mut words = Vec::new();
    for word in values.split(',') {
        let range = word.split_once('-').and_then(|(low, high)| Some((low.parse::<u8>().ok()?, high.parse().ok()?)));
        match range {
            Some((low, high)) if low <= high => words.extend((low..=high).map(|number| number.to_string())),
            Some(_) => return Err(Failure::input(format!("the range `{word}` is empty"), help)),
            None if word.is_empty() => return Err(Failure::input(format!("`{text}` has an empty value"), help)),
            None => words.push(word.to_owned()),
        }
    }
    // Here the message names the value; the search would silently leave out one outside the range.
    if let Some(word) = words.iter().find(|word| !has_value(key, word)) {
        return Err(Failure::input(format!("`{word}` is not a value of {}", key.name), format!("use {}", key.values)));
    }
    Ok((key, words))
}

/// Returns whether a word is a value of a key with a list or a range of values.
fn has_value(key: &Key, word: &str) -> bool {
    let is_within = |least, most| word.parse().is_ok_and(|number: u32| (least..=most).contains(&number));
    match key.values {
        Values::Names(names) => names().contains(&word),
        Values::Number { min, max, .. } => is_within(min.into(), max.into()),
        Values::Depth => is_within(0, Config::MAX_DEPTH.into()),
        Values::Flag => ["false", "true"].contains(&word),
        Values::Operations | Values::Prefix => true,
    }
}

/// Returns whether a plot is a page and not a picture.
fn is_page(path: &Path) -> Result<bool, Failure> {
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("svg") => Ok(false),
        Some("html") => output::replaces_page(path).map(|_| true),
        _ => {
            let message = format!("the plot {} is neither .svg nor .html", path.display());
            Err(Failure::input(message, "name a file that ends in .svg or .html"))
        }
    }
}

fn drawing(report: &SynthReport, is_page: bool) -> String {
    match is_page {
        true => vidalu_synth::page(report, &table::text(report)),
        false => vidalu_synth::picture(report),
    }
}
