//! The entries of the cache: listed and removed.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use vidalu_gen::staging::{self, StagedFolder};

use super::{HASH, KINDS, root};

/// The prefix of a folder that an earlier version of vidalu did not finish.
const PARTIAL: &str = "partial-";

/// An entry of the cache.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The kind of entry: `library`, `runtime`, `netlist` …; `partial` if it was never finished.
    pub kind: String,
    /// The folder of the entry.
    pub path: PathBuf,
    /// The size of its files in bytes.
    pub bytes: u64,
    /// The time since the entry was made.
    pub age: Duration,
}

/// Returns the entries of the cache folder `root`, sorted by name. Other files and folders are
/// ignored.
///
/// # Errors
/// If the folder exists and cannot be read.
pub fn entries(root: &Path) -> io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    if !root.exists() {
        return Ok(entries);
    }
    for item in std::fs::read_dir(root)? {
        let item = item?;
        let file_name = item.file_name();
        let Some(kind) = file_name.to_str().and_then(kind).filter(|_| item.file_type().is_ok_and(|it| it.is_dir()))
        else {
            continue;
        };
        let made = item.metadata().and_then(|data| data.modified()).unwrap_or(SystemTime::UNIX_EPOCH);
        entries.push(Entry {
            kind: kind.to_owned(),
            bytes: bytes(&item.path())?,
            age: made.elapsed().unwrap_or_default(),
            path: item.path(),
        });
    }
    entries.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(entries)
}

/// Returns the kind of the entry with this folder name; `None` if no entry has such a name.
fn kind(name: &str) -> Option<&str> {
    if staging::is_staged(name.as_ref()) {
        return Some("partial");
    }
    if let Some(end) = name.strip_prefix(PARTIAL) {
        let is_ours = !end.is_empty() && end.bytes().all(|byte| byte.is_ascii_alphanumeric());
        return is_ours.then_some("partial");
    }
    let (kind, hash) = name.split_once('-')?;
    let is_hash = hash.len() == HASH && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    (is_hash && KINDS.contains(&kind)).then_some(kind)
}

/// Returns the size of the files in a folder and below it in bytes.
fn bytes(folder: &Path) -> io::Result<u64> {
    let bytes_of = |item: io::Result<std::fs::DirEntry>| {
        let item = item?;
        let data = item.metadata()?;
        if data.is_dir() { bytes(&item.path()) } else { Ok(data.len()) }
    };
    std::fs::read_dir(folder)?.map(bytes_of).sum()
}

/// Removes the entries of the cache folder `root` that are at least this old, and returns them.
/// Returns `None` and removes nothing if another process uses the cache.
///
/// # Errors
/// If an entry cannot be read or removed.
pub fn clean(root: &Path, at_least: Duration) -> io::Result<Option<Vec<Entry>>> {
    let old = |root: &Path| -> io::Result<Vec<Entry>> {
        let mut old = entries(root)?;
        old.retain(|entry| entry.age >= at_least);
        Ok(old)
    };
    if old(root)?.is_empty() {
        return Ok(Some(Vec::new()));
    }
    root::alone(root, || {
        let old = old(root)?;
        old.iter().try_for_each(|entry| remove(&entry.path))?;
        Ok(old)
    })
}

/// Removes an entry. It is moved to a temporary folder first, so that no run finds half of it.
pub(super) fn remove(entry: &Path) -> io::Result<()> {
    if entry.file_name().is_some_and(staging::is_staged) {
        // Whoever makes a temporary folder removes those of the dead.
        return match std::fs::remove_dir_all(entry) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
            removed => removed,
        };
    }
    let gone = StagedFolder::new(entry.parent().unwrap_or(Path::new(".")))?;
    std::fs::rename(entry, gone.content())
}
