use std::path::Path;

use serde::Serialize;
use vidalu_gen::package::{Files, MANIFEST, Manifest, Package, write_files};
use vidalu_gen::{Design, Target, WriteError, Written, generate, wrap};
use vidalu_sim::Dut;
use vidalu_vectors::Level;

use crate::error::KitError;
use crate::request::Request;
use crate::unit::KitUnit;
use crate::{bench, flow, readme, vectors};

/// The files of a kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    files: Files,
    vectors: u64,
}

/// The manifest of a kit: that of a generated folder with a record for each file of vectors.
#[derive(Serialize)]
struct KitManifest {
    #[serde(flatten)]
    manifest: Manifest,
    vectors: Vec<VectorsRecord>,
}

#[derive(Serialize)]
struct VectorsRecord {
    path: String,
    level: Level,
    seed: u64,
    count: u64,
}

impl Kit {
    /// Generates the kit of a request. Choosing vectors of the level coverage takes seconds.
    ///
    /// # Errors
    /// Returns an error for a configuration that the unit cannot have, and for a level that has no
    /// vectors for the unit or block.
    pub fn new(request: &Request) -> Result<Self, KitError> {
        let Request { target, wrapper, config, .. } = request;
        let design = match (wrapper, target) {
            (Some(wrapper), Target::Unit(unit)) => wrap(*wrapper, *unit, config)?,
            _ => generate(*target, config)?,
        };
        let (dut, subject) = Dut::with_subject(*target, &design.config)?;
        let unit = KitUnit { design, dut, subject };
        let sets = vectors::make(request, &unit.design.config)?;

        let package = Package::new(&unit.design);
        let own = ["Makefile", "vidalu.core", MANIFEST];
        let kept = package.files().iter().filter(|(path, _)| !own.contains(&path.as_str()));
        let mut files: Files = kept.map(|(path, text)| (path.clone(), text.clone())).collect();
        files.extend(bench::files(&unit, &sets));
        files.extend(flow::files(&unit, &sets));
        files.extend(readme::files(&unit, &sets, package.files()));
        for set in &sets {
            files.insert(set.path(), set.text.clone());
            files.insert(format!("{}.manifest.json", set.path()), set.manifest.clone());
        }
        let manifest = manifest(&unit.design, &files, &sets, request.seed);
        files.insert(MANIFEST.to_owned(), manifest);
        Ok(Self { files, vectors: sets.iter().map(|set| set.count).sum() })
    }

    /// Returns the files by their path in the folder, including the manifest.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// Returns the number of vectors in all files together.
    pub fn vectors(&self) -> u64 {
        self.vectors
    }

    /// Writes the kit to `folder`, which must be new, empty, or written by vidalu before; see
    /// [`write_files`].
    ///
    /// # Errors
    /// See [`WriteError`]. The folder is unchanged then, unless the file system failed between two
    /// renames.
    pub fn write(&self, folder: &Path) -> Result<Written, WriteError> {
        write_files(&self.files, folder)
    }
}

fn manifest(design: &Design, files: &Files, sets: &[vectors::VectorFile], seed: u64) -> String {
    let record =
        |set: &vectors::VectorFile| VectorsRecord { path: set.path(), level: set.level, seed, count: set.count };
    let manifest = KitManifest { manifest: Manifest::new(design, files), vectors: sets.iter().map(record).collect() };
    serde_json::to_string_pretty(&manifest).expect("a manifest is plain data") + "\n"
}
