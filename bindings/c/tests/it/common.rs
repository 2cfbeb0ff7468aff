//! The files of the package, the built library, and the tools of others.

use std::path::{Path, PathBuf};
use std::process::Command;

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

/// The folder of a test, with the static and the shared library in folders of their own, so that a linker has no choice.
pub(crate) fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder can be made");
    for (name, library) in [("static", "libvidalu_golden.a"), ("shared", SHARED)] {
        let place = folder.path().join(name);
        std::fs::create_dir(&place).expect("the folder is new");
        std::os::unix::fs::symlink(self::library().join(library), place.join(library)).expect("the folder is new");
    }
    folder
}

/// The first block of a language in `docs/golden.md` after the heading `under`.
pub(crate) fn example(under: &str, language: &str) -> String {
    let text = read(&file("../../docs/golden.md"));
    let part = text.split(&format!("\n## {under}\n")).nth(1).unwrap_or_else(|| panic!("no heading {under}"));
    let block = part.split(&format!("\n```{language}\n")).nth(1).unwrap_or_else(|| panic!("no {language} block"));
    block.split("```").next().expect("a block ends").to_owned()
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The standard output of a command that succeeds.
pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("it is text")
}

/// Whether these programs are on PATH. If not, the test that asked is skipped with a printed reason, and fails where CI is
/// set: there nothing may be missing.
pub(crate) fn have(names: &[&str]) -> bool {
    let missing = names.iter().find(|name| which::which(name).is_err());
    if let Some(name) = missing {
        assert!(std::env::var_os("CI").is_none(), "{name} is missing, and CI is set");
        eprintln!("SKIPPED: {name} is missing");
    }
    missing.is_none()
}
