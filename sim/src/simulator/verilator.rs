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

/// Verilator with its C++ compiler.
#[derive(Clone, Debug)]
pub struct Verilator {
    verilator: Tool,
    compiler: Tool,
}

/// The options of every translation. With the optimization of trees of bit operations, Verilator
/// 5.006 simulates some Kogge-Stone adders of eight bits wrongly; proofs and Icarus agree that
/// their text is right. So it is left out.
const TRANSLATION: [&str; 10] = [
    "--cc",
    "--prefix",
    "Vdut",
    "-O3",
    "-fno-const-bit-op-tree",
    "--x-assign",
    "unique",
    "--x-initial",
    "unique",
    "-Wno-fatal",
];

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
        let mut args = TRANSLATION.map(String::from).to_vec();
        args.extend(["--top-module".into(), "vidalu_bench_lanes".into(), "-Mdir".into(), arg(obj)]);
        args.push(format!("-I{}", job.scratch.join("rtl").display()));
        if job.waves {
            args.push("--trace".into());
        }
        args.push(arg(&top));
        args.extend(sources.iter().map(|path| arg(path)));
        Ok(self.verilator.make(job.scratch, &args, job.limit, &obj.join(compile::PARTS))?)
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
        key.extend(TRANSLATION);
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
        let top = job.dut.top.clone();
        let model = LoadedModel::load(&kept.join(compile::LIBRARY), pins).map_err(|error| problem(&top, error))?;
        Ok(Box::new(Library { model, top }))
    }
}

/// A module in this process.
struct Library {
    model: LoadedModel,
    /// The name of the module, for errors.
    top: String,
}

impl Model for Library {
    fn lanes(&self) -> usize {
        self.model.lanes()
    }

    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError> {
        self.model.run(drive, seen).map_err(|error| problem(&self.top, error))
    }

    fn another(&self) -> Result<Box<dyn Model>, ToolError> {
        let model = self.model.another().map_err(|error| problem(&self.top, error))?;
        Ok(Box::new(Self { model, top: self.top.clone() }))
    }

    fn run_with_wave(&mut self, drive: &Drive, seen: &mut Seen, path: &Path, from: u64) -> Result<(), ToolError> {
        self.model.wave(Some((path, from))).map_err(|error| problem(&self.top, error))?;
        let result = self.run(drive, seen);
        self.model.wave(None).map_err(|error| problem(&self.top, error))?;
        result
    }
}

/// Returns the error of the library of the module `top`.
fn problem(top: &str, problem: String) -> ToolError {
    ToolError::Halted { tool: VERILATOR.name, top: top.to_owned(), problem }
}
