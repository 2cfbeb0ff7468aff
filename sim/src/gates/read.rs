//! Turns yosys' gates into a graph: every net gets the value of the gate that drives it.

use std::collections::{HashMap, HashSet};

use super::graph::{Aig, Lit};
use super::words::{Bit, Port};
use super::yosys::{Gate, GateModule, GateName};
use crate::dut::Dut;
use crate::error::ToolError;
use crate::tool::YOSYS;

/// A module as a graph.
#[derive(Clone, Debug)]
pub struct Gates {
    /// The gates.
    pub aig: Aig,
    /// The input ports except the clock: name, and the leaf of each bit, the lowest first.
    pub inputs: Vec<(String, Vec<Lit>)>,
    /// The output ports: name, and the value of each bit, the lowest first.
    pub outputs: Vec<(String, Vec<Lit>)>,
    /// The flip-flops.
    pub registers: Vec<Register>,
    /// The names of the flip-flops as paths of instances below the top module: `u_carry.cf_q[2]`.
    pub names: Vec<String>,
    /// The index of the flip-flop that drives a net, by every name that the net has.
    pub places: HashMap<String, usize>,
    /// The place of each named net in the Verilog, as yosys states it: `rtl/scalar.v:33.12-33.20`.
    pub sources: HashMap<String, String>,
    /// The name of the module.
    pub top: String,
    /// The script that yosys executed, for a folder with the sources as `vidalu gen` writes them
    /// and [`super::MAP`]. It is empty for gates that were made from a flat module.
    pub script: String,
}

/// A flip-flop of one bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Register {
    /// The leaf that is the state.
    pub state: Lit,
    /// The state after the next clock edge.
    pub next: Lit,
}

/// Reads the module of `dut`. All its flip-flops must be clocked by the rising edge of its clock.
///
/// Inputs change while the clock is low, and outputs are read before it rises. So this form is
/// exact for an asynchronous reset that depends only on inputs: while the reset is active, the
/// flip-flop shows its reset value, and keeps it at the edge.
///
/// # Errors
/// If the module has something that cannot be evaluated in this way.
pub(super) fn read(module: GateModule, dut: &Dut) -> Result<Gates, ToolError> {
    let clock = dut.clock.as_deref();
    if let Some((name, _)) = module.netnames.iter().find(|(_, name)| name.attributes.init.is_some()) {
        return Err(YOSYS.bad_output(format!("{name} has a value before the first clock edge, which is not supported")));
    }
    let mut reader = Reader { aig: Aig::default(), values: HashMap::new(), drivers: HashMap::new() };
    let (mut inputs, mut clock_net) = (Vec::new(), None);
    for (name, port) in module.ports.iter().filter(|(_, port)| port.direction != "output") {
        if clock == Some(name) {
            clock_net = port.bits.first().and_then(net);
            continue;
        }
        let leaves = port.bits.iter().map(|bit| {
            let leaf = reader.aig.leaf();
            net(bit).map(|net| reader.values.insert(net, leaf));
            leaf
        });
        inputs.push((name.clone(), leaves.collect::<Vec<_>>()));
    }
    let mut flip_flops = Vec::new();
    for cell in module.cells.values() {
        if let Some(flip_flop) = FlipFlop::of(cell, clock_net)? {
            let state = reader.aig.leaf();
            flip_flops.push((state, flip_flop));
        }
        let output = cell.pin("Y").or(cell.pin("Q")).and_then(net);
        let output = output.ok_or_else(|| YOSYS.bad_output(format!("a {} has no output", cell.kind)))?;
        reader.drivers.insert(output, cell);
    }
    // Resets come first: they depend only on inputs, not on a flip-flop.
    let mut resets = Vec::new();
    for (_, flip_flop) in &flip_flops {
        let reset = match flip_flop.reset {
            None => None,
            Some((bit, active, value)) => {
                let reset = reader.value(bit)?;
                Some((if active { reset } else { !reset }, value))
            }
        };
        resets.push(reset);
    }
    for ((state, flip_flop), reset) in flip_flops.iter().zip(&resets) {
        let shown = reader.after(*state, *reset);
        reader.values.insert(flip_flop.output, shown);
    }
    let known = names(&module);
    let named = |flip_flop: &FlipFlop<'_>| known.get(&flip_flop.output).cloned().unwrap_or_default();
    let names = flip_flops.iter().map(|(_, flip_flop)| named(flip_flop)).collect();
    let driven: HashMap<_, _> = flip_flops.iter().enumerate().map(|(at, (_, own))| (own.output, at)).collect();
    let places = bits(&module).filter_map(|(net, name)| Some((name, *driven.get(&net)?))).collect();
    let mut registers = Vec::new();
    for ((state, flip_flop), reset) in flip_flops.iter().zip(resets) {
        let next = reader.value(flip_flop.next)?;
        registers.push(Register { state: *state, next: reader.after(next, reset) });
    }
    let mut outputs = Vec::new();
    // A module that was cut out has a port for the clock, which has no value.
    let is_clock = |port: &Port| clock_net.is_some() && port.bits.first().and_then(net) == clock_net;
    let has_value = |(_, port): &(&String, &Port)| port.direction == "output" && !is_clock(port);
    for (name, port) in module.ports.iter().filter(has_value) {
        let bits: Result<_, _> = port.bits.iter().map(|bit| reader.value(bit)).collect();
        outputs.push((name.clone(), bits?));
    }
    let source = |(name, net): (&String, &GateName)| Some((name.clone(), net.attributes.src.clone()?));
    let sources = module.netnames.iter().filter_map(source).collect();
    let (aig, top) = (reader.aig, dut.top.clone());
    Ok(Gates { aig, inputs, outputs, registers, names, places, sources, top, script: module.script })
}

