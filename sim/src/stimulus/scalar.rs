//! Vectors of the scalar unit.
//!
//! The instructions walk through all cases, an operation with its types and modifiers x selectors x what `.sat` does,
//! in an order that the seed decides and that changes with every lap. The last stages are dealt out such that each lap
//! meets all of them with each operation, and turn with the laps, so that ten laps meet each combination. The operands are
//! biased to corners and aimed at the ends of the ranges; see [`super::aim`].

use multiversion::multiversion;
use vidalu_model::control::{self, Field, scalar as fields};
use vidalu_model::draw::{Draw, key, mix};
use vidalu_model::isa::{Finish, Instruction, Scalar, ScalarOp, Select, all_selects};

use super::aim::{self, Clamp};
use super::columns::{Part, below, beside_power, bits, blocks, choose};
use super::corner::mask;
use super::order::Order;

/// The name of the sequences.
const NAME: &str = "scalar";

/// A case of the walk.
#[derive(Clone, Debug)]
struct Case {
    op: ScalarOp,
    asel: Select,
    bsel: Select,
    clamp: Clamp,
    /// The last stages with which `.sat` can do that.
    finishes: Vec<Finish>,
}

/// The walk through the cases of a scalar unit.
#[derive(Clone, Debug)]
pub struct Walk {
    cases: Vec<Case>,
    order: Order<Packed>,
    /// The lists of last stages, as they stand in a control word, one after the other.
    finishes: Vec<u64>,
}

/// What the walk needs of a case.
#[derive(Clone, Copy, Debug)]
struct Packed {
    /// The control word without a last stage, and above it what `.sat` does.
    code: u32,
    /// Where its last stages stand in their table.
    first: u16,
    /// Their number.
    count: u8,
    /// Where in them the first lap starts.
    turn: u8,
}

impl Walk {
    /// The walk of a unit that has the operations that `has` accepts, at least one.
    pub fn new(has: impl Fn(ScalarOp) -> bool) -> Self {
        let mut cases = Vec::new();
        let mut places = Vec::new();
        let mut lists: Vec<u64> = Vec::new();
        for op in ScalarOp::all().filter(|&op| has(op)) {
            for clamp in Clamp::ALL {
                for (finishes, selects) in by_finishes(op, clamp) {
                    let list: Vec<_> = finishes.iter().map(|&finish| finish_bits(op, finish)).collect();
                    let found = lists.windows(list.len()).position(|window| *window == list);
                    let first = found.unwrap_or_else(|| {
                        lists.extend(&list);
                        lists.len() - list.len()
                    });
                    // Often enough that each lap meets each last stage.
                    let times = finishes.len().div_ceil(selects.len());
                    for (turn, (asel, bsel)) in std::iter::repeat_n(selects, times).flatten().enumerate() {
                        let plain = word(&Scalar { op, asel, bsel, finish: Finish::Plain }) & !FINISH;
                        places.push(Packed {
                            code: (plain | CLAMP.put(clamp as u64)) as u32,
                            first: first as u16,
                            count: finishes.len() as u8,
                            turn: (turn % finishes.len()) as u8,
                        });
                        cases.push(Case { op, asel, bsel, clamp, finishes: finishes.clone() });
                    }
                }
            }
        }
        Self { cases, order: Order::new(&places), finishes: lists }
    }

    /// Vectors after which each case was met, and with each operation each last stage.
    pub fn lap(&self) -> u64 {
        self.order.lap()
    }

