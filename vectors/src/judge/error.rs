//! Errors of streams that cannot be judged.

use std::fmt::Display;
use std::io;
use std::ops::Range;

use miette::{Diagnostic, LabeledSpan};
use thiserror::Error;
use vidalu_model::Fault;

use super::answer::Refused;
use crate::reader::VerifyError;

/// An error in a stream of answers.
#[derive(Debug, Error)]
pub enum JudgeError {
    /// The stream or the file of vectors cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is no header, or it does not name vectors.
    #[error("the answers have no usable header: {what}")]
    Header {
        /// The reason.
        what: String,
    },
    /// An archive of NumPy does not hold answers.
    #[error("{message}")]
    Archive {
        /// The mistake.
        message: String,
        /// The remedy.
        help: String,
    },
    /// A line is neither an answer nor a comment.
    #[error("{message}")]
    Line {
        /// The number of the line, counted from 1.
        number: u64,
        /// The line.
        line: String,
        /// The wrong bytes of the line.
        span: Range<usize>,
        /// The mistake.
        message: String,
        /// The remedy.
        help: String,
    },
}

impl JudgeError {
    /// Returns whose fault the error is.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }

    pub(super) fn header(what: impl Into<String>) -> Self {
        Self::Header { what: what.into() }
    }

    pub(super) fn line(number: u64, line: &str, refused: Refused) -> Self {
        let Refused { span, message, help } = refused;
        Self::Line { number, line: line.to_owned(), span: span.unwrap_or(0..line.len()), message, help }
    }
}

impl From<VerifyError> for JudgeError {
    fn from(error: VerifyError) -> Self {
        match error {
            VerifyError::Io(error) => Self::Io(error),
            wrong @ VerifyError::Damaged { .. } => Self::header(wrong.to_string()),
        }
    }
}

impl Diagnostic for JudgeError {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(match self {
            Self::Io(_) => Box::new("give a file of answers, or - for stdin"),
            Self::Header { .. } => Box::new(
                "copy the lines before the first vector into the answers, or name the file of vectors with --vectors",
            ),
            Self::Line { help, .. } | Self::Archive { help, .. } => Box::new(help),
        })
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let Self::Line { span, .. } = self else { return None };
        Some(Box::new(std::iter::once(LabeledSpan::underline(span.clone()))))
    }
}
