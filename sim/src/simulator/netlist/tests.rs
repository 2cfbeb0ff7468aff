//! Random netlists: the program computes the same as the graph.

use std::collections::HashMap;

use proptest::collection::vec;
use proptest::prelude::{Strategy, any, proptest};
use proptest::sample::Index;

use super::cover::cover;
use super::evaluate::{Code, run};
use super::parts::Parts;
use super::product::Product;
use super::program::{Op, Program};
use super::slots::{WORDS, slots};
use super::table::compose;
use crate::gates::{Aig, Gates, Lit, Node, Register};

/// A gate of a random graph: its kind, and its operands among the nodes so far.
type Gate = (u8, [(Index, bool); 3]);

#[derive(Clone, Debug)]
struct Recipe {
    inputs: usize,
    registers: usize,
    gates: Vec<Gate>,
    products: Vec<ProductRecipe>,
    roots: Vec<(Index, bool)>,
}

/// A product: the gate before which it is, its operands among the nodes so far, the number of its
/// bits, and whether it is signed.
type ProductRecipe = (Index, [Vec<(Index, bool)>; 2], usize, bool);

fn recipe() -> impl Strategy<Value = Recipe> {
    let operand = || (any::<Index>(), any::<bool>());
    let gate = (0..4_u8, [operand(), operand(), operand()]);
    let factor = || vec(operand(), 1..6);
    let product = (any::<Index>(), [factor(), factor()], 1..10_usize, any::<bool>());
    (1..6_usize, 0..8_usize, vec(gate, 1..60), vec(product, 0..3), vec(operand(), 12))
        .prop_map(|(inputs, registers, gates, products, roots)| Recipe { inputs, registers, gates, products, roots })
}

fn pick(values: &[Lit], (index, is_inverted): &(Index, bool)) -> Lit {
    let lit = *index.get(values);
    if *is_inverted { !lit } else { lit }
}

fn netlist(recipe: &Recipe) -> (Gates, Vec<Product>) {
    let mut aig = Aig::default();
    let leaves: Vec<_> = (0..recipe.inputs + recipe.registers).map(|_| aig.leaf()).collect();
    let mut values = [&[Lit::FALSE], leaves.as_slice()].concat();
    let mut products = Vec::new();
    for (at, (kind, operands)) in recipe.gates.iter().enumerate() {
        for (_, factors, width, is_signed) in
            recipe.products.iter().filter(|product| product.0.index(recipe.gates.len()) == at)
        {
            let operands = factors.each_ref().map(|bits| bits.iter().map(|bit| pick(&values, bit)).collect());
            let bits: Vec<_> = (0..*width).map(|_| aig.leaf()).collect();
            values.extend(&bits);
            products.push(Product { operands, bits, is_signed: *is_signed });
        }
        let [a, b, c] = operands.each_ref().map(|operand| pick(&values, operand));
        values.push(match kind {
            0 => aig.and(a, b),
            1 => aig.or(a, b),
            2 => aig.xor(a, b),
            _ => aig.mux(a, b, c),
        });
    }
    let (inputs, states) = leaves.split_at(recipe.inputs);
    let roots: Vec<_> = recipe.roots.iter().map(|root| pick(&values, root)).collect();
    let (next, outputs) = roots.split_at(recipe.registers);
    let gates = Gates {
        aig,
        inputs: vec![("x".into(), inputs.to_vec())],
        outputs: vec![("y".into(), outputs.to_vec())],
        names: vec![String::new(); recipe.registers],
        places: HashMap::new(),
        top: String::new(),
        script: String::new(),
        registers: states.iter().zip(next).map(|(&state, &next)| Register { state, next }).collect(),
        sources: HashMap::new(),
    };
    (gates, products)
}

/// Returns the values of all nodes.
fn naive(aig: &Aig, products: &[Product], leaf: impl Fn(usize) -> u64) -> Vec<u64> {
    let mut values: Vec<u64> = vec![0];
    for (number, node) in aig.nodes().iter().enumerate().skip(1) {
        let bit = |product: &Product| product.bits.iter().position(|bit| bit.node() == number);
        let product = products.iter().find_map(|product| Some((product, bit(product)?)));
        values.push(match (node, product) {
            (Node::Leaf, Some((product, bit))) => {
                (0..64).map(|at| (multiply(&values, product, at) >> bit & 1) << at).sum()
            }
            (Node::Leaf, None) => leaf(number),
            (Node::And(a, b), _) => of(&values, *a) & of(&values, *b),
        });
    }
    values
}

