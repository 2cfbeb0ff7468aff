//! The files of the workspace.

use std::path::{Path, PathBuf};

/// The folders of files that are not sources.
const BUILT: [&str; 3] = ["target", "node_modules", "dist"];

/// Returns the folder that holds the workspace's Cargo.toml, for a test that cargo runs.
pub fn root() -> PathBuf {
    let own = std::env::var_os("CARGO_MANIFEST_DIR").expect("cargo says where the crate is");
    Path::new(&own).parent().expect("the crate is below the root").to_owned()
}

/// Returns every file below `folder` with one of these extensions, sorted by path. Skips what is
/// built, installed or hidden.
pub fn files(folder: &Path, extensions: &[&str]) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let entry = entry.expect("the folder can be read");
            let (path, name) = (entry.path(), entry.file_name().to_string_lossy().into_owned());
            // A symbolic link leads to a folder that is visited by its own name.
            let kind = entry.file_type().expect("the entry has a type");
            if kind.is_dir() && !name.starts_with('.') && !BUILT.contains(&&*name) {
                folders.push(path);
            } else if kind.is_file() && path.extension().is_some_and(|ext| extensions.iter().any(|&e| ext == e)) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

/// Returns the folders of the crates: those below the root that hold a Cargo.toml and a folder
/// `src`.
pub fn crates() -> Vec<PathBuf> {
    let manifests = files(&root(), &["toml"]);
    let folders = manifests.iter().filter(|path| path.ends_with("Cargo.toml")).filter_map(|path| path.parent());
    folders.filter(|folder| folder.join("src").is_dir()).map(Path::to_owned).collect()
}

/// Returns the text of a file. Some inputs of tests are not UTF-8 on purpose: their other bytes are
/// replaced.
pub fn text(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    String::from_utf8_lossy(&bytes).into_owned()
}
