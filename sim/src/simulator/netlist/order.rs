//! The order in which a covered graph is evaluated.

use std::collections::VecDeque;

use super::cover::Cut;
use super::table::{INPUTS, canonical};
use crate::gates::{Gates, Register};

/// How far ahead in the order a node of the same function is searched.
const REACH: usize = 48;

/// Returns the nodes to compute, operands first, and the number of those that the outputs need,
/// which come first.
///
/// The next states follow, beginning with the registers nearest to the outputs. So a register of a
/// pipeline is computed when its old value is no longer needed.
pub(super) fn order(netlist: &Gates, cuts: &[Option<Cut>]) -> (Vec<usize>, usize) {
    let mut walk = Walk { cuts, order: Vec::new(), is_known: vec![false; cuts.len()], leaves: VecDeque::new() };
    for lit in netlist.outputs.iter().flat_map(|(_, bits)| bits) {
        walk.visit(lit.node());
    }
    let shown = walk.order.len();
    let mut next = vec![None; cuts.len()];
    for Register { state, next: after } in &netlist.registers {
        next[state.node()] = Some(after.node());
    }
    while let Some(leaf) = walk.leaves.pop_front() {
        if let Some(after) = next[leaf].take() {
            walk.visit(after);
        }
    }
    // These registers do not affect an output.
    next.into_iter().flatten().for_each(|after| walk.visit(after));
    let edge = walk.order.split_off(shown);
    let order = [group(walk.order, cuts), group(edge, cuts)].concat();
    (order, shown)
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
    order: Vec<usize>,
    is_known: Vec<bool>,
    /// The leaves of the graph in the order in which they were visited.
    leaves: VecDeque<usize>,
}

impl Walk<'_> {
    /// Adds the nodes that `root` needs. Chains are too long for recursion.
    fn visit(&mut self, root: usize) {
        let mut open = vec![(root, false)];
        while let Some((node, has_operands)) = open.pop() {
            if self.is_known[node] {
                continue;
            }
            match &self.cuts[node] {
                Some(_) if has_operands => {
                    self.is_known[node] = true;
                    self.order.push(node);
                }
                Some(cut) => {
                    open.push((node, true));
                    open.extend(cut.leaves().iter().rev().map(|leaf| (*leaf as usize, false)));
                }
                None => {
                    self.is_known[node] = true;
                    self.leaves.push_back(node);
                }
            }
        }
    }
}
