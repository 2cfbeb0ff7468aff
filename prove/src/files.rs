//! Files that tools read and write.

use std::path::Path;

use vidalu_sim::ToolError;

/// Writes a file for a tool.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), ToolError> {
    std::fs::write(path, content).map_err(|source| io(path, &source))
}

/// Reads a file of a tool.
pub(crate) fn read(path: &Path) -> Result<String, ToolError> {
    std::fs::read_to_string(path).map_err(|source| io(path, &source))
}

/// Returns the error that no temporary folder can be made.
pub(crate) fn no_folder(source: &std::io::Error) -> ToolError {
    io(&std::env::temp_dir(), source)
}

fn io(path: &Path, source: &std::io::Error) -> ToolError {
    ToolError::BadOutput { tool: "a prover", problem: format!("{}: {source}", path.display()) }
}
