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
mod explore;
mod failure;
mod forms;
mod generate;
mod hardware;
mod help;
mod input;
mod judge;
mod kit;
mod lab;
mod man;
mod merge;
mod mutate;
mod output;
mod profile;
mod program;
mod progress;
mod prove;
mod registers;
mod report;
mod rtl;
mod run;
mod silicon;
mod suggest;
mod synth;
mod vectors;
mod word;

use std::process::ExitCode;

use clap::builder::Styles;
use clap::{ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};

use self::failure::{Exit, Failure};

/// Generates Verilog for a GPU's video ALU and carry-flag unit, and checks it against a golden
/// model.
///
/// The units execute PTX's scalar video, SIMD video and extended-precision integer instructions.
///
/// Exit codes: 0 success; 1 a mismatch, a refuted proof, an unmet clock or a damaged file; 2 wrong
/// input or usage; 3 a tool is missing, too old, crashed or ran out of time; 130 interrupted by
/// Ctrl-C, 143 by SIGTERM.
#[derive(Parser)]
#[command(name = "vidalu", version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    /// Write only errors and warnings to stderr.
    #[arg(short, long, global = true, conflicts_with = "verbose", help_heading = MESSAGES)]
    quiet: bool,
    /// Also show the commands that start other tools.
    #[arg(short, long, global = true, help_heading = MESSAGES)]
    verbose: bool,
    /// Whether messages have colors.
    #[arg(long, value_name = "WHEN", global = true, default_value = "auto", help_heading = MESSAGES)]
    color: ColorChoice,
}

const MESSAGES: &str = "Messages";

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
    Synth(synth::Args),
    Explore(explore::Args),
    Lab(lab::Args),
    Silicon(silicon::Args),
    Cache(cache::Args),
    Doctor(doctor::Args),
    Completions(completions::Args),
    Man(man::Args),
}

/// Returns the command line, with all that its help has.
pub(crate) fn command() -> clap::Command {
    help::complete(Cli::command())
}

/// Returns the choice of `--color`, which errors of the command line need before it is read.
fn color(words: impl Iterator<Item = std::ffi::OsString>) -> ColorChoice {
    let words: Vec<_> = words.map(|word| word.to_string_lossy().into_owned()).collect();
    let given = words.iter().enumerate().find_map(|(at, word)| match word.strip_prefix("--color") {
        Some("") => words.get(at + 1).cloned(),
        Some(value) => value.strip_prefix('=').map(str::to_owned),
        None => None,
    });
    given.and_then(|value| value.parse().ok()).unwrap_or_default()
}

/// Ends the process with clap's message about the command line, or with the help or the version.
///
/// A message repeats words of the command line, and control characters in them would reach the
/// terminal. As in the reports of `diagnosis`, a message with such characters has no colors.
fn refuse(error: clap::Error, color: ColorChoice) -> ! {
    let words: Vec<_> = std::env::args_os().map(|word| word.to_string_lossy().into_owned()).collect();
    let improve = |error, command| suggest::improve(error, command, words.iter().skip(1).cloned());
    if !error.use_stderr() || !words.iter().any(|word| word.contains(diagnosis::is_control)) {
        improve(error, command().color(color)).exit();
    }
    // Without styles of its own, every escape sequence in the message comes from the words.
    let plain = || command().styles(Styles::plain());
    let error = match plain().try_get_matches() {
        Err(plain_error) => improve(plain_error, plain()),
        Ok(_) => error,
    };
    output::complain(&error.render().ansi().to_string());
    std::process::exit(error.exit_code())
}

fn main() -> ExitCode {
    let color = color(std::env::args_os());
    let matches = command().color(color).try_get_matches();
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches)).unwrap_or_else(|error| refuse(error, color));
    diagnosis::color(cli.color);
    if cli.quiet {
        output::be_quiet();
    }
    if cli.verbose {
        vidalu_sim::watch_tools(|line| output::talk(&format!("+ {line}\n")));
    }
    vidalu_sim::handle_signals();
    let result = match cli.command {
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
        Command::Synth(args) => synth::run(&args),
        Command::Explore(args) => explore::run(&args),
        Command::Lab(args) => lab::run(&args),
        Command::Silicon(args) => silicon::run(&args),
        Command::Cache(args) => cache::run(&args),
        Command::Doctor(args) => doctor::run(&args),
        Command::Completions(args) => completions::run(&args, command()),
        Command::Man(args) => man::run(&args, command()),
    };
    finish(result)
}

/// Ends the process: prints what is wrong, if anything, and returns the exit code. A mismatch that
/// was found before a signal decides the code.
fn finish(result: Result<(), Failure>) -> ExitCode {
    let result = result.map_err(output::explain);
    match (result, vidalu_sim::signal_code()) {
        (Err(Failure::Reported(Exit::Mismatch)), _) => ExitCode::from(Exit::Mismatch as u8),
        (_, Some(code)) => ExitCode::from(code),
        (Err(Failure::Reported(exit) | Failure::Error(exit, _)), None) => ExitCode::from(exit as u8),
        (Ok(()) | Err(Failure::ClosedPipe), None) => ExitCode::SUCCESS,
    }
}
