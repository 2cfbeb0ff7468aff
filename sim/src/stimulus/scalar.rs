//! Vectors of the scalar unit.
//!
//! The instructions walk through all cases, an operation with its types and modifiers x selectors x what `.sat` does,
//! in an order that the seed decides and that changes with every lap. The last stages are dealt out such that each lap
//! meets all of them with each operation, and turn with the laps, so that ten laps meet each combination. The operands are biased to corners and
//! aimed at the ends of the ranges; see [`super::aim`].

use vidalu_model::control;
use vidalu_model::isa::{Arith, Finish, Instruction, Scalar, ScalarOp, Select, Type, all_selects};

use super::aim::{self, Clamp};
use super::corner::{self, mask, signed};
use vidalu_model::draw::{Draw, Permutation, key, mix};

/// The name of the sequences.
const NAME: &str = "scalar";

/// Attempts at operands that do what the case wants, before its extremes are taken.
const ATTEMPTS: u32 = 4;

/// A case of the walk.
#[derive(Clone, Debug)]
struct Case {
    op: ScalarOp,
    asel: Select,
    bsel: Select,
    clamp: Clamp,
    /// The last stages with which `.sat` can do that.
    finishes: Vec<Finish>,
    /// The control word with each of them.
    words: Vec<u64>,
    /// Where in them the first lap starts.
    turn: u64,
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

/// The walk through the cases of a scalar unit.
#[derive(Clone, Debug)]
pub struct Walk {
    cases: Vec<Case>,
}

impl Walk {
    /// The walk of a unit that has the operations that `has` accepts, at least one.
    pub fn new(has: impl Fn(ScalarOp) -> bool) -> Self {
        let mut cases = Vec::new();
        for op in ScalarOp::all().filter(|&op| has(op)) {
            for clamp in Clamp::ALL {
                for (finishes, selects) in by_finishes(op, clamp) {
                    // Often enough that each lap meets each last stage.
                    let times = finishes.len().div_ceil(selects.len());
                    let all = std::iter::repeat_n(selects, times).flatten().enumerate();
                    cases.extend(all.map(|(turn, (asel, bsel))| Case {
                        op,
                        asel,
                        bsel,
                        clamp,
                        words: finishes.iter().map(|&finish| word(&Scalar { op, asel, bsel, finish })).collect(),
                        finishes: finishes.clone(),
                        turn: turn as u64,
                    }));
                }
            }
        }
        Self { cases }
    }

    /// Vectors after which each case was met, and with each operation each last stage.
    pub fn lap(&self) -> u64 {
        self.cases.len() as u64
    }

    /// Every instruction that the walk can meet, with each thing that its `.sat` can do.
    pub fn cases(&self) -> impl Iterator<Item = (Scalar, Clamp)> + '_ {
        self.cases.iter().flat_map(|case| {
            case.finishes
                .iter()
                .map(|&finish| (Scalar { op: case.op, asel: case.asel, bsel: case.bsel, finish }, case.clamp))
        })
    }

    /// Vector `index` of the sequence that `seed` names.
    pub fn vector(&self, seed: u64, index: u64) -> Vector {
        let key = key(NAME, seed);
        let (lap, position) = (index / self.lap(), index % self.lap());
        let at = Permutation::new(mix(key ^ lap), self.lap()).at(position);
        let case = &self.cases[at as usize];
        let turn = case.turn + lap + mix(!key) % 64;
        let turn = (turn % case.finishes.len() as u64) as usize;
        let instruction = Scalar { op: case.op, asel: case.asel, bsel: case.bsel, finish: case.finishes[turn] };

        let mut draw = Draw::new(key, index);
        let (ta, tb) = operands(&mut draw, &instruction, case.clamp);
        let a = register(&mut draw, case.asel, ta);
        let b = register(&mut draw, case.bsel, tb);
        let result = aim::primary(case.op, ta, tb);
        let c = match draw.below(8) {
            0..3 => corner::near(&mut draw, result, 32) as u32,
            3..5 => corner::corner(&mut draw, 32) as u32,
            _ => draw.word() as u32,
        };
        Vector { ctl: case.words[turn], a, b, c }
    }
}

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

