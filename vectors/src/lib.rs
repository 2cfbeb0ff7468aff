//! Golden vectors: what a unit gets and what it must answer, in files that other tools read.
//!
//! - [`Request`] and [`Set`]: which vectors, and the vectors themselves, a batch after the other.
//! - [`Format`]: how they are written; [`write()`] into any stream, [`file::write`] as a file with its manifest.
//! - [`verify`]: a file read back, and every vector computed again.
//!
//! The same request gives the same bytes. No more than a batch is in memory, but for the vectors of [`Level::Coverage`],
//! of which there are no more than there are bins.

mod case;
mod cover;
mod error;
pub mod file;
mod format;
mod golden;
mod grid;
mod header;
mod line;
mod seal;
mod set;
pub mod verify;

pub use error::VectorsError;
pub use format::{Format, write};
pub use golden::Column;
pub use header::Header;
pub use set::{Batch, Level, Request, Set};
