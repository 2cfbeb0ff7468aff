//! Helpers that the tests of all crates share.
//!
//! * Tools that may be missing: [`found`], [`tool`], [`have`], [`browser`] and [`libraries`] print
//!   SKIPPED and the reason, or fail where `CI` is set.
//! * Fake tools: [`script`] writes a shell script that stands in for a real program.
//! * Programs: [`stdout`] runs one that must succeed, [`said`] joins both streams of one that ran,
//!   and [`target`] is the folder in which they are built.
//! * Python packages: [`Venv`] installs them into a virtual environment.
//! * Golden files: [`golden`] compares a text with a checked-in file and updates it on demand.
//! * Samples: [`seed`] changes with each commit unless a variable names it, and [`in_turn`] takes
//!   other items with each; [`number`] reads a variable.
//! * Documents: [`block`] extracts a fenced block, so that a test can run it.
//!
//! This crate depends on no other crate of the workspace. It is a dev-dependency without a version,
//! which `cargo package` strips.

mod golden;
mod markdown;
mod program;
mod seed;
mod tool;
mod venv;

pub use golden::{blesses, golden};
pub use markdown::block;
pub use program::{said, script, stdout, target};
pub use seed::{in_turn, number, seed};
pub use tool::{browser, found, have, libraries, tool};
pub use venv::Venv;
