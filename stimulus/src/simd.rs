//! Vectors of unit `simd`: a walk through all cases.

mod operands;
mod walk;

use vidalu_model::control::simd::FORMAT;
use vidalu_model::isa::{Instruction, Unit};

use self::walk::{Walk, instruction};
use crate::aim::Clamp;
use crate::forms::simd_operations;
use crate::source::{Signal, Stimulus, slices};

const INPUTS: [Signal; 4] = [
    Signal { name: "ctl_i", width: FORMAT.width() },
    Signal { name: "a_i", width: 32 },
    Signal { name: "b_i", width: 32 },
    Signal { name: "c_i", width: 32 },
];

/// Draws the vectors of unit `simd`.
#[derive(Clone, Debug)]
pub struct SimdStimulus {
    walk: Walk,
}

impl SimdStimulus {
    /// Returns the stimulus of a unit with the instructions that `has` accepts; `None` if it
    /// accepts no SIMD instruction. `has` is asked about each mask, with the lanes in order; the
    /// selectors are drawn.
    pub fn new(has: impl Fn(&Instruction) -> bool) -> Option<Self> {
        let mut ops = Vec::new();
        for lanes in [2, 4] {
            for op in simd_operations() {
                let has = |mask: &u8| instruction(op, lanes, *mask).is_some_and(|form| has(&form));
                ops.push((op, lanes, (1..1 << lanes).filter(has).collect()));
            }
        }
        Some(Self { walk: Walk::new(&ops)? })
    }

    /// Returns the number of vectors after which each operation with its types met all masks and
    /// every effect of its `.sat`.
    pub fn lap(&self) -> u64 {
        self.walk.lap()
    }

    /// Returns the control word of every case, without selectors, and the effect of its `.sat`.
    pub fn cases(&self) -> impl Iterator<Item = (u64, Clamp)> + '_ {
        self.walk.cases()
    }
}

impl Stimulus for SimdStimulus {
    fn name(&self) -> &'static str {
        Unit::Simd.name()
    }

    fn inputs(&self) -> &[Signal] {
        &INPUTS
    }

    fn fill(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        self.walk.fill(seed, first, slices(columns));
    }
}
