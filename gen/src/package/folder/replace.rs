//! Replacing the files of a folder, one by one: a process that is killed meanwhile leaves no
//! mixture.
//!
//! First the journal is put into the folder. Then the manifest and all old files that differ are
//! taken away, and only then the new ones are put into the folder, the manifest last. At each
//! moment, the files in the folder belong to one version, and a list that names more of them than
//! there are does not compile. A folder with a journal is not complete for vidalu.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::{fs, io};

use super::super::manifest::{FileRecord, sha256};
use super::super::{Files, JOURNAL, MANIFEST, Manifest};
use super::{WriteError, io_error, put, stage};
use crate::staging::StagedFolder;

/// The steps from the files that are in a folder to the new ones, which are staged.
pub(super) struct Replacement {
    folder: PathBuf,
    staging: StagedFolder,
    steps: Vec<Step>,
}

/// A change of the folder that happens wholly or not at all.
enum Step {
    Remove(String),
    Put(String),
}

/// Checks that all files to be replaced are ours, and stages the new ones. `known` are the records
/// of our files in the folder.
pub(super) fn prepare(files: &Files, folder: &Path, known: Vec<FileRecord>) -> Result<Replacement, WriteError> {
    let mut hashes = BTreeMap::<_, Vec<_>>::new();
    for record in known.iter().filter(|record| ![MANIFEST, JOURNAL].contains(&record.path.as_str())) {
        hashes.entry(record.path.clone()).or_default().push(record.sha256.as_str());
    }
    let (mut gone, mut changed) = (Vec::new(), Vec::new());
    let new = files.keys().filter(|path| *path != MANIFEST);
    for path in hashes.keys().chain(new).collect::<BTreeSet<_>>() {
        refuse_link(folder, path)?;
        let (found, text) = (content(&folder.join(path))?, files.get(path));
        if found.as_deref() == text.map(String::as_bytes) {
            continue;
        }
        if let Some(found) = found {
            if !hashes.get(path).is_some_and(|known| known.contains(&sha256(&found).as_str())) {
                return Err(WriteError::Changed(folder.join(path)));
            }
            gone.push(path.clone());
        }
        changed.extend(text.map(|_| path.clone()));
    }
    let fresh = files.iter().map(|(path, text)| FileRecord::of(path, text.as_bytes()));
    let ours: BTreeSet<_> = known.into_iter().chain(fresh).collect();
    let journal = Manifest::journal(&ours.into_iter().collect::<Vec<_>>());
    let staging = stage(files, folder, folder)?;
    put(&staging, JOURNAL, &journal).map_err(io_error("write", &folder.join(JOURNAL)))?;

    let [manifest, journal] = [MANIFEST, JOURNAL].map(str::to_owned);
    let mut steps = vec![Step::Put(journal.clone()), Step::Remove(manifest.clone())];
    steps.extend(gone.into_iter().map(Step::Remove));
    steps.extend(changed.into_iter().map(Step::Put));
    steps.extend([Step::Put(manifest), Step::Remove(journal)]);
    Ok(Replacement { folder: folder.to_owned(), staging, steps })
}

impl Replacement {
    /// Takes all steps.
    pub(super) fn run(self) -> Result<(), WriteError> {
        self.begin(self.steps.len())
    }

    /// Takes the first steps.
    fn begin(&self, count: usize) -> Result<(), WriteError> {
        self.steps[..count].iter().try_for_each(|step| match step {
            Step::Remove(path) => {
                let place = self.folder.join(path);
                match fs::remove_file(&place) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => Err(io_error("remove", &place)(error)),
                    _ => Ok(()),
                }
            }
            Step::Put(path) => {
                let place = self.folder.join(path);
                if let Some(parent) = place.parent() {
                    fs::create_dir_all(parent).map_err(io_error("create", parent))?;
                }
                fs::rename(self.staging.content().join(path), &place).map_err(io_error("write", &place))
            }
        })
    }
}

/// Refuses a path in `folder` of which a part is a link.
fn refuse_link(folder: &Path, path: &str) -> Result<(), WriteError> {
    let mut place = folder.to_owned();
    for part in Path::new(path) {
        place.push(part);
        if place.is_symlink() {
            return Err(WriteError::Link(place));
        }
    }
    Ok(())
}