/// Returns the name of each net. If a net has several, the shortest is taken, which has the fewest
/// instances in its path.
fn names(module: &GateModule) -> HashMap<u32, String> {
    let mut names: HashMap<u32, String> = HashMap::new();
    for (net, name) in bits(module) {
        let is_better = names.get(&net).is_none_or(|known| known.starts_with('$') || name.len() < known.len());
        if is_better && !(name.starts_with('$') && names.contains_key(&net)) {
            names.insert(net, name);
        }
    }
    names
}

/// Returns the nets of one bit, each with every name that it has.
fn bits(module: &GateModule) -> impl Iterator<Item = (u32, String)> {
    module.netnames.iter().flat_map(|(name, GateName { bits, .. })| {
        let nets = bits.iter().enumerate().filter_map(|(index, bit)| Some((index, net(bit)?)));
        nets.map(move |(index, net)| {
            let name = if bits.len() == 1 { name.clone() } else { format!("{name}[{index}]") };
            (net, name)
        })
    })
}

impl Gate {
    fn pin(&self, name: &str) -> Option<&Bit> {
        self.connections.get(name).map(|[bit]| bit)
    }

    /// Returns the operands of a gate, in the order in which [`Reader::gate`] expects them.
    fn operands(&self) -> impl Iterator<Item = &Bit> {
        ["A", "B", "S"].into_iter().filter_map(|name| self.pin(name))
    }
}

fn net(bit: &Bit) -> Option<u32> {
    match bit {
        Bit::Net(net) => Some(*net),
        Bit::Constant(_) => None,
    }
}

/// A flip-flop.
struct FlipFlop<'a> {
    output: u32,
    next: &'a Bit,
    /// The asynchronous reset: the net, the level that resets, and the reset value.
    reset: Option<(&'a Bit, bool, bool)>,
}

