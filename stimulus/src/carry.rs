//! Vectors of unit `carry`: a walk through all forms, with runs of instructions that pass on CC.CF.

mod operands;
mod walk;

use vidalu_model::control::carry::FORMAT;
use vidalu_model::isa::{Carry, CarryOp, Instruction, Unit};

use self::walk::Walk;
use crate::columns::BLOCK;
use crate::corner::mask;
use crate::forms::carries;
use crate::source::{Signal, Stimulus};

/// Draws the vectors of unit `carry`. The instructions decide which inputs the unit has.
#[derive(Clone, Debug)]
pub struct CarryStimulus {
    walk: Walk,
    inputs: Vec<Signal>,
}

impl CarryStimulus {
    /// Returns the stimulus of a unit with the instructions that `has` accepts and with `contexts`
    /// contexts, at least 1; `None` if it accepts no carry instruction.
    pub fn new(has: impl Fn(&Instruction) -> bool, contexts: u64) -> Option<Self> {
        let forms: Vec<_> = carries().into_iter().filter(|form| has(&Instruction::Carry(*form))).collect();
        if forms.is_empty() {
            return None;
        }
        let any = |test: fn(&Carry) -> bool| forms.iter().any(test);
        let width = if any(|form| form.ty.width() == 64) { 64 } else { 32 };
        let operand = |name| Signal { name, width };
        let mut inputs = vec![Signal { name: "ctl_i", width: FORMAT.width() }];
        if contexts > 1 && any(|form| form.op.flag().is_some()) {
            inputs.push(Signal { name: "ctx_i", width: contexts.next_power_of_two().ilog2() });
        }
        inputs.extend([operand("a_i"), operand("b_i")]);
        inputs.extend(any(|form| matches!(form.op, CarryOp::Mad(..))).then(|| operand("c_i")));
        Some(Self { walk: Walk::new(forms, contexts), inputs })
    }

    /// Returns the stimulus with the same inputs and the instructions that `has` accepts; `None` if
    /// it accepts none of them.
    pub fn of(&self, has: impl Fn(&Instruction) -> bool) -> Option<Self> {
        let forms: Vec<_> = self.forms().iter().copied().filter(|form| has(&Instruction::Carry(*form))).collect();
        let walk = (!forms.is_empty()).then(|| self.walk.of(forms))?;
        Some(Self { walk, inputs: self.inputs.clone() })
    }

    /// Returns the instructions of the unit.
    pub fn forms(&self) -> &[Carry] {
        self.walk.forms()
    }
}

impl Stimulus for CarryStimulus {
    fn name(&self) -> &'static str {
        Unit::Carry.name()
    }

    fn inputs(&self) -> &[Signal] {
        &self.inputs
    }

    fn fill(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        let count = columns[0].len();
        // The walk fills all columns; those of the inputs that the unit has in their places.
        let place = |name| self.inputs.iter().position(|signal| signal.name == name);
        let places = ["ctl_i", "ctx_i", "a_i", "b_i", "c_i"].map(place);
        let whose = |at| places.iter().position(|place| *place == Some(at)).expect("the walk fills every input");
        let whose: Vec<_> = (0..columns.len()).map(whose).collect();
        let mut unused = places.map(|place| vec![0; if place.is_none() { count.min(BLOCK) } else { 0 }]);
        for from in (0..count).step_by(BLOCK) {
            let until = count.min(from + BLOCK);
            let mut made = unused.each_mut().map(|column| column.get_mut(..until - from).unwrap_or_default());
            for (whose, column) in whose.iter().zip(columns.iter_mut()) {
                made[*whose] = &mut column[from..until];
            }
            self.walk.fill(seed, first + from as u64, made);
        }
        for (signal, column) in self.inputs.iter().zip(columns).filter(|(signal, _)| signal.width == 32) {
            column.iter_mut().for_each(|value| *value &= mask(signal.width));
        }
    }
}
