//! Vectors of the SIMD unit.
//!
//! The instructions walk through all cases, an operation with its types and modifiers x mask x what `.sat` does to a
//! lane of the mask, in an order that the seed decides and that changes with every lap. The selectors are drawn: each
//! digit of each meets each operation within few vectors. The operands of the lanes are biased to corners and aimed at
//! the ends of the ranges, as far as no two lanes read the same place.

use multiversion::multiversion;
use vidalu_model::control::{self, Field, simd as fields};
use vidalu_model::draw::{Draw, key};
use vidalu_model::isa::{
    Arith, Compare, Instruction, LaneFinish, LaneMask, LaneOp, LaneSelect, Simd, SimdForm, SimdOp, Type,
};

use super::aim::{self, Clamp};
use super::columns::{BLOCK, below, bits, blocks, choose};
use super::corner::{self, mask, narrow_corner};
use super::order::Order;

/// The name of the sequences.
const NAME: &str = "simd";

/// All operations with their types, comparisons and what follows: 192.
pub fn operations() -> Vec<SimdOp> {
    let finishes = [LaneFinish::Merge { sat: false }, LaneFinish::Merge { sat: true }, LaneFinish::Accumulate];
    let mut operations = Vec::new();
    for (atype, btype) in Type::ALL.into_iter().flat_map(|atype| Type::ALL.map(|btype| (atype, btype))) {
        for (op, dtype) in LaneOp::ALL.into_iter().flat_map(|op| Type::ALL.map(|dtype| (op, dtype))) {
            operations.extend(finishes.map(|finish| SimdOp::Arith { op, dtype, atype, btype, finish }));
        }
        for cmp in Compare::ALL {
            operations.extend([false, true].map(|accumulate| SimdOp::Set { cmp, atype, btype, accumulate }));
        }
    }
    operations
}

/// The PTX opcode without the number of lanes.
pub fn name(op: SimdOp) -> &'static str {
    match op {
        SimdOp::Arith { op, .. } => op.name(),
        SimdOp::Set { .. } => "vset",
    }
}

/// The walk through the cases of a SIMD unit.
#[derive(Clone, Debug)]
pub struct Walk {
    /// Control words without selectors, and above them what `.sat` does.
    order: Order<u64>,
}

impl Walk {
    /// The walk of a unit that has the operations that `has` accepts by opcode and number of lanes, at least one.
    pub fn new(has: impl Fn(&str, u32) -> bool) -> Self {
        let mut cases = Vec::new();
        for lanes in [2, 4] {
            for op in operations().into_iter().filter(|&op| has(name(op), lanes)) {
                for clamp in Clamp::ALL.into_iter().filter(|&clamp| is_possible(op, lanes, clamp)) {
                    cases.extend((1..1 << lanes).map(|mask| word(op, lanes, mask) | CLAMP.put(clamp as u64)));
                }
            }
        }
        Self { order: Order::new(&cases) }
    }

    /// Vectors after which each case was met.
    pub fn lap(&self) -> u64 {
        self.order.lap()
    }

    /// The control word of every case, without selectors, and what `.sat` does.
    pub fn cases(&self) -> impl Iterator<Item = (u64, Clamp)> + '_ {
        self.order.cases().iter().map(|code| (code & mask(fields::WIDTH), Clamp::ALL[CLAMP.get(*code) as usize]))
    }

    /// The vectors `first ..` of the sequence that `seed` names: control words, without the unit's code, and registers.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn fill(&self, seed: u64, first: u64, columns: [&mut [u64]; 4]) {
        let key = key(NAME, seed);
        for (first, [ctl, a, b, c]) in blocks(first, columns) {
            self.order.fill(key, first, ctl);
            registers(key, first, ctl, a, b, c);
        }
    }
}

/// What `.sat` is to do, above the control word.
const CLAMP: Field = Field { name: "clamp", lo: fields::WIDTH, width: 2, doc: "", codes: &[] };

