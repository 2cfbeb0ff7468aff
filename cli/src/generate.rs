//! `vidalu gen`.

mod clock;

use crate::config::{self, Bus, ConfigArgs};
use crate::failure::Failure;
use crate::input;
use crate::output::{self, Format};
use serde::Serialize;
use std::path::{Path, PathBuf};
use vidalu_gen::space::Setup;
use vidalu_gen::{Choice as _, ConfigFile, Key, Target, Wrapper};
use vidalu_synth::Technology;

use self::clock::Expected;

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
    /// Say which clock is expected on ice40 (HX8K), on ecp5 (25F, speed 6), or in the cells of this
    /// Liberty file.
    ///
    /// The estimate is computed from the delays of the stages in units that were placed and routed,
    /// or timed in the cells of this library. docs/synthesis.md names the libraries.
    #[arg(long, value_name = "ice40|ecp5|FILE.lib", conflicts_with = "list")]
    target: Option<String>,
    /// Choose the depth and the goal of the smallest unit that is expected to meet this clock.
    ///
    /// In vmad, also choose the multiplier; in cells, also the adder. A flag for depth, goal, adder
    /// or multiplier fixes that key.
    /// The exit code is 1 if no choice meets the clock.
    #[arg(long, value_name = "MHZ", requires = "target", conflicts_with = "list", allow_negative_numbers = true, value_parser = config::frequency)]
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
    /// The flags of the configuration, with what was chosen for a clock.
    flags: String,
    latency: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<Expected>,
    files: &'a [String],
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
    let setup = config::setup(wanted.target, wanted.wrapper)?;
    let technology = clock::technology(args.target.as_deref())?;
    if let (Some(technology), Some(mhz)) = (&technology, args.frequency) {
        wanted.config = clock::chosen(technology, setup, &wanted.config, &args.config, mhz)?;
    }
    if let Some(folder) = &args.out {
        return write(args, &wanted, setup, technology.as_ref(), folder);
    }
    if let Some(technology) = &technology {
        let expected = clock::expected(technology, setup, &setup.generate(&wanted.config)?)?;
        output::talk(&expected.map_or_else(String::new, |expected| expected.to_text()));
    }
    output::text(&wanted.to_commented_toml())
}

fn write(
    args: &Args,
    wanted: &ConfigFile,
    setup: Setup,
    technology: Option<&Technology>,
    folder: &Path,
) -> Result<(), Failure> {
    let target = setup.target();
    let design = setup.generate(&wanted.config)?;
    let expected = technology.map_or(Ok(None), |technology| clock::expected(technology, setup, &design))?;
    let written = vidalu_gen::write(&design, folder).map_err(|error| Failure::of(error.fault(), error))?;
    let report = Report {
        out: folder.display().to_string(),
        unit: target.name(),
        wrapper: wanted.wrapper,
        top: &design.top.name,
        flags: design.config.flags(),
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
    args.config.note_idle(setup, &wanted.config);
    let wrapper = wanted.wrapper.map_or_else(String::new, |wrapper| format!("--wrapper {} ", wrapper.name()));
    let next = format!("vidalu cosim {wrapper}--unit {target} {}", report.flags);
    output::talk(&format!("next: {}\n", next.trim_end()));
    match args.format {
        Format::Json => output::document(&report),
        Format::Text => output::text(&report.files.iter().map(|path| format!("{path}\n")).collect::<String>()),
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
