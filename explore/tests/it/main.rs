//! Tests of the machines and of the answers about them.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod answers;
mod common;
mod faults;
mod gates;
mod pipeline;
mod texts;
