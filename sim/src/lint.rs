//! Lints generated Verilog: tools that read it must accept it without a remark.

use std::time::Duration;

use serde::Serialize;
use vidalu_gen::{Design, Language};

use crate::error::{CosimError, ToolError};
use crate::files;
use crate::tool::{IVERILOG, Tool, VERILATOR, YOSYS};

/// A tool that lints Verilog.
pub struct Linter {
    tool: Tool,
    arguments: fn(&Design) -> Vec<String>,
}

/// The remarks of a tool about a design.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Remark {
    /// The tool.
    pub tool: &'static str,
    /// The text that the tool printed.
    pub text: String,
}

impl Linter {
    /// Returns all linters: Verilator and Icarus with all warnings, and yosys with its own checks.
    ///
    /// # Errors
    /// If one of them is missing or too old.
    pub fn all() -> Result<Vec<Self>, ToolError> {
        Ok(vec![
            Self { tool: VERILATOR.find()?, arguments: verilator },
            Self { tool: IVERILOG.find()?, arguments: icarus },
            Self { tool: YOSYS.find()?, arguments: yosys },
        ])
    }

    /// Runs the tool on a design. Returns its remarks, if any.
    ///
    /// # Errors
    /// If the tool cannot be run, runs past `limit` or is interrupted, or if a file cannot be
    /// written.
    pub fn lint(&self, design: &Design, limit: Duration) -> Result<Option<Remark>, CosimError> {
        let folder = files::scratch()?;
        files::create_folder(&folder.path().join("rtl"))?;
        for file in &design.files {
            files::write(&folder.path().join(&file.path), &file.text)?;
        }
        let text = match self.tool.run(folder.path(), &(self.arguments)(design), limit) {
            Ok(text) => text.trim_end().to_owned(),
            // The tool ran and rejected the design.
            Err(ToolError::Failed { status, output, .. }) => format!("{status}\n{}", output.trim_end()),
            Err(error) => return Err(error.into()),
        };
        Ok((!text.is_empty()).then_some(Remark { tool: self.tool.kind.name, text }))
    }
}

/// Returns the words of a command line, followed by the files.
fn with_files(words: &str, design: &Design) -> Vec<String> {
    let files = design.files.iter().map(|file| file.path.clone());
    words.split(' ').map(str::to_owned).chain(files).collect()
}

fn verilator(design: &Design) -> Vec<String> {
    with_files(&format!("--lint-only -Wall --top-module {}", design.top.name), design)
}

fn icarus(design: &Design) -> Vec<String> {
    let year = match design.config.language {
        Language::Verilog => "2005",
        Language::SystemVerilog => "2012",
    };
    with_files(&format!("-g{year} -Wall -t null -s {}", design.top.name), design)
}

fn yosys(design: &Design) -> Vec<String> {
    let sv = if design.config.language == Language::SystemVerilog { "-sv " } else { "" };
    let files: Vec<_> = design.files.iter().map(|file| file.path.as_str()).collect();
    let (files, top) = (files.join(" "), &design.top.name);
    let script = format!("read_verilog {sv}{files}; hierarchy -check -top {top}; prep; check -assert");
    vec!["-q".to_owned(), "-p".to_owned(), script]
}
