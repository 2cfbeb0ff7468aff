//! The tests of the generator: its text is compared with golden files and read by tools.

mod behavioral;
mod carry;
mod common;
mod fuzz_toml;
mod golden_text;
mod instances;
mod ipxact;
mod keys;
mod landmark;
mod lint;
mod outline;
mod package;
mod quality;
mod registers;
mod space;
mod video;
mod wrapper;
