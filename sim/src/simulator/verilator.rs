//! Verilator: the fast simulator. Its C++ is compiled here, as one file, against a runtime that is compiled once.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::{Bench, Build, Conversation, Run, Simulator, arg, cache, text, write, write_sources};
use crate::error::{CosimError, ToolError};
use crate::process::Invocation;
use crate::tool::{CXX, Tool, VERILATOR};

/// Verilator with its C++ compiler.
#[derive(Clone, Debug)]
pub struct Verilator {
    verilator: Tool,
    compiler: Tool,
}

/// How the C++ is compiled: most of the time goes into headers, so that more than `-O1` costs little, and the loop over
/// the cycles gains from it.
const FLAGS: [&str; 3] = ["-std=c++17", "-O2", "-pthread"];

/// The header that is compiled in advance.
const HEADER: &str = "vidalu_verilated.h";

impl Verilator {
    /// Looks for it.
    ///
    /// # Errors
    /// If it or the compiler is missing, too old, or something else.
    pub fn find() -> Result<Self, ToolError> {
        Ok(Self::new(VERILATOR.find()?, CXX.find()?))
    }

    /// It, of these programs.
    pub fn new(verilator: Tool, compiler: Tool) -> Self {
        Self { verilator, compiler }
    }

    /// Verilog to C++ in the folder `obj`.
    fn translate(&self, job: &Build<'_>, obj: &Path) -> Result<(), CosimError> {
        let sources = write_sources(job)?;
        let mut args: Vec<String> =
            ["--cc", "--prefix", "Vdut", "-O3", "--x-assign", "unique", "--x-initial", "unique", "-Wno-fatal"]
                .map(String::from)
                .to_vec();
        args.extend(["--top-module".into(), job.dut.top.clone(), "-Mdir".into(), arg(obj)]);
        args.push(format!("-I{}", job.scratch.join("rtl").display()));
        if job.waves {
            args.push("--trace".into());
        }
        args.extend(sources.iter().map(|path| arg(path)));
        self.verilator.run(job.scratch, &args, job.limit, &mut || ())?;
        Ok(())
    }

    /// Verilator's own headers and sources.
    fn include_folder(&self, job: &Build<'_>) -> Result<PathBuf, CosimError> {
        let args = ["--getenv".to_owned(), "VERILATOR_ROOT".to_owned()];
        let root = self.verilator.run(job.scratch, &args, job.limit, &mut || ())?;
        let folder = Path::new(root.trim()).join("include");
        if folder.join("verilated.h").is_file() {
            return Ok(folder);
        }
        let problem = format!("its root {:?} has no include/verilated.h", root.trim());
        Err(ToolError::BadOutput { tool: VERILATOR.name, problem }.into())
    }

