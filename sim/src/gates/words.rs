//! The module before it becomes gates: one flat module of cells, whose pins are several bits wide
//! and which know their place in the Verilog.

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
    /// The bits, the lowest first.
    pub bits: Vec<Bit>,
}

/// A cell of yosys' library.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Cell {
    /// The type of the cell: `$add`.
    #[serde(rename = "type")]
    pub kind: String,
    /// The widths and signs, as binary numbers.
    #[serde(default)]
    pub parameters: BTreeMap<String, Value>,
    /// The attributes; `src` is the place in the Verilog.
    #[serde(default)]
    pub attributes: BTreeMap<String, Value>,
    /// `input` or `output`, for each pin.
    #[serde(default)]
    pub port_directions: BTreeMap<String, String>,
    /// The nets and constants at each pin, the lowest bit first.
    pub connections: BTreeMap<String, Vec<Bit>>,
}

/// A name of nets.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct NetName {
    /// 1 for a name that is not in the Verilog.
    #[serde(default)]
    pub hide_name: u8,
    /// The bits, the lowest first.
    pub bits: Vec<Bit>,
    #[serde(default)]
    attributes: Value,
}

/// The net or constant at one bit of a pin.
#[derive(Clone, Debug, Deserialize, Serialize, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[serde(untagged)]
pub enum Bit {
    /// A net.
    Net(u32),
    /// A constant: `0`, `1` or `x`.
    Constant(String),
}

/// The name of the file through which a module is passed to and from yosys.
pub(super) const FILE: &str = "words.json";

#[derive(Deserialize, Serialize)]
struct Modules {
    modules: BTreeMap<String, Words>,
}

impl Words {
    /// Reads the module `top` that yosys wrote.
    pub(super) fn read(scratch: &Path, top: &str) -> Result<Self, ToolError> {
        let text = std::fs::read(scratch.join(FILE))
            .map_err(|error| YOSYS.bad_output(format!("wrote no flat module: {error}")))?;
        let mut file: Modules = serde_json::from_slice(&text)
            .map_err(|error| YOSYS.bad_output(format!("its flat module cannot be read: {error}")))?;
        file.modules.remove(top).ok_or_else(|| YOSYS.bad_output(format!("its flat module is not {top}")))
    }

    /// Gives other names to the cells and nets that yosys has named. It numbers these names from 1
    /// in every run, so they would be those of new cells and nets.
    pub(crate) fn rename_hidden(&mut self) {
        fn renamed<T>(named: BTreeMap<String, T>, kind: &str) -> BTreeMap<String, T> {
            let each = named.into_iter().enumerate();
            let rename = |at: usize, name: String| if name.starts_with('$') { format!("${kind}${at}") } else { name };
            each.map(|(at, (name, value))| (rename(at, name), value)).collect()
        }
        self.cells = renamed(std::mem::take(&mut self.cells), "cell");
        self.netnames = renamed(std::mem::take(&mut self.netnames), "net");
    }

    /// Returns the JSON that yosys reads.
    pub(super) fn text(&self, top: &str) -> String {
        let file = Modules { modules: [(top.to_owned(), self.clone())].into() };
        serde_json::to_string(&file).expect("a module has no keys but names")
    }
}
