//! The netlist that yosys writes: how many cells it has, and its longest path.

use std::collections::{BTreeMap, HashMap, HashSet};

use itertools::Itertools;
use serde::Deserialize;

/// A flat module of cells.
#[derive(Debug, Deserialize)]
pub(crate) struct Netlist {
    ports: BTreeMap<String, Port>,
    cells: BTreeMap<String, Cell>,
    netnames: BTreeMap<String, Name>,
}

#[derive(Debug, Deserialize)]
struct Port {
    direction: String,
    bits: Vec<Bit>,
}

#[derive(Debug, Deserialize)]
struct Cell {
    #[serde(rename = "type")]
    kind: String,
    #[serde(default)]
    port_directions: BTreeMap<String, String>,
    connections: BTreeMap<String, Vec<Bit>>,
}

impl Cell {
    /// Returns the bits at the ports of a direction.
    fn bits(&self, direction: &str) -> Vec<Bit> {
        let ports = self.port_directions.iter().filter(|(_, own)| *own == direction);
        ports.filter_map(|(port, _)| self.connections.get(port)).flatten().copied().collect()
    }

    /// Returns the bit that a flip-flop stores.
    fn data(&self) -> Option<Bit> {
        ["D", "DI"].iter().find_map(|port| self.connections.get(*port)?.first().copied())
    }
}

#[derive(Debug, Deserialize)]
struct Name {
    hide_name: u8,
    bits: Vec<Bit>,
}

/// A bit of a net, or a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize)]
#[serde(from = "RawBit")]
pub(crate) enum Bit {
    Net(u64),
    Constant,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum RawBit {
    Net(u64),
    Constant(#[allow(dead_code)] String),
}

impl From<RawBit> for Bit {
    fn from(raw: RawBit) -> Self {
        match raw {
            RawBit::Net(number) => Self::Net(number),
            RawBit::Constant(_) => Self::Constant,
        }
    }
}

/// The numbers of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) tables: u64,
    pub(crate) carries: u64,
    pub(crate) flip_flops: u64,
    pub(crate) dsps: u64,
    /// The logic cells: each has a table and a flip-flop.
    pub(crate) logic_cells: u64,
}

/// The longest path: its number of lookup tables, and the nets where it begins and ends, each by
/// all of its names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Longest {
    pub(crate) levels: u32,
    pub(crate) from: Vec<String>,
    pub(crate) to: Vec<String>,
}

/// The role of a cell of an FPGA.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Table,
    Carry,
    Mux,
    FlipFlop,
    Dsp,
}

fn role(kind: &str) -> Option<Role> {
    Some(match kind {
        "$lut" | "SB_LUT4" | "LUT4" => Role::Table,
        "SB_CARRY" | "CCU2C" => Role::Carry,
        "PFUMX" | "L6MUX21" => Role::Mux,
        "TRELLIS_FF" => Role::FlipFlop,
        "SB_MAC16" | "MULT18X18D" | "ALU54B" => Role::Dsp,
        kind if kind.starts_with("SB_DFF") || kind.starts_with("$_") && kind.contains("DFF") => Role::FlipFlop,
        _ => return None,
    })
}

/// Returns the levels from an input of a cell to its outputs; `None` if no path goes through. The
/// cell CCU2C has its tables before its carry chain.
fn levels(kind: &str, input: &str) -> Option<u32> {
    match role(kind)? {
        Role::FlipFlop => None,
        Role::Table | Role::Dsp => Some(1),
        Role::Carry => Some(u32::from(kind == "CCU2C" && input != "CIN")),
        Role::Mux => Some(0),
    }
}

impl Netlist {
    /// Reads the module `top` of a file.
    ///
    /// # Errors
    /// A problem, in words that follow "but".
    pub(crate) fn read(text: &str, top: &str) -> Result<Self, String> {
        #[derive(Deserialize)]
        struct File {
            modules: BTreeMap<String, Netlist>,
        }
        let mut file: File =
            serde_json::from_str(text).map_err(|error| format!("its netlist cannot be read: {error}"))?;
        let mut netlist = file.modules.remove(top).ok_or_else(|| format!("its netlist has no module {top}"))?;
        // A newer yosys keeps the names of modules that were flattened, in cells without pins.
        netlist.cells.retain(|_, cell| cell.kind != "$scopeinfo");
        Ok(netlist)
    }

