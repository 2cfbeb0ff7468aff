//! Problems, which engines decide: are vectors equal wherever some conditions hold?

use std::collections::HashMap;
use std::fmt::Write;

use itertools::Itertools;
use vidalu_sim::gates::{Aig, Lit, Node};

use crate::frames::Named;
use crate::term::{Formula, Term, blast, smt};
use crate::word::Word;

/// A vector of gates or of the golden model's formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Vector {
    /// Bits of the graph, the lowest first.
    Gates(Word),
    /// A term of the problem's formula.
    Golden(Term),
}

impl From<Lit> for Vector {
    fn from(bit: Lit) -> Self {
        Self::Gates(vec![bit])
    }
}

impl From<Word> for Vector {
    fn from(word: Word) -> Self {
        Self::Gates(word)
    }
}

impl From<Term> for Vector {
    fn from(term: Term) -> Self {
        Self::Golden(term)
    }
}

/// Two vectors that must be equal.
#[derive(Clone, Debug)]
pub struct Equality {
    /// The port, register or other thing that is compared.
    pub name: String,
    /// The value of the golden model, or the value that is expected for another reason.
    pub expected: Vector,
    /// The value of the implementation.
    pub got: Vector,
}

/// A question for an engine: whether some vectors are equal wherever some conditions hold.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// The gates.
    aig: Aig,
    /// The vectors from outside: the name and the leaves of each.
    inputs: Named,
    formula: Formula,
    /// The bits of the formula's inputs, by their numbers.
    formula_inputs: Vec<Word>,
    /// The bits of the formula's nodes, which are gates too.
    golden: Vec<Word>,
    /// Bits that are 1 wherever the vectors must be equal.
    conditions: Vec<Vector>,
    equalities: Vec<Equality>,
}

/// A problem as one graph with one output.
#[derive(Clone, Debug)]
pub struct Miter {
    /// The gates.
    pub aig: Aig,
    /// The bits from outside, in the order of the problem's inputs.
    pub inputs: Vec<Lit>,
    /// The output: a bit that is 1 where the conditions hold and some equality does not.
    pub differs: Lit,
}

impl Problem {
    /// A problem about the gates in `aig`, whose leaves are `inputs`. It has no conditions and
    /// compares nothing yet.
    pub fn new(aig: Aig, inputs: Named) -> Self {
        Self { aig, inputs, ..Self::default() }
    }

    /// Adds the golden model. `inputs` are the bits of the formula's inputs, by their numbers.
    pub fn state(&mut self, formula: Formula, inputs: Vec<Word>) {
        assert_eq!(formula.inputs().len(), inputs.len(), "there are bits for every input");
        self.golden = blast(&formula, &mut self.aig, &inputs);
        (self.formula, self.formula_inputs) = (formula, inputs);
    }

    /// The graph, to add gates.
    pub fn aig_mut(&mut self) -> &mut Aig {
        &mut self.aig
    }

    /// Adds a condition: the vectors must be equal only where this bit is 1.
    pub fn assume(&mut self, bit: impl Into<Vector>) {
        self.conditions.push(bit.into());
    }

    /// Adds an equality to the question.
    pub fn claim(&mut self, name: impl Into<String>, expected: impl Into<Vector>, got: impl Into<Vector>) {
        let equality = Equality { name: name.into(), expected: expected.into(), got: got.into() };
        assert_eq!(self.bits(&equality.expected).len(), self.bits(&equality.got).len(), "widths of {}", equality.name);
        self.equalities.push(equality);
    }

    /// Returns the problem with constants for some bits from outside.
    #[must_use]
    pub fn restricted(&self, fixed: &[(Lit, bool)]) -> Self {
        self.substituted(|_, leaves| fixed.iter().for_each(|(bit, value)| leaves[bit.node()] = Lit::constant(*value)))
    }

    /// Returns the problem where some bits are 1. Those from outside become constants, which makes
    /// the problem easier.
    #[must_use]
    pub(crate) fn given(&self, bits: &[Lit]) -> Self {
        let is_leaf =
            |bit: &&Lit| bit.node() != Lit::FALSE.node() && matches!(self.aig.nodes()[bit.node()], Node::Leaf);
        let (leaves, others): (Vec<&Lit>, Vec<&Lit>) = bits.iter().partition(is_leaf);
        let mut problem = self.clone();
        others.into_iter().for_each(|&bit| problem.assume(bit));
        let fixed: Vec<_> = leaves.into_iter().map(|&bit| (bit, !bit.is_inverted())).collect();
        problem.restricted(&fixed)
    }

