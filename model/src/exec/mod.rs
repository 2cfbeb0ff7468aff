//! Sequences of statements on registers and CC.CF.
//!
//! A [`Unit`] executes vidalu's instructions: the [`Golden`] model, or hardware. The host executes the plain ones.

mod host;
mod registers;
mod unit;

pub use unit::{Golden, Issue, Unit};

use crate::golden::{Operands, Outcome, Profile};
use crate::ptx::{Guard, Line, Operand, Register};
use registers::Registers;
use std::collections::HashSet;

/// Registers by name, and a unit that holds CC.CF: what a straight-line program works on.
#[derive(Clone, Debug, Default)]
pub struct Machine<U = Golden> {
    registers: Registers,
    unit: U,
}

/// What a statement did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Executed {
    /// What it read; a, b and c are its sources in the order of the text, 0 where it has none.
    pub operands: Operands,
    /// What it left; the machine holds it already. d is its first destination.
    pub outcome: Outcome,
    /// What it left in its second destination: the high half of a `mov` that splits, q of `setp`. Else 0.
    pub second: u64,
}

/// A register that is read was neither set nor written before.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("register {register} is read, but was neither given nor written before")]
pub struct Unset {
    /// The number of the statement among those that were to be executed, from 0.
    pub index: usize,
    /// The register.
    pub register: Register,
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
    /// A machine without registers, with CC.CF 0 (SEMANTICS D9), on the golden model, that computes by `profile`.
    pub fn new(profile: Profile) -> Self {
        Self::on(Golden { profile, cf: false })
    }

    /// Gives CC.CF a value, in the profile's polarity.
    pub fn set_cf(&mut self, cf: bool) {
        self.unit.cf = cf;
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
    /// A machine without registers on this unit, with the CC.CF that the unit holds.
    pub fn on(unit: U) -> Self {
        Self { registers: Registers::default(), unit }
    }

    /// Gives the register `name`, outside of all blocks, a value, which is cut to its width when it is read.
    pub fn set(&mut self, name: &str, value: u64) {
        self.registers.put(name, 0, false, value);
    }

    /// Gives the predicate `name`, outside of all blocks, a value.
    pub fn set_predicate(&mut self, name: &str, value: bool) {
        self.registers.put(name, 0, true, value.into());
    }

    /// The value of the register `name` outside of all blocks, if it has one.
    pub fn get(&self, name: &str) -> Option<u64> {
        self.registers.find(name, 0, false)
    }

    /// The value of the predicate `name` outside of all blocks, if it has one.
    pub fn get_predicate(&self, name: &str) -> Option<bool> {
        self.registers.find(name, 0, true).map(|value| value != 0)
    }

    /// Gives a register a value, which is cut to its width when it is read.
    pub fn write(&mut self, register: &Register, value: u64) {
        self.registers.set(register, value);
    }

    /// The value of a register, if it has one.
    pub fn read(&self, register: &Register) -> Option<u64> {
        self.registers.get(register)
    }

    /// CC.CF, in the profile's polarity.
    pub fn cf(&self) -> bool {
        self.unit.cf()
    }

    /// Executes statements in order; what each did, `None` if its guard is false.
    ///
    /// The unit gets its instructions in batches as long as can be: one ends where a statement needs a register that an
    /// instruction of the batch writes.
    ///
    /// # Errors
    /// If a statement reads a register without a value, or the unit fails. Statements before it may have been executed.
    pub fn run<'l>(
        &mut self,
        lines: impl IntoIterator<Item = &'l Line>,
    ) -> Result<Vec<Option<Executed>>, Stop<U::Error>> {
        let lines = lines.into_iter().collect::<Vec<_>>();
        let mut flag = self.cf();
        let mut done = Vec::with_capacity(lines.len());
        let mut batch = Batch::default();
        for (index, &line) in lines.iter().enumerate() {
            if batch.concerns(line) {
                self.issue(&mut batch, &mut done).map_err(Stop::Unit)?;
            }
            done.push(self.start(index, line, &mut batch)?);
        }
        self.issue(&mut batch, &mut done).map_err(Stop::Unit)?;
        // The flag before and after each statement, now that all are known: only the unit changes it.
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

    /// Executes a plain instruction, or reads the operands of one for the unit and puts it into the batch.
    fn start<'l>(&mut self, index: usize, line: &'l Line, batch: &mut Batch<'l>) -> Result<Option<Executed>, Unset> {
        let unset = |register: &Register| Unset { index, register: register.clone() };
        let value = |register: &Register| self.registers.get(register).ok_or_else(|| unset(register));
        if let Some(guard) = line.guard()
            && (value(guard.predicate())? != 0) == guard.negated()
        {
            return Ok(None);
        }
        let mut values = [0; 3];
        for (place, operand) in values.iter_mut().zip(line.sources()) {
            *place = match operand {
                Operand::Register(register) => value(register)?,
                Operand::Constant(value) => *value,
            };
        }
        let [a, b, c] = values;
        let mut executed = Executed { operands: Operands { a, b, c, cf: false }, ..Executed::default() };
        match line {
            Line::Vidalu(statement) => {
                batch.issues.push(Issue { instruction: *statement.instruction(), a, b, c });
                batch.targets.push((index, statement.d()));
                batch.written.insert(statement.d());
            }
            Line::Host(statement) => {
                let results = host::compute(statement.host(), values);
                for (register, result) in line.destinations().zip(results) {
                    if let Some(register) = register {
                        self.registers.set(register, result);
                    }
                }
                [executed.outcome.d, executed.second] = results;
            }
        }
        Ok(Some(executed))
    }

