//! Unit `simd`.

use std::sync::Arc;

use vidalu_model::bv::Bv;
use vidalu_model::control::{self, Field, simd as fields};
use vidalu_model::golden::{self, Profile, Stage, Step, Trace};
use vidalu_model::isa::{Instruction, Unit};

use vidalu_stimulus::{Clamp, Signal, SimdStimulus, Stimulus};

use super::{Subject, VIDEO_OUTPUTS, video_outputs, video_results};
use crate::coverage::{Coverage, Group};

/// Unit `simd` in one configuration. Its results are the same in every profile.
pub struct SimdUnit {
    pub(super) stimulus: Arc<SimdStimulus>,
    outputs: usize,
}

impl SimdUnit {
    /// Returns the unit with these vectors; `sat_o` says whether it has that output.
    pub fn new(stimulus: Arc<SimdStimulus>, sat_o: bool) -> Self {
        Self { stimulus, outputs: 1 + usize::from(sat_o) }
    }

    fn run(inputs: &[u64], trace: &mut impl Trace<u128>) -> golden::Video<u128> {
        let [ctl, a, b, c] = [0, 1, 2, 3].map(|port| u128::from(inputs[port]));
        let bits = |value| Bv::constant(value);
        golden::simd(Bv::constant(ctl), bits(a), bits(b), bits(c), trace)
    }
}

impl Subject for SimdUnit {
    fn source(&self) -> &dyn Stimulus {
        &*self.stimulus
    }

    fn outputs(&self) -> &[Signal] {
        &VIDEO_OUTPUTS[..self.outputs]
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        video_outputs(&Self::run(inputs, &mut ()), self.outputs)
    }

    fn results(&self, inputs: &[&[u64]], outputs: &mut [&mut [u64]], _: &mut [u64]) {
        video_results(Unit::Simd, Profile::Manual, inputs, outputs);
    }

    fn instruction(&self, inputs: &[u64]) -> Option<Instruction> {
        control::decode(control::UNIT.put(control::UNIT.code("simd")) | inputs[0]).ok()
    }

    fn coverage(&self) -> Coverage {
        let cases: Vec<_> = self.stimulus.cases().map(|(word, clamp)| case_bin(word, clamp)).collect();
        let digits = self.stimulus.cases().flat_map(|(word, _)| {
            let reads = self.stimulus.reads(word);
            digits(word)
                .filter(move |(operand, lane, place)| reads(*operand, *lane, *place))
                .map(move |digit| digit_bin(word, digit))
        });
        let sets = cases.iter().filter(|&&bin| is_set(bin)).flat_map(|&bin| [0, 1].map(|at| result_bin(bin, at)));
        let averages = cases.iter().filter(|&&bin| is_average(bin)).flat_map(|&bin| {
            let is_signed = fields::ATYPE.get(bin) | fields::BTYPE.get(bin) == 1;
            HALVES.into_iter().filter(move |half| is_signed || !half.0).map(move |half| average_bin(bin, half))
        });
        Coverage {
            groups: vec![
                Group::new("operation x mask x saturate", cases.iter().copied(), case_label),
                Group::new("operation x selectors", digits, digit_label),
                Group::new("vset x result", sets, result_label),
                Group::new("vavrg x sum", averages, average_label),
            ],
        }
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        let mut lanes = Lanes::default();
        Self::run(inputs, &mut lanes);
        let [cases, selectors, sets, averages] = &mut coverage.groups[..] else {
            unreachable!("the table was made by this subject");
        };
        let word = inputs[0];
        let lanes_met = if is_quad(word) { 0b1111 } else { 0b0101_u64 };
        for (vector, sel) in [(0, fields::ASEL.get(word)), (1, fields::BSEL.get(word))] {
            for lane in (0..4).filter(|lane| lanes_met >> lane & 1 == 1) {
                selectors.hit(digit_bin(word, (vector, lane, sel >> (3 * lane) & 7)));
            }
        }
        let (quad, mask) = (is_quad(word), fields::MASK.get(word));
        for lane in (0..4).filter(|lane| mask >> lane & 1 == 1 && (quad || lane % 2 == 0)) {
            let (exact, clamped) = (lanes.exact[lane], lanes.clamped[lane]);
            cases.hit(case_bin(word, Clamp::of(exact, clamped)));
            if is_set(word) {
                sets.hit(result_bin(word, u64::from(exact != 0)));
            }
            if is_average(word) {
                let sum = lanes.va[lane] + lanes.vb[lane];
                averages.hit(average_bin(word, (sum < 0, sum % 2 != 0)));
            }
        }
    }
}

/// Records the values of the lanes; half-word lanes are at 0 and 2.
#[derive(Default)]
struct Lanes {
    va: [i64; 4],
    vb: [i64; 4],
    exact: [i64; 4],
    clamped: [i64; 4],
}

impl Trace<u128> for Lanes {
    fn step<const W: u32>(&mut self, stage: Stage, name: &'static str, signed: bool, value: Bv<W, u128>) {
        let lanes = match (stage, name.as_bytes()[0], name.as_bytes().get(1)) {
            (Stage::Select, _, Some(b'a')) => &mut self.va,
            (Stage::Select, ..) => &mut self.vb,
            (Stage::Primary, ..) => &mut self.exact,
            (Stage::Saturate, ..) => &mut self.clamped,
            _ => return,
        };
        let lane = name.as_bytes()[name.len() - 1] - b'0';
        lanes[usize::from(lane)] = Step { stage, name, width: W, signed, value: value.value() }.number() as i64;
    }
}

const fn place(field: &Field) -> u64 {
    field.put((1 << field.width) - 1)
}

