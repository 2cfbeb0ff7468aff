//! Finds or installs NVIDIA's assembler, and asks it about lines.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use vidalu_model::isa::Platform;
use vidalu_model::ptx::Scope;
use vidalu_testkit::Venv;

/// The version of PTX and the target for which lines are assembled.
#[derive(Clone, Copy)]
pub(super) struct For {
    pub(super) version: &'static str,
    pub(super) target: &'static str,
}

impl For {
    /// The oldest target that all video instructions are asked for.
    pub(super) const SM_90: Self = Self { version: "8.5", target: "sm_90" };
    /// The first target with all packed instructions.
    pub(super) const SM_107F: Self = Self { version: "9.4", target: "sm_107f" };

    /// Returns the scope of the lines, which has the registers of `vidalu check --lines`.
    pub(super) fn scope(self) -> Scope {
        let version = Some(self.version.parse().expect("a version"));
        let target = Some(self.target.parse().expect("a target"));
        Scope::conformance().with_platform(Platform { version, target })
    }
}

/// The assembler's verdict on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Accepted,
    /// The line was rejected with this message.
    Refused(String),
    /// The assembler ended without a verdict.
    Crashed(String),
}

/// The assembler, and the folder for its files.
pub(super) struct Assembler {
    program: PathBuf,
    folder: tempfile::TempDir,
}

impl Assembler {
    /// Returns the assembler that VIDALU_PTXAS names, or else installs one from PyPI. The error is
    /// the reason why neither works.
    pub(super) fn find() -> Result<Self, String> {
        let folder = tempfile::tempdir().map_err(|error| format!("no folder can be made: {error}"))?;
        let program = match std::env::var_os("VIDALU_PTXAS") {
            Some(path) => path.into(),
            None => install(&folder.path().join("venv"))?,
        };
        let found = Self { program, folder };
        let version = found.command().arg("--version").output();
        let version = version.map_err(|error| format!("{} does not start: {error}", found.program.display()))?;
        let version = String::from_utf8_lossy(&version.stdout);
        eprintln!("asking {}", version.lines().find(|line| line.contains("release")).unwrap_or("ptxas"));
        Ok(found)
    }

    fn command(&self) -> Command {
        let mut command = Command::new(&self.program);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// Returns the verdicts on `lines`, each a statement without its `;`. Each line is assembled by
    /// itself, because an unclosed expression or comment would change the verdicts after it.
    pub(super) fn verdicts(&self, lines: &[String], platform: For) -> Vec<Verdict> {
        let share = lines.len().div_ceil(THREADS).max(1);
        std::thread::scope(|scope| {
            let parts = lines.chunks(share).enumerate();
            let workers = parts.map(|(worker, part)| {
                scope.spawn(move || part.iter().map(|line| self.verdict(worker, line, platform)).collect::<Vec<_>>())
            });
            let workers = workers.collect::<Vec<_>>();
            workers.into_iter().flat_map(|worker| worker.join().expect("the worker's panic is the test's")).collect()
        })
    }

    fn verdict(&self, worker: usize, line: &str, platform: For) -> Verdict {
        let For { version, target } = platform;
        let head = format!(".version {version}\n.target {target}\n.address_size 64\n.visible .entry k()\n{{\n");
        let declarations = Scope::DEFAULT_DECLS.replace("; .", "; .reg .");
        self.assemble(&format!("{worker}"), &format!("{head}{declarations};\n{line};\nret;\n}}\n"), target)
    }

    /// Returns the verdict on a whole text for a target. `name` is used for its files.
    pub(super) fn assemble(&self, name: &str, text: &str, target: &str) -> Verdict {
        let source = self.folder.path().join(format!("{name}.ptx"));
        std::fs::write(&source, text).expect("the folder is writable");
        let object = self.folder.path().join(format!("{name}.cubin"));
        let output = self.command().arg(format!("-arch={target}")).arg(&source).arg("-o").arg(object).output();
        let output = output.expect("it has started before");
        if output.status.success() {
            return Verdict::Accepted;
        }
        let said = String::from_utf8_lossy(&output.stderr);
        match said.lines().find_map(located) {
            Some(message) => Verdict::Refused(message.to_owned()),
            None => Verdict::Crashed(format!("{said}{}", output.status)),
        }
    }
}

/// The number of lines that are assembled at the same time.
const THREADS: usize = 2;

/// Returns the text of a message `ptxas FILE, line N; error   : TEXT`.
fn located(message: &str) -> Option<&str> {
    let (_, rest) = message.split_once(", line ")?;
    let (_, text) = rest.split_once("; ")?;
    let text = text.strip_prefix("error").or_else(|| text.strip_prefix("fatal"))?;
    Some(text.trim_start_matches([' ', ':']))
}

/// Installs the compiler tools of CUDA into a virtual environment and finds ptxas in it.
fn install(venv: &Path) -> Result<PathBuf, String> {
    let venv = Venv::new(venv, &["nvidia-cuda-nvcc"])?;
    let entries = |folder: &Path| {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect::<Vec<_>>()
    };
    let packages = entries(&venv.folder().join("lib")).into_iter().map(|python| python.join("site-packages/nvidia"));
    let programs = packages.flat_map(|nvidia| entries(&nvidia)).map(|package| package.join("bin/ptxas"));
    programs.into_iter().find(|program| program.is_file()).ok_or_else(|| "nvidia-cuda-nvcc holds no ptxas".to_owned())
}
