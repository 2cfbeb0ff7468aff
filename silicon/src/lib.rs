//! The golden model against an NVIDIA GPU.
//!
//! In the order in which to read it:
//! - [`form`]: an instruction form or carry chain, its text and its answers.
//! - [`catalogue`]: all forms, numbered.
//! - [`operands`]: the operands of a vector, from seed and number.
//! - [`kernel`]: the PTX that computes forms on vectors.
//! - [`device`]: the seam to what runs it; [`cuda`] is a GPU, the tests have the golden model.
//! - [`campaign`]: runs forms and compares every answer with the model.
//! - [`tally`] and [`departure`]: what is counted, and which departures explain it.
//! - [`answers`]: a sample of the answers for the conformance data.
//! - [`report`] and [`error`]: what comes out.

pub mod answers;
pub mod campaign;
pub mod catalogue;
pub mod cuda;
pub mod departure;
pub mod device;
pub mod error;
pub mod form;
mod golden;
pub mod kernel;
pub mod operands;
pub mod report;
pub mod tally;
