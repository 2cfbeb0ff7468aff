//! Builds and measures a contender for a unit.

use std::path::Path;

use vidalu_sim::simulator::Simulator;

use super::Result;
use super::bare::Bare;
use super::cocotb::{Cocotb, Environment};
use super::contender::Contender;
use super::own::{self, Work};
use super::sample::{Length, Sample};
use super::unit::BenchUnit;

/// A contender for one unit, built and ready to be measured.
pub(super) enum Driver<'a> {
    Bare(Bare),
    Checked(Box<dyn Simulator>, usize),
    Cocotb(Cocotb<'a>),
    Alone(Work),
}

impl<'a> Driver<'a> {
    /// Builds a contender for a unit in `folder`. Returns `None` for cocotb without a Python
    /// environment.
    pub(super) fn build(
        contender: Contender,
        unit: &BenchUnit,
        environment: Option<&'a Environment>,
        folder: &Path,
    ) -> Result<Option<Self>> {
        let cocotb = |simulator| -> Result<Option<Self>> {
            let build = |environment| Cocotb::build(environment, simulator, unit, folder);
            Ok(environment.map(build).transpose()?.map(Self::Cocotb))
        };
        Ok(match contender {
            Contender::Bare => Some(Self::Bare(Bare::build(unit, folder)?)),
            Contender::CocotbVerilator => cocotb("verilator")?,
            Contender::CocotbIcarus | Contender::CocotbIcarusBehavioral => cocotb("icarus")?,
            Contender::Golden => Some(Self::Alone(Work::Golden)),
            Contender::Stimulus => Some(Self::Alone(Work::Stimulus)),
            _ => contender.simulator()?.map(|(simulator, threads)| Self::Checked(simulator, threads)),
        })
    }

    pub(super) fn measure(&self, unit: &BenchUnit, seed: u64, length: Length, quick: bool) -> Result<Sample> {
        match self {
            Self::Bare(bare) => bare.measure(seed, length),
            Self::Checked(simulator, threads) => own::checked(unit, &**simulator, *threads, seed, length),
            Self::Cocotb(cocotb) => cocotb.measure(unit, seed, quick),
            Self::Alone(work) => Ok(own::alone(unit, *work, seed, length)),
        }
    }
}
