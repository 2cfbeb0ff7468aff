//! The contenders: the ways to drive a unit that are measured.

use vidalu_gen::Style;
use vidalu_sim::simulator::{Icarus, Netlist, Simulator, Verilator};

use super::Result;
use super::own::OneLane;

/// A way to drive a unit, or a part of the work alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(super) enum Contender {
    Bare,
    Lane,
    Lanes,
    LanesAll,
    Netlist,
    NetlistAll,
    Icarus,
    IcarusBehavioral,
    CocotbVerilator,
    CocotbIcarus,
    CocotbIcarusBehavioral,
    Golden,
    Stimulus,
}

impl Contender {
    /// All of them, in the order of the table.
    pub(super) const ALL: [Self; 13] = [
        Self::Bare,
        Self::Lane,
        Self::Lanes,
        Self::LanesAll,
        Self::Netlist,
        Self::NetlistAll,
        Self::Icarus,
        Self::IcarusBehavioral,
        Self::CocotbVerilator,
        Self::CocotbIcarus,
        Self::CocotbIcarusBehavioral,
        Self::Golden,
        Self::Stimulus,
    ];

    /// The name in the table.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Bare => "bare loop",
            Self::Lane => "Verilator, 1 lane",
            Self::Lanes => "Verilator, lanes",
            Self::LanesAll => "Verilator, lanes, all cores",
            Self::Netlist => "netlist",
            Self::NetlistAll => "netlist, all cores",
            Self::Icarus => "Icarus",
            Self::IcarusBehavioral => "Icarus, behavioral",
            Self::CocotbVerilator => "cocotb on Verilator",
            Self::CocotbIcarus => "cocotb on Icarus",
            Self::CocotbIcarusBehavioral => "cocotb on Icarus, behavioral",
            Self::Golden => "golden alone",
            Self::Stimulus => "stimulus alone",
        }
    }

    /// Returns the style of the Verilog that is simulated.
    pub(super) fn style(self) -> Style {
        match self {
            Self::IcarusBehavioral | Self::CocotbIcarusBehavioral => Style::Behavioral,
            _ => Style::Optimized,
        }
    }

    /// Returns cocotb in the same simulator, with the Verilog that is shipped; on Verilator where
    /// cocotb does not support the simulator.
    pub(super) fn cocotb(self) -> Self {
        match self {
            Self::Icarus | Self::IcarusBehavioral | Self::CocotbIcarus | Self::CocotbIcarusBehavioral => {
                Self::CocotbIcarus
            }
            _ => Self::CocotbVerilator,
        }
    }

    /// Returns the simulator that the checked driver drives and the number of models that work at
    /// the same time, if the contender is the checked driver.
    pub(super) fn simulator(self) -> Result<Option<(Box<dyn Simulator>, usize)>> {
        let all = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Some(match self {
            Self::Lane => (Box::new(OneLane(Verilator::find()?)), 1),
            Self::Lanes => (Box::new(Verilator::find()?), 1),
            Self::LanesAll => (Box::new(Verilator::find()?), all),
            Self::Netlist => (Box::new(Netlist::find()?), 1),
            Self::NetlistAll => (Box::new(Netlist::find()?), all),
            Self::Icarus | Self::IcarusBehavioral => (Box::new(Icarus::find()?), 1),
            _ => return Ok(None),
        }))
    }
}
