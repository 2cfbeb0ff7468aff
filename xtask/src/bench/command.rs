//! Runs programs.

use std::process::Command;

use super::Result;

/// Runs a command and returns what it prints on stdout.
pub(super) fn output(command: &mut Command) -> Result<String> {
    let output = command.output().map_err(|error| format!("cannot start {command:?}: {error}"))?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    Err(format!("{command:?} failed, {}\n{out}{err}", output.status).into())
}
