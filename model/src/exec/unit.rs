//! Who executes vidalu's instructions: the golden model, or hardware.

use crate::golden::{Operands, Outcome, Profile, evaluate};
use crate::isa::Instruction;
use std::convert::Infallible;

/// An instruction with the values of its operands, ready to be issued. CC.CF is the unit's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The instruction.
    pub instruction: Instruction,
    /// Register `a`: 32 bits, or 64 for a 64-bit carry instruction.
    pub a: u64,
    /// Register `b`, likewise.
    pub b: u64,
    /// Register `c`, likewise; 0 if it is not read.
    pub c: u64,
}

/// A unit with an issue port, and CC.CF inside.
pub trait Unit {
    /// How it can fail, as a simulator can.
    type Error;

    /// Executes instructions in order, back to back. No operand depends on a result of the same batch; CC.CF goes from
    /// each instruction to the next, and from one batch to the next. There is one outcome an instruction, in order.
    ///
    /// # Errors
    /// If the unit fails.
    fn issue(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, Self::Error>;

    /// CC.CF after all that was issued, in the profile's polarity.
    fn cf(&self) -> bool;
}

/// The golden model as a unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Golden {
    /// By which reading it computes.
    pub profile: Profile,
    /// CC.CF, in the profile's polarity.
    pub cf: bool,
}

impl Unit for Golden {
    type Error = Infallible;

    fn issue(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, Infallible> {
        let outcomes = batch.iter().map(|&Issue { ref instruction, a, b, c }| {
            let outcome = evaluate(instruction, Operands { a, b, c, cf: self.cf }, self.profile);
            self.cf = outcome.cf;
            outcome
        });
        Ok(outcomes.collect())
    }

    fn cf(&self) -> bool {
        self.cf
    }
}
