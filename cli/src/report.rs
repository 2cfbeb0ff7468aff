//! `vidalu report`.

use std::path::PathBuf;

use miette::Diagnostic;
use vidalu_report::{Document, DocumentError};

use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Pending};

/// Makes a web page from the reports of cosim, prove and mutate.
///
/// The page begins with the failures; then come the datapath, coverage, proofs and faults. It is a
/// single file that needs no scripts and no network.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The JSON reports that these commands wrote with --format json, or - for stdin.
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// The page to write.
    #[arg(long, value_name = "FILE", default_value = "report.html")]
    out: PathBuf,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let replaces = output::replaces_page(&args.out)?;
    let out = Pending::new(&args.out)?;
    let mut documents = Vec::new();
    for file in &args.files {
        let document = Document::read(&input::read(file)?).map_err(|error| refused(input::name(file), &error))?;
        documents.push(document);
    }
    let page = vidalu_report::page(&documents);
    let written = out.write(&page.text);
    if replaces {
        output::talk(&format!("note: {} replaces an earlier page\n", args.out.display()));
    }
    output::talk(&format!("{}\nnext: open {} in a browser\n", page.summary, args.out.display()));
    output::conclude([written], (!page.passed).then_some(Exit::Mismatch))
}

/// Returns the failure that a file is not a document for the page.
fn refused(file: &str, error: &DocumentError) -> Failure {
    let help = error.help().map(|help| help.to_string()).unwrap_or_default();
    Failure::input(format!("{file}: {error}"), help)
}