const SELECTORS: u64 = place(&fields::ASEL) | place(&fields::BSEL);
const OPERATION: u64 = place(&fields::OP) | place(&fields::QUAD);
const SET: u64 = OPERATION | place(&fields::CMP) | place(&fields::ATYPE) | place(&fields::BTYPE);
const AVERAGE: u64 = OPERATION | place(&fields::ATYPE) | place(&fields::BTYPE);

/// The field of a bin above the control word: the effect of `.sat`, the truth of a comparison, the
/// sum that `vavrg` halves; or the vector (bit 5) and the lane (bits 4..3) of a selector digit, and
/// the digit (bits 2..0).
const EXTRA: Field = Field { name: "extra", lo: fields::FORMAT.width(), width: 6, doc: "", codes: &[] };

/// Sums that `vavrg` rounds differently: negative or not, odd or not.
const HALVES: [(bool, bool); 4] = [(true, true), (true, false), (false, true), (false, false)];

fn case_bin(word: u64, clamp: Clamp) -> u64 {
    word & !SELECTORS | EXTRA.put(clamp as u64)
}

fn result_bin(word: u64, result: u64) -> u64 {
    word & SET | EXTRA.put(result)
}

fn average_bin(word: u64, (negative, odd): (bool, bool)) -> u64 {
    word & AVERAGE | EXTRA.put(u64::from(negative) << 1 | u64::from(odd))
}

/// Returns all digits that the selectors of an operation can have: the operand, the lane, and the
/// place that it names. Half-word lanes have the digits of their lower bytes.
fn digits(word: u64) -> impl Iterator<Item = (usize, usize, u64)> {
    let step = if is_quad(word) { 1 } else { 2 };
    (0..2).flat_map(move |vector| {
        (0..4).step_by(step).flat_map(move |lane| (0..8).step_by(step).map(move |place: u64| (vector, lane, place)))
    })
}

/// Returns the bin of a digit.
fn digit_bin(word: u64, (operand, lane, place): (usize, usize, u64)) -> u64 {
    word & OPERATION | EXTRA.put((operand << 5 | lane << 3) as u64 | place)
}

fn is_quad(bin: u64) -> bool {
    fields::QUAD.get(bin) == 1
}

fn is_set(bin: u64) -> bool {
    fields::OP.get(bin) == fields::OP.code("vset") || is_packed(bin)
}

/// Returns whether the operation is `set`, which gives all ones.
fn is_packed(bin: u64) -> bool {
    fields::OP.get(bin) == fields::OP.code("set")
}

fn is_average(bin: u64) -> bool {
    fields::OP.get(bin) == fields::OP.code("vavrg")
}

fn code_name(bin: u64, field: &Field) -> &'static str {
    field.code_name(field.get(bin)).unwrap_or("?")
}

/// Returns the operation: `vadd4`, `set.8x4`.
fn opcode(bin: u64) -> String {
    if is_packed(bin) {
        return format!("set.{}", if is_quad(bin) { "8x4" } else { "16x2" });
    }
    format!("{}{}", code_name(bin, &fields::OP), if is_quad(bin) { 4 } else { 2 })
}

/// Returns the names of the fields that make an operation: `vadd4.s32.u32.s32.sat`, `set.lt.u8x4`.
fn operation(bin: u64) -> String {
    if is_packed(bin) {
        let sign = if fields::ATYPE.get(bin) == 1 { "s" } else { "u" };
        let lanes = if is_quad(bin) { "8x4" } else { "16x2" };
        return format!("set.{}.{sign}{lanes}", code_name(bin, &fields::CMP));
    }
    let (a, b) = (code_name(bin, &fields::ATYPE), code_name(bin, &fields::BTYPE));
    let types = if is_set(bin) {
        format!("{a}.{b}.{}", code_name(bin, &fields::CMP))
    } else {
        format!("{}.{a}.{b}", code_name(bin, &fields::DTYPE))
    };
    let sat = if fields::SAT.get(bin) == 1 { ".sat" } else { "" };
    let add = if fields::ACCUMULATE.get(bin) == 1 { ".add" } else { "" };
    format!("{}.{types}{sat}{add}", opcode(bin))
}

fn case_label(bin: u64) -> String {
    let (letter, step) = if is_quad(bin) { ('b', 1) } else { ('h', 2) };
    let lanes = (0..4).step_by(step).filter(|lane| fields::MASK.get(bin) >> lane & 1 == 1);
    let mask: String = lanes.map(|lane| (lane / step).to_string()).rev().collect();
    let saturate = match fields::SAT.get(bin) {
        0 => String::new(),
        _ => format!(" saturate.{}", Clamp::ALL[EXTRA.get(bin) as usize].name()),
    };
    format!("{} mask.{letter}{mask}{saturate}", operation(bin))
}

fn digit_label(bin: u64) -> String {
    let extra = EXTRA.get(bin);
    let (vector, lane, place) = (if extra >> 5 == 1 { 'b' } else { 'a' }, extra >> 3 & 3, extra & 7);
    let step = if is_quad(bin) { 1 } else { 2 };
    format!("{} lane {} of {vector}sel reads {}", opcode(bin), lane / step, place / step)
}

fn result_label(bin: u64) -> String {
    format!("{} is {}", operation(bin), EXTRA.get(bin))
}

fn average_label(bin: u64) -> String {
    let (a, b) = (code_name(bin, &fields::ATYPE), code_name(bin, &fields::BTYPE));
    let sign = if EXTRA.get(bin) >> 1 == 1 { "negative" } else { "not negative" };
    let parity = if EXTRA.get(bin) & 1 == 1 { "odd" } else { "even" };
    format!("{}.{a}.{b} of a sum {sign} and {parity}", opcode(bin))
}
