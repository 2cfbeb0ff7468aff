//! `vidalu man`.

use std::fs;
use std::path::PathBuf;

use clap::Command;

use crate::failure::Failure;
use crate::help;
use crate::input;
use crate::output;

/// Prints the manual page, or writes a page for each command.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write vidalu.1, vidalu-gen.1, … into this folder, which is created if needed.
    #[arg(long, value_name = "DIR", value_parser = input::folder())]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args, command: Command) -> Result<(), Failure> {
    match &args.out {
        Some(folder) => {
            let write = || {
                fs::create_dir_all(folder)?;
                clap_mangen::generate_to(command.clone(), folder)?;
                fs::write(folder.join("vidalu.1"), page(command)?)
            };
            write().map_err(|error| {
                Failure::input(
                    format!("cannot write manual pages to {}: {error}", folder.display()),
                    "name a folder that you may write to",
                )
            })
        }
        None => output::text(&page(command)?),
    }
}

/// Returns the page of the program: its commands and options, and the environment variables.
fn page(command: Command) -> std::io::Result<String> {
    let mut page = Vec::new();
    clap_mangen::Man::new(command.disable_help_subcommand(true)).render(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    page += ".SH ENVIRONMENT\n";
    for (name, meaning) in help::variables() {
        page += &format!(".TP\n\\fB{name}\\fR\n{meaning}\n");
    }
    Ok(page)
}
