//! Unit `scalar`.

use std::sync::Arc;

use vidalu_model::bv::Bv;
use vidalu_model::control::{self, Field, scalar as fields};
use vidalu_model::golden::{self, Profile, Stage, Step, Trace};
use vidalu_model::isa::{Instruction, Scalar, Unit};

use vidalu_stimulus::{Clamp, ScalarStimulus, Signal, Stimulus, unit_word};

use super::{Subject, VIDEO_OUTPUTS, video_outputs, video_results};
use crate::coverage::{Coverage, Group};

/// Unit `scalar` in one configuration.
pub struct ScalarUnit {
    pub(super) stimulus: Arc<ScalarStimulus>,
    profile: Profile,
    outputs: usize,
}

impl ScalarUnit {
    /// Returns the unit with these vectors; `sat_o` says whether it has that output.
    pub fn new(stimulus: Arc<ScalarStimulus>, profile: Profile, sat_o: bool) -> Self {
        Self { stimulus, profile, outputs: 1 + usize::from(sat_o) }
    }

    fn run(&self, inputs: &[u64], trace: &mut impl Trace<u128>) -> golden::Video<u128> {
        let [ctl, a, b, c] = [0, 1, 2, 3].map(|port| u128::from(inputs[port]));
        let bits = |value| Bv::constant(value);
        golden::scalar(self.profile, Bv::constant(ctl), bits(a), bits(b), bits(c), trace)
    }
}

impl Subject for ScalarUnit {
    fn source(&self) -> &dyn Stimulus {
        &*self.stimulus
    }

    fn outputs(&self) -> &[Signal] {
        &VIDEO_OUTPUTS[..self.outputs]
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        video_outputs(&self.run(inputs, &mut ()), self.outputs)
    }

    fn results(&self, inputs: &[&[u64]], outputs: &mut [&mut [u64]], _: &mut [u64]) {
        video_results(Unit::Scalar, self.profile, inputs, outputs);
    }

    fn instruction(&self, inputs: &[u64]) -> Option<Instruction> {
        control::decode(inputs[0]).ok()
    }

    fn profile(&self) -> Profile {
        self.profile
    }

    fn coverage(&self) -> Coverage {
        let bins: Vec<_> = self.stimulus.cases().map(|(instruction, clamp)| bin(&instruction, clamp)).collect();
        let shifts =
            bins.iter().filter(|&&bin| is_shift(bin)).flat_map(|&bin| (0..4).map(move |at| amount_bin(bin, at)));
        let sets = bins.iter().filter(|&&bin| is_set(bin)).flat_map(|&bin| (0..2).map(move |at| result_bin(bin, at)));
        Coverage {
            groups: vec![
                Group::new("operation x selectors x saturate", bins.iter().map(|bin| bin & !FINISH), selectors_label),
                Group::new("operation x finish x saturate", bins.iter().map(|bin| bin & !SELECTORS), finish_label),
                Group::new("operation x selectors x finish x saturate", bins.iter().copied(), case_label)
                    .needing(WHOLE_CROSS),
                Group::new("shift x amount", shifts, amount_label),
                Group::new("vset x result", sets, result_label),
            ],
        }
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        let mut primary = Primary(0);
        let saturated = self.run(inputs, &mut primary).saturated.value() == 1;
        let clamp = match (saturated, primary.0 < 0) {
            (false, _) => Clamp::Within,
            (true, true) => Clamp::Below,
            (true, false) => Clamp::Above,
        };
        let [selectors, finishes, all, shifts, sets] = &mut coverage.groups[..] else {
            unreachable!("the table was made by this subject");
        };
        let bin = inputs[0] | EXTRA.put(clamp as u64);
        selectors.hit(bin & !FINISH);
        finishes.hit(bin & !SELECTORS);
        all.hit(bin);
        if is_shift(bin) {
            let [b, sel] = [inputs[2], fields::BSEL.get(bin)].map(u128::from);
            let amount = golden::block::select(Bv::new(b), Bv::new(sel), Bv::constant(0)).value();
            let at = [0, 31, 32].into_iter().position(|most| amount <= most).unwrap_or(3);
            shifts.hit(amount_bin(bin, at as u64));
        }
        if is_set(bin) {
            sets.hit(result_bin(bin, primary.0 as u64));
        }
    }
}

/// Records the result of the primary operation.
struct Primary(i128);

