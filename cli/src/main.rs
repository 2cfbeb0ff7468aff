//! The command line of vidalu, with one file for each subcommand.
//!
//! stdout carries data, stderr carries messages. The exit codes are those of [`failure::Exit`].

mod asm;
mod cache;
mod check;
mod completions;
mod config;
mod cosim;
mod diagnosis;
mod disasm;
mod doctor;
mod eval;
mod failure;
mod generate;
mod input;
mod judge;
mod kit;
mod man;
mod merge;
mod mutate;
mod output;
mod profile;
mod program;
mod prove;
mod registers;
mod report;
mod rtl;
mod run;
mod silicon;
mod vectors;
mod word;

use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use self::diagnosis::Style;
use self::failure::Failure;

/// Generates Verilog for a GPU's video ALU and carry-flag unit, and checks it against a golden
/// model.
///
/// The units execute PTX's scalar video, SIMD video and extended-precision integer instructions.
///
/// Exit codes: 0 success; 1 a mismatch, a refuted proof or a damaged file; 2 wrong input or usage;
/// 3 a tool is missing, too old, crashed or ran out of time; 130 interrupted by Ctrl-C.
#[derive(Parser)]
#[command(name = "vidalu", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Gen(generate::Args),
    Cosim(cosim::Args),
    Prove(prove::Args),
    Merge(merge::Args),
    Report(report::Args),
    Mutate(mutate::Args),
    Eval(eval::Args),
    Run(run::Args),
    Check(check::Args),
    Asm(asm::Args),
    Disasm(disasm::Args),
    Vectors(vectors::Args),
    Judge(judge::Args),
    Kit(kit::Args),
    Silicon(silicon::Args),
    Cache(cache::Args),
    Doctor(doctor::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Gen(args) => generate::run(&args),
        Command::Cosim(args) => cosim::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Merge(args) => merge::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Mutate(args) => mutate::run(&args),
        Command::Eval(args) => eval::run(&args),
        Command::Run(args) => run::run(&args),
        Command::Check(args) => check::run(&args),
        Command::Asm(args) => asm::run(&args),
        Command::Disasm(args) => disasm::run(&args),
        Command::Vectors(args) => vectors::run(&args),
        Command::Judge(args) => judge::run(&args),
        Command::Kit(args) => kit::run(&args),
        Command::Silicon(args) => silicon::run(&args),
        Command::Cache(args) => cache::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions(args) => completions::run(&args, Cli::command()),
        Command::Man(args) => man::run(&args, Cli::command()),
    };
    finish(result)
}

/// Ends the process: prints what is wrong, if anything, and returns the exit code.
fn finish(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Reported(exit)) => ExitCode::from(exit as u8),
        Err(Failure::Error(exit, report)) => {
            output::talk(&diagnosis::render(&report, Style::of_stderr()));
            ExitCode::from(exit as u8)
        }
    }
}