/// The control word as the unit receives it, without the unit's code and selectors. The mask has one bit a lane.
fn word(op: SimdOp, lanes: u32, lane_mask: u8) -> u64 {
    const LEGAL: &str = "the walk has no empty mask";
    let simd = if lanes == 2 {
        let mask = LaneMask::new(lane_mask).expect(LEGAL);
        Simd::Two(SimdForm { op, asel: LaneSelect::of_a(), bsel: LaneSelect::of_b(), mask })
    } else {
        let mask = LaneMask::new(lane_mask).expect(LEGAL);
        Simd::Four(SimdForm { op, asel: LaneSelect::of_a(), bsel: LaneSelect::of_b(), mask })
    };
    control::encode(&Instruction::Simd(simd)) & mask(fields::ASEL.lo)
}

/// The selectors and registers of a block whose codes stand in `ctl`, of which the control words are left.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn registers(key: u64, first: u64, ctl: &mut [u64], a: &mut [u64], b: &mut [u64], c: &mut [u64]) {
    let len = ctl.len().min(BLOCK);
    let (ctl, a, b, c) = (&mut ctl[..len], &mut a[..len], &mut b[..len], &mut c[..len]);
    // Of each vector the lane that is aimed at. Of each lane, and last of the aimed one, two random words, then operands.
    let (mut forms, mut aimed) = ([0_u32; BLOCK], [0_u32; BLOCK]);
    let mut lanes = [[[0_u32; BLOCK]; 2]; 5];
    for at in 0..len {
        let code = ctl[at];
        let mut draw = Draw::new(key, first.wrapping_add(at as u64));
        let choice = draw.word();
        let lane = aimed_lane(code, choice);
        forms[at] = (code & mask(16) | CLAMP.get(code) << 16) as u32;
        aimed[at] = lane as u32;
        ctl[at] = code & mask(fields::WIDTH) | selectors(code, choice, lane);
        let noise = draw.word();
        (a[at], b[at]) = (noise & mask(32), noise >> 32);
        c[at] = corner::of_word(draw.word(), 2);
        for [first, second] in &mut lanes {
            let word = draw.word();
            (first[at], second[at]) = (word as u32, (word >> 32) as u32);
        }
    }
    // The lanes are narrow: twice as many go into one instruction.
    let [others @ .., last] = &mut lanes;
    for [first, second] in others {
        for at in 0..len {
            let (va, vb) = pair(&Lane::of(forms[at]), first[at], second[at]);
            (first[at], second[at]) = (va as u32, vb as u32);
        }
    }
    let [first, second] = last;
    for at in 0..len {
        let (va, vb) = operands(&Lane::of(forms[at]), first[at], second[at]);
        (first[at], second[at]) = (va as u32, vb as u32);
    }
    for at in 0..len {
        let mut sources = Sources::new(ctl[at], a[at] | b[at] << 32);
        let [others @ .., last] = &lanes;
        for (lane, [first, second]) in (0..).zip(others) {
            sources.put(lane, first[at], second[at]);
        }
        sources.put(aimed[at].into(), last[0][at], last[1][at]);
        let sources = sources.value;
        (a[at], b[at]) = (sources & mask(32), sources >> 32);
    }
}

/// The lane of the mask in which `.sat` does what the case wants: one of its bytes, of two lanes the lower.
#[inline(always)]
fn aimed_lane(code: u64, choice: u64) -> u64 {
    let written = fields::MASK.get(code) & choose(fields::QUAD.get(code) == 1, 0b1111, 0b0101);
    // The first from anywhere on.
    let from = bits(choice, 0, 2);
    let turned = (written | written << 4) >> from;
    let lowest = turned & turned.wrapping_neg();
    (from + (lowest >> 1) - (lowest >> 3)) & 3
}

/// For each lane its places in `{b, a}`: often those of the default, else any. With `.sat` and in `vset` the aimed lane
/// reads two of them.
#[inline(always)]
fn selectors(code: u64, choice: u64, aimed: u64) -> u64 {
    let is_quad = fields::QUAD.get(code) == 1;
    let is_default = bits(choice, 2, 2) == 0;
    let asel = choose(is_default, 0o3210, places(is_quad, bits(choice, 8, 12)));
    let bsel = choose(is_default, 0o7654, places(is_quad, bits(choice, 20, 12)));
    let (digit_a, digit_b) = (asel >> (3 * aimed) & 7, bsel >> (3 * aimed) & 7);
    let is_aimed = (fields::OP.get(code) == VSET) | (fields::SAT.get(code) == 1);
    let further = choose(is_quad, 1 + below(choice, 32, 8, 7), 2 + 2 * below(choice, 32, 8, 3));
    let turned = digit_b ^ ((digit_b + further) & 7);
    let turned = choose(is_quad, turned, turned * 0o11) << (3 * aimed);
    let bsel = choose(is_aimed & (digit_a == digit_b), bsel ^ turned, bsel);
    fields::ASEL.put(asel) | fields::BSEL.put(bsel)
}

