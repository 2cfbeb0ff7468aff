//! The page of `vidalu explore`, in which a browser shows a unit with the value on every wire.
//!
//! [`machine`] makes a unit ready for the page: its gates by yosys, its text, and what connects
//! both. The page asks an engine, [`vidalu_engine::answer`], about such machines. [`Server`] serves
//! the page on the loopback address and calls the engine. [`single_file()`] returns the page as one
//! HTML file, which contains the engine as WebAssembly and needs neither a server nor a network.

mod catalog;
mod files;
mod machines;
mod modules;
mod picture;
mod server;
mod wires;

pub use catalog::catalog;
pub use files::{has_bundle, single_file};
pub use machines::{Choice, defaults, machine};
pub use server::Server;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