    /// Counts the cells of an FPGA.
    ///
    /// # Errors
    /// If there is a cell that no FPGA of vidalu has.
    pub(crate) fn counts(&self) -> Result<Counts, String> {
        let mut counts = Counts::default();
        for cell in self.cells.values() {
            match role(&cell.kind) {
                Some(Role::Table) => counts.tables += 1,
                Some(Role::Carry) => counts.carries += 1,
                Some(Role::FlipFlop) => counts.flip_flops += 1,
                Some(Role::Dsp) => counts.dsps += 1,
                Some(Role::Mux) => {}
                None => return Err(format!("its netlist has a cell {}, which vidalu does not know", cell.kind)),
            }
        }
        // A carry cell of the ECP5 has two tables. That of the iCE40 is part of a table's cell.
        let halves = 2 * self.count(|kind| kind == "CCU2C");
        counts.logic_cells = counts.tables + halves + counts.flip_flops - self.packed_flip_flops();
        Ok(counts)
    }

    /// Returns the number of flip-flops that share a logic cell with a table, because they alone
    /// read it.
    fn packed_flip_flops(&self) -> u64 {
        let inputs = self.cells.values().flat_map(|cell| cell.bits("input"));
        let outputs = self.ports.values().filter(|port| port.direction == "output").flat_map(|port| &port.bits);
        let readers = inputs.chain(outputs.copied()).counts();
        // The carry cell of the iCE40 leads to no flip-flop, only to a table.
        let has_table = |kind: &str| matches!(role(kind), Some(Role::Table | Role::Mux)) || kind == "CCU2C";
        let logic = self.cells.values().filter(|cell| has_table(&cell.kind)).flat_map(|cell| cell.bits("output"));
        let own: HashSet<_> = logic.filter(|bit| readers.get(bit) == Some(&1)).collect();
        let flip_flops = self.cells.values().filter(|cell| role(&cell.kind) == Some(Role::FlipFlop));
        flip_flops.filter(|cell| cell.data().is_some_and(|bit| own.contains(&bit))).count() as u64
    }

    /// Returns the number of cells of these kinds.
    pub(crate) fn count(&self, is_counted: impl Fn(&str) -> bool) -> u64 {
        self.cells.values().filter(|cell| is_counted(&cell.kind)).count() as u64
    }

    /// Returns the names of the bit `name`, such as `u_adder.sum[3]`. The given name is the first.
    pub(crate) fn aliases(&self, name: &str) -> Vec<String> {
        let (base, index) = split(name);
        let bit = self.netnames.get(base).and_then(|net| net.bits.get(index).copied());
        let others = bit.filter(|bit| *bit != Bit::Constant).map(|bit| self.names(bit));
        let others = others.into_iter().flatten().filter(|other| other != name);
        std::iter::once(name.to_owned()).chain(others).collect()
    }

    /// Returns the names of the flip-flop behind a cell, if any, and of the output of the cell.
    /// Routers append to the name of a cell when they merge a flip-flop into it.
    pub(crate) fn end(&self, cell: &str) -> Vec<String> {
        let merged = ["_DFFLC", "_LC"].iter().find_map(|suffix| cell.strip_suffix(suffix));
        let own = self.cells.get(cell).or_else(|| self.cells.get(merged?));
        let Some((cell, output)) = own.and_then(|cell| Some((cell, *cell.bits("output").first()?))) else {
            return Vec::new();
        };
        let behind = self.cells.values().find(|other| {
            role(&cell.kind) == Some(Role::Table)
                && role(&other.kind) == Some(Role::FlipFlop)
                && other.bits("input").contains(&output)
        });
        let behind = behind.and_then(|cell| cell.bits("output").first().copied());
        // The frame around a module has flip-flops behind its outputs.
        let before = if role(&cell.kind) == Some(Role::FlipFlop) { cell.data() } else { None };
        behind.into_iter().chain([output]).chain(before).flat_map(|bit| self.names(bit)).collect()
    }

    fn names(&self, bit: Bit) -> impl Iterator<Item = String> {
        self.netnames.iter().filter(|(_, net)| net.hide_name == 0).filter_map(move |(name, net)| {
            let at = net.bits.iter().position(|&other| other == bit)?;
            Some(if net.bits.len() == 1 { name.clone() } else { format!("{name}[{at}]") })
        })
    }

