//! One graph of gates for a module and all its faults. Only the nodes that a fault changes are
//! computed again for it.

use std::collections::HashMap;

use vidalu_sim::gates::{Aig, Gates, Lit, Node, Register};

use super::fault::switch;

/// A node of the good module or of a fault, or its inverse. Below [`Circuit::bound`] it is twice
/// the number of the good node, above it twice the number of the fault's own value, and in both
/// cases 1 more for the inverse.
pub(super) type Literal = u32;

/// A module without faults and with them.
pub(super) struct Circuit {
    /// The good module.
    pub good: Gates,
    /// The gates with the faults.
    gates: Gates,
    /// The literal of the good module for each node of `gates`.
    of: Vec<Lit>,
    /// The nodes that read each node of `gates`.
    readers: Vec<Vec<u32>>,
    /// The good module's gates by their operands.
    known: HashMap<[Literal; 2], Literal>,
    /// The leaves that switch the faults on.
    switches: Vec<Lit>,
}

/// The part of a module that a fault changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Cone {
    /// The registers that the fault can reach, each with its next state. Their states are the
    /// first of the fault's own values.
    pub states: Vec<(usize, Literal)>,
    /// The fault's other values, each the and of two literals.
    pub ands: Vec<[Literal; 2]>,
    /// The literal of the good module in the place of each of `ands`.
    pub goods: Vec<Literal>,
    /// The outputs that may differ: port, bit, value.
    pub outputs: Vec<(usize, usize, Literal)>,
}

impl Cone {
    /// Returns whether the fault changes nothing.
    pub(super) fn is_empty(&self) -> bool {
        self.outputs.is_empty() && self.states.is_empty()
    }
}

/// Working memory for the computation of cones.
#[derive(Default)]
pub(super) struct Desk {
    /// The literal that each node became, or [`UNCHANGED`].
    values: Vec<Literal>,
    /// The nodes that changed.
    changed: Vec<usize>,
    /// A bit for each node that must be visited, and the word that can contain the lowest.
    pending: Vec<u64>,
    at: usize,
}

/// The mark of a node that is as in the good module.
const UNCHANGED: Literal = Literal::MAX;

impl Desk {
    /// Makes room for a graph and clears the memory.
    fn prepare(&mut self, nodes: usize) {
        self.changed.drain(..).for_each(|node| self.values[node] = UNCHANGED);
        self.values.resize(nodes, UNCHANGED);
        self.pending.resize(nodes.div_ceil(64), 0);
        self.at = 0;
    }

    fn set(&mut self, node: usize, value: Literal, readers: &[u32]) {
        self.values[node] = value;
        self.changed.push(node);
        for &reader in readers {
            self.pending[reader as usize / 64] |= 1 << (reader % 64);
        }
    }

    /// Returns the lowest node that must be visited. No lower node depends on it.
    fn next(&mut self) -> Option<usize> {
        let (at, word) = (self.at..).zip(&mut self.pending[self.at..]).find(|(_, word)| **word != 0)?;
        let bit = word.trailing_zeros();
        *word &= *word - 1;
        self.at = at;
        Some(at * 64 + bit as usize)
    }
}

/// Returns the literal of a node of the good module.
pub(super) fn literal(lit: Lit) -> Literal {
    (lit.node() as u32) << 1 | u32::from(lit.is_inverted())
}

impl Circuit {
    /// Separates the good module from the gates with `count` faults.
    ///
    /// # Panics
    /// If a fault does not have a switch.
    pub(super) fn new(gates: Gates, count: usize) -> Self {
        let named: HashMap<_, _> = gates.inputs.iter().map(|(name, leaves)| (name.as_str(), leaves)).collect();
        let switches: Vec<_> = (0..count).map(|number| named[switch(number).as_str()][0]).collect();
        let nodes = gates.aig.nodes();
        let mut readers = vec![Vec::new(); nodes.len()];
        for (at, node) in (0..).zip(nodes) {
            if let Node::And(a, b) = *node {
                [a, b].iter().for_each(|lit| readers[lit.node()].push(at));
            }
        }
        let (good, of) = switched(&gates, &switches, None);
        let known = (0..).zip(good.aig.nodes()).filter_map(|(at, node)| match *node {
            Node::And(a, b) => Some((pair(literal(a), literal(b)), at << 1)),
            Node::Leaf => None,
        });
        let known = known.collect();
        Self { good, gates, of, readers, known, switches }
    }

    /// Returns the module with a fault.
    pub(super) fn faulty(&self, fault: usize) -> Gates {
        switched(&self.gates, &self.switches, Some(fault)).0
    }

    /// Returns whether a register of a cone holds the good module's value after the cycle.
    pub(super) fn keeps(&self, (register, next): &(usize, Literal)) -> bool {
        *next == literal(self.good.registers[*register].next)
    }

    /// The first literal of a fault's own values.
    pub(super) fn bound(&self) -> Literal {
        (self.good.aig.nodes().len() as u32) << 1
    }

