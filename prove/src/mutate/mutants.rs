//! A module with all its faults, each behind a switch.

use std::ops::Range;
use std::path::Path;
use std::time::Duration;

use vidalu_model::draw::{Draw, key};
use vidalu_sim::gates::words::Words;
use vidalu_sim::gates::{self, Synthesis};
use vidalu_sim::tool::Tool;
use vidalu_sim::{CosimError, Dut};

use super::circuit::Circuit;
use super::fault::{Mutation, Planter};
use super::names::expression;
use super::{list, own};

/// At most one fault in this many is a fault that a person makes. yosys draws the others.
const OWN: usize = 4;

/// The faults of a module, and the gates with all of them.
pub(super) struct Mutants {
    /// The faults by their numbers.
    pub(super) faults: Vec<Mutation>,
    /// The expression in the text that each fault changes: file, line from 1, and bytes of the
    /// line.
    pub(super) expressions: Vec<Option<(String, usize, Range<usize>)>>,
    /// The gates.
    pub(super) circuit: Circuit,
}

impl Mutants {
    /// Draws `count` faults and puts them into the module, without the modules in `cuts`.
    pub(super) fn new(
        yosys: &Tool,
        dut: &Dut,
        cuts: &[String],
        [count, seed]: [u64; 2],
        scratch: &Path,
        limit: Duration,
    ) -> Result<Self, CosimError> {
        let request = Synthesis { dut, cuts, exposed: &[], scratch, limit };
        let words = gates::words(yosys, request, &list::command(count as usize, seed))?;
        let own = sample(own::faults(&words), count as usize / OWN, seed);
        let mut faults = list::read(scratch, &words)?;
        faults.truncate(count as usize - own.len());
        faults.extend(own);
        Self::planted(yosys, request, words, faults)
    }

    /// Puts all faults into the module that exchange one word of its text.
    pub(super) fn of_text(yosys: &Tool, dut: &Dut, scratch: &Path, limit: Duration) -> Result<Self, CosimError> {
        let request = Synthesis { dut, cuts: &[], exposed: &[], scratch, limit };
        let words = gates::words(yosys, request, "")?;
        let faults = own::faults(&words).into_iter().filter(|fault| fault.exchange.is_some()).collect();
        Self::planted(yosys, request, words, faults)
    }

    /// Puts these faults into the module.
    fn planted(yosys: &Tool, request: Synthesis<'_>, words: Words, faults: Vec<Mutation>) -> Result<Self, CosimError> {
        let expressions = faults
            .iter()
            .map(|fault| {
                expression(&words.cells[&fault.cell]).map(|(file, line, bytes)| (file.to_owned(), line, bytes))
            })
            .collect();
        let mut planter = Planter::new(words);
        faults.iter().enumerate().for_each(|(number, fault)| planter.plant(number, fault));
        let gates = gates::of_words(yosys, request, &planter.finish())?;
        let circuit = Circuit::new(gates, faults.len());
        Ok(Self { faults, expressions, circuit })
    }
}

/// Draws at most `count` of `all`.
fn sample(mut all: Vec<Mutation>, count: usize, seed: u64) -> Vec<Mutation> {
    let key = key("faults", seed);
    for at in 0..count.min(all.len()) {
        let other = at + Draw::new(key, at as u64).below((all.len() - at) as u32) as usize;
        all.swap(at, other);
    }
    all.truncate(count);
    all
}
