//! What the tests of the generator share: configurations, tools, folders.

#![allow(dead_code, reason = "every test binary takes what it needs")]

use std::path::{Path, PathBuf};
use std::process::Command;

use vidalu_gen::{Adder, Choice, Config, Design, Multiplier, Operation, Target, Unit, generate, write};

/// The program of this name. A missing one skips the test, aloud; in CI it fails it.
pub(crate) fn tool(name: &str) -> Option<PathBuf> {
    match which::which(name) {
        Ok(path) => Some(path),
        Err(_) if std::env::var_os("CI").is_some() => {
            panic!("{name} is not installed, and CI must not skip its checks")
        }
        Err(_) => {
            println!("SKIPPED: {name} is not installed");
            None
        }
    }
}

/// The scalar unit of a configuration.
pub(crate) fn scalar(config: &Config) -> Design {
    unit(Unit::Scalar, config)
}

/// A unit of a configuration.
pub(crate) fn unit(unit: Unit, config: &Config) -> Design {
    generate(Target::Unit(unit), config).expect("the configuration is valid")
}

/// The `vmad` unit with each multiplier and each adder, combinational and cut wherever it can be.
pub(crate) fn vmads() -> impl Iterator<Item = Design> {
    let multipliers = Multiplier::ALL.iter().map(|&multiplier| Config { multiplier, ..Config::default() });
    let adders = Adder::ALL.iter().flat_map(|&adder| {
        [Multiplier::Star, Multiplier::Booth4Dadda].map(|multiplier| Config { adder, multiplier, ..Config::default() })
    });
    let configs = multipliers.chain(adders).flat_map(|config| {
        let deep = Config { depth: Config::MAX_DEPTH.into(), sat_o: true, ..config.clone() };
        [config, deep]
    });
    configs.map(|config| generate(Target::Unit(Unit::Vmad), &config).expect("the configuration is valid"))
}

/// A configuration from TOML.
pub(crate) fn config(toml: &str) -> Config {
    Config::from_toml(toml).expect("the configuration is valid")
}

/// The default configuration with these operations only.
pub(crate) fn with_ops(ops: &[Operation]) -> Config {
    Config { ops: ops.iter().copied().collect(), ..Config::default() }
}

/// A folder with the output of a design, removed when dropped.
pub(crate) fn folder(design: &Design) -> tempfile::TempDir {
    let dir = tempfile::tempdir().expect("a temporary folder can be made");
    write(design, dir.path()).expect("an empty folder can be written");
    dir
}

/// Runs a program in a folder: its standard output and what it says besides. Fails if the program does.
pub(crate) fn run(program: &Path, arguments: &[&str], dir: &Path) -> (String, String) {
    let output = Command::new(program).args(arguments).current_dir(dir).output().expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{} {arguments:?} failed:\n{stdout}{stderr}", program.display());
    (stdout, stderr)
}

/// The Verilog files of a design, as one word a file.
pub(crate) fn sources(design: &Design) -> Vec<&str> {
    design.files.iter().map(|file| file.path.as_str()).collect()
}
