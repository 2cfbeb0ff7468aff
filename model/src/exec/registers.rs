//! The values of registers.

use crate::ptx::{Register, cut};
use std::collections::HashMap;

/// What the registers of a program hold. One name stands for several of them where a block declares it anew, or
/// where nothing is declared and a predicate is called like a register.
#[derive(Clone, Debug, Default)]
pub(super) struct Registers {
    values: HashMap<Box<str>, Vec<Held>>,
}

#[derive(Clone, Debug)]
struct Held {
    block: u32,
    predicate: bool,
    value: u64,
}

impl Held {
    fn is(&self, block: u32, predicate: bool) -> bool {
        (self.block, self.predicate) == (block, predicate)
    }
}

impl Registers {
    /// The value of a register, if it has one, as many bits as it has.
    pub(super) fn get(&self, register: &Register) -> Option<u64> {
        self.find(register.name(), register.block(), register.is_predicate()).map(|value| cut(value, register.width()))
    }

    /// The value under `name`, all 64 bits.
    pub(super) fn find(&self, name: &str, block: u32, predicate: bool) -> Option<u64> {
        let held = self.values.get(name)?.iter().find(|held| held.is(block, predicate));
        held.map(|held| held.value)
    }

    pub(super) fn set(&mut self, register: &Register, value: u64) {
        self.put(register.name(), register.block(), register.is_predicate(), value);
    }

    /// Gives the register called so a value; a predicate is true unless it is 0.
    pub(super) fn put(&mut self, name: &str, block: u32, predicate: bool, value: u64) {
        let value = if predicate { u64::from(value != 0) } else { value };
        let values = self.values.entry(name.into()).or_default();
        match values.iter_mut().find(|held| held.is(block, predicate)) {
            Some(held) => held.value = value,
            None => values.push(Held { block, predicate, value }),
        }
    }
}
