//! Unit `lanes`: the vectors of the scalar unit and of the SIMD unit, in a drawn order.

use vidalu_gen::Block;
use vidalu_gen::landmark::SELECT_A;
use vidalu_model::bv::Bv;
use vidalu_model::control::{Field, UNIT, scalar as fields};
use vidalu_model::golden::{Profile, Stage, block};
use vidalu_model::isa::Instruction;

use vidalu_stimulus::{Signal, Stimulus, Woven, mask};

use super::woven;
use super::{Probe, ScalarUnit, SimdUnit, Subject};
use crate::coverage::Coverage;

/// Unit `lanes` in one configuration.
pub struct LanesUnit {
    scalar: ScalarUnit,
    simd: SimdUnit,
    /// The number of coverage groups of the scalar unit, which come before those of the SIMD unit.
    scalar_groups: usize,
    stimulus: Woven,
}

impl LanesUnit {
    /// Returns the unit with the instructions of both units.
    pub fn new(scalar: ScalarUnit, simd: SimdUnit) -> Self {
        let scalar_groups = scalar.coverage().groups.len();
        let stimulus = Woven::lanes(scalar.stimulus.clone(), simd.stimulus.clone());
        Self { scalar, simd, scalar_groups, stimulus }
    }

    /// Returns whether a vector is SIMD, its unit, and the inputs as that unit sees them.
    fn of(&self, inputs: &[u64]) -> (bool, &dyn Subject, Vec<u64>) {
        let is_simd = UNIT.get(inputs[0]) == UNIT.code("simd");
        let unit: &dyn Subject = if is_simd { &self.simd } else { &self.scalar };
        let word = inputs[0] & mask(unit.inputs()[0].width);
        (is_simd, unit, [&[word], &inputs[1..]].concat())
    }
}

impl Subject for LanesUnit {
    fn source(&self) -> &dyn Stimulus {
        &self.stimulus
    }

    fn outputs(&self) -> &[Signal] {
        self.simd.outputs()
    }

    fn results(&self, inputs: &[Vec<u64>], flag: bool, outputs: &mut [Vec<u64>], flags: &mut [u64]) {
        let units: [&dyn Subject; 2] = [&self.scalar, &self.simd];
        let units = units.map(|unit| (UNIT.code(unit.name()), unit));
        woven::results(self, &units, inputs, flag, outputs, flags);
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        let (_, unit, inputs) = self.of(inputs);
        unit.expected(&inputs)
    }

    fn instruction(&self, inputs: &[u64]) -> Option<Instruction> {
        let (_, unit, inputs) = self.of(inputs);
        unit.instruction(&inputs)
    }

    fn profile(&self) -> Profile {
        self.scalar.profile()
    }

    fn probes(&self, inputs: &[u64], flag: bool) -> Vec<Probe> {
        let (is_simd, unit, inputs) = self.of(inputs);
        let mut probes = unit.probes(&inputs, flag);
        if !is_simd {
            return of_word(&probes, &inputs);
        }
        // The sum onto c reads the output of the saturation.
        for probe in probes.iter_mut().filter(|probe| probe.stage == Stage::Primary) {
            (probe.instance, probe.port) = (Block::LaneSaturate.instance(), "x_i");
        }
        probes
    }

    fn coverage(&self) -> Coverage {
        let groups = [self.scalar.coverage(), self.simd.coverage()].into_iter().flat_map(|table| table.groups);
        Coverage { groups: groups.collect() }
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        let (is_simd, unit, inputs) = self.of(inputs);
        let mut simd = Coverage { groups: coverage.groups.split_off(self.scalar_groups) };
        unit.cover(if is_simd { &mut simd } else { coverage }, &inputs);
        coverage.groups.append(&mut simd.groups);
    }
}

/// Moves the probes of the scalar unit to the blocks of this unit, in which a word is four bytes
/// with bits above them.
fn of_word(probes: &[Probe], inputs: &[u64]) -> Vec<Probe> {
    let field = |field: &Field| field.get(inputs[0]);
    let operand = |word: u64, ty: &Field| {
        let signed = Bv::new(u128::from(field(ty)));
        block::simd::operand(Bv::constant(word.into()), signed).value() as u64
    };
    let word = |word: u64| block::simd::word(Bv::new(u128::from(word))).value() as u64;
    let here = |probe: &Probe| {
        let (stage, expected) = (probe.stage, probe.expected);
        let merge = |port, expected| Probe::new(stage, Block::LaneMerge.instance(), port, expected);
        let saturate = |port, expected| Probe::new(stage, Block::LaneSaturate.instance(), port, expected);
        match (stage, probe.port) {
            (Stage::Select, _) => {
                let ty = if probe.instance == SELECT_A { &fields::ATYPE } else { &fields::BTYPE };
                Probe { expected: operand(expected, ty), ..probe.clone() }
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
    probes.iter().map(here).collect()
}

/// Returns the low part of a value in every place of a register that can hold such a part.
fn spread(value: u64, dsel: u64) -> u64 {
    match fields::DSEL.code_name(dsel) {
        Some("word") => value & 0xffff_ffff,
        Some("h0" | "h1") => (value & 0xffff) * 0x0001_0001,
        _ => (value & 0xff) * 0x0101_0101,
    }
}
