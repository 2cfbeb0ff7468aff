//! Generates Verilog: from a configuration to typed modules, and from these to text.
//!
//! - [`Config`]: the configuration, and the reason why it is rejected.
//! - [`Target`]: the unit or block to generate.
//! - [`generate`]: the modules and their text, as a [`Design`].
//! - [`wrap`]: a unit behind the ports of a bus.
//! - [`landmark`]: the registers and instances that proofs and waves look for.
//! - [`outline`]: the sections of a module's text.
//! - [`write()`]: writes a design into a folder, with file list, tables and manifest.
//! - [`space`]: the values of every key, and configurations that cover all pairs of values.
//! - [`verilog`]: the typed layer between the two. It reports a wrong connection, so that none
//!   reaches a simulator.
//!
//! The templates in `rtl-templates/` do not decide. The same configuration always gives the same
//! bytes.

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
mod macros;
mod name;
mod operation;
pub mod outline;
pub mod package;
mod pipeline;
mod scalar;
mod simd;
pub mod space;
pub mod staging;
mod target;
mod unit;
pub mod verilog;
mod video;
mod vmad;
pub mod wrapper;

pub use arith::{Arranged, Arrangement, Compressor, Piece, Plan, Row, Stage};
pub use bus::{BusField, BusRegister, FieldKind, Layout, RegisterField, Wrapper};
pub use choice::{Adder, Choice, Goal, Handshake, Language, Mad64, Multiplier, Profile, Ready, Reset, Rs3, Style};
pub use config::{Config, ConfigError, ConfigFile, Depth, Key, Values};
pub use design::{Design, Host, SourceFile, Wrapped};
pub use generate::generate;
pub use header::TERMS;
pub use landmark::Landmarks;
pub use package::{WriteError, Written, write};
pub use target::{Block, Target, Unit, UnknownTarget};
pub use vidalu_model::isa::Operation;
pub use wrapper::wrap;
