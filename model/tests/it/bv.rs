//! One golden source, several value domains: integers, native lanes and terms give the same
//! answers.

use std::cell::RefCell;
use std::collections::HashMap;

use vidalu_model::batch::{CarryInputs, VideoInputs, carry, video};
use vidalu_model::bv::{Bv, Domain, Narrow, Wide};
use vidalu_model::control::{self, UNIT, simd};
use vidalu_model::golden::block::Block;
use vidalu_model::golden::{self, Operands, Profile};
use vidalu_model::isa::{Instruction, Unit};

use crate::random::Random;

/// A domain of terms: hash-consed nodes in an arena, as a formula for a solver is built of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Term(usize);

/// An operation and the numbers that belong to it: widths, positions, a constant or an input's
/// index.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Node {
    op: &'static str,
    arguments: Vec<Term>,
    numbers: Vec<u128>,
}

#[derive(Default)]
struct Arena {
    nodes: Vec<Node>,
    known: HashMap<Node, Term>,
}

thread_local! {
    static ARENA: RefCell<Arena> = RefCell::default();
}

impl Term {
    fn node(op: &'static str, arguments: &[Self], numbers: &[u128]) -> Self {
        let node = Node { op, arguments: arguments.to_vec(), numbers: numbers.to_vec() };
        ARENA.with_borrow_mut(|arena| {
            *arena.known.entry(node.clone()).or_insert_with(|| {
                arena.nodes.push(node);
                Self(arena.nodes.len() - 1)
            })
        })
    }

    fn input(index: u128, width: u32) -> Self {
        Self::node("input", &[], &[index, width.into()])
    }

    fn binary(op: &'static str, x: Self, y: Self, width: u32) -> Self {
        Self::node(op, &[x, y], &[width.into()])
    }
}

impl Domain for Term {
    fn constant(width: u32, value: u128) -> Self {
        Self::node("constant", &[], &[value, width.into()])
    }
    fn not(self, width: u32) -> Self {
        Self::node("not", &[self], &[width.into()])
    }
    fn and(self, other: Self, width: u32) -> Self {
        Self::binary("and", self, other, width)
    }
    fn or(self, other: Self, width: u32) -> Self {
        Self::binary("or", self, other, width)
    }
    fn xor(self, other: Self, width: u32) -> Self {
        Self::binary("xor", self, other, width)
    }
    fn add(self, other: Self, width: u32) -> Self {
        Self::binary("add", self, other, width)
    }
    fn sub(self, other: Self, width: u32) -> Self {
        Self::binary("sub", self, other, width)
    }
    fn mul(self, other: Self, width: u32) -> Self {
        Self::binary("mul", self, other, width)
    }
    fn shl(self, amount: Self, width: u32) -> Self {
        Self::binary("shl", self, amount, width)
    }
    fn lshr(self, amount: Self, width: u32) -> Self {
        Self::binary("lshr", self, amount, width)
    }
    fn ashr(self, amount: Self, width: u32) -> Self {
        Self::binary("ashr", self, amount, width)
    }
    fn eq(self, other: Self, width: u32) -> Self {
        Self::binary("eq", self, other, width)
    }
    fn ult(self, other: Self, width: u32) -> Self {
        Self::binary("ult", self, other, width)
    }
    fn slt(self, other: Self, width: u32) -> Self {
        Self::binary("slt", self, other, width)
    }
    fn mux(self, then: Self, otherwise: Self, width: u32) -> Self {
        Self::node("mux", &[self, then, otherwise], &[width.into()])
    }
    fn extract(self, lo: u32, count: u32, width: u32) -> Self {
        Self::node("extract", &[self], &[lo.into(), count.into(), width.into()])
    }
    fn zext(self, from: u32, to: u32) -> Self {
        Self::node("zext", &[self], &[from.into(), to.into()])
    }
    fn sext(self, from: u32, to: u32) -> Self {
        Self::node("sext", &[self], &[from.into(), to.into()])
    }
    fn concat(self, low: Self, high_width: u32, low_width: u32) -> Self {
        Self::node("concat", &[self, low], &[high_width.into(), low_width.into()])
    }
}

