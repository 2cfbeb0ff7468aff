//! Compares the answers of a device with those of the model, counts them and keeps the first
//! disagreements.

use std::collections::BTreeMap;

use itertools::Itertools;
use serde::Serialize;
use vidalu_model::golden::Profile;

use crate::departure;
use crate::form::{Answer, Form};
use crate::golden::{Answers, Vectors};
use crate::operands::Operands;

/// Disagreements of a form that are kept; all are counted.
const KEPT: usize = 4;

/// The counts of one instruction.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Forms.
    pub forms: u64,
    /// Answers that were compared.
    pub comparisons: u64,
    /// Answers that differ from the model in the profile of the device.
    pub disagreements: u64,
    /// Answers that agree with the model in that profile but not in profile manual, by what
    /// explains them.
    pub departures: BTreeMap<String, u64>,
}

impl Tally {
    pub(crate) fn add(&mut self, other: Self) {
        self.forms += other.forms;
        self.comparisons += other.comparisons;
        self.disagreements += other.disagreements;
        for (why, count) in other.departures {
            *self.departures.entry(why).or_default() += count;
        }
    }
}

/// An answer of the device that differs from the model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Disagreement {
    /// The form's number.
    pub form: u32,
    /// The vector's number.
    pub vector: u64,
    /// The text; its last statement gives the answer.
    pub ptx: String,
    /// The registers that it reads.
    pub regs: BTreeMap<String, String>,
    /// The answer of the device.
    pub device: String,
    /// The answer of the model in the profile of the device.
    pub model: String,
    /// The answer of the model in profile manual.
    pub manual: String,
    /// The command that computes it on the model.
    pub replay: String,
}

impl Disagreement {
    fn new(form: &Form, vector: u64, answer: &Answer, operands: &Operands, profile: Profile, values: [u64; 3]) -> Self {
        let ptx = form.ptx(answer);
        let registers = form.registers(answer, operands);
        let given = registers.iter().map(|(name, value)| format!(" {name}={value:#x}")).join("");
        let replay = format!("vidalu eval '{ptx}'{given} --profile {}", profile.name());
        let regs = registers.into_iter().map(|(name, value)| (name, format!("{value:#x}"))).collect();
        let [device, model, manual] = values.map(|value| format!("{value:#x}"));
        Self { form: form.number, vector, ptx, regs, device, model, manual, replay }
    }
}

/// Compares the answers of forms on the same vectors.
pub(crate) struct Comparer {
    profile: Profile,
    model: Answers,
    manual: Answers,
    without_e1: Answers,
}

impl Comparer {
    /// For a device of this profile.
    pub(crate) fn new(profile: Profile) -> Self {
        let [model, manual, without_e1] = Default::default();
        Self { profile, model, manual, without_e1 }
    }

    /// Compares a device's answers for `form` with the model. Appends up to [`KEPT`] disagreements
    /// of a form to `kept`. The vectors begin with number `first`.
    pub(crate) fn compare(
        &mut self,
        form: &Form,
        vectors: &Vectors,
        first: u64,
        device: &[u32],
        kept: &mut Vec<Disagreement>,
    ) -> Tally {
        self.model.compute(form, self.profile, vectors);
        self.manual.compute(form, Profile::Manual, vectors);
        let has_e1 = departure::has_e1(form, self.profile);
        if has_e1 {
            self.without_e1.compute(form, Profile::Ptxas13_5, vectors);
        }
        let mut tally = Tally::default();
        // By whether E1 explains it, and whether the others do.
        let mut departures = [[0_u64; 2]; 2];
        let mut place = 0;
        let mut differing = Vec::new();
        for answer in form.answers() {
            let words = answer.register.width() as usize / 32;
            let range = place..place + words * vectors.len();
            place = range.end;
            tally.comparisons += vectors.len() as u64;
            let [device, model, manual] =
                [device, &self.model.words, &self.manual.words].map(|all| &all[range.clone()]);
            if device != model || model != manual {
                differing.push((answer, [device, model, manual]));
            }
        }
        // By vector, so that the kept disagreements do not depend on how many vectors are compared
        // at a time.
        for index in 0..vectors.len() {
            for (answer, all) in &differing {
                let [device, model, manual] = *all;
                let [got, expected, by_manual] =
                    [device, model, manual].map(|words| value(words, vectors.len(), index));
                if got != expected {
                    tally.disagreements += 1;
                    if kept.iter().rev().take_while(|earlier| earlier.form == form.number).count() < KEPT {
                        let vector = first + index as u64;
                        let operands = &vectors.operands[index];
                        let values = [got, expected, by_manual];
                        kept.push(Disagreement::new(form, vector, answer, operands, self.profile, values));
                    }
                } else if got != by_manual {
                    let without = if has_e1 { u64::from(self.without_e1.words[index]) } else { got };
                    departures[usize::from(without != got)][usize::from(without != by_manual)] += 1;
                }
            }
        }
        let others = departure::of(form, self.profile);
        for (e1, rest) in [(false, true), (true, false), (true, true)] {
            let count = departures[usize::from(e1)][usize::from(rest)];
            if count > 0 {
                let names = e1.then_some("E1").into_iter().chain(others.iter().copied().filter(|_| rest));
                *tally.departures.entry(names.collect_vec().join(",")).or_default() += count;
            }
        }
        tally
    }
}

/// The answer for vector `index` of `count`, of one word or two.
pub(crate) fn value(words: &[u32], count: usize, index: usize) -> u64 {
    let high = words.get(count + index).map_or(0, |&word| u64::from(word) << 32);
    high | u64::from(words[index])
}
