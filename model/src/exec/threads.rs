//! Many threads that execute one program.

use super::host;
use super::registers::{Column, Registers};
use super::unit::{Issue, Unit};
use super::{Executed, Stop, Unset};
use crate::golden::{Operands, Outcome};
use crate::ptx::{Guard, Line, Operand, Register};
use std::collections::HashSet;

/// Threads in lockstep: all execute the same straight-line program, each statement by every thread
/// before the next.
///
/// Each thread has registers of its own, and a CC.CF in the unit. So the unit gets an instruction
/// for all threads at once: hardware that answers many cycles later, or a simulator behind a pipe,
/// is kept busy though each thread waits for its results.
#[derive(Clone, Debug)]
pub struct Threads<U> {
    registers: Registers,
    unit: U,
}

impl<U: Unit> Threads<U> {
    /// `threads` threads whose registers have no values, each with the CC.CF that the unit holds
    /// for it.
    pub fn new(unit: U, threads: usize) -> Self {
        Self { registers: Registers::new(threads), unit }
    }

    /// Gives a register the same value in every thread, which is cut to its width when it is read.
    pub fn fill(&mut self, register: &Register, value: u64) {
        let threads = self.registers.threads();
        self.give(register, std::iter::repeat_n(value, threads));
    }

    /// Gives a register one value for each thread, in the order of the threads; each is cut to the
    /// register's width when it is read.
    ///
    /// # Panics
    /// If there are not as many values as threads.
    pub fn give(&mut self, register: &Register, values: impl IntoIterator<Item = u64>) {
        let threads = self.registers.threads();
        let mut column = self.registers.column_mut(register);
        let mut given = 0;
        for (thread, value) in values.into_iter().enumerate() {
            column.set(thread, value);
            given += 1;
        }
        assert_eq!(given, threads, "each thread gets a value");
    }

    /// Returns the value of a register in a thread, or `None` if it has no value there.
    pub fn read(&self, register: &Register, thread: usize) -> Option<u64> {
        self.registers.column(register).get(thread)
    }

    /// The thread's CC.CF, in the profile's polarity.
    pub fn cf(&self, thread: usize) -> bool {
        self.unit.cf(thread)
    }