/// Evaluates every node once, in the order in which they were made: arguments come before their
/// users.
///
/// Written with `i128` arithmetic and bit loops, not with the integer domain that it is compared
/// with.
fn value_of(root: Term, inputs: &[u128]) -> u128 {
    ARENA.with_borrow(|arena| {
        let mut values: Vec<u128> = Vec::with_capacity(arena.nodes.len());
        for node in &arena.nodes[..=root.0] {
            let x = |index: usize| values[node.arguments[index].0];
            let n = |index: usize| node.numbers[index];
            let modulo = |width: u128, x: u128| if width == 128 { x } else { x % (1 << width) };
            let signed = |width: u128, x: u128| {
                if x >> (width - 1) == 1 && width < 128 { x as i128 - (1 << width) } else { x as i128 }
            };
            values.push(match node.op {
                "input" => modulo(n(1), inputs[n(0) as usize]),
                "constant" => n(0),
                "not" => modulo(n(0), !x(0)),
                "and" => x(0) & x(1),
                "or" => x(0) | x(1),
                "xor" => x(0) ^ x(1),
                "add" => modulo(n(0), x(0).wrapping_add(x(1))),
                "sub" => modulo(n(0), x(0).wrapping_sub(x(1))),
                "mul" => modulo(n(0), x(0).wrapping_mul(x(1))),
                "shl" => modulo(n(0), x(0).checked_shl(x(1).min(128) as u32).unwrap_or(0)),
                "lshr" => x(0).checked_shr(x(1).min(128) as u32).unwrap_or(0),
                "ashr" => modulo(n(0), (signed(n(0), x(0)) >> x(1).min(127)) as u128),
                "eq" => u128::from(x(0) == x(1)),
                "ult" => u128::from(x(0) < x(1)),
                "slt" => u128::from(signed(n(0), x(0)) < signed(n(0), x(1))),
                "mux" => x(if x(0) == 1 { 1 } else { 2 }),
                "extract" => modulo(n(1), x(0) >> n(0)),
                "zext" => x(0),
                "sext" => modulo(n(1), signed(n(0), x(0)) as u128),
                "concat" => x(0) << n(1) | x(1),
                op => unreachable!("{op} is not an operation of the domain"),
            });
        }
        values[root.0]
    })
}

/// A word that encodes an instruction of `unit`: drawn until one does.
fn control_word(unit: Unit, random: &mut Random) -> u64 {
    loop {
        let mut word = random.next() & ((1 << control::format(unit).width()) - 1);
        if unit == Unit::Simd && simd::QUAD.get(word) == 0 {
            // Words of two lanes name both bytes of each half: hardly ever met by chance.
            let halves = |bits: u64| [bits & 3, bits >> 2 & 3].map(|half| half << 1 | (half << 1 | 1) << 3);
            let bytes = |bits: u64| halves(bits)[0] | halves(bits)[1] << 6;
            word &= (1 << simd::MASK.lo) - 1;
            word |= simd::ASEL.put(bytes(random.next())) | simd::BSEL.put(bytes(random.next()));
            word |= simd::MASK.put([0b0011, 0b1100, 0b1111][random.next() as usize % 3]);
        }
        if control::decode(word | UNIT.put(unit as u64)).is_ok() {
            return word;
        }
    }
}

fn instruction(unit: Unit, word: u64) -> Instruction {
    control::decode(word | UNIT.put(unit as u64)).expect("control_word gives words that decode")
}

