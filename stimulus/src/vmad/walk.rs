//! The walk of unit `vmad` through its forms.
//!
//! A case is a form (types, selectors, negation or plus one, scale) and an effect of `.sat`. The
//! seed decides the order, which changes with every lap. `.dtype` has no effect and takes turns, so
//! that two laps meet each form with both types. The vectors of a run all draw their operands in
//! one way. Mostly the operands aim at the ends of the range: one factor is drawn, the other brings
//! the product near, and `c` lands the result on the end or next to it. Far and sparse operands aim
//! at the upper bits of the sum instead; they have a walk of their own, through the forms of words.

use vidalu_model::draw::{key, mix};
use vidalu_model::isa::{Type, Vmad};

use super::code::{code, turned};
use super::operands::{Way, registers};
use super::reach::is_possible;
use crate::aim::Clamp;
use crate::columns::cut;
use crate::order::Order;

/// The name of the sequences.
const NAME: &str = "vmad";

/// The number of vectors of a run, whose operands are all drawn in one way.
const RUN: u64 = 64;

/// The ways of the runs, which come again and again, and whether a run has forms of words alone.
/// These reach the upper bits of the sum, each of which decides a result only if all others agree.
const ROUND: [(Way, bool); 11] = {
    use Way::{Aimed, Close, Far, Free, Sparse};
    let (all, words) = (false, true);
    [
        (Aimed, all),
        (Free, all),
        (Close, all),
        (Aimed, all),
        (Sparse, words),
        (Aimed, all),
        (Free, words),
        (Close, all),
        (Free, all),
        (Aimed, all),
        (Far, words),
    ]
};

/// Returns how many of the first `turns` runs of a round have forms of words alone.
fn words_before(turns: usize) -> u64 {
    ROUND[..turns].iter().filter(|(_, has_words)| *has_words).count() as u64
}

/// The walk through the forms and what `.sat` does with each.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    /// With `.dtype` u32.
    cases: Vec<(Vmad, Clamp)>,
    /// The codes of the cases.
    order: Order<u64>,
    /// The codes of the forms of words; `None` if there are none.
    words: Option<Order<u64>>,
    /// The place of the first vector in its run.
    phase: u64,
}

impl Walk {
    /// Returns the walk of a unit with the instructions that `has` accepts with either `.dtype`;
    /// `None` if it accepts none. `before` other vectors come first. The first run begins with the
    /// first of these, so that runs are whole if vectors are drawn in blocks of whole runs.
    pub(super) fn new(has: impl Fn(Vmad) -> bool, before: u64) -> Option<Self> {
        let forms = forms().filter(|form| Type::ALL.iter().any(|&dtype| has(Vmad { dtype, ..*form })));
        let cases = forms.flat_map(|form| Clamp::ALL.map(|clamp| (form, clamp)));
        let cases: Vec<_> = cases.filter(is_possible).collect();
        let code = |(at, (form, clamp)): (u64, &(Vmad, Clamp))| turned(code(form, *clamp), mix(at) & 1);
        let codes: Vec<_> = (0..).zip(&cases).map(code).collect();
        let is_word = |form: &Vmad| form.asel.is_none() && form.bsel.is_none();
        let words = cases.iter().zip(&codes).filter(|((form, _), _)| is_word(form));
        let words: Vec<_> = words.map(|(_, code)| *code).collect();
        let words = (!words.is_empty()).then(|| Order::new(&words));
        (!cases.is_empty()).then(|| Self { cases, order: Order::new(&codes), words, phase: before % RUN })
    }

    /// Returns the number of vectors after which each case was met with one type of the result;
    /// after twice as many, with both.
    pub(super) fn lap(&self) -> u64 {
        let Some(words) = &self.words else { return self.order.lap() };
        let (runs, with_words) = (ROUND.len() as u64, words_before(ROUND.len()));
        let rounds = self.order.lap().div_ceil((runs - with_words) * RUN).max(words.lap().div_ceil(with_words * RUN));
        rounds * runs * RUN
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
        let left = |at| (RUN - at % RUN) as usize;
        for (at, [ctl, a, b, c]) in cut(first + self.phase, columns, left) {
            let (way, order, index) = self.run(at);
            let mut codes = ctl.iter_mut();
            for lap in order.laps(key, index, codes.len()) {
                let turn = (mix(!key) ^ lap.number) & 1;
                lap.zip(codes.by_ref()).for_each(|(case, code)| *code = turned(case, turn));
            }
            registers(way, key, at - self.phase, ctl, a, b, c);
        }
    }

    /// Returns how the operands are drawn from place `at` of the runs to the end of its run, the
    /// order that names their cases, and the number of the first one among those of this order.
    fn run(&self, at: u64) -> (Way, &Order<u64>, u64) {
        let (run, first) = (at / RUN, at - self.phase);
        let (round, turn) = (run / ROUND.len() as u64, (run % ROUND.len() as u64) as usize);
        let (way, has_words) = ROUND[turn];
        let Some(words) = &self.words else {
            let way = match way {
                Way::Sparse => Way::Free,
                Way::Far => Way::Aimed,
                way => way,
            };
            return (way, &self.order, first);
        };
        let before = round * words_before(ROUND.len()) + words_before(turn);
        if has_words { (way, words, before * RUN + at % RUN) } else { (way, &self.order, first - before * RUN) }
    }
}

/// Returns all forms with `.dtype` u32.
fn forms() -> impl Iterator<Item = Vmad> {
    let mut forms: Vec<_> = Vmad::all().filter(|form| form.dtype == Type::U32).collect();
    // The order decides which vector a seed and an index name, so it must not change.
    forms.sort_by_key(|form| (form.asel, form.bsel));
    forms.into_iter()
}