    /// Executes statements in order, in all threads.
    ///
    /// The unit receives its instructions in batches that are as long as possible. A batch has each
    /// statement for all threads whose guard holds, in the order of the threads, before the next
    /// statement. It ends where a statement needs a register that the batch writes.
    ///
    /// # Errors
    /// If a statement reads a register without a value, in any thread, or the unit fails.
    /// Statements before it may have been executed.
    pub fn run<'l>(&mut self, lines: impl IntoIterator<Item = &'l Line>) -> Result<(), Stop<U::Error>> {
        self.run_watched(lines, |_, _, _| ())
    }

    /// Executes statements as [`Threads::run`] does. `watch` receives the number of each statement,
    /// the thread, and the effect, unless the guard is false. Only outcomes of the unit have CC.CF.
    pub(super) fn run_watched<'l>(
        &mut self,
        lines: impl IntoIterator<Item = &'l Line>,
        mut watch: impl FnMut(usize, usize, Executed),
    ) -> Result<(), Stop<U::Error>> {
        let mut batch = Batch::default();
        for (index, line) in lines.into_iter().enumerate() {
            if batch.concerns(line) {
                self.issue(&mut batch, &mut watch).map_err(Stop::Unit)?;
            }
            let ready = self.operands(index, line)?;
            match line {
                Line::Vidalu(statement) => {
                    let (instruction, form) = (*statement.instruction(), statement.form());
                    batch.targets.push(Target { index, register: statement.d(), threads: ready.len() });
                    batch.written.insert(statement.d());
                    let issue = |(thread, [a, b, c]): (usize, [u64; 3])| Issue { instruction, thread, a, b, c, form };
                    batch.issues.extend(ready.into_iter().map(issue));
                }
                Line::Host(statement) => {
                    let results = |&(_, values): &(usize, [u64; 3])| host::compute(statement.host(), values);
                    let results = ready.iter().map(results).collect::<Vec<_>>();
                    for (place, register) in line.destinations().enumerate() {
                        let Some(register) = register else { continue };
                        let mut column = self.registers.column_mut(register);
                        for ((thread, _), results) in ready.iter().zip(&results) {
                            column.set(*thread, results[place]);
                        }
                    }
                    for ((thread, values), [d, second]) in ready.into_iter().zip(results) {
                        let outcome = Outcome { d, ..Outcome::default() };
                        watch(index, thread, Executed { operands: operands(values), outcome, second });
                    }
                }
            }
        }
        self.issue(&mut batch, &mut watch).map_err(Stop::Unit)
    }

    /// The threads whose guard holds, each with the values of the statement's sources; a missing
    /// source is 0.
    fn operands(&self, index: usize, line: &Line) -> Result<Vec<(usize, [u64; 3])>, Unset> {
        let unset = |register: &Register, thread| Unset { index, register: register.clone(), thread };
        let guard = line.guard().map(|guard| (guard, self.registers.column(guard.predicate())));
        let sources = line.sources().map(|operand| Source::of(operand, &self.registers)).collect::<Vec<_>>();
        let mut ready = Vec::with_capacity(self.registers.threads());
        for thread in 0..self.registers.threads() {
            if let Some((guard, column)) = &guard {
                let value = column.get(thread).ok_or_else(|| unset(guard.predicate(), thread))?;
                if (value != 0) == guard.negated() {
                    continue;
                }
            }
            let mut values = [0; 3];
            for (value, source) in values.iter_mut().zip(&sources) {
                *value = match source {
                    Source::Constant(value) => *value,
                    Source::Register(register, column) => column.get(thread).ok_or_else(|| unset(register, thread))?,
                };
            }
            ready.push((thread, values));
        }
        Ok(ready)
    }

    /// Issues the batch unless it is empty, and writes the results.
    fn issue(&mut self, batch: &mut Batch<'_>, watch: &mut impl FnMut(usize, usize, Executed)) -> Result<(), U::Error> {
        let batch = std::mem::take(batch);
        if batch.issues.is_empty() {
            return Ok(());
        }
        let outcomes = self.unit.issue(&batch.issues)?;
        assert_eq!(outcomes.len(), batch.issues.len(), "a unit answers each instruction");
        let mut answered = batch.issues.into_iter().zip(outcomes);
        for Target { index, register, threads } in batch.targets {
            let mut column = self.registers.column_mut(register);
            for (Issue { thread, a, b, c, .. }, outcome) in answered.by_ref().take(threads) {
                column.set(thread, outcome.d);
                watch(index, thread, Executed { operands: operands([a, b, c]), outcome, second: 0 });
            }
        }
        Ok(())
    }

    /// The value under a name, outside of all blocks, in thread 0.
    pub(super) fn find(&self, name: &str, predicate: bool) -> Option<u64> {
        self.registers.find(name, 0, predicate).and_then(|values| values[0])
    }

    /// The registers, to be given values by name.
    pub(super) fn registers(&mut self) -> &mut Registers {
        &mut self.registers
    }

    /// The unit.
    pub(super) fn unit(&mut self) -> &mut U {
        &mut self.unit
    }
}

/// Operands without the flag.
fn operands([a, b, c]: [u64; 3]) -> Operands {
    Operands { a, b, c, cf: false }
}

/// A source operand of a statement.
enum Source<'l, 'r> {
    Constant(u64),
    Register(&'l Register, Column<'r>),
}

impl<'l, 'r> Source<'l, 'r> {
    fn of(operand: &'l Operand, registers: &'r Registers) -> Self {
        match operand {
            Operand::Register(register) => Self::Register(register, registers.column(register)),
            Operand::Constant(value) => Self::Constant(*value),
        }
    }
}

/// Instructions that wait to be issued together.
#[derive(Default)]
struct Batch<'l> {
    issues: Vec<Issue>,
    targets: Vec<Target<'l>>,
    written: HashSet<&'l Register>,
}

/// A statement of a batch: its number, the register that it writes, and how many threads issue it.
struct Target<'l> {
    index: usize,
    register: &'l Register,
    threads: usize,
}