    /// Every instruction that the walk can meet, with each thing that its `.sat` can do.
    pub fn cases(&self) -> impl Iterator<Item = (Scalar, Clamp)> + '_ {
        self.cases.iter().flat_map(|case| {
            case.finishes
                .iter()
                .map(|&finish| (Scalar { op: case.op, asel: case.asel, bsel: case.bsel, finish }, case.clamp))
        })
    }

    /// The vectors `first ..` of the sequence that `seed` names: control words, without the unit's code, and registers.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn fill(&self, seed: u64, first: u64, columns: [&mut [u64]; 4]) {
        let key = key(NAME, seed);
        for (first, [ctl, a, b, c]) in blocks(first, columns) {
            self.codes(key, first, ctl);
            registers(key, first, ctl, a, b, c);
        }
    }

    /// The control words of the vectors `first ..`, and above them what `.sat` does.
    fn codes(&self, key: u64, first: u64, codes: &mut [u64]) {
        let count = codes.len();
        let mut codes = codes.iter_mut();
        for lap in self.order.laps(key, first, count) {
            // Where the lap starts in a list of each length.
            let turn = lap.number + mix(!key) % 64;
            let starts: [u64; 16] = std::array::from_fn(|length| turn % (length as u64).max(1));
            for (case, code) in lap.zip(codes.by_ref()) {
                let (count, turn) =
                    (u64::from(case.count), u64::from(case.turn) + starts[usize::from(case.count) % 16]);
                let turn = if turn < count { turn } else { turn - count };
                *code = u64::from(case.code) | self.finishes[usize::from(case.first) + turn as usize];
            }
        }
    }
}

/// The fields of the last stage.
const FINISH: u64 = fields::DSEL.put(7) | fields::SECOP.put(3);

/// What `.sat` is to do, above the control word.
const CLAMP: Field = Field { name: "clamp", lo: fields::WIDTH, width: 2, doc: "", codes: &[] };

/// A last stage as it stands in a control word.
fn finish_bits(op: ScalarOp, finish: Finish) -> u64 {
    word(&Scalar { op, asel: None, bsel: None, finish }) & FINISH
}

/// The registers of a block whose codes stand in `ctl`, of which the control words are left.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn registers(key: u64, first: u64, ctl: &mut [u64], a: &mut [u64], b: &mut [u64], c: &mut [u64]) {
    let len = ctl.len();
    let (a, b, c) = (&mut a[..len], &mut b[..len], &mut c[..len]);
    for at in 0..len {
        let code = ctl[at];
        let mut draw = Draw::new(key, first.wrapping_add(at as u64));
        let words = [draw.word(), draw.word(), draw.word(), draw.word()];
        [a[at], b[at], c[at]] = vector(code, words);
        ctl[at] = code & mask(fields::WIDTH);
    }
}