    /// Returns the longest path through lookup tables; `None` if there are none.
    ///
    /// # Errors
    /// If the logic has a loop.
    pub(crate) fn longest(&self) -> Result<Option<Longest>, String> {
        let mut walk = Walk { drivers: HashMap::new(), arrivals: HashMap::new() };
        for cell in self.cells.values() {
            for (port, bits) in &cell.connections {
                if cell.port_directions.get(port).is_some_and(|direction| direction == "output") {
                    walk.drivers.extend(bits.iter().map(|&bit| (bit, cell)));
                }
            }
        }
        // The ends of paths: the outputs, and the inputs of flip-flops, called by their outputs.
        let mut ends = Vec::new();
        for (name, port) in self.ports.iter().filter(|(_, port)| port.direction == "output") {
            let name = |at: usize| if port.bits.len() == 1 { name.clone() } else { format!("{name}[{at}]") };
            ends.extend(port.bits.iter().enumerate().map(|(at, &bit)| (bit, vec![name(at)])));
        }
        for cell in self.cells.values().filter(|cell| role(&cell.kind) == Some(Role::FlipFlop)) {
            let Some(&output) = cell.bits("output").first() else { continue };
            // The names of a flip-flop are looked up only for the end of the longest path.
            ends.extend(cell.bits("input").into_iter().map(|bit| (bit, vec![format!("\0{}", number(output))])));
        }
        let mut longest: Option<(u32, Bit, Vec<String>)> = None;
        for (bit, names) in ends {
            let levels = walk.arrival(bit)?.0;
            if longest.as_ref().is_none_or(|(most, ..)| levels > *most) {
                longest = Some((levels, bit, names));
            }
        }
        let Some((levels, mut bit, to)) = longest else { return Ok(None) };
        while let Some(&(_, Some(before))) = walk.arrivals.get(&bit).and_then(Option::as_ref) {
            bit = before;
        }
        let to = match to[0].strip_prefix('\0').and_then(|number| number.parse().ok()) {
            Some(number) => self.names(Bit::Net(number)).collect(),
            None => to,
        };
        Ok(Some(Longest { levels, from: self.names(bit).collect(), to }))
    }
}

fn number(bit: Bit) -> u64 {
    match bit {
        Bit::Net(number) => number,
        Bit::Constant => 0,
    }
}

/// Splits a bit's name into the name of its net and its index.
fn split(name: &str) -> (&str, usize) {
    let indexed = name.strip_suffix(']').and_then(|front| front.rsplit_once('['));
    match indexed.map(|(base, index)| (base.trim_end(), index.parse())) {
        Some((base, Ok(index))) => (base, index),
        _ => (name, 0),
    }
}

/// The levels before each bit, computed on demand.
struct Walk<'a> {
    drivers: HashMap<Bit, &'a Cell>,
    /// The levels, and the bit before this one on the longest path; `None` while it is computed.
    arrivals: HashMap<Bit, Option<(u32, Option<Bit>)>>,
}

