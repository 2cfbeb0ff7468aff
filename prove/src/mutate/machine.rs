//! Gates as a model that a bench drives: one copy of the module.

use vidalu_model::draw::{Draw, key};
use vidalu_sim::gates::{Gates, Lit, Node};
use vidalu_sim::simulator::Model;
use vidalu_sim::{Drive, Pin, Seen, ToolError};

/// A module and the values of its gates.
#[derive(Clone)]
pub(super) struct Machine {
    gates: Gates,
    /// The leaves of the inputs, and the values of the outputs, in the order of the bench's pins.
    pins: [Vec<Vec<Lit>>; 2],
    values: Vec<bool>,
    state: Vec<bool>,
}

impl Machine {
    /// The module in its initial state.
    ///
    /// # Panics
    /// If the module does not have a pin.
    pub(super) fn new(gates: Gates, [inputs, outputs]: &[Vec<Pin>; 2]) -> Self {
        let pins = |ports: &[(String, Vec<Lit>)], pins: &[Pin]| pins.iter().map(|pin| bits(ports, pin)).collect();
        // Registers start with noise, so that a missing reset shows.
        let noise = |register| Draw::new(key("registers", 2), register).word() & 1 == 1;
        Self {
            pins: [pins(&gates.inputs, inputs), pins(&gates.outputs, outputs)],
            values: vec![false; gates.aig.nodes().len()],
            state: (0..gates.registers.len() as u64).map(noise).collect(),
            gates,
        }
    }

    fn value(&self, lit: Lit) -> bool {
        self.values[lit.node()] != lit.is_inverted()
    }

    fn drive(&mut self, pin: usize, value: u64) {
        for (bit, leaf) in self.pins[0][pin].iter().enumerate() {
            self.values[leaf.node()] = value >> bit & 1 == 1;
        }
    }
}

/// Returns the bits of a pin of the bench. It is a port, or a piece of one that is wider than 64
/// bits: `s_axis_tdata_1` are bits 127..64.
fn bits(ports: &[(String, Vec<Lit>)], pin: &Pin) -> Vec<Lit> {
    let port = |name: &str| ports.iter().find(|(own, _)| own == name).map(|(_, bits)| bits.as_slice());
    let piece = || {
        let (name, number) = pin.name.rsplit_once('_')?;
        port(name)?.chunks(64).nth(number.parse().ok()?)
    };
    let bits = port(&pin.name).or_else(piece).unwrap_or_else(|| panic!("the module has no pin {}", pin.name));
    assert_eq!(bits.len(), pin.width as usize, "the width of {}", pin.name);
    bits.to_vec()
}

impl Model for Machine {
    fn lanes(&self) -> usize {
        1
    }

    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError> {
        let columns: Vec<&[u64]> =
            drive.control.iter().map(Vec::as_slice).chain(drive.data.iter().map(|column| &**column)).collect();
        seen.prepare(self.pins[1].len(), drive.cycles, false);
        for cycle in 0..drive.cycles {
            for (pin, column) in columns.iter().enumerate() {
                self.drive(pin, column[cycle]);
            }
            for (register, value) in self.gates.registers.iter().zip(&self.state) {
                self.values[register.state.node()] = *value;
            }
            for (at, node) in self.gates.aig.nodes().iter().enumerate() {
                if let Node::And(a, b) = *node {
                    self.values[at] = self.value(a) && self.value(b);
                }
            }
            for (bits, column) in self.pins[1].iter().zip(&mut seen.values) {
                column[cycle] = bits.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(self.value(bit)));
            }
            self.state = self.gates.registers.iter().map(|register| self.value(register.next)).collect();
        }
        Ok(())
    }

    fn another(&self) -> Result<Box<dyn Model>, ToolError> {
        Ok(Box::new(self.clone()))
    }
}