#[test]
fn terms_agree_with_integers() {
    const VECTORS: usize = 300;
    let mut random = Random::new(1);
    for profile in Profile::ALL {
        let [a, b, c] = [0, 1, 2].map(|index| Bv::<32, Term>::new(Term::input(index, 32)));
        let [wide_a, wide_b, wide_c] = [4, 5, 6].map(|index| Bv::<64, Term>::new(Term::input(index, 64)));
        let cf = Bv::<1, Term>::new(Term::input(7, 1));
        let ctl = |width| Term::input(3, width);
        let scalar = golden::scalar(profile, Bv::new(ctl(control::scalar::WIDTH)), a, b, c, &mut ());
        let vmad = golden::vmad(profile, Bv::new(ctl(control::vmad::WIDTH)), a, b, c, &mut ());
        let lanes = golden::simd(Bv::new(ctl(simd::WIDTH)), a, b, c, &mut ());
        let word = Bv::new(ctl(control::carry::WIDTH));
        let carry = golden::carry(profile, word, wide_a, wide_b, wide_c, cf, &mut ());
        for unit in Unit::ALL {
            for _ in 0..VECTORS {
                let word = control_word(unit, &mut random);
                let [a, b, c] = [random.operand(), random.operand(), random.operand()];
                let operands = Operands { a, b, c, cf: random.next() & 1 == 1 };
                let wide = [a, b, c].map(u128::from);
                let cf = u128::from(operands.cf);
                let inputs = [wide[0], wide[1], wide[2], word.into(), wide[0], wide[1], wide[2], cf];
                let outcome = golden::evaluate(&instruction(unit, word), operands, profile);
                let (d, flag, saturated) = match unit {
                    Unit::Scalar => {
                        (value_of(scalar.d.value(), &inputs), cf, value_of(scalar.saturated.value(), &inputs))
                    }
                    Unit::Vmad => (value_of(vmad.d.value(), &inputs), cf, value_of(vmad.saturated.value(), &inputs)),
                    Unit::Simd => (value_of(lanes.d.value(), &inputs), cf, value_of(lanes.saturated.value(), &inputs)),
                    Unit::Carry => (value_of(carry.d.value(), &inputs), value_of(carry.cf.value(), &inputs), 0),
                };
                let expected = (u128::from(outcome.d), u128::from(outcome.cf), u128::from(outcome.saturated));
                assert_eq!((d, flag, saturated), expected, "{profile:?} {:?} {operands:x?}", instruction(unit, word));
            }
        }
    }
}

/// Widths of the input ports of a block.
fn inputs(block: Block) -> &'static [u32] {
    match block {
        Block::Select => &[32, 3, 1],
        Block::Adder34 => &[34, 34, 1, 1],
        Block::Shifter => &[33, 32, 1, 1],
        Block::Compare => &[33, 33, 3],
        Block::Saturate => &[34, 1, 1, 3],
        Block::Secondary => &[34, 32, 1, 2],
        Block::Merge => &[32, 32, 3],
        Block::LaneSelect => &[64, 12, 1],
        Block::SegmentedAdder => &[36, 36, 1, 1, 1],
        Block::LaneSaturate => &[40, 1, 1, 1],
        Block::LaneMerge => &[32, 32, 4],
        Block::Accumulate => &[40, 32, 4, 1],
        Block::Multiplier => &[33, 33],
        Block::Scale => &[34, 32, 2],
        Block::CarryAdder => &[64, 64, 1, 1, 1, 1],
    }
}

#[test]
fn blocks_of_terms_agree_with_integers() {
    const VECTORS: usize = 500;
    let mut random = Random::new(5);
    for profile in Profile::ALL {
        for block in Block::ALL {
            // The terms of other blocks have other inputs.
            ARENA.take();
            let widths = inputs(block);
            let terms: Vec<_> = (0..).zip(widths).map(|(index, &width)| Term::input(index, width)).collect();
            let formulas = block.outputs(profile, &terms);
            for _ in 0..VECTORS {
                let mut draw = |width: &u32| u128::from(random.operand() & (u64::MAX >> (64 - width)));
                let numbers: Vec<_> = widths.iter().map(&mut draw).collect();
                let values: Vec<_> = formulas.iter().map(|&formula| value_of(formula, &numbers)).collect();
                assert_eq!(values, block.outputs(profile, &numbers), "{profile:?} {block:?} {numbers:x?}");
            }
        }
    }
}

