//! Tools for the tests: the real simulators where they are here, and made-up ones that misbehave.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether the program `name` is on PATH; see [`found`].
pub(crate) fn has(name: &str) -> bool {
    let output = Command::new(name).arg("-V").output();
    found(output.map_err(|_| format!("{name} is missing"))).is_some()
}

/// A tool, or the reason why there is none: then the test that asked is skipped, and says so. Where CI is set it fails: there
/// nothing may be missing.
pub(crate) fn found<T>(tool: Result<T, String>) -> Option<T> {
    let reason = match tool {
        Ok(tool) => return Some(tool),
        Err(reason) => reason,
    };
    assert!(std::env::var_os("CI").is_none(), "{reason}, and CI is set");
    eprintln!("SKIPPED: {reason}");
    None
}

/// Writes the shell script `body` to `folder/name`.
pub(crate) fn script(folder: &Path, name: &str, body: &str) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, format!("#!/bin/sh\n{body}\n")).expect("the folder is writable");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).expect("the file is ours");
    path
}
