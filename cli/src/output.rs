//! stdout, which carries data only.

use crate::failure::Failure;
use serde::Serialize;
use std::io::{BufWriter, StdoutLock, Write, stdout};

/// The version of the JSON documents.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// Form of a report on stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// stdout, buffered. Ends with [`Write::flush`], whose error counts.
pub(crate) fn stream() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, stdout().lock())
}

/// Writes `text` to stdout.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    let mut out = stream();
    out.write_all(text.as_bytes())?;
    Ok(out.flush()?)
}

/// A JSON document with its version in front.
#[derive(Serialize)]
struct Document<'a, T> {
    format_version: u32,
    #[serde(flatten)]
    body: &'a T,
}

/// Writes `body` to stdout as the one JSON document.
pub(crate) fn document(body: &impl Serialize) -> Result<(), Failure> {
    let document = Document { format_version: FORMAT_VERSION, body };
    let mut json = serde_json::to_string_pretty(&document).expect("reports are plain data");
    json.push('\n');
    text(&json)
}

/// Appends `body` to `out` as one line of JSON.
pub(crate) fn line(out: &mut impl Write, body: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, body).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}
