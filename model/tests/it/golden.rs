//! What the golden functions compute.

mod decisions;
mod exhaustive;
