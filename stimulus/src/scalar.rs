//! Vectors of unit `scalar`: a walk through all cases, with corner vectors among them.

mod operands;
mod walk;

use vidalu_model::control::scalar::FORMAT;
use vidalu_model::isa::{Instruction, Scalar, Unit};

use self::walk::Walk;
use crate::aim::Clamp;
use crate::corners::Corners;
use crate::source::{Signal, Stimulus, registers, slices};

const INPUTS: [Signal; 4] = registers(FORMAT.width());

/// Draws the vectors of unit `scalar`.
#[derive(Clone, Debug)]
pub struct ScalarStimulus {
    corners: Corners,
    walk: Walk,
}

impl ScalarStimulus {
    /// Returns the stimulus of a unit with the instructions that `has` accepts; `None` if it
    /// accepts no scalar instruction.
    pub fn new(has: impl Fn(&Instruction) -> bool) -> Option<Self> {
        let walk = Walk::new(|form| has(&Instruction::Scalar(form)))?;
        Some(Self { corners: Corners::new(Unit::Scalar, has), walk })
    }

    /// Returns the number of vectors after which each operation with its types met all selectors
    /// and every effect of its `.sat`.
    pub fn lap(&self) -> u64 {
        self.corners.count() + self.walk.lap()
    }

    /// Returns every instruction that can be drawn, with each effect that its `.sat` can have.
    pub fn cases(&self) -> impl Iterator<Item = (Scalar, Clamp)> + '_ {
        self.walk.cases()
    }
}

impl Stimulus for ScalarStimulus {
    fn name(&self) -> &'static str {
        Unit::Scalar.name()
    }

    fn inputs(&self) -> &[Signal] {
        &INPUTS
    }

    fn fill(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        let fill = |first, columns: [&mut [u64]; 4]| self.walk.fill(seed, first, columns);
        self.corners.weave(seed, first, slices(columns), fill);
    }

    fn corners(&self, _: u64, count: u64) -> Vec<u64> {
        self.corners.numbers(count)
    }
}
