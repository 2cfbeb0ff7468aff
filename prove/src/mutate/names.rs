//! The names of nets and cells in reports.

use std::collections::HashMap;
use std::ops::Range;

use vidalu_sim::gates::words::{Bit, Cell, Words};

/// The names of a flat module.
pub(super) struct Names {
    /// The name of each net in the text, with the place of its bit and the number of bits.
    nets: HashMap<u32, (String, usize, usize)>,
}

impl Names {
    /// Collects the names of a module.
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

    /// Returns the name of a bit, such as `u_saturate.bound[3]`.
    pub(super) fn bit(&self, bit: &Bit) -> Option<String> {
        let Bit::Net(net) = bit else { return None };
        let (name, at, width) = self.nets.get(net)?;
        Some(if *width == 1 { name.clone() } else { format!("{name}[{at}]") })
    }

    /// Returns the name of a word, if its lowest bit has one.
    pub(super) fn word(&self, bits: &[Bit]) -> Option<String> {
        let Bit::Net(net) = bits.first()? else { return None };
        self.nets.get(net).map(|(name, ..)| name.clone())
    }

    /// Returns the name of the wire that a cell drives, or a description of the cell if the wire
    /// does not have a name.
    pub(super) fn output(&self, cell: &Cell) -> String {
        let output = cell.connections.get("Y").or(cell.connections.get("Q"));
        let name = output.and_then(|bits| self.word(bits));
        name.unwrap_or_else(|| format!("the {}", noun(&cell.kind)))
    }
}

/// Returns the place in the text that a cell comes from: file and line.
pub(super) fn place(cell: &Cell) -> String {
    let (file, lines) = source(cell);
    let line = lines.split(['.', '-']).next().unwrap_or_default();
    format!("{file}:{line}")
}

/// Returns the expression in the text that a cell comes from, if it is on one line: the file, the
/// line from 1, and the bytes of the line.
pub(super) fn expression(cell: &Cell) -> Option<(&str, usize, Range<usize>)> {
    let (file, lines) = source(cell);
    let (from, to) = lines.split_once('-')?;
    let [(line, first), (last, end)] = [from.split_once('.')?, to.split_once('.')?];
    if line != last {
        return None;
    }
    Some((file, line.parse().ok()?, first.parse::<usize>().ok()?.checked_sub(1)?..end.parse::<usize>().ok()?))
}

/// Returns the file that a cell comes from, and the lines and columns in it.
fn source(cell: &Cell) -> (&str, &str) {
    let source = cell.attributes.get("src").and_then(|value| value.as_str()).unwrap_or_default();
    // yosys lists the places of the instances around a cell before its own.
    let own = source.split('|').next_back().unwrap_or_default();
    let (file, lines) = own.rsplit_once(':').unwrap_or((own, ""));
    (file.strip_prefix("rtl/").unwrap_or(file), lines)
}

/// Returns a noun for a type of cells.
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
