//! Vectors of the SIMD unit.
//!
//! The instructions walk through all cases, an operation with its types and modifiers x mask x what `.sat` does to a
//! lane of the mask, in an order that the seed decides and that changes with every lap. The selectors are drawn: each
//! digit of each meets each operation within few vectors. The operands of the lanes are biased to corners and aimed at
//! the ends of the ranges, as far as no two lanes read the same place.

use vidalu_model::control;
use vidalu_model::draw::{Draw, Permutation, key, mix};
use vidalu_model::isa::{
    Arith, Compare, Instruction, LaneFinish, LaneMask, LaneOp, LaneSelect, Simd, SimdForm, SimdOp, Type,
};

use super::aim::{self, Clamp};
use super::corner::{self, mask, signed};

/// The name of the sequences.
const NAME: &str = "simd";

/// Attempts at operands of a lane that do what the case wants, before its extremes are taken.
const ATTEMPTS: u32 = 3;

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

/// A case of the walk. The mask has one bit a lane.
#[derive(Clone, Copy, Debug)]
struct Case {
    op: SimdOp,
    lanes: u32,
    mask: u8,
    clamp: Clamp,
}

/// An instruction and its registers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The control word, without the unit's code.
    pub ctl: u64,
    /// Register `a`.
    pub a: u32,
    /// Register `b`.
    pub b: u32,
    /// Register `c`.
    pub c: u32,
}

/// The walk through the cases of a SIMD unit.
#[derive(Clone, Debug)]
pub struct Walk {
    cases: Vec<Case>,
}

impl Walk {
    /// The walk of a unit that has the operations that `has` accepts by opcode and number of lanes, at least one.
    pub fn new(has: impl Fn(&str, u32) -> bool) -> Self {
        let mut cases = Vec::new();
        for lanes in [2, 4] {
            for op in operations().into_iter().filter(|&op| has(name(op), lanes)) {
                for clamp in Clamp::ALL.into_iter().filter(|&clamp| is_possible(op, lanes, clamp)) {
                    cases.extend((1..1 << lanes).map(|mask| Case { op, lanes, mask, clamp }));
                }
            }
        }
        Self { cases }
    }

    /// Vectors after which each case was met.
    pub fn lap(&self) -> u64 {
        self.cases.len() as u64
    }

    /// The control word of every case, with selectors of the walk's choice, and what `.sat` does.
    pub fn cases(&self) -> impl Iterator<Item = (u64, Clamp)> + '_ {
        self.cases.iter().map(|case| (word(case, &[0; 4], &[0; 4]), case.clamp))
    }

    /// Vector `index` of the sequence that `seed` names.
    pub fn vector(&self, seed: u64, index: u64) -> Vector {
        let key = key(NAME, seed);
        let (lap, position) = (index / self.lap(), index % self.lap());
        let at = Permutation::new(mix(key ^ lap), self.lap()).at(position);
        let case = &self.cases[at as usize];

        let mut draw = Draw::new(key, index);
        let aimed = aimed_lane(&mut draw, case);
        let [asel, bsel] = selectors(&mut draw, case, aimed);
        let sources = sources(&mut draw, case, aimed, &asel, &bsel);
        let c = if draw.chance(1, 2) { draw.word() } else { corner::corner(&mut draw, 32) };
        Vector { ctl: word(case, &asel, &bsel), a: sources as u32, b: (sources >> 32) as u32, c: c as u32 }
    }
}

/// The control word as the unit receives it, without the unit's code.
fn word(case: &Case, asel: &[u8; 4], bsel: &[u8; 4]) -> u64 {
    let legal = "the walk draws what there is";
    let simd = if case.lanes == 2 {
        let select = |sel: &[u8; 4]| LaneSelect::new([sel[0], sel[1]]).expect(legal);
        let mask = LaneMask::new(case.mask).expect(legal);
        Simd::Two(SimdForm { op: case.op, asel: select(asel), bsel: select(bsel), mask })
    } else {
        let select = |sel: &[u8; 4]| LaneSelect::new(*sel).expect(legal);
        let mask = LaneMask::new(case.mask).expect(legal);
        Simd::Four(SimdForm { op: case.op, asel: select(asel), bsel: select(bsel), mask })
    };
    control::encode(&Instruction::Simd(simd)) & mask(control::simd::FORMAT.width())
}

/// The lane of the mask in which `.sat` does what the case wants.
fn aimed_lane(draw: &mut Draw, case: &Case) -> usize {
    let written: Vec<_> = (0..case.lanes as usize).filter(|lane| case.mask >> lane & 1 == 1).collect();
    draw.pick(&written)
}

