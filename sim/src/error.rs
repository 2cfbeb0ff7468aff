//! The errors of a co-simulation. A mismatch is not an error.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use itertools::Itertools;
use miette::{Diagnostic, LabeledSpan, SourceCode};
use vidalu_gen::staging;
use vidalu_model::Fault;

use crate::rtl::MapError;

/// The failure of a tool: it is missing, too old, or did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The program does not exist.
    #[error("{tool} was not found: there is no program `{program}`")]
    Missing {
        /// The tool's name.
        tool: &'static str,
        /// The program that was looked for: names on PATH, or the path from the environment.
        program: String,
        /// How to install it, a line for each system.
        install: String,
    },
    /// The program's version is below what the generated text and the harness need.
    #[error("{tool} at {path} is version {found}, and vidalu needs {minimum} or later")]
    TooOld {
        /// The tool's name.
        tool: &'static str,
        /// The program.
        path: PathBuf,
        /// The version of the program.
        found: Version,
        /// The oldest version that works.
        minimum: Version,
        /// How to install a newer one, a line for each system.
        install: String,
    },
    /// The program does not report a version: it is a different program.
    #[error("{path} is not {tool}: the first line of its answer is {answer:?}")]
    Unrecognised {
        /// The tool's name.
        tool: &'static str,
        /// The program.
        path: PathBuf,
        /// The first line of its answer.
        answer: String,
        /// The environment variable that overrides its path.
        variable: &'static str,
    },
    /// The operating system could not start the program.
    #[error("cannot start {tool} at {path}: {source}")]
    CannotStart {
        /// The tool's name.
        tool: &'static str,
        /// The program.
        path: PathBuf,
        /// The reason.
        source: std::io::Error,
    },
    /// The program did not answer when it was asked for its version, and was ended.
    #[error("{tool} at {path} did not say its version within {limit:?} and was ended")]
    Mute {
        /// The tool's name.
        tool: &'static str,
        /// The program.
        path: PathBuf,
        /// The time limit.
        limit: Duration,
        /// The environment variable that overrides its path.
        variable: &'static str,
    },
    /// The tool ended with an error or by a signal.
    #[error("{tool} failed with {status}")]
    Failed {
        /// The tool's name.
        tool: &'static str,
        /// The command line.
        command: String,
        /// The exit status in words.
        status: String,
        /// The last lines that it printed, each after a bar.
        output: String,
    },
    /// The tool ran past the time limit and was ended, with all processes that it had started.
    #[error("{tool} did not finish within {limit:?} and was ended")]
    TimedOut {
        /// The tool's name.
        tool: &'static str,
        /// The command line.
        command: String,
        /// The time limit.
        limit: Duration,
    },
    /// The user stopped the program: see [`crate::interrupt`].
    #[error("interrupted while {tool} was running or about to run")]
    Interrupted {
        /// The tool's name.
        tool: &'static str,
    },
    /// The module cannot be simulated to the end of the run.
    #[error("{top} cannot be simulated in {tool}: {problem}")]
    Halted {
        /// The tool's name.
        tool: &'static str,
        /// The module.
        top: String,
        /// The reason, as far as the tool tells it.
        problem: String,
    },
    /// A file between vidalu and a tool could not be created, written or read.
    #[error("{action} {}: {reason}", .path.display())]
    Scratch {
        /// The action that failed, such as "cannot write".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        reason: std::io::Error,
    },
    /// The tool ended well but did not deliver its output.
    #[error("{tool} ended without an error, but {problem}")]
    BadOutput {
        /// The tool's name.
        tool: &'static str,
        /// The problem with its output, which follows "but".
        problem: String,
    },
    /// The tool ended well, but a file that it was to write is missing or empty.
    #[error("{tool} at {path} ended without an error, but {file} {problem}")]
    NoOutput {
        /// The tool's name.
        tool: &'static str,
        /// The program, or its name.
        path: PathBuf,
        /// The file, without its folder.
        file: String,
        /// The problem: the file is missing or empty.
        problem: &'static str,
        /// The environment variable that overrides the path of the program.
        variable: &'static str,
    },
}

impl ToolError {
    /// Returns the error of `action`, such as "cannot write", on a temporary file or folder. If the
    /// path is in a temporary folder, the error names the folder above that.
    pub fn scratch(action: &'static str, path: &Path, reason: std::io::Error) -> Self {
        let (action, path) = match (staging::parent_of_staged(path), action) {
            (Some(parent), "cannot read") => ("cannot read a file in", parent),
            (Some(parent), _) => ("cannot write a file in", parent),
            (None, action) => (action, path),
        };
        Self::Scratch { action, path: path.to_owned(), reason }
    }

    /// Returns whose fault it is: the tool's (exit code 3), or the input's (exit code 2) if
    /// temporary files have no place.
    pub fn fault(&self) -> Fault {
        if matches!(self, Self::Scratch { .. }) { Fault::Input } else { Fault::Tool }
    }
}

