//! Compiles C++ to a library: the model and the shim as one translation unit, linked with a runtime
//! that is compiled once.

use std::path::{Path, PathBuf};

use super::Verilator;
use crate::cache;
use crate::error::{CosimError, ToolError};
use crate::files::{arg, write};
use crate::simulator::model::Build;
use crate::tool::VERILATOR;

/// The file name of the library.
pub(super) const LIBRARY: &str = "model.so";

/// The file in which Verilator lists what it made.
pub(super) const PARTS: &str = "Vdut_classes.mk";

/// The header that is precompiled.
const HEADER: &str = "vidalu_verilated.h";

/// The options of all compilations. Only the shim's functions are exported, so that libraries of
/// several modules can be loaded together although each has a `Vdut`.
const COMMON: [&str; 9] = [
    "-std=c++17",
    "-fPIC",
    "-fvisibility=hidden",
    "-pthread",
    "-DVERILATOR=1",
    "-DVM_COVERAGE=0",
    "-DVM_SC=0",
    "-DVL_USER_FATAL",
    "-DVL_USER_FINISH",
];

/// The optimization of the runtime, which is outside the loop over the cycles.
const RUNTIME: &str = "-O1";

/// Returns the options with which a model is compiled. Headers and optimization take most of a
/// short build, and only a long run makes up for optimization.
pub(super) fn flags(job: &Build<'_>) -> Vec<String> {
    let optimisation = if job.is_long { "-O3" } else { "-O1" };
    common(job).chain([optimisation.to_owned()]).collect()
}

fn common(job: &Build<'_>) -> impl Iterator<Item = String> {
    let waves = u8::from(job.waves);
    let traced = [format!("-DVM_TRACE={waves}"), format!("-DVM_TRACE_VCD={waves}")];
    COMMON.map(String::from).into_iter().chain(traced)
}

impl Verilator {
    /// Compiles Verilator's output in `obj` with the shim to the library at `path`.
    pub(super) fn library(&self, job: &Build<'_>, obj: &Path, shim: &str, path: &Path) -> Result<(), CosimError> {
        let (classes, runtime) = parts(obj)?;
        let include = self.include_folder(job)?;
        let includes = [format!("-I{}", include.display()), format!("-I{}", include.join("vltstd").display())];
        let kept = self.runtime(job, &include, &includes, &runtime)?;

        let unit = job.scratch.join("shim.cpp");
        let models: String = classes.iter().map(|name| format!("#include \"{name}.cpp\"\n")).collect();
        write(&unit, &format!("{shim}\n{models}"))?;
        let mut args = Vec::new();
        if !job.is_long {
            let header = self.header(job, &includes)?;
            args.extend(["-include".to_owned(), arg(&header)]);
        }
        args.extend(flags(job));
        args.extend(includes);
        args.extend([format!("-I{}", obj.display()), "-shared".into(), arg(&unit)]);
        args.extend(runtime.iter().map(|name| arg(&kept.join(format!("{name}.o")))));
        if which::which("mold").is_ok() {
            args.push("-fuse-ld=mold".into());
        }
        self.compile(job, args, path)?;
        match std::fs::read(path) {
            Ok(library) if is_whole(&library) => Ok(()),
            _ => Err(self.compiler.kind.bad_output(format!("{LIBRARY} is cut off")).into()),
        }
    }

    /// Returns the folder with the compiled runtime, which all models share.
    fn runtime(
        &self,
        job: &Build<'_>,
        include: &Path,
        includes: &[String],
        names: &[String],
    ) -> Result<PathBuf, CosimError> {
        let flags: Vec<_> = common(job).chain([RUNTIME.to_owned()]).chain(includes.iter().cloned()).collect();
        self.kept("runtime", job, &[&flags, names].concat(), |folder| {
            for name in names {
                let mut args = flags.clone();
                args.extend(["-c".into(), arg(&include.join(format!("{name}.cpp")))]);
                self.compile(job, args, &folder.join(format!("{name}.o")))?;
            }
            Ok(())
        })
    }

