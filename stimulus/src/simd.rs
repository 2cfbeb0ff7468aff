//! Vectors of unit `simd`: a walk through all cases.

mod operands;
mod walk;

use vidalu_model::control::simd::{self as fields, FORMAT};
use vidalu_model::control::{self, UNIT};
use vidalu_model::isa::{Instruction, Simd, Unit};

use self::walk::{Walk, instruction};
use crate::aim::Clamp;
use crate::forms::simd_operations;
use crate::pattern::Forms;
use crate::source::{Signal, Stimulus, registers, slices};

const INPUTS: [Signal; 4] = registers(FORMAT.width());

/// Draws the vectors of unit `simd`.
#[derive(Clone, Debug)]
pub struct SimdStimulus {
    walk: Walk,
    /// The forms of the vectors, if they restrict the selectors.
    forms: Option<Forms>,
}

impl SimdStimulus {
    /// Returns the stimulus of a unit with the instructions that `has` accepts; `None` if it
    /// accepts no SIMD instruction. `has` is asked about each mask, with the lanes in order; the
    /// selectors are drawn.
    pub fn new(has: impl Fn(&Instruction) -> bool) -> Option<Self> {
        let mut groups = Vec::new();
        for lanes in [2, 4] {
            for op in simd_operations() {
                let masks = (1..1 << lanes).filter_map(|mask| instruction(op, lanes, mask));
                groups.push(masks.filter(&has).collect());
            }
        }
        groups.extend(Simd::sets().map(Instruction::Simd).filter(&has).map(|set| vec![set]));
        Some(Self { walk: Walk::new(&groups)?, forms: None })
    }

    /// Returns the stimulus with selectors of these forms only, which have every instruction of it.
    #[must_use]
    pub fn of(self, forms: Forms) -> Self {
        Self { forms: Some(forms), ..self }
    }

    /// Returns whether a selector of a case, which is a control word of [`SimdStimulus::cases`],
    /// can read a place: the selector of `a` (0) or `b` (1), the lane (0 to 3) and the byte (0 to
    /// 7).
    pub fn reads(&self, word: u64) -> impl Fn(usize, usize, u64) -> bool + use<> {
        const IN_ORDER: u64 = fields::IN_ORDER & !fields::MASK.put(0b1111);
        let is_set = fields::OP.get(word) == fields::OP.code("set");
        let reads = self.forms.as_ref().filter(|_| !is_set).map(|forms| {
            let word = UNIT.put(UNIT.code(Unit::Simd.name())) | word | IN_ORDER;
            forms.reads(&control::decode(word).expect("the stimulus is legal"))
        });
        move |operand, lane, place| match is_set {
            // `set` reads its lanes in order.
            true => place as usize == 4 * operand + lane,
            false => reads.is_none_or(|reads| reads[operand][lane] >> place & 1 == 1),
        }
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
        if let Some(forms) = &self.forms {
            forms.fit_columns(Unit::Simd, columns);
        }
    }
}
