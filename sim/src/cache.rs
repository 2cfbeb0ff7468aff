//! The cache of compiled parts between runs. Each part has a folder, whose name is a hash of
//! everything that it was made from.
//!
//! What lies in the cache is executed, so it must be the user's own and whole: the cache folder
//! belongs to the user alone, and the seal of an entry has the checksums of its files.

mod list;
mod root;
mod seal;

pub use list::{Entry, clean, entries};
pub use root::root;

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};
use vidalu_gen::staging::StagedFolder;

use crate::error::{CosimError, ToolError};
use crate::files::{create_folder, io};

/// The kinds of entries. The name of an entry is its kind, a hyphen, and [`HASH`] hexadecimal
/// digits.
const KINDS: [&str; 9] = ["answer", "header", "library", "machine", "netlist", "runtime", "synthesis", "vpi", "vvp"];

/// The digits of a hash.
const HASH: usize = 32;

/// Returns the folder that `make` fills, which happens once for each `key`. An entry whose files
/// changed since is made again.
///
/// The folder is filled in a temporary one, flushed to the disk and then renamed. So a run that is
/// killed leaves no half-made entry, and the next run that makes an entry removes the rest. If two
/// runs make the same entry, one wins and both use its folder. Without a usable cache folder,
/// `make` fills a folder in `scratch` each time.
///
/// # Errors
/// The errors of `make`; if the cache folder could be changed by another user; or if `make` leaves
/// no file, or an empty one.
pub(crate) fn folder(
    kind: &'static str,
    key: &[&str],
    scratch: &Path,
    make: impl Fn(&Path) -> Result<(), CosimError>,
) -> Result<PathBuf, CosimError> {
    folder_in(root().as_deref(), kind, key, scratch, make)
}

fn folder_in(
    root: Option<&Path>,
    kind: &'static str,
    key: &[&str],
    scratch: &Path,
    make: impl Fn(&Path) -> Result<(), CosimError>,
) -> Result<PathBuf, CosimError> {
    if let Some(root) = root
        && root::open(root)?
    {
        let place = place(root, kind, key);
        if seal::is_intact(&place) {
            return Ok(place);
        }
        if let Ok(partial) = partial(root) {
            make(&partial.content())?;
            let kept = keep(&partial, &place).map_err(|source| io("cannot write", &partial.content(), source))?;
            return kept
                .map_or_else(|problem| Err(ToolError::BadOutput { tool: kind, problem }.into()), |()| Ok(place));
        }
    }
    let folder = scratch.join(kind);
    create_folder(&folder)?;
    make(&folder)?;
    Ok(folder)
}

/// Returns the text that `make` returns, which is called once for each `key`, or each time if the
/// cache cannot be used. A text that is not `good` is neither kept nor believed.
///
/// # Errors
/// The errors of `make`.
pub fn text<E>(
    kind: &'static str,
    key: &[&str],
    is_good: impl Fn(&str) -> bool,
    make: impl FnOnce() -> Result<String, E>,
) -> Result<String, E> {
    const FILE: &str = "text";
    let Some(root) = root().filter(|root| root::open(root).is_ok_and(|usable| usable)) else { return make() };
    let place = place(&root, kind, key);
    if seal::is_intact(&place)
        && let Ok(text) = std::fs::read_to_string(place.join(FILE))
        && is_good(&text)
    {
        return Ok(text);
    }
    let text = make()?;
    // If the text cannot be kept, the next run asks again.
    if is_good(&text)
        && let Ok(partial) = partial(&root)
        && std::fs::write(partial.content().join(FILE), &text).is_ok()
    {
        let _ = keep(&partial, &place);
    }
    Ok(text)
}

/// Creates a temporary folder, whose content becomes an entry.
fn partial(root: &Path) -> std::io::Result<StagedFolder> {
    let partial = StagedFolder::new(root)?;
    std::fs::create_dir(partial.content())?;
    Ok(partial)
}

/// Seals the content of a folder and moves it to its place. The inner error says why its files
/// cannot be an entry.
fn keep(partial: &StagedFolder, place: &Path) -> std::io::Result<Result<(), String>> {
    if let Err(problem) = seal::close(&partial.content())? {
        return Ok(Err(problem));
    }
    // A damaged entry makes room, unless another run was faster.
    if place.exists()
        && !seal::is_intact(place)
        && let Err(error) = list::remove(place)
        && error.kind() != ErrorKind::NotFound
    {
        return Err(error);
    }
    match std::fs::rename(partial.content(), place) {
        // Another run was faster.
        Err(_) if seal::is_intact(place) => Ok(Ok(())),
        renamed => renamed.map(Ok),
    }
}