#[test]
fn native_lanes_agree_with_integers() {
    // Not a multiple of any number of lanes: the tail is computed too.
    const VECTORS: usize = 20_003;
    let mut random = Random::new(2);
    for profile in Profile::ALL {
        for unit in [Unit::Scalar, Unit::Simd, Unit::Vmad] {
            let ctl: Vec<_> = (0..VECTORS).map(|_| control_word(unit, &mut random)).collect();
            let [a, b, c]: [Vec<u32>; 3] =
                std::array::from_fn(|_| (0..VECTORS).map(|_| random.operand() as u32).collect());
            let (mut d, mut saturated) = (vec![0; VECTORS], vec![0_u8; VECTORS]);
            let inputs = VideoInputs { ctl: &ctl, a: &a, b: &b, c: &c };
            video(unit, profile, inputs, &mut d, &mut saturated);
            for index in 0..VECTORS {
                let [a, b, c] = [a[index], b[index], c[index]].map(u64::from);
                let instruction = instruction(unit, ctl[index]);
                let outcome = golden::evaluate(&instruction, Operands { a, b, c, cf: false }, profile);
                let got = (u64::from(d[index]), saturated[index] == 1);
                assert_eq!(got, (outcome.d, outcome.saturated), "{profile:?} {instruction:?} {a:x} {b:x} {c:x}");
            }
        }
    }
}

#[test]
fn native_lanes_agree_with_integers_on_carry_instructions() {
    const VECTORS: usize = 20_003;
    let mut random = Random::new(3);
    for profile in Profile::ALL {
        let ctl: Vec<_> = (0..VECTORS).map(|_| control_word(Unit::Carry, &mut random)).collect();
        let [a, b, c]: [Vec<u64>; 3] = std::array::from_fn(|_| (0..VECTORS).map(|_| random.operand()).collect());
        let before: Vec<_> = (0..VECTORS).map(|_| random.operand() & 1).collect();
        let (mut d, mut left) = (vec![0; VECTORS], before.clone());
        carry(profile, CarryInputs { ctl: &ctl, a: &a, b: &b, c: &c }, &mut d, &mut left);
        for index in 0..VECTORS {
            let operands = Operands { a: a[index], b: b[index], c: c[index], cf: before[index] == 1 };
            let instruction = instruction(Unit::Carry, ctl[index]);
            let outcome = golden::evaluate(&instruction, operands, profile);
            let got = (d[index], left[index] == 1);
            assert_eq!(got, (outcome.d, outcome.cf), "{profile:?} {instruction:?} {operands:x?}");
        }
    }
}

/// A domain whose numbers are made of several lanes.
trait Paired: Domain {
    fn make(x: u128, width: u32) -> Self;
    fn number(self, width: u32) -> u128;
}

impl Paired for Wide {
    fn make(x: u128, width: u32) -> Self {
        let part = |x: u128| Self::from_bits(x as u64, 64);
        if width <= 64 {
            Self::constant(width, x)
        } else {
            part(x >> 64).concat(part(x), 64, 64).extract(0, width, 128)
        }
    }
    /// A number of more than 64 bits has its upper ones above them.
    fn number(self, width: u32) -> u128 {
        match width {
            ..=64 => self.to_bits(width).into(),
            _ => self.extract(64, width - 64, width).number(width - 64) << 64 | self.extract(0, 64, width).number(64),
        }
    }
}

impl Paired for Narrow {
    fn make(x: u128, width: u32) -> Self {
        if width == 1 { Self::constant(1, x) } else { Self::from_words(x as u32, (x >> 32) as u32, width) }
    }
    fn number(self, width: u32) -> u128 {
        match width {
            ..=32 => self.to_word(width).into(),
            _ => self.extract(32, width - 32, width).number(width - 32) << 32 | self.extract(0, 32, width).number(32),
        }
    }
}

