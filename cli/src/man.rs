//! `vidalu man`.

use std::path::PathBuf;

use clap::Command;

use crate::failure::Failure;
use crate::output;

/// Writes the manual page: vidalu(1) to stdout, or with --out that and one page for each command.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// An existing folder for vidalu.1, vidalu-gen.1, …
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, command: Command) -> Result<(), Failure> {
    match &args.out {
        Some(folder) => clap_mangen::generate_to(command, folder).map_err(|error| {
            Failure::input(
                format!("cannot write manual pages to {}: {error}", folder.display()),
                "give an existing folder in which you may write",
            )
        }),
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command.disable_help_subcommand(true)).render(&mut page)?;
            output::text(&String::from_utf8_lossy(&page))
        }
    }
}
