//! Unit `lanes`: the vectors of the scalar unit and of the SIMD unit, in a drawn order.

use vidalu_model::control::UNIT;
use vidalu_model::golden::Profile;
use vidalu_model::isa::Instruction;

use vidalu_stimulus::{Signal, Stimulus, Woven, mask};

use super::woven;
use super::{ScalarUnit, SimdUnit, Subject};
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
