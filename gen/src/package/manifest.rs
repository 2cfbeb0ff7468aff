//! `manifest.json`: what was generated, from which configuration, and the digest of every file.

use std::path::{Component, Path};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::{Config, Design, SourceFile};

/// Name of the manifest in an output folder.
pub const MANIFEST: &str = "manifest.json";

const GENERATOR: &str = "vidalu";
const FORMAT_VERSION: u32 = 1;

#[derive(Serialize)]
struct Manifest<'a> {
    format_version: u32,
    generator: &'static str,
    version: &'static str,
    target: &'static str,
    top: &'a str,
    latency: u32,
    config: &'a Config,
    files: Vec<Entry>,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    path: String,
    sha256: String,
}

/// What must be known of a manifest to replace its files, whatever version wrote it.
#[derive(Deserialize)]
struct Known {
    format_version: u32,
    generator: String,
    files: Vec<Entry>,
}

/// The manifest of `files`.
pub(super) fn file(design: &Design, files: &[SourceFile]) -> SourceFile {
    let entry = |file: &SourceFile| Entry { path: file.path.clone(), sha256: sha256(file.text.as_bytes()) };
    let manifest = Manifest {
        format_version: FORMAT_VERSION,
        generator: GENERATOR,
        version: env!("CARGO_PKG_VERSION"),
        target: design.target.name(),
        top: &design.top.name,
        latency: design.latency,
        config: &design.config,
        files: files.iter().map(entry).collect(),
    };
    let mut text = serde_json::to_string_pretty(&manifest).expect("a manifest is plain data");
    text.push('\n');
    SourceFile { path: MANIFEST.to_owned(), text }
}

/// The paths that a manifest of ours lists; `Err` says why it is none.
pub(super) fn paths(text: &str) -> Result<Vec<String>, String> {
    let known: Known = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if known.generator != GENERATOR || known.format_version != FORMAT_VERSION {
        return Err(format!("it is of {} in format {}", known.generator, known.format_version));
    }
    let inside = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
    match known.files.iter().find(|entry| entry.path.is_empty() || !inside(&entry.path)) {
        Some(entry) => Err(format!("it lists `{}`, which is not in the folder", entry.path)),
        None => Ok(known.files.into_iter().map(|entry| entry.path).collect()),
    }
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_the_standard_one() {
        assert_eq!(sha256(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }

    #[test]
    fn a_manifest_that_reaches_outside_is_none_of_ours() {
        let with = |path: &str| {
            paths(&format!(r#"{{"format_version":1,"generator":"vidalu","files":[{{"path":"{path}","sha256":""}}]}}"#))
        };
        assert_eq!(with("rtl/a.v"), Ok(vec!["rtl/a.v".to_owned()]));
        for outside in ["../a.v", "/etc/passwd", "rtl/../../a.v", ""] {
            assert!(with(outside).is_err(), "{outside}");
        }
        assert!(paths(r#"{"format_version":1,"generator":"other","files":[]}"#).is_err());
        assert!(paths("{").is_err());
    }
}
