//! Files and folders: every failure names what was tried and the path.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use vidalu_gen::staging::{self, StagedFolder};

use crate::error::{CosimError, ToolError};

/// Returns the folder in which temporary files are created. Tools run elsewhere, so it is absolute.
pub(crate) fn temp_dir() -> PathBuf {
    let folder = std::env::temp_dir();
    std::path::absolute(&folder).unwrap_or(folder)
}

/// Creates an empty folder for temporary files.
///
/// # Errors
/// If the folder that `TMPDIR` names cannot be written.
pub fn scratch() -> Result<StagedFolder, ToolError> {
    let parent = temp_dir();
    StagedFolder::new(&parent).map_err(|reason| ToolError::scratch("cannot create a folder in", &parent, reason))
}

/// Returns the error that a temporary file cannot be written or read, for this reason.
pub fn scratch_error(reason: io::Error) -> ToolError {
    ToolError::scratch("cannot write a file in", &temp_dir(), reason)
}

/// Returns the error that the disk of `folder` is full, if it is. A tool says so in its own words,
/// or writes half a file and ends without an error.
pub(crate) fn full_disk(folder: &Path) -> Option<ToolError> {
    const PROBE: &[u8] = &[0; 1 << 16];
    let reason = tempfile::tempfile_in(folder).and_then(|mut file| file.write_all(PROBE)).err()?;
    let is_full = FULL.iter().any(|(kind, _)| *kind == reason.kind());
    is_full.then(|| ToolError::scratch("cannot write a file in", folder, reason))
}

/// The errors that mean that a disk is full, each with the words of the C library, which tools say.
pub(crate) const FULL: [(ErrorKind, &str); 3] = [
    (ErrorKind::StorageFull, "No space left on device"),
    (ErrorKind::QuotaExceeded, "Disk quota exceeded"),
    (ErrorKind::FileTooLarge, "File too large"),
];

/// Creates a file without a name for the output of a tool.
pub(crate) fn log() -> Result<File, ToolError> {
    tempfile::tempfile().map_err(|reason| ToolError::scratch("cannot create a file in", &temp_dir(), reason))
}

/// Creates a folder and those above it.
pub(crate) fn create_folder(path: &Path) -> Result<(), CosimError> {
    std::fs::create_dir_all(path).map_err(|source| io("cannot create", path, source))
}

/// The largest size of a text in bytes. A device such as `/dev/zero` never ends.
const LARGEST: u64 = 256 << 20;

/// Reads a text file.
pub(crate) fn read(path: &Path) -> Result<String, CosimError> {
    let mut text = String::new();
    let read = File::open(path).and_then(|file| file.take(LARGEST + 1).read_to_string(&mut text));
    match read {
        Ok(count) if count as u64 > LARGEST => Err(ErrorKind::FileTooLarge.into()),
        read => read.map(|_| text),
    }
    .map_err(|source| io("cannot read", path, source))
}

/// Writes a text file.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), CosimError> {
    std::fs::write(path, text).map_err(|source| io("cannot write", path, source))
}

/// Writes the source files of a module, given as relative path and text, below `scratch/rtl`.
/// Returns the paths of those that a simulator compiles: the others are included by them.
///
/// # Errors
/// If a file cannot be written.
pub fn write_sources(files: &[(String, String)], scratch: &Path) -> Result<Vec<PathBuf>, CosimError> {
    let root = scratch.join("rtl");
    let mut compiled = Vec::new();
    for (name, text) in files {
        let path = root.join(name);
        if let Some(folder) = path.parent() {
            create_folder(folder)?;
        }
        write(&path, text)?;
        if path.extension().is_some_and(|extension| extension == "v" || extension == "sv") {
            compiled.push(path);
        }
    }
    Ok(compiled)
}

/// Returns the error of `action`, such as "cannot write", on a file or folder, which can be a
/// temporary one.
pub(crate) fn io(action: &'static str, path: &Path, source: io::Error) -> CosimError {
    match staging::parent_of_staged(path) {
        Some(_) => ToolError::scratch(action, path, source).into(),
        None => CosimError::Io { action, path: path.to_path_buf(), reason: source },
    }
}

/// Returns a path as an argument of a command line.
pub(crate) fn arg(path: &Path) -> String {
    path.display().to_string()
}
