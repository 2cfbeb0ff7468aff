//! Tools for the tests: the real simulators where they are here, and made-up ones that misbehave.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether the program `name` is on PATH. If not, the test that asked is skipped with a printed reason, and fails where
/// CI is set: there nothing may be missing.
pub(crate) fn has(name: &str) -> bool {
    let found = Command::new(name).arg("-V").output().is_ok();
    assert!(found || std::env::var_os("CI").is_none(), "{name} is missing, and CI is set");
    if !found {
        eprintln!("SKIPPED: {name} is missing");
    }
    found
}

/// Writes the shell script `body` to `folder/name`.
pub(crate) fn script(folder: &Path, name: &str, body: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("the folder is writable");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("the file is ours");
    path
}
