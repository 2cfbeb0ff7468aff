//! The JSON documents that the page is made of, as far as it needs them.

use serde::de::DeserializeOwned;
use vidalu_prove::report::{MutateReport, ProveReport};
use vidalu_sim::report::CosimReport;

/// The version of the documents' form that is read.
const FORMAT_VERSION: u64 = 1;

/// What a command wrote with `--format json`.
#[derive(Clone, Debug)]
pub enum Document {
    /// Of `cosim`, and of `merge`.
    Cosim(CosimReport),
    /// Of `prove`.
    Prove(ProveReport),
    /// Of `mutate`.
    Mutate(MutateReport),
}

/// A text that is no document of vidalu's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DocumentError {
    /// What is wrong, with the place in the text.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
}

impl Document {
    /// Reads a document; which command wrote it is known by its content.
    ///
    /// # Errors
    /// Text that is no JSON, of another command, of another version of the form, or that lacks something.
    pub fn read(text: &str) -> Result<Self, DocumentError> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| DocumentError {
            message: format!("no JSON document: {error}"),
            help: "give what cosim, merge, prove or mutate writes with --format json",
        })?;
        let version = value.get("format_version").and_then(serde_json::Value::as_u64);
        if version.is_some_and(|version| version != FORMAT_VERSION) {
            return Err(DocumentError {
                message: format!("the form has version {}, not {FORMAT_VERSION}", version.unwrap_or_default()),
                help: "make the page with the vidalu that wrote the document",
            });
        }
        let has = |key| value.get(key).is_some();
        match version {
            Some(_) if has("proofs") => parse(value).map(Self::Prove),
            Some(_) if has("interrupted") && has("units") => parse(value).map(Self::Cosim),
            Some(_) if has("count") && has("units") => parse(value).map(Self::Mutate),
            _ => Err(DocumentError {
                message: "no document of cosim, merge, prove or mutate".to_owned(),
                help: "give what one of them writes with --format json",
            }),
        }
    }
}

fn parse<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, DocumentError> {
    serde_json::from_value(value).map_err(|error| DocumentError {
        message: format!("the document is not whole: {error}"),
        help: "write it again: something was taken out of it or changed",
    })
}
