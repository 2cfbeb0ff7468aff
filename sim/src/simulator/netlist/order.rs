//! The order in which a covered graph is computed.

use std::collections::VecDeque;

use super::cover::Cut;
use super::table::{INPUTS, canonical};
use crate::gates::{Gates, Register};

/// How far down the order a node is looked for.
const REACH: usize = 48;

/// The nodes to compute, operands first, and how many of them lead to the outputs, which come first.
///
/// Then follow the next states from the registers nearest to the outputs on. So the registers of a pipeline are computed when
/// what was in them is not needed any more.
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
    // Registers that no output depends on.
    next.into_iter().flatten().for_each(|after| walk.visit(after));
    let edge = walk.order.split_off(shown);
    let order = [group(walk.order, cuts), group(edge, cuts)].concat();
    (order, shown)
}

/// The same nodes, those of the same function in rows as far as that does not keep many values for long: a function is chosen
/// once for a row.
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
        // The first is always ready.
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
    /// The leaves of the graph in the order in which they were met.
    leaves: VecDeque<usize>,
}

impl Walk<'_> {
    /// Adds what is needed for `root`. Chains are too long for recursion.
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
