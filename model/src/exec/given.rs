//! Values that are given to registers by name, before a program runs.

use std::collections::HashSet;

use crate::Fault;
use crate::ptx::{Register, Scope};

/// The value of a register, as given: `p` is every register and predicate of that name, `@p` the
/// predicate alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Given<'a> {
    /// The name.
    pub register: &'a str,
    /// The value; a negative one is written in two's complement.
    pub value: i128,
}

impl Given<'_> {
    /// The registers of the program that are meant, outside of its blocks.
    pub fn registers<'s>(&'s self, scope: &'s Scope) -> impl Iterator<Item = Register> + 's {
        let (name, predicate) = match self.register.strip_prefix('@') {
            Some(name) => (name, true),
            None => (self.register, false),
        };
        scope.registers(name).filter(move |register| register.is_predicate() || !predicate)
    }
}

/// One of the given values is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[error("{message}")]
pub struct Refused {
    /// The index of the value among those given.
    pub index: usize,
    /// The reason, in one line.
    pub message: String,
}

impl Refused {
    /// Whose fault the error is: that of the input.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

/// The registers of the program with their values. Names that it does not have are passed over.
///
/// # Errors
/// A name that is given twice, or a value of more bits than the register has.
pub fn values(given: &[Given<'_>], scope: &Scope) -> Result<Vec<(Register, u64)>, Refused> {
    let (mut seen, mut values) = (HashSet::new(), Vec::new());
    for (index, given) in given.iter().enumerate() {
        let name = given.register;
        if !seen.insert(name) {
            return Err(Refused { index, message: format!("register {name} is given twice") });
        }
        for register in given.registers(scope) {
            // Any number but 0 makes a predicate true.
            let width = if register.is_predicate() { 64 } else { register.width() };
            if !(-(1 << (width - 1))..1 << width).contains(&given.value) {
                let message = format!("the value does not fit the {width} bits of register {name}");
                return Err(Refused { index, message });
            }
            values.push((register, given.value as u64));
        }
    }
    Ok(values)
}
