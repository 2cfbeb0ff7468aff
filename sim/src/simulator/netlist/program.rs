//! Compiles a covered graph to a program: a sequence of operations on numbered slots.
//!
//! A slot holds one bit of all lanes. Every bit of an input and every register has a slot of its
//! own. The other values share few slots, so that they stay in the first-level cache.

use itertools::Itertools;
use serde::{Deserialize, Serialize};

use super::cover::{Cut, cover};
use super::moves::{Move, one_by_one};
use super::order::{Step, order};
use super::product::{Multiplication, Operand, Product};
use super::refusal::Unsupported;
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
    /// The parts that compute the outputs, which are read after them.
    pub(super) shown: Vec<Part>,
    /// The remaining parts at the clock edge, which compute the next states.
    pub(super) edge: Vec<Part>,
}

/// A part of a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Part {
    Ops(Vec<Op>),
    Multiplication(Multiplication),
}

impl Program {
    /// Compiles a netlist, from which `products` were taken out.
    pub(super) fn new(netlist: &Gates, products: &[Product]) -> Result<Self, Unsupported> {
        let outputs = netlist.outputs.iter().flat_map(|(_, bits)| bits.iter().copied());
        let mut roots: Vec<_> = outputs.chain(netlist.registers.iter().map(|register| register.next)).collect();
        roots.extend(products.iter().flat_map(|product| product.operands.iter().flatten()));
        let cuts = cover(&netlist.aig, &roots);
        let (order, shown) = order(netlist, products, &cuts)?;
        let mut compiler = Compiler::new((netlist, products), &cuts, &order, shown, &roots);

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
        let shown_parts = compiler.parts();
        (shown..order.len()).try_for_each(|at| compiler.compute(at))?;
        compiler.clock()?;
        Ok(Self { inputs, outputs, registers, shown: shown_parts, edge: compiler.parts() })
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
    products: &'a [Product],
    cuts: &'a [Option<Cut>],
    order: &'a [Step],
    /// Whether each node is a step's result, so that its slot is free after its last use.
    is_result: Vec<bool>,
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
    parts: Vec<Part>,
    /// The operations after the last part.
    ops: Vec<Op>,
    /// A slot that is 0.
    zero: Option<u16>,
}

impl<'a> Compiler<'a> {
    fn new(
        (netlist, products): (&'a Gates, &'a [Product]),
        cuts: &'a [Option<Cut>],
        order: &'a [Step],
        shown: usize,
        roots: &[Lit],
    ) -> Self {
        let count = cuts.len();
        let mut last = vec![0; count];
        for (at, step) in order.iter().enumerate() {
            match step {
                Step::Node(node) => {
                    cuts[*node].iter().flat_map(Cut::leaves).for_each(|leaf| last[*leaf as usize] = at);
                }
                Step::Product(product) => {
                    let Product { operands, bits, .. } = &products[*product];
                    operands.iter().flatten().chain(bits).for_each(|bit| last[bit.node()] = at);
                }
            }
        }
        let mut is_result: Vec<_> = cuts.iter().map(Option::is_some).collect();
        products.iter().flat_map(|product| &product.bits).for_each(|bit| is_result[bit.node()] = true);
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
            products,
            cuts,
            order,
            is_result,
            places: vec![None; count],
            last,
            next_of,
            is_clocked: vec![false; netlist.registers.len()],
            prefers_inverse: balance.into_iter().map(|balance: i32| balance > 0).collect(),
            free: Vec::new(),
            slots: 0,
            parts: Vec::new(),
            ops: Vec::new(),
            zero: None,
        }
    }

    /// Returns the parts so far, and begins with none.
    fn parts(&mut self) -> Vec<Part> {
        self.end_ops();
        std::mem::take(&mut self.parts)
    }

    fn end_ops(&mut self) {
        if !self.ops.is_empty() {
            self.parts.push(Part::Ops(std::mem::take(&mut self.ops)));
        }
    }

    fn new_slot(&mut self) -> Result<u16, Unsupported> {
        if let Some(slot) = self.free.pop() {
            return Ok(slot);
        }
        self.slots += 1;
        u16::try_from(self.slots - 1).map_err(|_| Unsupported::TooLarge)
    }

    /// Reserves a slot for a leaf of the graph.
    fn leaf(&mut self, node: usize) -> Result<u16, Unsupported> {
        let slot = self.new_slot()?;
        self.places[node] = Some(Stored { slot, is_inverted: false });
        Ok(slot)
    }

    fn place(&self, node: usize) -> Stored {
        self.places[node].expect("what a node needs is computed before it")
    }

    /// Adds a step.
    fn compute(&mut self, at: usize) -> Result<(), Unsupported> {
        match self.order[at] {
            Step::Node(node) => self.compute_node(node, at),
            Step::Product(product) => self.multiply(product, at),
        }
    }

    /// Adds a multiplication.
    fn multiply(&mut self, product: usize, at: usize) -> Result<(), Unsupported> {
        let Product { operands: [a, b], bits, is_signed } = &self.products[product];
        let operands = [self.operand(a)?, self.operand(b)?];
        self.release(a.iter().chain(b).map(|bit| bit.node()).sorted().dedup(), at);
        let mut slots = Vec::new();
        for bit in bits {
            slots.push(self.leaf(bit.node())?);
        }
        // Bits that nothing reads need their slots no longer.
        self.release(bits.iter().map(|bit| bit.node()), at);
        self.end_ops();
        let multiplication = Multiplication { operands, product: slots, is_signed: *is_signed };
        self.parts.push(Part::Multiplication(multiplication));
        Ok(())
    }

    fn operand(&mut self, bits: &[Lit]) -> Result<Operand, Unsupported> {
        let mut operand = Operand { slots: Vec::new(), inverted: Vec::new() };
        for bit in bits {
            if bit.node() == 0 {
                operand.slots.push(self.zero()?);
                operand.inverted.push(bit.is_inverted());
            } else {
                let place = self.place(bit.node());
                operand.slots.push(place.slot);
                operand.inverted.push(place.is_inverted != bit.is_inverted());
            }
        }
        Ok(operand)
    }

    /// Returns a slot that is 0.
    fn zero(&mut self) -> Result<u16, Unsupported> {
        if let Some(slot) = self.zero {
            return Ok(slot);
        }
        let slot = self.new_slot()?;
        self.push(0, &[], slot);
        self.zero = Some(slot);
        Ok(slot)
    }

    /// Frees the slots of those of the nodes whose values were read for the last time.
    fn release(&mut self, nodes: impl Iterator<Item = usize>, at: usize) {
        for node in nodes {
            if self.last[node] == at && self.is_result[node] {
                self.free.push(self.place(node).slot);
            }
        }
    }

    /// Adds the operation of a node.
    fn compute_node(&mut self, node: usize, at: usize) -> Result<(), Unsupported> {
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
        self.release(cut.leaves().iter().map(|leaf| *leaf as usize), at);
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
    fn show(&mut self, lit: Lit) -> Result<u16, Unsupported> {
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
    fn clock(&mut self) -> Result<(), Unsupported> {
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
