//! The operands of an instruction as text, and the selectors of the lanes.

use std::sync::LazyLock;

use vidalu_model::control::{self, Field, simd as fields};
use vidalu_model::isa::{Instruction, LaneMask, LaneSelect, Simd, SimdForm};
use vidalu_model::ptx::Statement;

/// Returns the operands of an instruction, each as its sign and its selector: `-.b0`.
pub(super) fn operands(instruction: &Instruction) -> Vec<String> {
    let text = Statement::canonical(*instruction).to_string();
    text.split_once(' ').expect("an instruction has operands").1.split(", ").map(bare).collect()
}

/// Returns an operand without the name of its register.
pub(super) fn bare(operand: &str) -> String {
    let (sign, rest) = operand.strip_prefix('-').map_or(("", operand), |rest| ("-", rest));
    let is_name = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$' | '%');
    format!("{sign}{}", rest.trim_start_matches(is_name))
}

/// Returns the selectors of `a` and of `b` for two or four lanes, each as text and as code.
pub(super) fn selectors(lanes: u32) -> &'static [Vec<(String, u64)>; 2] {
    static TWO: LazyLock<[Vec<(String, u64)>; 2]> = LazyLock::new(|| table::<2>(Simd::Two));
    static FOUR: LazyLock<[Vec<(String, u64)>; 2]> = LazyLock::new(|| table::<4>(Simd::Four));
    if lanes == 2 { &TWO } else { &FOUR }
}

fn table<const L: usize>(simd: fn(SimdForm<L>) -> Simd) -> [Vec<(String, u64)>; 2] {
    let op = vidalu_model::isa::SimdOp::all().next().expect("there are operations");
    let form = SimdForm { op, asel: LaneSelect::of_a(), bsel: LaneSelect::of_b(), mask: LaneMask::FULL };
    let entry = |form: SimdForm<L>, operand: usize, field: &Field| {
        let instruction = Instruction::Simd(simd(form));
        (operands(&instruction)[operand].clone(), field.get(control::encode(&instruction)))
    };
    let a = LaneSelect::all().map(|asel| entry(SimdForm { asel, ..form }, 1, &fields::ASEL)).collect();
    let b = LaneSelect::all().map(|bsel| entry(SimdForm { bsel, ..form }, 2, &fields::BSEL)).collect();
    [a, b]
}

/// Returns a control word with other selectors.
pub(super) fn with_selectors(word: u64, [asel, bsel]: [u64; 2]) -> u64 {
    let clear = fields::ASEL.put(0xfff) | fields::BSEL.put(0xfff);
    word & !clear | fields::ASEL.put(asel) | fields::BSEL.put(bsel)
}

/// Returns registers in which the bytes that the selectors of `word` read stand where `codes` read
/// them; where two of these are one place, the last.
pub(super) fn moved([a, b]: [u64; 2], word: u64, codes: [u64; 2]) -> [u64; 2] {
    let sources = a & 0xffff_ffff | b << 32;
    let mut moved = sources;
    for (field, code) in [&fields::ASEL, &fields::BSEL].into_iter().zip(codes) {
        for lane in 0..4 {
            let place = |code: u64| 8 * (code >> (3 * lane) & 7);
            let value = sources >> place(field.get(word)) & 0xff;
            moved = moved & !(0xff << place(code)) | value << place(code);
        }
    }
    [a >> 32 << 32 | moved & 0xffff_ffff, b >> 32 << 32 | moved >> 32]
}