/// Selectors from random digits: the lanes of two name the lower of two bytes, and beside it the upper.
#[inline(always)]
fn places(is_quad: bool, drawn: u64) -> u64 {
    let halves = drawn & 0o0606;
    choose(is_quad, drawn, halves | halves << 3 | 0o1010)
}

/// The registers `{b, a}`: noise, and in each lane two operands that belong together, as far as no other lane reads the
/// same place; the aimed one comes last, over all others.
struct Sources {
    ctl: u64,
    value: u64,
}

impl Sources {
    #[inline(always)]
    fn new(ctl: u64, noise: u64) -> Self {
        Self { ctl, value: noise }
    }

    /// Puts the operands of a lane where it reads them; those of an upper byte of a half-word nowhere.
    #[inline(always)]
    fn put(&mut self, lane: u64, va: u32, vb: u32) {
        let is_quad = fields::QUAD.get(self.ctl) == 1;
        let place = choose(is_quad, 0xff, choose(lane & 1 == 0, 0xffff, 0));
        let lo_a = (fields::ASEL.get(self.ctl) >> (3 * lane) & 7) * 8;
        let lo_b = (fields::BSEL.get(self.ctl) >> (3 * lane) & 7) * 8;
        self.value = self.value & !(place << lo_a) | (u64::from(va) & place) << lo_a;
        self.value = self.value & !(place << lo_b) | (u64::from(vb) & place) << lo_b;
    }
}

/// Operands of a lane from two random words. `second` of them is free, beside the first or its negative, or such that
/// the result lands on an end of the range, if there is one.
#[inline(always)]
fn pair(lane: &Lane, first: u32, second: u32) -> (i32, i32) {
    let va = extend(lane.value(first), lane.sign_a, lane.all);
    let off = (((first >> 29) * 5) >> 3) as i32 - 2;
    let kind = first >> 26 & 7;
    let centre = choose(kind == 2, -va, choose(kind < 2, va, lane.aimed(va, second)));
    // What vavrg rounds shows in sums about zero, most of all in the first below.
    let is_average = lane.is(VAVRG) & (kind < 2);
    let (centre, off) = (choose(is_average, -va, centre), choose(is_average & (kind == 0), -1, off));
    let is_free = (kind >= 6) | (kind >= 3) & !lane.has_sat;
    (va, extend(choose(is_free, lane.value(second), centre + off), lane.sign_b, lane.all))
}

/// The same, with `.sat` such that it does what the case wants, of `vset` such that the comparison holds as often as not.
#[inline(always)]
fn operands(lane: &Lane, first: u32, second: u32) -> (i32, i32) {
    let (va, vb) = pair(lane, first, second);
    let aimed = lane.aimed(va, second);

    // Where .sat does not do with them what the case wants: aimed, then from near the extremes, then the extremes.
    let (far_a, far_b) = lane.extreme();
    let inward = (first >> 10) as i32 & choose(lane.clamp == WITHIN, lane.all >> 1, 7);
    let close = clamped(choose(far_a > 0, far_a - inward, far_a + inward), lane.sign_a, lane.all);
    let close_b = lane.aimed(close, second);
    let is_close = lane.hits(close, close_b);
    let (other_a, other_b) = (choose(is_close, close, far_a), choose(is_close, close_b, far_b));
    let is_aimed = lane.hits(va, aimed);
    let (other_a, other_b) = (choose(is_aimed, va, other_a), choose(is_aimed, aimed, other_b));
    let is_hit = lane.hits(va, vb) | !lane.has_sat;
    let (va, vb) = (choose(is_hit, va, other_a), choose(is_hit, vb, other_b));

    // Where a comparison does not do what is wanted: the first operand twice, or both exchanged, as far as they fit; then
    // numbers for which it does.
    let wanted = second >> 30 & 1 == 1;
    let other_a = choose(lane.is_order, clamped(vb, lane.sign_a, lane.all), va);
    let other_b = clamped(va, lane.sign_b, lane.all);
    let is_last = lane.holds(other_a, other_b) != wanted;
    let is_base = wanted ^ lane.inverts;
    let other_a = choose(is_last, i32::from(!is_base & lane.is_order), other_a);
    let other_b = choose(is_last, i32::from(is_base == lane.is_order), other_b);
    let is_wrong = lane.is(VSET) & (lane.holds(va, vb) != wanted);
    (choose(is_wrong, other_a, va), choose(is_wrong, other_b, vb))
}

