//! Files and folders: every failure names what was tried and the path.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::error::CosimError;
use crate::signals::Hold;

/// A folder for temporary files, which is removed with the value, also after a signal.
pub(crate) struct Scratch {
    folder: TempDir,
    _hold: Hold,
}

impl Scratch {
    /// Returns the path of the folder.
    pub(crate) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Creates an empty folder for temporary files.
pub(crate) fn scratch() -> Result<Scratch, CosimError> {
    let hold = Hold::new();
    let folder = tempfile::Builder::new().prefix("vidalu-").tempdir();
    let folder = folder.map_err(|source| io("cannot create a folder in", &std::env::temp_dir(), source))?;
    Ok(Scratch { folder, _hold: hold })
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
pub(crate) fn write_sources(files: &[(String, String)], scratch: &Path) -> Result<Vec<PathBuf>, CosimError> {
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

/// Returns the error of `action`, such as "cannot write", on a file or folder.
pub(crate) fn io(action: &'static str, path: &Path, source: std::io::Error) -> CosimError {
    CosimError::Io { action, path: path.to_path_buf(), reason: source }
}

/// Returns a path as an argument of a command line.
pub(crate) fn arg(path: &Path) -> String {
    path.display().to_string()
}
