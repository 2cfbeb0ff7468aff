//! Faults in a flat module: a description of each, and the change of a cell that an input
//! switches on.

use std::collections::BTreeMap;
use std::fmt;

use vidalu_sim::gates::words::{Bit, Cell, Port, Words};

use crate::report::Fault;

/// A fault and the change of a cell that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mutation {
    /// The fault, in words.
    pub fault: Fault,
    /// The fault as a change of the text, if it exchanges one word of it.
    pub exchange: Option<Exchange>,
    /// yosys' name of the cell.
    pub cell: String,
    /// The change of the cell.
    pub change: Change,
}

/// One word of the text in place of another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exchange {
    /// An operator.
    Operator {
        /// The operator of the text.
        own: &'static str,
        /// The operator in its place.
        other: &'static str,
    },
    /// A constant.
    Number {
        /// The constant of the text.
        own: u128,
        /// The constant in its place.
        other: u128,
    },
}

impl fmt::Display for Exchange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Operator { own, other } => write!(f, "has {other} in place of {own}"),
            Self::Number { own, other } => write!(f, "has {other:#x} in place of {own:#x}"),
        }
    }
}

/// A change of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// One bit of a pin changes.
    Bit {
        /// The name of the pin.
        pin: String,
        /// The place of the bit.
        bit: usize,
        /// The new bit.
        to: NewBit,
    },
    /// Another cell replaces the cell.
    Cell {
        /// The type of the other cell.
        kind: String,
        /// The parameters that change.
        parameters: BTreeMap<String, String>,
        /// The pins that are connected to other nets.
        connections: BTreeMap<String, Vec<Bit>>,
    },
    /// A sum loses the carry into this bit.
    LostCarry(usize),
    /// A register shows its value a cycle late.
    Late,
}

/// The new value of a bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NewBit {
    /// A constant.
    Constant(bool),
    /// The inverse of the bit.
    Inverse,
    /// The inverse of the bit where another bit of the pin has this value.
    InverseWhere(usize, bool),
}

/// Returns the name of the input that switches a fault on.
pub(super) fn switch(number: usize) -> String {
    format!("fault_{number}")
}

/// Puts faults into a module.
pub(super) struct Planter {
    words: Words,
    next: u32,
    cells: usize,
}

impl Planter {
    /// Begins with a module without faults.
    pub(super) fn new(words: Words) -> Self {
        let cells = words.cells.values().flat_map(|cell| cell.connections.values());
        let bits = words.netnames.values().map(|name| &name.bits).chain(cells).flatten();
        let next = bits.map(|bit| if let Bit::Net(net) = bit { net + 1 } else { 0 }).max().unwrap_or(0);
        Self { words, next, cells: 0 }
    }

    /// The module with the faults.
    pub(super) fn finish(self) -> Words {
        self.words
    }

    /// Adds a fault. The input [`switch`] with its number switches it on.
    ///
    /// # Panics
    /// If the module does not have the cell, the pin or the bit.
    pub(super) fn plant(&mut self, number: usize, fault: &Mutation) {
        let on = self.net();
        let port = Port { direction: "input".into(), bits: vec![on.clone()] };
        self.words.ports.insert(switch(number), port);
        let cell = self.words.cells[&fault.cell].clone();
        match &fault.change {
            Change::Bit { pin, bit, to } => self.bit(&fault.cell, &cell, pin, *bit, *to, &on),
            Change::Cell { kind, parameters, connections } => {
                let mut other = cell.clone();
                other.kind.clone_from(kind);
                other.parameters.extend(parameters.iter().map(|(name, value)| (name.clone(), value.clone().into())));
                other.connections.extend(connections.clone());
                self.beside(&fault.cell, &cell, "Y", vec![other], &on);
            }
            Change::LostCarry(at) => self.lost_carry(&fault.cell, &cell, *at, &on),
            Change::Late => {
                let mut late = cell.clone();
                late.connections.insert("D".into(), cell.connections["Q"].clone());
                self.beside(&fault.cell, &cell, "Q", vec![late], &on);
            }
        }
    }

    fn bit(&mut self, name: &str, cell: &Cell, pin: &str, at: usize, to: NewBit, on: &Bit) {
        let is_output = cell.port_directions.get(pin).is_some_and(|direction| direction == "output");
        let connected = &cell.connections[pin];
        let new = self.net();
        // The net that the fault reads, and the net that shows it.
        let (good, shown) =
            if is_output { (new.clone(), connected[at].clone()) } else { (connected[at].clone(), new.clone()) };
        let other = match to {
            NewBit::Constant(value) => Bit::Constant(u8::from(value).to_string()),
            NewBit::Inverse => self.gate("$_NOT_", [("A", good.clone())]),
            NewBit::InverseWhere(other, value) => {
                // If another fault changes the other bit, its result is read here. That does not
                // matter: only one fault is on.
                let kind = if value { "$_XOR_" } else { "$_XNOR_" };
                self.gate(kind, [("A", good.clone()), ("B", connected[other].clone())])
            }
        };
        if pin == "Q" {
            self.rename(&shown, &good);
        }
        self.mux(on, good, other, shown);
        let cell = self.words.cells.get_mut(name).expect("the cell is there");
        cell.connections.get_mut(pin).expect("it has the pin")[at] = new;
    }

