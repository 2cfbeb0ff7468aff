//! Why nothing was proven or no faults were judged.

use std::fmt::Display;

use miette::Diagnostic;
use vidalu_gen::ConfigError;
use vidalu_model::Fault;
use vidalu_sim::{CosimError, Dut, ToolError};

/// Why `prove` or `mutate` gave no report.
#[derive(Debug, thiserror::Error)]
pub enum ProveError {
    /// A tool failed, or the configuration or the request is refused.
    #[error(transparent)]
    Cosim(#[from] CosimError),
    /// The text of a module lacks a register or a module that its configuration promises, so that
    /// claims would be about nothing.
    #[error("{module} has no {what} `{name}`")]
    MissingLandmark {
        /// The name of the module.
        module: String,
        /// The kind of the missing thing: a register or a module.
        what: &'static str,
        /// The name in the generated text.
        name: String,
    },
    /// A claim compares nothing, or it speaks of no state and no input.
    #[error("the claim `{claim}` about {subject} compares nothing")]
    EmptyClaim {
        /// The name of the unit, block or wrapper.
        subject: String,
        /// The name of the claim, with its case if there are several.
        claim: String,
    },
}

impl ProveError {
    /// Returns the error of a register or a module that a claim needs and the text does not have.
    pub(crate) fn missing(dut: &Dut, what: &'static str, name: &str) -> Self {
        Self::MissingLandmark { module: dut.top.clone(), what, name: name.to_owned() }
    }

    /// Returns whether the user stopped the program.
    pub(crate) fn is_interrupt(&self) -> bool {
        matches!(self, Self::Cosim(error) if error.is_interrupt())
    }

    /// Returns whose fault the error is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Cosim(error) => error.fault(),
            Self::MissingLandmark { .. } | Self::EmptyClaim { .. } => Fault::Input,
        }
    }
}

impl Diagnostic for ProveError {
    fn help(&self) -> Option<Box<dyn Display + '_>> {
        match self {
            Self::Cosim(error) => error.help(),
            Self::MissingLandmark { .. } => Some(Box::new("prove the text that `vidalu gen` writes, with its names")),
            Self::EmptyClaim { .. } => {
                Some(Box::new("the text lacks the ports or registers of the claim, or never reaches what it assumes"))
            }
        }
    }
}

impl From<ToolError> for ProveError {
    fn from(error: ToolError) -> Self {
        Self::Cosim(error.into())
    }
}

impl From<ConfigError> for ProveError {
    fn from(error: ConfigError) -> Self {
        Self::Cosim(error.into())
    }
}
