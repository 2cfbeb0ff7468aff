//! Writes kits into folders and runs programs in them.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use vidalu_gen::{Config, Depth, Handshake, Target, Unit};
use vidalu_kit::{Kit, Request};
use vidalu_testkit::said;
use vidalu_vectors::Level;

/// All units.
pub(crate) const UNITS: [Unit; 6] = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Lanes, Unit::Video];

/// A request with few vectors.
pub(crate) fn request(unit: Unit, config: Config) -> Request {
    Request {
        target: Target::Unit(unit),
        wrapper: None,
        config,
        levels: vec![Level::Coverage, Level::Random],
        count: 120,
        seed: 1,
    }
}

pub(crate) fn kit(request: &Request) -> Kit {
    Kit::new(request).unwrap_or_else(|error| panic!("{error}"))
}

/// Depth 3 with every option that concerns timing.
pub(crate) fn busy() -> Config {
    Config {
        depth: Depth::from(3),
        handshake: Handshake::ValidReady,
        flush: true,
        clock_enable: true,
        tag: 5,
        ..Config::default()
    }
}

/// A kit that was moved to another folder after it was written.
pub(crate) struct Moved {
    folder: TempDir,
}

impl Moved {
    pub(crate) fn new(request: &Request) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let written = folder.path().join("written");
        kit(request).write(&written).unwrap();
        fs::rename(written, folder.path().join("moved")).unwrap();
        Self { folder }
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("moved")
    }

    /// Runs make in the folder. Returns whether it succeeded, and its output.
    pub(crate) fn make(&self, arguments: &[&str]) -> (bool, String) {
        run(Command::new("make").args(["--no-print-directory", "-s"]).args(arguments), &self.path())
    }

    pub(crate) fn read(&self, path: &str) -> String {
        fs::read_to_string(self.path().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        fs::write(self.path().join(path), text).unwrap();
    }

    /// Replaces a text that occurs exactly once in a file.
    pub(crate) fn replace(&self, path: &str, from: &str, to: &str) {
        let text = self.read(path);
        assert_eq!(text.matches(from).count(), 1, "{path}: {from}");
        self.write(path, &text.replace(from, to));
    }
}

/// Runs a command in a folder without vidalu on PATH. Returns whether it succeeded, and its output.
pub(crate) fn run(command: &mut Command, folder: &Path) -> (bool, String) {
    let output = command.current_dir(folder).env("PATH", path_without_vidalu()).output().unwrap();
    (output.status.success(), said(&output))
}

fn path_without_vidalu() -> OsString {
    let path = env::var_os("PATH").unwrap_or_default();
    env::join_paths(env::split_paths(&path).filter(|folder| !folder.join("vidalu").exists())).unwrap()
}

/// Returns the verdict, the line that begins with PASS or FAIL.
pub(crate) fn verdict(said: &str) -> &str {
    let mut lines = said.lines().filter(|line| line.starts_with("PASS: ") || line.starts_with("FAIL: "));
    let line = lines.next().unwrap_or_else(|| panic!("no verdict in: {said}"));
    assert_eq!(lines.next(), None, "two verdicts in: {said}");
    line
}

pub(crate) fn passes((succeeded, said): &(bool, String)) {
    assert!(*succeeded && verdict(said).starts_with("PASS: "), "{said}");
}

pub(crate) fn fails((succeeded, said): &(bool, String)) {
    assert!(!*succeeded && verdict(said).starts_with("FAIL: "), "{said}");
}
