//! The files of the package, the built library, and the tools of others.

use std::path::{Path, PathBuf};

/// A file of this package.
pub(crate) fn file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The folder in which cargo has put `libvidalu_golden`, the static and the shared one.
pub(crate) fn library() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    let folder = test.parent().expect("it is in a folder");
    for library in ["libvidalu_golden.a", SHARED] {
        assert!(folder.join(library).is_file(), "{library} is not in {}", folder.display());
    }
    folder.to_owned()
}

/// The file name of the shared library.
pub(crate) const SHARED: &str =
    if cfg!(target_os = "macos") { "libvidalu_golden.dylib" } else { "libvidalu_golden.so" };

/// Returns the folder of a test, with the static and the shared library in folders of their own, so
/// that a linker has no choice.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, library) in [("static", "libvidalu_golden.a"), ("shared", SHARED)] {
        let place = folder.path().join(name);
        std::fs::create_dir(&place).expect("the folder is new");
        std::os::unix::fs::symlink(self::library().join(library), place.join(library)).expect("the folder is new");
    }
    folder
}

/// Returns the first block in `language` of `docs/golden.md` below `heading`.
pub(crate) fn example(heading: &str, language: &str) -> String {
    vidalu_testkit::block(&read(&file("../../docs/golden.md")), heading, language).to_owned()
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}
