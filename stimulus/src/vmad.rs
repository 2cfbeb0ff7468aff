//! Vectors of unit `vmad`: a walk through all forms, with corner vectors among them.

mod code;
mod operands;
mod reach;
mod walk;

use vidalu_model::control::vmad::FORMAT;
use vidalu_model::isa::{Instruction, Unit, Vmad};

use self::walk::Walk;
use crate::aim::Clamp;
use crate::corners::Corners;
use crate::pattern::Forms;
use crate::source::{Signal, Stimulus, registers, slices};

const INPUTS: [Signal; 4] = registers(FORMAT.width());

/// Draws the vectors of unit `vmad`.
#[derive(Clone, Debug)]
pub struct VmadStimulus {
    corners: Corners,
    walk: Walk,
    /// The forms of the vectors, if they restrict `.dtype`.
    forms: Option<Forms>,
}

impl VmadStimulus {
    /// Returns the stimulus of a unit with the instructions that `has` accepts, without regard to
    /// `.dtype`, which is drawn; `None` if it accepts no `vmad`.
    pub fn new(has: impl Fn(&Instruction) -> bool) -> Option<Self> {
        let corners = Corners::new(Unit::Vmad, &has);
        let walk = Walk::new(|form| has(&Instruction::Vmad(form)), corners.count())?;
        Some(Self { corners, walk, forms: None })
    }

    /// Returns the stimulus with a `.dtype` of these forms only, which have every instruction of it
    /// with one `.dtype` at least.
    #[must_use]
    pub fn of(self, forms: Forms) -> Self {
        Self { forms: Some(forms), ..self }
    }

    /// Returns the number of vectors after which each form met every effect of its `.sat`. After
    /// twice as many, each form met them with both types of the result.
    pub fn lap(&self) -> u64 {
        self.corners.count() + self.walk.lap()
    }

    /// Returns every instruction, with each effect that its `.sat` can have.
    pub fn cases(&self) -> impl Iterator<Item = (Vmad, Clamp)> + '_ {
        let has = |form| self.forms.as_ref().is_none_or(|forms| forms.has(&Instruction::Vmad(form)));
        self.walk.cases().filter(move |(form, _)| has(*form))
    }

    /// Returns the smallest and the largest result of a form, to which its `.sat` clamps.
    pub fn range(form: &Vmad) -> (i128, i128) {
        reach::bounds(form)
    }
}

impl Stimulus for VmadStimulus {
    fn name(&self) -> &'static str {
        Unit::Vmad.name()
    }

    fn inputs(&self) -> &[Signal] {
        &INPUTS
    }

    fn fill(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        let fill = |first, columns: [&mut [u64]; 4]| self.walk.fill(seed, first, columns);
        self.corners.weave(seed, first, slices(columns), fill);
        if let Some(forms) = &self.forms {
            forms.fit_columns(Unit::Vmad, columns);
        }
    }

    fn corners(&self, _: u64, count: u64) -> Vec<u64> {
        self.corners.numbers(count)
    }
}
