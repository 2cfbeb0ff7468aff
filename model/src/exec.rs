//! Sequences of statements on registers and CC.CF.

use std::collections::HashMap;

use crate::golden::{Operands, Outcome, Profile, evaluate};
use crate::ptx::{GlueOp, Guard, Line, Operand, Register};

/// Registers by name, and CC.CF: what a straight-line program works on.
///
/// A register holds 64 bits here and gives as many as its statement reads. A predicate is true unless it is 0.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    registers: HashMap<String, u64>,
    cf: bool,
    profile: Profile,
}

/// What a statement did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Executed {
    /// What it read.
    pub operands: Operands,
    /// What it left; the machine holds it already.
    pub outcome: Outcome,
}

/// A register that is read was neither set nor written before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("register {register} is read, but was neither given nor written before")]
pub struct Unset {
    /// The register's name, as the program writes it.
    pub register: String,
}

impl Machine {
    /// A machine without registers, with CC.CF 0 (SEMANTICS D9), that computes by `profile`.
    pub fn new(profile: Profile) -> Self {
        Self { profile, ..Self::default() }
    }

    /// Gives a register a value.
    pub fn set(&mut self, register: &str, value: u64) {
        self.registers.insert(register.to_owned(), value);
    }

    /// A register's value, if it has one.
    pub fn get(&self, register: &str) -> Option<u64> {
        self.registers.get(register).copied()
    }

    /// CC.CF, in the profile's polarity.
    pub fn cf(&self) -> bool {
        self.cf
    }

    /// Gives CC.CF a value, in the profile's polarity.
    pub fn set_cf(&mut self, cf: bool) {
        self.cf = cf;
    }

    /// Executes one statement. `None` if its guard is false: then nothing changes.
    ///
    /// # Errors
    /// If it reads a register without a value; then nothing changes.
    pub fn execute(&mut self, line: &Line) -> Result<Option<Executed>, Unset> {
        if !self.passes(line.guard())? {
            return Ok(None);
        }
        let (operands, outcome) = match line {
            Line::Vidalu(statement) => {
                let c = statement.c().map_or(Ok(0), |c| self.read(c))?;
                let operands = Operands { a: self.read(statement.a())?, b: self.read(statement.b())?, c, cf: self.cf };
                (operands, evaluate(statement.instruction(), operands, self.profile))
            }
            Line::Glue(glue) => {
                let operands = Operands { a: self.read(glue.a())?, b: self.read(glue.b())?, c: 0, cf: self.cf };
                let d = match glue.op() {
                    GlueOp::Add => operands.a.wrapping_add(operands.b),
                    GlueOp::Sub => operands.a.wrapping_sub(operands.b),
                };
                (operands, Outcome { d: cut(d, glue.d()), cf: self.cf, saturated: false })
            }
        };
        self.cf = outcome.cf;
        self.set(line.d().name(), outcome.d);
        Ok(Some(Executed { operands, outcome }))
    }

    fn passes(&self, guard: Option<&Guard>) -> Result<bool, Unset> {
        guard.map_or(Ok(true), |guard| Ok((self.value(guard.predicate())? != 0) != guard.negated()))
    }

    fn read(&self, operand: &Operand) -> Result<u64, Unset> {
        match operand {
            Operand::Register(register) => Ok(cut(self.value(register.name())?, register)),
            Operand::Constant(value) => Ok(*value),
        }
    }

    fn value(&self, register: &str) -> Result<u64, Unset> {
        self.get(register).ok_or_else(|| Unset { register: register.to_owned() })
    }
}

/// As many bits of `value` as the register has.
fn cut(value: u64, register: &Register) -> u64 {
    if register.width() == 32 { value & 0xffff_ffff } else { value }
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
        machine.set("p", 1);
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
        assert_eq!(unset.to_string(), "register r3 is read, but was neither given nor written before");
        assert_eq!(machine.get("r1"), None);
    }
}
