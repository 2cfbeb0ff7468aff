//! Compiled parts that no run changes, kept between runs: Verilator's runtime takes longer to compile than any model.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::io;
use crate::error::CosimError;

/// The folder with the kept parts: `VIDALU_CACHE_DIR`, else `vidalu` in the user's cache folder.
pub(super) fn root() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let user = || set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    set("VIDALU_CACHE_DIR").or_else(|| user().map(|user| user.join("vidalu")))
}

/// The folder below `root` that `make` fills, made once for each `key`.
///
/// It is filled under another name and then renamed: a run that is stopped leaves nothing half-made under the key, and
/// of two runs at once one wins and both use its folder. Without a root that can be written, it is made in `scratch`
/// each time.
pub(super) fn folder(
    root: Option<&Path>,
    key: &[&str],
    scratch: &Path,
    make: impl Fn(&Path) -> Result<(), CosimError>,
) -> Result<PathBuf, CosimError> {
    let Some(root) = root.filter(|root| std::fs::create_dir_all(root).is_ok()) else {
        return uncached(scratch, make);
    };
    let kept = root.join(name(key));
    if kept.is_dir() {
        return Ok(kept);
    }
    let Ok(partial) = tempfile::Builder::new().prefix("partial-").tempdir_in(root) else {
        return uncached(scratch, make);
    };
    make(partial.path())?;
    let partial_path = partial.keep();
    match std::fs::rename(&partial_path, &kept) {
        Ok(()) => Ok(kept),
        // Another run was first.
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

fn uncached(scratch: &Path, make: impl Fn(&Path) -> Result<(), CosimError>) -> Result<PathBuf, CosimError> {
    let folder = scratch.join("runtime");
    std::fs::create_dir_all(&folder).map_err(|source| io("cannot create", &folder, source))?;
    make(&folder)?;
    Ok(folder)
}

/// The name of a key: the first 128 bits of SHA-256 over its parts, each with its length.
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

    use super::folder;
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
        let get = |key: &[&str]| folder(Some(root.path()), key, scratch.path(), count).unwrap();
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
        let get = || folder(Some(root.path()), &["key"], scratch.path(), slow).unwrap();
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
            Err(CosimError::Usage("no".into()))
        };
        assert!(folder(Some(root.path()), &["key"], scratch.path(), fail).is_err());
        assert_eq!(std::fs::read_dir(root.path()).unwrap().count(), 0);
        assert!(folder(Some(root.path()), &["key"], scratch.path(), make).is_ok());
    }

    #[test]
    fn without_a_usable_root_it_is_made_in_the_scratch_folder() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let file = root.path().join("file");
        std::fs::write(&file, "").unwrap();
        for root in [None, Some(&*file), Some(&*file.join("below"))] {
            let made = folder(root, &["key"], scratch.path(), make).unwrap();
            assert!(made.starts_with(scratch.path()) && made.join("part").is_file());
        }
    }
}
