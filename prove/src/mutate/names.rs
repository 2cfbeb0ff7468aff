//! What nets and cells are called in reports.

use std::collections::HashMap;

use vidalu_sim::gates::words::{Bit, Cell, Words};

/// The names of a flat module.
pub(super) struct Names {
    /// The name of each net in the text, with the bit that it is and the number of bits.
    nets: HashMap<u32, (String, usize, usize)>,
}

impl Names {
    /// Those of a module.
    pub(super) fn new(words: &Words) -> Self {
        let mut nets: HashMap<u32, (String, usize, usize)> = HashMap::new();
        for (name, entry) in words.netnames.iter().filter(|(_, entry)| entry.hide_name == 0) {
            for (at, bit) in entry.bits.iter().enumerate() {
                let Bit::Net(net) = bit else { continue };
                // The shortest name has the fewest instances on the way.
                if nets.get(net).is_none_or(|(known, ..)| name.len() < known.len()) {
                    nets.insert(*net, (name.clone(), at, entry.bits.len()));
                }
            }
        }
        Self { nets }
    }

    /// One bit: `u_saturate.bound[3]`.
    pub(super) fn bit(&self, bit: &Bit) -> Option<String> {
        let Bit::Net(net) = bit else { return None };
        let (name, at, width) = self.nets.get(net)?;
        Some(if *width == 1 { name.clone() } else { format!("{name}[{at}]") })
    }

    /// Several bits, if the lowest has a name.
    pub(super) fn word(&self, bits: &[Bit]) -> Option<String> {
        let Bit::Net(net) = bits.first()? else { return None };
        self.nets.get(net).map(|(name, ..)| name.clone())
    }

    /// What a cell drives: the name of a wire, or what it does where that has no name.
    pub(super) fn output(&self, cell: &Cell) -> String {
        let output = cell.connections.get("Y").or(cell.connections.get("Q"));
        let name = output.and_then(|bits| self.word(bits));
        name.unwrap_or_else(|| format!("the {}", noun(&cell.kind)))
    }
}

/// The place in the text that a cell comes from: file and line.
pub(super) fn place(cell: &Cell) -> String {
    let source = cell.attributes.get("src").and_then(|value| value.as_str()).unwrap_or_default();
    // Of a module in another the last place is the cell's own.
    let own = source.split('|').next_back().unwrap_or_default();
    let (file, lines) = own.rsplit_once(':').unwrap_or((own, ""));
    let line = lines.split(['.', '-']).next().unwrap_or_default();
    format!("{}:{line}", file.strip_prefix("rtl/").unwrap_or(file))
}

/// What a type of cells is.
pub(super) fn noun(kind: &str) -> &'static str {
    match kind {
        "$add" => "sum",
        "$sub" | "$neg" => "difference",
        "$mul" => "product",
        "$mux" | "$pmux" => "choice",
        "$eq" | "$ne" | "$lt" | "$le" | "$gt" | "$ge" => "comparison",
        "$shl" | "$sshl" | "$shr" | "$sshr" | "$shift" | "$shiftx" => "shift",
        "$logic_and" | "$logic_or" | "$logic_not" => "condition",
        "$and" | "$or" | "$xor" | "$xnor" | "$not" => "gate",
        "$reduce_and" | "$reduce_or" | "$reduce_xor" | "$reduce_xnor" | "$reduce_bool" => "reduction",
        kind if kind.contains("dff") => "register",
        _ => "cell",
    }
}
