//! The cache of compiled parts between runs. Each part has a folder, whose name is a hash of
//! everything that it was made from.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use sha2::{Digest, Sha256};

use crate::error::CosimError;
use crate::files::{create_folder, io};

/// The prefix of a folder that is not finished: it is being made, or its run was killed.
const PARTIAL: &str = "partial-";

/// Returns the cache folder: `VIDALU_CACHE_DIR`, or else `vidalu` in the user's cache folder.
pub fn root() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let user = || set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    set("VIDALU_CACHE_DIR").or_else(|| user().map(|user| user.join("vidalu")))
}

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

/// Returns the entries of the cache folder `root`, sorted by name.
///
/// # Errors
/// If the folder exists and cannot be read.
pub fn entries(root: &Path) -> std::io::Result<Vec<Entry>> {
    let mut entries = Vec::new();
    if !root.exists() {
        return Ok(entries);
    }
    for item in std::fs::read_dir(root)? {
        let item = item?;
        let name = item.file_name().to_string_lossy().into_owned();
        // Leave everything alone whose name does not have this form.
        let Some((kind, _)) = name.rsplit_once('-').filter(|_| item.path().is_dir()) else { continue };
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

/// Returns the size of the files in a folder in bytes.
fn bytes(folder: &Path) -> std::io::Result<u64> {
    std::fs::read_dir(folder)?.map(|item| Ok(item?.metadata()?.len())).sum()
}

/// Removes the entries of the cache folder `root` that are at least this old, and returns them. A
/// run that uses an entry at this moment makes it again, or continues with what it has loaded.
///
/// # Errors
/// If an entry cannot be read or removed.
pub fn clean(root: &Path, at_least: Duration) -> std::io::Result<Vec<Entry>> {
    let mut removed = entries(root)?;
    removed.retain(|entry| entry.age >= at_least);
    for entry in &removed {
        // Rename it first, so that no run finds half a folder.
        let gone = root.join(format!("{PARTIAL}{}", name(&[&entry.path.display().to_string()])));
        std::fs::rename(&entry.path, &gone)?;
        std::fs::remove_dir_all(&gone)?;
    }
    Ok(removed)
}

/// Returns the folder that `make` fills, which happens once for each `key`; `kind` is the kind of
/// entry.
///
/// The folder is filled under a temporary name and then renamed. So a run that is killed leaves no
/// half-made entry, and if two runs make the same entry, one wins and both use its folder. Without
/// a usable cache folder, `make` fills a folder in `scratch` each time.
pub(crate) fn folder(
    kind: &str,
    key: &[&str],
    scratch: &Path,
    make: impl Fn(&Path) -> Result<(), CosimError>,
) -> Result<PathBuf, CosimError> {
    folder_in(root().as_deref(), kind, key, scratch, make)
}

fn folder_in(
    root: Option<&Path>,
    kind: &str,
    key: &[&str],
    scratch: &Path,
    make: impl Fn(&Path) -> Result<(), CosimError>,
) -> Result<PathBuf, CosimError> {
    let uncached = || {
        let folder = scratch.join(kind);
        create_folder(&folder)?;
        make(&folder)?;
        Ok(folder)
    };
    let Some(root) = root.filter(|root| std::fs::create_dir_all(root).is_ok()) else {
        return uncached();
    };
    let kept = root.join(format!("{kind}-{}", name(key)));
    if kept.is_dir() {
        return Ok(kept);
    }
    let Ok(partial) = tempfile::Builder::new().prefix(PARTIAL).tempdir_in(root) else {
        return uncached();
    };
    make(partial.path())?;
    let partial_path = partial.keep();
    match std::fs::rename(&partial_path, &kept) {
        Ok(()) => Ok(kept),
        // Another run was faster.
        Err(_) if kept.is_dir() => {
            let _ = std::fs::remove_dir_all(&partial_path);
            Ok(kept)
        }
        Err(source) => {
            let _ = std::fs::remove_dir_all(&partial_path);
            Err(io("cannot create", &kept, source))
        }
    }
}

/// Returns the text that `make` returns, which is called once for each `key`, or each time if the
/// cache cannot be used.
///
/// # Errors
/// The errors of `make`.
pub(crate) fn text<E>(kind: &str, key: &[&str], make: impl FnOnce() -> Result<String, E>) -> Result<String, E> {
    const FILE: &str = "text";
    let folder = root().map(|root| root.join(format!("{kind}-{}", name(key))));
    if let Some(text) = folder.as_ref().and_then(|folder| std::fs::read_to_string(folder.join(FILE)).ok()) {
        return Ok(text);
    }
    let text = make()?;
    if let Some(folder) = folder {
        // If the text cannot be kept, the next run asks again.
        let keep = || -> std::io::Result<()> {
            std::fs::create_dir_all(&folder)?;
            let mut file = tempfile::NamedTempFile::new_in(&folder)?;
            file.write_all(text.as_bytes())?;
            file.persist(folder.join(FILE))?;
            Ok(())
        };
        let _ = keep();
    }
    Ok(text)
}

/// Returns the name of a key: the first 128 bits of SHA-256 over its parts, each preceded by its
/// length.
fn name(key: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in key {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hash.finalize().iter().take(16).map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tempfile::tempdir;

    use super::{clean, entries, folder_in};
    use crate::error::CosimError;

    fn make(folder: &Path) -> Result<(), CosimError> {
        std::fs::write(folder.join("part"), "text").unwrap();
        Ok(())
    }

    #[test]
    fn it_is_made_once_for_each_key() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let made = AtomicUsize::new(0);
        let count = |folder: &Path| {
            made.fetch_add(1, Ordering::Relaxed);
            make(folder)
        };
        let get = |key: &[&str]| folder_in(Some(root.path()), "part", key, scratch.path(), count).unwrap();
        let first = get(&["a", "b"]);
        assert_eq!(std::fs::read_to_string(first.join("part")).unwrap(), "text");
        assert_eq!(get(&["a", "b"]), first);
        assert_eq!(made.load(Ordering::Relaxed), 1);
        // The parts of a key do not run together.
        assert_ne!(get(&["ab", ""]), first);
        assert_eq!(made.load(Ordering::Relaxed), 2);
    }

    #[test]
    fn runs_at_the_same_time_share_one_whole_folder() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let slow = |folder: &Path| {
            std::thread::sleep(std::time::Duration::from_millis(50));
            make(folder)
        };
        let get = || folder_in(Some(root.path()), "part", &["key"], scratch.path(), slow).unwrap();
        let folders: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(get)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(folders.iter().all(|folder| *folder == folders[0] && folder.join("part").is_file()));
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 1, "nothing partial is left");
    }

    #[test]
    fn what_fails_leaves_nothing() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let fail = |folder: &Path| {
            make(folder)?;
            Err(CosimError::usage("no", "none"))
        };
        assert!(folder_in(Some(root.path()), "part", &["key"], scratch.path(), fail).is_err());
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
        assert!(folder_in(Some(root.path()), "part", &["key"], scratch.path(), make).is_ok());
    }

    #[test]
    fn without_a_usable_root_it_is_made_in_the_scratch_folder() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let file = root.path().join("file");
        std::fs::write(&file, "").unwrap();
        for root in [None, Some(&*file), Some(&*file.join("below"))] {
            let made = folder_in(root, "part", &["key"], scratch.path(), make).unwrap();
            assert!(made.starts_with(scratch.path()) && made.join("part").is_file());
        }
    }

    #[test]
    fn what_is_kept_is_listed_and_cleaned() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        assert_eq!(entries(&root.path().join("none")).unwrap(), []);
        std::fs::write(root.path().join("a-file"), "of someone else").unwrap();
        let kept = folder_in(Some(root.path()), "part", &["key"], scratch.path(), make).unwrap();
        let listed = entries(root.path()).unwrap();
        let found: Vec<_> = listed.iter().map(|entry| (entry.kind.as_str(), &entry.path, entry.bytes)).collect();
        assert_eq!(found, [("part", &kept, 4)]);
        let day = std::time::Duration::from_secs(86_400);
        assert_eq!(clean(root.path(), day).unwrap(), []);
        assert!(kept.is_dir());
        assert_eq!(clean(root.path(), std::time::Duration::ZERO).unwrap().len(), 1);
        assert!(!kept.exists() && root.path().join("a-file").is_file());
    }
}
