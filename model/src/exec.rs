//! Sequences of statements on registers and CC.CF.
//!
//! A [`Unit`] executes vidalu's instructions: the [`Golden`] model, or hardware. The host executes
//! the plain ones. A [`Machine`] is one thread; [`Threads`] are many that execute the same program
//! in lockstep. [`values`] checks the values that registers get before a program runs.

mod given;
mod host;
mod registers;
mod threads;
mod unit;

pub use given::{Given, Refused, values};
pub use threads::Threads;
pub use unit::{Golden, Issue, Unit};

use crate::Fault;
use crate::golden::{Operands, Outcome, Profile};
use crate::ptx::{Line, Register};

/// One thread: registers by name, and a unit that holds CC.CF.
#[derive(Clone, Debug)]
pub struct Machine<U = Golden> {
    thread: Threads<U>,
}

/// The effect of one statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Executed {
    /// The operands that were read. a, b and c are the sources in the order of the text; a missing
    /// source is 0.
    pub operands: Operands,
    /// The result, which the machine already holds. d is the first destination.
    pub outcome: Outcome,
    /// The value of the second destination: the high half of a `mov` that splits, or q of `setp`.
    /// Otherwise 0.
    pub second: u64,
}

/// A register that is read was neither set nor written before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error, miette::Diagnostic)]
#[diagnostic(help("give the register a value, or write it in an earlier statement"))]
#[error("register {register} is read before it has a value")]
pub struct Unset {
    /// The index of the statement in the program, from 0.
    pub index: usize,
    /// The register.
    pub register: Register,
    /// The number of the first thread in which it has no value, from 0.
    pub thread: usize,
}

impl Unset {
    /// Whose fault the error is: that of the input.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}

/// Why statements were not executed to the end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop<E> {
    /// A register has no value.
    Unset(Unset),
    /// The unit failed.
    Unit(E),
}

impl<E> From<Unset> for Stop<E> {
    fn from(unset: Unset) -> Self {
        Self::Unset(unset)
    }
}

impl Machine<Golden> {
    /// A machine without registers, with CC.CF 0 (SEMANTICS D9), on the golden model, that computes
    /// by `profile`.
    pub fn new(profile: Profile) -> Self {
        Self::on(Golden::new(profile, false))
    }

    /// Gives CC.CF a value, in the profile's polarity.
    pub fn set_cf(&mut self, cf: bool) {
        self.thread.unit().set_cf(0, cf);
    }

    /// Executes one statement. `None` if its guard is false: then nothing changes.
    ///
    /// # Errors
    /// If it reads a register without a value; then nothing changes.
    pub fn execute(&mut self, line: &Line) -> Result<Option<Executed>, Unset> {
        match self.run([line]) {
            Ok(mut done) => Ok(done.pop().flatten()),
            Err(Stop::Unset(unset)) => Err(unset),
            Err(Stop::Unit(never)) => match never {},
        }
    }
}

impl<U: Unit> Machine<U> {
    /// A machine without registers on this unit, with the CC.CF that the unit holds for the thread
    /// 0.
    pub fn on(unit: U) -> Self {
        Self { thread: Threads::new(unit, 1) }
    }

    /// Gives the register `name`, outside of all blocks, a value, which is cut to its width when it
    /// is read.
    pub fn set(&mut self, name: &str, value: u64) {
        self.thread.registers().named(name, 0, false).set(0, value);
    }

    /// Gives the predicate `name`, outside of all blocks, a value.
    pub fn set_predicate(&mut self, name: &str, value: bool) {
        self.thread.registers().named(name, 0, true).set(0, value.into());
    }

