//! What can go wrong besides a mismatch.

use std::path::PathBuf;
use std::time::Duration;

/// A tool that is missing, too old, or did not do its work: exit code 3.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The program is not on PATH.
    #[error("{tool} is needed and `{program}` was not found\n{install}")]
    Missing {
        /// The tool's name.
        tool: &'static str,
        /// The program that was looked for: a name on PATH or the path from the environment.
        program: String,
        /// How to install it.
        install: String,
    },
    /// The program's version is below what the generated text and the harness need.
    #[error("{tool} at {path} is version {found}; {minimum} or later is needed\n{install}")]
    TooOld {
        /// The tool's name.
        tool: &'static str,
        /// Where it is.
        path: PathBuf,
        /// Its version.
        found: Version,
        /// The oldest version that works.
        minimum: Version,
        /// How to install a newer one.
        install: String,
    },
    /// The program does not say which version it is: it is something else.
    #[error(
        "{path} does not answer like {tool}: its first line is {answer:?}\n  \
         set {variable} to the right program, or unset it to search PATH"
    )]
    Unrecognised {
        /// The tool's name.
        tool: &'static str,
        /// Where it is.
        path: PathBuf,
        /// The first line of its answer.
        answer: String,
        /// The environment variable that overrides its path.
        variable: &'static str,
    },
    /// The operating system could not start it.
    #[error("{tool} at {path} could not be started: {source}")]
    CannotStart {
        /// The tool's name.
        tool: &'static str,
        /// Where it is.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// It did not say its version, and was ended.
    #[error(
        "{tool} at {path} did not say its version within {limit:?} and was ended\n  install it anew, or set \
         {variable} to another program"
    )]
    Mute {
        /// The tool's name.
        tool: &'static str,
        /// Where it is.
        path: PathBuf,
        /// How long it was waited for.
        limit: Duration,
        /// The environment variable that overrides its path.
        variable: &'static str,
    },
    /// It ended with an error or by a signal.
    #[error("{tool} failed with {status}\n  command: {command}\n{output}")]
    Failed {
        /// The tool's name.
        tool: &'static str,
        /// The command line.
        command: String,
        /// Its exit status, in words.
        status: String,
        /// The end of what it printed, indented.
        output: String,
    },
    /// It ran past the time limit and was ended, with all processes that it had started.
    #[error(
        "{tool} did not finish within {limit:?} and was ended\n  command: {command}\n  a longer limit: --timeout SECONDS"
    )]
    TimedOut {
        /// The tool's name.
        tool: &'static str,
        /// The command line.
        command: String,
        /// The limit.
        limit: Duration,
    },
    /// The user stopped the program: see [`crate::interrupt`].
    #[error("interrupted while {tool} was running or about to run")]
    Interrupted {
        /// The tool's name.
        tool: &'static str,
    },
    /// It ended well but left something else than the observed outputs.
    #[error("{tool} ended without an error, but {problem}")]
    BadOutput {
        /// The tool's name.
        tool: &'static str,
        /// What is wrong with its output.
        problem: String,
    },
}

/// Why a co-simulation gave no report.
#[derive(Debug, thiserror::Error)]
pub enum CosimError {
    /// A simulator or compiler: exit code 3.
    #[error(transparent)]
    Tool(#[from] ToolError),
    /// No simulator at all was found by `auto`: exit code 3.
    #[error("no simulator was found\n{0}")]
    NoSimulator(String),
    /// The configuration is refused: exit code 2.
    #[error(transparent)]
    Config(#[from] vidalu_gen::ConfigError),
    /// The request makes no sense: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// A file could not be read or written: exit code 2.
    #[error("{action} {path}: {source}")]
    Io {
        /// What was tried.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// Why it failed.
        source: std::io::Error,
    },
}

impl CosimError {
    /// Whether the user wanted to stop: see [`crate::interrupt`].
    pub fn is_interrupt(&self) -> bool {
        matches!(self, Self::Tool(ToolError::Interrupted { .. }))
    }

    /// The exit code that DESIGN gives this error: 2 bad input, 3 a tool.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Tool(_) | Self::NoSimulator(_) => 3,
            Self::Config(_) | Self::Usage(_) | Self::Io { .. } => 2,
        }
    }
}

/// A version: major and minor. Verilator's 5.006 is 5 and 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// The number before the dot.
    pub major: u32,
    /// The number after it.
    pub minor: u32,
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}
