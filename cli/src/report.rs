//! `vidalu report`.

use std::path::PathBuf;

use vidalu_report::document::Document;

use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Pending};

/// Puts what cosim, merge, prove and mutate found on one page for a browser: what failed first, then the datapath, coverage, proofs and
/// faults.
///
/// The page is one file without scripts, and needs no network.
///
/// Example: vidalu cosim --report cosim.json; vidalu prove --format json >prove.json; vidalu report cosim.json prove.json
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The documents, as the commands write them with --format json; - is stdin.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The page.
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let out = Pending::new(&args.out)?;
    let mut documents = Vec::new();
    for file in &args.files {
        let document = Document::read(&input::read(file)?)
            .map_err(|error| Failure::input(format!("{}: {}", input::name(file), error.message), error.help))?;
        documents.push(document);
    }
    let page = vidalu_report::page(&documents);
    out.write(&page.text)?;
    output::talk(&format!("{}\nnext: open {} in a browser\n", page.summary, args.out.display()));
    if page.passed { Ok(()) } else { Err(Failure::Reported(Exit::Mismatch)) }
}
