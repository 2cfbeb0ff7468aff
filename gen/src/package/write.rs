//! Writes an output folder, whole or not at all.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::manifest::{self, MANIFEST};
use super::outputs;
use crate::{Design, SourceFile};

/// What was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The files, as paths below the folder.
    pub files: Vec<String>,
    /// Whether an earlier output of vidalu was replaced.
    pub replaced: bool,
}

/// Why an output folder was not written. Nothing in it has changed then, unless it is [`WriteError::Io`] while the
/// finished files were being moved into an existing folder.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The folder holds something that vidalu did not write.
    #[error("{} holds `{name}`, which vidalu did not write", dir.display())]
    Foreign {
        /// The folder.
        dir: PathBuf,
        /// One of the foreign entries, as a path below the folder.
        name: String,
    },
    /// The folder's `manifest.json` is not one of ours.
    #[error("{} holds a {MANIFEST} that is not of vidalu: {reason}", dir.display())]
    Manifest {
        /// The folder.
        dir: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The path exists and is no folder.
    #[error("{} is not a folder", dir.display())]
    NotAFolder {
        /// The path.
        dir: PathBuf,
    },
    /// The operating system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// On which path.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
}

impl WriteError {
    /// What to do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::Foreign { .. } | Self::Manifest { .. } => {
                "name a new or empty folder, or one that holds nothing but an earlier output of vidalu"
            }
            Self::NotAFolder { .. } => "name a folder",
            Self::Io { .. } => "name a folder that can be written",
        }
    }
}

/// What already stands at the place of the folder.
enum Place {
    /// Nothing.
    Free,
    /// A folder with nothing in it.
    Empty,
    /// A folder with an earlier output: the paths of its files, without the manifest.
    Ours(Vec<String>),
}

/// Writes all files of `design` to the folder `dir`, which must be new, or empty, or hold nothing but an earlier output
/// of vidalu, which is then replaced.
///
/// A new folder appears complete, by one rename. In an existing one the files are first written to a folder of their
/// own and then moved into place one by one, the manifest last.
///
/// # Errors
/// See [`WriteError`].
pub fn write(design: &Design, dir: &Path) -> Result<Written, WriteError> {
    let files = outputs(design);
    let place = examine(dir)?;
    match &place {
        Place::Free => write_new(&files, dir)?,
        Place::Empty => write_into(&files, dir, &[])?,
        Place::Ours(old) => write_into(&files, dir, old)?,
    }
    let files = files.into_iter().map(|file| file.path).collect();
    Ok(Written { files, replaced: matches!(place, Place::Ours(_)) })
}

fn examine(dir: &Path) -> Result<Place, WriteError> {
    match fs::metadata(dir) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Place::Free),
        Err(error) => return Err(io_error("read", dir)(error)),
        Ok(metadata) if !metadata.is_dir() => return Err(WriteError::NotAFolder { dir: dir.to_owned() }),
        Ok(_) => {}
    }
    let mut found = Vec::new();
    list(dir, "", &mut found)?;
    let Some(first) = found.first() else { return Ok(Place::Empty) };
    if !found.iter().any(|name| name == MANIFEST) {
        return Err(WriteError::Foreign { dir: dir.to_owned(), name: first.clone() });
    }
    let path = dir.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(io_error("read", &path))?;
    let old = manifest::paths(&text).map_err(|reason| WriteError::Manifest { dir: dir.to_owned(), reason })?;
    let known: BTreeSet<_> = old.iter().map(String::as_str).chain([MANIFEST]).collect();
    match found.iter().find(|name| !known.contains(name.as_str())) {
        Some(name) => Err(WriteError::Foreign { dir: dir.to_owned(), name: name.clone() }),
        None => Ok(Place::Ours(old)),
    }
}

/// All files below `dir`, sorted, as paths with `/`. A folder counts as a file if it is empty, so that a foreign one is
/// seen; so does a link.
fn list(dir: &Path, below: &str, found: &mut Vec<String>) -> Result<(), WriteError> {
    let read = |error| io_error("read", dir)(error);
    let mut entries: Vec<_> = fs::read_dir(dir).map_err(read)?.collect::<Result<_, _>>().map_err(read)?;
    entries.sort_by_key(fs::DirEntry::file_name);
    for entry in entries {
        let name = format!("{below}{}", entry.file_name().to_string_lossy());
        let before = found.len();
        if entry.file_type().map_err(read)?.is_dir() {
            list(&entry.path(), &format!("{name}/"), found)?;
        }
        if found.len() == before {
            found.push(name);
        }
    }
    Ok(())
}

fn write_new(files: &[SourceFile], dir: &Path) -> Result<(), WriteError> {
    let parent = match dir.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    fs::create_dir_all(parent).map_err(io_error("create", parent))?;
    let staging = stage(files, parent)?;
    fs::rename(staging.path(), dir).map_err(io_error("create", dir))
}

fn write_into(files: &[SourceFile], dir: &Path, old: &[String]) -> Result<(), WriteError> {
    let staging = stage(files, dir)?;
    for path in old.iter().filter(|path| files.iter().all(|file| file.path != **path)) {
        let path = dir.join(path);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(io_error("remove", &path)(error)),
            _ => {}
        }
    }
    for file in files {
        let to = dir.join(&file.path);
        create_parent(&to)?;
        fs::rename(staging.path().join(&file.path), &to).map_err(io_error("write", &to))?;
    }
    Ok(())
}

/// Writes the files to a new folder inside `parent`, which is removed again when the result is dropped.
fn stage(files: &[SourceFile], parent: &Path) -> Result<tempfile::TempDir, WriteError> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o777));
    let staging = builder.prefix(".vidalu-").tempdir_in(parent).map_err(io_error("write to", parent))?;
    for file in files {
        let path = staging.path().join(&file.path);
        create_parent(&path)?;
        fs::write(&path, &file.text).map_err(io_error("write", &path))?;
    }
    Ok(staging)
}

fn create_parent(path: &Path) -> Result<(), WriteError> {
    let parent = path.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(parent).map_err(io_error("create", parent))
}

fn io_error(action: &'static str, path: &Path) -> impl FnOnce(io::Error) -> WriteError {
    let path = path.to_owned();
    move |source| WriteError::Io { action, path, source }
}
