//! Reading a file back: what every format promises, and what can be wrong with a file.

use std::io;

use miette::Diagnostic;
use thiserror::Error;
use vidalu_model::Fault;

use crate::header::Header;
use crate::rows::Rows;

/// What is wrong with a file of vectors.
#[derive(Debug, Error, Diagnostic)]
pub enum VerifyError {
    /// The file cannot be read.
    #[error(transparent)]
    #[diagnostic(help("give a file of `vidalu vectors`"))]
    Io(#[from] io::Error),
    /// The file was damaged, or never was right.
    #[error("{}{what}", .place.as_ref().map_or_else(String::new, |place| format!("{place}: ")))]
    #[diagnostic(help("write it anew; the header of a file has unit, level, seed, count and config"))]
    Damaged {
        /// The place of the damage: a line, counted from 1, or, in a format without lines, a row, counted from 0.
        place: Option<String>,
        /// What is wrong, in one sentence.
        what: String,
    },
}

impl VerifyError {
    /// Returns whose fault the error is.
    pub fn fault(&self) -> Fault {
        match self {
            Self::Io(_) => Fault::Input,
            Self::Damaged { .. } => Fault::Hardware,
        }
    }

    pub(crate) fn at(place: impl Into<String>, what: impl Into<String>) -> Self {
        Self::Damaged { place: Some(place.into()), what: what.into() }
    }

    pub(crate) fn anywhere(what: impl Into<String>) -> Self {
        Self::Damaged { place: None, what: what.into() }
    }

    pub(crate) fn unknown() -> Self {
        Self::anywhere("it does not begin like any file of `vidalu vectors`")
    }
}

/// A file whose header is read.
pub(crate) trait Reader {
    /// The header.
    fn header(&self) -> &Header;

    /// Whether the vectors have PTX texts.
    fn has_ptx(&self) -> bool {
        true
    }

    /// The next vectors: at least one, at most so many.
    fn read(&mut self, count: usize) -> Result<Rows, VerifyError>;

    /// What a row is called.
    fn place(&self, row: u64) -> String {
        format!("row {row}")
    }

    /// What follows the last vector.
    fn end(&mut self) -> Result<(), VerifyError>;
}
