//! Icarus Verilog: the four-state simulator.

mod files;
mod portable;
mod text;
mod vpi;

use std::path::{Path, PathBuf};
use std::sync::Once;

use self::files::Files;
use self::portable::Portable;
use super::model::{Build, Model, Simulator};
use crate::cache;
use crate::error::{CosimError, ToolError};
use crate::files::{arg, write, write_sources};
use crate::tool::{IVERILOG, Tool, VVP};

/// Icarus Verilog: its compiler and its runtime.
#[derive(Clone, Debug)]
pub struct Icarus {
    compiler: Tool,
    runtime: Tool,
}

impl Icarus {
    /// Finds Icarus Verilog.
    ///
    /// # Errors
    /// If one of its programs is missing, too old, or a different program.
    pub fn find() -> Result<Self, ToolError> {
        Ok(Self::new(IVERILOG.find()?, VVP.find()?))
    }

    /// Returns Icarus Verilog with these programs.
    pub fn new(compiler: Tool, runtime: Tool) -> Self {
        Self { compiler, runtime }
    }

    /// Builds a module that is driven by the portable testbench, which reads and writes text,
    /// without the VPI module of `sim/vpi`.
    ///
    /// # Errors
    /// If a tool fails or runs past the limit, or a file cannot be written.
    pub fn portable(&self, job: &Build<'_>) -> Result<Box<dyn Model>, CosimError> {
        Ok(Box::new(Portable::start(self.runtime.clone(), self.bench(job)?, job)?))
    }

    /// Compiles the portable testbench with the module.
    fn bench(&self, job: &Build<'_>) -> Result<PathBuf, CosimError> {
        self.compile(job, "vidalu_bench", &text::bench(job.dut, job.subject))
    }

    /// Compiles `top`, the Verilog of a testbench `name`, with the module under test. The result is
    /// cached.
    fn compile(&self, job: &Build<'_>, name: &str, top: &str) -> Result<PathBuf, CosimError> {
        let is_system =
            job.dut.files.iter().any(|(path, _)| Path::new(path).extension().is_some_and(|end| end == "sv"));
        let standard = if is_system { "-g2012" } else { "-g2005" };
        let compiler = arg(&self.compiler.path);
        let mut key = vec![&*self.compiler.answer, &*compiler, standard, top];
        key.extend(job.dut.files.iter().flat_map(|(path, text)| [path.as_str(), text.as_str()]));
        let program = format!("{name}.vvp");
        let kept = cache::folder("vvp", &key, job.scratch, |folder| {
            let source = job.scratch.join(format!("{name}.v"));
            write(&source, top)?;
            let program = folder.join(&program);
            let mut args: Vec<String> = [standard, "-s", name, "-o"].map(String::from).to_vec();
            args.extend([arg(&program), "-I".into(), arg(&job.scratch.join("rtl")), arg(&source)]);
            args.extend(write_sources(&job.dut.files, job.scratch)?.iter().map(|path| arg(path)));
            Ok(self.compiler.make(job.scratch, &args, job.limit, &program)?)
        })?;
        Ok(kept.join(program))
    }
}

impl Simulator for Icarus {
    fn name(&self) -> &'static str {
        "icarus"
    }

    fn version(&self) -> &str {
        &self.compiler.answer
    }

    /// Builds a module that is driven by the VPI module of `sim/vpi` within the simulator. If the
    /// VPI module cannot be loaded, a note says so on stderr, and [`Icarus::portable`] is used.
    /// Waves are always written by the portable testbench.
    fn build(&self, job: &Build<'_>) -> Result<Box<dyn Model>, CosimError> {
        static NOTE: Once = Once::new();
        if job.waves {
            return Ok(Box::new(Files::new(self.runtime.clone(), self.bench(job)?, job)));
        }
        match vpi::start(self, job)? {
            Ok(model) => Ok(Box::new(model)),
            Err(reason) => {
                NOTE.call_once(|| {
                    eprintln!("note: Icarus Verilog is driven through text, which is slower: {reason}");
                });
                self.portable(job)
            }
        }
    }
}
