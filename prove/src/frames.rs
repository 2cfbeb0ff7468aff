//! Consecutive clock cycles from any state: a copy of the gates for each cycle.

use vidalu_sim::gates::{Aig, Gates, Lit, Node};

use crate::term::{Formula, Term, blast};
use crate::word::Word;

/// Vectors with their names.
pub type Named = Vec<(String, Word)>;

/// The cycles so far.
#[derive(Clone, Debug)]
pub(crate) struct Frames<'a> {
    gates: &'a Gates,
    blocks: &'a [Replaced],
    /// All gates of the cycles so far.
    pub aig: Aig,
    /// All vectors from outside: the first state, and the free pins of every cycle, such as
    /// `a_i@0`.
    pub inputs: Named,
    /// The state of every register, in the order of the gates' registers.
    pub state: Vec<Lit>,
    cycles: usize,
}

/// A block that was cut out of the gates. The golden model replaces it for inputs that the
/// block's own claim covers; for others the block stays as it is.
#[derive(Clone, Debug)]
pub(crate) struct Replaced {
    /// The instances on the way to the block, each followed by a dot. This is the prefix of the
    /// block's ports among the pins of the gates.
    pub path: String,
    /// The gates of the block.
    pub gates: Gates,
    /// The golden model of the block, a formula of `inputs`.
    pub formula: Formula,
    /// The inputs of the block that are inputs of the formula.
    pub inputs: Vec<&'static str>,
    /// The other inputs that the output depends on. They must be 0.
    pub zeros: Vec<String>,
    /// The output that the golden model replaces, and its term.
    pub output: (&'static str, Term),
    /// The bit of the formula that is 1 where the claim of the block covers the inputs.
    pub promised: Term,
}

/// A cycle: the values of the pins, and the state before and after it.
#[derive(Clone, Debug)]
pub(crate) struct Frame {
    /// The driven pins.
    pub inputs: Named,
    /// The outputs.
    pub outputs: Named,
    /// The registers before the clock edge.
    pub before: Vec<Lit>,
    /// The registers after the clock edge.
    pub after: Vec<Lit>,
    /// The value of each node of the module's gates.
    pub values: Vec<Lit>,
}

impl<'a> Frames<'a> {
    /// Begins in any state, without a cycle.
    pub(crate) fn new(gates: &'a Gates, blocks: &'a [Replaced]) -> Self {
        let (mut aig, mut inputs, mut state) = (Aig::default(), Named::new(), Vec::new());
        for name in &gates.names {
            let leaf = aig.leaf();
            inputs.push((name.clone(), vec![leaf]));
            state.push(leaf);
        }
        Self { gates, blocks, aig, inputs, state, cycles: 0 }
    }

    /// Begins a sequence of cycles of another module in any state, with the same gates and vectors
    /// from outside. `name` precedes the names of its registers.
    pub(crate) fn beside<'b>(self, gates: &'b Gates, name: &str) -> Frames<'b> {
        let mut frames =
            Frames { gates, blocks: &[], state: Vec::new(), cycles: 0, aig: self.aig, inputs: self.inputs };
        frames.state = gates.names.iter().map(|own| frames.open(format!("{name} {own}"), 1)[0]).collect();
        frames
    }

    /// The number of cycles so far.
    pub(crate) fn cycles(&self) -> usize {
        self.cycles
    }

    /// Adds a vector from outside that can have any value.
    pub(crate) fn open(&mut self, name: impl Into<String>, width: usize) -> Word {
        let word: Word = (0..width).map(|_| self.aig.leaf()).collect();
        self.inputs.push((name.into(), word.clone()));
        word
    }

    /// Adds a vector that can have any value for each input of a formula, without the first
    /// `known` of them.
    pub(crate) fn open_inputs(&mut self, formula: &Formula, known: usize) -> Vec<Word> {
        let inputs = formula.inputs().iter().enumerate().skip(known);
        inputs.map(|(number, &input)| self.open(format!("open {number}"), formula.node(input).width as usize)).collect()
    }

    /// Adds a cycle in which some pins are driven with given values and the others are free.
    pub(crate) fn step(&mut self, driven: &Named) -> Frame {
        let mut values = vec![Lit::FALSE; self.gates.aig.nodes().len()];
        let mut inputs = Named::new();
        for (name, leaves) in &self.gates.inputs {
            let given = find(driven, name);
            let word: Word = match given {
                Some(word) => word.clone(),
                None => leaves.iter().map(|_| self.aig.leaf()).collect(),
            };
            let is_cut = self.blocks.iter().any(|block| name.starts_with(&block.path));
            if given.is_none() && !word.is_empty() && !is_cut {
                self.inputs.push((format!("{name}@{}", self.cycles), word.clone()));
            }
            leaves.iter().zip(&word).for_each(|(leaf, value)| values[leaf.node()] = *value);
            inputs.push((name.clone(), word));
        }
        for (register, state) in self.gates.registers.iter().zip(&self.state) {
            values[register.state.node()] = *state;
        }
        let mut values = evaluate(&mut self.aig, self.gates, values);
        for block in self.blocks {
            // The inputs of the block do not depend on its outputs, so they are known here.
            let read = |port: &str| {
                let pin = find(&self.gates.outputs, &format!("{}{port}", block.path)).expect("the block was cut out");
                pin.iter().map(|&lit| lit.within(&values)).collect()
            };
            let ports: Named = block.gates.inputs.iter().map(|(port, _)| (port.clone(), read(port))).collect();
            for (port, word) in block.values(&mut self.aig, &ports) {
                let pin = format!("{}{port}", block.path);
                let leaves = find(&self.gates.inputs, &pin).expect("the block was cut out");
                leaves.iter().zip(&word).for_each(|(leaf, value)| values[leaf.node()] = *value);
            }
            values = evaluate(&mut self.aig, self.gates, values);
        }
        let outputs = self.gates.outputs.iter().map(|(name, word)| {
            let word = word.iter().map(|&lit| lit.within(&values)).collect();
            (name.clone(), word)
        });
        let outputs = outputs.collect();
        let after: Vec<_> = self.gates.registers.iter().map(|register| register.next.within(&values)).collect();
        self.cycles += 1;
        let before = std::mem::replace(&mut self.state, after.clone());
        Frame { inputs, outputs, before, after, values }
    }
}

