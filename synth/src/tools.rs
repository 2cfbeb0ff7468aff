//! The tools, and the files between them and vidalu.

use std::path::Path;
use std::time::Duration;

use vidalu_sim::tool::{OPENSTA, Tool, YOSYS};
use vidalu_sim::{CosimError, ToolError};

use crate::target::Technology;

/// The form of the results in the cache. It has another number when vidalu reads the files of the
/// tools in another way.
pub(crate) const FORM: &str = "4";

/// The tools that were found.
#[derive(Clone, Debug)]
pub struct Tools {
    pub(crate) yosys: Tool,
    /// nextpnr, if it is needed.
    pub(crate) router: Option<Tool>,
    /// OpenSTA, for cells, if it is installed.
    pub(crate) timer: Option<Tool>,
}

/// The limits of a run.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The most time that a tool may take.
    pub time: Duration,
    /// The number of tools that run at once.
    pub jobs: usize,
}

impl Tools {
    /// Finds the tools for a technology; `routes` says whether to place and route, and `has_clock`
    /// whether a result without a clock frequency would be useless.
    ///
    /// # Errors
    /// If a tool is missing.
    pub fn find(technology: &Technology, routes: bool, has_clock: bool) -> Result<Self, CosimError> {
        let yosys = YOSYS.find()?;
        let router = match technology {
            Technology::Device(device) if routes => Some(device.router.find()?),
            _ => None,
        };
        let timer = match technology {
            // A program that the user named must be there.
            Technology::Cells(_) if has_clock || OPENSTA.named().is_some() => Some(OPENSTA.find()?),
            Technology::Cells(_) => OPENSTA.find().ok(),
            _ => None,
        };
        Ok(Self { yosys, router, timer })
    }

    /// Returns the names and versions of the tools.
    pub fn versions(&self) -> Vec<String> {
        let tools = [Some(&self.yosys), self.router.as_ref(), self.timer.as_ref()];
        // OpenSTA answers with a number alone.
        let named = |tool: &Tool| match tool.answer.starts_with(|first: char| first.is_ascii_digit()) {
            true => format!("{} {}", tool.kind.name, tool.answer),
            false => tool.answer.clone(),
        };
        tools.into_iter().flatten().map(named).collect()
    }
}

/// Writes a file for a tool.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), ToolError> {
    std::fs::write(path, text).map_err(|reason| ToolError::scratch("cannot write", path, reason))
}

/// Reads a file of a tool.
pub(crate) fn read(path: &Path) -> Result<String, ToolError> {
    std::fs::read_to_string(path).map_err(|reason| ToolError::scratch("cannot read", path, reason))
}
