//! Vectors as their users get them: read by other programs, damaged, and fed to the hardware.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

mod blocks;
mod common;
mod damage;
mod forms;
mod hardware;
mod judge;
mod levels;
mod readers;
