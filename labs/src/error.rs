//! The reasons why a lab is not started or checked.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use miette::Diagnostic;
use vidalu_model::{Fault, near};
use vidalu_prove::ProveError;
use vidalu_sim::{CosimError, ToolError};

/// The reason why a lab is not started or checked. Hardware that is wrong is not an error.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// The request is wrong.
    #[error("{problem}")]
    Usage {
        /// The problem, in one line.
        problem: String,
        /// The remedy.
        help: String,
    },
    /// A file or folder cannot be read or written.
    #[error("{action} {path}: {reason}")]
    Io {
        /// The action that failed, such as "cannot read".
        action: &'static str,
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        reason: io::Error,
    },
    /// The hardware cannot be simulated.
    #[error(transparent)]
    Cosim(CosimError),
    /// The hardware cannot be proven.
    #[error(transparent)]
    Prove(ProveError),
}

impl LabError {
    pub(crate) fn usage(problem: impl Into<String>, help: impl Into<String>) -> Self {
        Self::Usage { problem: problem.into(), help: help.into() }
    }

    pub(crate) fn unknown(name: &str, names: impl Iterator<Item = &'static str>) -> Self {
        let names: Vec<_> = names.collect();
        let meant = near(name, names.iter().copied()).map_or_else(String::new, |near| format!("did you mean {near}? "));
        Self::usage(format!("there is no lab `{name}`"), format!("{meant}the labs are {}", names.join(", ")))
    }

    pub(crate) fn io(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |reason| Self::Io { action, path, reason }
    }

    /// Returns whose fault it is: the input's (exit code 2) or a tool's (exit code 3).
    pub fn fault(&self) -> Fault {
        match self {
            Self::Usage { .. } | Self::Io { .. } => Fault::Input,
            Self::Cosim(error) => error.fault(),
            Self::Prove(error) => error.fault(),
        }
    }

    /// Returns whether a proof failed because of the hardware: it lacks a register that the claims
    /// speak of.
    pub(crate) fn from_proof(error: &ProveError) -> bool {
        error.fault() == Fault::Input && !matches!(error, ProveError::Cosim(CosimError::Tool(_)))
    }

    /// Returns whether the user pressed Ctrl-C.
    pub fn is_interrupt(&self) -> bool {
        match self {
            Self::Cosim(error) | Self::Prove(ProveError::Cosim(error)) => error.is_interrupt(),
            _ => false,
        }
    }
}

impl From<CosimError> for LabError {
    fn from(error: CosimError) -> Self {
        Self::Cosim(error)
    }
}

impl From<ToolError> for LabError {
    fn from(error: ToolError) -> Self {
        Self::Cosim(error.into())
    }
}

impl From<ProveError> for LabError {
    fn from(error: ProveError) -> Self {
        Self::Prove(error)
    }
}

impl Diagnostic for LabError {
    fn help(&self) -> Option<Box<dyn Display + '_>> {
        match self {
            Self::Usage { help, .. } => Some(Box::new(help)),
            Self::Io { .. } => None,
            Self::Cosim(error) => error.help(),
            Self::Prove(error) => error.help(),
        }
    }
}