/// Extended operands with which `.sat` does `clamp`.
fn operands(draw: &mut Draw, instruction: &Scalar, clamp: Clamp) -> (i64, i64) {
    let (op, asel, bsel) = (instruction.op, instruction.asel, instruction.bsel);
    let (atype, btype) = aim::source_types(op);
    let extend = |raw: u64, select: Select, ty: Type| {
        aim::part((raw << select.map_or(0, |part| part.shift())) as u32, select, ty)
    };
    let bounds = aim::saturated_type(op).map(|dtype| aim::bounds(dtype, instruction.finish));
    if matches!(op, ScalarOp::Set { .. }) && draw.chance(1, 4) {
        let (raw_a, raw_b) = twins(draw, (asel, atype), (bsel, btype));
        return (extend(raw_a, asel, atype), extend(raw_b, bsel, btype));
    }
    for _ in 0..ATTEMPTS {
        let ta = extend(corner::value(draw, aim::width(asel)), asel, atype);
        let raw_b = second(draw, op, ta, aim::width(bsel), bounds);
        let tb = extend(raw_b & mask(aim::width(bsel)), bsel, btype);
        match bounds {
            Some(bounds) if aim::class(aim::primary(op, ta, tb), bounds) != clamp => {}
            _ => return (ta, tb),
        }
    }
    aim::extreme(op, asel, bsel, clamp)
}

/// Raw operands that are equal, or nearly so, after their extension.
fn twins(draw: &mut Draw, (asel, atype): (Select, Type), (bsel, btype): (Select, Type)) -> (u64, u64) {
    // Of as many bits as both operands have, without the sign where one of them has none.
    let width = aim::width(asel).min(aim::width(bsel)) - u32::from(atype != btype);
    let raw = corner::value(draw, width);
    let twin = if atype.is_signed() && btype.is_signed() { signed(raw, width) } else { raw as i64 };
    let other = if draw.chance(1, 2) { twin as u64 } else { corner::near(draw, twin, aim::width(bsel)) };
    (twin as u64 & mask(aim::width(asel)), other & mask(aim::width(bsel)))
}

/// A raw second operand: free, beside the first, or such that the result lands on an end of the clamped range.
fn second(draw: &mut Draw, op: ScalarOp, ta: i64, width: u32, bounds: Option<(i64, i64)>) -> u64 {
    if matches!(op, ScalarOp::Shift { .. }) {
        return corner::amount(draw);
    }
    match (draw.below(8), bounds) {
        (0, _) => corner::near(draw, ta, width),
        (1, _) => corner::near(draw, -ta, width),
        (2..5, Some((low, high))) => {
            let end = if draw.chance(1, 2) { low } else { high };
            let centre = match op {
                ScalarOp::Arith { op: Arith::Add, .. } => end - ta,
                ScalarOp::Arith { op: Arith::Sub, .. } => ta - end,
                ScalarOp::Arith { op: Arith::Absdiff, .. } => {
                    if draw.chance(1, 2) {
                        ta - end
                    } else {
                        ta + end
                    }
                }
                _ => end,
            };
            corner::near(draw, centre, width)
        }
        _ => corner::value(draw, width),
    }
}

/// A register with `value` in the part that `select` names, and something else around it: mostly noise, so that a
/// wrong selector shows.
pub(super) fn register(draw: &mut Draw, select: Select, value: i64) -> u32 {
    let (width, shift) = (aim::width(select), select.map_or(0, |part| part.shift()));
    let around = match draw.below(8) {
        0 => 0,
        1 => u32::MAX,
        _ => draw.word() as u32,
    };
    let place = (mask(width) << shift) as u32;
    around & !place | ((value as u64 & mask(width)) << shift) as u32
}
