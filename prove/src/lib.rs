//! Proofs that the generated hardware is the golden model, for all inputs, and faults that test the
//! vectors.
//!
//! The golden functions run on [`Term`]s and become a [`Formula`]. yosys turns the hardware into
//! gates, an [`Implementation`]. Each [`Claim`] about it is one or several [`Problem`]s, which ask
//! whether vectors of gates and of the formula are equal; the [`engine`]s answer. [`prove()`] does
//! all of that for units and blocks, [`prove_wrapped`] for the wrappers of buses.
//!
//! [`mutate`] puts faults into a unit. It finds out which of them the vectors show, and proves of
//! the others that no instruction can show them. [`report`] has the reports of both.

mod bus;
mod certificate;
mod claim;
mod confirm;
pub mod engine;
mod error;
mod files;
mod frames;
pub mod mutate;
mod problem;
pub mod report;
mod run;
mod simulate;
mod spec;
mod stimulus;
mod term;
mod word;

pub use bus::{WrapperGates, wrapper_claims};
pub use claim::{Claim, Folded, Implementation, Obligation, claims, from_text};
pub use error::ProveError;
pub use frames::Named;
pub use problem::{Equality, Miter, Problem, Vector};
pub use run::{CYCLES, ProveOptions, Watch, prove, prove_modules, prove_wrapped};
pub use simulate::{Assignment, differs};
pub use spec::{LaneSum, Outcome, Pins, outcome};
pub use stimulus::WithStimulus;
pub use term::{Binary, Formula, Node, Op, Product, Term};
pub use word::Word;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
