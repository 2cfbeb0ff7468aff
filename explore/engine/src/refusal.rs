//! The refusal of a question.

use serde::Serialize;

/// Why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Refusal {
    pub(crate) message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) help: Option<String>,
    /// The columns of the text that it is about, as UTF-16 counts them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<usize>,
}

impl Refusal {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None, from: None, to: None }
    }

    pub(crate) fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }
}
