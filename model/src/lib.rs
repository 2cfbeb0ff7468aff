//! The golden model of vidalu: the PTX scalar video, SIMD video and extended-precision integer instructions.
//!
//! - [`isa`]: the instructions as types.
//! - [`control`]: the packed control word that the hardware receives.
//!
//! The crate does no I/O and knows no Verilog.

pub mod control;
pub mod isa;
