//! Icarus Verilog: the 4-state witness.

use std::path::PathBuf;
use std::time::Duration;

use super::{Bench, Build, Conversation, MAX_CYCLES, Run, Simulator, arg, text, write, write_sources};
use crate::error::{CosimError, ToolError};
use crate::tool::{IVERILOG, Tool, VVP};

/// Icarus Verilog: its compiler and its runtime.
#[derive(Clone, Debug)]
pub struct Icarus {
    compiler: Tool,
    runtime: Tool,
}

impl Icarus {
    /// Looks for it.
    ///
    /// # Errors
    /// If one of its programs is missing, too old, or something else.
    pub fn find() -> Result<Self, ToolError> {
        Ok(Self::new(IVERILOG.find()?, VVP.find()?))
    }

    /// It, of these programs.
    pub fn new(compiler: Tool, runtime: Tool) -> Self {
        Self { compiler, runtime }
    }
}

impl Simulator for Icarus {
    fn name(&self) -> &'static str {
        "icarus"
    }

    fn version(&self) -> &str {
        &self.compiler.answer
    }

    fn bench(&self, job: &Build<'_>) -> Result<Box<dyn Bench>, CosimError> {
        let sources = write_sources(job)?;
        let bench = job.scratch.join("bench.v");
        write(&bench, &text::bench(job.dut, job.subject, MAX_CYCLES))?;
        let program = job.scratch.join("bench.vvp");
        let is_system = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "sv");
        let standard = if sources.iter().any(is_system) { "-g2012" } else { "-g2005" };
        let mut args: Vec<String> = [standard, "-s", "vidalu_bench", "-o"].map(String::from).to_vec();
        args.extend([arg(&program), "-I".into(), arg(&job.scratch.join("rtl")), arg(&bench)]);
        args.extend(sources.iter().map(|path| arg(path)));
        self.compiler.run(job.scratch, &args, job.limit, &mut || ())?;
        Ok(Box::new(Compiled { runtime: self.runtime.clone(), program, dir: job.scratch.to_path_buf() }))
    }
}

struct Compiled {
    runtime: Tool,
    program: PathBuf,
    dir: PathBuf,
}

impl Bench for Compiled {
    fn run(&self, run: &Run<'_>, pulse: &mut dyn FnMut()) -> Result<(), ToolError> {
        let mut args = vec![
            // Never waits for a command where the simulation stops.
            "-n".to_owned(),
            arg(&self.program),
            format!("+stimulus={}", run.stimulus.display()),
            format!("+observed={}", run.observed.display()),
            format!("+cycles={}", run.cycles),
        ];
        if let Some((wave, from)) = run.wave {
            args.push(format!("+wave={}", wave.display()));
            args.push(format!("+wave_from={from}"));
        }
        self.runtime.run(&self.dir, &args, run.limit, pulse).map(drop)
    }

    fn talk(&self, limit: Duration) -> Result<Conversation, ToolError> {
        self.runtime.talk(&self.dir, &["-n".to_owned(), arg(&self.program), "+talk".to_owned()], limit)
    }
}
