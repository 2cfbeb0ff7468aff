//! The golden model for benches in C, C++ and, by DPI-C, SystemVerilog.
//!
//! In the order in which to read it:
//! - `golden`: what an instruction computes, and many at once.
//! - `text`: PTX text to control words and back.
//! - `draw`: legal vectors for a bench.
//! - `status`: what a function answers that can be refused.
//! - `abi`: the functions as C calls them, `include/vidalu_golden.h` and `dpi/vidalu_golden_pkg.sv`.

pub mod abi;
mod draw;
mod golden;
pub mod status;
mod text;
