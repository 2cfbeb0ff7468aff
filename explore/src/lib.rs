//! The datapath of a unit on a page, with the value of every wire.

mod catalog;
mod machines;
mod modules;
mod wires;

pub use catalog::catalog;
pub use machines::{Choice, defaults, machine};