impl Trace<u128> for Primary {
    fn step<const W: u32>(&mut self, stage: Stage, name: &'static str, signed: bool, value: Bv<W, u128>) {
        if stage == Stage::Primary {
            self.0 = Step { stage, name, width: W, signed, value: value.value() }.number();
        }
    }
}

const fn place(field: &Field) -> u64 {
    field.put((1 << field.width) - 1)
}

const SELECTORS: u64 = place(&fields::ASEL) | place(&fields::BSEL);
const FINISH: u64 = place(&fields::DSEL) | place(&fields::SECOP);
const SHIFT: u64 = place(&fields::OP) | place(&fields::WRAP);
const SET: u64 = place(&fields::OP) | place(&fields::CMP) | place(&fields::ATYPE) | place(&fields::BTYPE);

/// The number of vectors in which every case of the whole cross is met: about 102,000, and some to
/// spare.
const WHOLE_CROSS: u64 = 150_000;

/// The field of a bin above the control word: the effect of `.sat`, the class of a shift amount, or
/// the result of `vset`.
const EXTRA: Field = Field { name: "extra", lo: fields::FORMAT.width(), width: 2, doc: "", codes: &[] };

fn bin(instruction: &Scalar, clamp: Clamp) -> u64 {
    unit_word(&Instruction::Scalar(*instruction)) | EXTRA.put(clamp as u64)
}

fn amount_bin(bin: u64, class: u64) -> u64 {
    bin & SHIFT | EXTRA.put(class)
}

fn result_bin(bin: u64, result: u64) -> u64 {
    bin & SET | EXTRA.put(result)
}

fn is_shift(bin: u64) -> bool {
    matches!(fields::OP.code_name(fields::OP.get(bin)), Some("vshl" | "vshr"))
}

fn is_set(bin: u64) -> bool {
    fields::OP.get(bin) == fields::OP.code("vset")
}

/// Returns the names of the fields that make an operation: `vadd.s32.u32.s32.sat`.
fn operation(bin: u64) -> String {
    let name = |field: &Field| field.code_name(field.get(bin)).unwrap_or("?");
    let (op, a, b) = (name(&fields::OP), name(&fields::ATYPE), name(&fields::BTYPE));
    if is_set(bin) {
        return format!("{op}.{a}.{b}.{}", name(&fields::CMP));
    }
    let sat = if fields::SAT.get(bin) == 1 { ".sat" } else { "" };
    let mode = if is_shift(bin) { format!(".{}", name(&fields::WRAP)) } else { String::new() };
    format!("{op}.{}.{a}.{b}{sat}{mode}", name(&fields::DTYPE))
}

fn selectors(bin: u64) -> String {
    let name = |field: &Field| field.code_name(field.get(bin)).unwrap_or("?");
    format!("a.{} b.{}", name(&fields::ASEL), name(&fields::BSEL))
}

fn finish(bin: u64) -> String {
    let name = |field: &Field| field.code_name(field.get(bin)).unwrap_or("?");
    match (name(&fields::DSEL), name(&fields::SECOP)) {
        ("word", "none") => "plain".into(),
        ("word", secondary) => format!("secondary.{secondary}"),
        (part, _) => format!("merge.{part}"),
    }
}

/// Returns the effect of `.sat` for a label; nothing without `.sat`.
fn saturate(bin: u64) -> String {
    if fields::SAT.get(bin) == 0 {
        return String::new();
    }
    format!(" saturate.{}", Clamp::ALL[EXTRA.get(bin) as usize].name())
}

fn selectors_label(bin: u64) -> String {
    format!("{} {}{}", operation(bin), selectors(bin), saturate(bin))
}

fn finish_label(bin: u64) -> String {
    format!("{} {}{}", operation(bin), finish(bin), saturate(bin))
}

fn case_label(bin: u64) -> String {
    format!("{} {} {}{}", operation(bin), selectors(bin), finish(bin), saturate(bin))
}

fn amount_label(bin: u64) -> String {
    let name = |field: &Field| field.code_name(field.get(bin)).unwrap_or("?");
    let amount = ["0", "1..31", "32", "above 32"][EXTRA.get(bin) as usize];
    format!("{}.{} by {amount}", name(&fields::OP), name(&fields::WRAP))
}

fn result_label(bin: u64) -> String {
    format!("{} is {}", operation(bin), EXTRA.get(bin))
}