/// Returns the product of the numbers in bit `at` of the values.
fn multiply(values: &[u64], product: &Product, at: usize) -> u64 {
    let number = |bits: &Vec<Lit>| {
        let (top, low) = bits.split_last().unwrap();
        let bit = |lit: &Lit| (of(values, *lit) >> at & 1) as i64;
        let low: i64 = low.iter().enumerate().map(|(place, lit)| bit(lit) << place).sum();
        let top = bit(top) << (bits.len() - 1);
        if product.is_signed { low - top } else { low + top }
    };
    let [a, b] = product.operands.each_ref().map(number);
    (a * b) as u64
}

fn of(values: &[u64], lit: Lit) -> u64 {
    values[lit.node()] ^ if lit.is_inverted() { !0 } else { 0 }
}

proptest! {
    #[test]
    fn a_program_does_what_its_netlist_says(recipe in recipe(), words in vec(any::<u64>(), 32)) {
        let (netlist, products) = netlist(&recipe);
        let program = Program::new(&netlist, &products).unwrap();
        let (mut shown, mut edge) = (Parts::<WORDS>::new(&program.shown), Parts::<WORDS>::new(&program.edge));
        let mut slots = slots();
        let mut state: Vec<u64> = words[..recipe.registers].to_vec();
        for (slot, word) in program.registers.iter().zip(&state) {
            slots[usize::from(*slot)].0[1] = *word;
        }
        let inputs = &netlist.inputs[0].1;
        for words in words[8..].chunks_exact(inputs.len()) {
            for (slot, word) in program.inputs[0].1.iter().zip(words) {
                slots[usize::from(*slot)].0[1] = *word;
            }
            let values = naive(&netlist.aig, &products, |node| match inputs.iter().position(|input| input.node() == node) {
                Some(at) => words[at],
                None => state[netlist.registers.iter().position(|register| register.state.node() == node).unwrap()],
            });
            shown.run(&mut slots);
            for (slot, lit) in program.outputs[0].1.iter().zip(&netlist.outputs[0].1) {
                assert_eq!(slots[usize::from(*slot)].0[1], of(&values, *lit));
            }
            edge.run(&mut slots);
            state = netlist.registers.iter().map(|register| of(&values, register.next)).collect();
        }
    }

    #[test]
    fn a_cover_keeps_every_value(recipe in recipe(), words in vec(any::<u64>(), 16)) {
        let (netlist, _) = netlist(&recipe);
        let roots = &netlist.outputs[0].1;
        let cuts = cover(&netlist.aig, roots);
        let values = naive(&netlist.aig, &[], |node| words[(node - 1) % words.len()]);
        let mut needed: Vec<_> = roots.iter().map(|root| root.node()).collect();
        while let Some(node) = needed.pop() {
            let Some(cut) = cuts[node] else {
                assert!(netlist.aig.nodes()[node] == Node::Leaf);
                continue;
            };
            for bit in 0..64 {
                let row = cut.leaves().iter().enumerate().map(|(at, leaf)| (values[*leaf as usize] >> bit & 1) << at);
                assert_eq!(u64::from(cut.table >> row.sum::<u64>() & 1), values[node] >> bit & 1);
            }
            needed.extend(cut.leaves().iter().map(|leaf| *leaf as usize));
        }
    }

    #[test]
    fn every_function_is_computed(table: u8, words: [u64; 3]) {
        let op = Op { table, inputs: [7, 8, 9], output: 8 };
        let mut slots = slots::<WORDS>();
        (7..).zip(words).for_each(|(slot, word)| slots[slot].0.fill(word));
        run(&Code::new(&[op]), &mut slots);
        for bit in 0..64 {
            let row: u64 = (0..3).map(|at| (words[at] >> bit & 1) << at).sum();
            assert_eq!(slots[8].0[0] >> bit & 1, u64::from(table >> row & 1));
        }
        assert_eq!(compose(table, [0xaa, 0xcc, 0xf0]), table);
    }
}

/// Returns the number of operations that a function of three values takes; `build` adds it to the
/// graph.
fn operations(build: impl Fn(&mut Aig, [Lit; 3]) -> Vec<Lit>) -> usize {
    let mut aig = Aig::default();
    let inputs = [(); 3].map(|()| aig.leaf());
    let roots = build(&mut aig, inputs);
    cover(&aig, &roots).iter().flatten().count()
}

#[test]
fn what_has_three_inputs_is_one_operation() {
    assert_eq!(operations(|aig, [a, b, _]| vec![aig.xor(a, b)]), 1);
    assert_eq!(operations(|aig, [a, b, c]| vec![aig.mux(a, !b, c)]), 1);
    let full_adder = |aig: &mut Aig, [a, b, c]: [Lit; 3]| {
        let half = aig.xor(a, b);
        let (one, other) = (aig.and(a, b), aig.and(half, c));
        vec![aig.xor(half, c), aig.or(one, other)]
    };
    assert_eq!(operations(full_adder), 2);
}
