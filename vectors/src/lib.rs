//! Golden vectors: what a unit receives and what it must answer, in files that other tools read.
//!
//! - [`Request`] and [`Set`]: which vectors, and the vectors themselves, some [`Rows`] at a time.
//! - [`Format`]: the form of a file; [`write()`] writes into a stream, [`write_file`] a file with its manifest.
//! - [`verify()`]: reads a file back and computes every vector again.
//!
//! The same request gives the same bytes. Only a few thousand vectors are in memory at a time, except those of
//! [`Level::Coverage`], of which there are at most as many as cases in the coverage tables.

mod case;
mod cover;
mod encoding;
mod error;
mod file;
mod format;
mod golden;
mod grid;
mod header;
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
pub use reader::VerifyError;
pub use rows::Rows;
pub use set::{Level, Request, Set};
pub use verify::verify;