    /// Adds cells whose outputs, side by side, replace the output `pin` of a cell.
    fn beside(&mut self, name: &str, cell: &Cell, pin: &str, others: Vec<Cell>, on: &Bit) {
        let mut seen = Vec::new();
        for mut other in others {
            let output = self.nets(other.connections[pin].len());
            seen.extend(output.iter().cloned());
            other.connections.insert(pin.into(), output);
            self.add(other);
        }
        self.replace(name, cell, pin, &seen, on);
    }

    /// Replaces the output of a cell by `other` while the fault is on.
    fn replace(&mut self, name: &str, cell: &Cell, pin: &str, other: &[Bit], on: &Bit) {
        let shown = &cell.connections[pin];
        let good = self.nets(shown.len());
        for ((good, other), shown) in good.iter().zip(other).zip(shown) {
            if pin == "Q" {
                self.rename(shown, good);
            }
            self.mux(on, good.clone(), other.clone(), shown.clone());
        }
        let cell = self.words.cells.get_mut(name).expect("the cell is there");
        cell.connections.insert(pin.into(), good);
    }

    /// Gives the names of a net to another, so that the name of a register stays with the register.
    /// The name of a port stays with the port: it must show the fault.
    fn rename(&mut self, from: &Bit, to: &Bit) {
        let ports = &self.words.ports;
        let inner = self.words.netnames.iter_mut().filter(|(name, _)| !ports.contains_key(*name));
        let bits = inner.flat_map(|(_, name)| &mut name.bits);
        bits.filter(|bit| *bit == from).for_each(|bit| bit.clone_from(to));
    }

    /// Splits a sum into two parts, of which the upper one does not get the carry.
    fn lost_carry(&mut self, name: &str, cell: &Cell, at: usize, on: &Bit) {
        let width = cell.connections["Y"].len();
        let is_signed = is_set(cell, "A_SIGNED") && is_set(cell, "B_SIGNED");
        let part = |range: std::ops::Range<usize>| {
            let mut part = cell.clone();
            for pin in ["A", "B"] {
                let bits = extended(&cell.connections[pin], is_signed, width)[range.clone()].to_vec();
                part.parameters.insert(format!("{pin}_WIDTH"), binary(bits.len()).into());
                part.parameters.insert(format!("{pin}_SIGNED"), binary(0).into());
                part.connections.insert(pin.into(), bits);
            }
            part.parameters.insert("Y_WIDTH".into(), binary(range.len()).into());
            part.connections.insert("Y".into(), cell.connections["Y"][range].to_vec());
            part
        };
        let parts = vec![part(0..at), part(at..width)];
        self.beside(name, cell, "Y", parts, on);
    }

    fn mux(&mut self, on: &Bit, good: Bit, other: Bit, shown: Bit) {
        let pins = [("A", good), ("B", other), ("S", on.clone())];
        self.gate_at("$_MUX_", pins, shown);
    }

    fn gate<const N: usize>(&mut self, kind: &str, pins: [(&str, Bit); N]) -> Bit {
        let output = self.net();
        self.gate_at(kind, pins, output.clone());
        output
    }

    fn gate_at<const N: usize>(&mut self, kind: &str, pins: [(&str, Bit); N], output: Bit) {
        let inputs = pins.into_iter().map(|(name, bit)| (name, "input", bit));
        let all: Vec<_> = inputs.chain([("Y", "output", output)]).collect();
        self.add(Cell {
            kind: kind.into(),
            parameters: BTreeMap::new(),
            attributes: BTreeMap::new(),
            port_directions: all.iter().map(|(name, direction, _)| ((*name).into(), (*direction).into())).collect(),
            connections: all.into_iter().map(|(name, _, bit)| (name.into(), vec![bit])).collect(),
        });
    }

    fn add(&mut self, cell: Cell) {
        self.words.cells.insert(format!("$fault${}", self.cells), cell);
        self.cells += 1;
    }

    fn nets(&mut self, count: usize) -> Vec<Bit> {
        (0..count).map(|_| self.net()).collect()
    }

    fn net(&mut self) -> Bit {
        self.next += 1;
        Bit::Net(self.next - 1)
    }
}

/// Formats a number as yosys writes a parameter.
pub(super) fn binary(number: usize) -> String {
    format!("{number:032b}")
}

/// Returns whether a parameter is not 0.
pub(super) fn is_set(cell: &Cell, parameter: &str) -> bool {
    match cell.parameters.get(parameter) {
        Some(serde_json::Value::String(digits)) => digits.contains('1'),
        Some(value) => value.as_u64().is_some_and(|value| value != 0),
        None => false,
    }
}

/// Returns the bits of a pin, extended to `width`.
fn extended(bits: &[Bit], is_signed: bool, width: usize) -> Vec<Bit> {
    let zero = Bit::Constant("0".into());
    let fill = bits.last().filter(|_| is_signed).unwrap_or(&zero);
    bits.iter().chain(std::iter::repeat(fill)).take(width).cloned().collect()
}
