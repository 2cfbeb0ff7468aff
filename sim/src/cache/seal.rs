//! The seal of an entry: the checksums of its files, in the form that `sha256sum -c` reads.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use itertools::Itertools;
use sha2::{Digest, Sha256};

use super::hex;

/// The file of the seal.
const SEAL: &str = "SHA256SUMS";

/// Returns whether an entry exists and its files are those that were sealed.
pub(super) fn is_intact(folder: &Path) -> bool {
    std::fs::read_to_string(folder.join(SEAL))
        .is_ok_and(|seal| !seal.is_empty() && sums(folder).is_ok_and(|sums| sums == seal))
}

/// Seals a finished folder and flushes it to the disk. The inner error says why it is not an entry:
/// a tool that reports success and writes nothing would fail every later run.
pub(super) fn close(folder: &Path) -> io::Result<Result<(), String>> {
    let names = names(folder)?;
    if names.is_empty() {
        return Ok(Err("it reported success and wrote no file".to_owned()));
    }
    for name in &names {
        let file = File::open(folder.join(name))?;
        if file.metadata()?.len() == 0 {
            return Ok(Err(format!("it reported success, and {name} is empty")));
        }
        file.sync_all()?;
    }
    let mut seal = File::create_new(folder.join(SEAL))?;
    seal.write_all(sums(folder)?.as_bytes())?;
    seal.sync_all()?;
    File::open(folder)?.sync_all()?;
    Ok(Ok(()))
}

/// Returns the names of the files of an entry without its seal, sorted.
fn names(folder: &Path) -> io::Result<Vec<String>> {
    let names = std::fs::read_dir(folder)?.map_ok(|item| item.file_name().to_string_lossy().into_owned());
    let mut names: Vec<_> = names.filter_ok(|name| name != SEAL).try_collect()?;
    names.sort();
    Ok(names)
}

/// Returns a line for each file of an entry.
fn sums(folder: &Path) -> io::Result<String> {
    let line = |name: String| -> io::Result<String> {
        let hash = Sha256::digest(std::fs::read(folder.join(&name))?);
        Ok(format!("{}  {name}\n", hex(&hash)))
    };
    names(folder)?.into_iter().map(line).collect()
}
