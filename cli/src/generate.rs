//! `vidalu gen`.

use crate::config::{self, Bus, ConfigArgs};
use crate::failure::Failure;
use crate::output::{self, Format};
use serde::Serialize;
use std::path::{Path, PathBuf};
use vidalu_gen::{Choice, ConfigFile, Key, Target, Unit, Wrapper};

/// Writes the Verilog of a unit or block, with tables and a manifest.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["out", "print_config", "list"]))]
pub(crate) struct Args {
    /// The folder to write: new, empty, or written by vidalu before.
    #[arg(long, value_name = "DIR")]
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
    let wanted = ConfigFile {
        target: args.unit.or(file.target),
        wrapper: args.wrapper.unwrap_or(file.wrapper),
        config: file.config,
    };
    match &args.out {
        None => output::text(&wanted.to_commented_toml()),
        Some(folder) => write(args, &wanted, folder),
    }
}

fn write(args: &Args, wanted: &ConfigFile, folder: &Path) -> Result<(), Failure> {
    let ConfigFile { target, wrapper, config } = wanted;
    let (target, design) = match *wrapper {
        None => {
            let target = target.unwrap_or(Target::Unit(Unit::Scalar));
            (target, vidalu_gen::generate(target, config))
        }
        Some(wrapper) => {
            let unit = config::wrapped(*target)?;
            (Target::Unit(unit), vidalu_gen::wrap(wrapper, unit, config))
        }
    };
    let design = design?;
    let written = vidalu_gen::write(&design, folder).map_err(|error| Failure::of(error.fault(), error))?;
    let report = Report {
        out: folder.display().to_string(),
        unit: target.name(),
        wrapper: *wrapper,
        top: &design.top.name,
        latency: design.latency,
        files: &written.files,
    };
    let Report { out, top, latency, .. } = &report;
    let replaced = if written.replaced { ", in the place of an earlier output" } else { "" };
    output::talk(&format!("{} files in {out}{replaced}: module {top}, latency {latency}\n", written.files.len()));
    args.config.note_unused(&[target], wanted.wrapper);
    args.config.note_bus(wanted.wrapper, &wanted.config);
    let wrapper = wrapper.map_or_else(String::new, |wrapper| format!("--wrapper {} ", wrapper.name()));
    let next = format!("vidalu cosim {wrapper}--unit {target} {}", design.config.flags());
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
