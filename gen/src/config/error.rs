//! The error of a configuration that cannot be generated.

use std::fmt::Display;
use std::ops::Range;

use miette::{Diagnostic, LabeledSpan};
use vidalu_model::Fault;

use super::Key;

/// A configuration that contradicts itself, the unit or the bus, or text that is not a
/// configuration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConfigError {
    /// The message: the error, on one line.
    pub message: String,
    /// The remedy.
    pub help: String,
    /// The key of the configuration that is at fault, if a single key is.
    pub key: Option<&'static str>,
    /// The bytes of the TOML text that are at fault, if the configuration was read from a text.
    pub span: Option<Range<usize>>,
}

impl ConfigError {
    /// An error in the value of `key`.
    ///
    /// # Panics
    /// If the configuration has no such key.
    pub(crate) fn at(key: &str, message: impl Into<String>, help: impl Into<String>) -> Self {
        let key = Key::named(key).expect("an error names a key of the configuration");
        Self { message: message.into(), help: help.into(), key: Some(key.name), span: None }
    }

    /// Returns whose fault the error is: always the input's.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl Diagnostic for ConfigError {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(&self.help))
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        let span = self.span.clone()?;
        Some(Box::new(std::iter::once(LabeledSpan::new_primary_with_span(None, span))))
    }
}
