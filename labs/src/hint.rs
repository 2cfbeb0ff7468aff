//! Reveals hints, one at a time.

use std::fs;
use std::io::Write;
use std::path::Path;

use vidalu_sim::OutputFile;

use crate::catalog::{BETWEEN_HINTS, FIND_THE_FAULT, Lab};
use crate::error::LabError;
use crate::fault;
use crate::folder::{Folder, HINTS};

/// A hint that was revealed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hint {
    /// The number of the hint, from 1.
    pub number: usize,
    /// The number of hints of the lab.
    pub of: usize,
    /// The hint, in Markdown.
    pub text: String,
}

/// Reveals the next hint of a student's folder and adds it to `hints.md` there. After the last
/// hint, returns `None`.
///
/// # Errors
/// If the folder is not the folder of a lab, or cannot be written.
pub fn hint(path: &Path) -> Result<Option<Hint>, LabError> {
    let folder = Folder::open(path)?;
    let hints = match &*folder.facts.lab {
        FIND_THE_FAULT => fault::HINTS.split(BETWEEN_HINTS).map(str::trim).collect(),
        name => Lab::named(name)?.hints,
    };
    let shown = folder.hints();
    let Some(text) = hints.get(shown) else { return Ok(None) };
    let hint = Hint { number: shown + 1, of: hints.len(), text: (*text).to_owned() };
    let file = path.join(HINTS);
    let before = fs::read_to_string(&file).unwrap_or_else(|_| "# Hints\n".to_owned());
    let written = OutputFile::create(&file).and_then(|mut partial| {
        write!(partial, "{before}\n## Hint {}\n\n{text}\n", hint.number)?;
        partial.finish()
    });
    written.map_err(LabError::io("cannot write", &file))?;
    Ok(Some(hint))
}