    /// Returns the cone of a fault. Each thread needs a `desk` of its own.
    pub(super) fn cone(&self, fault: usize, desk: &mut Desk) -> Cone {
        let nodes = self.gates.aig.nodes();
        desk.prepare(nodes.len());
        let mut cone = Cone::default();
        let switch = self.switches[fault].node();
        // Registers that the fault can reach have states of their own.
        let states = self.reached(switch as u32);
        let leaves = states.iter().map(|&register| self.gates.registers[register].state.node());
        for (index, node) in leaves.enumerate() {
            desk.set(node, self.bound() + (index as u32) * 2, &self.readers[node]);
        }
        desk.set(switch, literal(Lit::TRUE), &self.readers[switch]);
        while let Some(node) = desk.next() {
            let Node::And(a, b) = nodes[node] else { unreachable!("only gates read") };
            let [a, b] = [a, b].map(|lit| self.seen(desk, lit));
            let good = literal(self.of[node]);
            let new = self.and(a, b).unwrap_or_else(|| {
                cone.ands.push([a, b]);
                cone.goods.push(good);
                self.bound() + ((states.len() + cone.ands.len() - 1) as u32) * 2
            });
            if new != good {
                desk.set(node, new, &self.readers[node]);
            }
        }
        let next = |register: usize| self.seen(desk, self.gates.registers[register].next);
        cone.states = states.iter().map(|&register| (register, next(register))).collect();
        for (port, (_, bits)) in self.gates.outputs.iter().enumerate() {
            for (bit, lit) in bits.iter().enumerate() {
                let new = self.seen(desk, *lit);
                if new != literal(lit.within(&self.of)) {
                    cone.outputs.push((port, bit, new));
                }
            }
        }
        cone
    }

    /// Returns the and of two literals if the good module has it.
    pub(super) fn and(&self, a: Literal, b: Literal) -> Option<Literal> {
        match pair(a, b) {
            [0, _] => Some(0),
            [1, b] => Some(b),
            [a, b] if a == b => Some(a),
            [a, b] if a == b ^ 1 => Some(0),
            // Only two literals of the good module can be the operands of one of its gates.
            [_, b] if b >= self.bound() => None,
            read => self.known.get(&read).copied(),
        }
    }

    /// Returns the literal that a literal of `gates` became with the fault.
    fn seen(&self, desk: &Desk, lit: Lit) -> Literal {
        let own = desk.values[lit.node()];
        if own == UNCHANGED { literal(lit.within(&self.of)) } else { own ^ u32::from(lit.is_inverted()) }
    }

    /// Returns the registers that a change of a node can reach, in this cycle or later.
    fn reached(&self, from: u32) -> Vec<usize> {
        if self.gates.registers.is_empty() {
            return Vec::new();
        }
        let mut is_reached = vec![false; self.readers.len()];
        let mut registers = Vec::new();
        let mut open = vec![from];
        loop {
            while let Some(node) = open.pop() {
                if !std::mem::replace(&mut is_reached[node as usize], true) {
                    open.extend(&self.readers[node as usize]);
                }
            }
            for (number, register) in self.gates.registers.iter().enumerate() {
                if is_reached[register.next.node()] && !is_reached[register.state.node()] {
                    registers.push(number);
                    open.push(register.state.node() as u32);
                }
            }
            if open.is_empty() {
                return registers;
            }
        }
    }
}

/// Returns the module with the fault `on`, or without any, and the literal of each node in it.
fn switched(gates: &Gates, switches: &[Lit], on: Option<usize>) -> (Gates, Vec<Lit>) {
    let mut constants: HashMap<_, _> = switches.iter().map(|lit| (lit.node(), Lit::FALSE)).collect();
    constants.insert(Lit::FALSE.node(), Lit::FALSE);
    constants.extend(on.map(|fault| (switches[fault].node(), Lit::TRUE)));
    let (mut aig, mut of) = (Aig::default(), Vec::with_capacity(gates.aig.nodes().len()));
    for (at, node) in gates.aig.nodes().iter().enumerate() {
        of.push(match *node {
            Node::Leaf => constants.get(&at).copied().unwrap_or_else(|| aig.leaf()),
            Node::And(a, b) => aig.and(a.within(&of), b.within(&of)),
        });
    }
    let mapped = |lits: &Vec<Lit>| lits.iter().map(|&lit| lit.within(&of)).collect();
    let is_switch = |leaves: &[Lit]| leaves.iter().any(|lit| constants.contains_key(&lit.node()));
    let inputs = gates.inputs.iter().filter(|(_, leaves)| !is_switch(leaves));
    let register = |register: &Register| {
        let [state, next] = [register.state, register.next].map(|lit| lit.within(&of));
        Register { state, next }
    };
    let module = Gates {
        inputs: inputs.map(|(name, leaves)| (name.clone(), mapped(leaves))).collect(),
        outputs: gates.outputs.iter().map(|(name, bits)| (name.clone(), mapped(bits))).collect(),
        registers: gates.registers.iter().map(register).collect(),
        names: gates.names.clone(),
        places: gates.places.clone(),
        sources: HashMap::new(),
        top: gates.top.clone(),
        script: gates.script.clone(),
        aig,
    };
    (module, of)
}

/// Returns two literals in ascending order.
pub(super) fn pair(a: Literal, b: Literal) -> [Literal; 2] {
    [a.min(b), a.max(b)]
}
