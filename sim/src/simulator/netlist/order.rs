//! The order in which a covered graph is evaluated.

use std::collections::VecDeque;

use super::cover::Cut;
use super::product::Product;
use super::refusal::Unsupported;
use super::table::{INPUTS, canonical};
use crate::gates::{Gates, Register};

/// How far ahead in the order a node of the same function is searched.
const REACH: usize = 48;

/// A step of the evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Computes a node.
    Node(usize),
    /// Multiplies: computes the leaves of a product.
    Product(usize),
}

/// Returns the steps, operands first, and the number of those that the outputs need, which come
/// first.
///
/// The next states follow, beginning with the registers nearest to the outputs. So a register of a
/// pipeline is computed when its old value is no longer needed.
///
/// # Errors
/// If a product depends on itself.
pub(super) fn order(
    netlist: &Gates,
    products: &[Product],
    cuts: &[Option<Cut>],
) -> Result<(Vec<Step>, usize), Unsupported> {
    let mut product_of = vec![None; cuts.len()];
    for (number, product) in products.iter().enumerate() {
        product.bits.iter().for_each(|bit| product_of[bit.node()] = Some(number));
    }
    let mut walk = Walk {
        cuts,
        products,
        product_of,
        order: Vec::new(),
        is_known: vec![false; cuts.len()],
        is_open: vec![false; products.len()],
        leaves: VecDeque::new(),
    };
    for lit in netlist.outputs.iter().flat_map(|(_, bits)| bits) {
        walk.visit(lit.node())?;
    }
    let shown = walk.order.len();
    let mut next = vec![None; cuts.len()];
    for Register { state, next: after } in &netlist.registers {
        next[state.node()] = Some(after.node());
    }
    while let Some(leaf) = walk.leaves.pop_front() {
        if let Some(after) = next[leaf].take() {
            walk.visit(after)?;
        }
    }
    // These registers do not affect an output.
    next.into_iter().flatten().try_for_each(|after| walk.visit(after))?;
    let edge = walk.order.split_off(shown);
    let order = [grouped(&walk.order, cuts), grouped(&edge, cuts)].concat();
    Ok((order, shown))
}

/// Groups the nodes between two products.
fn grouped(order: &[Step], cuts: &[Option<Cut>]) -> Vec<Step> {
    let is_node = |step: &Step| matches!(step, Step::Node(_));
    let runs = order.chunk_by(|before, after| is_node(before) && is_node(after));
    let group_run = |run: &[Step]| {
        let nodes: Vec<_> =
            run.iter().filter_map(|step| if let Step::Node(node) = step { Some(*node) } else { None }).collect();
        if nodes.is_empty() { run.to_vec() } else { group(nodes, cuts).into_iter().map(Step::Node).collect() }
    };
    runs.flat_map(group_run).collect()
}

/// Groups nodes of the same function, as far as this does not keep many values alive for long. The
/// evaluation selects a function once for each group.
fn group(order: Vec<usize>, cuts: &[Option<Cut>]) -> Vec<usize> {
    let mut is_waiting = vec![false; cuts.len()];
    order.iter().for_each(|node| is_waiting[*node] = true);
    let function = |node: usize| cuts[node].map(|cut| canonical(cut.table, &[0; INPUTS][..cut.leaves().len()]).0);
    let mut rest = VecDeque::from(order);
    let (mut grouped, mut current) = (Vec::with_capacity(rest.len()), None);
    while !rest.is_empty() {
        let is_ready =
            |node: usize| cuts[node].is_some_and(|cut| cut.leaves().iter().all(|leaf| !is_waiting[*leaf as usize]));
        let next = rest.iter().take(REACH).position(|node| function(*node) == current && is_ready(*node));
        // The first node is always ready.
        let node = rest.remove(next.unwrap_or(0)).expect("one is left");
        current = function(node);
        is_waiting[node] = false;
        grouped.push(node);
    }
    grouped
}

struct Walk<'a> {
    cuts: &'a [Option<Cut>],
    products: &'a [Product],
    /// For each leaf, the product of which it is a bit.
    product_of: Vec<Option<usize>>,
    order: Vec<Step>,
    is_known: Vec<bool>,
    /// Whether the operands of each product are being visited.
    is_open: Vec<bool>,
    /// The leaves of the graph in the order in which they were visited.
    leaves: VecDeque<usize>,
}

impl Walk<'_> {
    /// Adds the steps that `root` needs. Chains are too long for recursion.
    fn visit(&mut self, root: usize) -> Result<(), Unsupported> {
        let mut open = vec![(root, false)];
        while let Some((node, has_operands)) = open.pop() {
            if self.is_known[node] {
                continue;
            }
            match (&self.cuts[node], self.product_of[node]) {
                (Some(_), _) if has_operands => {
                    self.is_known[node] = true;
                    self.order.push(Step::Node(node));
                }
                (Some(cut), _) => {
                    open.push((node, true));
                    open.extend(cut.leaves().iter().rev().map(|leaf| (*leaf as usize, false)));
                }
                (None, Some(product)) if has_operands => {
                    self.products[product].bits.iter().for_each(|bit| self.is_known[bit.node()] = true);
                    self.order.push(Step::Product(product));
                }
                (None, Some(product)) => {
                    if std::mem::replace(&mut self.is_open[product], true) {
                        return Err(Unsupported::Loop);
                    }
                    open.push((node, true));
                    let operands = self.products[product].operands.iter().flatten();
                    open.extend(operands.map(|bit| (bit.node(), false)));
                }
                (None, None) => {
                    self.is_known[node] = true;
                    self.leaves.push_back(node);
                }
            }
        }
        Ok(())
    }
}
