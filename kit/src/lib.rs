//! A kit: a unit with its testbench, vectors and build files, in a folder that works without vidalu.
//!
//! - [`Request`] and [`Kit`]: what is wanted, and all files of the folder.
//! - `vectors`: the golden vectors, and where the bench finds their numbers.
//! - `bench`: the portable testbench, from `tb/kit/`.
//! - `flow`: the files for make, FuseSoC and Verilator.
//! - `picture` and `readme`: latency and handshake as a picture, and the page around it.
//!
//! The Verilog is what [`vidalu_gen::package`] writes; so are the rules for the folder. The same request gives the same bytes.

mod bench;
mod error;
mod flow;
mod picture;
mod readme;
mod vectors;

use std::path::Path;

use serde::Serialize;
use vidalu_gen::package::{Files, MANIFEST, Manifest, Package, write_files};
use vidalu_gen::{Config, Design, Target, WriteError, Written, generate};
use vidalu_sim::dut::Dut;
use vidalu_sim::subject::Subject;
use vidalu_vectors::Level;

pub use error::KitError;

/// What a kit is made of.
#[derive(Clone, Debug)]
pub struct Request {
    /// A unit.
    pub target: Target,
    /// Its configuration.
    pub config: Config,
    /// How the vectors are chosen: a file for each level.
    pub levels: Vec<Level>,
    /// The most vectors of a file.
    pub count: u64,
    /// The same seed gives the same vectors.
    pub seed: u64,
}

/// The files of a kit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kit {
    files: Files,
    /// Number of vectors in all.
    vectors: u64,
}

/// The unit of a kit, in the views that its files are made from.
struct Unit {
    design: Design,
    dut: Dut,
    subject: Box<dyn Subject>,
}

impl Unit {
    /// The name of the testbench's module.
    fn bench(&self) -> String {
        format!("{}_tb", self.design.top.name)
    }
}

/// The manifest of a kit: that of a generated folder, and how many vectors there are.
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
    /// The kit of a request. Vectors of the level coverage are chosen here, which takes seconds.
    ///
    /// # Errors
    /// A block, a configuration that the unit cannot have, a level that has no vectors for the unit.
    pub fn new(request: &Request) -> Result<Self, KitError> {
        let Request { target, config, .. } = request;
        if matches!(target, Target::Block(_)) {
            return Err(KitError::Block(*target));
        }
        let design = generate(*target, config)?;
        let (dut, subject) = Dut::with_subject(*target, config)?;
        let unit = Unit { design, dut, subject };
        let sets = vectors::make(request)?;

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

    /// The files by their path, the manifest among them.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// Number of vectors in all files.
    pub fn vectors(&self) -> u64 {
        self.vectors
    }

    /// Writes the kit to `folder`, which is new, empty, or was written by vidalu before; see [`write_files`].
    ///
    /// # Errors
    /// See [`WriteError`]; nothing has been changed unless the file system failed between two renames.
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

/// The text of a template, which a file ends with a line break.
fn render(template: &impl askama::Template) -> String {
    template.render().expect("writing to a string does not fail") + "\n"
}

/// The version that every file names.
const VERSION: &str = env!("CARGO_PKG_VERSION");
