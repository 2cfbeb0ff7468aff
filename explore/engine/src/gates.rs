//! The gates of a module, and the value of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The gates of a module: an and-inverter graph.
///
/// Node 0 is the constant 0. The leaves follow, then the gates, each after its operands. A literal
/// is twice the number of a node, plus 1 for its inverse.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Gates {
    /// The number of leaves: the bits of the inputs and of the registers.
    pub leaves: u32,
    /// The operands of each gate.
    #[serde(with = "distances")]
    pub ands: Vec<(u32, u32)>,
    /// The inputs except the clock: the leaf of each bit, the lowest first.
    pub inputs: BTreeMap<String, Vec<u32>>,
    /// The registers: the leaf that is the state, and the literal of the state after the next clock
    /// edge.
    pub registers: Vec<(u32, u32)>,
}

/// The operands of gates as distances, which are small numbers.
mod distances {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(ands: &[(u32, u32)], serializer: S) -> Result<S::Ok, S::Error> {
        let distance = |from: u32, to: u32| from.wrapping_sub(to) as i32;
        let both = (0..).zip(ands).flat_map(|(at, &(a, b))| [distance(2 * at, b), distance(b, a)]);
        both.collect::<Vec<_>>().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(u32, u32)>, D::Error> {
        let both = Vec::<i32>::deserialize(deserializer)?;
        let operands = |(at, pair): (u32, &[i32])| {
            let b = (2 * at).wrapping_sub(pair[0] as u32);
            (b.wrapping_sub(pair[1] as u32), b)
        };
        Ok((0..).zip(both.chunks_exact(2)).map(operands).collect())
    }
}

/// The values of all nodes in one clock cycle.
#[derive(Clone, Debug)]
pub(crate) struct Values(Vec<bool>);

impl Values {
    /// Returns the value of a literal.
    pub(crate) fn get(&self, literal: u32) -> bool {
        self.0[(literal >> 1) as usize] ^ (literal & 1 == 1)
    }

    /// Returns the values of literals as hexadecimal digits.
    pub(crate) fn hex(&self, bits: &[u32]) -> String {
        crate::hex::of_bits(bits.iter().map(|&bit| self.get(bit)))
    }

    /// Returns the values of at most 64 literals, the lowest bit first.
    pub(crate) fn number(&self, bits: &[u32]) -> u64 {
        bits.iter().rev().fold(0, |value, &bit| value << 1 | u64::from(self.get(bit)))
    }
}

impl Gates {
    /// Evaluates a cycle: the registers hold `state`, and `input` is the value of an input.
    pub(crate) fn evaluate(&self, state: &[bool], input: impl Fn(&str) -> u64) -> Values {
        let mut values = Values(vec![false; 1 + self.leaves as usize + self.ands.len()]);
        for (name, leaves) in &self.inputs {
            let value = input(name);
            for (bit, leaf) in leaves.iter().enumerate() {
                values.0[*leaf as usize] = value >> bit & 1 == 1;
            }
        }
        for ((leaf, _), bit) in self.registers.iter().zip(state) {
            values.0[*leaf as usize] = *bit;
        }
        let first = 1 + self.leaves as usize;
        for (node, (a, b)) in (first..).zip(&self.ands) {
            values.0[node] = values.get(*a) && values.get(*b);
        }
        values
    }

    /// Returns the state after the clock edge that ends a cycle.
    pub(crate) fn next(&self, values: &Values) -> Vec<bool> {
        self.registers.iter().map(|&(_, next)| values.get(next)).collect()
    }
}
