//! The folder of a student: what it says about itself, and how it is written.

use std::fs;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use vidalu_gen::staging::StagedFolder;

use crate::error::LabError;

/// The name of the file that says which lab a folder holds.
pub(crate) const FILE: &str = "lab.toml";

/// The name of the file with the hints that were revealed.
pub(crate) const HINTS: &str = "hints.md";

/// The facts of a folder.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Facts {
    /// The name of the lab.
    pub(crate) lab: String,
    /// The unit with the fault, in the lab that has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) unit: Option<String>,
    /// The student's Verilog files, relative to the folder.
    pub(crate) sources: Vec<PathBuf>,
    /// The place of the fault, `FILE:LINE`, if the student names it instead of mending it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) answer: Option<String>,
}

/// The folder of a student.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    pub(crate) path: PathBuf,
    pub(crate) facts: Facts,
}

impl Folder {
    /// Reads what a folder says about itself.
    pub(crate) fn open(path: &Path) -> Result<Self, LabError> {
        let file = path.join(FILE);
        let text = fs::read_to_string(&file).map_err(|reason| match reason.kind() {
            std::io::ErrorKind::NotFound => LabError::usage(
                format!("{} is not the folder of a lab: it has no {FILE}", path.display()),
                "write one with `vidalu lab start NAME`; `vidalu lab list` has the names",
            ),
            _ => LabError::io("cannot read", &file)(reason),
        })?;
        let facts = toml::from_str(&text).map_err(|error| {
            let place = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
            LabError::usage(
                format!("{}:{place}: {}", file.display(), error.message()),
                "restore the file; `vidalu lab start NAME --out OTHER` writes one",
            )
        })?;
        Ok(Self { path: path.to_owned(), facts })
    }

    /// Returns the paths of the student's files.
    pub(crate) fn sources(&self) -> Result<Vec<PathBuf>, LabError> {
        let paths: Vec<_> = self.facts.sources.iter().map(|source| self.path.join(source)).collect();
        if let Some(missing) = paths.iter().find(|path| !path.is_file()) {
            let problem = format!("{} does not exist", missing.display());
            return Err(LabError::usage(problem, format!("list your Verilog files under `sources` in {FILE}")));
        }
        if paths.is_empty() {
            let problem = format!("{} names no Verilog file", self.path.join(FILE).display());
            return Err(LabError::usage(problem, "list your files under `sources`"));
        }
        Ok(paths)
    }

    /// Returns the number of hints that were revealed.
    pub(crate) fn hints(&self) -> usize {
        let text = fs::read_to_string(self.path.join(HINTS)).unwrap_or_default();
        text.lines().filter(|line| line.starts_with("## Hint ")).count()
    }
}

/// A folder to write, which does not exist yet or is empty.
pub(crate) struct NewFolder<'a> {
    out: &'a Path,
    staging: StagedFolder,
}

impl<'a> NewFolder<'a> {
    /// Refuses a folder that has files or cannot be written, before there is any work.
    pub(crate) fn new(out: &'a Path) -> Result<Self, LabError> {
        if fs::read_dir(out).map_or(out.exists(), |mut entries| entries.next().is_some()) {
            let problem = format!("{} exists already", out.display());
            return Err(LabError::usage(problem, "work in it, or name another folder with --out"));
        }
        let parent = out.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let staging = StagedFolder::new(parent).map_err(LabError::io("cannot write", out))?;
        Ok(Self { out, staging })
    }

    /// Writes the folder, whole or not at all, and returns the names of its files.
    pub(crate) fn write(self, facts: &Facts, mut files: Vec<(String, String)>) -> Result<Vec<String>, LabError> {
        let failed = || LabError::io("cannot write", self.out);
        let text = toml::to_string(facts).expect("the facts are plain values");
        let about =
            format!("# `vidalu lab check` reads this file. List further files of yours under `sources`.\n{text}");
        files.push((FILE.to_owned(), about));
        for (name, text) in &files {
            let path = self.staging.content().join(name);
            let folder = path.parent().expect("a file in a folder has a parent");
            fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).map_err(failed())?;
        }
        fs::rename(self.staging.content(), self.out).map_err(failed())?;
        Ok(files.into_iter().map(|(name, _)| name).collect())
    }
}
