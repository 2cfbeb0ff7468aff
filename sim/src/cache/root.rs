//! The cache folder: whose it is, and who uses it.

use std::collections::HashMap;
use std::fs::{DirBuilder, File, Permissions, TryLockError};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::CosimError;
use crate::files::io;

/// The file that tells backups to skip the folder. Every run holds a shared lock on it.
const TAG: &str = "CACHEDIR.TAG";

/// The content of [`TAG`]; the first line is prescribed.
const SIGNATURE: &str = "Signature: 8a477f597d28d172789f06886806bc55\n\
    # This folder holds what vidalu keeps between runs: `vidalu cache` lists and removes it.\n";

/// The locks of this process, by cache folder.
static LOCKS: Mutex<Option<HashMap<PathBuf, File>>> = Mutex::new(None);

/// Returns the cache folder: `VIDALU_CACHE_DIR`, or else `vidalu` in the user's cache folder.
pub fn root() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let user = || set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    set("VIDALU_CACHE_DIR").or_else(|| user().map(|user| user.join("vidalu")))
}

/// Creates the cache folder if it is missing, and marks it as used by this process until the end.
/// Returns false if the folder cannot be created or written.
///
/// # Errors
/// If another user owns the folder or may write to it, because a library from there would run in
/// this process.
pub(super) fn open(root: &Path) -> Result<bool, CosimError> {
    let mut locks = LOCKS.lock().unwrap_or_else(PoisonError::into_inner);
    let locks = locks.get_or_insert_default();
    if locks.contains_key(root) && root.join(TAG).exists() {
        return Ok(true);
    }
    if DirBuilder::new().recursive(true).mode(0o700).create(root).is_err() {
        return Ok(false);
    }
    check_owner(root)?;
    let Ok(lock) = tag(root) else { return Ok(false) };
    if lock.lock_shared().is_err() {
        return Ok(false);
    }
    locks.insert(root.to_owned(), lock);
    Ok(true)
}

/// Makes sure that only the user can change the cache folder.
fn check_owner(root: &Path) -> Result<(), CosimError> {
    let found = root.metadata().map_err(|source| io("cannot read", root, source))?;
    let user = rustix::process::geteuid().as_raw();
    let refuse = |reason: String| {
        CosimError::usage(
            format!("the cache folder {} {reason}", root.display()),
            "files from there are executed: set VIDALU_CACHE_DIR to a folder that only you can write to",
        )
    };
    if found.uid() != user {
        return Err(refuse(format!("belongs to another user ({}, and you are {user})", found.uid())));
    }
    if found.mode() & 0o022 != 0 {
        return Err(refuse(format!("can be written by other users (mode {:o})", found.mode() & 0o7777)));
    }
    if found.mode() & 0o077 != 0 {
        let mode = Permissions::from_mode(0o700);
        std::fs::set_permissions(root, mode).map_err(|source| io("cannot change", root, source))?;
    }
    Ok(())
}

/// Opens the tag, and writes it if it is missing.
fn tag(root: &Path) -> std::io::Result<File> {
    let path = root.join(TAG);
    let mut file = File::options().read(true).append(true).create(true).open(path)?;
    if file.metadata()?.len() == 0 {
        file.write_all(SIGNATURE.as_bytes())?;
    }
    Ok(file)
}

/// Runs `work` while no other process uses the cache folder, which exists. Returns `None` if one
/// does.
pub(super) fn alone<T>(root: &Path, work: impl FnOnce() -> std::io::Result<T>) -> std::io::Result<Option<T>> {
    LOCKS.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert_default().remove(root);
    let lock = tag(root)?;
    match lock.try_lock() {
        Ok(()) => work().map(Some),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
