//! Compiles a covered graph to a program: a sequence of operations on numbered slots.
//!
//! A slot holds one bit of all lanes. Every bit of an input and every register has a slot of its
//! own. The other values share few slots, so that they stay in the first-level cache.

use serde::{Deserialize, Serialize};

use super::cover::{Cut, cover};
use super::moves::{Move, one_by_one};
use super::order::order;
use super::table::{INPUTS, VARIABLES, canonical, compose, inversion};
use crate::gates::{Gates, Lit, Register};

/// An operation: a function of up to three slots, whose result is written to a slot. Unused inputs
/// repeat the first one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Op {
    /// The truth table: bit `i` is the result if the inputs are the bits of `i`, the first input
    /// the lowest.
    pub(super) table: u8,
    pub(super) inputs: [u16; INPUTS],
    pub(super) output: u16,
}

/// A port: its name, and the slot of each bit, the lowest first.
pub(super) type PortSlots = (String, Vec<u16>);

/// A module as a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Program {
    pub(super) inputs: Vec<PortSlots>,
    pub(super) outputs: Vec<PortSlots>,
    /// The slots of the registers.
    pub(super) registers: Vec<u16>,
    /// The operations that compute the outputs, which are read after them.
    pub(super) shown: Vec<Op>,
    /// The remaining operations at the clock edge, which compute the next states.
    pub(super) edge: Vec<Op>,
}

/// The module needs more slots than there are numbers.
#[derive(Debug)]
pub(super) struct TooLarge;

impl Program {
    /// Compiles a netlist.
    pub(super) fn new(netlist: &Gates) -> Result<Self, TooLarge> {
        let outputs = netlist.outputs.iter().flat_map(|(_, bits)| bits.iter().copied());
        let roots: Vec<_> = outputs.chain(netlist.registers.iter().map(|register| register.next)).collect();
        let cuts = cover(&netlist.aig, &roots);
        let (order, shown) = order(netlist, &cuts);
        let mut compiler = Compiler::new(netlist, &cuts, &order, shown, &roots);

        let mut inputs = Vec::new();
        for (name, bits) in &netlist.inputs {
            let slots: Result<_, _> = bits.iter().map(|bit| compiler.leaf(bit.node())).collect();
            inputs.push((name.clone(), slots?));
        }
        let mut registers = Vec::new();
        for register in &netlist.registers {
            registers.push(compiler.leaf(register.state.node())?);
        }
        (0..shown).try_for_each(|at| compiler.compute(at))?;
        let mut outputs = Vec::new();
        for (name, bits) in &netlist.outputs {
            let slots: Result<_, _> = bits.iter().map(|bit| compiler.show(*bit)).collect();
            outputs.push((name.clone(), slots?));
        }
        let shown_ops = std::mem::take(&mut compiler.ops);
        (shown..order.len()).try_for_each(|at| compiler.compute(at))?;
        compiler.clock()?;
        Ok(Self { inputs, outputs, registers, shown: shown_ops, edge: compiler.ops })
    }
}

/// A value in a slot, possibly inverted.
#[derive(Clone, Copy, Debug)]
struct Stored {
    slot: u16,
    is_inverted: bool,
}

struct Compiler<'a> {
    netlist: &'a Gates,
    cuts: &'a [Option<Cut>],
    order: &'a [usize],
    places: Vec<Option<Stored>>,
    /// For each node, the index in `order` after which its value is not needed.
    last: Vec<usize>,
    /// For each node, the registers whose next state it is.
    next_of: Vec<Vec<usize>>,
    /// Whether each register already has its next state.
    is_clocked: Vec<bool>,
    /// Whether more roots need the inverse of a node than the node.
    prefers_inverse: Vec<bool>,
    /// The free slots. The last one was used most recently, so it is in the cache.
    free: Vec<u16>,
    slots: usize,
    ops: Vec<Op>,
}

impl<'a> Compiler<'a> {
    fn new(netlist: &'a Gates, cuts: &'a [Option<Cut>], order: &'a [usize], shown: usize, roots: &[Lit]) -> Self {
        let count = cuts.len();
        let mut last = vec![0; count];
        for (at, node) in order.iter().enumerate() {
            for leaf in cuts[*node].iter().flat_map(|cut| cut.leaves()) {
                last[*leaf as usize] = at;
            }
        }
        for lit in netlist.outputs.iter().flat_map(|(_, bits)| bits) {
            last[lit.node()] = last[lit.node()].max(shown);
        }
        let mut next_of = vec![Vec::new(); count];
        for (at, Register { next, .. }) in netlist.registers.iter().enumerate() {
            last[next.node()] = usize::MAX;
            next_of[next.node()].push(at);
        }
        let mut balance = vec![0; count];
        for root in roots {
            balance[root.node()] += if root.is_inverted() { 1 } else { -1 };
        }
        Self {
            netlist,
            cuts,
            order,
            places: vec![None; count],
            last,
            next_of,
            is_clocked: vec![false; netlist.registers.len()],
            prefers_inverse: balance.into_iter().map(|balance: i32| balance > 0).collect(),
            free: Vec::new(),
            slots: 0,
            ops: Vec::new(),
        }
    }

