//! Files that tools read and write.

use std::path::Path;

use vidalu_sim::ToolError;

/// Writes a file for a tool.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), ToolError> {
    std::fs::write(path, content).map_err(|reason| ToolError::scratch("cannot write", path, reason))
}

/// Reads a file of a tool.
pub(crate) fn read(path: &Path) -> Result<String, ToolError> {
    std::fs::read_to_string(path).map_err(|error| {
        let problem = format!("{} cannot be read: {error}", path.display());
        ToolError::BadOutput { tool: "a prover", problem }
    })
}
