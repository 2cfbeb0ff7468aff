//! Unit `lanes`: the vectors of the scalar unit and of the SIMD unit, in a drawn order.

use vidalu_model::control::UNIT;
use vidalu_model::golden::Profile;
use vidalu_model::isa::Instruction;

use vidalu_stimulus::{Signal, Stimulus, Woven, mask};

use super::{Member, Subject, woven};
use crate::coverage::Coverage;

/// Unit `lanes` in one configuration.
pub struct LanesUnit {
    /// The parts with vectors: scalar before SIMD.
    parts: Vec<Box<dyn Subject>>,
    /// The number of coverage groups before those of the last part.
    split: usize,
    stimulus: Woven,
}

impl LanesUnit {
    /// Returns the unit with the vectors of its parts, at least one, scalar before SIMD.
    pub(super) fn new(parts: Vec<Member>) -> Self {
        let (sources, parts): (_, Vec<Box<dyn Subject>>) = parts.into_iter().unzip();
        let split = parts.iter().rev().skip(1).map(|part| part.coverage().groups.len()).sum();
        Self { parts, split, stimulus: Woven::lanes(sources) }
    }

    /// Returns the position of the part that a vector belongs to, the part, and the inputs as it
    /// sees them.
    fn of(&self, inputs: &[u64]) -> (usize, &dyn Subject, Vec<u64>) {
        let code = UNIT.get(inputs[0]);
        let at = self.parts.iter().position(|part| UNIT.code(part.name()) == code);
        let at = at.expect("the stimulus has no other parts");
        let part = &*self.parts[at];
        let word = inputs[0] & mask(part.inputs()[0].width);
        (at, part, [&[word], &inputs[1..]].concat())
    }
}

impl Subject for LanesUnit {
    fn source(&self) -> &dyn Stimulus {
        &self.stimulus
    }

    fn outputs(&self) -> &[Signal] {
        self.parts[0].outputs()
    }

    fn results(&self, inputs: &[&[u64]], outputs: &mut [&mut [u64]], flags: &mut [u64]) {
        let units: Vec<_> = self.parts.iter().map(|part| (UNIT.code(part.name()), &**part)).collect();
        woven::results(self, &units, inputs, outputs, flags);
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        let (_, part, inputs) = self.of(inputs);
        part.expected(&inputs)
    }

    fn instruction(&self, inputs: &[u64]) -> Option<Instruction> {
        let (_, part, inputs) = self.of(inputs);
        part.instruction(&inputs)
    }

    fn profile(&self) -> Profile {
        // The results of SIMD instructions are the same in every profile.
        self.parts[0].profile()
    }

    fn coverage(&self) -> Coverage {
        Coverage { groups: self.parts.iter().flat_map(|part| part.coverage().groups).collect() }
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        let (at, part, inputs) = self.of(inputs);
        let mut last = Coverage { groups: coverage.groups.split_off(self.split) };
        part.cover(if at + 1 == self.parts.len() { &mut last } else { coverage }, &inputs);
        coverage.groups.append(&mut last.groups);
    }
}
