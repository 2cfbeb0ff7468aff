//! Covers the and gates of a graph by functions of three values. One operation then computes
//! several gates: an xor, a multiplexer, or the sum or carry of a full adder.
//!
//! A cut of a node is a set of up to three nodes that determine its value. A cover has one cut for
//! each node that is needed. It begins with the cuts that cost least if all users of a node share
//! its cost. Then it improves one node after the other by the real cost.

use super::table::{INPUTS, VARIABLES, compose};
use crate::gates::{Aig, Lit, Node};

/// The most cuts that are kept for a node.
const CUTS: usize = 12;

/// The number of times that the whole cover is improved.
const ROUNDS: usize = 3;

/// A node as a function of other nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The nodes, ascending; only the first `len` count.
    leaves: [u32; INPUTS],
    len: usize,
    /// The truth table; it does not depend on unused inputs.
    pub(super) table: u8,
}

impl Cut {
    const ZERO: Self = Self { leaves: [0; INPUTS], len: 0, table: 0 };

    /// Returns the cut that is the node itself.
    fn trivial(node: usize) -> Self {
        Self { leaves: [node as u32, 0, 0], len: 1, table: VARIABLES[0] }
    }

    pub(super) fn leaves(&self) -> &[u32] {
        &self.leaves[..self.len]
    }

    /// Returns the cost of the operation: the number of values that it reads and writes.
    fn cost(&self) -> u32 {
        self.len as u32 + 1
    }

    /// Returns the and of two cuts, if they have at most three nodes together.
    fn and(&self, other: &Self, inverts: [bool; 2]) -> Option<Self> {
        let mut union = Self { len: self.len, ..*self };
        for leaf in other.leaves() {
            if union.leaves().contains(leaf) {
                continue;
            }
            *union.leaves.get_mut(union.len)? = *leaf;
            union.len += 1;
        }
        union.leaves[..union.len].sort_unstable();
        let invert = |table: u8, inverts: bool| if inverts { !table } else { table };
        union.table = invert(self.over(&union), inverts[0]) & invert(other.over(&union), inverts[1]);
        Some(union.reduced())
    }

    /// Returns the truth table over the nodes of `union`.
    fn over(&self, union: &Self) -> u8 {
        let mut variables = [0; INPUTS];
        for (variable, leaf) in variables.iter_mut().zip(self.leaves()) {
            let at = union.leaves().iter().position(|other| other == leaf).expect("a union has the leaves of both");
            *variable = VARIABLES[at];
        }
        compose(self.table, variables)
    }

    /// Removes the nodes on which the function does not depend.
    fn reduced(mut self) -> Self {
        for at in (0..self.len).rev() {
            let with = |value: u8| {
                let mut variables = VARIABLES;
                variables[at] = value;
                compose(self.table, variables)
            };
            if with(0) != with(0xff) {
                continue;
            }
            // The inputs above it move down by one.
            let mut variables = [0; INPUTS];
            for (old, variable) in variables.iter_mut().enumerate() {
                *variable = VARIABLES[if old > at { old - 1 } else { old }];
            }
            variables[at] = 0;
            self.table = compose(self.table, variables);
            self.leaves.copy_within(at + 1.., at);
            self.len -= 1;
        }
        self
    }
}

/// Returns a cut for each node that is needed to compute `roots`, over other such nodes and the
/// leaves of the graph.
pub(super) fn cover(aig: &Aig, roots: &[Lit]) -> Vec<Option<Cut>> {
    let cuts = all_cuts(aig);
    let mut cover = Cover::cheap(aig, &cuts);
    for root in roots {
        cover.refer(root.node());
    }
    for _ in 0..ROUNDS {
        cover.dissolve(&cuts);
        cover.improve(&cuts);
    }
    cover.best.into_iter().zip(cover.uses).map(|(cut, uses)| cut.filter(|_| uses > 0)).collect()
}

/// Returns the cuts of every node except the leaves, without those that are the node itself.
fn all_cuts(aig: &Aig) -> Vec<Vec<Cut>> {
    let mut all: Vec<Vec<Cut>> = Vec::with_capacity(aig.nodes().len());
    for node in aig.nodes() {
        let mut cuts: Vec<Cut> = Vec::new();
        if let Node::And(a, b) = *node {
            let with_itself = |lit: Lit| {
                let own = if lit.node() == 0 { Cut::ZERO } else { Cut::trivial(lit.node()) };
                all[lit.node()].iter().copied().chain([own])
            };
            for left in with_itself(a) {
                for right in with_itself(b) {
                    let Some(cut) = left.and(&right, [a.is_inverted(), b.is_inverted()]) else { continue };
                    let is_worse = |other: &Cut| other.leaves().iter().all(|leaf| cut.leaves().contains(leaf));
                    if !cuts.iter().any(is_worse) {
                        cuts.push(cut);
                    }
                }
            }
            cuts.sort_by_key(|cut| cut.len);
            cuts.truncate(CUTS);
        }
        all.push(cuts);
    }
    all
}

/// A choice of one cut for each node.
struct Cover {
    /// The chosen cut of each node, if the node is not a leaf.
    best: Vec<Option<Cut>>,
    /// For each node, the number of roots and of chosen cuts that use it.
    uses: Vec<u32>,
}

