//! stdout, which carries data only, stderr, which carries talk, and files.

use std::borrow::Cow;
use std::fs::Permissions;
use std::io::{BufWriter, ErrorKind, StdoutLock, Write, stdout};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use serde::Serialize;
use tempfile::NamedTempFile;

use crate::failure::Failure;

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

/// Says `text` on stderr. If nobody listens, that is no error.
pub(crate) fn talk(text: &str) {
    let _ = std::io::stderr().write_all(text.as_bytes());
}

/// `path` as a word of a command line that can be copied into a shell: in quotes where it has other characters than names usually do.
pub(crate) fn word(path: &str) -> Cow<'_, str> {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:,@%".contains(c);
    if !path.is_empty() && path.chars().all(is_plain) {
        Cow::Borrowed(path)
    } else {
        Cow::Owned(format!("'{}'", path.replace('\'', r"'\''")))
    }
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
    plain_document(&Document { format_version: FORMAT_VERSION, body })
}

/// Writes `body`, which names its version itself, to stdout as the one JSON document.
pub(crate) fn plain_document(body: &impl Serialize) -> Result<(), Failure> {
    text(&plain_json(body))
}

/// `body` as a JSON document.
pub(crate) fn plain_json(body: &impl Serialize) -> String {
    let mut json = serde_json::to_string_pretty(body).expect("reports are plain data");
    json.push('\n');
    json
}

/// Appends `body` to `out` as one line of JSON.
pub(crate) fn line(out: &mut impl Write, body: &impl Serialize) -> Result<(), Failure> {
    serde_json::to_writer(&mut *out, body).map_err(std::io::Error::from)?;
    Ok(out.write_all(b"\n")?)
}

/// A file that is to be written at the end of a job: its place is tried at the beginning, and it appears whole or not
/// at all.
pub(crate) struct Pending {
    path: PathBuf,
    partial: NamedTempFile,
}

impl Pending {
    /// Tries whether `path` can be written.
    pub(crate) fn new(path: &Path) -> Result<Self, Failure> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let partial = tempfile::Builder::new()
            .prefix(".vidalu-")
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(folder)
            .map_err(|error| cannot_write(path, error.kind()))?;
        if path.is_dir() {
            return Err(cannot_write(path, ErrorKind::IsADirectory));
        }
        Ok(Self { path: path.to_owned(), partial })
    }

    /// Writes it.
    pub(crate) fn write(mut self, content: impl AsRef<[u8]>) -> Result<(), Failure> {
        let written = self.partial.write_all(content.as_ref());
        let placed = written.and_then(|()| self.partial.persist(&self.path).map_err(|error| error.error));
        placed.map(|_| ()).map_err(|error| cannot_write(&self.path, error.kind()))
    }
}

/// The kind says it all; the error itself would name the temporary file.
fn cannot_write(path: &Path, error: ErrorKind) -> Failure {
    Failure::input(format!("cannot write {}: {error}", path.display()), "name a file in a folder that you may write to")
}
