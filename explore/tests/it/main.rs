//! Tests of the machines and of the answers about them, and of the server as clients see it.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod answers;
mod common;
mod faults;
mod gates;
mod pipeline;
mod server;
mod texts;