impl Diagnostic for ToolError {
    /// Returns how to get a tool that works, or the command and what it printed.
    fn help(&self) -> Option<Box<dyn Display + '_>> {
        Some(match self {
            Self::Missing { install, .. } | Self::TooOld { install, .. } => Box::new(install),
            Self::Unrecognised { variable, .. } => {
                Box::new(format!("set {variable} to the right program, or unset it to search PATH"))
            }
            Self::Mute { variable, .. } => Box::new(format!("install it again, or set {variable} to another program")),
            Self::Failed { command, output, .. } => Box::new(format!("command: {command}\n{}", output.trim_end())),
            Self::TimedOut { command, .. } => {
                Box::new(format!("command: {command}\nuse a longer limit: --timeout SECONDS"))
            }
            Self::Halted { problem, .. } if problem.contains(ENDLESS) => Box::new(
                "a value keeps changing within a clock cycle: look for a loop of gates, which a linter shows"
                    .to_owned(),
            ),
            Self::Scratch { path, .. } => {
                // The cache is the only other place of temporary files.
                let is_temporary = std::path::absolute(std::env::temp_dir()).is_ok_and(|folder| folder == *path);
                let variable = if is_temporary { "TMPDIR" } else { "VIDALU_CACHE_DIR" };
                Box::new(format!("set {variable} to a folder with free space that you may write to"))
            }
            Self::NoOutput { variable, .. } => {
                Box::new(format!("install it again, or set {variable} to another program"))
            }
            Self::CannotStart { .. } | Self::Interrupted { .. } | Self::Halted { .. } | Self::BadOutput { .. } => {
                return None;
            }
        })
    }
}

/// The words of Verilator's runtime for values that keep changing within a clock cycle.
const ENDLESS: &str = "did not converge";

/// The reason why a co-simulation gave no report.
#[derive(Debug, thiserror::Error)]
pub enum CosimError {
    /// A simulator or compiler failed.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// No simulator can be used.
    #[error("no simulator was found")]
    NoSimulator {
        /// The reason why each simulator cannot be used.
        missing: Vec<ToolError>,
    },
    /// The configuration is refused.
    #[error(transparent)]
    Config(#[from] vidalu_gen::ConfigError),
    /// Tools cannot read the hardware.
    #[error("the hardware cannot be read")]
    Unreadable {
        /// The error of each tool that tried.
        errors: Vec<ToolError>,
    },
    /// The map of the ports is refused.
    #[error(transparent)]
    Map(#[from] Box<MapError>),
    /// The module does not behave like a unit, so that there is no result to compare.
    #[error("{top} {problem}")]
    Unusable {
        /// The module.
        top: String,
        /// The problem, in words that follow the name of the module.
        problem: String,
        /// Where to look for the reason.
        help: &'static str,
    },
    /// The request is wrong.
    #[error("{problem}")]
    Usage {
        /// The problem, in one line.
        problem: String,
        /// The remedy.
        help: String,
    },
    /// A file could not be read or written.
    #[error("{action} {path}: {reason}")]
    Io {
        /// The action that failed, such as "cannot read".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        reason: std::io::Error,
    },
}

impl CosimError {
    /// Returns the error of a request that is wrong: what is wrong, in one line, and what to do.
    pub fn usage(problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Usage { problem: problem.into(), help: help.into() }
    }

    /// Returns whether the user stopped the program: see [`crate::interrupt`].
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Tool(ToolError::Interrupted { .. }))
    }

    /// Returns whose fault it is: the hardware's (exit code 1), the tools' (exit code 3) or the
    /// input's (exit code 2).
    pub fn fault(&self) -> Fault {
        match self {
            Self::Tool(error) => error.fault(),
            Self::Unusable { .. } => Fault::Hardware,
            Self::NoSimulator { .. } => Fault::Tool,
            Self::Config(_) | Self::Unreadable { .. } | Self::Map(_) | Self::Usage { .. } | Self::Io { .. } => {
                Fault::Input
            }
        }
    }
}

impl Diagnostic for CosimError {
    /// Returns the remedy, if any.
    fn help(&self) -> Option<Box<dyn Display + '_>> {
        match self {
            Self::Tool(error) => error.help(),
            Self::NoSimulator { missing } => Some(Box::new(missing.iter().map(|error| in_full(error)).join("\n"))),
            Self::Config(error) => error.help(),
            Self::Unreadable { errors } => Some(Box::new(errors.iter().map(|error| in_full(error)).join("\n"))),
            Self::Map(error) => error.help(),
            Self::Unusable { help, .. } => Some(Box::new(help)),
            Self::Usage { help, .. } => Some(Box::new(help)),
            Self::Io { action: "cannot write", .. } => {
                Some(Box::new("name a file in a folder that you may write to, on a disk that is not full"))
            }
            Self::Io { action: "cannot read", .. } => {
                Some(Box::new("name a file or folder that exists and that you may read"))
            }
            Self::Io { .. } => None,
        }
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        if let Self::Map(error) = self { error.source_code() } else { None }
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if let Self::Map(error) = self { error.labels() } else { None }
    }
}

/// Returns the message of an error and, on the lines below, its help: for logs and reports that
/// show no more than text.
pub fn in_full(error: &dyn Diagnostic) -> String {
    match error.help() {
        Some(help) => format!("{error}\n{help}"),
        None => error.to_string(),
    }
}

/// A version: major and minor number. Verilator's 5.006 has 5 and 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The number before the dot.
    pub major: u32,
    /// The number after it.
    pub minor: u32,
}

impl Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
