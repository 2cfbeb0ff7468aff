//! The golden model for benches in C, C++ and, by DPI-C, SystemVerilog.
//!
//! In the order in which to read it:
//! - `golden`: the results of one instruction and of many at once.
//! - `text`: PTX text to control words and back.
//! - `draw`: legal vectors for a bench.
//! - `status`: the status codes.
//! - `abi`: the functions as C calls them, from which `include/vidalu_golden.h` and
//!   `dpi/vidalu_golden_pkg.sv` follow.

pub mod abi;
mod draw;
mod golden;
pub mod status;
mod text;
