//! The buses that a unit can stand behind, and what each of them decides in a configuration.

mod layout;
mod register;

pub use self::layout::{BusField, Layout};
pub use self::register::{BusRegister, FieldKind, RegisterField};
use crate::choice::choice;
use crate::{Choice, Config, ConfigError, Handshake, Ready, Reset, Unit};

choice! {
    /// A bus around a unit.
    pub enum Wrapper {
        /// AXI4-Stream: one beat for an instruction, one for its result.
        Axi4Stream = "axi4-stream",
        /// AXI4-Lite: registers.
        Axi4Lite = "axi4-lite",
        /// The custom function unit of CFU-Playground.
        Cfu = "cfu",
        /// The extension interface CV-X-IF.
        CvXIf = "cv-x-if",
        /// The execute port of an ALU in the GPU Vortex.
        Vortex = "vortex",
    }
}

impl Wrapper {
    /// Returns one line of explanation.
    pub fn doc(self) -> &'static str {
        match self {
            Self::Axi4Stream => "AXI4-Stream: a beat an instruction, a beat a result, in order",
            Self::Axi4Lite => "AXI4-Lite: registers for the issue word, the operands and the result",
            Self::Cfu => "CFU: a custom function unit, for CFU-Playground",
            Self::CvXIf => "CV-X-IF: instructions that a processor offers, and commits or kills",
            Self::Vortex => "the execute port of the GPU Vortex: several threads under one control word",
        }
    }

    /// Returns the name of the module without the prefix, such as `video_axi4_stream`.
    pub fn module_name(self, unit: Unit) -> String {
        format!("{}_{}", unit.name(), self.name().replace('-', "_"))
    }

    /// Returns the name of the instance of the unit that serves a thread. Most buses have one
    /// thread, whose number is 0.
    pub fn instance(self, unit: Unit, thread: u8) -> String {
        match self {
            Self::Vortex => format!("{}_{thread}", unit.instance()),
            _ => unit.instance(),
        }
    }

    /// Returns the number of threads that an instruction is executed for.
    pub fn threads(self, config: &Config) -> u8 {
        if self == Self::Vortex { config.threads } else { 1 }
    }

    /// Returns whether the bus belongs to AXI.
    pub fn is_axi(self) -> bool {
        matches!(self, Self::Axi4Stream | Self::Axi4Lite)
    }

    /// Returns the name of the clock port.
    pub fn clock(self) -> &'static str {
        match self {
            Self::Axi4Stream | Self::Axi4Lite => "aclk",
            Self::Cfu | Self::Vortex => "clk",
            Self::CvXIf => "clk_i",
        }
    }

    /// Returns the name of the reset port.
    pub fn reset(self) -> &'static str {
        match self {
            Self::Axi4Stream | Self::Axi4Lite => "aresetn",
            Self::Cfu | Self::Vortex => "reset",
            Self::CvXIf => "rst_ni",
        }
    }

    /// Returns whether the reset is active low.
    pub fn resets_low(self) -> bool {
        match self {
            Self::Axi4Stream | Self::Axi4Lite | Self::CvXIf => true,
            Self::Cfu | Self::Vortex => false,
        }
    }

    /// Returns the greatest width of a tag in bits, or 0 if the bus has no tags.
    pub fn max_tag(self) -> u8 {
        match self {
            // One bit of the unit's tag carries TLAST.
            Self::Axi4Stream => Config::MAX_TAG - 1,
            Self::Axi4Lite | Self::Cfu => 0,
            Self::CvXIf => 32,
            Self::Vortex => Config::MAX_TAG,
        }
    }

    /// Returns the least width of a tag in bits, or 0 if the bus has no tags.
    fn min_tag(self) -> u8 {
        match self {
            Self::Axi4Stream | Self::Vortex => 1,
            Self::Axi4Lite | Self::Cfu => 0,
            // X_ID_WIDTH is 3 to 32.
            Self::CvXIf => 3,
        }
    }

    /// Returns the configuration of the unit inside the wrapper, which may have another tag and one
    /// more context. `config` is that of the wrapped unit.
    pub fn inner(self, unit: Unit, config: &Config) -> Config {
        let tag = match self {
            // One more bit carries TLAST.
            Self::Axi4Stream => config.tag + 1,
            // The unit has one instruction at a time.
            Self::Axi4Lite | Self::Cfu | Self::CvXIf => 0,
            Self::Vortex => config.tag,
        };
        let has_flag = config.unit_ops(unit).any(|op| Unit::Carry.executes(op));
        // Threads that are masked use a context of their own.
        let spare = u8::from(self == Self::Vortex && has_flag);
        Config { tag, contexts: config.contexts + spare, ..config.clone() }
    }

    /// Returns the configuration of the wrapped unit, with the settings that the bus requires.
    ///
    /// # Errors
    /// Fails if the bus does not support a key of the configuration.
    pub fn config(self, config: &Config) -> Result<Config, ConfigError> {
        let name = self.name();
        if config.handshake == Handshake::None {
            let message = format!("{name} needs a valid signal, which handshake = \"none\" does not have");
            return Err(ConfigError::at("handshake", message, "leave handshake out: the wrapper chooses valid-ready"));
        }
        if config.clock_enable {
            let message = format!("{name} has no clock enable");
            return Err(ConfigError::at("clock_enable", message, "leave clock_enable out"));
        }
        if config.flush {
            let message =
                format!("{name} does not support a flush, because every accepted instruction gets a response");
            return Err(ConfigError::at("flush", message, "leave flush out"));
        }
        let (min, max) = (self.min_tag(), self.max_tag());
        if config.tag > 0 && !(min..=max).contains(&config.tag) {
            let message = format!("{name} does not support a tag of {} bits", config.tag);
            let help = match self {
                Self::Axi4Lite | Self::Cfu => "leave tag out".to_owned(),
                Self::Axi4Stream | Self::Vortex => format!("use {min} to {max}, or 0 (no tag)"),
                Self::CvXIf => format!("use {min} to {max}, or leave tag out (4 bits)"),
            };
            return Err(ConfigError::at("tag", message, help));
        }
        if self == Self::Vortex && config.contexts == Config::MAX_CONTEXTS {
            let message = format!("{name} needs one context for threads that are masked");
            return Err(ConfigError::at("contexts", message, format!("use 1 to {}", Config::MAX_CONTEXTS - 1)));
        }
        let reset = match (config.reset, self.resets_low()) {
            (Reset::None, _) => {
                let message = format!("{name} needs a reset, so that it does not show a result without an instruction");
                return Err(ConfigError::at("reset", message, "choose rst (synchronous) or arst (asynchronous)"));
            }
            (Reset::Rst | Reset::RstN, true) => Reset::RstN,
            (Reset::Rst | Reset::RstN, false) => Reset::Rst,
            (Reset::Arst | Reset::ArstN, true) => Reset::ArstN,
            (Reset::Arst | Reset::ArstN, false) => Reset::Arst,
        };
        // CV-X-IF requires numbers for instructions; the default of the specification is 4 bits.
        let tag = if self == Self::CvXIf && config.tag == 0 { 4 } else { config.tag };
        let config = config.clone().behind(Some(self));
        Ok(Config { handshake: Handshake::ValidReady, ready: Ready::Registered, reset, tag, ..config })
    }
}
