//! `vidalu merge`.

use vidalu_sim::report::CosimReport;

use crate::cosim;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Format};

/// Merges the reports of all shards of a co-simulation into one.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The reports that `vidalu cosim --shard I/N --report FILE` wrote, in any order.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let mut reports = Vec::new();
    for file in &args.files {
        let report = CosimReport::read(file, &input::read(file)?)?;
        reports.push((file.clone(), report));
    }
    let report = CosimReport::merge(reports)?;
    let printed = match args.format {
        Format::Json => output::plain_document(&report),
        Format::Text => output::text(&cosim::text(&report)),
    };
    output::conclude([printed], (!report.passed()).then_some(Exit::Mismatch))
}
