//! Compares the golden model with an NVIDIA GPU.
//!
//! - [`catalogue`]: the instruction forms and carry chains, numbered; a [`Form`] has its text and
//!   its answers.
//! - [`operands`]: the operands of a vector, from seed and index.
//! - [`kernel`]: the PTX that computes forms on vectors.
//! - [`Device`]: what runs the kernels. [`Gpu`] is an NVIDIA GPU; the tests have an interpreter.
//! - [`campaign`]: runs forms and compares every answer with the model.
//! - [`departure`]: which known departures from the manual explain an answer.
//! - [`Report`]: the result of a campaign as a document.

mod answers;
pub mod campaign;
pub mod catalogue;
mod cuda;
pub mod departure;
mod device;
mod error;
mod form;
mod golden;
pub mod kernel;
pub mod operands;
mod report;
mod tally;

pub use answers::Line;
pub use cuda::Gpu;
pub use device::{About, Device, Job, Loaded};
pub use error::{DeviceError, Error, version};
pub use form::{Answer, Body, Form, Link, Source};
pub use report::Report;
pub use tally::{Disagreement, Tally};
