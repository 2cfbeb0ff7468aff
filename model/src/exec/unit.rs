//! What executes vidalu's instructions: the golden model, or hardware.

use crate::golden::{Operands, Outcome, Profile, evaluate};
use crate::isa::{Instruction, Packed};
use std::convert::Infallible;

/// An instruction with the values of its operands, ready to be issued. CC.CF is the unit's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The instruction.
    pub instruction: Instruction,
    /// The number of the thread that executes it, from 0: each has a CC.CF of its own (section
    /// 9.7.2).
    pub thread: usize,
    /// Register `a`: 32 bits, or 64 for a 64-bit carry instruction.
    pub a: u64,
    /// Register `b`, likewise.
    pub b: u64,
    /// Register `c`, likewise; 0 if it is not read.
    pub c: u64,
    /// The packed instruction that was written, if any; `instruction` computes it.
    pub form: Option<Packed>,
}

/// A unit with an issue port, and the CC.CF of every thread inside.
///
/// A unit can keep CC.CF for fewer threads than a program has. It then fails when a thread without
/// a flag issues an instruction that reads or writes the flag.
pub trait Unit {
    /// The error of a unit that can fail, such as a simulator.
    type Error;

    /// Executes instructions in order, back to back. No operand depends on a result of the same
    /// batch; the CC.CF of a thread goes from each of its instructions to its next, and from one
    /// batch to the next. Returns one outcome per instruction, in order.
    ///
    /// # Errors
    /// If the unit fails.
    fn issue(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, Self::Error>;

    /// The thread's CC.CF after all issued instructions, in the profile's polarity.
    fn cf(&self, thread: usize) -> bool;
}

/// A borrowed unit.
impl<U: Unit> Unit for &mut U {
    type Error = U::Error;

    fn issue(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, U::Error> {
        (**self).issue(batch)
    }

    fn cf(&self, thread: usize) -> bool {
        (**self).cf(thread)
    }
}

/// The golden model as a unit, for any number of threads.
#[derive(Clone, Debug, Default)]
pub struct Golden {
    profile: Profile,
    /// CC.CF of a thread that has issued nothing.
    initial: bool,
    /// CC.CF of the first threads, in the profile's polarity; the others have issued nothing.
    flags: Vec<bool>,
}

impl Golden {
    /// The model by `profile`; `cf` is the CC.CF of every thread at first, in the profile's
    /// polarity.
    pub fn new(profile: Profile, cf: bool) -> Self {
        Self { profile, initial: cf, flags: Vec::new() }
    }

    /// Gives the CC.CF of a thread a value, in the profile's polarity.
    pub fn set_cf(&mut self, thread: usize, cf: bool) {
        if thread >= self.flags.len() {
            self.flags.resize(thread + 1, self.initial);
        }
        self.flags[thread] = cf;
    }
}

impl Unit for Golden {
    type Error = Infallible;

    fn issue(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, Infallible> {
        let outcomes = batch.iter().map(|&Issue { ref instruction, thread, a, b, c, form }| {
            let outcome = evaluate(instruction, Operands { a, b, c, cf: self.cf(thread) }, self.profile.serving(form));
            if instruction.writes_flag() {
                self.set_cf(thread, outcome.cf);
            }
            outcome
        });
        Ok(outcomes.collect())
    }

    fn cf(&self, thread: usize) -> bool {
        self.flags.get(thread).copied().unwrap_or(self.initial)
    }
}
