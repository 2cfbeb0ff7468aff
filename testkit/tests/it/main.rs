//! The helpers, as the tests of other crates use them.

mod seed;
mod tool;
