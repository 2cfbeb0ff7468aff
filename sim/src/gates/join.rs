//! Puts a module back into the place from which it was cut out.

use std::collections::{HashMap, HashSet};

use super::graph::{Aig, Lit, Node};
use super::read::{Gates, Register};

/// The number of the module around in [`Join`].
const OUTER: usize = 0;

/// The number of the module in it.
const INNER: usize = 1;

impl Gates {
    /// Returns the module with `inner` as its instance `path`, which was cut out of it: see
    /// [`Synthesis::cuts`](super::Synthesis::cuts). Registers of `inner` come last, and their names
    /// begin with the path.
    ///
    /// # Panics
    /// If a port of the instance is not a port of `inner`, or gates of both form a loop.
    #[must_use]
    pub fn with(&self, path: &str, inner: &Self) -> Self {
        let own = |name: &str| name.strip_prefix(path).and_then(|rest| rest.strip_prefix('.')).map(str::to_owned);
        let mut join = Join {
            sides: [self, inner],
            aig: Aig::default(),
            values: [self, inner].map(unknown),
            driven: Default::default(),
        };
        for (name, leaves) in &self.inputs {
            match own(name) {
                Some(port) => join.connect(OUTER, leaves, find(&inner.outputs, &port)),
                None => join.open(OUTER, leaves),
            }
        }
        for (port, leaves) in &inner.inputs {
            join.connect(INNER, leaves, find(&self.outputs, &format!("{path}.{port}")));
        }
        for (side, gates) in [(OUTER, self), (INNER, inner)] {
            gates.registers.iter().for_each(|register| join.open(side, &[register.state]));
        }
        let mut word = |bits: &Vec<Lit>| bits.iter().map(|&lit| join.value(OUTER, lit)).collect::<Vec<_>>();
        let is_kept = |(name, _): &&(String, Vec<Lit>)| own(name).is_none();
        let [inputs, outputs] = [&self.inputs, &self.outputs]
            .map(|ports| ports.iter().filter(is_kept).map(|(name, bits)| (name.clone(), word(bits))).collect());
        let mut registers = Vec::new();
        for (side, gates) in [(OUTER, self), (INNER, inner)] {
            for register in &gates.registers {
                let [state, next] = [register.state, register.next].map(|lit| join.value(side, lit));
                registers.push(Register { state, next });
            }
        }
        let below = |name: &String| format!("{path}.{name}");
        let places = inner.places.iter().map(|(name, at)| (below(name), self.registers.len() + at));
        Self {
            inputs,
            outputs,
            registers,
            names: self.names.iter().cloned().chain(inner.names.iter().map(below)).collect(),
            places: self.places.clone().into_iter().chain(places).collect(),
            sources: self.sources.clone(),
            top: self.top.clone(),
            script: String::new(),
            aig: join.aig,
        }
    }
}

fn unknown(gates: &Gates) -> Vec<Option<Lit>> {
    let mut values = vec![None; gates.aig.nodes().len()];
    values[Lit::FALSE.node()] = Some(Lit::FALSE);
    values
}

fn find<'a>(ports: &'a [(String, Vec<Lit>)], name: &str) -> &'a [Lit] {
    let port = ports.iter().find(|(own, _)| own == name);
    port.map(|(_, bits)| bits.as_slice()).unwrap_or_else(|| panic!("the other module has no port {name}"))
}

/// Two modules that become one.
struct Join<'a> {
    sides: [&'a Gates; 2],
    aig: Aig,
    /// The value of each node so far.
    values: [Vec<Option<Lit>>; 2],
    /// The literal of the other module that drives a leaf.
    driven: [HashMap<usize, Lit>; 2],
}

impl Join<'_> {
    /// Drives leaves from outside.
    fn open(&mut self, side: usize, leaves: &[Lit]) {
        for leaf in leaves {
            self.values[side][leaf.node()] = Some(self.aig.leaf());
        }
    }

    /// Drives leaves from the other module.
    fn connect(&mut self, side: usize, leaves: &[Lit], from: &[Lit]) {
        self.driven[side].extend(leaves.iter().map(|leaf| leaf.node()).zip(from.iter().copied()));
    }

    fn known(&self, side: usize, lit: Lit) -> Option<Lit> {
        self.values[side][lit.node()].map(|value| if lit.is_inverted() { !value } else { value })
    }

    /// Computes a value. Chains of gates are too long for recursion.
    fn value(&mut self, side: usize, lit: Lit) -> Lit {
        let mut open = vec![(side, lit.node())];
        let mut entered = HashSet::new();
        while let Some(&(side, node)) = open.last() {
            if self.values[side][node].is_some() {
                open.pop();
                continue;
            }
            let operands = match self.sides[side].aig.nodes()[node] {
                Node::And(a, b) => vec![(side, a), (side, b)],
                Node::Leaf => vec![(1 - side, self.driven[side][&node])],
            };
            let known: Vec<_> = operands.iter().filter_map(|&(side, lit)| self.known(side, lit)).collect();
            match known[..] {
                [value] if operands.len() == 1 => self.values[side][node] = Some(value),
                [a, b] => self.values[side][node] = Some(self.aig.and(a, b)),
                _ => {
                    assert!(entered.insert((side, node)), "the gates of both modules form a loop");
                    let missing = operands.into_iter().filter(|&(side, lit)| self.known(side, lit).is_none());
                    open.extend(missing.map(|(side, lit)| (side, lit.node())));
                }
            }
        }
        self.known(side, lit).expect("it was computed")
    }
}
