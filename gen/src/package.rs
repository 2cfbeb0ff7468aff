//! The folder that `vidalu gen` writes: the sources and all that a flow needs around them.

mod folder;
mod ipxact;
mod manifest;
mod text;

pub use folder::{WriteError, Written, write_files};
pub use manifest::{FileRecord, Manifest};
pub use text::FAMILIES;

use std::collections::BTreeMap;
use std::path::Path;

use crate::Design;

/// All files of a folder, by their path in it, with `/` between its parts.
pub type Files = BTreeMap<String, String>;

/// Name of the manifest, in the folder.
pub const MANIFEST: &str = "manifest.json";

/// Name of a file that is in a folder while its files are replaced. It names all files that are
/// ours meanwhile, so that the next run completes the folder.
pub const JOURNAL: &str = "manifest.partial.json";

/// All files of a generated folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Package {
    files: Files,
    manifest: Manifest,
}

impl Package {
    /// The package of a design: the same configuration gives the same bytes.
    pub fn new(design: &Design) -> Self {
        let config = &design.config;
        let sources: Vec<_> = design.files.iter().map(|source| source.path.clone()).collect();
        let mut files: BTreeMap<_, _> =
            design.files.iter().map(|source| (source.path.clone(), source.text.clone())).collect();
        files.insert("filelist.f".to_owned(), text::filelist(&sources));
        files.insert("vidalu.core".to_owned(), text::core(&design.top, config, &sources));
        files.insert(config.defs(), text::defs(config));
        files.insert("Makefile".to_owned(), text::makefile(&design.top, config, &sources));
        files.insert(format!("{}.sdc", design.top.name), text::constraints(design));
        files.insert(format!("{}.xml", design.top.name), ipxact::component(design));
        files.insert("ports.md".to_owned(), text::ports(design));
        files.insert("control_word.md".to_owned(), text::control_word(config));
        files.insert("config.toml".to_owned(), design.config_file().to_toml());
        let wrapped = design.wrapped.iter();
        let documents = wrapped.flat_map(|wrapped| wrapped.documents.iter().chain([&wrapped.host.file]));
        files.extend(documents.map(|document| (document.path.clone(), document.text.clone())));
        let manifest = Manifest::new(design, &files);
        files.insert(MANIFEST.to_owned(), manifest.to_json());
        Self { files, manifest }
    }

    /// The files by their path, the manifest among them.
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The manifest: what was generated, and the checksum of each file.
    pub fn manifest(&self) -> &Manifest {
        &self.manifest
    }
}

/// Writes the package of `design` to `folder`; see [`write_files`].
///
/// # Errors
/// See [`WriteError`]; nothing has been changed unless the file system failed between two renames.
pub fn write(design: &Design, folder: &Path) -> Result<Written, WriteError> {
    write_files(Package::new(design).files(), folder)
}
