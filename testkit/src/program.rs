use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Writes the executable shell script `folder/name` with the text `body` and returns its path.
///
/// # Panics
///
/// Panics if the file cannot be written.
pub fn script(folder: &Path, name: &str, body: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("the folder is writable");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("the script is ours");
    path
}

/// Returns the target folder in which the running test was built.
///
/// # Panics
///
/// Panics if the test does not lie in `PROFILE/deps` of a target folder.
pub fn target() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    test.ancestors().nth(3).expect("it is in the target folder").to_owned()
}

/// Runs `command` and returns its standard output.
///
/// # Panics
///
/// Panics with both output streams if the command does not start or fails.
pub fn stdout(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", said(&output));
    String::from_utf8(output.stdout).unwrap_or_else(|error| panic!("{command:?}: {error}"))
}

/// Returns the standard output of a program followed by its standard error.
pub fn said(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}
