//! The gates that yosys makes of the generated Verilog, as a graph: for the simulator `netlist` and
//! for proofs.

mod graph;
mod join;
mod read;
pub mod words;
mod yosys;

use std::time::Duration;

pub use self::graph::{Aig, Lit, Node};
pub use self::read::{Gates, Register};
use self::words::Words;
pub use self::yosys::{Synthesis, read_commands};
use crate::dut::Dut;
use crate::error::CosimError;
use crate::files;
use crate::tool::Tool;

/// The scripts that decide, together with the Verilog and yosys, which gates result.
pub const RECIPE: [&str; 2] = yosys::RECIPE;

/// The file that a [`Gates::script`] reads in addition to the sources: its name and its text.
pub const MAP: (&str, &str) = (yosys::MAP_FILE, yosys::MAP);

/// Synthesizes a module to gates.
///
/// # Errors
/// If yosys fails, or if the module has latches, more than one clock, gates in a loop, or registers
/// with a value before the first clock edge.
pub fn gates(yosys: &Tool, request: Synthesis<'_>) -> Result<Gates, CosimError> {
    let module = yosys::gates(yosys, request)?;
    Ok(read::read(module, request.dut)?)
}

/// Synthesizes a module to gates with an output for every named net below it, by the path of its
/// instances: `u_saturate.y_o`. No gate that a net depends on is left out.
///
/// # Errors
/// The errors of [`gates()`].
pub fn with_nets(yosys: &Tool, dut: &Dut, limit: Duration) -> Result<Gates, CosimError> {
    let scratch = files::scratch()?;
    gates(yosys, Synthesis { dut, cuts: &[], exposed: &["*"], scratch: scratch.path(), limit })
}

/// Synthesizes a module to one flat module of cells. Yosys executes `commands` before it writes the
/// module; files that they write lie in the scratch folder.
///
/// # Errors
/// If yosys fails.
pub fn words(yosys: &Tool, request: Synthesis<'_>, commands: &str) -> Result<Words, CosimError> {
    yosys::words(yosys, request, commands)
}

/// Synthesizes a flat module to gates. It has at least the ports of the module in `request`.
///
/// # Errors
/// The errors of [`gates()`].
pub fn of_words(yosys: &Tool, request: Synthesis<'_>, words: &Words) -> Result<Gates, CosimError> {
    let module = yosys::of_words(yosys, request, words)?;
    Ok(read::read(module, request.dut)?)
}
