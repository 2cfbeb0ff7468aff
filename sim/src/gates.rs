//! The gates that yosys makes of the generated text: what the netlist computes and what proofs speak of.

mod graph;
mod read;
pub mod words;
mod yosys;

pub use self::graph::{Aig, Lit, Node};
pub use self::read::{Gates, Register};
use self::words::Words;
pub use self::yosys::Request;
use crate::error::CosimError;
use crate::tool::Tool;

/// What decides, besides the text and yosys, which gates there are.
pub(crate) const RECIPE: [&str; 2] = yosys::RECIPE;

/// What a [`Gates::script`] reads beside the sources: the file's name, and its text.
pub const MAP: (&str, &str) = (yosys::MAP_FILE, yosys::MAP);

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