    /// Returns the path of the header; its precompiled form lies next to it.
    fn header(&self, job: &Build<'_>, includes: &[String]) -> Result<PathBuf, CosimError> {
        let flags = [&flags(job)[..], includes].concat();
        let trace = if job.waves { "#include \"verilated_vcd_c.h\"\n" } else { "" };
        let text = format!("#include <string>\n#include \"verilated.h\"\n{trace}");
        let folder = self.kept("header", job, &[&flags[..], std::slice::from_ref(&text)].concat(), |folder| {
            let header = folder.join(HEADER);
            write(&header, &text)?;
            let mut args = flags.clone();
            args.extend(["-x".into(), "c++-header".into(), arg(&header)]);
            self.compile(job, args, &folder.join(format!("{HEADER}.gch")))
        })?;
        Ok(folder.join(HEADER))
    }

    /// Returns the cache folder for these programs and `rest`, filled by `make`.
    fn kept(
        &self,
        what: &'static str,
        job: &Build<'_>,
        rest: &[String],
        make: impl Fn(&Path) -> Result<(), CosimError>,
    ) -> Result<PathBuf, CosimError> {
        let compiler = arg(&self.compiler.path);
        let mut key = vec![self.verilator.answer.as_str(), &self.compiler.answer, &compiler];
        key.extend(rest.iter().map(String::as_str));
        cache::folder(what, &key, job.scratch, make)
    }

    /// Returns the folder of Verilator's own headers and sources.
    fn include_folder(&self, job: &Build<'_>) -> Result<PathBuf, CosimError> {
        let args = ["--getenv".to_owned(), "VERILATOR_ROOT".to_owned()];
        let root = self.verilator.run(job.scratch, &args, job.limit)?;
        let folder = Path::new(root.trim()).join("include");
        if folder.join("verilated.h").is_file() {
            return Ok(folder);
        }
        let problem = format!("its root {:?} has no include/verilated.h", root.trim());
        Err(VERILATOR.bad_output(problem).into())
    }

    /// Runs the compiler with these arguments to write `file`.
    fn compile(&self, job: &Build<'_>, mut args: Vec<String>, file: &Path) -> Result<(), CosimError> {
        args.extend(["-o".to_owned(), arg(file)]);
        Ok(self.compiler.make(job.scratch, &args, job.limit, file)?)
    }
}

/// Returns whether a library has all its sections, if it is a 64-bit ELF file: loading one that is
/// cut off would end this process with SIGBUS.
fn is_whole(library: &[u8]) -> bool {
    let number = |at: usize, bytes: usize| {
        let field = library.get(at..at + bytes)?;
        Some(field.iter().rev().fold(0, |value: u64, byte| value << 8 | u64::from(*byte)))
    };
    // 64 bits, little-endian.
    if !library.starts_with(b"\x7fELF\x02\x01") {
        return !library.is_empty() && !b"\x7fELF\x02\x01".starts_with(library);
    }
    // The table of the sections is the last part that linkers write.
    let (Some(place), Some(size), Some(count)) = (number(0x28, 8), number(0x3a, 2), number(0x3c, 2)) else {
        return false;
    };
    place.checked_add(size * count).is_some_and(|end| end <= library.len() as u64)
}

/// Returns the C++ files of the model and the files of the runtime that it needs, from the list
/// that Verilator writes for make.
fn parts(obj: &Path) -> Result<(Vec<String>, Vec<String>), ToolError> {
    let path = obj.join(PARTS);
    let list = std::fs::read_to_string(&path)
        .map_err(|error| VERILATOR.bad_output(format!("{} cannot be read: {error}", path.display())))?;
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
        return Err(VERILATOR.bad_output(format!("{} names no files", path.display())));
    }
    Ok((classes, runtime))
}

#[cfg(test)]
mod tests {
    use super::is_whole;

    #[test]
    fn a_program_that_is_cut_off_is_not_whole() {
        // The test itself is a file of the same form.
        let program = std::fs::read(std::env::current_exe().unwrap()).unwrap();
        assert!(is_whole(&program));
        if program.starts_with(b"\x7fELF\x02\x01") {
            for length in [0, 1, 5, 6, 63, 64, program.len() / 2, program.len() - 1] {
                assert!(!is_whole(&program[..length]), "{length} bytes");
            }
        }
    }
}
