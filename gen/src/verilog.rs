//! The typed Verilog layer: ports, nets and instances with widths, checked before any text is written.
//!
//! A template holds the body of a module and nothing else. What could go wrong between modules (a port that does not
//! exist, a width that does not fit, a port that is left open) is checked here, so that it never reaches a simulator.

mod condition;
mod declaration;
mod instance;
mod module;
mod net;

pub(crate) use condition::Condition;
pub(crate) use declaration::{Declaration, Storage, aligned};
pub use instance::{Instance, Instantiation};
pub use module::{Direction, Module, Port};
pub use net::{Expr, Net};

pub use crate::name::{NameError, check_name};

/// A mistake in the construction of a module. In a released generator there is none left: its tests meet them all.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VerilogError {
    /// A name that may not be used.
    #[error(transparent)]
    Name(#[from] NameError),
    /// Two ports of one module with one name.
    #[error("module {module} has two ports `{port}`")]
    DuplicatePort {
        /// The module.
        module: String,
        /// The port.
        port: String,
    },
    /// A port without bits.
    #[error("port `{port}` of module {module} has no bits")]
    NoWidth {
        /// The module.
        module: String,
        /// The port.
        port: String,
    },
    /// A connection to a port that the module does not have.
    #[error("instance {instance}: module {module} has no port `{port}`")]
    UnknownPort {
        /// The instance.
        instance: String,
        /// Its module.
        module: String,
        /// The port.
        port: String,
    },
    /// A connection of another width than the port's.
    #[error("instance {instance}: port `{port}` has {expected} bits, `{connection}` has {found}")]
    Width {
        /// The instance.
        instance: String,
        /// The port.
        port: String,
        /// Width of the port.
        expected: u32,
        /// What was connected.
        connection: String,
        /// Its width.
        found: u32,
    },
    /// A signed connection to an unsigned port, or the other way round.
    #[error("instance {instance}: port `{port}` and `{connection}` differ in their signedness")]
    Signedness {
        /// The instance.
        instance: String,
        /// The port.
        port: String,
        /// What was connected.
        connection: String,
    },
    /// An output that drives something which is no net.
    #[error("instance {instance}: output `{port}` cannot drive `{connection}`")]
    NotDrivable {
        /// The instance.
        instance: String,
        /// The port.
        port: String,
        /// What was connected.
        connection: String,
    },
    /// A port that was connected twice.
    #[error("instance {instance}: port `{port}` is connected twice")]
    ConnectedTwice {
        /// The instance.
        instance: String,
        /// The port.
        port: String,
    },
    /// A port that was left open.
    #[error("instance {instance}: port `{port}` is not connected")]
    Unconnected {
        /// The instance.
        instance: String,
        /// The port.
        port: String,
    },
}
