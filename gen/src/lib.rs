//! The generator of vidalu: a configuration to typed Verilog modules, and those to text.
//!
//! - [`Config`]: what is wanted, and why some of it cannot be.
//! - [`Target`]: which unit or block.
//! - [`generate`]: the modules and their text, as a [`Design`].
//! - [`wrap`]: a unit behind the ports of a bus.
//! - [`outline`]: what stands in which section of a module's text.
//! - [`write()`]: the same as a folder, with file list, tables and manifest.
//! - [`space`]: every key with its values, and configurations in which all pairs of them are met.
//! - [`verilog`]: the typed layer between; a wrong connection is an error here and never reaches a simulator.
//!
//! The templates in `rtl-templates/` decide nothing; the same configuration always gives the same bytes.

mod arith;
mod behavioral;
mod block;
mod bus;
mod carry;
mod choice;
mod config;
mod decode;
mod design;
mod generate;
mod header;
pub mod landmark;
mod lanes;
mod name;
pub mod outline;
pub mod package;
mod pipeline;
mod scalar;
mod simd;
pub mod space;
mod target;
mod unit;
pub mod verilog;
mod video;
mod vmad;
pub mod wrapper;

pub use arith::{Compressor, Plan, Row};
pub use bus::{BusField, Layout, Wrapper};
pub use choice::{Adder, Choice, Handshake, Language, Mad64, Multiplier, Profile, Ready, Reset, Style};
pub use config::{Config, ConfigError, Depth, Key, Values};
pub use design::{Design, SourceFile, Wrapped};
pub use generate::generate;
pub use header::TERMS;
pub use landmark::Landmarks;
pub use package::{WriteError, Written, write};
pub use target::{Block, Target, Unit, UnknownTarget};
pub use vidalu_model::isa::Operation;
pub use wrapper::wrap;
