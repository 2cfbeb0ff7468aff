//! Verilator: the fast simulator. The module becomes a library that is loaded into this process.

mod compile;
mod library;
mod text;

use std::path::Path;

use self::library::{LoadedModel, PinCounts};
use super::model::{Build, Model, Simulator};
use crate::cache;
use crate::drive::{Drive, Seen};
use crate::error::{CosimError, ToolError};
use crate::files::{arg, write, write_sources};
use crate::tool::{CXX, Tool, VERILATOR};

/// The name of the library in error messages.
const LIBRARY: &str = "the simulation that Verilator built";

/// Verilator with its C++ compiler.
#[derive(Clone, Debug)]
pub struct Verilator {
    verilator: Tool,
    compiler: Tool,
}

impl Verilator {
    /// Finds Verilator and a C++ compiler.
    ///
    /// # Errors
    /// If one of them is missing, too old, or a different program.
    pub fn find() -> Result<Self, ToolError> {
        Ok(Self::new(VERILATOR.find()?, CXX.find()?))
    }

    /// Returns Verilator with these programs.
    pub fn new(verilator: Tool, compiler: Tool) -> Self {
        Self { verilator, compiler }
    }

    /// Translates the Verilog to C++ in the folder `obj`.
    fn translate(&self, job: &Build<'_>, lanes: &str, obj: &Path) -> Result<(), CosimError> {
        let sources = write_sources(&job.dut.files, job.scratch)?;
        let top = job.scratch.join("lanes.v");
        write(&top, lanes)?;
        let mut args: Vec<String> =
            ["--cc", "--prefix", "Vdut", "-O3", "--x-assign", "unique", "--x-initial", "unique", "-Wno-fatal"]
                .map(String::from)
                .to_vec();
        args.extend(["--top-module".into(), "vidalu_bench_lanes".into(), "-Mdir".into(), arg(obj)]);
        args.push(format!("-I{}", job.scratch.join("rtl").display()));
        if job.waves {
            args.push("--trace".into());
        }
        args.push(arg(&top));
        args.extend(sources.iter().map(|path| arg(path)));
        self.verilator.run(job.scratch, &args, job.limit)?;
        Ok(())
    }
}

impl Simulator for Verilator {
    fn name(&self) -> &'static str {
        "verilator"
    }

    fn version(&self) -> &str {
        &self.verilator.answer
    }

    fn build(&self, job: &Build<'_>) -> Result<Box<dyn Model>, CosimError> {
        let (lanes, shim) = text::texts(job.dut, job.subject, job.lanes);
        let flags = compile::flags(job);
        let mut key = vec![self.verilator.answer.as_str(), &self.compiler.answer, &lanes, &shim];
        key.extend(flags.iter().map(String::as_str));
        key.extend(job.dut.files.iter().flat_map(|(name, text)| [name.as_str(), text.as_str()]));
        let kept = cache::folder("library", &key, job.scratch, |folder| {
            let obj = job.scratch.join("obj");
            self.translate(job, &lanes, &obj)?;
            self.library(job, &obj, &shim, &folder.join(compile::LIBRARY))
        })?;
        let inputs = job.dut.input_pins(job.subject).len();
        let data = job.subject.inputs().len();
        let pins =
            PinCounts { control: inputs - data, data, seen: job.dut.output_pins(job.subject).len(), lanes: job.lanes };
        Ok(Box::new(Library(LoadedModel::load(&kept.join(compile::LIBRARY), pins).map_err(problem)?)))
    }
}

/// A module in this process.
struct Library(LoadedModel);

impl Model for Library {
    fn lanes(&self) -> usize {
        self.0.lanes()
    }

    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError> {
        self.0.run(drive, seen).map_err(problem)
    }

    fn another(&self) -> Result<Box<dyn Model>, ToolError> {
        Ok(Box::new(Self(self.0.another().map_err(problem)?)))
    }

    fn run_with_wave(&mut self, drive: &Drive, seen: &mut Seen, path: &Path, from: u64) -> Result<(), ToolError> {
        self.0.wave(Some((path, from))).map_err(problem)?;
        let result = self.0.run(drive, seen).map_err(problem);
        self.0.wave(None).map_err(problem)?;
        result
    }
}

fn problem(problem: String) -> ToolError {
    ToolError::BadOutput { tool: LIBRARY, problem }
}
