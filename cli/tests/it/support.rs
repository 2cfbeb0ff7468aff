//! Runs the program.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

/// The outcome of a run.
pub(crate) struct Run {
    /// The exit code.
    pub(crate) code: i32,
    /// The text on stdout.
    pub(crate) stdout: String,
    /// The text on stderr.
    pub(crate) stderr: String,
}

/// Returns the command `vidalu` with these arguments and with pipes.
pub(crate) fn command<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vidalu"));
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `vidalu` with `input` on stdin.
pub(crate) fn vidalu<S: AsRef<OsStr>>(args: impl IntoIterator<Item = S>, input: &str) -> Run {
    let mut child = command(args).spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let input = input.to_owned();
    // In a thread of its own, because the program answers before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    // A program that refuses its arguments does not read stdin, so writing may fail.
    let _ = writer.join().expect("the writer does not panic");
    Run {
        code: output.status.code().expect("the program is not killed"),
        stdout: String::from_utf8(output.stdout).expect("stdout is text"),
        stderr: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}
