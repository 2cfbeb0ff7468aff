//! Temporary folders, whose content becomes an output or is removed.
//!
//! A process that is killed leaves its folder behind, so the next one that needs a folder in the
//! same place removes it. The owner locks its folder, which tells it from a leftover.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

use tempfile::{Builder, TempDir};

/// The beginning of the names.
const PREFIX: &str = ".vidalu-";

/// The number of random letters and digits after the prefix.
const RANDOM: usize = 16;

/// The number of temporary folders of this process.
static FOLDERS: AtomicUsize = AtomicUsize::new(0);

/// Returns whether this process has temporary folders, so that a signal must not end it at once.
pub fn is_staging() -> bool {
    FOLDERS.load(Ordering::SeqCst) > 0
}

/// A temporary folder, which only its owner can read. It is removed with the value.
#[derive(Debug)]
pub struct StagedFolder {
    // In this order: the folder is removed before the lock is released and the folder not counted.
    folder: TempDir,
    _lock: File,
    _count: Count,
}

impl StagedFolder {
    /// Creates a temporary folder in `parent`, and removes those of dead processes there.
    ///
    /// # Errors
    /// If `parent` cannot be written.
    pub fn new(parent: &Path) -> io::Result<Self> {
        let count = Count::new();
        remove_leftovers(parent);
        loop {
            let folder = Builder::new().prefix(PREFIX).rand_bytes(RANDOM).tempdir_in(parent);
            // The error itself would name the temporary folder, which nobody knows.
            let folder = folder.map_err(|error| fs::metadata(parent).err().unwrap_or_else(|| error.kind().into()))?;
            // Until it is locked, another process may take the folder for a leftover. Some network
            // file systems have no locks, but then nobody removes it either.
            let lock = File::open(folder.path()).inspect(|folder| drop(folder.lock()));
            match lock {
                Ok(lock) if folder.path().exists() => return Ok(Self { folder, _lock: lock, _count: count }),
                Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
                _ => {}
            }
        }
    }

    /// Returns the path of the folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Returns a path in the folder for a file or folder that becomes the output by a rename. It
    /// has the usual permissions then.
    pub fn content(&self) -> PathBuf {
        self.path().join("content")
    }
}

/// Counts a folder from before it is created until it is removed.
#[derive(Debug)]
struct Count;

impl Count {
    fn new() -> Self {
        FOLDERS.fetch_add(1, Ordering::SeqCst);
        Self
    }
}

impl Drop for Count {
    fn drop(&mut self) {
        FOLDERS.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Returns the folder in which the temporary folder of a path lies, if a part of the path has the
/// name of one. Messages name it, because nobody knows the temporary folder.
pub fn parent_of_staged(path: &Path) -> Option<&Path> {
    let staged = path.ancestors().find(|part| part.file_name().is_some_and(is_staged))?;
    staged.parent()
}

/// Returns whether a name has the form of a temporary folder.
pub fn is_staged(name: &OsStr) -> bool {
    let random = name.to_str().and_then(|name| name.strip_prefix(PREFIX));
    random.is_some_and(|random| random.len() == RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric()))
}

/// Removes the folders that dead processes left. Failures do not matter: the output can be written
/// beside a leftover.
fn remove_leftovers(parent: &Path) {
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_staged(&entry.file_name())) {
        // Not a link, and nothing that `File::open` waits for.
        if entry.file_type().is_ok_and(|kind| kind.is_dir())
            && let Ok(folder) = File::open(entry.path())
            && folder.try_lock().is_ok()
        {
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use tempfile::tempdir;

    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<_> = names.collect();
        names.sort();
        names
    }

    #[test]
    fn folders_of_the_dead_are_removed_and_nothing_else() {
        let (parent, elsewhere) = (tempdir().unwrap(), tempdir().unwrap());
        let at = |name: &str| parent.path().join(name);
        fs::create_dir_all(at(".vidalu-0123456789abcdEF/content/rtl")).unwrap();
        fs::write(at(".vidalu-0123456789abcdEF/content/rtl/a.v"), "half").unwrap();
        fs::write(elsewhere.path().join("precious"), "mine").unwrap();
        symlink(elsewhere.path(), at(".vidalu-0123456789abcdEF/content/link")).unwrap();
        let kept = [".vidalu-backup", ".vidalu-file567890abcdEF", ".vidalu-link567890abcdEF"];
        fs::create_dir(at(kept[0])).unwrap();
        fs::write(at(kept[1]), "mine").unwrap();
        symlink(elsewhere.path(), at(kept[2])).unwrap();
        drop(StagedFolder::new(parent.path()).unwrap());
        assert_eq!(names(parent.path()), kept);
        assert_eq!(names(elsewhere.path()), ["precious"]);
    }

    #[test]
    fn folders_of_the_living_stay() {
        let parent = tempdir().unwrap();
        let living = StagedFolder::new(parent.path()).unwrap();
        assert!(is_staged(living.path().file_name().unwrap()));
        drop(StagedFolder::new(parent.path()).unwrap());
        assert!(living.path().is_dir());
        // Without its owner it is a leftover.
        drop(living._lock);
        let dead = living.folder.keep();
        drop(StagedFolder::new(parent.path()).unwrap());
        assert!(!dead.exists());
    }

    #[test]
    fn many_at_once_do_not_remove_each_other() {
        let parent = tempdir().unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    for _ in 0..100 {
                        let folder = StagedFolder::new(parent.path()).unwrap();
                        fs::write(folder.content(), "mine").unwrap();
                        assert!(folder.content().is_file());
                    }
                });
            }
        });
        assert_eq!(names(parent.path()), Vec::<String>::new());
    }
}
