//! Reads the workspace as text, for the tests of what holds in all of it.
//!
//! - [`workspace`]: its files and crates.
//! - [`imports`]: which file of a crate takes names from which other file of it.

pub mod imports;
pub mod workspace;
