//! The walk of the scalar unit through its cases.
//!
//! A case is an operation with its types and modifiers, the selectors, and an effect of `.sat`. The
//! seed decides the order, which changes with every lap. The last stages are dealt out so that each
//! lap meets all of them with each operation; they turn with the laps, so that ten laps meet each
//! combination. The operands are biased to corner cases and aimed at the ends of the ranges.

use vidalu_model::control::scalar as fields;
use vidalu_model::draw::{key, mix};
use vidalu_model::isa::{Finish, Instruction, Scalar, ScalarOp, Select, all_selects};

use super::operands::{CLAMP, is_possible, registers};
use crate::aim::Clamp;
use crate::columns::blocks;
use crate::order::Order;
use crate::word::unit_word;

/// The name of the sequences.
const NAME: &str = "scalar";

/// A case of the walk.
#[derive(Clone, Debug)]
struct Case {
    op: ScalarOp,
    asel: Select,
    bsel: Select,
    clamp: Clamp,
    /// The last stages with which `.sat` can have this effect.
    finishes: Vec<Finish>,
}

/// The walk through the cases of a scalar unit.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    cases: Vec<Case>,
    order: Order<Packed>,
    /// The lists of last stages, as control-word fields, one after the other.
    finishes: Vec<u64>,
}

/// A case as the walk needs it.
#[derive(Clone, Copy, Debug)]
struct Packed {
    /// The control word without a last stage, and above it the effect of `.sat`.
    code: u32,
    /// The position of the last stages in their table.
    first: u16,
    /// The number of last stages.
    count: u8,
    /// The last stage with which the first lap starts.
    turn: u8,
}

impl Walk {
    /// Returns the walk of a unit with the instructions that `has` accepts; `None` if it accepts
    /// none.
    pub(super) fn new(has: impl Fn(Scalar) -> bool) -> Option<Self> {
        let mut cases = Vec::new();
        let mut places = Vec::new();
        let mut lists: Vec<u64> = Vec::new();
        for op in ScalarOp::all() {
            let forms = with_finishes(op, &has);
            for clamp in Clamp::ALL {
                for (finishes, selects) in by_finishes(op, &forms, clamp) {
                    let list: Vec<_> = finishes.iter().map(|&finish| finish_bits(op, finish)).collect();
                    let found = lists.windows(list.len()).position(|window| *window == list);
                    let first = found.unwrap_or_else(|| {
                        lists.extend(&list);
                        lists.len() - list.len()
                    });
                    // Often enough that each lap meets each last stage.
                    let times = finishes.len().div_ceil(selects.len());
                    for (turn, (asel, bsel)) in std::iter::repeat_n(selects, times).flatten().enumerate() {
                        let plain = code(&Scalar { op, asel, bsel, finish: Finish::Plain }, clamp) & !FINISH;
                        places.push(Packed {
                            code: plain as u32,
                            first: first as u16,
                            count: finishes.len() as u8,
                            turn: (turn % finishes.len()) as u8,
                        });
                        cases.push(Case { op, asel, bsel, clamp, finishes: finishes.clone() });
                    }
                }
            }
        }
        (!cases.is_empty()).then(|| Self { cases, order: Order::new(&places), finishes: lists })
    }

    /// Returns the number of vectors after which each case was met, and each last stage with each
    /// operation.
    pub(super) fn lap(&self) -> u64 {
        self.order.lap()
    }

    /// Returns every instruction that the walk can meet, with each effect that its `.sat` can have.
    pub(super) fn cases(&self) -> impl Iterator<Item = (Scalar, Clamp)> + '_ {
        self.cases.iter().flat_map(|case| {
            case.finishes
                .iter()
                .map(|&finish| (Scalar { op: case.op, asel: case.asel, bsel: case.bsel, finish }, case.clamp))
        })
    }

    /// Fills columns with the vectors `first ..` of the sequence of `seed`: control words, without
    /// the unit's code, and registers.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub(super) fn fill(&self, seed: u64, first: u64, columns: [&mut [u64]; 4]) {
        let key = key(NAME, seed);
        for (first, [ctl, a, b, c]) in blocks(first, columns) {
            self.codes(key, first, ctl);
            registers(key, first, ctl, a, b, c);
        }
    }

    /// Computes the control words of the vectors `first ..`, and above them the effects of `.sat`.
    fn codes(&self, key: u64, first: u64, codes: &mut [u64]) {
        let count = codes.len();
        let mut codes = codes.iter_mut();
        for lap in self.order.laps(key, first, count) {
            // The position at which the lap starts in a list of each length.
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

/// Returns a last stage as it stands in a control word.
fn finish_bits(op: ScalarOp, finish: Finish) -> u64 {
    word(&Scalar { op, asel: None, bsel: None, finish }) & FINISH
}

/// Selectors of `a` and `b`.
type Selects = (Select, Select);

/// Returns all selectors, each with the last stages with which `has` accepts the instruction.
fn with_finishes(op: ScalarOp, has: impl Fn(Scalar) -> bool) -> Vec<(Selects, Vec<Finish>)> {
    let selects = all_selects().flat_map(|asel| all_selects().map(move |bsel| (asel, bsel)));
    let finishes = |(asel, bsel)| Finish::all().filter(|&finish| has(Scalar { op, asel, bsel, finish })).collect();
    selects.map(|selects| (selects, finishes(selects))).collect()
}

/// Returns the selectors with which `.sat` can have the effect `clamp`, grouped by the last stages
/// of `forms` with which it can.
fn by_finishes(op: ScalarOp, forms: &[(Selects, Vec<Finish>)], clamp: Clamp) -> Vec<(Vec<Finish>, Vec<Selects>)> {
    let mut groups: Vec<(Vec<Finish>, Vec<Selects>)> = Vec::new();
    // Packing all forms one by one would take most of the time to build the walk.
    let bits: Vec<_> = Finish::all().map(|finish| (finish, finish_bits(op, finish))).collect();
    for &((asel, bsel), ref finishes) in forms {
        let plain = code(&Scalar { op, asel, bsel, finish: Finish::Plain }, clamp) & !FINISH;
        let is_possible =
            |finish: &Finish| bits.iter().any(|(other, bits)| other == finish && is_possible(plain | bits));
        let finishes: Vec<_> = finishes.iter().copied().filter(is_possible).collect();
        match groups.iter_mut().find(|(same, _)| *same == finishes) {
            Some((_, selects)) => selects.push((asel, bsel)),
            None if finishes.is_empty() => {}
            None => groups.push((finishes, vec![(asel, bsel)])),
        }
    }
    groups
}

/// The control word, and the wanted effect of `.sat` above it.
fn code(scalar: &Scalar, clamp: Clamp) -> u64 {
    word(scalar) | CLAMP.put(clamp as u64)
}

/// The control word as the unit receives it.
fn word(scalar: &Scalar) -> u64 {
    unit_word(&Instruction::Scalar(*scalar))
}
