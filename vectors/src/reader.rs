//! Reading a file back: the interface of the formats, and the errors.

use std::io;

use miette::Diagnostic;
use thiserror::Error;
use vidalu_model::Fault;

use crate::header::Header;
use crate::rows::Rows;

/// An error in a file of vectors.
#[derive(Debug, Error, Diagnostic)]
pub enum VerifyError {
    /// The file cannot be read.
    #[error(transparent)]
    #[diagnostic(help("give a file of `vidalu vectors`"))]
    Io(#[from] io::Error),
    /// The file was changed after it was written, or was never a file of vectors.
    #[error("{}{what}", .place.as_ref().map_or_else(String::new, |place| format!("{place}: ")))]
    #[diagnostic(help("write the file again; its header names unit, level, seed, count and config"))]
    Damaged {
        /// The place of the damage: a line, counted from 1; or, in a format without lines, a row,
        /// counted from 0.
        place: Option<String>,
        /// The reason, in one sentence.
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
        Self::anywhere("not a file of `vidalu vectors`")
    }
}

/// A file whose header is read.
pub(crate) trait Reader {
    /// Returns the header.
    fn header(&self) -> &Header;

    /// Returns whether the vectors have PTX texts.
    fn has_ptx(&self) -> bool {
        true
    }

    /// Returns the next vectors: at least one, at most `count`.
    fn read(&mut self, count: usize) -> Result<Rows, VerifyError>;

    /// Returns the name of a row for messages.
    fn place(&self, row: u64) -> String {
        format!("row {row}")
    }

    /// Checks the rest of the file after the last vector.
    fn end(&mut self) -> Result<(), VerifyError>;
}
