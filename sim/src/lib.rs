//! Co-simulation: generated Verilog against the golden model, cycle by cycle, in Icarus Verilog and Verilator.

pub mod batch;
pub mod bus;
pub mod cache;
pub mod cosim;
pub mod coverage;
pub mod drive;
pub mod dut;
pub mod error;
mod files;
pub mod gates;
pub mod issue;
pub mod junit;
pub mod lint;
pub mod merge;
mod parallel;
pub mod plan;
mod process;
pub mod report;
pub mod scoreboard;
pub mod session;
pub mod shard;
pub mod simulator;
pub mod subject;
pub mod sweep;
pub mod tool;
pub mod wave;

pub use process::interrupt;
