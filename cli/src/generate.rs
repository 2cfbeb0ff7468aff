//! `vidalu gen`.

use crate::config::{self, Bus, ConfigArgs};
use crate::diagnosis;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Format};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use itertools::Itertools;
use serde::Serialize;
use std::path::{Path, PathBuf};
use vidalu_gen::space::Setup;
use vidalu_gen::{Choice as _, Config, ConfigError, ConfigFile, Design, Key, Target, Unit, Wrapper};
use vidalu_synth::{Choice, DEVICES, Delays, Device, Estimate, Stretch};

/// Writes the Verilog of a unit or block, with tables and a manifest.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["out", "print_config", "list"]))]
pub(crate) struct Args {
    /// The folder to write: new, empty, or written by vidalu before.
    #[arg(long, value_name = "DIR", value_parser = input::folder())]
    out: Option<PathBuf>,
    /// A unit or block, as --list names it [default: scalar].
    ///
    /// A unit that the configuration file names is the default. With --wrapper, the default is
    /// video.
    #[arg(long, value_name = "UNIT", value_parser = crate::config::names(&Target::ALL, Target::name), hide_possible_values = true)]
    unit: Option<Target>,
    /// Put the unit behind this bus [default: that of the configuration file].
    #[arg(long, value_name = "WRAPPER", value_parser = config::bus())]
    wrapper: Option<Bus>,
    /// Print the configuration as TOML, with an explanation of every key.
    #[arg(long)]
    print_config: bool,
    /// List the units, the blocks and the options of the configuration.
    #[arg(long)]
    list: bool,
    /// Say which clock is expected on an FPGA: ice40 (HX8K) or ecp5 (25F, speed 6).
    ///
    /// The estimate is by the delays of the stages in units that were placed and routed.
    #[arg(long, value_name = "ice40|ecp5", value_parser = device(), hide_possible_values = true,
        conflicts_with = "list")]
    target: Option<&'static Device>,
    /// Choose the fewest rows that are expected to meet this clock, in the smallest form.
    ///
    /// In vmad, also choose the multiplier. A flag for depth, goal or multiplier fixes that key.
    /// The exit code is 1 if no choice meets the clock.
    #[arg(long, value_name = "MHZ", requires = "target", allow_negative_numbers = true, value_parser = config::frequency)]
    frequency: Option<f64>,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
    // Last: its heading would stand over what follows.
    #[command(flatten)]
    config: ConfigArgs,
}

/// The JSON report.
#[derive(Serialize)]
struct Report<'a> {
    out: String,
    unit: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    wrapper: Option<Wrapper>,
    top: &'a str,
    latency: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected>,
    files: &'a [String],
}

/// The clock that is expected on an FPGA.
#[derive(Serialize)]
struct Expected {
    target: &'static str,
    #[serde(flatten)]
    estimate: Estimate,
    /// The fewest rows that gain at least 2 %, if any do.
    #[serde(skip_serializing_if = "Option::is_none")]
    deeper: Option<Rows>,
    /// The fewest rows that reach this clock, if the unit has more.
    #[serde(skip_serializing_if = "Option::is_none")]
    fewer: Option<Rows>,
    /// The fastest form with as many rows, if it gains at least 2 %.
    #[serde(skip_serializing_if = "Option::is_none")]
    form: Option<Form>,
    /// The command that measures the clock.
    measure: String,
}

/// A number of rows, and the clock that is expected with them.
#[derive(Serialize)]
struct Rows {
    rows: u32,
    mhz: f64,
}

/// A form, and the clock that is expected of it.
#[derive(Serialize)]
struct Form {
    /// The flags in which it differs.
    flags: String,
    mhz: f64,
}

fn device() -> impl TypedValueParser<Value = &'static Device> {
    PossibleValuesParser::new(DEVICES.iter().map(|device| device.name))
        .map(|name| DEVICES.iter().find(|device| device.name == name).expect("clap lets only these through"))
}

/// The JSON list.
#[derive(Serialize)]
struct List {
    targets: Vec<Listed>,
    wrappers: Vec<Listed>,
    options: Vec<ListedOption>,
}

#[derive(Serialize)]
struct ListedOption {
    key: &'static str,
    values: String,
    doc: String,
}

