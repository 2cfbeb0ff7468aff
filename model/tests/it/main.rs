//! The golden model against the manual, against the answers of other tools, and against itself.

mod batch;
mod bv;
mod conformance;
mod control;
mod exec;
mod golden;
mod isa;
mod packed;
mod ptx;
mod random;
mod round_trip;
mod strategies;
