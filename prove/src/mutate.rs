//! Faults put into the hardware: which of them the vectors see, and a proof for each of the others that it is none.

mod circuit;
mod clauses;
mod fault;
mod judge;
mod kill;
mod lanes;
mod list;
mod names;
mod own;
mod report;
mod run;
mod scene;
mod sweep;
mod tell;
mod uniform;

use std::path::Path;
use std::time::Duration;

use vidalu_model::draw::{Draw, key};
use vidalu_sim::dut::Dut;
use vidalu_sim::error::CosimError;
use vidalu_sim::gates::{self, Request};
use vidalu_sim::tool::Tool;

pub use fault::{Change, Fault, Value};
pub use report::{Few, Pin, Report, Survivor, Told, UnitReport};
pub use run::{Job, VECTORS, unit};
pub use uniform::Uniform;

use circuit::Circuit;
use fault::Planter;

/// At most one fault in so many is one of our own: the others are yosys'.
const OWN: usize = 4;

/// A module with faults.
struct Mutants {
    /// The faults by their numbers.
    faults: Vec<Fault>,
    /// The gates.
    circuit: Circuit,
}

impl Mutants {
    /// Draws `count` faults and puts them in.
    fn new(
        yosys: &Tool,
        dut: &Dut,
        [count, seed]: [u64; 2],
        scratch: &Path,
        limit: Duration,
    ) -> Result<Self, CosimError> {
        let request = Request { dut, cuts: &[], exposed: &[], scratch, limit };
        let words = gates::words(yosys, request, &list::command(count as usize, seed))?;
        let own = sample(own::faults(&words), count as usize / OWN, seed);
        let mut faults = list::read(scratch, &words)?;
        faults.truncate(count as usize - own.len());
        faults.extend(own);
        let mut planter = Planter::new(words);
        faults.iter().enumerate().for_each(|(number, fault)| planter.plant(number, fault));
        let gates = gates::of_words(yosys, request, &planter.finish())?;
        let circuit = Circuit::new(gates, faults.len());
        Ok(Self { faults, circuit })
    }
}

/// At most `count` of `all`, by the seed.
fn sample(mut all: Vec<Fault>, count: usize, seed: u64) -> Vec<Fault> {
    let key = key("faults", seed);
    for at in 0..count.min(all.len()) {
        let other = at + Draw::new(key, at as u64).below((all.len() - at) as u32) as usize;
        all.swap(at, other);
    }
    all.truncate(count);
    all
}