#[derive(Serialize)]
struct Listed {
    name: &'static str,
    kind: &'static str,
    doc: &'static str,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    if args.list {
        return list(args.format);
    }
    let file = args.config.read_over(None)?;
    let mut wanted = ConfigFile {
        target: args.unit.or(file.target),
        wrapper: args.wrapper.unwrap_or(file.wrapper),
        config: file.config,
    };
    let setup = match wanted.wrapper {
        Some(wrapper) => Setup::Behind(wrapper, config::wrapped(wanted.target)?),
        None => Setup::Alone(wanted.target.unwrap_or(Target::Unit(Unit::Scalar))),
    };
    if let (Some(device), Some(mhz)) = (args.target, args.frequency) {
        wanted.config = chosen(device, setup, &wanted.config, &args.config, mhz)?;
    }
    if let Some(folder) = &args.out {
        return write(args, &wanted, setup, folder);
    }
    if let Some(device) = args.target {
        let expected = expected(device, setup, &setup.generate(&wanted.config)?)?;
        output::talk(&expected.map_or_else(String::new, |expected| expected.to_text()));
    }
    output::text(&wanted.to_commented_toml())
}

fn write(args: &Args, wanted: &ConfigFile, setup: Setup, folder: &Path) -> Result<(), Failure> {
    let target = setup.target();
    let design = setup.generate(&wanted.config)?;
    let expected = args.target.map_or(Ok(None), |device| expected(device, setup, &design))?;
    let written = vidalu_gen::write(&design, folder).map_err(|error| Failure::of(error.fault(), error))?;
    let report = Report {
        out: folder.display().to_string(),
        unit: target.name(),
        wrapper: wanted.wrapper,
        top: &design.top.name,
        latency: design.latency,
        expected,
        files: &written.files,
    };
    let Report { out, top, latency, expected, .. } = &report;
    let replaced = if written.replaced { ", in the place of an earlier output" } else { "" };
    output::talk(&format!("{} files in {out}{replaced}: module {top}, latency {latency}\n", written.files.len()));
    output::talk(&expected.as_ref().map_or_else(String::new, Expected::to_text));
    args.config.note_unused(&[target], wanted.wrapper);
    args.config.note_bus(wanted.wrapper, &wanted.config);
    let wrapper = wanted.wrapper.map_or_else(String::new, |wrapper| format!("--wrapper {} ", wrapper.name()));
    let next = format!("vidalu cosim {wrapper}--unit {target} {}", design.config.flags());
    output::talk(&format!("next: {}\n", next.trim_end()));
    match args.format {
        Format::Json => output::document(&report),
        Format::Text => output::text(&report.files.iter().map(|path| format!("{path}\n")).collect::<String>()),
    }
}

// ---- the clock on an FPGA ----

/// Returns the configuration that is expected to meet a clock, and says which it is.
fn chosen(
    device: &'static Device,
    setup: Setup,
    base: &Config,
    given: &ConfigArgs,
    mhz: f64,
) -> Result<Config, Failure> {
    let is_free = |key: &Key| given.word(key.name).is_none();
    let choice = vidalu_synth::choose(device, setup, base, is_free, mhz)?;
    let Some(Choice { config, estimate, is_met, .. }) = choice else {
        let (message, help) = unknown(device, setup, base, &format!("--frequency {mhz}"));
        return Err(Failure::input(message, help));
    };
    let flags = config.flags();
    let flags = if flags.is_empty() { "the default configuration" } else { &flags };
    if is_met {
        output::talk(&format!("chosen for {mhz} MHz on {}: {flags}\n", device.name));
        return Ok(config);
    }
    let longest = estimate.longest();
    let message = format!(
        "{mhz} MHz on {} is out of reach: {flags} has about {:.0} MHz, because of {} with {:.1} ns",
        device.name,
        estimate.mhz,
        longest.name(),
        longest.ns
    );
    let mut others = base.clone();
    for (key, _) in vidalu_synth::chosen_keys(device, setup, is_free) {
        others.set(key, &key.default())?;
    }
    let help = format!("ask for less, or measure other options: {} --frequency {mhz}", synth(device, setup, &others));
    Err(Failure::Error(Exit::Mismatch, diagnosis::plain(message, help)))
}

/// Returns the command that measures a configuration.
fn synth(device: &Device, setup: Setup, config: &Config) -> String {
    let flags = config.for_target(setup.target()).flags();
    format!("vidalu synth --target {} {} {flags}", device.name, setup.flags()).trim_end().to_owned()
}

