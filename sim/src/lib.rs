//! Co-simulation: generated Verilog against the golden model, cycle by cycle, in Icarus Verilog,
//! Verilator and the gates that Yosys makes.
//!
//! - [`cosim`]: builds modules, drives them, compares, and explains each mismatch in a [`report`].
//! - [`sweep`]: many configurations, each linted and co-simulated.
//! - [`Dut`] and [`subject`]: the module under test, what drives it and what is expected of it.
//! - [`rtl`]: hardware that vidalu did not write.
//! - [`bus`]: units behind a bus.
//! - [`simulator`], [`tool`]: which simulators and tools are installed, and how they are run.
//! - [`gates`]: the gates of a module as a graph.
//! - [`Session`], [`plan`], [`Batch`], [`Scoreboard`]: one module in one simulator, step by step.
//! - [`IssuePort`]: a simulated unit that executes programs.
//! - [`OutputFile`]: a file that appears complete or not at all.
//! - [`cache`]: compiled parts that are kept between runs.

mod batch;
pub mod bus;
pub mod cache;
pub mod cosim;
mod coverage;
mod drive;
mod dut;
mod error;
mod files;
pub mod gates;
mod issue;
mod junit;
mod lint;
mod merge;
mod output_file;
mod parallel;
pub mod plan;
mod process;
pub mod report;
pub mod rtl;
mod scoreboard;
mod session;
mod shard;
mod signals;
pub mod simulator;
pub mod subject;
pub mod sweep;
pub mod timing;
pub mod tool;
mod wave;

pub use batch::Batch;
pub use coverage::{Coverage, Group, GroupSummary};
pub use drive::{Drive, Seen};
pub use dut::{Dut, Pin};
pub use error::{CosimError, ToolError, Version, in_full};
pub use files::{scratch, scratch_error, write_sources};
pub use issue::{IssuePort, ProgramWave};
pub use lint::{Linter, Remark};
pub use merge::MergeError;
pub use output_file::OutputFile;
pub use parallel::in_parallel;
pub use process::{interrupt, is_interrupted, watch_tools};
pub use scoreboard::{Difference, Failure, Found, Observed, Scoreboard};
pub use session::{Checked, Location, OUTPUT, PIPELINE, Run, Session, UNKNOWN};
pub use shard::{Shard, Share};
pub use signals::{handle_signals, signal_code};
pub use wave::{WaveFormat, Window};
