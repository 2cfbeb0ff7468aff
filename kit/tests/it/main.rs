//! Kits, run with the tools of their users.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod blocks;
mod buses;
mod cocotb;
mod common;
mod damage;
mod faults;
mod folder;
mod icarus;
mod posted;
mod synthesis;
mod verilator;
