//! Values that are given to registers.

use super::program::Evaluator;
use crate::failure::Failure;
use crate::input;
use std::collections::HashSet;
use vidalu_model::ptx::{Diagnostic, Kind, Scope};

/// The value of a register, as given.
pub(super) struct Given<'a> {
    pub(super) register: &'a str,
    pub(super) value: i128,
}

/// One of the given values is refused.
pub(super) struct Refused {
    /// Which one.
    pub(super) index: usize,
    pub(super) message: String,
}

/// Gives the registers their values. Registers that the program does not have are passed over.
pub(super) fn load(given: &[Given<'_>], evaluator: &mut Evaluator, scope: &Scope) -> Result<(), Refused> {
    let mut seen = HashSet::new();
    for (index, Given { register, value }) in given.iter().enumerate() {
        if !seen.insert(register) {
            return Err(Refused { index, message: format!("register {register} is given twice") });
        }
        let Some(kind) = scope.kind(register) else { continue };
        let width = kind.width().unwrap_or(64);
        if !(-(1 << (width - 1))..1 << width).contains(value) {
            return Err(Refused {
                index,
                message: format!("register {register} has {width} bits; the value has more"),
            });
        }
        let value = *value as u64;
        evaluator.machine.set(register, if width == 32 { value & 0xffff_ffff } else { value });
    }
    Ok(())
}

/// The assignments of a command line.
pub(super) struct Assignments<'a> {
    arguments: &'a [String],
    given: Vec<Given<'a>>,
}

impl<'a> Assignments<'a> {
    /// Reads `r2=0x…`.
    pub(super) fn of_arguments(arguments: &'a [String]) -> Result<Self, Failure> {
        let mut given = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let assignment = argument.split_once('=').and_then(|(register, value)| {
                let register = register.trim();
                Some(Given { register, value: input::integer(value.trim())? }).filter(|_| !register.is_empty())
            });
            let help = "write REGISTER=VALUE, as in r2=0xff or r3=-5";
            given.push(assignment.ok_or_else(|| {
                refuse(arguments, Refused { index, message: format!("{argument} gives no register a value") }, help)
            })?);
        }
        Ok(Self { arguments, given })
    }

    /// Gives the registers their values.
    pub(super) fn load(&self, evaluator: &mut Evaluator, scope: &Scope) -> Result<(), Failure> {
        load(&self.given, evaluator, scope)
            .map_err(|refused| refuse(self.arguments, refused, "give each register once, a value that fits it"))
    }
}

/// The error, with a caret under the argument.
fn refuse(arguments: &[String], refused: Refused, help: &str) -> Failure {
    let text = arguments.join(" ");
    let start = arguments[..refused.index].iter().map(|argument| argument.len() + 1).sum();
    let span = start..start + arguments[refused.index].len();
    let found = Diagnostic { kind: Kind::Illegal, message: refused.message, span, help: Some(help.to_owned()) };
    Failure::at("registers", &text, &found)
}
