//! The golden functions as formulas: they run on terms, and the result is a graph of operations
//! on bit vectors.

mod blast;
mod smt;

use std::cell::RefCell;
use std::collections::HashMap;

use vidalu_model::bv::Domain;

pub(crate) use blast::blast;
pub(crate) use smt::smt;

/// A bit vector that is not computed yet: a node of the formula that is being built.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Term(u32);

/// An operation on two vectors of the same width.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Binary {
    /// Bitwise and.
    And,
    /// Bitwise or.
    Or,
    /// Bitwise exclusive or.
    Xor,
    /// Sum modulo 2^width.
    Add,
    /// Difference modulo 2^width.
    Sub,
    /// Product modulo 2^width.
    Mul,
    /// Shift left. The result is 0 if the amount is the width or more.
    Shl,
    /// Shift right with zeros. The result is 0 if the amount is the width or more.
    Lshr,
    /// Shift right with copies of the sign. The result has only copies of the sign if the amount
    /// is the width or more.
    Ashr,
    /// Equal, one bit.
    Eq,
    /// Less as unsigned numbers, one bit.
    Ult,
    /// Less as two's complement numbers, one bit.
    Slt,
}

/// The operation of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Op {
    /// The input with this number.
    Input(u32),
    /// A constant.
    Constant(u128),
    /// Complement.
    Not(Term),
    /// An operation on two vectors.
    Binary(Binary, Term, Term),
    /// The second term if the first, a bit, is 1, and else the third.
    Mux(Term, Term, Term),
    /// The bits of a term from this place on, as many as the node is wide.
    Extract(Term, u32),
    /// The term with zeros above it.
    Zext(Term),
    /// The term with copies of its sign above it.
    Sext(Term),
    /// The first above the second.
    Concat(Term, Term),
}

impl Op {
    /// Returns the operation on other terms: `rename` gives the term for each of its operands.
    fn renamed(self, mut rename: impl FnMut(Term) -> Term) -> Self {
        match self {
            Self::Input(_) | Self::Constant(_) => self,
            Self::Not(x) => Self::Not(rename(x)),
            Self::Binary(op, x, y) => Self::Binary(op, rename(x), rename(y)),
            Self::Mux(choice, then, other) => Self::Mux(rename(choice), rename(then), rename(other)),
            Self::Extract(x, lo) => Self::Extract(rename(x), lo),
            Self::Zext(x) => Self::Zext(rename(x)),
            Self::Sext(x) => Self::Sext(rename(x)),
            Self::Concat(high, low) => Self::Concat(rename(high), rename(low)),
        }
    }

    /// Returns the operands, in their order.
    fn operands(self) -> impl Iterator<Item = Term> {
        let mut operands = Vec::new();
        self.renamed(|term| {
            operands.push(term);
            term
        });
        operands.into_iter()
    }
}

/// A node: an operation and the width of its result in bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node {
    /// The operation.
    pub op: Op,
    /// The width in bits, 1 to 128.
    pub width: u32,
}

/// A graph of terms. Operands come before the nodes that use them, and no two nodes are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Formula {
    nodes: Vec<Node>,
    inputs: Vec<Term>,
    products: Vec<Product>,
}

/// A product that was left open: it is an input of the formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Product {
    /// The factors, which have the width of the product.
    pub factors: [Term; 2],
    /// The product, modulo 2^width.
    pub product: Term,
}

#[derive(Default)]
struct Arena {
    formula: Formula,
    known: HashMap<Node, Term>,
    /// Whether products become inputs.
    opens_products: bool,
}

thread_local! {
    /// The formula that this thread builds. The functions of a domain cannot take it as an
    /// argument.
    static ARENA: RefCell<Arena> = RefCell::default();
}

impl Formula {
    /// Runs `build` on terms. Returns the formula that it builds and its result, whose terms
    /// belong to the formula.
    pub fn of<T>(build: impl FnOnce() -> T) -> (Self, T) {
        Self::build(false, build)
    }

    /// Runs `build` as [`Formula::of`] does, with every product left open.
    pub fn with_open_products<T>(build: impl FnOnce() -> T) -> (Self, T) {
        Self::build(true, build)
    }

    fn build<T>(opens_products: bool, build: impl FnOnce() -> T) -> (Self, T) {
        let before = ARENA.replace(Arena { opens_products, ..Arena::default() });
        let result = build();
        (ARENA.replace(before).formula, result)
    }

