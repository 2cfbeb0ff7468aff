//! Answers the questions of the page: what an instruction is, what it computes, and which value is
//! on each wire of the hardware while it does so.
//!
//! The values come from the gates of the hardware, which a [`Machine`] holds. The golden model says
//! what they must be. [`answer`] takes a question as JSON and returns the answer as JSON. The crate
//! performs no I/O, so that it runs natively and as WebAssembly.

mod bench;
mod catalog;
mod check;
mod complete;
mod differ;
mod evaluate;
mod gates;
mod hex;
mod machine;
mod machines;
mod outcome;
mod question;
mod refusal;
mod simulate;
mod vectors;
mod word;

pub use catalog::{Catalog, Decision, Example, Lab, Operation, Profile, Start};
pub use gates::Gates;
pub use machine::{Compressor, Instance, Machine, Picture, Pin, Reset, Row, Shown, Source, Timing, Wire};
pub use machines::Machines;
pub use question::answer;
pub use vectors::Vectors;
