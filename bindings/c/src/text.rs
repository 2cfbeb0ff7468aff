//! PTX text to control words and back.

use std::ops::Range;

use vidalu_model::control;
use vidalu_model::ptx::{self, Scope, Statement};

use crate::golden::{instruction, unit};
use crate::status::VidaluStatus;

/// The reason why a text is rejected, and the range of its wrong bytes.
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) place: Range<usize>,
}

/// Assembles the one instruction in `text` into a control word with the unit's code. Registers and
/// constants are not part of the word.
pub(crate) fn assemble(text: &str) -> Result<u64, Refusal> {
    match ptx::parse(text, &mut Scope::inferring()) {
        Ok(parsed) => Ok(control::encode(parsed.statement.instruction())),
        Err(found) => Err(Refusal { message: found.message, place: found.span }),
    }
}

/// Returns the PTX line of a control word, with registers in the manual's order.
pub(crate) fn disassemble(unit: u32, ctl: u64) -> Result<String, VidaluStatus> {
    let instruction = instruction(self::unit(unit)?, ctl)?;
    Ok(Statement::canonical(instruction).to_string())
}
