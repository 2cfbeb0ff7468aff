//! And-inverter graph: and gates whose inputs may be inverted.

use std::collections::HashMap;

/// The value of a node or its inverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(u32);

impl Lit {
    /// The constant 0.
    pub const FALSE: Self = Self(0);
    /// The constant 1.
    pub const TRUE: Self = Self(1);

    /// Returns a constant.
    pub fn constant(value: bool) -> Self {
        if value { Self::TRUE } else { Self::FALSE }
    }

    /// Returns the value of the node with this number.
    pub fn of(node: usize) -> Self {
        Self((node as u32) << 1)
    }

    /// Returns the number of the node.
    pub fn node(self) -> usize {
        self.0 as usize >> 1
    }

    /// Returns the value after each node is replaced by the entry of `values` that has its number.
    #[must_use]
    pub fn within(self, values: &[Self]) -> Self {
        let value = values[self.node()];
        if self.is_inverted() { !value } else { value }
    }

    /// Returns whether this is the inverse of the node's value.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }
}

impl std::ops::Not for Lit {
    type Output = Self;

    fn not(self) -> Self {
        Self(self.0 ^ 1)
    }
}

/// A node of the graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Node {
    /// A value from outside, or the constant 0, which is the first node.
    Leaf,
    /// The and of two values.
    And(Lit, Lit),
}

/// A graph. The operands of a node come before it, and no two nodes are equal.
#[derive(Clone, Debug)]
pub struct Aig {
    nodes: Vec<Node>,
    known: HashMap<(Lit, Lit), Lit>,
}

/// Returns a graph with only the constant.
impl Default for Aig {
    fn default() -> Self {
        Self { nodes: vec![Node::Leaf], known: HashMap::new() }
    }
}

impl Aig {
    /// Returns the nodes; each comes after its operands.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Adds a value from outside.
    pub fn leaf(&mut self) -> Lit {
        self.push(Node::Leaf)
    }

    /// Returns the and of two values.
    pub fn and(&mut self, a: Lit, b: Lit) -> Lit {
        let (a, b) = (a.min(b), a.max(b));
        match a {
            Lit::FALSE => return Lit::FALSE,
            Lit::TRUE => return b,
            _ if a == b => return a,
            _ if a == !b => return Lit::FALSE,
            _ => {}
        }
        if let Some(known) = self.known.get(&(a, b)) {
            return *known;
        }
        let lit = self.push(Node::And(a, b));
        self.known.insert((a, b), lit);
        lit
    }

    /// Returns the or of two values.
    pub fn or(&mut self, a: Lit, b: Lit) -> Lit {
        !self.and(!a, !b)
    }

    /// Returns the exclusive or of two values.
    pub fn xor(&mut self, a: Lit, b: Lit) -> Lit {
        let (both, neither) = (self.and(a, b), self.and(!a, !b));
        self.and(!both, !neither)
    }

    /// Returns `if choice { then } else { other }`.
    pub fn mux(&mut self, choice: Lit, then: Lit, other: Lit) -> Lit {
        let (then, other) = (self.and(choice, then), self.and(!choice, other));
        self.or(then, other)
    }

    fn push(&mut self, node: Node) -> Lit {
        self.nodes.push(node);
        Lit((self.nodes.len() as u32 - 1) << 1)
    }
}