/// The number that the low bits of `raw` are; `sign` is 0 for an unsigned type.
#[inline(always)]
fn extend(raw: i32, sign: i32, all: i32) -> i32 {
    ((raw & all) ^ sign) - sign
}

/// The nearest number of a type.
#[inline(always)]
fn clamped(number: i32, sign: i32, all: i32) -> i32 {
    number.max(-sign).min(all - sign)
}

/// What a lane is to do, from the fields below the selectors and, above them, what `.sat` does.
#[derive(Clone, Copy, Debug)]
struct Lane {
    op: u32,
    is_quad: bool,
    has_sat: bool,
    /// A [`Clamp`].
    clamp: u32,
    /// The comparison: of equality or of order, which may include equality, and perhaps inverted.
    is_order: bool,
    or_equal: bool,
    inverts: bool,
    /// All bits of a lane.
    all: i32,
    /// The signs of the operands and of the result; 0 for an unsigned type.
    sign_a: i32,
    sign_b: i32,
    sign_d: i32,
}

impl Lane {
    #[inline(always)]
    fn of(form: u32) -> Self {
        let word = u64::from(form);
        let is_quad = fields::QUAD.get(word) == 1;
        let (all, top) = (choose(is_quad, 0xff, 0xffff), choose(is_quad, 0x80, 0x8000));
        let cmp = fields::CMP.get(word);
        Self {
            op: fields::OP.get(word) as u32,
            is_quad,
            has_sat: fields::SAT.get(word) == 1,
            clamp: form >> 16 & 3,
            is_order: cmp >= 2,
            or_equal: cmp >= 4,
            inverts: cmp & 1 == 1,
            all,
            sign_a: choose(fields::ATYPE.get(word) == 1, top, 0),
            sign_b: choose(fields::BTYPE.get(word) == 1, top, 0),
            sign_d: choose(fields::DTYPE.get(word) == 1, top, 0),
        }
    }

    #[inline(always)]
    fn is(&self, op: u64) -> bool {
        self.op == op as u32
    }

    /// A raw operand, half of the time uniform, else a corner.
    #[inline(always)]
    fn value(&self, word: u32) -> i32 {
        let corner = narrow_corner(choose(self.is_quad, 0, 1), word >> 1);
        choose(word & 1 == 0, word >> 10 & 0xffff, corner) as i32
    }

    /// The second operand that brings the result nearest to an end of the range, or beyond it, such that `.sat` does what
    /// is wanted; where there are two, `choice` chooses.
    #[inline(always)]
    fn aimed(&self, va: i32, choice: u32) -> i32 {
        let (low, high, near) = (-self.sign_d, self.all - self.sign_d, (choice >> 26 & 3) as i32);
        let within = choose(choice >> 28 & 1 == 0, low + near, high - near);
        let goal = choose(self.clamp == BELOW, low - 1 - near, choose(self.clamp == ABOVE, high + 1 + near, within));
        let wanted = choose(self.is(VABSDIFF), choose(choice >> 29 & 1 == 0, va - goal, va + goal), goal);
        let wanted = choose(self.is(VAVRG), 2 * goal - va, wanted);
        let wanted = choose(self.is(VADD), goal - va, choose(self.is(VSUB), va - goal, wanted));
        clamped(wanted, self.sign_b, self.all)
    }

    /// Whether `.sat` does what is wanted.
    #[inline(always)]
    fn hits(&self, va: i32, vb: i32) -> bool {
        let (sum, difference) = (va + vb, va - vb);
        let result = choose(self.is(VABSDIFF), difference.abs(), choose(self.is(VMIN), va.min(vb), va.max(vb)));
        let result = choose(self.is(VAVRG), (sum + i32::from(sum >= 0)) >> 1, result);
        let result = choose(self.is(VADD), sum, choose(self.is(VSUB), difference, result));
        let (low, high) = (-self.sign_d, self.all - self.sign_d);
        choose(result < low, BELOW, choose(result > high, ABOVE, WITHIN)) == self.clamp
    }