/// Returns the content of a file; `None` if the file does not exist.
fn content(place: &Path) -> Result<Option<Vec<u8>>, WriteError> {
    match fs::read(place) {
        Ok(content) => Ok(Some(content)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(io_error("read", place)(error)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::{inspect, write_files};
    use super::*;

    /// Returns a folder's files: some are the same in all versions, some differ, and one exists in
    /// this version only.
    fn version(name: &str) -> Files {
        let [own, text] = [format!("rtl/only_{name}.v"), format!("module {name}; endmodule\n")];
        let mut files = Files::from([
            ("filelist.f".to_owned(), format!("rtl/common.v\nrtl/top.v\n{own}\n")),
            ("rtl/common.v".to_owned(), "module common; endmodule\n".to_owned()),
            ("rtl/top.v".to_owned(), text.clone()),
            (own, text),
        ]);
        let records: Vec<_> = files.iter().map(|(path, text)| FileRecord::of(path, text.as_bytes())).collect();
        files.insert(MANIFEST.to_owned(), Manifest::journal(&records));
        files
    }

    /// Returns all files in a folder but those that are staged.
    fn files_in(folder: &Path) -> Files {
        let names = ["", "rtl"].map(|below| fs::read_dir(folder.join(below)).into_iter().flatten());
        let paths = names.into_iter().flatten().map(|entry| entry.unwrap().path()).filter(|path| path.is_file());
        let name = |path: &Path| path.strip_prefix(folder).unwrap().to_str().unwrap().to_owned();
        paths.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
    }

    fn is_part(part: &Files, whole: &Files) -> bool {
        let others = ["notes.txt", MANIFEST, JOURNAL];
        part.iter().all(|(path, text)| others.contains(&path.as_str()) || whole.get(path) == Some(text))
    }

    #[test]
    fn a_folder_is_never_a_mixture_and_is_completed_by_the_next_run() {
        let [old, new, other] = ["old", "new", "other"].map(version);
        for was_empty in [true, false] {
            let mut count = 0;
            loop {
                let folder = tempfile::tempdir().unwrap();
                if !was_empty {
                    write_files(&old, folder.path()).unwrap();
                    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
                }
                let own: Files = files_in(folder.path()).into_iter().filter(|(path, _)| path == "notes.txt").collect();
                let known = inspect(folder.path()).unwrap().unwrap_or_default();
                let replacement = prepare(&new, folder.path(), known).unwrap();
                replacement.begin(count).unwrap();
                let half = files_in(folder.path());
                assert!(is_part(&half, &old) || is_part(&half, &new), "after {count} steps: {half:?}");
                if half.contains_key(MANIFEST) && !half.contains_key(JOURNAL) {
                    let whole = if half[MANIFEST] == new[MANIFEST] { &new } else { &old };
                    assert!(whole.keys().all(|path| half.contains_key(path)), "after {count} steps: {half:?}");
                }
                // A process that is killed leaves its staged files.
                let last = replacement.steps.len();
                std::mem::forget(replacement.staging);
                let next = if count % 2 == 0 { &new } else { &other };
                write_files(next, folder.path()).unwrap();
                let expected: Files = next.clone().into_iter().chain(own).collect();
                assert_eq!(files_in(folder.path()), expected, "after {count} steps");
                count += 1;
                if count > last {
                    break;
                }
            }
        }
    }

    #[test]
    fn eight_writers_of_one_folder_leave_a_whole_one() {
        let versions: Vec<_> = (0..8).map(|number| version(&format!("m{number}"))).collect();
        for is_new in [true, false] {
            let parent = tempfile::tempdir().unwrap();
            let folder = parent.path().join("out");
            if !is_new {
                write_files(&version("old"), &folder).unwrap();
            }
            std::thread::scope(|scope| {
                for version in &versions {
                    scope.spawn(|| write_files(version, &folder).unwrap());
                }
            });
            let found = files_in(&folder);
            assert!(versions.contains(&found), "{found:?}");
            assert_eq!(fs::read_dir(parent.path()).unwrap().count(), 1);
        }
    }

    #[test]
    fn an_edited_file_in_a_half_written_folder_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        write_files(&version("old"), folder.path()).unwrap();
        let known = inspect(folder.path()).unwrap().unwrap();
        prepare(&version("new"), folder.path(), known).unwrap().begin(2).unwrap();
        fs::write(folder.path().join("rtl/top.v"), "// my fix\n").unwrap();
        let error = write_files(&version("new"), folder.path()).unwrap_err();
        assert!(matches!(error, WriteError::Changed(_)), "{error}");
        assert_eq!(fs::read_to_string(folder.path().join("rtl/top.v")).unwrap(), "// my fix\n");
    }
}
