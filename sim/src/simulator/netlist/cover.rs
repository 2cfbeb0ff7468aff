//! From and gates to functions of three values: one operation where the graph has several, such as xor, a choice, or the sum and
//! the carry of a full adder.
//!
//! Every node has its cuts: up to three nodes that decide its value. A cover takes one cut of each node that is needed. It
//! begins with the cuts that cost least if every user of a node bears its share of the cost, then improves one node after the
//! other by what it really adds.

use super::table::{INPUTS, VARIABLES, compose};
use crate::gates::{Aig, Lit, Node};

/// Most cuts that are kept of a node.
const CUTS: usize = 12;

/// How often the whole cover is improved.
const ROUNDS: usize = 3;

/// A node as a function of others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Cut {
    /// The nodes, ascending; only the first `len` count.
    leaves: [u32; INPUTS],
    len: usize,
    /// The truth table; it does not depend on inputs that there are not.
    pub(super) table: u8,
}

impl Cut {
    const ZERO: Self = Self { leaves: [0; INPUTS], len: 0, table: 0 };

    /// The node itself.
    fn trivial(node: usize) -> Self {
        Self { leaves: [node as u32, 0, 0], len: 1, table: VARIABLES[0] }
    }

    pub(super) fn leaves(&self) -> &[u32] {
        &self.leaves[..self.len]
    }

    /// What it costs to compute: the values that are read and the one that is written.
    fn cost(&self) -> u32 {
        self.len as u32 + 1
    }

    /// The and of two cuts, if three nodes are enough.
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

    /// The truth table over the nodes of `union`.
    fn over(&self, union: &Self) -> u8 {
        let mut variables = [0; INPUTS];
        for (variable, leaf) in variables.iter_mut().zip(self.leaves()) {
            let at = union.leaves().iter().position(|other| other == leaf).expect("a union has the leaves of both");
            *variable = VARIABLES[at];
        }
        compose(self.table, variables)
    }

    /// Without nodes on which it does not depend.
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
            // The inputs behind it move down by one.
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

/// The nodes that are needed for `roots`, each as a function of others that are needed or leaves of the graph.
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

/// The cuts of every node but the leaves, without those that are the node itself.
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

/// A choice of cuts.
struct Cover {
    /// The cut that is taken of each node, if it is not a leaf.
    best: Vec<Option<Cut>>,
    /// How many roots and taken cuts of needed nodes use it.
    uses: Vec<u32>,
}

impl Cover {
    /// The cuts that cost least if every user of a node bears its share.
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

    /// Takes for every node that is needed the cut that adds least.
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

    /// Computes the users of a node without it where that costs less than the node and what they save by it: so the two xors of a
    /// sum become one, if the carry too is made of its three inputs.
    fn dissolve(&mut self, cuts: &[Vec<Cut>]) {
        let mut users = vec![Vec::new(); cuts.len()];
        for (user, cut) in self.best.iter().enumerate().filter(|(user, _)| self.uses[*user] > 0) {
            cut.iter().flat_map(Cut::leaves).for_each(|leaf| users[*leaf as usize].push(user));
        }
        for (node, users) in users.iter().enumerate() {
            let uses_it = |user: &usize| {
                self.uses[*user] > 0 && self.best[*user].is_some_and(|cut| cut.leaves().contains(&(node as u32)))
            };
            // More are roots, or came later.
            if self.best[node].is_some() && self.uses[node] as usize == users.len() && users.iter().all(uses_it) {
                self.try_without(node as u32, users, cuts);
            }
        }
    }

    fn try_without(&mut self, node: u32, users: &[usize], cuts: &[Vec<Cut>]) {
        let before: Vec<_> = users.iter().filter_map(|user| self.best[*user]).collect();
        // None of them is given up, whatever the others need.
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

    /// The cut that adds least.
    fn cheapest(&mut self, cuts: impl Iterator<Item = Cut>) -> Option<Cut> {
        cuts.min_by_key(|cut| {
            let added = self.take(*cut);
            self.release(*cut);
            added
        })
    }

    /// Counts a use of a node; what is added by it.
    fn refer(&mut self, node: usize) -> u32 {
        self.uses[node] += 1;
        match self.best[node] {
            Some(cut) if self.uses[node] == 1 => self.take(cut),
            _ => 0,
        }
    }

    /// Counts the uses by a cut, and by the cuts that are needed for it and were not before; what they cost.
    fn take(&mut self, cut: Cut) -> u32 {
        let (mut open, mut cost) = (vec![cut], 0);
        while let Some(cut) = open.pop() {
            cost += cut.cost();
            for leaf in cut.leaves() {
                let leaf = *leaf as usize;
                self.uses[leaf] += 1;
                if self.uses[leaf] == 1 {
                    open.extend(self.best[leaf]);
                }
            }
        }
        cost
    }

    /// Takes back [`Cover::take`]; what that saves.
    fn release(&mut self, cut: Cut) -> u32 {
        let (mut open, mut cost) = (vec![cut], 0);
        while let Some(cut) = open.pop() {
            cost += cut.cost();
            for leaf in cut.leaves() {
                let leaf = *leaf as usize;
                self.uses[leaf] -= 1;
                if self.uses[leaf] == 0 {
                    open.extend(self.best[leaf]);
                }
            }
        }
        cost
    }
}