    /// Returns an equivalent problem without the condition `condition`, which depends only on
    /// input `number` of the formula. Where the condition does not hold, that input, which must
    /// come from outside, is replaced by `value`, for which it holds. So nothing is lost, and
    /// signals inside are equal for all inputs, which is what sweeping engines need.
    #[must_use]
    pub fn folded(&self, condition: Term, number: usize, value: u128) -> Self {
        let holds = self.golden[condition.index()][0];
        let mut problem = self.substituted(|aig, leaves| {
            let holds = copy(&self.aig, aig, leaves.to_vec(), [holds].into_iter())[0];
            let bits = self.formula_inputs[number].iter().enumerate();
            for (at, bit) in bits.filter(|(_, bit)| bit.node() != Lit::FALSE.node()) {
                assert!(matches!(self.aig.nodes()[bit.node()], Node::Leaf), "the input is from outside");
                let leaf = leaves[bit.node()];
                leaves[bit.node()] = if value >> at & 1 == 1 { aig.or(!holds, leaf) } else { aig.and(holds, leaf) };
            }
        });
        problem.conditions.retain(|own| *own != Vector::Golden(condition));
        problem
    }

    /// Returns the problem without its equalities.
    #[must_use]
    pub fn without_claims(&self) -> Self {
        Self { equalities: Vec::new(), ..self.clone() }
    }

    /// Returns the problem whether the conditions exclude everything. It holds if they do.
    #[must_use]
    pub(crate) fn conditions_alone(&self) -> Self {
        let mut alone = Self { conditions: Vec::new(), ..self.without_claims() };
        let met = self.conditions().fold(Lit::TRUE, |all, condition| alone.aig.and(all, condition));
        alone.claim("conditions", Lit::FALSE, met);
        alone
    }

    /// Returns the bits that are 1 wherever the vectors must be equal.
    pub(crate) fn conditions(&self) -> impl Iterator<Item = Lit> {
        self.conditions.iter().map(|condition| self.bits(condition)[0])
    }

    /// Returns whether a condition is constantly 0, so that the problem holds trivially.
    pub fn is_void(&self) -> bool {
        self.conditions().any(|condition| condition == Lit::FALSE)
    }

    /// The bits of the formula's inputs, by their numbers.
    pub fn formula_inputs(&self) -> &[Word] {
        &self.formula_inputs
    }

    /// Returns the problem with other values for the bits from outside. `change` gets the new
    /// graph and, at the place of each leaf, the leaf of the new graph.
    fn substituted(&self, change: impl FnOnce(&mut Aig, &mut [Lit])) -> Self {
        let mut aig = Aig::default();
        let mut leaves = vec![Lit::FALSE; self.aig.nodes().len()];
        let mut inputs = Named::new();
        for (name, word) in &self.inputs {
            let own: Word = word.iter().map(|_| aig.leaf()).collect();
            word.iter().zip(&own).for_each(|(lit, leaf)| leaves[lit.node()] = *leaf);
            inputs.push((name.clone(), own));
        }
        change(&mut aig, &mut leaves);
        let mut copied = copy(&self.aig, &mut aig, leaves, self.gates().flatten().copied()).into_iter();
        let mut vector = |vector: &Vector| match vector {
            Vector::Gates(word) => Vector::Gates(copied.by_ref().take(word.len()).collect()),
            Vector::Golden(term) => Vector::Golden(*term),
        };
        let mut problem =
            Self { conditions: self.conditions.iter().map(&mut vector).collect(), ..Self::new(aig, inputs) };
        let equality = |Equality { name, expected, got }: &Equality| {
            let (expected, got) = (vector(expected), vector(got));
            Equality { name: name.clone(), expected, got }
        };
        problem.equalities = self.equalities.iter().map(equality).collect();
        let words = self.formula_inputs.iter().map(|word| copied.by_ref().take(word.len()).collect());
        let words = words.collect();
        problem.state(self.formula.clone(), words);
        problem
    }

    /// Returns all vectors of gates: those of the conditions and equalities, and the inputs of
    /// the formula.
    fn gates(&self) -> impl Iterator<Item = &Word> {
        let vectors = self.equalities.iter().flat_map(|equality| [&equality.expected, &equality.got]);
        let vectors = self.conditions.iter().chain(vectors);
        vectors
            .filter_map(|vector| if let Vector::Gates(word) = vector { Some(word) } else { None })
            .chain(&self.formula_inputs)
    }

    /// The gates.
    pub(crate) fn aig(&self) -> &Aig {
        &self.aig
    }

    /// The bits from outside, in the order of their vectors.
    pub(crate) fn leaves(&self) -> Vec<Lit> {
        self.inputs.iter().flat_map(|(_, word)| word).copied().collect()
    }

    /// The vectors from outside.
    pub fn inputs(&self) -> &[(String, Word)] {
        &self.inputs
    }

    /// The equalities that are asked for.
    pub fn equalities(&self) -> &[Equality] {
        &self.equalities
    }

    /// Returns the bits of a vector.
    pub fn bits<'a>(&'a self, vector: &'a Vector) -> &'a [Lit] {
        match vector {
            Vector::Gates(word) => word,
            Vector::Golden(term) => &self.golden[term.index()],
        }
    }

