//! Golden vectors: the inputs of a unit and the outputs that the golden model expects, in files
//! that other tools read.
//!
//! - [`Request`] and [`Set`]: which vectors, and the vectors themselves, some [`Rows`] at a time.
//! - [`Format`]: the form of a file. [`write()`] writes to a stream, [`write_file`] a file with its
//!   manifest.
//! - [`Forms`]: the forms of the instructions, if not all.
//! - [`judge()`]: judges the answers of another program.
//! - [`verify()`]: reads a file back and computes every vector again.
//!
//! The same request gives the same bytes. Only a few thousand vectors are in memory at a time,
//! except those of [`Level::Coverage`], of which there are at most as many as cases in the coverage
//! tables.
//!
//! ```
//! use vidalu_gen::{Config, Target, Unit};
//! use vidalu_vectors::{Format, Level, Request, Set};
//!
//! let (target, config) = (Target::Unit(Unit::Carry), Config::default());
//! let (seed, level, count) = (1, Level::Random, Some(10));
//! let request = Request { target, config, profile: None, forms: None, seed, level, count };
//! let mut file = Vec::new();
//! vidalu_vectors::write(&Set::new(&request)?, Format::Csv, &mut file)?;
//! assert!(file.starts_with(b"# vidalu_vectors: 2"));
//! # Ok::<_, vidalu_vectors::VectorsError>(())
//! ```

mod case;
mod cover;
mod encoding;
mod error;
mod file;
mod format;
mod golden;
mod grid;
mod header;
mod judge;
mod reader;
mod rows;
mod seal;
mod set;
mod verify;

pub use encoding::write;
pub use error::VectorsError;
pub use file::{Manifest, manifest_path, matches_manifest, write_file};
pub use format::Format;
pub use golden::Column;
pub use header::Header;
pub use judge::{
    Cause, Doubt, FormVerdict, JudgeError, OperationVerdict, Output, Shift, Strays, Verdict, Wrong, judge,
};
pub use reader::VerifyError;
pub use rows::Rows;
pub use set::{Level, Request, Set};
pub use verify::verify;
pub use vidalu_stimulus::Forms;

/// The example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
