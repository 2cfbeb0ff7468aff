//! The values of registers: reads them from the command line, and shows them.

use vidalu_model::exec::{self, Given, Refused};
use vidalu_model::ptx::{Diagnostic, DiagnosticKind, Register, Scope};

use crate::failure::Failure;
use crate::input;

/// Returns the value of a register in hexadecimal and decimal.
pub(crate) fn shown(register: &Register, value: u64) -> String {
    let width = register.width();
    if register.is_predicate() {
        return value.to_string();
    }
    let digits = 2 + width as usize / 4;
    let signed = (value as i64) << (64 - width) >> (64 - width);
    let negative = if signed < 0 { format!(" ({signed})") } else { String::new() };
    format!("{value:#0digits$x} = {value}{negative}")
}

/// The registers before the first instruction, on the command line.
#[derive(clap::Args)]
pub(crate) struct RegisterArgs {
    /// The registers before the first instruction, such as r2=0xff, r3=-5, or p1=1 for a predicate.
    #[arg(value_name = "REGISTER=VALUE")]
    registers: Vec<String>,
    /// Gives a register its value, as REGISTER=VALUE does; can be repeated.
    #[arg(long, value_name = "REGISTER=VALUE")]
    set: Vec<String>,
}

impl RegisterArgs {
    /// Reads the assignments.
    pub(crate) fn read(&self) -> Result<Assignments<'_>, Failure> {
        Assignments::of(self.registers.iter().chain(&self.set).map(String::as_str).collect())
    }
}

/// The assignments of a command line.
pub(crate) struct Assignments<'a> {
    arguments: Vec<&'a str>,
    given: Vec<Given<'a>>,
}

impl<'a> Assignments<'a> {
    /// Reads `r2=0x…`.
    fn of(arguments: Vec<&'a str>) -> Result<Self, Failure> {
        let mut given = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let assignment = argument.split_once('=').and_then(|(register, value)| {
                let register = register.trim();
                Some(Given { register, value: input::integer(value.trim())? }).filter(|_| !register.is_empty())
            });
            let help = "write REGISTER=VALUE, such as r2=0xff or r3=-5";
            given.push(assignment.ok_or_else(|| {
                refuse(
                    &arguments,
                    Refused { index, message: format!("{argument} does not assign a value to a register") },
                    help,
                )
            })?);
        }
        Ok(Self { arguments, given })
    }

    /// Returns the registers with their values.
    pub(crate) fn values(&self, scope: &Scope) -> Result<Vec<(Register, u64)>, Failure> {
        let help = "give each register one value that fits its width";
        exec::values(&self.given, scope).map_err(|refused| refuse(&self.arguments, refused, help))
    }

    /// Returns the registers that the program does not have.
    pub(crate) fn unused(&self, scope: &Scope) -> impl Iterator<Item = &str> {
        self.given.iter().filter(|given| given.registers(scope).next().is_none()).map(|given| given.register)
    }

    /// Refuses a register that the program does not have; `help` lists those that it has.
    pub(crate) fn demand(&self, scope: &Scope, help: &str) -> Result<(), Failure> {
        match self.given.iter().position(|given| given.registers(scope).next().is_none()) {
            Some(index) => {
                let message = format!("the program has no register {}", self.given[index].register);
                Err(refuse(&self.arguments, Refused { index, message }, help))
            }
            None => Ok(()),
        }
    }
}

/// Returns the failure with a caret under the argument.
fn refuse(arguments: &[&str], refused: Refused, help: &str) -> Failure {
    let text = arguments.join(" ");
    let start = arguments[..refused.index].iter().map(|argument| argument.len() + 1).sum();
    let span = start..start + arguments[refused.index].len();
    let found =
        Diagnostic { kind: DiagnosticKind::Illegal, message: refused.message, span, help: Some(help.to_owned()) };
    Failure::at("registers", &text, &found)
}