    /// The operands of [`extreme`].
    #[inline(always)]
    fn extreme(&self) -> (i32, i32) {
        let is_high = choose(self.is(VABSDIFF), self.sign_a <= self.sign_b, self.clamp == ABOVE);
        let is_opposite = self.is(VABSDIFF) | self.is(VSUB);
        let va = choose(is_high, self.all - self.sign_a, -self.sign_a);
        let vb = choose(is_high ^ is_opposite, self.all - self.sign_b, -self.sign_b);
        (choose(self.clamp == WITHIN, 0, va), choose(self.clamp == WITHIN, 0, vb))
    }

    /// Whether the comparison holds.
    #[inline(always)]
    fn holds(&self, va: i32, vb: i32) -> bool {
        let order = (va < vb) | self.or_equal & (va == vb);
        choose(self.is_order, order, va == vb) ^ self.inverts
    }
}

const WITHIN: u32 = Clamp::Within as u32;
const BELOW: u32 = Clamp::Below as u32;
const ABOVE: u32 = Clamp::Above as u32;

const VADD: u64 = fields::OP.code("vadd");
const VSUB: u64 = fields::OP.code("vsub");
const VMIN: u64 = fields::OP.code("vmin");
const VABSDIFF: u64 = fields::OP.code("vabsdiff");
const VSET: u64 = fields::OP.code("vset");
const VAVRG: u64 = fields::OP.code("vavrg");

/// The types of the two vectors.
fn source_types(op: SimdOp) -> (Type, Type) {
    match op {
        SimdOp::Arith { atype, btype, .. } | SimdOp::Set { atype, btype, .. } => (atype, btype),
    }
}

/// The range to which `.sat` clamps a lane, if there is `.sat`.
fn bounds(op: SimdOp, lanes: u32) -> Option<(i64, i64)> {
    match op {
        SimdOp::Arith { dtype, finish: LaneFinish::Merge { sat: true }, .. } => {
            Some(aim::range(32 / lanes, dtype.is_signed()))
        }
        _ => None,
    }
}

/// The result of the primary operation in a lane.
fn primary(op: SimdOp, va: i64, vb: i64) -> i64 {
    let sum = va + vb;
    match op {
        SimdOp::Arith { op: LaneOp::Arith(op), .. } => aim::arith(op, va, vb),
        SimdOp::Arith { op: LaneOp::Avrg, .. } => (sum + i64::from(sum >= 0)) >> 1,
        SimdOp::Set { cmp, .. } => aim::compare(cmp, va, vb).into(),
    }
}

/// The operands of a lane that push the result furthest towards `clamp`; zeros for [`Clamp::Within`]. The result is
/// monotonic in each operand, so that where these do not reach a side, none do.
fn extreme(op: SimdOp, lanes: u32, clamp: Clamp) -> (i64, i64) {
    let (atype, btype) = source_types(op);
    let (low_a, high_a) = aim::range(32 / lanes, atype.is_signed());
    let (low_b, high_b) = aim::range(32 / lanes, btype.is_signed());
    let is = |arith: Arith| matches!(op, SimdOp::Arith { op: LaneOp::Arith(op), .. } if op == arith);
    match clamp {
        Clamp::Within => (0, 0),
        _ if is(Arith::Absdiff) && high_a - low_b > high_b - low_a => (high_a, low_b),
        _ if is(Arith::Absdiff) => (low_a, high_b),
        Clamp::Below if is(Arith::Sub) => (low_a, high_b),
        Clamp::Above if is(Arith::Sub) => (high_a, low_b),
        Clamp::Below => (low_a, low_b),
        Clamp::Above => (high_a, high_b),
    }
}

/// Whether any operands make `.sat` do `clamp`.
fn is_possible(op: SimdOp, lanes: u32, clamp: Clamp) -> bool {
    let Some(bounds) = bounds(op, lanes) else {
        return clamp == Clamp::Within;
    };
    let (va, vb) = extreme(op, lanes, clamp);
    aim::class(primary(op, va, vb), bounds) == clamp
}
