//! The JSON documents that the page is made of.

use serde::de::DeserializeOwned;
use vidalu_model::Fault;
use vidalu_prove::report::{MutateReport, ProveReport};
use vidalu_sim::report::CosimReport;

/// The version of the documents' format.
const FORMAT_VERSION: u64 = 1;

/// A document that a command wrote with `--format json`.
#[derive(Clone, Debug)]
pub enum Document {
    /// The document of `cosim` or `merge`.
    Cosim(CosimReport),
    /// The document of `prove`.
    Prove(ProveReport),
    /// The document of `mutate`.
    Mutate(MutateReport),
}

/// Why a text is not a document that the page can show.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
pub enum DocumentError {
    /// The text is not JSON.
    #[error("not a JSON document: {problem}")]
    #[diagnostic(help("use what cosim, merge, prove or mutate writes with --format json"))]
    NotJson {
        /// The first error, with its line and column.
        problem: String,
    },
    /// The document has another version of the format.
    #[error("the format version is {found}, not {FORMAT_VERSION}")]
    #[diagnostic(help("make the page with the version of vidalu that wrote the document"))]
    Version {
        /// The version in the document.
        found: u64,
    },
    /// The document is JSON of something else.
    #[error("not a document of cosim, merge, prove or mutate")]
    #[diagnostic(help("use what one of them writes with --format json"))]
    Unknown,
    /// The document lacks something, or a value has the wrong type.
    #[error("the document is incomplete: {problem}")]
    #[diagnostic(help("write it again: something in it was removed or changed"))]
    Incomplete {
        /// The first missing field or wrong value.
        problem: String,
    },
}

impl DocumentError {
    /// Returns whose fault it is: the input's, exit code 2.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

impl Document {
    /// Reads a document. The content says which command wrote it.
    ///
    /// # Errors
    /// If the text is not JSON, comes from another command or another version of the format, or
    /// lacks something.
    pub fn read(text: &str) -> Result<Self, DocumentError> {
        let value: serde_json::Value =
            serde_json::from_str(text).map_err(|error| DocumentError::NotJson { problem: error.to_string() })?;
        let version = value.get("format_version").and_then(serde_json::Value::as_u64);
        if let Some(found) = version.filter(|version| *version != FORMAT_VERSION) {
            return Err(DocumentError::Version { found });
        }
        let has = |key| value.get(key).is_some();
        match version {
            Some(_) if has("proofs") => parse(value).map(Self::Prove),
            Some(_) if has("interrupted") && has("units") => parse(value).map(Self::Cosim),
            Some(_) if has("count") && has("units") => parse(value).map(Self::Mutate),
            _ => Err(DocumentError::Unknown),
        }
    }
}

fn parse<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, DocumentError> {
    serde_json::from_value(value).map_err(|error| DocumentError::Incomplete { problem: error.to_string() })
}
