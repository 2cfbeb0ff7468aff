//! All tests of the crate that use its public interface, in one binary.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod behavioral;
mod bus;
mod carry;
mod common;
mod cosim;
mod coverage;
mod icarus;
mod junit;
mod lanes;
mod matrix;
mod merge;
mod netlist;
mod plan;
mod scoreboard;
mod simd;
mod simulators;
mod subject;
mod tools;
mod video;
mod vmad;
mod waves;