impl Walk<'_> {
    fn arrival(&mut self, bit: Bit) -> Result<(u32, Option<Bit>), String> {
        match self.arrivals.get(&bit) {
            Some(Some(known)) => return Ok(*known),
            Some(None) => return Err("its netlist has a loop of logic".to_owned()),
            None => {}
        }
        let mut best = (0, None);
        if let (Bit::Net(_), Some(cell)) = (bit, self.drivers.get(&bit).copied()) {
            self.arrivals.insert(bit, None);
            for (port, bits) in &cell.connections {
                let is_input = cell.port_directions.get(port).is_some_and(|direction| direction == "input");
                let Some(cost) = levels(&cell.kind, port).filter(|_| is_input) else { continue };
                for &input in bits {
                    let levels = self.arrival(input)?.0 + cost;
                    if input != Bit::Constant && (best.1.is_none() || levels > best.0) {
                        best = (levels, Some(input));
                    }
                }
            }
        }
        self.arrivals.insert(bit, Some(best));
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::{Counts, Netlist};

    /// Port `a` goes through two tables to the flip-flop `x_q`, which goes through a carry cell and
    /// a table to the output `d`.
    const TEXT: &str = r#"{"modules": {"top": {
        "ports": {"a": {"direction": "input", "bits": [2, 3]}, "d": {"direction": "output", "bits": [8]}},
        "cells": {
            "t0": {"type": "SB_LUT4", "port_directions": {"I0": "input", "I1": "input", "O": "output"},
                "connections": {"I0": [2], "I1": ["1"], "O": [4]}},
            "t1": {"type": "SB_LUT4", "port_directions": {"I0": "input", "I1": "input", "O": "output"},
                "connections": {"I0": [4], "I1": [3], "O": [5]}},
            "x_q_ff": {"type": "SB_DFF", "port_directions": {"C": "input", "D": "input", "Q": "output"},
                "connections": {"C": [9], "D": [5], "Q": [6]}},
            "c0": {"type": "SB_CARRY", "port_directions": {"CI": "input", "CO": "output"},
                "connections": {"CI": [6], "CO": [7]}},
            "t2": {"type": "SB_LUT4", "port_directions": {"I3": "input", "O": "output"},
                "connections": {"I3": [7], "O": [8]}}},
        "netnames": {"a": {"hide_name": 0, "bits": [2, 3]}, "x_q": {"hide_name": 0, "bits": [6]},
            "u_sum.b_i": {"hide_name": 0, "bits": ["0", 6]}, "d": {"hide_name": 0, "bits": [8]},
            "n1": {"hide_name": 1, "bits": [5]}}}}}"#;

    fn netlist(text: &str) -> Netlist {
        Netlist::read(text, "top").unwrap()
    }

    #[test]
    fn cells_are_counted_and_the_longest_path_has_names() {
        let netlist = netlist(TEXT);
        let counts = Counts { tables: 3, carries: 1, flip_flops: 1, dsps: 0, logic_cells: 3 };
        assert_eq!(netlist.counts(), Ok(counts));
        let longest = netlist.longest().unwrap().unwrap();
        assert_eq!((longest.levels, &longest.from[..]), (2, &["a[0]".to_owned()][..]));
        assert_eq!(longest.to, ["u_sum.b_i[1]", "x_q"]);
    }

    #[test]
    fn a_path_ends_at_the_data_of_a_flip_flop_not_at_its_clock() {
        let named = TEXT.replace(
            "\"n1\": {\"hide_name\": 1",
            "\"c\": {\"hide_name\": 0, \"bits\": [9]}, \"n1\": {\"hide_name\": 0",
        );
        assert_eq!(netlist(&named).end("x_q_ff"), ["u_sum.b_i[1]", "x_q", "n1"]);
        assert_eq!(netlist(&named).aliases("c"), ["c"]);
    }

    #[test]
    fn names_of_modules_are_no_hardware() {
        let text = TEXT.replace("\"cells\": {", "\"cells\": {\"u\": {\"type\": \"$scopeinfo\", \"connections\": {}}, ");
        assert_ne!(text, TEXT);
        assert_eq!(netlist(&text).counts(), netlist(TEXT).counts());
    }

    #[test]
    fn a_flip_flop_shares_the_place_of_its_own_table() {
        let cells = |from: &str, to: &str| {
            assert!(TEXT.contains(from));
            netlist(&TEXT.replace(from, to)).counts().unwrap().logic_cells
        };
        assert_eq!(netlist(TEXT).counts().unwrap().logic_cells, 3);
        assert_eq!(cells("\"D\": [5]", "\"D\": [3]"), 4, "an input, or another flip-flop, is in front of it");
        let carry = TEXT.replace("\"D\": [5]", "\"D\": [7]").replace("\"I3\": [7]", "\"I3\": [5]");
        assert_eq!(netlist(&carry).counts().unwrap().logic_cells, 4, "a carry takes a table on its way to a flip-flop");
        let halves = carry.replace("SB_CARRY", "CCU2C");
        assert_eq!(netlist(&halves).counts().unwrap().logic_cells, 5, "a carry cell of the ECP5 feeds flip-flops");
        assert_eq!(cells("\"t1\": {\"type\": \"SB_LUT4\"", "\"t1\": {\"type\": \"PFUMX\""), 2);
        assert_eq!(cells("\"I3\": [7]", "\"I3\": [5]"), 4, "another table reads its table");
        assert_eq!(cells("\"bits\": [8]}}", "\"bits\": [5]}}"), 4, "an output reads its table");
        assert_eq!(cells("SB_CARRY", "CCU2C"), 5, "a carry cell of the ECP5 has two tables");
    }

    #[test]
    fn a_bit_has_several_names() {
        let netlist = netlist(TEXT);
        assert_eq!(netlist.aliases("u_sum.b_i[1]"), ["u_sum.b_i[1]", "x_q"]);
        assert_eq!(netlist.aliases("unknown"), ["unknown"]);
        // The router calls a table with the flip-flop behind it by the name of the table.
        assert_eq!(netlist.end("t1_LC"), ["u_sum.b_i[1]", "x_q"]);
        assert_eq!(netlist.end("t2_LC"), ["d"]);
        assert_eq!(netlist.end("nothing"), Vec::<String>::new());
    }

    #[test]
    fn what_no_fpga_has_is_refused() {
        let looped = netlist(&TEXT.replace("\"I0\": [2]", "\"I0\": [5]"));
        assert_eq!(looped.longest(), Err("its netlist has a loop of logic".to_owned()));
        let foreign = netlist(&TEXT.replace("SB_CARRY", "LATCH"));
        assert!(foreign.counts().unwrap_err().contains("a cell LATCH"));
        assert!(Netlist::read(TEXT, "other").unwrap_err().contains("no module other"));
    }
}