/// What the words of a vector are for: to choose what is done, and the operands.
#[inline(always)]
fn vector(code: u64, [choice, word_a, word_b, word_c]: [u64; 4]) -> [u64; 3] {
    // What stands around the parts has nothing in common with what stands in them.
    let noise = word_a.rotate_left(21) ^ word_b.rotate_left(32) ^ word_c;
    let op = fields::OP.get(code);
    let (is_shift, is_set) = (op >= VSHL, op == VSET);
    let has_sat = fields::SAT.get(code) == 1;
    let part_a = Part::of(fields::ASEL.get(code), fields::ATYPE.get(code));
    let part_b = Part::of(fields::BSEL.get(code), fields::BTYPE.get(code));
    let range = Part::of(fields::DSEL.get(code), fields::DTYPE.get(code));
    let aim = Aim { op, wraps: fields::WRAP.get(code) == 1, part_a, part_b, range, clamp: CLAMP.get(code) };

    // Of vset in a quarter of the cases an operand that both can be: of as many bits as both have, without the sign where
    // one of them has none.
    let both = (part_a.mask & part_b.mask) >> (fields::ATYPE.get(code) ^ fields::BTYPE.get(code));
    let is_twin = is_set & (bits(choice, 0, 2) == 0);
    let first = Part {
        mask: choose(is_twin, both, part_a.mask),
        sign: choose(is_twin, part_a.sign.min(part_b.sign), part_a.sign),
        ..part_a
    };
    let ta = first.extend(part_a.value(word_a) & first.mask);

    // A second operand: free, beside the first or its negative, or such that the result lands on an end of the range.
    let is_amount = is_shift & (bits(word_b, 9, 2) > 0);
    let free = choose(is_amount, below(word_b, 11, 6, 34), part_b.value(word_b)) & part_b.mask;
    let near = below(choice, 2, 5, 5) as i64 - 2;
    let goal = aim.goal(choice);
    let aimed = aim.second(ta, goal, bits(choice, 10, 1) == 0, below(choice, 11, 6, 34));
    // What does not come by chance is aimed at.
    let kind = choose(aim.clamp == WITHIN, bits(choice, 7, 3), bits(choice, 7, 3).clamp(2, 4));
    let kind = choose(is_shift, 7, kind);
    let beside = choose(kind == 0, ta, ta.wrapping_neg()) + near;
    let beside =
        part_b.extend(choose(is_twin, ta + choose(bits(choice, 10, 1) == 0, 0, near), beside) as u64 & part_b.mask);
    let landing = part_b.extend((aimed + near) as u64 & part_b.mask);
    let tb = choose((kind < 2) | is_twin, beside, choose(has_sat & (kind < 5), landing, part_b.extend(free)));

    // Where .sat does not do with them what the case wants: from near the extremes, then the extremes.
    let extreme = aim.extreme();
    let inward = bits(choice, 40, 24) & choose(aim.clamp == WITHIN, range.mask >> 1, 7);
    let close = part_a.clamp(choose(extreme.0 > 0, extreme.0.wrapping_sub(inward as i64), extreme.0 + inward as i64));
    let near_extreme = aim.second(close, goal, true, aim.close_amount(choice));
    let missed = Try { ta: extreme.0, tb: extreme.1, result: goal, is_hit: true };
    let missed = aim.attempt(close, near_extreme).or(missed);
    let first = aim.attempt(ta, tb);
    let Try { ta, tb, result, .. } = Try { is_hit: first.is_hit | !has_sat, ..first }.or(missed);

    let kind = bits(choice, 30, 3);
    let c = choose(
        kind < 3,
        (result + below(choice, 33, 5, 5) as i64 - 2) as u64,
        choose(kind < 5, beside_power(word_c, 31), word_c >> 32),
    );
    [
        part_a.register(ta, noise, bits(choice, 24, 3)),
        part_b.register(tb, noise >> 32, bits(choice, 27, 3)),
        c & mask(32),
    ]
}

/// Operands, their result, and whether `.sat` does with it what the case wants.
#[derive(Clone, Copy, Debug)]
struct Try {
    ta: i64,
    tb: i64,
    result: i64,
    is_hit: bool,
}

impl Try {
    /// This if it hits, else the other.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self {
            ta: choose(self.is_hit, self.ta, other.ta),
            tb: choose(self.is_hit, self.tb, other.tb),
            result: choose(self.is_hit, self.result, other.result),
            is_hit: self.is_hit | other.is_hit,
        }
    }
}

/// What a vector is to do, as numbers: the same as [`super::aim`] says of typed instructions.
#[derive(Clone, Copy, Debug)]
struct Aim {
    op: u64,
    wraps: bool,
    part_a: Part,
    part_b: Part,
    /// The range to which `.sat` clamps.
    range: Part,
    /// A [`Clamp`].
    clamp: u64,
}

impl Aim {
    #[inline(always)]
    fn is(&self, op: u64) -> bool {
        self.op == op
    }

    /// A result beyond or at an end of the range, such that `.sat` does what is wanted.
    #[inline(always)]
    fn goal(&self, choice: u64) -> i64 {
        let near = bits(choice, 17, 2) as i64;
        let (low, high) = (self.range.low(), self.range.high());
        let within = choose(bits(choice, 19, 1) == 0, low + near, high - near);
        choose(self.clamp == BELOW, low - 1 - near, choose(self.clamp == ABOVE, high + 1 + near, within))
    }

    /// The second operand that brings the result nearest to `goal`; of a shift, `amount`.
    #[inline(always)]
    fn second(&self, ta: i64, goal: i64, is_above: bool, amount: u64) -> i64 {
        let wanted = choose(self.is(VABSDIFF), choose(is_above, ta + goal, ta - goal), goal);
        let wanted = choose(self.is(VADD), goal - ta, choose(self.is(VSUB), ta - goal, wanted));
        choose(self.op >= VSHL, amount as i64, self.part_b.clamp(wanted))
    }