    /// Returns the miter of the problem. It has one output for all equalities because abc takes a
    /// miter to have one: if the first of several is the constant 0, abc skips the others.
    pub fn miter(&self) -> Miter {
        let mut aig = self.aig.clone();
        let holds = self.conditions().fold(Lit::TRUE, |all, condition| aig.and(all, condition));
        let vectors = self.equalities.iter().map(|equality| [&equality.expected, &equality.got]);
        let pairs = vectors.flat_map(|[expected, got]| self.bits(expected).iter().zip(self.bits(got)));
        let any = pairs.fold(Lit::FALSE, |any, (&x, &y)| {
            let differ = aig.xor(x, y);
            aig.or(any, differ)
        });
        let differs = aig.and(holds, any);
        Miter { aig, inputs: self.leaves(), differs }
    }

    /// Returns the problem in SMT-LIB 2, with the words of the golden model as bit vectors. It is
    /// satisfiable if something differs.
    pub fn smt2(&self) -> String {
        let all_text = "a string takes all text";
        let mut text = String::from("(set-logic QF_BV)\n");
        let mut names = HashMap::new();
        for (index, (name, word)) in self.inputs.iter().enumerate() {
            writeln!(text, "; {name}\n(declare-const i{index} (_ BitVec {}))", word.len()).expect(all_text);
            names.extend(word.iter().enumerate().map(|(bit, lit)| (lit.node(), (index, bit))));
        }
        let vectors = self
            .conditions
            .iter()
            .chain(self.equalities.iter().flat_map(|equality| [&equality.expected, &equality.got]));
        let gates = vectors.filter_map(|vector| if let Vector::Gates(word) = vector { Some(word) } else { None });
        let roots = gates.chain(&self.formula_inputs).flatten().map(|lit| lit.node());
        for node in cone(&self.aig, roots) {
            let value = match self.aig.nodes()[node] {
                Node::Leaf if node == 0 => "false".to_owned(),
                Node::Leaf => match names.get(&node) {
                    Some((input, bit)) => format!("(= ((_ extract {bit} {bit}) i{input}) #b1)"),
                    None => unreachable!("every leaf is a bit of an input"),
                },
                Node::And(a, b) => format!("(and {} {})", gate(a), gate(b)),
            };
            writeln!(text, "(define-fun g{node} () Bool {value})").expect(all_text);
        }
        text += &smt(&self.formula, |number| concat(&self.formula_inputs[number as usize]));
        let vector = |vector: &Vector| match vector {
            Vector::Gates(word) => concat(word),
            Vector::Golden(term) => format!("t{}", term.index()),
        };
        for condition in &self.conditions {
            writeln!(text, "(assert (= {} #b1))", vector(condition)).expect(all_text);
        }
        let differ = self.equalities.iter().map(|equality| {
            format!("  ; {}\n  (distinct {} {})\n", equality.name, vector(&equality.expected), vector(&equality.got))
        });
        writeln!(text, "(assert (or false\n{}))\n(check-sat)", differ.format("")).expect(all_text);
        text
    }
}

/// Returns a literal as a truth value of SMT-LIB.
fn gate(lit: Lit) -> String {
    if lit.is_inverted() { format!("(not g{})", lit.node()) } else { format!("g{}", lit.node()) }
}

/// Returns bits as a bit vector of SMT-LIB.
fn concat(word: &[Lit]) -> String {
    let bits = word.iter().rev().map(|&lit| format!("(ite {} #b1 #b0)", gate(lit))).collect::<Vec<_>>();
    // In some solvers the function takes only two operands.
    bits.into_iter().reduce(|high, low| format!("(concat {high} {low})")).expect("a vector has bits")
}

/// Copies the nodes that `roots` depend on into another graph and returns the copies of the
/// roots. `values` has the leaves of the other graph at their places.
fn copy(from: &Aig, to: &mut Aig, mut values: Vec<Lit>, roots: impl Iterator<Item = Lit>) -> Word {
    let roots: Word = roots.collect();
    for index in cone(from, roots.iter().map(|lit| lit.node())) {
        if let Node::And(a, b) = from.nodes()[index] {
            values[index] = to.and(a.within(&values), b.within(&values));
        }
    }
    roots.into_iter().map(|lit| lit.within(&values)).collect()
}

/// Returns the nodes that `roots` depend on, operands first.
pub(crate) fn cone(aig: &Aig, roots: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut is_needed = vec![false; aig.nodes().len()];
    roots.for_each(|root| is_needed[root] = true);
    for node in (0..is_needed.len()).rev() {
        if let (true, Node::And(a, b)) = (is_needed[node], aig.nodes()[node]) {
            is_needed[a.node()] = true;
            is_needed[b.node()] = true;
        }
    }
    (0..is_needed.len()).filter(|&node| is_needed[node]).collect()
}
