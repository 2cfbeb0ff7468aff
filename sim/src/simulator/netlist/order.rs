//! The order in which a covered graph is computed.

use std::collections::VecDeque;

use super::cover::Cut;
use super::read::Netlist;

/// The nodes to compute, operands first, and how many of them lead to the outputs, which come first.
///
/// Then follow the next states from the registers nearest to the outputs on. So the registers of a pipeline are computed when
/// what was in them is not needed any more.
pub(super) fn order(netlist: &Netlist, cuts: &[Option<Cut>]) -> (Vec<usize>, usize) {
    let mut walk = Walk { cuts, order: Vec::new(), is_known: vec![false; cuts.len()], leaves: VecDeque::new() };
    for lit in netlist.outputs.iter().flat_map(|(_, bits)| bits) {
        walk.visit(lit.node());
    }
    let shown = walk.order.len();
    let mut next = vec![None; cuts.len()];
    for (state, after) in &netlist.registers {
        next[state.node()] = Some(after.node());
    }
    while let Some(leaf) = walk.leaves.pop_front() {
        if let Some(after) = next[leaf].take() {
            walk.visit(after);
        }
    }
    // Registers that no output depends on.
    next.into_iter().flatten().for_each(|after| walk.visit(after));
    (walk.order, shown)
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