    /// An amount with which a small number is shifted to where it is wanted.
    #[inline(always)]
    fn close_amount(&self, choice: u64) -> u64 {
        choose(self.is(VSHL) & (self.clamp != WITHIN), 24 + bits(choice, 11, 3), 0)
    }

    /// The result of the primary operation; of `vset`, near it.
    #[inline(always)]
    fn primary(&self, ta: i64, tb: i64) -> i64 {
        let difference = ta - tb;
        let amount = choose(self.wraps, tb & 31, tb.min(32)) & 63;
        let shifted = choose(self.is(VSHL), (ta << amount) << 30 >> 30, ta >> amount);
        let result = choose(self.is(VABSDIFF), difference.abs(), choose(self.is(VSET), (ta < tb).into(), shifted));
        let result = choose(self.is(VMIN), ta.min(tb), choose(self.is(VMAX), ta.max(tb), result));
        choose(self.is(VADD), ta + tb, choose(self.is(VSUB), difference, result))
    }

    #[inline(always)]
    fn attempt(&self, ta: i64, tb: i64) -> Try {
        let result = self.primary(ta, tb);
        Try { ta, tb, result, is_hit: self.class(result) == self.clamp }
    }

    /// What `.sat` does with a result.
    #[inline(always)]
    fn class(&self, result: i64) -> u64 {
        choose(result < self.range.low(), BELOW, choose(result > self.range.high(), ABOVE, WITHIN))
    }

    /// The operands of [`aim::extreme`].
    #[inline(always)]
    fn extreme(&self) -> (i64, i64) {
        let (a, b) = (self.part_a, self.part_b);
        let is_above = self.clamp == ABOVE;
        let is_high = choose(self.is(VABSDIFF), a.high() - b.low() > b.high() - a.low(), is_above);
        let is_opposite = self.is(VABSDIFF) | self.is(VSUB);
        let ta = choose(is_high, a.high(), a.low());
        let tb = choose(is_high ^ is_opposite, b.high(), b.low());
        // Of a shift to the left small numbers reach both sides.
        let ta = choose(self.is(VSHL), choose(is_above, 2, 4), ta);
        let tb = choose(self.is(VSHL), 31, choose(self.is(VSHR), 0, tb));
        (choose(self.clamp == WITHIN, 0, ta), choose(self.clamp == WITHIN, 0, tb))
    }
}

const WITHIN: u64 = Clamp::Within as u64;
const BELOW: u64 = Clamp::Below as u64;
const ABOVE: u64 = Clamp::Above as u64;

const VADD: u64 = fields::OP.code("vadd");
const VSUB: u64 = fields::OP.code("vsub");
const VMIN: u64 = fields::OP.code("vmin");
const VMAX: u64 = fields::OP.code("vmax");
const VABSDIFF: u64 = fields::OP.code("vabsdiff");
const VSET: u64 = fields::OP.code("vset");
const VSHL: u64 = fields::OP.code("vshl");
const VSHR: u64 = fields::OP.code("vshr");

/// The control word as the unit receives it, without the unit's code.
pub fn word(instruction: &Scalar) -> u64 {
    control::encode(&Instruction::Scalar(*instruction)) & mask(control::scalar::FORMAT.width())
}

/// Selectors of `a` and `b`.
type Selects = (Select, Select);

/// The selectors with which `.sat` can do `clamp`, grouped by the last stages with which it can.
fn by_finishes(op: ScalarOp, clamp: Clamp) -> Vec<(Vec<Finish>, Vec<Selects>)> {
    let mut groups: Vec<(Vec<Finish>, Vec<Selects>)> = Vec::new();
    for (asel, bsel) in all_selects().flat_map(|asel| all_selects().map(move |bsel| (asel, bsel))) {
        let finishes: Vec<_> =
            Finish::all().filter(|&finish| aim::is_possible(op, asel, bsel, finish, clamp)).collect();
        match groups.iter_mut().find(|(same, _)| *same == finishes) {
            Some((_, selects)) => selects.push((asel, bsel)),
            None if finishes.is_empty() => {}
            None => groups.push((finishes, vec![(asel, bsel)])),
        }
    }
    groups
}
