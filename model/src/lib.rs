//! The golden model of vidalu: the PTX scalar video, SIMD video and extended-precision integer
//! instructions.
//!
//! In the order in which to read it:
//! - [`isa`]: the instructions as types.
//! - [`ptx`]: PTX text to statements and back.
//! - [`control`]: the packed control word that the hardware receives.
//! - [`bv`]: bit vectors with their width in the type, over a value domain.
//! - [`golden`]: the result of every instruction, by profile.
//! - [`batch`]: the golden functions on many instructions at once.
//! - [`exec`]: programs on registers and CC.CF, including plain instructions.
//! - [`cycle`]: the outputs of a pipelined unit in every clock cycle.
//! - [`flow`]: the positions of the instructions in a pipeline.
//! - [`draw`]: the random numbers from which operands are made.
//!
//! The crate performs no I/O and knows nothing about Verilog.

pub mod batch;
pub mod bv;
pub mod control;
pub mod cycle;
pub mod draw;
pub mod exec;
mod fault;
pub mod flow;
pub mod golden;
pub mod isa;
mod near;
pub mod ptx;
mod text;

pub use fault::Fault;
pub use near::near;
pub use text::Text;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
