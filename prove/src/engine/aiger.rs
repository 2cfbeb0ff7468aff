//! The AIGER format, in which abc and most hardware model checkers read a problem.

use vidalu_sim::gates::{Aig, Gates, Lit, Node};

use crate::problem::cone;

/// Returns the graph below `outputs` in binary AIGER. `inputs` are its leaves, in their order.
pub fn aiger(aig: &Aig, inputs: &[Lit], outputs: &[Lit]) -> Vec<u8> {
    let mut numbers = vec![0_u32; aig.nodes().len()];
    let mut next = 1;
    for input in inputs {
        numbers[input.node()] = next;
        next += 1;
    }
    let ands: Vec<_> = cone(aig, outputs.iter().map(|lit| lit.node()))
        .into_iter()
        .filter_map(|node| match aig.nodes()[node] {
            Node::And(a, b) => Some((node, a, b)),
            Node::Leaf => None,
        })
        .collect();
    for (node, _, _) in &ands {
        numbers[*node] = next;
        next += 1;
    }
    let number = |lit: Lit| numbers[lit.node()] << 1 | u32::from(lit.is_inverted());
    let mut bytes = format!("aig {} {} 0 {} {}\n", next - 1, inputs.len(), outputs.len(), ands.len()).into_bytes();
    for output in outputs {
        bytes.extend(format!("{}\n", number(*output)).bytes());
    }
    for (node, a, b) in ands {
        let (own, a, b) = (numbers[node] << 1, number(a), number(b));
        delta(own - a.max(b), &mut bytes);
        delta(a.max(b) - a.min(b), &mut bytes);
    }
    bytes
}

/// Returns the gates of a module without registers in binary AIGER, with the names of its pins,
/// such as `a_i[0]`.
pub(crate) fn aiger_with_names(gates: &Gates) -> Vec<u8> {
    let pins = |vectors: &[(String, Vec<Lit>)], kind| {
        let bits =
            vectors.iter().flat_map(|(name, word)| word.iter().enumerate().map(move |(bit, &lit)| (name, bit, lit)));
        let (lits, names): (Vec<_>, Vec<_>) =
            bits.enumerate().map(|(place, (name, bit, lit))| (lit, format!("{kind}{place} {name}[{bit}]\n"))).unzip();
        (lits, names.concat())
    };
    let ((inputs, names), (outputs, more)) = (pins(&gates.inputs, 'i'), pins(&gates.outputs, 'o'));
    [aiger(&gates.aig, &inputs, &outputs), names.into_bytes(), more.into_bytes()].concat()
}

/// Writes a number with seven bits in each byte, the lowest first. All bytes but the last have
/// their highest bit set.
fn delta(mut value: u32, bytes: &mut Vec<u8>) {
    while value > 0x7f {
        bytes.push(value as u8 | 0x80);
        value >>= 7;
    }
    bytes.push(value as u8);
}