impl Batch<'_> {
    /// Returns whether the statement reads or writes a register that the batch is to write. Two
    /// instructions of the unit may write the same: their results come in order.
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
    use super::Threads;
    use crate::exec::{Golden, Issue, Machine, Stop, Unit};
    use crate::golden::{Outcome, Profile};
    use crate::ptx::{Line, Parsed, Register, Scope, parse_straight_line};

    /// The golden model behind a record of its batches: how many instructions each thread issued in
    /// each.
    struct Recorded {
        golden: Golden,
        batches: Vec<Vec<usize>>,
        most: usize,
    }

    impl Recorded {
        fn new(most: usize) -> Self {
            Self { golden: Golden::default(), batches: Vec::new(), most }
        }
    }

    impl Unit for Recorded {
        type Error = &'static str;

        fn issue(&mut self, batch: &[Issue]) -> Result<Vec<Outcome>, Self::Error> {
            if self.batches.len() == self.most {
                return Err("it is tired");
            }
            let threads = 1 + batch.iter().map(|issue| issue.thread).max().expect("no batch is empty");
            let issued = |thread| batch.iter().filter(|issue| issue.thread == thread).count();
            self.batches.push((0..threads).map(issued).collect());
            self.golden.issue(batch).map_err(|never| match never {})
        }

        fn cf(&self, thread: usize) -> bool {
            self.golden.cf(thread)
        }
    }

    fn lines(text: &str) -> Vec<Parsed<Line>> {
        parse_straight_line(text, &mut Scope::inferring()).expect("the test's PTX is legal")
    }

    fn register(name: &str) -> Register {
        let width = if name.starts_with('p') { 1 } else { 32 };
        Register::new(name, width).expect("the name is legal")
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
        let mut machine = Machine::on(Recorded::new(3));
        machine.set_predicate("p", true);
        let done = machine.run(program.iter().map(|line| &line.statement)).unwrap();
        assert_eq!(machine.thread.unit.batches, [[3], [1], [1]]);
        let mut golden = Machine::new(Profile::Manual);
        golden.set_predicate("p", true);
        let one_by_one = program.iter().map(|line| golden.execute(&line.statement).unwrap()).collect::<Vec<_>>();
        assert_eq!(done, one_by_one);
        assert_eq!(["r0", "r1", "r2", "r3", "h"].map(|name| machine.get(name)), [3, 7, 9, 6, 3].map(Some));
        assert_eq!(machine.run([&program[0].statement]), Err(Stop::Unit("it is tired")));
    }

    /// Carries, guards that differ, both destinations of a plain instruction, and a result that the
    /// host needs.
    const PROGRAM: &str = "
        setp.lt.u32 p, a, b;
        add.cc.u32 s, a, b;
        @p addc.cc.u32 t, a, k;
        @!p sub.cc.u32 t, a, b;
        mul.wide.u32 w, s, t;
        mov.b64 {l, h}, w;
        subc.cc.u32 u, l, h;
        addc.u32 v, u, 0;";

    #[test]
    fn each_thread_computes_what_it_would_alone() {
        let program = lines(PROGRAM);
        let statements = || program.iter().map(|line| &line.statement);
        let values = [0, 1, 2, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff];
        let pairs = values.iter().flat_map(|&a| values.map(|b| (a, b))).collect::<Vec<_>>();
        for (profile, cf) in [(Profile::Manual, false), (Profile::Hardware, true)] {
            let mut threads = Threads::new(Golden::new(profile, cf), pairs.len());
            threads.give(&register("a"), pairs.iter().map(|pair| pair.0));
            threads.give(&register("b"), pairs.iter().map(|pair| pair.1));
            threads.fill(&register("k"), 7);
            threads.run(statements()).unwrap();
            for (thread, &(a, b)) in pairs.iter().enumerate() {
                let mut alone = Machine::on(Golden::new(profile, cf));
                for (name, value) in [("a", a), ("b", b), ("k", 7)] {
                    alone.set(name, value);
                }
                alone.run(statements()).unwrap();
                for name in ["s", "t", "l", "h", "u", "v", "p"] {
                    let value = threads.read(&register(name), thread);
                    assert!(value.is_some());
                    assert_eq!(value, alone.read(&register(name)), "{name} of {a:#x} and {b:#x}");
                }
                assert_eq!(threads.cf(thread), alone.cf());
            }
        }
    }

    #[test]
    fn the_unit_gets_each_statement_of_all_threads_together() {
        let program = lines(PROGRAM);
        let mut threads = Threads::new(Recorded::new(3), 3);
        threads.give(&register("a"), [1, 5, 2]);
        threads.give(&register("b"), [2, 4, 3]);
        threads.fill(&register("k"), 0);
        threads.run(program.iter().map(|line| &line.statement)).unwrap();
        assert_eq!(threads.unit.batches, [[2, 2, 2], [1, 1, 1], [1, 1, 1]]);
        assert_eq!(threads.run([&program[1].statement]), Err(Stop::Unit("it is tired")));
    }

    #[test]
    fn a_register_that_has_no_value_in_one_thread_is_named() {
        let program = lines("@p mov.u32 a, 5; add.u32 b, a, 1;");
        let mut threads = Threads::new(Golden::default(), 3);
        threads.give(&register("p"), [1, 1, 0]);
        let Err(Stop::Unset(unset)) = threads.run(program.iter().map(|line| &line.statement)) else {
            panic!("the third thread has no value");
        };
        assert_eq!((unset.index, unset.register.name(), unset.thread), (1, "a", 2));
        assert_eq!(threads.read(&register("b"), 0), None);
    }

    #[test]
    #[should_panic(expected = "each thread gets a value")]
    fn values_for_other_threads_are_an_error_of_the_caller() {
        Threads::new(Golden::default(), 3).give(&register("a"), [1, 2]);
    }
}
