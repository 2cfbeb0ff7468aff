//! Proof: the generated hardware is the golden model, for all inputs.
//!
//! The golden functions run on [`term`]s and become a formula; the hardware comes through yosys as gates. A
//! [`problem::Problem`] asks whether vectors of both are equal; the [`engine`]s answer.

pub mod bus;
mod certificate;
pub mod claim;
mod confirm;
pub mod engine;
mod files;
pub mod frames;
pub mod mutate;
pub mod problem;
pub mod report;
pub mod run;
pub mod simulate;
pub mod spec;
pub mod term;
mod word;