/// Every operation of the domains of pairs, at widths on both sides of a lane's, against integers.
#[test]
fn pairs_of_lanes_agree_with_integers() {
    fn check<D: Paired, const W: u32, const OTHER: u32>(random: &mut Random) {
        let value = |high: u64, low: u64| u128::from(high) << 64 | u128::from(low);
        let cut = |x: u128, width: u32| x & (u128::MAX >> (128 - width));
        let number = D::number;
        for round in 0..2_000 {
            let mut draw = || cut(value(random.operand(), random.operand()), W);
            let (a, b) = (draw(), if round % 4 == 0 { a_shift(round, W) } else { draw() });
            let (x, y) = (D::make(a, W), D::make(b, W));
            let bit = |truth: D| truth.number(1);
            let cases = [
                ("as it was", number(x, W), a),
                ("not", number(x.not(W), W), a.not(W)),
                ("and", number(x.and(y, W), W), a.and(b, W)),
                ("or", number(x.or(y, W), W), a.or(b, W)),
                ("xor", number(x.xor(y, W), W), a.xor(b, W)),
                ("add", number(x.add(y, W), W), a.add(b, W)),
                ("sub", number(x.sub(y, W), W), a.sub(b, W)),
                ("mul", number(x.mul(y, W), W), a.mul(b, W)),
                ("shl", number(x.shl(y, W), W), a.shl(b, W)),
                ("lshr", number(x.lshr(y, W), W), a.lshr(b, W)),
                ("ashr", number(x.ashr(y, W), W), a.ashr(b, W)),
                ("eq", bit(x.eq(y, W)), a.eq(b, W)),
                ("eq itself", bit(x.eq(x, W)), 1),
                ("ult", bit(x.ult(y, W)), a.ult(b, W)),
                ("slt", bit(x.slt(y, W)), a.slt(b, W)),
                ("mux", number(x.ult(y, W).mux(x, y, W), W), a.ult(b, W).mux(a, b, W)),
                ("zext", number(x.zext(W, OTHER), OTHER), a.zext(W, OTHER)),
                ("sext", number(x.sext(W, OTHER), OTHER), a.sext(W, OTHER)),
            ];
            if 2 * W <= OTHER {
                let product = a.product(b, W, OTHER);
                assert_eq!(number(x.product(y, W, OTHER), OTHER), product, "{a:#x} times {b:#x}, {W} bits");
            }
            for (name, got, expected) in cases {
                assert_eq!(got, expected, "{name} of {a:#x} and {b:#x}, {W} bits, to {OTHER}");
            }
            for lo in 1..W {
                let (high, low) = (x.extract(lo, W - lo, W), x.extract(0, lo, W));
                assert_eq!(number(high.concat(low, W - lo, lo), W), a, "{a:#x} taken apart at {lo}");
            }
            for lo in 0..W {
                for count in [1, 2, 31, 32, 33, 64, 65].into_iter().filter(|count| lo + count <= W) {
                    let got = number(x.extract(lo, count, W), count);
                    assert_eq!(got, a.extract(lo, count, W), "{count} bits of {a:#x} from {lo}");
                }
            }
        }
    }
    /// An amount of a shift, also one that leaves nothing.
    fn a_shift(round: u32, width: u32) -> u128 {
        u128::from(round / 4 % (width + 3)) & (u128::MAX >> (128 - width))
    }
    let mut random = Random::new(4);
    check::<Wide, 1, 1>(&mut random);
    check::<Wide, 1, 65>(&mut random);
    check::<Wide, 2, 64>(&mut random);
    check::<Wide, 16, 64>(&mut random);
    check::<Wide, 33, 66>(&mut random);
    check::<Wide, 40, 81>(&mut random);
    check::<Wide, 41, 82>(&mut random);
    check::<Wide, 63, 128>(&mut random);
    check::<Wide, 64, 65>(&mut random);
    check::<Wide, 65, 66>(&mut random);
    check::<Wide, 66, 128>(&mut random);
    check::<Wide, 127, 128>(&mut random);
    check::<Wide, 128, 128>(&mut random);
    check::<Narrow, 1, 1>(&mut random);
    check::<Narrow, 1, 33>(&mut random);
    check::<Narrow, 2, 32>(&mut random);
    check::<Narrow, 17, 18>(&mut random);
    check::<Narrow, 31, 64>(&mut random);
    check::<Narrow, 32, 33>(&mut random);
    check::<Narrow, 33, 40>(&mut random);
    check::<Narrow, 40, 64>(&mut random);
    check::<Narrow, 64, 64>(&mut random);
}
