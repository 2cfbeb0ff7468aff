//! Unit `vmad`.

use std::sync::Arc;

use vidalu_model::bv::Bv;
use vidalu_model::control::{self, Field, vmad as fields};
use vidalu_model::golden::{self, Profile, Stage, Trace};
use vidalu_model::isa::{Instruction, Scale, Unit, Vmad, VmadMode};

use vidalu_stimulus::{Clamp, Signal, Stimulus, VmadStimulus, unit_word};

use super::{Subject, VIDEO_OUTPUTS, video_outputs, video_results};
use crate::coverage::{Coverage, Group};

/// Unit `vmad` in one configuration.
pub struct VmadUnit {
    pub(super) stimulus: Arc<VmadStimulus>,
    profile: Profile,
    outputs: usize,
}

impl VmadUnit {
    /// Returns the unit with these vectors; `sat_o` says whether it has that output.
    pub fn new(stimulus: Arc<VmadStimulus>, profile: Profile, sat_o: bool) -> Self {
        Self { stimulus, profile, outputs: 1 + usize::from(sat_o) }
    }

    fn run(&self, inputs: &[u64], trace: &mut impl Trace<u128>) -> golden::Video<u128> {
        let [ctl, a, b, c] = [0, 1, 2, 3].map(|port| u128::from(inputs[port]));
        let bits = |value| Bv::constant(value);
        golden::vmad(self.profile, Bv::constant(ctl), bits(a), bits(b), bits(c), trace)
    }
}

/// Decodes a control word without the unit's code.
fn decode(ctl: u64) -> Option<Vmad> {
    match control::decode(ctl | control::UNIT.put(control::UNIT.code("vmad"))) {
        Ok(Instruction::Vmad(form)) => Some(form),
        _ => None,
    }
}

impl Subject for VmadUnit {
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
        video_results(Unit::Vmad, self.profile, inputs, outputs);
    }

    fn instruction(&self, inputs: &[u64]) -> Option<Instruction> {
        decode(inputs[0]).map(Instruction::Vmad)
    }

    fn profile(&self) -> Profile {
        self.profile
    }

    fn coverage(&self) -> Coverage {
        let cases = || self.stimulus.cases();
        let ends = cases().filter(|(form, _)| form.sat).flat_map(|(form, _)| {
            let can_be = move |&end: &End| match end {
                End::BelowLow => is_signed(&form),
                // Plus one is at least 1, where nothing is shifted out.
                End::Low => is_signed(&form) || form.mode != VmadMode::PlusOne || form.scale != Scale::None,
                End::High | End::AboveHigh => true,
            };
            let ends = End::ALL.into_iter().filter(can_be);
            ends.map(move |end| end_bin(&form, end))
        });
        Coverage {
            groups: vec![
                Group::new(
                    "form x saturate",
                    cases().map(|(form, clamp)| unit_word(&Instruction::Vmad(form)) | EXTRA.put(clamp as u64)),
                    label,
                ),
                Group::new("result x end of the range", ends, end_label),
            ],
        }
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        let mut values = Values::default();
        let saturated = self.run(inputs, &mut values).saturated.value() == 1;
        let sum = number(values.sum);
        let clamp = match (saturated, sum < 0) {
            (false, _) => Clamp::Within,
            (true, true) => Clamp::Below,
            (true, false) => Clamp::Above,
        };
        coverage.groups[0].hit(inputs[0] | EXTRA.put(clamp as u64));
        let Some(form) = decode(inputs[0]).filter(|form| form.sat) else { return };
        let (low, high) = VmadStimulus::range(&form);
        let result = number(values.scaled);
        let places = [low - 1, low, high, high + 1];
        if let Some(at) = places.iter().position(|&place| place == result) {
            coverage.groups[1].hit(end_bin(&form, End::ALL[at]));
        }
    }
}

/// The values of the golden model in each stage.
#[derive(Default)]
struct Values {
    ta: u128,
    tb: u128,
    product: u128,
    sum: u128,
    scaled: u128,
    result: u128,
}

impl Trace<u128> for Values {
    fn step<const W: u32>(&mut self, stage: Stage, name: &'static str, _: bool, value: Bv<W, u128>) {
        let place = match (stage, name) {
            (Stage::Select, "ta") => &mut self.ta,
            (Stage::Select, _) => &mut self.tb,
            (Stage::Multiply, _) => &mut self.product,
            (Stage::Add, _) => &mut self.sum,
            (Stage::Scale, _) => &mut self.scaled,
            _ => &mut self.result,
        };
        *place = value.value();
    }
}

/// Reads a number of 66 bits.
fn number(value: u128) -> i128 {
    ((value << 62) as i128) >> 62
}

/// The position of a scaled sum at an end of the range of its type.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    BelowLow,
    Low,
    High,
    AboveHigh,
}

impl End {
    const ALL: [Self; 4] = [Self::BelowLow, Self::Low, Self::High, Self::AboveHigh];
}

/// The field of a bin above the control word: the effect of `.sat`, or the end.
const EXTRA: Field = Field { name: "extra", lo: fields::WIDTH, width: 2, doc: "", codes: &[] };

/// The field above that: whether the result is signed.
const SIGNED: Field = Field { name: "signed", lo: fields::WIDTH + 2, width: 1, doc: "", codes: &[] };

fn end_bin(form: &Vmad, end: End) -> u64 {
    let ctl = unit_word(&Instruction::Vmad(*form));
    let kept = [&fields::MODE, &fields::SCALE].map(|field| field.put(field.get(ctl)));
    kept[0] | kept[1] | EXTRA.put(end as u64) | SIGNED.put(is_signed(form).into())
}

/// Returns the names of negation or plus one, and of the scale: `negate_c shr7`.
fn variant(bin: u64) -> String {
    let name = |field: &Field| field.code_name(field.get(bin)).unwrap_or("?");
    format!("{} {}", name(&fields::MODE), name(&fields::SCALE))
}

fn label(bin: u64) -> String {
    let name = |field: &Field| field.code_name(field.get(bin)).unwrap_or("?");
    let types = [&fields::DTYPE, &fields::ATYPE, &fields::BTYPE].map(name).join(".");
    let (a, b) = (name(&fields::ASEL), name(&fields::BSEL));
    let sat = match fields::SAT.get(bin) {
        0 => String::new(),
        _ => format!(" saturate.{}", Clamp::ALL[EXTRA.get(bin) as usize].name()),
    };
    format!("vmad.{types} a.{a} b.{b} {}{sat}", variant(bin))
}

fn end_label(bin: u64) -> String {
    let sign = if SIGNED.get(bin) == 1 { "signed" } else { "unsigned" };
    let end = ["below the smallest", "the smallest", "the largest", "above the largest"][EXTRA.get(bin) as usize];
    format!("{sign} {} {end}", variant(bin))
}

/// Returns whether the result is signed.
fn is_signed(form: &Vmad) -> bool {
    VmadStimulus::range(form).0 < 0
}
