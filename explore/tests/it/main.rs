//! Tests of the machines and of the answers about them.

mod answers;
mod machines;
