//! Tools for the tests of the crate.

use vidalu_sim::error::ToolError;

/// What a test needs, or the reason why it is not here: then the test is skipped, and says so. Where CI is set it fails.
pub(crate) fn found<T>(tools: Result<T, ToolError>) -> Option<T> {
    let reason = match tools {
        Ok(tools) => return Some(tools),
        Err(reason) => reason,
    };
    eprintln!("SKIPPED: {reason}");
    assert!(std::env::var_os("CI").is_none(), "in CI nothing is skipped");
    None
}