    /// Returns the value of the register `name` outside of all blocks, or `None` if it has no
    /// value.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.thread.find(name, false)
    }

    /// Returns the value of the predicate `name` outside of all blocks, or `None` if it has no
    /// value.
    pub fn get_predicate(&self, name: &str) -> Option<bool> {
        self.thread.find(name, true).map(|value| value != 0)
    }

    /// Gives a register a value, which is cut to its width when it is read.
    pub fn write(&mut self, register: &Register, value: u64) {
        self.thread.fill(register, value);
    }

    /// Returns the value of a register, or `None` if it has no value.
    pub fn read(&self, register: &Register) -> Option<u64> {
        self.thread.read(register, 0)
    }

    /// CC.CF, in the profile's polarity.
    pub fn cf(&self) -> bool {
        self.thread.cf(0)
    }

    /// Executes statements in order, in batches as [`Threads::run`] does. Returns the effect of
    /// each statement, `None` if its guard is false.
    ///
    /// # Errors
    /// If a statement reads a register without a value, or the unit fails. Statements before it may
    /// have been executed.
    pub fn run<'l>(
        &mut self,
        lines: impl IntoIterator<Item = &'l Line>,
    ) -> Result<Vec<Option<Executed>>, Stop<U::Error>> {
        let lines = lines.into_iter().collect::<Vec<_>>();
        let mut flag = self.cf();
        let mut done = vec![None; lines.len()];
        self.thread.run_watched(lines.iter().copied(), |index, _, executed| done[index] = Some(executed))?;
        // The flag before and after each statement, now that all are known: only the unit changes
        // it.
        for (line, executed) in lines.iter().zip(&mut done) {
            let Some(executed) = executed else { continue };
            executed.operands.cf = flag;
            match line {
                Line::Vidalu(_) => flag = executed.outcome.cf,
                Line::Host(_) => executed.outcome.cf = flag,
            }
        }
        Ok(done)
    }
}

#[cfg(test)]
mod tests {
    use super::{Machine, Unset};
    use crate::golden::Profile;
    use crate::ptx::{Scope, parse_program};

    fn run(machine: &mut Machine, text: &str) -> Result<(), Unset> {
        let program = parse_program(text, &mut Scope::inferring()).expect("the test's PTX is legal");
        program.iter().try_for_each(|line| machine.execute(&line.statement).map(|_| ()))
    }

    #[test]
    fn a_128_bit_sum_carries_through_the_flag() {
        let mut machine = Machine::new(Profile::Manual);
        for (register, value) in [("a0", u64::MAX), ("a1", 1), ("b0", 1), ("b1", 2)] {
            machine.set(register, value);
        }
        run(&mut machine, "add.cc.u64 d0, a0, b0; addc.u64 d1, a1, b1;").unwrap();
        assert_eq!((machine.get("d0"), machine.get("d1"), machine.cf()), (Some(0), Some(4), true));
    }

    #[test]
    fn guards_choose_and_glue_leaves_the_flag_alone() {
        let mut machine = Machine::new(Profile::Manual);
        machine.set_predicate("p", true);
        machine.set("r2", 0xffff_ffff);
        run(&mut machine, "@p add.cc.u32 r3, r2, 1; @!p add.cc.u32 r3, 0, 0; sub.u32 r4, r3, 1; addc.u32 r5, r4, 0;")
            .unwrap();
        assert_eq!((machine.get("r3"), machine.get("r4"), machine.get("r5")), (Some(0), Some(0xffff_ffff), Some(0)));
    }

    #[test]
    fn a_register_without_a_value_is_named() {
        let mut machine = Machine::new(Profile::Manual);
        machine.set("r2", 1);
        let unset = run(&mut machine, "add.cc.u32 r1, r2, r3;").unwrap_err();
        assert_eq!(unset.to_string(), "register r3 is read before it has a value");
        assert_eq!(machine.get("r1"), None);
    }

    #[test]
    fn a_predicate_and_a_register_of_one_name_are_two() {
        let mut machine = Machine::new(Profile::Manual);
        machine.set("p", 0);
        machine.set_predicate("p", true);
        run(&mut machine, "@p add.u32 d, p, 5; @p add.u32 p, p, 7; @!p add.u32 p, p, 8;").unwrap();
        assert_eq!((machine.get("d"), machine.get("p"), machine.get_predicate("p")), (Some(5), Some(7), Some(true)));
    }

    #[test]
    fn a_block_has_registers_of_its_own() {
        let mut machine = Machine::new(Profile::Manual);
        machine.set("a", 1);
        run(&mut machine, ".reg .b32 a; { .reg .b32 a; add.u32 a, 2, 3; } { .reg .b64 a; add.u64 a, 4, 5; }").unwrap();
        assert_eq!(machine.get("a"), Some(1));
        let mut machine = Machine::new(Profile::Manual);
        let error =
            run(&mut machine, ".reg .b32 a; { .reg .b32 a; add.u32 a, 2, 3; } { .reg .b32 a; add.u32 a, a, 0; }");
        assert_eq!(error.unwrap_err().register.name(), "a");
    }
}
