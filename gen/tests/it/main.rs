//! The tests of the generator: its text against golden files, and what tools say of it.

mod behavioral;
mod carry;
mod common;
mod fuzz_toml;
mod golden_text;
mod keys;
mod landmark;
mod lint;
mod outline;
mod package;
mod quality;
mod space;
mod video;
mod wrapper;
