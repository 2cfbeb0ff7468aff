//! Control words as the units receive them.

use vidalu_model::control::{encode, format};
use vidalu_model::isa::Instruction;

use crate::corner::mask;

/// Returns the control word that the unit of an instruction receives: without the unit's code.
pub fn unit_word(instruction: &Instruction) -> u64 {
    encode(instruction) & mask(format(instruction.unit()).width())
}
