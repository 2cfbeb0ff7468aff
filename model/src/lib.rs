//! The golden model of vidalu: the PTX scalar video, SIMD video and extended-precision integer instructions.
//!
//! - [`isa`]: the instructions as types.
//! - [`control`]: the packed control word that the hardware receives.
//! - [`bv`]: bit vectors with their width in the type, over a value domain.
//! - [`golden`]: what every instruction computes, in three profiles.
//! - [`ptx`]: PTX text to statements and back.
//!
//! The crate does no I/O and knows no Verilog.

pub mod bv;
pub mod control;
pub mod golden;
pub mod isa;
pub mod ptx;