impl Cover {
    /// Chooses the cuts that cost least if all users of a node share its cost.
    fn cheap(aig: &Aig, cuts: &[Vec<Cut>]) -> Self {
        let mut users = vec![0_u32; cuts.len()];
        for node in aig.nodes() {
            if let Node::And(a, b) = node {
                users[a.node()] += 1;
                users[b.node()] += 1;
            }
        }
        let mut share = vec![0.0; cuts.len()];
        let mut best = vec![None; cuts.len()];
        for (node, cuts) in cuts.iter().enumerate() {
            let price =
                |cut: &Cut| f64::from(cut.cost()) + cut.leaves().iter().map(|leaf| share[*leaf as usize]).sum::<f64>();
            let cheapest = cuts.iter().map(|cut| (price(cut), cut)).min_by(|a, b| a.0.total_cmp(&b.0));
            if let Some((price, cut)) = cheapest {
                share[node] = price / f64::from(users[node].max(1));
                best[node] = Some(*cut);
            }
        }
        Self { best, uses: vec![0; cuts.len()] }
    }

    /// Chooses, for every node that is needed, the cut that adds the least cost.
    fn improve(&mut self, cuts: &[Vec<Cut>]) {
        for (node, cuts) in cuts.iter().enumerate() {
            if self.uses[node] == 0 {
                continue;
            }
            let Some(taken) = self.best[node] else { continue };
            self.release(taken);
            let cheapest = self.cheapest([taken].into_iter().chain(cuts.iter().copied())).unwrap_or(taken);
            self.best[node] = Some(cheapest);
            self.take(cheapest);
        }
    }

    /// Removes a node if its users can be computed without it at a lower cost. For example, the two
    /// xors of a sum become one operation if the carry also uses its three inputs.
    fn dissolve(&mut self, cuts: &[Vec<Cut>]) {
        let mut users = vec![Vec::new(); cuts.len()];
        for (user, cut) in self.best.iter().enumerate().filter(|(user, _)| self.uses[*user] > 0) {
            cut.iter().flat_map(Cut::leaves).for_each(|leaf| users[*leaf as usize].push(user));
        }
        for (node, users) in users.iter().enumerate() {
            let uses_it = |user: &usize| {
                self.uses[*user] > 0 && self.best[*user].is_some_and(|cut| cut.leaves().contains(&(node as u32)))
            };
            // Further uses are roots, or were added later.
            if self.best[node].is_some() && self.uses[node] as usize == users.len() && users.iter().all(uses_it) {
                self.try_without(node as u32, users, cuts);
            }
        }
    }

    fn try_without(&mut self, node: u32, users: &[usize], cuts: &[Vec<Cut>]) {
        let before: Vec<_> = users.iter().filter_map(|user| self.best[*user]).collect();
        // This use keeps each of them alive, whatever the others need.
        users.iter().for_each(|user| self.uses[*user] += 1);
        let saved: u32 = before.iter().map(|cut| self.release(*cut)).sum();
        let (mut added, mut after) = (0, Vec::new());
        for user in users {
            let without = cuts[*user].iter().filter(|cut| !cut.leaves().contains(&node));
            let Some(cut) = self.cheapest(without.copied()) else { break };
            added += self.take(cut);
            after.push(cut);
        }
        let is_better = after.len() == users.len() && added < saved;
        if is_better {
            users.iter().zip(after).for_each(|(user, cut)| self.best[*user] = Some(cut));
        } else {
            for cut in after {
                self.release(cut);
            }
            for cut in before {
                self.take(cut);
            }
        }
        for user in users {
            self.uses[*user] -= 1;
            if let Some(cut) = self.best[*user].filter(|_| self.uses[*user] == 0) {
                self.release(cut);
            }
        }
    }

    /// Returns the cut that adds the least cost.
    fn cheapest(&mut self, cuts: impl Iterator<Item = Cut>) -> Option<Cut> {
        cuts.min_by_key(|cut| {
            let added = self.take(*cut);
            self.release(*cut);
            added
        })
    }

    /// Counts a use of a node, and returns the cost that it adds.
    fn refer(&mut self, node: usize) -> u32 {
        self.uses[node] += 1;
        match self.best[node] {
            Some(cut) if self.uses[node] == 1 => self.take(cut),
            _ => 0,
        }
    }

    /// Counts the uses by a cut, and by the cuts that are needed only now. Returns their cost.
    fn take(&mut self, cut: Cut) -> u32 {
        self.count(cut, |uses| {
            *uses += 1;
            *uses == 1
        })
    }

    /// Undoes [`Cover::take`], and returns the cost that this saves.
    fn release(&mut self, cut: Cut) -> u32 {
        self.count(cut, |uses| {
            *uses -= 1;
            *uses == 0
        })
    }

    /// Changes the uses of the leaves of a cut, and of the leaves of their cuts where `change`
    /// returns true. Returns the cost of these cuts.
    fn count(&mut self, cut: Cut, change: impl Fn(&mut u32) -> bool) -> u32 {
        let (mut open, mut cost) = (vec![cut], 0);
        while let Some(cut) = open.pop() {
            cost += cut.cost();
            for &leaf in cut.leaves() {
                if change(&mut self.uses[leaf as usize]) {
                    open.extend(self.best[leaf as usize]);
                }
            }
        }
        cost
    }
}