impl Replaced {
    /// Returns the values of the outputs.
    fn values(&self, aig: &mut Aig, ports: &Named) -> Named {
        let mut values = vec![Lit::FALSE; self.gates.aig.nodes().len()];
        for ((_, leaves), (_, word)) in self.gates.inputs.iter().zip(ports) {
            leaves.iter().zip(word).for_each(|(leaf, value)| values[leaf.node()] = *value);
        }
        let values = evaluate(aig, &self.gates, values);
        let port = |name: &str| find(ports, name).expect("the block has its ports");
        let inputs: Vec<_> = self.inputs.iter().map(|name| port(name).clone()).collect();
        let golden = blast(&self.formula, aig, &inputs);
        let zeros = self.zeros.iter().flat_map(|name| port(name));
        let promised = zeros.fold(golden[self.promised.index()][0], |all, &bit| aig.and(all, !bit));
        let output = |(port, word): &(String, Word)| {
            let own: Word = word.iter().map(|&lit| lit.within(&values)).collect();
            let word = match self.output.0 == port {
                true => {
                    golden[self.output.1.index()].iter().zip(&own).map(|(&x, &y)| aig.mux(promised, x, y)).collect()
                }
                false => own,
            };
            (port.clone(), word)
        };
        self.gates.outputs.iter().map(output).collect()
    }
}

/// Computes the values of all gates from those of the leaves.
fn evaluate(aig: &mut Aig, gates: &Gates, mut values: Vec<Lit>) -> Vec<Lit> {
    for (index, node) in gates.aig.nodes().iter().enumerate() {
        if let Node::And(a, b) = *node {
            values[index] = aig.and(a.within(&values), b.within(&values));
        }
    }
    values
}

impl Frame {
    /// Returns the value of a driven pin, if the module has it.
    pub(crate) fn input(&self, name: &str) -> Option<&Word> {
        find(&self.inputs, name)
    }

    /// Returns the value of an output, if the module has it.
    pub(crate) fn output(&self, name: &str) -> Option<&Word> {
        find(&self.outputs, name)
    }

    /// Returns the value of a pin; an empty word if the module does not have it.
    pub(crate) fn pin(&self, name: &str) -> Word {
        self.input(name).or(self.output(name)).cloned().unwrap_or_default()
    }

    /// Returns the bit of a pin that is one bit wide; `other` if the module does not have the pin.
    pub(crate) fn bit(&self, name: &str, other: Lit) -> Lit {
        self.input(name).or(self.output(name)).map_or(other, |word| word[0])
    }
}

fn find<'a>(vectors: &'a Named, name: &str) -> Option<&'a Word> {
    vectors.iter().find(|(own, _)| own == name).map(|(_, word)| word)
}
