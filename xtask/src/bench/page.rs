//! The times of the page of `vidalu explore`, measured in a browser.

use std::path::Path;
use std::process::Command;

use super::Result;
use super::command::output;

/// The folder of the page, seen from the root of the repository.
const PAGE: &str = "explore/page";

/// Measures the page that a program serves and writes, and returns a line for each figure.
///
/// # Errors
/// If npm or the browser is missing, or the program was built without the parts of the page.
pub(super) fn measure(program: &Path) -> Result<String> {
    let npm = |words: &[&str]| output(Command::new("npm").args(words).current_dir(PAGE).env("VIDALU", program));
    npm(&["ci", "--no-fund", "--no-audit", "--loglevel=error"])?;
    npm(&["run", "--silent", "bench"])
}