/// Returns the clock that is expected of a design. If none is known, says how to measure it.
fn expected(device: &'static Device, setup: Setup, design: &Design) -> Result<Option<Expected>, Failure> {
    let Some(estimate) = Delays::of(device).estimate(design) else {
        let (message, help) = unknown(device, setup, &design.config, "--route");
        output::talk(&format!("note: {message}; {help}\n"));
        return Ok(None);
    };
    let is_depth = |key: &Key| key.name == "depth";
    let with_rows = |mhz: f64| {
        let choice = vidalu_synth::choose(device, setup, &design.config, is_depth, mhz)?;
        let choice = choice.filter(|choice| choice.is_met);
        Ok::<_, ConfigError>(choice.map(|choice| Rows { rows: choice.rows, mhz: choice.estimate.mhz }))
    };
    let deeper = with_rows(GAIN * estimate.mhz)?.filter(|other| other.rows > design.latency);
    let fewer = with_rows(estimate.mhz)?.filter(|other| other.rows < design.latency);
    let is_of_form = |key: &Key| !is_depth(key);
    let fastest = vidalu_synth::choose(device, setup, &design.config, is_of_form, f64::INFINITY)?;
    let fastest = fastest.filter(|choice| choice.estimate.mhz >= GAIN * estimate.mhz);
    let form = fastest.map(|choice| {
        let keys = vidalu_synth::chosen_keys(device, setup, is_of_form).into_iter().map(|(key, _)| key);
        let differing = keys.filter(|key| key.word(&choice.config) != key.word(&design.config));
        let flags = differing.map(|key| format!("--{} {}", key.name, key.word(&choice.config))).join(" ");
        Form { flags, mhz: choice.estimate.mhz }
    });
    let measure = synth(device, setup, &design.config) + " --route";
    Ok(Some(Expected { target: device.name, estimate, deeper, fewer, form, measure }))
}

/// The gain that further rows or another form must have, so that they are mentioned.
const GAIN: f64 = 1.02;

/// Returns that no clock is known, and where one is, with the flag of `vidalu synth` that finds it.
fn unknown(device: &Device, setup: Setup, config: &Config, flag: &str) -> (String, String) {
    let message = format!("no clock on {} is known for {setup} in this configuration", device.name);
    let help = format!(
        "units scalar, simd and vmad have one, alone, with their usual operations, with adders that are left to the \
         tool, and in vmad with a multiplier that is left to it or booth4-dadda; for others: {} {flag}",
        synth(device, setup, config)
    );
    (message, help)
}

impl Expected {
    fn to_text(&self) -> String {
        let Self { target, estimate, deeper, fewer, form, measure } = self;
        let mut text = format!("{target}: about {:.0} MHz, because of {}\n", estimate.mhz, estimate.longest().name());
        for Stretch { stages, stages_ns, ns } in &estimate.stretches {
            let each = stages.iter().zip(stages_ns).map(|(stage, delay)| format!("{stage} {delay:.1} + "));
            text += &format!("  {}registers {:.1} = {ns:.1} ns\n", each.collect::<String>(), estimate.registers_ns);
        }
        let counted = |rows: u32| if rows == 1 { "1 row".to_owned() } else { format!("{rows} rows") };
        text += &match (deeper, fewer) {
            (Some(Rows { rows, mhz }), _) => format!("with {}: about {mhz:.0} MHz\n", counted(*rows)),
            (None, Some(Rows { rows, .. })) => format!("this form reaches this clock with {}\n", counted(*rows)),
            (None, None) => "further rows gain less than 2 % in this form\n".to_owned(),
        };
        if let Some(Form { flags, mhz }) = form {
            text += &format!("with {flags}: about {mhz:.0} MHz\n");
        }
        text + &format!("to measure it: {measure}\n")
    }
}

fn list(format: Format) -> Result<(), Failure> {
    let listed = |target: Target| Listed { name: target.name(), kind: target.kind(), doc: target.doc() };
    let wrapper = |wrapper: &Wrapper| Listed { name: wrapper.name(), kind: "wrapper", doc: wrapper.doc() };
    let option = |key: &Key| ListedOption {
        key: key.name,
        values: key.values.to_string(),
        doc: format!("{}; default {}", key.help(), key.default()),
    };
    let options = Key::ALL.iter().map(option).collect();
    let targets = Target::ALL.into_iter().map(listed).collect();
    let list = List { targets, wrappers: Wrapper::ALL.iter().map(wrapper).collect(), options };
    match format {
        Format::Json => output::document(&list),
        Format::Text => {
            let line = |target: &Listed| format!("{:<15} {:<7} {}\n", target.name, target.kind, target.doc);
            let option = |option: &ListedOption| {
                format!("{:<15} option  {}\n{:24}{}\n", option.key, option.doc, "", option.values)
            };
            let targets: String = list.targets.iter().chain(&list.wrappers).map(line).collect();
            output::text(&format!("{targets}{}", list.options.iter().map(option).collect::<String>()))
        }
    }
}
