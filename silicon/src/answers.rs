//! A sample of a device's answers in the form of the conformance data.

use std::collections::BTreeMap;

use serde::Serialize;
use vidalu_model::draw::{self, Draw, Permutation};
use vidalu_model::golden::Profile;

use crate::form::Form;
use crate::golden::Vectors;
use crate::tally::value;

/// A line of `conformance/silicon/`; `conformance/README.md` says what the fields mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    ptx: String,
    regs: BTreeMap<String, String>,
    d: String,
    profile: &'static str,
    #[serde(skip)]
    pub(crate) form: u32,
}

/// Which answers are kept: as many of each form as of any other, or one more, which ones the seed
/// decides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sample {
    order: Permutation,
    forms: u64,
    count: u64,
    key: u64,
}

impl Sample {
    /// `count` answers, spread over `forms` forms, at least one.
    pub(crate) fn new(seed: u64, forms: u64, count: u64) -> Self {
        let key = draw::key("silicon answers", seed);
        Self { order: Permutation::new(key, forms), forms, count, key }
    }

    /// The lines of a form, which is at `position` among the forms of the campaign, from its
    /// answers to `vectors`.
    pub(crate) fn lines(
        &self,
        position: u64,
        form: &Form,
        profile: Profile,
        vectors: &Vectors,
        device: &[u32],
    ) -> impl Iterator<Item = Line> {
        let rank = self.order.at(position);
        let share = (rank + 1) * self.count / self.forms - rank * self.count / self.forms;
        let answers = form.answers();
        (0..share).map(move |turn| {
            let mut draw = Draw::new(self.key ^ u64::from(form.number), turn);
            let index = draw.below(vectors.len() as u32) as usize;
            let answer = draw.below(answers.len() as u32) as usize;
            let words = |answers: &[crate::form::Answer]| -> usize {
                answers.iter().map(|answer| answer.register.width() as usize / 32).sum()
            };
            let range = words(&answers[..answer]) * vectors.len()..words(&answers[..=answer]) * vectors.len();
            let d = value(&device[range], vectors.len(), index);
            let answer = &answers[answer];
            let registers = form.registers(answer, &vectors.operands[index]);
            Line {
                ptx: form.ptx(answer),
                regs: registers.into_iter().map(|(name, value)| (name, format!("{value:#x}"))).collect(),
                d: format!("{d:#x}"),
                profile: profile.name(),
                form: form.number,
            }
        })
    }
}