/// Returns the folder of an entry.
fn place(root: &Path, kind: &str, key: &[&str]) -> PathBuf {
    debug_assert!(KINDS.contains(&kind), "{kind} is not listed");
    root.join(format!("{kind}-{}", name(key)))
}

/// Returns the name of a key: the first 128 bits of SHA-256 over its parts, each preceded by its
/// length.
fn name(key: &[&str]) -> String {
    let mut hash = Sha256::new();
    for part in key {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part.as_bytes());
    }
    hex(&hash.finalize()[..HASH / 2])
}

/// Returns bytes in lower-case hexadecimal.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::path::{Path, PathBuf};
    use std::sync::atomic::{AtomicUsize, Ordering};

    use tempfile::tempdir;

    use super::{clean, entries, folder_in, root};
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
        let get = |key: &[&str]| folder_in(Some(root.path()), "vvp", key, scratch.path(), count).unwrap();
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
        let get = || folder_in(Some(root.path()), "vvp", &["key"], scratch.path(), slow).unwrap();
        let folders: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(get)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(folders.iter().all(|folder| *folder == folders[0] && folder.join("part").is_file()));
        assert_eq!(entries(root.path()).unwrap().len(), 1, "nothing partial is left");
    }

    #[test]
    fn what_fails_leaves_nothing() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let fail = |folder: &Path| {
            make(folder)?;
            Err(CosimError::usage("no", "none"))
        };
        assert!(folder_in(Some(root.path()), "vvp", &["key"], scratch.path(), fail).is_err());
        assert_eq!(entries(root.path()).unwrap(), []);
        assert!(folder_in(Some(root.path()), "vvp", &["key"], scratch.path(), make).is_ok());
    }

    #[test]
    fn without_a_usable_root_it_is_made_in_the_scratch_folder() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let file = root.path().join("file");
        std::fs::write(&file, "").unwrap();
        for root in [None, Some(&*file), Some(&*file.join("below"))] {
            let made = folder_in(root, "vvp", &["key"], scratch.path(), make).unwrap();
            assert!(made.starts_with(scratch.path()) && made.join("part").is_file());
        }
    }

    /// Makes one entry and returns its folder.
    fn one(root: &Path, scratch: &Path) -> PathBuf {
        folder_in(Some(root), "vvp", &["key"], scratch, make).unwrap()
    }

    #[test]
    fn what_is_kept_is_listed_and_cleaned() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        assert_eq!(entries(&root.path().join("none")).unwrap(), []);
        let kept = one(root.path(), scratch.path());
        let listed = entries(root.path()).unwrap();
        let found: Vec<_> = listed.iter().map(|entry| (entry.kind.as_str(), &entry.path)).collect();
        assert_eq!(found, [("vvp", &kept)]);
        assert!(listed[0].bytes > 64, "the part and its seal");
        let day = std::time::Duration::from_secs(86_400);
        assert_eq!(clean(root.path(), day).unwrap(), Some(vec![]));
        assert!(kept.is_dir());
        assert_eq!(clean(root.path(), std::time::Duration::ZERO).unwrap().unwrap().len(), 1);
        assert!(!kept.exists());
    }

    /// A run that is killed leaves its folder, which the next run that makes an entry removes. The
    /// folder of a run that goes on stays.
    #[test]
    fn what_a_killed_run_left_is_removed() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let left = root.path().join(".vidalu-0123456789abcdEF");
        std::fs::create_dir_all(left.join("content")).unwrap();
        std::fs::write(left.join("content/part"), "half").unwrap();
        let living = super::partial(root.path()).unwrap();
        assert!(!left.exists() && living.content().is_dir());
        std::fs::create_dir_all(left.join("content")).unwrap();
        assert_eq!(entries(root.path()).unwrap().len(), 2, "they are listed");
        one(root.path(), scratch.path());
        assert!(!left.exists() && living.content().is_dir());
    }

    /// Folders and files of other programs stay, whatever their names have in common with entries.
    #[test]
    fn only_entries_are_removed() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let hash = "0123456789abcdef0123456789abcdef";
        let foreign = [
            "my-project".to_owned(),
            format!("vvp-{hash}0"),
            format!("vvp-{}", hash.to_uppercase()),
            format!("photos-{hash}"),
            "partial-".to_owned(),
            "partial-work.of.mine".to_owned(),
            ".vidalu-work".to_owned(),
        ];
        for name in &foreign {
            std::fs::create_dir(root.path().join(name)).unwrap();
        }
        std::fs::write(root.path().join(format!("vpi-{hash}")), "a file").unwrap();
        let elsewhere = tempdir().unwrap();
        std::os::unix::fs::symlink(elsewhere.path(), root.path().join(format!("library-{hash}"))).unwrap();
        one(root.path(), scratch.path());
        for name in ["partial-Ab3xyZ", ".vidalu-0123456789abcdEF"] {
            std::fs::create_dir_all(root.path().join(name).join("content")).unwrap();
        }
        assert_eq!(clean(root.path(), std::time::Duration::ZERO).unwrap().unwrap().len(), 3);
        assert!(foreign.iter().all(|name| root.path().join(name).is_dir()));
        assert!(root.path().join(format!("vpi-{hash}")).is_file() && elsewhere.path().is_dir());
        assert!(root.path().join(format!("library-{hash}")).is_symlink());
    }

    /// A damage of any kind: changed, cut, emptied, missing, one file more, a broken seal.
    #[test]
    fn a_damaged_entry_is_made_again() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let kept = one(root.path(), scratch.path());
        let damages: [(&str, Option<&str>); 6] = [
            ("part", Some("texT")),
            ("part", Some("te")),
            ("part", Some("")),
            ("part", None),
            ("more", Some("text")),
            ("SHA256SUMS", Some("")),
        ];
        for (file, content) in damages {
            let path = kept.join(file);
            content.map_or_else(|| std::fs::remove_file(&path), |text| std::fs::write(&path, text)).unwrap();
            assert_eq!(one(root.path(), scratch.path()), kept);
            assert_eq!(std::fs::read_to_string(kept.join("part")).unwrap(), "text", "{file}: {content:?}");
            assert!(!kept.join("more").exists());
        }
        assert_eq!(entries(root.path()).unwrap().len(), 1);
    }

    #[test]
    fn a_tool_that_writes_nothing_leaves_no_entry() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let empty = |folder: &Path| {
            std::fs::write(folder.join("part"), "").unwrap();
            Ok(())
        };
        let nothing = |_: &Path| Ok(());
        for (make, problem) in [(&empty as &dyn Fn(&Path) -> _, "part is empty"), (&nothing, "wrote no file")] {
            let error = folder_in(Some(root.path()), "vvp", &["key"], scratch.path(), make).unwrap_err();
            assert!(error.to_string().contains(problem), "{error}");
            assert_eq!(entries(root.path()).unwrap(), []);
        }
        one(root.path(), scratch.path());
    }

    #[test]
    fn a_folder_that_others_can_write_to_is_refused() {
        let scratch = tempdir().unwrap();
        let mode = |mode| {
            let root = tempdir().unwrap();
            std::fs::set_permissions(root.path(), std::fs::Permissions::from_mode(mode)).unwrap();
            let made = folder_in(Some(root.path()), "vvp", &["key"], scratch.path(), make);
            (made.map_err(|error| error.to_string()), root.path().metadata().unwrap().mode() & 0o777)
        };
        for open in [0o777, 0o770, 0o702] {
            let error = mode(open).0.unwrap_err();
            assert!(error.contains(&format!("can be written by other users (mode {open:o})")), "{error}");
        }
        for closed in [0o755, 0o700] {
            let (made, left) = mode(closed);
            assert!(made.is_ok() && left == 0o700, "{made:?}");
        }
    }

    #[test]
    fn a_new_folder_is_private_and_tagged() {
        let (above, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let root = above.path().join("cache");
        one(&root, scratch.path());
        assert_eq!(root.metadata().unwrap().mode() & 0o777, 0o700);
        let tag = std::fs::read_to_string(root.join("CACHEDIR.TAG")).unwrap();
        assert!(tag.starts_with("Signature: 8a477f597d28d172789f06886806bc55\n"), "{tag}");
    }

    #[test]
    fn a_cache_in_use_is_not_cleaned() {
        let (root, scratch) = (tempdir().unwrap(), tempdir().unwrap());
        let kept = one(root.path(), scratch.path());
        let other = std::fs::File::open(root.path().join("CACHEDIR.TAG")).unwrap();
        other.lock_shared().unwrap();
        assert_eq!(clean(root.path(), std::time::Duration::ZERO).unwrap(), None);
        assert!(kept.is_dir());
        drop(other);
        assert!(clean(root.path(), std::time::Duration::ZERO).unwrap().is_some());
        assert!(root::open(root.path()).unwrap());
    }
}
