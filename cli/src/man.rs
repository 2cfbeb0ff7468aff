//! `vidalu man`.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Command;
use clap_mangen::Man;
use vidalu_sim::OutputFile;

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
        Some(folder) => write(folder, command).map_err(|error| {
            Failure::input(
                format!("cannot write manual pages to {}: {}", folder.display(), error.kind()),
                "name a folder that you may write to, on a disk that is not full",
            )
        }),
        None => output::text(&page(command)?),
    }
}

/// Writes the pages of the program and of all commands. None of them takes its place before all
/// are written.
fn write(folder: &Path, command: Command) -> io::Result<()> {
    let mut pages = vec![("vidalu.1".to_owned(), page(command.clone())?.into_bytes())];
    let mut command = command.disable_help_subcommand(true);
    command.build();
    pages_below(&command, &mut pages)?;
    fs::create_dir_all(folder)?;
    let mut files = Vec::new();
    for (name, text) in pages {
        let mut file = OutputFile::create(&folder.join(name))?;
        file.write_all(&text)?;
        files.push(file);
    }
    files.into_iter().try_for_each(OutputFile::finish)
}

/// Adds the names and texts of the pages of all commands below `command`, which is built.
fn pages_below(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    for command in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        pages_below(command, pages)?;
        let (page, mut text) = (Man::new(command.clone()), Vec::new());
        page.render(&mut text)?;
        pages.push((page.get_filename(), text));
    }
    Ok(())
}

/// Returns the page of the program: its commands and options, and the environment variables.
fn page(command: Command) -> io::Result<String> {
    let mut page = Vec::new();
    Man::new(command.disable_help_subcommand(true)).render(&mut page)?;
    let mut page = String::from_utf8_lossy(&page).into_owned();
    page += ".SH ENVIRONMENT\n";
    for (name, meaning) in help::variables() {
        page += &format!(".TP\n\\fB{name}\\fR\n{meaning}\n");
    }
    Ok(page)
}
