//! Compiled parts that no run changes, kept between runs: Verilator's runtime takes longer to compile than any model.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::io;
use crate::error::CosimError;

/// The folder with the kept parts: `VIDALU_CACHE_DIR`, else `vidalu` in the user's cache folder.
fn root() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let user = || set("XDG_CACHE_HOME").or_else(|| set("HOME").map(|home| home.join(".cache")));
    set("VIDALU_CACHE_DIR").or_else(|| user().map(|user| user.join("vidalu")))
}

/// The folder that `make` fills, made once for each `key` on this machine.
///
/// It is filled under another name and then renamed: a run that is stopped leaves nothing half-made under the key, and
/// of two runs at once one wins and both use its folder. Without a cache folder that can be written, it is made in
/// `scratch` each time.
pub(super) fn folder(
    key: &[&str],
    scratch: &Path,
    make: impl Fn(&Path) -> Result<(), CosimError>,
) -> Result<PathBuf, CosimError> {
    let Some(root) = root().filter(|root| std::fs::create_dir_all(root).is_ok()) else {
        return uncached(scratch, make);
    };
    let kept = root.join(name(key));
    if kept.is_dir() {
        return Ok(kept);
    }
    let Ok(partial) = tempfile::Builder::new().prefix("partial-").tempdir_in(&root) else {
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
