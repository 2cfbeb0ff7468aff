//! Test vectors for the units: legal instructions, with operands biased to corner cases.
//!
//! A [`Stimulus`] draws the vectors of one module. Every vector follows from a seed and its index
//! alone, so any part of a sequence can be drawn by itself, in any order and on any machine.
//! [`of`] returns the stimulus of a unit or block by its name:
//!
//! ```
//! use vidalu_stimulus::Scope;
//!
//! let scalar = vidalu_stimulus::of("scalar", &Scope::default())?;
//! let names: Vec<_> = scalar.inputs().iter().map(|signal| signal.name).collect();
//! assert_eq!(names, ["ctl_i", "a_i", "b_i", "c_i"]);
//! let [ctl, a, b, c] = scalar.vector(1, 0)[..] else { unreachable!() };
//! assert!(vidalu_model::control::decode(ctl).is_ok());
//! # assert!([a, b, c].iter().all(|register| register >> 32 == 0));
//! # Ok::<_, vidalu_stimulus::StimulusError>(())
//! ```
//!
//! The sequences are part of the interface: a vector that a report names today is the same vector
//! tomorrow.

mod addends;
mod aim;
mod blocks;
mod carry;
mod columns;
mod corner;
mod corners;
mod error;
pub mod forms;
mod module;
mod order;
mod pattern;
mod scalar;
mod scope;
mod simd;
mod source;
mod turns;
mod vmad;
mod word;
mod woven;

pub use aim::Clamp;
pub use blocks::{BlockStimulus, Input};
pub use carry::CarryStimulus;
pub use columns::BLOCK;
pub use corner::{mask, signed};
pub use error::StimulusError;
pub use module::of;
pub use pattern::Forms;
pub use scalar::ScalarStimulus;
pub use scope::{Scope, has_width};
pub use simd::SimdStimulus;
pub use source::{LENGTH, Signal, Stimulus, check_range};
pub use vmad::VmadStimulus;
pub use word::unit_word;
pub use woven::Woven;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
