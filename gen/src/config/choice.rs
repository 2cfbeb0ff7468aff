//! Options that are one of several names.

use serde::{Deserialize, Serialize};

/// An option with a name for each value, the same in TOML, on the command line and in headers.
pub trait Choice: Copy + PartialEq + Send + Sync + 'static {
    /// All values.
    const ALL: &[Self];

    /// The name of a value.
    fn name(self) -> &'static str;
}

/// How a cycle says that it carries an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Handshake {
    /// Every cycle carries one: no valid ports.
    #[serde(rename = "none")]
    None,
    /// `valid_i` comes with the instruction, `valid_o` with its result.
    #[serde(rename = "valid")]
    Valid,
    /// The same, and an instruction moves only where the receiver is ready: `ready_o`, `ready_i`.
    #[serde(rename = "valid-ready")]
    ValidReady,
    /// That of a unit inside another, which says when all rows take over: `advance_i`. Nobody can ask for it.
    #[serde(skip)]
    Inner,
}

impl Choice for Handshake {
    const ALL: &[Self] = &[Self::None, Self::Valid, Self::ValidReady];

    fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Valid => "valid",
            Self::ValidReady => "valid-ready",
            Self::Inner => "inner",
        }
    }
}

/// Where `ready_o` comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Ready {
    /// From `ready_i`, in the same cycle.
    #[serde(rename = "direct")]
    Direct,
    /// From a register: one instruction waits at the inputs where the receiver was not ready.
    #[serde(rename = "registered")]
    Registered,
}

impl Choice for Ready {
    const ALL: &[Self] = &[Self::Direct, Self::Registered];

    fn name(self) -> &'static str {
        match self {
            Self::Direct => "direct",
            Self::Registered => "registered",
        }
    }
}

/// The reset of the control registers (the valid bits and CC.CF).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Reset {
    /// `rst_i`, synchronous, active high.
    #[serde(rename = "rst")]
    Rst,
    /// `rst_ni`, synchronous, active low.
    #[serde(rename = "rst_n")]
    RstN,
    /// `rst_i`, asynchronous, active high.
    #[serde(rename = "arst")]
    Arst,
    /// `rst_ni`, asynchronous, active low.
    #[serde(rename = "arst_n")]
    ArstN,
    /// No reset.
    #[serde(rename = "none")]
    None,
}

impl Choice for Reset {
    const ALL: &[Self] = &[Self::Rst, Self::RstN, Self::Arst, Self::ArstN, Self::None];

    fn name(self) -> &'static str {
        match self {
            Self::Rst => "rst",
            Self::RstN => "rst_n",
            Self::Arst => "arst",
            Self::ArstN => "arst_n",
            Self::None => "none",
        }
    }
}

impl Reset {
    /// The port, if there is a reset.
    pub fn port(self) -> Option<&'static str> {
        match self {
            Self::Rst | Self::Arst => Some("rst_i"),
            Self::RstN | Self::ArstN => Some("rst_ni"),
            Self::None => None,
        }
    }

    /// Whether a low level resets.
    pub fn is_active_low(self) -> bool {
        matches!(self, Self::RstN | Self::ArstN)
    }

    /// Whether it takes effect without a clock edge.
    pub fn is_asynchronous(self) -> bool {
        matches!(self, Self::Arst | Self::ArstN)
    }
}

/// Whose semantics the hardware has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Profile {
    /// The manual's.
    #[serde(rename = "manual")]
    Manual,
    /// What is recorded of GPUs: SEMANTICS H1 and H2.
    #[serde(rename = "hardware")]
    Hardware,
}

impl Choice for Profile {
    const ALL: &[Self] = &[Self::Manual, Self::Hardware];

    fn name(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Hardware => "hardware",
        }
    }
}

/// How adders are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Adder {
    /// `+`: the tool chooses.
    #[serde(rename = "+")]
    Plus,
    /// A chain of full adders.
    #[serde(rename = "ripple")]
    Ripple,
    /// Groups computed for both carries.
    #[serde(rename = "carry-select")]
    CarrySelect,
    /// A prefix tree with few nodes.
    #[serde(rename = "brent-kung")]
    BrentKung,
    /// A prefix tree with few levels and many wires.
    #[serde(rename = "kogge-stone")]
    KoggeStone,
    /// A prefix tree with few levels and a high fan-out.
    #[serde(rename = "sklansky")]
    Sklansky,
}

impl Choice for Adder {
    const ALL: &[Self] =
        &[Self::Plus, Self::Ripple, Self::CarrySelect, Self::BrentKung, Self::KoggeStone, Self::Sklansky];

    fn name(self) -> &'static str {
        match self {
            Self::Plus => "+",
            Self::Ripple => "ripple",
            Self::CarrySelect => "carry-select",
            Self::BrentKung => "brent-kung",
            Self::KoggeStone => "kogge-stone",
            Self::Sklansky => "sklansky",
        }
    }
}

/// How multipliers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Multiplier {
    /// `*`: the tool chooses.
    #[serde(rename = "*")]
    Star,
    /// A row for each bit, summed one after the other.
    #[serde(rename = "array")]
    Array,
    /// Radix-4 Booth rows, summed one after the other.
    #[serde(rename = "booth4")]
    Booth4,
    /// Radix-4 Booth rows, reduced in stages.
    #[serde(rename = "booth4-dadda")]
    Booth4Dadda,
}

impl Choice for Multiplier {
    const ALL: &[Self] = &[Self::Star, Self::Array, Self::Booth4, Self::Booth4Dadda];

    fn name(self) -> &'static str {
        match self {
            Self::Star => "*",
            Self::Array => "array",
            Self::Booth4 => "booth4",
            Self::Booth4Dadda => "booth4-dadda",
        }
    }
}

/// How the datapath of a unit is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Style {
    /// Blocks that operations share, for few gates and short paths.
    #[serde(rename = "optimized")]
    Optimized,
    /// What an instruction does, as the manual says it: for readers, and for simulators that execute it several times faster.
    #[serde(rename = "behavioral")]
    Behavioral,
}

impl Choice for Style {
    const ALL: &[Self] = &[Self::Optimized, Self::Behavioral];

    fn name(self) -> &'static str {
        match self {
            Self::Optimized => "optimized",
            Self::Behavioral => "behavioral",
        }
    }
}

/// How the carry unit multiplies 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Mad64 {
    /// Not at all: `mad`, `madc` and `mul` have 32 bits.
    #[serde(rename = "none")]
    None,
    /// In three cycles for `.lo` and four for `.hi`, with the multiplier of the 32-bit instructions; a sender must wait
    /// meanwhile.
    #[serde(rename = "iterative")]
    Iterative,
    /// In one cycle.
    #[serde(rename = "full")]
    Full,
}

impl Choice for Mad64 {
    const ALL: &[Self] = &[Self::None, Self::Iterative, Self::Full];

    fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Iterative => "iterative",
            Self::Full => "full",
        }
    }
}

/// The language of the generated text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Language {
    /// Verilog-2005.
    #[serde(rename = "verilog")]
    Verilog,
    /// SystemVerilog-2017.
    #[serde(rename = "systemverilog")]
    SystemVerilog,
}

impl Choice for Language {
    const ALL: &[Self] = &[Self::Verilog, Self::SystemVerilog];

    fn name(self) -> &'static str {
        match self {
            Self::Verilog => "verilog",
            Self::SystemVerilog => "systemverilog",
        }
    }
}

impl Language {
    /// How the files end.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Verilog => "v",
            Self::SystemVerilog => "sv",
        }
    }
}
