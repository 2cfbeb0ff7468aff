//! Wrappers: a unit behind the ports of a bus.
//!
//! A wrapper chooses what the bus decides: the handshake `valid-ready`, `ready_o` from a register,
//! the level of the reset. What the bus has no place for is refused.

mod axi4_lite;
mod axi4_stream;
mod cfu;
mod command;
mod cv_x_if;
mod host;
mod inside;
mod intrinsics;
mod vortex;

pub use self::axi4_lite::Register;
pub use self::command::{Command, OPCODE, SLOT_BITS, SLOTS, Which};
use self::inside::Inside;
use crate::bus::{BusRegister, Wrapper};
use crate::design::{Built, Design, Library, SourceFile, Top, Wrapped};
use crate::generate::{check, defect};
use crate::verilog::{Module, VerilogError};
use crate::{Config, ConfigError, Target, Unit};

/// Generates a unit behind the ports of a bus.
///
/// # Errors
/// If the configuration contradicts itself, the unit or the bus.
pub fn wrap(wrapper: Wrapper, unit: Unit, config: &Config) -> Result<Design, ConfigError> {
    let (config, target) = (wrapper.config(config)?, Target::Unit(unit));
    check(target, &config)?;
    let config = config.for_target(target);
    let mut library = Library::default();
    let (inside, Bus { module, text, latency, timing, documents, registers }) =
        build(wrapper, unit, &config, &mut library).map_err(|error| defect(&error))?;
    let (flags, id) = (inside.flags(), inside.id());
    let host = host::build(&inside, &module).map_err(|error| defect(&error))?;
    let wrapped = Wrapped { wrapper, layout: inside.layout(), flags, id, registers, timing, documents, host };
    let top = Top { module: library.add(Built { module, text }), landmarks: inside.landmarks };
    Ok(Design { latency, wrapped: Some(wrapped), ..library.design(target, &config, top) })
}

/// The bus around a unit: what each wrapper makes.
struct Bus {
    module: Module,
    text: String,
    /// Clock cycles from an instruction to its result, if nobody waits.
    latency: u32,
    timing: String,
    documents: Vec<SourceFile>,
    /// The registers that software accesses, if the bus has any.
    registers: Vec<BusRegister>,
}

fn build<'a>(
    wrapper: Wrapper,
    unit: Unit,
    config: &'a Config,
    library: &mut Library,
) -> Result<(Inside<'a>, Bus), VerilogError> {
    let inside = Inside::build(wrapper, unit, config, library)?;
    let bus = match wrapper {
        Wrapper::Axi4Stream => axi4_stream::build(&inside)?,
        Wrapper::Axi4Lite => axi4_lite::build(&inside)?,
        Wrapper::Cfu => cfu::build(&inside)?,
        Wrapper::CvXIf => cv_x_if::build(&inside)?,
        Wrapper::Vortex => vortex::build(&inside)?,
    };
    Ok((inside, bus))
}