    /// Issues the batch, if there is one, and writes what comes back.
    fn issue(&mut self, batch: &mut Batch<'_>, done: &mut [Option<Executed>]) -> Result<(), U::Error> {
        let batch = std::mem::take(batch);
        if batch.issues.is_empty() {
            return Ok(());
        }
        let outcomes = self.unit.issue(&batch.issues)?;
        assert_eq!(outcomes.len(), batch.issues.len(), "a unit answers each instruction");
        for ((index, register), outcome) in batch.targets.into_iter().zip(outcomes) {
            self.registers.set(register, outcome.d);
            if let Some(executed) = &mut done[index] {
                executed.outcome = outcome;
            }
        }
        Ok(())
    }
}

/// Instructions that wait to be issued together.
#[derive(Default)]
struct Batch<'l> {
    issues: Vec<Issue>,
    /// The number of each one's statement, and the register that it writes.
    targets: Vec<(usize, &'l Register)>,
    written: HashSet<&'l Register>,
}

impl Batch<'_> {
    /// Whether the statement reads or writes a register that the batch is to write. Two instructions of the unit may
    /// write the same: their results come in order.
    fn concerns(&self, line: &Line) -> bool {
        if self.written.is_empty() {
            return false;
        }
        let writes = matches!(line, Line::Host(_)).then(|| line.destinations().flatten());
        let reads = line.sources().filter_map(Operand::register).chain(line.guard().map(Guard::predicate));
        reads.chain(writes.into_iter().flatten()).any(|register| self.written.contains(register))
    }
}

#[cfg(test)]
mod tests {
    use super::{Golden, Issue, Machine, Stop, Unit, Unset};
    use crate::golden::{Outcome, Profile};
    use crate::ptx::{Line, Parsed, Scope, parse_program};

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
        assert_eq!(unset.to_string(), "register r3 is read, but was neither given nor written before");
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

    /// The golden model behind a record of its batches.
    #[derive(Default)]
    struct Recorded {
        golden: Golden,
        batches: Vec<usize>,
    }

    impl Unit for Recorded {
        type Error = &'static str;

        fn issue(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, Self::Error> {
            self.batches.push(batch.len());
            if self.batches.len() > 3 {
                return Err("it is tired");
            }
            self.golden.issue(batch).map_err(|never| match never {})
        }

        fn cf(&self) -> bool {
            self.golden.cf
        }
    }

    fn lines(text: &str) -> Vec<Parsed<Line>> {
        parse_program(text, &mut Scope::inferring()).expect("the test's PTX is legal")
    }

    #[test]
    fn the_unit_gets_as_much_at_once_as_depends_on_nothing_in_it() {
        let text = "
            add.cc.u32 r0, 5, 0xffffffff;
            addc.cc.u32 r1, 6, 0;    // reads the flag alone
            add.u32 h, 1, 1;         // the host waits for nothing
            addc.u32 r0, h, 1;       // writes r0 after the first did
            add.u32 h, r0, 0;        // needs it
            add.cc.u32 r2, h, 1;
            @p add.u32 r2, 9, 0;     // writes what waits to be written
            sub.cc.u32 r3, r2, r0;";
        let program = lines(text);
        let mut machine = Machine::on(Recorded::default());
        machine.set_predicate("p", true);
        let done = machine.run(program.iter().map(|line| &line.statement)).unwrap();
        assert_eq!(machine.unit.batches, [3, 1, 1]);
        let mut golden = Machine::new(Profile::Manual);
        golden.set_predicate("p", true);
        let one_by_one = program.iter().map(|line| golden.execute(&line.statement).unwrap()).collect::<Vec<_>>();
        assert_eq!(done, one_by_one);
        assert_eq!(["r0", "r1", "r2", "r3", "h"].map(|name| machine.get(name)), [3, 7, 9, 6, 3].map(Some));
        assert_eq!(machine.run([&program[0].statement]), Err(Stop::Unit("it is tired")));
    }
}
