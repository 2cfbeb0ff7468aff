//! Writes the folder of a lab for a student.

use std::path::Path;

use crate::catalog::Lab;
use crate::error::LabError;
use crate::folder::{Facts, NewFolder};
use crate::task;

/// Writes the folder of a lab: the task, a picture, the skeleton and the blocks that are given.
/// Returns the names of the files.
///
/// # Errors
/// If the folder exists and is not empty, or cannot be written.
pub fn start(lab: &Lab, out: &Path) -> Result<Vec<String>, LabError> {
    let folder = NewFolder::new(out)?;
    let mut files = vec![("README.md".to_owned(), task::readme(lab)), (lab.file(), lab.skeleton.to_owned())];
    files.extend(task::picture(lab).map(|picture| (task::PICTURE.to_owned(), picture)));
    files.extend(lab.given_files().into_iter().map(|(name, text)| (format!("given/{name}"), text)));
    let facts = Facts { lab: lab.name.to_owned(), unit: None, sources: vec![lab.file().into()], answer: None };
    folder.write(&facts, files)
}
