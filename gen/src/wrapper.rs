//! Wrappers: a unit behind the ports of a bus.
//!
//! A wrapper chooses what the bus decides: the handshake `valid-ready`, `ready_o` from a register, the level of the reset. What
//! the bus has no place for is refused.

mod axi4_lite;
mod axi4_stream;
mod cfu;
mod command;
mod cv_x_if;
mod inside;

use serde::{Deserialize, Serialize};

pub use self::axi4_lite::Register;
pub use self::command::{Command, OPCODE, SLOT_BITS, SLOTS, Which};
use self::inside::Inside;
pub use self::inside::{Layout, Place};
use crate::design::{Built, Library, SourceFile, Top, check, defect};
use crate::verilog::{Module, VerilogError};
use crate::{Choice, Config, ConfigError, Design, Handshake, Ready, Reset, Target, Unit};

/// A bus around a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Wrapper {
    /// AXI4-Stream: a beat an instruction, a beat a result.
    #[serde(rename = "axi4-stream")]
    Axi4Stream,
    /// AXI4-Lite: registers.
    #[serde(rename = "axi4-lite")]
    Axi4Lite,
    /// The custom function unit of CFU-Playground.
    #[serde(rename = "cfu")]
    Cfu,
    /// The extension interface CV-X-IF.
    #[serde(rename = "cv-x-if")]
    CvXIf,
}

impl Choice for Wrapper {
    const ALL: &[Self] = &[Self::Axi4Stream, Self::Axi4Lite, Self::Cfu, Self::CvXIf];

    fn name(self) -> &'static str {
        match self {
            Self::Axi4Stream => "axi4-stream",
            Self::Axi4Lite => "axi4-lite",
            Self::Cfu => "cfu",
            Self::CvXIf => "cv-x-if",
        }
    }
}

impl Wrapper {
    /// One line of explanation.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Axi4Stream => "AXI4-Stream: a beat an instruction, a beat a result, in order",
            Self::Axi4Lite => "AXI4-Lite: registers for the issue word, the operands and the result",
            Self::Cfu => "CFU: a custom function unit, for CFU-Playground",
            Self::CvXIf => "CV-X-IF: instructions that a processor offers, and commits or kills",
        }
    }

    /// The name of the module without the prefix: `video_axi4_stream`.
    pub fn module_name(self, unit: Unit) -> String {
        format!("{}_{}", unit.name(), self.name().replace('-', "_"))
    }

    /// The clock's port.
    pub fn clock(self) -> &'static str {
        match self {
            Self::Axi4Stream | Self::Axi4Lite => "aclk",
            Self::Cfu => "clk",
            Self::CvXIf => "clk_i",
        }
    }

    /// The reset's port.
    pub fn reset(self) -> &'static str {
        match self {
            Self::Axi4Stream | Self::Axi4Lite => "aresetn",
            Self::Cfu => "reset",
            Self::CvXIf => "rst_ni",
        }
    }

    /// Whether a low level resets.
    pub fn resets_low(self) -> bool {
        match self {
            Self::Axi4Stream | Self::Axi4Lite | Self::CvXIf => true,
            Self::Cfu => false,
        }
    }

    /// The widest tag that a user can ask for; 0 where the bus has none.
    pub fn max_tag(self) -> u8 {
        match self {
            // The last bit of a tag goes with TLAST.
            Self::Axi4Stream => Config::MAX_TAG - 1,
            Self::Axi4Lite | Self::Cfu => 0,
            Self::CvXIf => 32,
        }
    }

    /// The narrowest, if there is one.
    fn min_tag(self) -> u8 {
        match self {
            Self::Axi4Stream => 1,
            Self::Axi4Lite | Self::Cfu => 0,
            // X_ID_WIDTH is 3 to 32.
            Self::CvXIf => 3,
        }
    }

    /// The width of the tag with which the unit is built.
    fn inner_tag(self, config: &Config) -> u8 {
        match self {
            // TLAST goes with it.
            Self::Axi4Stream => config.tag + 1,
            // It has one instruction at a time.
            Self::Axi4Lite | Self::Cfu | Self::CvXIf => 0,
        }
    }

    /// What the wrapper makes of a configuration: that of the unit behind it, but for the tag, which it may widen.
    ///
    /// # Errors
    /// If the bus has no place for something that is asked for.
    pub fn config(self, config: &Config) -> Result<Config, ConfigError> {
        let name = self.name();
        if config.handshake == Handshake::None {
            let message = format!("{name} says which cycles carry an instruction, but the handshake is none");
            return Err(ConfigError::at("handshake", message, "leave handshake out: the wrapper chooses valid-ready"));
        }
        if config.clock_enable {
            let message = format!("{name} has no clock enable");
            return Err(ConfigError::at("clock_enable", message, "leave clock_enable out"));
        }
        if config.flush {
            let message = format!("{name} has no flush: what it has taken it answers");
            return Err(ConfigError::at("flush", message, "leave flush out"));
        }
        let (min, max) = (self.min_tag(), self.max_tag());
        if config.tag > 0 && !(min..=max).contains(&config.tag) {
            let message = format!("{name} has no tag of {} bits", config.tag);
            let help = match self {
                Self::Axi4Lite | Self::Cfu => "leave tag out".to_owned(),
                Self::Axi4Stream => format!("use {min} to {max}, or 0 (no tag)"),
                Self::CvXIf => format!("use {min} to {max}, or leave tag out: numbers have 4 bits then"),
            };
            return Err(ConfigError::at("tag", message, help));
        }
        let reset = match (config.reset, self.resets_low()) {
            (Reset::None, _) => {
                let message = format!("{name} needs a reset: nothing may be shown that nobody asked for");
                return Err(ConfigError::at("reset", message, "choose rst (synchronous) or arst (asynchronous)"));
            }
            (Reset::Rst | Reset::RstN, true) => Reset::RstN,
            (Reset::Rst | Reset::RstN, false) => Reset::Rst,
            (Reset::Arst | Reset::ArstN, true) => Reset::ArstN,
            (Reset::Arst | Reset::ArstN, false) => Reset::Arst,
        };
        // Numbers of instructions there must be; the specification's default is 4 bits.
        let tag = if self == Self::CvXIf && config.tag == 0 { 4 } else { config.tag };
        Ok(Config { handshake: Handshake::ValidReady, ready: Ready::Registered, reset, tag, ..config.clone() })
    }
}