/// For each lane its places in `{b, a}`: often those of the default, else any. With `.sat` and in `vset` the aimed lane
/// reads two of them.
fn selectors(draw: &mut Draw, case: &Case, aimed: usize) -> [[u8; 4]; 2] {
    let places = 2 * case.lanes as u8;
    let word = draw.word();
    let digit = |at: usize| (word >> (3 * at)) as u8 % places;
    let mut selectors = if word >> 62 == 0 {
        [[0, 1, 2, 3], [0, 1, 2, 3].map(|lane| lane + case.lanes as u8)]
    } else {
        [[0, 1, 2, 3].map(digit), [4, 5, 6, 7].map(digit)]
    };
    let [asel, bsel] = &mut selectors;
    let is_aimed = matches!(case.op, SimdOp::Set { .. }) || bounds(case.op, case.lanes).is_some();
    if is_aimed && asel[aimed] == bsel[aimed] {
        bsel[aimed] = (bsel[aimed] + 1 + draw.below(u32::from(places) - 1) as u8) % places;
    }
    selectors
}

/// The registers `{b, a}`: noise, and in each lane, the aimed one first, two operands that belong together, if nothing
/// that was placed before is in the way.
fn sources(draw: &mut Draw, case: &Case, aimed: usize, asel: &[u8; 4], bsel: &[u8; 4]) -> u64 {
    let width = 32 / case.lanes;
    let mut sources = draw.word();
    let mut taken = 0_u8;
    let others = (0..case.lanes as usize).filter(|&lane| lane != aimed);
    for lane in std::iter::once(aimed).chain(others) {
        let places = 1_u8 << asel[lane] | 1 << bsel[lane];
        if taken & places != 0 {
            continue;
        }
        taken |= places;
        let (va, vb) = match case.op {
            SimdOp::Set { cmp, .. } if lane == aimed => compared(draw, case, cmp),
            _ => operands(draw, case, if lane == aimed { ATTEMPTS } else { 1 }),
        };
        for (place, value) in [(asel[lane], va), (bsel[lane], vb)] {
            let shift = width * u32::from(place);
            sources = sources & !(mask(width) << shift) | (value as u64 & mask(width)) << shift;
        }
    }
    sources
}

/// Operands of a lane with which `.sat` does what the case wants, its extremes if that many attempts do not find some.
fn operands(draw: &mut Draw, case: &Case, attempts: u32) -> (i64, i64) {
    let bounds = bounds(case.op, case.lanes);
    for _ in 0..attempts {
        let (va, vb) = pair(draw, case, bounds);
        match bounds {
            Some(bounds) if aim::class(primary(case.op, va, vb), bounds) != case.clamp => {}
            _ => return (va, vb),
        }
    }
    extreme(case.op, case.lanes, case.clamp)
}

/// Operands of a lane of which the comparison holds as often as not.
fn compared(draw: &mut Draw, case: &Case, cmp: Compare) -> (i64, i64) {
    let holds = draw.chance(1, 2);
    let drawn: Vec<_> = (0..ATTEMPTS).map(|_| pair(draw, case, None)).collect();
    // Of the last three, one does, whatever the comparison and the types.
    let mut pairs = drawn.into_iter().chain([(0, 0), (0, 1), (1, 0)]);
    pairs.find(|&(va, vb)| aim::compare(cmp, va, vb) == holds).expect("every comparison has both answers")
}

/// Operands of a lane in the ranges of their types.
fn pair(draw: &mut Draw, case: &Case, bounds: Option<(i64, i64)>) -> (i64, i64) {
    let width = 32 / case.lanes;
    let (atype, btype) = source_types(case.op);
    let extend = |raw: u64, ty: Type| if ty.is_signed() { signed(raw, width) } else { (raw & mask(width)) as i64 };
    let va = extend(corner::value(draw, width), atype);
    (va, extend(second(draw, case.op, va, width, bounds), btype))
}

/// A raw second operand: free, beside the first or its negative, or such that the result lands on an end of the range.
fn second(draw: &mut Draw, op: SimdOp, va: i64, width: u32, bounds: Option<(i64, i64)>) -> u64 {
    match (draw.below(8), bounds) {
        (0 | 1, _) => corner::near(draw, va, width),
        (2, _) => corner::near(draw, -va, width),
        (3..6, Some((low, high))) => {
            let end = if draw.chance(1, 2) { low } else { high };
            let centre = match op {
                SimdOp::Arith { op: LaneOp::Arith(Arith::Add), .. } => end - va,
                SimdOp::Arith { op: LaneOp::Arith(Arith::Sub), .. } => va - end,
                SimdOp::Arith { op: LaneOp::Arith(Arith::Absdiff), .. } => va - end,
                SimdOp::Arith { op: LaneOp::Avrg, .. } => 2 * end - va,
                _ => end,
            };
            corner::near(draw, centre, width)
        }
        _ => corner::value(draw, width),
    }
}

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