    /// Returns the formula with only the nodes that a term depends on, and that term in it. All
    /// inputs stay.
    pub(crate) fn below(&self, root: Term) -> (Self, Term) {
        let mut is_needed = vec![false; self.nodes.len()];
        self.inputs.iter().chain([&root]).for_each(|term| is_needed[term.index()] = true);
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if is_needed[index] {
                node.op.operands().for_each(|term| is_needed[term.index()] = true);
            }
        }
        let mut places = Vec::with_capacity(self.nodes.len());
        let mut below = Self::default();
        for (node, is_needed) in self.nodes.iter().zip(is_needed) {
            places.push(Term(below.nodes.len() as u32));
            if is_needed {
                below.nodes.push(Node { op: node.op.renamed(|term| places[term.index()]), width: node.width });
            }
        }
        below.inputs = self.inputs.iter().map(|term| places[term.index()]).collect();
        (below, places[root.index()])
    }

    /// The inputs, by their numbers.
    pub fn inputs(&self) -> &[Term] {
        &self.inputs
    }

    /// The products that were left open.
    pub fn products(&self) -> &[Product] {
        &self.products
    }

    /// The nodes, each after its operands.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// The node of a term.
    pub fn node(&self, term: Term) -> Node {
        self.nodes[term.index()]
    }

    /// Returns the value of every node, for the values of the inputs by their numbers. Each input
    /// is reduced to its width.
    pub fn evaluate(&self, inputs: impl Fn(u32) -> u128) -> Vec<u128> {
        let mut values: Vec<u128> = Vec::with_capacity(self.nodes.len());
        for &Node { op, width } in &self.nodes {
            let value = |term: Term| values[term.index()];
            let wide = |term: Term| self.node(term).width;
            values.push(match op {
                Op::Input(number) => inputs(number) & (u128::MAX >> (128 - width)),
                Op::Constant(value) => value,
                Op::Not(x) => value(x).not(width),
                Op::Binary(op, x, y) => {
                    let (x, y, of) = (value(x), value(y), wide(x));
                    match op {
                        Binary::And => x.and(y, of),
                        Binary::Or => x.or(y, of),
                        Binary::Xor => x.xor(y, of),
                        Binary::Add => x.add(y, of),
                        Binary::Sub => x.sub(y, of),
                        Binary::Mul => x.mul(y, of),
                        Binary::Shl => x.shl(y, of),
                        Binary::Lshr => x.lshr(y, of),
                        Binary::Ashr => x.ashr(y, of),
                        Binary::Eq => Domain::eq(x, y, of),
                        Binary::Ult => x.ult(y, of),
                        Binary::Slt => x.slt(y, of),
                    }
                }
                Op::Mux(choice, then, other) => value(choice).mux(value(then), value(other), width),
                Op::Extract(x, lo) => value(x).extract(lo, width, wide(x)),
                Op::Zext(x) => value(x).zext(wide(x), width),
                Op::Sext(x) => value(x).sext(wide(x), width),
                Op::Concat(high, low) => value(high).concat(value(low), wide(high), wide(low)),
            });
        }
        values
    }
}

impl Term {
    /// Adds an input of `width` bits.
    pub fn input(width: u32) -> Self {
        let number = ARENA.with_borrow(|arena| arena.formula.inputs.len() as u32);
        let input = Self::node(Op::Input(number), width);
        ARENA.with_borrow_mut(|arena| arena.formula.inputs.push(input));
        input
    }

    /// Returns the product, or the input that replaces it.
    fn product(self, other: Self, width: u32) -> Self {
        let opened = ARENA.with_borrow(|arena| {
            let known = arena.formula.products.iter().find(|open| open.factors == [self, other]);
            arena.opens_products.then(|| known.map(|open| open.product))
        });
        match opened {
            None => self.binary(Binary::Mul, other, width),
            Some(Some(known)) => known,
            Some(None) => {
                let product = Self::input(width);
                let open = Product { factors: [self, other], product };
                ARENA.with_borrow_mut(|arena| arena.formula.products.push(open));
                product
            }
        }
    }

    /// The place of the term among the nodes of the formula.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    fn node(op: Op, width: u32) -> Self {
        let node = Node { op, width };
        ARENA.with_borrow_mut(|Arena { formula, known, .. }| {
            *known.entry(node).or_insert_with(|| {
                formula.nodes.push(node);
                Self(formula.nodes.len() as u32 - 1)
            })
        })
    }

    fn binary(self, op: Binary, other: Self, width: u32) -> Self {
        Self::node(Op::Binary(op, self, other), width)
    }
}

impl Domain for Term {
    fn constant(width: u32, value: u128) -> Self {
        Self::node(Op::Constant(value), width)
    }
    fn not(self, width: u32) -> Self {
        Self::node(Op::Not(self), width)
    }
    fn and(self, other: Self, width: u32) -> Self {
        self.binary(Binary::And, other, width)
    }
    fn or(self, other: Self, width: u32) -> Self {
        self.binary(Binary::Or, other, width)
    }
    fn xor(self, other: Self, width: u32) -> Self {
        self.binary(Binary::Xor, other, width)
    }
    fn add(self, other: Self, width: u32) -> Self {
        self.binary(Binary::Add, other, width)
    }
    fn sub(self, other: Self, width: u32) -> Self {
        self.binary(Binary::Sub, other, width)
    }
    fn mul(self, other: Self, width: u32) -> Self {
        self.product(other, width)
    }
    fn shl(self, amount: Self, width: u32) -> Self {
        self.binary(Binary::Shl, amount, width)
    }
    fn lshr(self, amount: Self, width: u32) -> Self {
        self.binary(Binary::Lshr, amount, width)
    }
    fn ashr(self, amount: Self, width: u32) -> Self {
        self.binary(Binary::Ashr, amount, width)
    }
    fn eq(self, other: Self, _width: u32) -> Self {
        self.binary(Binary::Eq, other, 1)
    }
    fn ult(self, other: Self, _width: u32) -> Self {
        self.binary(Binary::Ult, other, 1)
    }
    fn slt(self, other: Self, _width: u32) -> Self {
        self.binary(Binary::Slt, other, 1)
    }
    fn mux(self, then: Self, otherwise: Self, width: u32) -> Self {
        Self::node(Op::Mux(self, then, otherwise), width)
    }
    fn extract(self, lo: u32, count: u32, width: u32) -> Self {
        if count == width { self } else { Self::node(Op::Extract(self, lo), count) }
    }
    fn zext(self, from: u32, to: u32) -> Self {
        if from == to { self } else { Self::node(Op::Zext(self), to) }
    }
    fn sext(self, from: u32, to: u32) -> Self {
        if from == to { self } else { Self::node(Op::Sext(self), to) }
    }
    fn concat(self, low: Self, high_width: u32, low_width: u32) -> Self {
        Self::node(Op::Concat(self, low), high_width + low_width)
    }
}
