//! The gates that yosys makes of the generated text: what the netlist computes and what proofs speak of.

mod graph;
mod read;
pub mod words;
mod yosys;

use std::path::Path;
use std::time::Duration;

pub use graph::{Aig, Lit, Node};
pub use read::{Gates, Register};
use words::Words;

use crate::dut::Dut;
use crate::error::{CosimError, ToolError};
use crate::tool::{Tool, YOSYS};

/// What decides, besides the text and yosys, which gates there are.
pub(crate) const RECIPE: [&str; 2] = yosys::RECIPE;

/// What a [`Gates::script`] reads beside the sources: the file's name, and its text.
pub const MAP: (&str, &str) = (yosys::MAP_FILE, yosys::MAP);

/// What yosys is asked for.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The module.
    pub dut: &'a Dut,
    /// Modules that are taken out: each of their instances becomes ports, what it reads an output and what it drives an
    /// input, named as its port behind the names of the instances on the way: `u_multiplier.u_multiplier.a_i`.
    pub cuts: &'a [String],
    /// Nets of the module that become outputs of their names; `*` stands for any letters.
    pub exposed: &'a [&'a str],
    /// A folder for the files on the way.
    pub scratch: &'a Path,
    /// The most time that yosys may take.
    pub limit: Duration,
}

/// Makes the gates of a module.
///
/// # Errors
/// If yosys fails, or the module has what has no place here: latches, more than one clock, gates in a loop, registers with
/// a value before the first clock edge.
pub fn gates(yosys: &Tool, request: Request<'_>) -> Result<Gates, CosimError> {
    let module = yosys::gates(yosys, request)?;
    Ok(read::read(module, request.dut)?)
}

/// Makes one flat module of cells, about which yosys is told `commands` before it is written: what they write lies in the
/// scratch folder.
///
/// # Errors
/// If yosys fails.
pub fn words(yosys: &Tool, request: Request<'_>, commands: &str) -> Result<Words, CosimError> {
    yosys::words(yosys, request, commands)
}

/// Makes the gates of a flat module, which has the ports of the one in `request` and may have more.
///
/// # Errors
/// As for [`gates()`].
pub fn of_words(yosys: &Tool, request: Request<'_>, words: &Words) -> Result<Gates, CosimError> {
    let module = yosys::of_words(yosys, request, words)?;
    Ok(read::read(module, request.dut)?)
}

/// What is wrong with what yosys wrote.
pub(crate) fn bad(problem: String) -> ToolError {
    ToolError::BadOutput { tool: YOSYS.name, problem }
}