impl<'a> FlipFlop<'a> {
    /// Reads the cell as a flip-flop. Returns `None` if it is a gate.
    fn of(cell: &'a Gate, clock: Option<u32>) -> Result<Option<Self>, ToolError> {
        let Some(letters) = cell.kind.strip_prefix("$_DFF_").and_then(|kind| kind.strip_suffix('_')) else {
            return Ok(None);
        };
        let pin = |name| cell.pin(name).ok_or_else(|| YOSYS.bad_output(format!("a {} has no pin {name}", cell.kind)));
        if !letters.starts_with('P') || net(pin("C")?) != clock {
            return Err(
                YOSYS.bad_output("a flip-flop does not have the rising edge of the clock, which is not supported")
            );
        }
        let reset = match &letters[1..] {
            "" => None,
            levels @ ("P0" | "P1" | "N0" | "N1") => Some((pin("R")?, levels.starts_with('P'), levels.ends_with('1'))),
            _ => return Err(unknown(&cell.kind)),
        };
        let output = net(pin("Q")?).ok_or_else(|| YOSYS.bad_output("a flip-flop drives nothing"))?;
        Ok(Some(Self { output, next: pin("D")?, reset }))
    }
}

fn unknown(kind: &str) -> ToolError {
    YOSYS.bad_output(format!("the netlist has a cell {kind}, which is not supported"))
}

struct Reader<'a> {
    aig: Aig,
    /// The values of the nets so far.
    values: HashMap<u32, Lit>,
    /// The cells that drive the nets.
    drivers: HashMap<u32, &'a Gate>,
}

impl<'a> Reader<'a> {
    /// Returns `value`, or the reset value while the reset is active.
    fn after(&mut self, value: Lit, reset: Option<(Lit, bool)>) -> Lit {
        match reset {
            None => value,
            Some((reset, to)) => self.aig.mux(reset, Lit::constant(to), value),
        }
    }

    /// Returns the value of `bit`, if it is already known.
    fn known(&self, bit: &Bit) -> Option<Lit> {
        match bit {
            Bit::Net(net) => self.values.get(net).copied(),
            Bit::Constant(text) => Some(Lit::constant(text == "1")),
        }
    }

    /// Computes the value of `bit`. Chains of gates are too long for recursion.
    fn value(&mut self, bit: &'a Bit) -> Result<Lit, ToolError> {
        let mut open: Vec<_> = net(bit).into_iter().collect();
        let mut entered = HashSet::new();
        while let Some(&last) = open.last() {
            if self.values.contains_key(&last) {
                open.pop();
                continue;
            }
            let cell = *self.drivers.get(&last).ok_or_else(|| YOSYS.bad_output("a net is driven by nothing"))?;
            if cell.kind.starts_with("$_DFF_") {
                return Err(YOSYS.bad_output("an asynchronous reset depends on a flip-flop, which is not supported"));
            }
            let missing = cell.operands().filter(|bit| self.known(bit).is_none()).filter_map(net);
            let before = open.len();
            open.extend(missing);
            if open.len() == before {
                let lit = self.gate(cell)?;
                self.values.insert(last, lit);
            } else if !entered.insert(last) {
                return Err(YOSYS.bad_output("gates form a loop, which is not supported"));
            }
        }
        self.known(bit).ok_or_else(|| YOSYS.bad_output("a net is driven by nothing"))
    }

    fn gate(&mut self, cell: &Gate) -> Result<Lit, ToolError> {
        let operands: Vec<_> = cell.operands().filter_map(|bit| self.known(bit)).collect();
        let aig = &mut self.aig;
        Ok(match (cell.kind.as_str(), operands.as_slice()) {
            ("$_BUF_", &[a]) => a,
            ("$_NOT_", &[a]) => !a,
            ("$_AND_", &[a, b]) => aig.and(a, b),
            ("$_NAND_", &[a, b]) => !aig.and(a, b),
            ("$_OR_", &[a, b]) => aig.or(a, b),
            ("$_NOR_", &[a, b]) => !aig.or(a, b),
            ("$_XOR_", &[a, b]) => aig.xor(a, b),
            ("$_XNOR_", &[a, b]) => !aig.xor(a, b),
            ("$_MUX_", &[a, b, s]) => aig.mux(s, b, a),
            _ => return Err(unknown(&cell.kind)),
        })
    }
}
