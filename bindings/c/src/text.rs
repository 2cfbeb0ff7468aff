//! PTX text to control words and back.

use std::ops::Range;

use vidalu_model::control;
use vidalu_model::ptx::{self, Scope, Statement};

use crate::golden::{instruction, unit};
use crate::status::VidaluStatus;

/// Why a text is refused, and the bytes of it that are wrong.
pub(crate) struct Refusal {
    pub(crate) message: String,
    pub(crate) place: Range<usize>,
}

/// The control word of the one instruction in `text`, with the unit's code. Its registers and constants are not part of it.
pub(crate) fn assemble(text: &str) -> Result<u64, Refusal> {
    match ptx::parse(text, &mut Scope::inferring()) {
        Ok(parsed) => Ok(control::encode(parsed.statement.instruction())),
        Err(found) => Err(Refusal { message: found.message, place: found.span }),
    }
}

/// The PTX line of a control word, with registers in the manual's order.
pub(crate) fn disassemble(unit: u32, ctl: u64) -> Result<String, VidaluStatus> {
    let instruction = instruction(self::unit(unit)?, ctl)?;
    Ok(Statement::canonical(instruction).to_string())
}
