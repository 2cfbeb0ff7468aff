//! The ways in which a command fails: an exit code and, on stderr, a message with its help.

use std::convert::Infallible;
use std::fmt::Display;
use std::io;

use miette::{Diagnostic, Report};
use vidalu_gen::ConfigError;
use vidalu_labs::LabError;
use vidalu_model::Fault;
use vidalu_prove::ProveError;
use vidalu_sim::{CosimError, MergeError, ToolError};

use crate::diagnosis;

/// The exit codes of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// A mismatch, a refuted proof, an unmet clock or a damaged file.
    Mismatch = 1,
    /// Wrong input or usage; for `check`, a line was rejected.
    Input = 2,
    /// A tool is missing, too old, crashed or timed out.
    Tool = 3,
    /// A signal ended the command. For another signal than SIGINT, the exit code is that of
    /// [`vidalu_sim::signal_code`].
    Interrupted = 130,
}

impl From<Fault> for Exit {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Hardware => Self::Mismatch,
            Fault::Input => Self::Input,
            Fault::Tool => Self::Tool,
        }
    }
}

/// The reason why a command ends early.
pub(crate) enum Failure {
    /// The report is printed to stderr.
    Error(Exit, Report),
    /// The command's own output already says what is wrong.
    Reported(Exit),
    /// The reader of stdout has closed it, which is not an error.
    ClosedPipe,
}

impl Failure {
    /// Returns the failure that an error of one of the crates is, with its message, place and help.
    pub(crate) fn of(fault: Fault, error: impl Diagnostic + Send + Sync + 'static) -> Self {
        Self::Error(fault.into(), Report::new(error))
    }

    /// Returns the failure of a command that a signal ended before it wrote its output.
    pub(crate) fn interrupted() -> Self {
        Self::Error(Exit::Interrupted, diagnosis::bare("interrupted; nothing was written"))
    }

    /// Returns the failure of a wrong input or usage: a message and its help.
    pub(crate) fn input(message: impl Display, help: impl Display) -> Self {
        Self::Error(Exit::Input, diagnosis::plain(message, help))
    }

    /// Returns the failure of a wrong input at a place in `text`, which messages call `name`.
    pub(crate) fn at(name: &str, text: &str, found: &vidalu_model::ptx::Diagnostic) -> Self {
        Self::Error(Exit::Input, diagnosis::located(name, text, found))
    }
}

impl From<ConfigError> for Failure {
    fn from(error: ConfigError) -> Self {
        Self::of(error.fault(), error)
    }
}

impl From<CosimError> for Failure {
    fn from(error: CosimError) -> Self {
        match error {
            CosimError::Config(error) => error.into(),
            CosimError::Tool(ToolError::Interrupted { .. }) => Self::interrupted(),
            CosimError::Tool(ToolError::Scratch { .. }) if vidalu_sim::is_interrupted() => Self::interrupted(),
            error => Self::of(error.fault(), error),
        }
    }
}

impl From<ProveError> for Failure {
    fn from(error: ProveError) -> Self {
        match error {
            ProveError::Cosim(error) => error.into(),
            error => Self::Error(error.fault().into(), Report::new(error)),
        }
    }
}

impl From<LabError> for Failure {
    fn from(error: LabError) -> Self {
        match error {
            LabError::Cosim(error) => error.into(),
            LabError::Prove(error) => error.into(),
            error => Self::of(error.fault(), error),
        }
    }
}

impl From<MergeError> for Failure {
    fn from(error: MergeError) -> Self {
        Self::of(error.fault(), error)
    }
}

/// The golden model cannot fail.
impl From<Infallible> for Failure {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// An error while writing to stdout.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::ClosedPipe,
            _ => Self::input(format!("cannot write to stdout: {error}"), "is the disk full?"),
        }
    }
}
