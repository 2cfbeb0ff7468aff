//! Writes stdout, which carries data only, stderr, which carries messages, and files.

use std::borrow::Cow;
use std::io::{BufWriter, ErrorKind, StdoutLock, Write, stdout};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use miette::Report;
use serde::Serialize;
use vidalu_sim::OutputFile;

use crate::diagnosis::{self, Style};
use crate::failure::{Exit, Failure};

/// The version of the JSON documents.
pub(crate) const FORMAT_VERSION: u32 = 1;

/// The format of a report on stdout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Text,
    /// For programs.
    Json,
}

/// Returns stdout with a buffer. End with [`Write::flush`], because dropping it loses errors.
pub(crate) fn stream() -> BufWriter<StdoutLock<'static>> {
    BufWriter::with_capacity(1 << 16, stdout().lock())
}

/// Writes `text`, which people read, to stdout.
pub(crate) fn text(text: &str) -> Result<(), Failure> {
    data(&diagnosis::visible(text))
}

/// Writes `data` to stdout as it is.
fn data(data: &str) -> Result<(), Failure> {
    let mut out = stream();
    out.write_all(data.as_bytes())?;
    Ok(out.flush()?)
}

/// Whether only errors and warnings are written to stderr.
static QUIET: AtomicBool = AtomicBool::new(false);

/// Writes only errors and warnings to stderr from now on.
pub(crate) fn be_quiet() {
    QUIET.store(true, Ordering::Relaxed);
}

/// Returns whether only errors and warnings are written to stderr.
pub(crate) fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a message to stderr, unless only errors and warnings are wanted.
pub(crate) fn talk(text: &str) {
    if !is_quiet() {
        complain(text);
    }
}

/// Writes an error or a warning to stderr. A closed stderr is not an error.
pub(crate) fn complain(text: &str) {
    let _ = std::io::stderr().write_all(diagnosis::visible(text).as_bytes());
}

/// Writes the report of an error or a warning to stderr, with colours on a terminal.
pub(crate) fn show(report: &Report) {
    let _ = std::io::stderr().write_all(diagnosis::render(report, Style::of_stderr()).as_bytes());
}

/// Prints the report of a failure, if any, and returns the failure without it.
pub(crate) fn explain(failure: Failure) -> Failure {
    match failure {
        Failure::Error(exit, report) => {
            show(&report);
            Failure::Reported(exit)
        }
        failure => failure,
    }
}

/// Ends a command that has a verdict, `None` if it is good, after all its outputs were tried.
///
/// A bad verdict decides the exit code even if an output could not be written: a closed pipe or a
/// full disk must not hide a mismatch. Every output that failed is reported.
pub(crate) fn conclude(
    outputs: impl IntoIterator<Item = Result<(), Failure>>,
    verdict: Option<Exit>,
) -> Result<(), Failure> {
    let mut first = Ok(());
    for failure in outputs.into_iter().filter_map(Result::err) {
        let failure = explain(failure);
        if first.is_ok() || matches!(first, Err(Failure::ClosedPipe)) {
            first = Err(failure);
        }
    }
    verdict.map_or(first, |exit| Err(Failure::Reported(exit)))
}

/// Returns `path` as a word that can be copied into a shell, in quotes if it needs them. A path
/// that looks like an option begins with `./`.
pub(crate) fn word(path: &str) -> Cow<'_, str> {
    let path = if path.starts_with('-') { Cow::Owned(format!("./{path}")) } else { Cow::Borrowed(path) };
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !path.is_empty() && path.chars().all(is_plain) {
        path
    } else {
        Cow::Owned(format!("'{}'", path.replace('\'', r"'\''")))
    }
}

/// A JSON document that begins with its version.
#[derive(Serialize)]
struct Document<'a, T> {
    format_version: u32,
    #[serde(flatten)]
    body: &'a T,
}

/// Writes `body` to stdout as a JSON document, with the version in front.
pub(crate) fn document(body: &impl Serialize) -> Result<(), Failure> {
    plain_document(&Document { format_version: FORMAT_VERSION, body })
}

/// Writes `body`, which has a version of its own, to stdout as a JSON document.
pub(crate) fn plain_document(body: &impl Serialize) -> Result<(), Failure> {
    data(&plain_json(body))
}

/// Returns `body` as a JSON document.
pub(crate) fn plain_json(body: &impl Serialize) -> String {
    let mut json = serde_json::to_string_pretty(body).expect("reports are plain data");
    json.push('\n');
    escaped(json)
}

/// Escapes the control characters that JSON allows in texts: DEL and those above it.
fn escaped(json: String) -> String {
    let escape = |c: char| if diagnosis::is_control(c) { format!("\\u{:04x}", u32::from(c)) } else { c.to_string() };
    if json.contains(diagnosis::is_control) { json.chars().map(escape).collect() } else { json }
}

/// Appends `body` to `out` as one line of JSON.
pub(crate) fn line(out: &mut impl Write, body: &impl Serialize) -> Result<(), Failure> {
    let json = escaped(serde_json::to_string(body).expect("reports are plain data"));
    Ok(writeln!(out, "{json}")?)
}

/// Returns whether a path is an earlier page of vidalu, which may be replaced. Any other file is
/// refused.
pub(crate) fn replaces_page(path: &Path) -> Result<bool, Failure> {
    // A device or a pipe is written to, and reading it might never end.
    let text = if path.is_file() { std::fs::read(path).unwrap_or_default() } else { Vec::new() };
    if text.is_empty() {
        return Ok(false);
    }
    let mark = b"<meta name=\"generator\" content=\"vidalu ";
    if text.windows(mark.len()).take(4096).any(|bytes| bytes == mark) {
        return Ok(true);
    }
    let message = format!("{} exists and is not a page of vidalu", path.display());
    Err(Failure::input(message, "name another file with --out, or remove this one"))
}

/// A file that is written at the end of a job. Its place is tried at the beginning.
pub(crate) struct Pending {
    path: PathBuf,
    file: OutputFile,
}

impl Pending {
    /// Refuses a path that cannot be written, before a long job.
    pub(crate) fn check(path: &Path) -> Result<(), Failure> {
        OutputFile::check(path).map_err(|error| cannot_write(path, error.kind()))
    }

    /// Creates the temporary file, which fails if `path` cannot be written.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let file = OutputFile::create(path).map_err(|error| cannot_write(path, error.kind()))?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Writes the file and moves it to its place.
    pub(crate) fn write(mut self, content: impl AsRef<[u8]>) -> Result<(), Failure> {
        let written = self.file.write_all(content.as_ref()).and_then(|()| self.file.finish());
        written.map_err(|error| cannot_write(&self.path, error.kind()))
    }
}

/// Takes the kind of the error only, because the error itself would name the temporary file.
fn cannot_write(path: &Path, error: ErrorKind) -> Failure {
    let reason = match error {
        ErrorKind::NotFound => "its folder does not exist".to_owned(),
        other => other.to_string(),
    };
    Failure::input(
        format!("cannot write {}: {reason}", path.display()),
        "name a file in a folder that you may write to",
    )
}
