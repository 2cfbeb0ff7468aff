//! `vidalu man`.

use std::fs;
use std::path::PathBuf;

use clap::Command;

use crate::failure::Failure;
use crate::output;

/// Prints the manual page vidalu(1), or writes one page for each command into a folder.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write vidalu.1, vidalu-gen.1, … into this folder, which is created if needed.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, command: Command) -> Result<(), Failure> {
    match &args.out {
        Some(folder) => {
            fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder)).map_err(|error| {
                Failure::input(
                    format!("cannot write manual pages to {}: {error}", folder.display()),
                    "name a folder that you may write to",
                )
            })
        }
        None => {
            let mut page = Vec::new();
            clap_mangen::Man::new(command.disable_help_subcommand(true)).render(&mut page)?;
            output::text(&String::from_utf8_lossy(&page))
        }
    }
}
