//! Clock cycles in a row, from any state: the gates once for each cycle.

use vidalu_sim::gates::{Aig, Gates, Lit, Node};

use crate::term::Word;

/// Vectors by their names.
pub type Named = Vec<(String, Word)>;

/// The cycles so far.
#[derive(Clone, Debug)]
pub struct Frames<'a> {
    gates: &'a Gates,
    /// All gates of the cycles so far.
    pub aig: Aig,
    /// All vectors from outside: the state at first, and the free pins of every cycle as `a_i@0`.
    pub inputs: Named,
    /// The state of every register, in the order of the gates' registers.
    pub state: Vec<Lit>,
    cycles: usize,
}

/// A cycle: the values of its pins, the state before it and after it.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The pins that are driven.
    pub inputs: Named,
    /// The pins that are seen.
    pub outputs: Named,
    /// The registers before the clock edge.
    pub before: Vec<Lit>,
    /// The registers after it.
    pub after: Vec<Lit>,
}

impl<'a> Frames<'a> {
    /// No cycle yet, and any state.
    pub fn new(gates: &'a Gates) -> Self {
        let (mut aig, mut inputs, mut state) = (Aig::default(), Named::new(), Vec::new());
        for name in &gates.names {
            let leaf = aig.leaf();
            inputs.push((name.clone(), vec![leaf]));
            state.push(leaf);
        }
        Self { gates, aig, inputs, state, cycles: 0 }
    }

    /// One more cycle, in which some pins are driven as is said and the others are free.
    pub fn step(&mut self, driven: &[(&str, Lit)]) -> Frame {
        let mut values = vec![Lit::FALSE; self.gates.aig.nodes().len()];
        let mut inputs = Named::new();
        for (name, leaves) in &self.gates.inputs {
            let given = driven.iter().find(|(pin, _)| pin == name);
            let word: Word = match given {
                Some((_, value)) => vec![*value],
                None => leaves.iter().map(|_| self.aig.leaf()).collect(),
            };
            if given.is_none() && !word.is_empty() {
                self.inputs.push((format!("{name}@{}", self.cycles), word.clone()));
            }
            leaves.iter().zip(&word).for_each(|(leaf, value)| values[leaf.node()] = *value);
            inputs.push((name.clone(), word));
        }
        for (register, state) in self.gates.registers.iter().zip(&self.state) {
            values[register.state.node()] = *state;
        }
        let of = |values: &[Lit], lit: Lit| if lit.is_inverted() { !values[lit.node()] } else { values[lit.node()] };
        for (index, node) in self.gates.aig.nodes().iter().enumerate() {
            if let Node::And(a, b) = *node {
                values[index] = self.aig.and(of(&values, a), of(&values, b));
            }
        }
        let outputs = self.gates.outputs.iter().map(|(name, word)| {
            let word = word.iter().map(|&lit| of(&values, lit)).collect();
            (name.clone(), word)
        });
        let outputs = outputs.collect();
        let after: Vec<_> = self.gates.registers.iter().map(|register| of(&values, register.next)).collect();
        self.cycles += 1;
        let before = std::mem::replace(&mut self.state, after.clone());
        Frame { inputs, outputs, before, after }
    }
}

impl Frame {
    /// The value of a driven pin, if the module has it.
    pub fn input(&self, name: &str) -> Option<&Word> {
        find(&self.inputs, name)
    }

    /// The value of an output, if the module has it.
    pub fn output(&self, name: &str) -> Option<&Word> {
        find(&self.outputs, name)
    }

    /// The one bit of a pin; `other` if the module does not have it.
    pub fn bit(&self, name: &str, other: Lit) -> Lit {
        self.input(name).or(self.output(name)).map_or(other, |word| word[0])
    }
}

fn find<'a>(vectors: &'a Named, name: &str) -> Option<&'a Word> {
    vectors.iter().find(|(own, _)| own == name).map(|(_, word)| word)
}
