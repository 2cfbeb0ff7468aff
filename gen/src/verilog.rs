//! The typed Verilog layer: ports, nets and instances with widths, which are checked before any
//! text is written.
//!
//! A template holds only the body of a module. This layer checks the connections between modules:
//! ports that do not exist, widths that differ, ports that are left open.

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

/// A mistake in the construction of a module. The tests of the generator reach every construction,
/// so a released generator has no such mistake.
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
        /// The module of the instance.
        module: String,
        /// The port.
        port: String,
    },
    /// A connection whose width differs from the port's.
    #[error("instance {instance}: port `{port}` has {expected} bits, `{connection}` has {found}")]
    Width {
        /// The instance.
        instance: String,
        /// The port.
        port: String,
        /// The width of the port in bits.
        expected: u32,
        /// The connected expression.
        connection: String,
        /// The width of the expression in bits.
        found: u32,
    },
    /// A signed connection to an unsigned port, or the other way round.
    #[error("instance {instance}: port `{port}` and `{connection}` differ in their signedness")]
    Signedness {
        /// The instance.
        instance: String,
        /// The port.
        port: String,
        /// The connected expression.
        connection: String,
    },
    /// An output that drives an expression other than a net.
    #[error("instance {instance}: output `{port}` cannot drive `{connection}`")]
    NotDrivable {
        /// The instance.
        instance: String,
        /// The port.
        port: String,
        /// The connected expression.
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
