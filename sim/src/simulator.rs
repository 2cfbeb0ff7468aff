//! The simulators, behind one interface, and which of them are installed.

mod icarus;
mod model;
mod netlist;
mod verilator;

pub use self::icarus::Icarus;
pub use self::model::{Build, Model, Simulator};
pub use self::netlist::Netlist;
pub use self::verilator::Verilator;
use crate::error::{CosimError, ToolError};

/// A choice of simulators.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimulatorChoice {
    /// Icarus Verilog and Verilator, as far as they are installed.
    Auto,
    /// Icarus Verilog.
    Icarus,
    /// Verilator.
    Verilator,
    /// The gates that yosys makes of the module, which vidalu simulates itself.
    Netlist,
}

/// The simulators that were found.
pub struct Available {
    /// The simulators that can be used.
    pub simulators: Vec<Box<dyn Simulator>>,
    /// The reasons why others cannot be used, if the choice was [`SimulatorChoice::Auto`].
    pub missing: Vec<ToolError>,
}

/// Finds the chosen simulators.
///
/// # Errors
/// If the chosen simulator cannot be used, or with [`SimulatorChoice::Auto`], if neither can be
/// used.
pub fn find(choice: SimulatorChoice) -> Result<Available, CosimError> {
    let icarus = || Icarus::find().map(|found| Box::new(found) as Box<dyn Simulator>);
    let verilator = || Verilator::find().map(|found| Box::new(found) as Box<dyn Simulator>);
    let found = match choice {
        SimulatorChoice::Icarus => return Ok(Available { simulators: vec![icarus()?], missing: Vec::new() }),
        SimulatorChoice::Verilator => return Ok(Available { simulators: vec![verilator()?], missing: Vec::new() }),
        SimulatorChoice::Netlist => {
            return Ok(Available { simulators: vec![Box::new(Netlist::find()?)], missing: Vec::new() });
        }
        SimulatorChoice::Auto => [icarus(), verilator()],
    };
    let (mut simulators, mut missing) = (Vec::new(), Vec::new());
    for result in found {
        match result {
            Ok(simulator) => simulators.push(simulator),
            Err(error @ ToolError::Scratch { .. }) => return Err(error.into()),
            Err(error) => missing.push(error),
        }
    }
    if simulators.is_empty() {
        return Err(CosimError::NoSimulator { missing });
    }
    Ok(Available { simulators, missing })
}
