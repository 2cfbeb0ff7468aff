//! Runs the program.

use std::ffi::OsStr;
use std::io::Write;
use std::process::{Command, Stdio};

/// What a run left.
pub(crate) struct Run {
    /// Exit code.
    pub(crate) code: i32,
    /// Data.
    pub(crate) stdout: String,
    /// Talk.
    pub(crate) stderr: String,
}

/// `vidalu`, ready to be started.
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
    // From a thread of its own: the program answers before it has read everything.
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the program ends");
    // A program that refuses its arguments does not read; the broken pipe is no concern of the test.
    let _ = writer.join().expect("the writer does not panic");
    Run {
        code: output.status.code().expect("the program is not killed"),
        stdout: String::from_utf8(output.stdout).expect("stdout is text"),
        stderr: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}