    fn compile(&self, dir: &Path, args: &[String], limit: Duration) -> Result<(), CosimError> {
        self.compiler.run(dir, args, limit, &mut || ())?;
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

    fn bench(&self, job: &Build<'_>) -> Result<Box<dyn Bench>, CosimError> {
        let obj = job.scratch.join("obj");
        self.translate(job, &obj)?;
        let include = self.include_folder(job)?;
        let (classes, runtime) = parts(&obj)?;

        let mut flags: Vec<String> = FLAGS.map(String::from).to_vec();
        flags.extend(["-DVERILATOR=1", "-DVM_COVERAGE=0", "-DVM_SC=0"].map(String::from));
        flags.push(format!("-DVM_TRACE={0} -DVM_TRACE_VCD={0}", u8::from(job.waves)));
        let flags: Vec<String> = flags.iter().flat_map(|flag| flag.split(' ')).map(String::from).collect();
        let includes = [format!("-I{}", include.display()), format!("-I{}", include.join("vltstd").display())];

        let mut key = vec![self.verilator.answer.as_str(), self.compiler.answer.as_str()];
        let (include_name, compiler_name) = (arg(&include), arg(&self.compiler.path));
        key.extend([include_name.as_str(), compiler_name.as_str()]);
        key.extend(flags.iter().chain(&runtime).map(String::as_str));
        let kept = cache::folder(cache::root().as_deref(), &key, job.scratch, |folder| {
            for name in &runtime {
                let mut args = [&flags[..], &includes[..]].concat();
                args.extend(["-c".into(), arg(&include.join(format!("{name}.cpp")))]);
                args.extend(["-o".into(), arg(&folder.join(format!("{name}.o")))]);
                self.compile(job.scratch, &args, job.limit)?;
            }
            let header = folder.join(HEADER);
            let trace = if job.waves { "#include \"verilated_vcd_c.h\"\n" } else { "" };
            write(&header, &format!("#include <string>\n#include \"verilated.h\"\n{trace}"))?;
            let mut args = [&flags[..], &includes[..]].concat();
            args.extend(["-x".into(), "c++-header".into(), arg(&header)]);
            args.extend(["-o".into(), format!("{}.gch", header.display())]);
            self.compile(job.scratch, &args, job.limit)
        })?;

        let harness = job.scratch.join("harness.cpp");
        let units: String = classes.iter().map(|name| format!("#include \"{name}.cpp\"\n")).collect();
        write(&harness, &format!("{}\n{units}", text::harness(job.dut, job.subject)))?;
        let program = job.scratch.join("harness");
        let mut args = vec!["-include".to_owned(), arg(&kept.join(HEADER))];
        args.extend([&flags[..], &includes[..]].concat());
        args.extend([format!("-I{}", obj.display()), arg(&harness)]);
        args.extend(runtime.iter().map(|name| arg(&kept.join(format!("{name}.o")))));
        args.extend(["-o".into(), arg(&program)]);
        self.compile(job.scratch, &args, job.limit)?;
        Ok(Box::new(Compiled { program, dir: job.scratch.to_path_buf() }))
    }
}

/// The C++ files of the model, and the files of the runtime that it needs: from the list that Verilator writes for make.
fn parts(obj: &Path) -> Result<(Vec<String>, Vec<String>), ToolError> {
    let path = obj.join("Vdut_classes.mk");
    let bad = |problem: String| ToolError::BadOutput { tool: VERILATOR.name, problem };
    let list =
        std::fs::read_to_string(&path).map_err(|error| bad(format!("{} cannot be read: {error}", path.display())))?;
    let (mut classes, mut runtime) = (Vec::new(), Vec::new());
    let mut variable = "";
    for line in list.lines() {
        match line.split_once("+=") {
            Some((name, _)) => variable = name.trim(),
            None => {
                let name = line.trim().trim_end_matches('\\').trim();
                match variable {
                    _ if name.is_empty() || name.starts_with('#') => variable = "",
                    "VM_GLOBAL_FAST" | "VM_GLOBAL_SLOW" => runtime.push(name.to_owned()),
                    "" => {}
                    _ => classes.push(name.to_owned()),
                }
            }
        }
    }
    if classes.is_empty() || runtime.is_empty() {
        return Err(bad(format!("{} names no files", path.display())));
    }
    Ok((classes, runtime))
}

struct Compiled {
    program: PathBuf,
    dir: PathBuf,
}

impl Compiled {
    fn invocation<'a>(&'a self, args: &'a [String], limit: Duration) -> Invocation<'a> {
        let tool = "the simulation that Verilator built";
        Invocation { tool, program: &self.program, args, dir: &self.dir, limit }
    }
}

impl Bench for Compiled {
    fn run(&self, run: &Run<'_>, pulse: &mut dyn FnMut()) -> Result<(), ToolError> {
        let mut args = vec![arg(run.stimulus), arg(run.observed)];
        if let Some((wave, from)) = run.wave {
            args.extend([arg(wave), from.to_string()]);
        }
        self.invocation(&args, run.limit).run(pulse).map(drop)
    }

    fn talk(&self, limit: Duration) -> Result<Conversation, ToolError> {
        self.invocation(&["-".to_owned()], limit).talk()
    }
}