/// What a wrapper adds to a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapped {
    /// Which it is.
    pub wrapper: Wrapper,
    /// Where the parts of an instruction stand.
    pub layout: Layout,
    /// The bits of the flags of a result: none, CC.CF, or CC.CF and `.sat`.
    pub flags: u32,
    /// What identifies the wrapper, on a bus where it can be read.
    pub id: u32,
    /// When a result comes, in a sentence.
    pub timing: String,
    /// Files for those who use it, beside the sources.
    pub documents: Vec<SourceFile>,
}

/// Generates a unit behind the ports of a bus.
///
/// # Errors
/// If the configuration contradicts itself, the unit or the bus.
pub fn wrap(wrapper: Wrapper, unit: Unit, config: &Config) -> Result<Design, ConfigError> {
    let (config, target) = (wrapper.config(config)?, Target::Unit(unit));
    check(target, &config)?;
    let config = config.for_target(target);
    let mut library = Library::default();
    let (inside, Bus { module, text, latency, timing, documents }) =
        build(wrapper, unit, &config, &mut library).map_err(|error| defect(&error))?;
    let (flags, id) = (inside.flags(), inside.id());
    let wrapped = Wrapped { wrapper, layout: inside.layout(), flags, id, timing, documents };
    let top = Top { module: library.add(Built { module, text }), flag_stage: inside.flag_stage };
    Ok(Design { latency, wrapped: Some(wrapped), ..library.design(target, &config, top) })
}

/// The bus around a unit: what each wrapper makes.
struct Bus {
    module: Module,
    text: String,
    /// Clock cycles from an instruction to its result, if nobody waits.
    latency: u32,
    timing: String,
    documents: Vec<SourceFile>,
}

fn build<'a>(
    wrapper: Wrapper,
    unit: Unit,
    config: &'a Config,
    library: &mut Library,
) -> Result<(Inside<'a>, Bus), VerilogError> {
    let inside = Inside::build(wrapper, unit, config, wrapper.inner_tag(config), library)?;
    let bus = match wrapper {
        Wrapper::Axi4Stream => axi4_stream::build(&inside)?,
        Wrapper::Axi4Lite => axi4_lite::build(&inside)?,
        Wrapper::Cfu => cfu::build(&inside)?,
        Wrapper::CvXIf => cv_x_if::build(&inside)?,
    };
    Ok((inside, bus))
}
