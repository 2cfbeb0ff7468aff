//! What stands beside the RTL in an output folder, and how the folder is written.

mod files;
mod manifest;
mod write;

pub use files::outputs;
pub use manifest::MANIFEST;
pub use write::{WriteError, Written, write};
