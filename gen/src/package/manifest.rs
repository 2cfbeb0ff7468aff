//! The manifest of a generated folder.

use std::path::{Component, Path};

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::Files;
use crate::{Config, Design, Wrapper};

/// The manifest of a folder: the unit, its configuration, and the checksum of every file except the
/// manifest itself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of this format: 1.
    pub format_version: u32,
    /// Always `vidalu`: tells our manifests from other files of the name.
    pub generator: String,
    /// Version of the generator.
    pub version: String,
    /// The unit or block.
    pub unit: String,
    /// The bus of the wrapper, if the unit is wrapped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wrapper: Option<Wrapper>,
    /// Name of the top module.
    pub top: String,
    /// Latency in clock cycles.
    pub latency: u32,
    /// The whole effective configuration.
    pub config: Config,
    /// The files, by path.
    pub files: Vec<FileRecord>,
}

/// One file of a folder that vidalu wrote.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileRecord {
    /// Path in the folder, with `/` between its parts.
    pub path: String,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 of the content, in lower-case hexadecimal.
    pub sha256: String,
}

impl FileRecord {
    /// The record of a file with this content.
    pub fn of(path: &str, content: &[u8]) -> Self {
        Self { path: path.to_owned(), bytes: content.len() as u64, sha256: sha256(content) }
    }
}

impl Manifest {
    /// The present version of the format.
    const FORMAT_VERSION: u32 = 1;
    const GENERATOR: &str = "vidalu";

    /// Returns the manifest of a design whose folder has these files besides the manifest.
    pub fn new(design: &Design, files: &Files) -> Self {
        Self {
            format_version: Self::FORMAT_VERSION,
            generator: Self::GENERATOR.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            unit: design.target.name().to_owned(),
            wrapper: design.wrapped.as_ref().map(|wrapped| wrapped.wrapper),
            top: design.top.name.clone(),
            latency: design.latency,
            config: design.config.clone(),
            files: files.iter().map(|(path, text)| FileRecord::of(path, text.as_bytes())).collect(),
        }
    }

    pub(super) fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).expect("a manifest is plain data");
        text.push('\n');
        text
    }

    /// Returns the text of a journal: like a manifest, but only with the files.
    pub(super) fn journal(files: &[FileRecord]) -> String {
        #[derive(Serialize)]
        struct Journal<'a> {
            generator: &'a str,
            files: &'a [FileRecord],
        }
        serde_json::to_string(&Journal { generator: Self::GENERATOR, files }).expect("a journal is plain data")
    }

    /// The paths and checksums in the text of a manifest of ours, of any version; `None` if it is
    /// none, or names a file outside its folder.
    ///
    /// The configuration is not read: a later version may have other keys.
    pub(super) fn files_of(text: &str) -> Option<Vec<FileRecord>> {
        #[derive(Deserialize)]
        struct Files {
            generator: String,
            files: Vec<FileRecord>,
        }
        let known: Files = serde_json::from_str(text).ok()?;
        let is_inside = |path: &str| Path::new(path).components().all(|part| matches!(part, Component::Normal(_)));
        let ours = known.generator == Self::GENERATOR && known.files.iter().all(|file| is_inside(&file.path));
        ours.then_some(known.files)
    }
}

/// SHA-256 in lower-case hexadecimal.
pub(super) fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
