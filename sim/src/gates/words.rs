//! The module before it becomes gates: one, flat, of cells that have words at their pins, with the places in the text.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::ToolError;
use crate::tool::YOSYS;

/// A flat module, as yosys writes it and reads it.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct Words {
    #[serde(default)]
    attributes: Value,
    /// The ports by their names.
    pub ports: BTreeMap<String, Port>,
    /// The cells by their names.
    pub cells: BTreeMap<String, Cell>,
    /// The names of the nets.
    pub netnames: BTreeMap<String, NetName>,
}

/// A port.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Port {
    /// `input` or `output`.
    pub direction: String,
    /// The lowest bit first.
    pub bits: Vec<Bit>,
}

/// A cell of yosys' library.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Cell {
    /// Its type: `$add`.
    #[serde(rename = "type")]
    pub kind: String,
    /// Widths and signs, as binary numbers.
    #[serde(default)]
    pub parameters: BTreeMap<String, Value>,
    /// Where in the text it comes from, in `src`.
    #[serde(default)]
    pub attributes: BTreeMap<String, Value>,
    /// `input` or `output`, for each pin.
    #[serde(default)]
    pub port_directions: BTreeMap<String, String>,
    /// What is connected to the pins, the lowest bit first.
    pub connections: BTreeMap<String, Vec<Bit>>,
}

/// A name of nets.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct NetName {
    /// 1 for a name that is not in the text.
    #[serde(default)]
    pub hide_name: u8,
    /// The lowest bit first.
    pub bits: Vec<Bit>,
    #[serde(default)]
    attributes: Value,
}

/// What is connected to one bit of a pin.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(untagged)]
pub enum Bit {
    /// A net.
    Net(u32),
    /// A constant: `0`, `1` or `x`.
    Constant(String),
}

/// The file that holds a module on the way.
pub(super) const FILE: &str = "words.json";

#[derive(Deserialize, Serialize)]
struct Modules {
    modules: BTreeMap<String, Words>,
}

impl Words {
    /// What yosys wrote about the module `top`.
    pub(super) fn read(scratch: &Path, top: &str) -> Result<Self, ToolError> {
        let text = std::fs::read(scratch.join(FILE))
            .map_err(|error| YOSYS.bad_output(format!("wrote no flat module: {error}")))?;
        let mut file: Modules = serde_json::from_slice(&text)
            .map_err(|error| YOSYS.bad_output(format!("its flat module cannot be read: {error}")))?;
        file.modules.remove(top).ok_or_else(|| YOSYS.bad_output(format!("its flat module is not {top}")))
    }

    /// The text that yosys reads.
    pub(super) fn text(&self, top: &str) -> String {
        let file = Modules { modules: [(top.to_owned(), self.clone())].into() };
        serde_json::to_string(&file).expect("a module has no keys but names")
    }
}
