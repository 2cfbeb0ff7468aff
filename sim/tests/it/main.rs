//! All tests of the crate that use its public interface, in one binary.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod batch;
mod behavioral;
mod bus;
mod carry;
mod common;
mod cosim;
mod coverage;
mod forms;
mod issue;
mod junit;
mod lanes;
mod merge;
mod plan;
mod rtl;
mod scoreboard;
mod simd;
mod simulator;
mod subject;
mod sweep;
mod tool;
mod video;
mod vmad;
mod wave;
