//! The walk of unit `vmad` through its forms.
//!
//! A case is a form (types, selectors, negation or plus one, scale) and an effect of `.sat`, or a
//! form of words with sparse operands. The seed decides the order, which changes with every lap.
//! `.dtype` has no effect and takes turns, so that two laps meet each form with both types. The
//! operands are biased to corner cases and aimed at the ends of the range: one factor is drawn, the
//! other brings the product near, and `c` lands the result on the end or next to it. Sparse
//! operands are aimed at the upper bits of the sum instead.

use vidalu_model::draw::{key, mix};
use vidalu_model::isa::{Instruction, Type, Vmad};

use super::operands::{CLAMP, HIGH_A, HIGH_B, SPARSE, TURN, registers};
use super::reach::{extreme, is_possible};
use crate::aim::Clamp;
use crate::columns::blocks;
use crate::order::Order;
use crate::word::unit_word;

/// The name of the sequences.
const NAME: &str = "vmad";

/// How often each form of words comes in a lap with sparse operands: these alone reach the upper
/// bits of the sum, each of which decides a result only if all others agree.
const SPARSE_TURNS: u64 = 8;

/// The walk through the forms and what `.sat` does with each.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// With `.dtype` u32.
    cases: Vec<(Vmad, Clamp)>,
    /// The control words of the cases and of the sparse vectors, and above them the fields beyond.
    order: Order<u64>,
}

impl Walk {
    /// Returns the walk of a unit with the instructions that `has` accepts with either `.dtype`;
    /// `None` if it accepts none.
    pub(super) fn new(has: impl Fn(Vmad) -> bool) -> Option<Self> {
        let forms = forms().filter(|form| Type::ALL.iter().any(|&dtype| has(Vmad { dtype, ..*form })));
        let cases = forms.flat_map(|form| Clamp::ALL.map(|clamp| (form, clamp)));
        let cases: Vec<_> = cases.filter(is_possible).collect();
        let code = |(at, (form, clamp)): (u64, &(Vmad, Clamp))| {
            let extreme = extreme(form, *clamp);
            unit_word(&Instruction::Vmad(*form))
                | CLAMP.put(*clamp as u64)
                | HIGH_A.put((extreme.a > 0).into())
                | HIGH_B.put((extreme.b > 0).into())
                | TURN.put(mix(at) & 1)
        };
        let aimed = (0..).zip(&cases).map(code);
        let is_word = |form: &Vmad| form.asel.is_none() && form.bsel.is_none();
        let words = cases.iter().filter(|(form, clamp)| *clamp == Clamp::Within && is_word(form));
        let words: Vec<_> = words.map(|(form, _)| unit_word(&Instruction::Vmad(*form)) | SPARSE.put(1)).collect();
        let sparse = (0..SPARSE_TURNS).flat_map(|turn| words.iter().map(move |code| code | TURN.put(turn & 1)));
        let codes: Vec<_> = aimed.chain(sparse).collect();
        (!cases.is_empty()).then(|| Self { cases, order: Order::new(&codes) })
    }

    /// Returns the number of vectors after which each case was met with one type of the result;
    /// after twice as many, with both.
    pub(super) fn lap(&self) -> u64 {
        self.order.lap()
    }

    /// Returns every instruction, with each effect that its `.sat` can have.
    pub(super) fn cases(&self) -> impl Iterator<Item = (Vmad, Clamp)> + '_ {
        self.cases.iter().flat_map(|&(form, clamp)| Type::ALL.map(|dtype| (Vmad { dtype, ..form }, clamp)))
    }

    /// Fills columns with the vectors `first ..` of the sequence of `seed`: control words, without
    /// the unit's code, and registers.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub(super) fn fill(&self, seed: u64, first: u64, columns: [&mut [u64]; 4]) {
        let key = key(NAME, seed);
        for (first, [ctl, a, b, c]) in blocks(first, columns) {
            let mut codes = ctl.iter_mut();
            for lap in self.order.laps(key, first, codes.len()) {
                let turn = TURN.put((mix(!key) ^ lap.number) & 1);
                lap.zip(codes.by_ref()).for_each(|(case, code)| *code = case ^ turn);
            }
            registers(key, first, ctl, a, b, c);
        }
    }
}

/// Returns all forms with `.dtype` u32.
fn forms() -> impl Iterator<Item = Vmad> {
    let mut forms: Vec<_> = Vmad::all().filter(|form| form.dtype == Type::U32).collect();
    // The order decides which vector a seed and an index name, so it must not change.
    forms.sort_by_key(|form| (form.asel, form.bsel));
    forms.into_iter()
}
