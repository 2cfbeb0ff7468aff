//! The values of registers.

use crate::ptx::{Register, cut};
use std::collections::HashMap;

/// The values of a program's registers in each thread.
///
/// One name can stand for several registers: a block can declare the name again, and a predicate
/// can have the name of a register if nothing is declared.
#[derive(Clone, Debug)]
pub(super) struct Registers {
    threads: usize,
    values: HashMap<Box<str>, Vec<Held>>,
}

#[derive(Clone, Debug)]
struct Held {
    block: u32,
    predicate: bool,
    /// A value for each thread that has one.
    column: Vec<Option<u64>>,
}

impl Held {
    fn is(&self, block: u32, predicate: bool) -> bool {
        (self.block, self.predicate) == (block, predicate)
    }
}

impl Registers {
    /// The registers of `threads` threads, without values.
    pub(super) fn new(threads: usize) -> Self {
        Self { threads, values: HashMap::new() }
    }

    /// The number of threads.
    pub(super) fn threads(&self) -> usize {
        self.threads
    }

    /// The values of a register in each thread, cut to its width; empty if it has no value in any
    /// thread.
    pub(super) fn column(&self, register: &Register) -> Column<'_> {
        let held = self.find(register.name(), register.block(), register.is_predicate());
        Column { values: held.unwrap_or_default(), width: register.width() }
    }

    /// The 64-bit values under `name` in each thread, if any thread has a value.
    pub(super) fn find(&self, name: &str, block: u32, predicate: bool) -> Option<&[Option<u64>]> {
        let held = self.values.get(name)?.iter().find(|held| held.is(block, predicate));
        held.map(|held| held.column.as_slice())
    }

    /// The register's values, to be written.
    pub(super) fn column_mut(&mut self, register: &Register) -> ColumnMut<'_> {
        self.named(register.name(), register.block(), register.is_predicate())
    }

    /// The values of the register that is called so, to be written.
    pub(super) fn named(&mut self, name: &str, block: u32, predicate: bool) -> ColumnMut<'_> {
        if !self.values.contains_key(name) {
            self.values.insert(name.into(), Vec::new());
        }
        let registers = self.values.get_mut(name).expect("it is there by now");
        let place = registers.iter().position(|held| held.is(block, predicate)).unwrap_or_else(|| {
            registers.push(Held { block, predicate, column: vec![None; self.threads] });
            registers.len() - 1
        });
        ColumnMut { values: &mut registers[place].column, predicate }
    }
}

/// The values of one register, a thread each.
pub(super) struct Column<'r> {
    values: &'r [Option<u64>],
    width: u32,
}

impl Column<'_> {
    pub(super) fn get(&self, thread: usize) -> Option<u64> {
        self.values.get(thread).copied().flatten().map(|value| cut(value, self.width))
    }
}

/// The values of one register, to be written.
pub(super) struct ColumnMut<'r> {
    values: &'r mut [Option<u64>],
    predicate: bool,
}

impl ColumnMut<'_> {
    /// A predicate is true unless it is 0.
    pub(super) fn set(&mut self, thread: usize, value: u64) {
        self.values[thread] = Some(if self.predicate { u64::from(value != 0) } else { value });
    }
}
