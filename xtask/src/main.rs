//! `cargo xtask`: checks and measurements that take too long for the tests.
//!
//! The exit codes are those of vidalu: 0 done; 1 the hardware is at fault; 2 bad usage; 3 a tool
//! failed.

mod bench;
mod devices;
mod golden;
mod matrix;
mod quality;
mod stages;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use vidalu_sim::{CosimError, ToolError, in_full};

/// Checks and measurements that take too long for the tests.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Bench(bench::Args),
    Devices(devices::Args),
    Golden(golden::Args),
    Matrix(matrix::Args),
    Quality(quality::Args),
    Stages(stages::Args),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Bench(args) => bench::run(&args),
        Command::Devices(args) => devices::run(&args),
        Command::Golden(args) => golden::run(&args),
        Command::Matrix(args) => matrix::run(&args),
        Command::Quality(args) => quality::run(&args),
        Command::Stages(args) => stages::run(&args),
    }
}

/// Says what failed, and returns the exit code.
fn failed(error: &CosimError) -> ExitCode {
    if let CosimError::Tool(ToolError::Interrupted { .. }) = error {
        eprintln!("interrupted");
        return ExitCode::from(130);
    }
    eprintln!("{}", in_full(error));
    ExitCode::from(error.fault().exit_code())
}

/// Returns whether the list of an option has a name. An option that is not given names everything.
fn is_named(list: &[String], name: &str) -> bool {
    list.is_empty() || list.iter().any(|named| named == name)
}