    fn new_slot(&mut self) -> Result<u16, TooLarge> {
        if let Some(slot) = self.free.pop() {
            return Ok(slot);
        }
        self.slots += 1;
        u16::try_from(self.slots - 1).map_err(|_| TooLarge)
    }

    /// Reserves a slot for a leaf of the graph.
    fn leaf(&mut self, node: usize) -> Result<u16, TooLarge> {
        let slot = self.new_slot()?;
        self.places[node] = Some(Stored { slot, is_inverted: false });
        Ok(slot)
    }

    fn place(&self, node: usize) -> Stored {
        self.places[node].expect("what a node needs is computed before it")
    }

    /// Adds the operation of a node.
    fn compute(&mut self, at: usize) -> Result<(), TooLarge> {
        let node = self.order[at];
        let cut = self.cuts[node].expect("what is ordered has a cut");
        let is_inverted = self.prefers_inverse[node];
        let mut variables = [0; INPUTS];
        let mut inputs = Vec::with_capacity(INPUTS);
        for (variable, leaf) in cut.leaves().iter().enumerate() {
            let place = self.place(*leaf as usize);
            variables[variable] = VARIABLES[variable] ^ inversion(place.is_inverted);
            inputs.push(place.slot);
        }
        // A value that is read here for the last time leaves its slot to the result.
        for leaf in cut.leaves().iter().map(|leaf| *leaf as usize) {
            if self.last[leaf] == at && self.cuts[leaf].is_some() {
                self.free.push(self.place(leaf).slot);
            }
        }
        let slot = match self.register_for(node, at) {
            Some(register) => {
                self.is_clocked[register] = true;
                self.place(self.netlist.registers[register].state.node()).slot
            }
            None => self.new_slot()?,
        };
        self.places[node] = Some(Stored { slot, is_inverted });
        self.push(compose(cut.table, variables) ^ inversion(is_inverted), &inputs, slot);
        Ok(())
    }

    /// Returns a register into whose slot the value of a node can be written directly: the value is
    /// its next state, and the old state is no longer needed.
    fn register_for(&self, node: usize, at: usize) -> Option<usize> {
        self.next_of[node].iter().copied().find(|register| {
            let Register { state, next } = self.netlist.registers[*register];
            self.last[state.node()] <= at && next.is_inverted() == self.prefers_inverse[node]
        })
    }

    fn push(&mut self, table: u8, inputs: &[u16], output: u16) {
        let (table, inputs) = canonical(table, inputs);
        self.ops.push(Op { table, inputs, output });
    }

    /// Returns a slot that holds the value of an output, not inverted.
    fn show(&mut self, lit: Lit) -> Result<u16, TooLarge> {
        if lit.node() == 0 {
            let slot = self.new_slot()?;
            self.push(inversion(lit.is_inverted()), &[], slot);
            return Ok(slot);
        }
        let place = self.place(lit.node());
        if place.is_inverted == lit.is_inverted() {
            return Ok(place.slot);
        }
        let slot = self.new_slot()?;
        self.push(!VARIABLES[0], &[place.slot], slot);
        Ok(slot)
    }

    /// Writes the next state of the registers that do not have it yet.
    fn clock(&mut self) -> Result<(), TooLarge> {
        let spare = self.new_slot()?;
        let mut moves = Vec::new();
        let mut constants = Vec::new();
        for (is_clocked, Register { state, next }) in self.is_clocked.iter().zip(&self.netlist.registers) {
            let to = self.place(state.node()).slot;
            if next.node() == 0 {
                constants.push((inversion(next.is_inverted()), to));
            } else if !is_clocked {
                let from = self.place(next.node());
                let table = VARIABLES[0] ^ inversion(from.is_inverted != next.is_inverted());
                moves.push(Move { table, from: from.slot, to });
            }
        }
        for step in one_by_one(moves, spare) {
            self.push(step.table, &[step.from], step.to);
        }
        for (table, to) in constants {
            self.push(table, &[], to);
        }
        Ok(())
    }
}
