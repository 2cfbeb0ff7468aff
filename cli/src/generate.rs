//! `vidalu gen`.

use crate::config::{self, ConfigArgs};
use crate::failure::Failure;
use crate::output::{self, Format};
use serde::Serialize;
use std::path::{Path, PathBuf};
use vidalu_gen::{Config, ConfigOption, Target, Unit};

/// Writes the Verilog of a unit or block, with its file list, tables and manifest.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["out", "print_config", "list"]))]
pub(crate) struct Args {
    /// A folder that is new or empty, or one that vidalu wrote.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A unit or block; --list names them [default: scalar].
    #[arg(long, value_name = "UNIT")]
    unit: Option<Target>,
    /// Write the configuration as TOML to stdout, every key with its value.
    #[arg(long)]
    print_config: bool,
    /// List the units, the blocks and the options.
    #[arg(long)]
    list: bool,
    /// Form of the report.
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
    top: &'a str,
    latency: u32,
    files: &'a [String],
}

/// The JSON list.
#[derive(Serialize)]
struct List {
    targets: Vec<Listed>,
    options: Vec<ListedOption>,
}

#[derive(Serialize)]
struct ListedOption {
    key: &'static str,
    values: String,
    doc: &'static str,
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
    let config = args.config.read()?;
    match &args.out {
        None => output::text(&config.to_toml()),
        Some(folder) => write(args, &config, folder),
    }
}

fn write(args: &Args, config: &Config, folder: &Path) -> Result<(), Failure> {
    let target = args.unit.unwrap_or(Target::Unit(Unit::Scalar));
    let design = vidalu_gen::generate(target, config).map_err(|error| config::refused(&error))?;
    let written = vidalu_gen::write(&design, folder).map_err(|error| Failure::input(&error, error.help()))?;
    let report = Report {
        out: folder.display().to_string(),
        unit: target.name(),
        top: &design.top.name,
        latency: design.latency,
        files: &written.files,
    };
    let Report { out, top, latency, .. } = &report;
    let replaced = if written.replaced { ", in the place of an earlier output" } else { "" };
    output::talk(&format!("{} files in {out}{replaced}: module {top}, latency {latency}\n", written.files.len()));
    if matches!(target, Target::Block(_)) && design.config != *config {
        output::talk(&format!(
            "note: {target} is a block; of the configuration it takes prefix, profile, adder, multiplier and language\n"
        ));
    }
    let next = format!("vidalu cosim --unit {target} {}", design.config.flags());
    output::talk(&format!("next: {}\n", next.trim_end()));
    match args.format {
        Format::Json => output::document(&report),
        Format::Text => output::text(&report.files.iter().map(|path| format!("{path}\n")).collect::<String>()),
    }
}

fn list(format: Format) -> Result<(), Failure> {
    let listed = |target: Target| Listed {
        name: target.name(),
        kind: if matches!(target, Target::Unit(_)) { "unit" } else { "block" },
        doc: target.doc(),
    };
    let option = |option: ConfigOption| ListedOption { key: option.key, values: option.values, doc: option.doc };
    let options = vidalu_gen::options().into_iter().map(option).collect();
    let list = List { targets: Target::ALL.into_iter().map(listed).collect(), options };
    match format {
        Format::Json => output::document(&list),
        Format::Text => {
            let line = |target: &Listed| format!("{:<15} {:<6} {}\n", target.name, target.kind, target.doc);
            let option = |option: &ListedOption| {
                format!("{:<15} option {}\n{:23}{}\n", option.key, option.doc, "", option.values)
            };
            let targets: String = list.targets.iter().map(line).collect();
            output::text(&format!("{targets}{}", list.options.iter().map(option).collect::<String>()))
        }
    }
}
