//! `vidalu completions`.

use clap::Command;
use clap_complete::Shell;

use crate::failure::Failure;
use crate::output;

/// Prints the completion script for a shell.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The shell.
    shell: Shell,
}

pub(crate) fn run(args: &Args, mut command: Command) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "vidalu", &mut script);
    output::text(&String::from_utf8_lossy(&script))
}
