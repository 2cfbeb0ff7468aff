//! Unit `lanes`.

use vidalu_model::bv::Bv;
use vidalu_model::control::{Field, scalar as fields};
use vidalu_model::golden::{Stage, block};

use super::{Probe, Run, scalar, simd};
use vidalu_gen::Block;
use vidalu_gen::landmark::SELECT_A;

/// Returns the probes of a SIMD instruction.
pub(super) fn of_lanes(run: &Run) -> Vec<Probe> {
    let mut probes = simd::probes(run);
    // The sum onto c reads the output of the saturation, and the merge reads words too.
    for probe in &mut probes {
        let port = match (probe.stage, probe.port) {
            (Stage::Primary, _) => "x_i",
            (Stage::Saturate, "x_i") => "y_o",
            _ => continue,
        };
        (probe.instance, probe.port) = (Block::LaneSaturate.instance(), port);
    }
    probes
}

/// Returns the probes of a scalar instruction: those of the scalar unit at the blocks of this unit,
/// in which a word is four bytes with bits above them.
pub(super) fn of_word(run: &Run) -> Vec<Probe> {
    let field = |field: &Field| field.get(run.ctl);
    let operand = |word: u64, ty: &Field| {
        let signed = Bv::new(u128::from(field(ty)));
        block::simd::operand(Bv::constant(word.into()), signed).value() as u64
    };
    let word = |word: u64| block::simd::word(Bv::new(u128::from(word))).value() as u64;
    let here = |probe: Probe| {
        let (stage, expected) = (probe.stage, probe.expected);
        let merge = |port, expected| Probe::new(stage, Block::LaneMerge.instance(), port, expected);
        let saturate = |port, expected| Probe::new(stage, Block::LaneSaturate.instance(), port, expected);
        match (stage, probe.port) {
            (Stage::Select, _) => {
                let ty = if probe.instance == SELECT_A { &fields::ATYPE } else { &fields::BTYPE };
                Probe { expected: operand(expected, ty), ..probe }
            }
            (Stage::Primary, _) => saturate("x_i", word(expected)),
            (Stage::Saturate, "hit_o") => saturate("hit_o", 0b1111 * expected),
            // The low part stands in every place that may be written.
            (Stage::Saturate, _) => merge("x_i", spread(expected, field(&fields::DSEL))),
            (Stage::Secondary, _) if field(&fields::SECOP) == fields::SECOP.code("add") => {
                Probe::new(stage, Block::Accumulate.instance(), "d_o", expected)
            }
            // .min and .max let the merge choose between the value and c.
            _ => merge("d_o", expected),
        }
    };
    scalar::probes(run).into_iter().map(here).collect()
}

/// Returns the low part of a value in every place of a register that can hold such a part.
fn spread(value: u64, dsel: u64) -> u64 {
    match fields::DSEL.code_name(dsel) {
        Some("word") => value & 0xffff_ffff,
        Some("h0" | "h1") => (value & 0xffff) * 0x0001_0001,
        _ => (value & 0xff) * 0x0101_0101,
    }
}
