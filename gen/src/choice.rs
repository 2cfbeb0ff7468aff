//! Settings that are one of several names.

/// A setting with a name for each value; the same name in TOML, on the command line and in headers.
pub trait Choice: Copy + PartialEq + Send + Sync + 'static {
    /// Every value that a user can ask for.
    const ALL: &[Self];

    /// Returns the name of a value.
    fn name(self) -> &'static str;
}

/// Returns the names of all values.
pub(crate) fn names<T: Choice>() -> Vec<&'static str> {
    T::ALL.iter().map(|value| value.name()).collect()
}

/// Defines a [`Choice`]: an enum with the name of each variant, which is also its form in TOML and
/// JSON.
///
/// Variants under `@internal` have a name for headers, but a user cannot ask for them.
macro_rules! choice {
    (
        $(#[$meta:meta])*
        pub enum $Type:ident {
            $($(#[$doc:meta])* $Variant:ident = $name:tt,)+
            $(@internal { $($(#[$inner_doc:meta])* $Inner:ident = $inner_name:tt,)+ })?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $Type {
            $($(#[$doc])* #[serde(rename = $name)] $Variant,)+
            $($($(#[$inner_doc])* #[serde(rename = $inner_name, skip_deserializing)] $Inner,)+)?
        }

        impl $crate::Choice for $Type {
            const ALL: &[Self] = &[$(Self::$Variant),+];

            fn name(self) -> &'static str {
                match self {
                    $(Self::$Variant => $name,)+
                    $($(Self::$Inner => $inner_name,)+)?
                }
            }
        }
    };
}
pub(crate) use choice;

choice! {
    /// How a clock cycle says that it carries an instruction.
    pub enum Handshake {
        /// Every cycle carries an instruction; there are no valid ports.
        None = "none",
        /// `valid_i` comes with the instruction, `valid_o` with its result.
        Valid = "valid",
        /// Like `valid`, and an instruction moves only when the receiver is ready: `ready_o`,
        /// `ready_i`.
        ValidReady = "valid-ready",
        @internal {
            /// The handshake of a unit inside another one, which tells it by `advance_i` when all
            /// rows of registers move.
            Inner = "inner",
        }
    }
}

choice! {
    /// Where `ready_o` comes from.
    pub enum Ready {
        /// From `ready_i`, in the same cycle.
        Direct = "direct",
        /// From a register: one instruction can wait at the inputs while the receiver is not ready.
        Registered = "registered",
    }
}

choice! {
    /// The reset of the control registers (the valid bits and CC.CF).
    pub enum Reset {
        /// `rst_i`, synchronous, active high.
        Rst = "rst",
        /// `rst_ni`, synchronous, active low.
        RstN = "rst_n",
        /// `rst_i`, asynchronous, active high.
        Arst = "arst",
        /// `rst_ni`, asynchronous, active low.
        ArstN = "arst_n",
        /// No reset.
        None = "none",
    }
}

impl Reset {
    /// Returns the name of the reset port, if there is a reset.
    pub fn port(self) -> Option<&'static str> {
        match self {
            Self::Rst | Self::Arst => Some("rst_i"),
            Self::RstN | Self::ArstN => Some("rst_ni"),
            Self::None => None,
        }
    }

    /// Returns whether a low level resets.
    pub fn is_active_low(self) -> bool {
        matches!(self, Self::RstN | Self::ArstN)
    }

    /// Returns whether the reset takes effect without a clock edge.
    pub fn is_asynchronous(self) -> bool {
        matches!(self, Self::Arst | Self::ArstN)
    }
}

choice! {
    /// The third source register of an instruction on CV-X-IF, which carries the operand `c`.
    pub enum Rs3 {
        /// The register that rd names, before the instruction: for hosts that read rd as rs3.
        Rd = "rd",
        /// The register in bits 31..27 of the instruction, as in the R4 format.
        R4 = "r4",
        /// None, for hosts with two read ports: a command sets `c`, which is held.
        None = "none",
    }
}

choice! {
    /// Which semantics the hardware has.
    pub enum Profile {
        /// The semantics of the manual.
        Manual = "manual",
        /// The semantics recorded from GPUs: decisions H1 and H2 of docs/semantics.md.
        Hardware = "hardware",
    }
}

choice! {
    /// The architecture of adders.
    pub enum Adder {
        /// `+`: the synthesis tool chooses.
        Plus = "+",
        /// A chain of full adders.
        Ripple = "ripple",
        /// Groups of bits computed for both values of their carry.
        CarrySelect = "carry-select",
        /// A prefix tree with few nodes.
        BrentKung = "brent-kung",
        /// A prefix tree with few levels and many wires.
        KoggeStone = "kogge-stone",
        /// A prefix tree with few levels and a high fan-out.
        Sklansky = "sklansky",
    }
}

choice! {
    /// The architecture of multipliers.
    pub enum Multiplier {
        /// `*`: the synthesis tool chooses.
        Star = "*",
        /// A row for each bit, summed one after the other.
        Array = "array",
        /// Radix-4 Booth rows, summed one after the other.
        Booth4 = "booth4",
        /// Radix-4 Booth rows, reduced in stages.
        Booth4Dadda = "booth4-dadda",
        /// Radix-4 Booth rows, six bits of a column at a time reduced to three: for devices with
        /// tables of six inputs.
        Booth4Counters = "booth4-counters",
    }
}

choice! {
    /// How the datapath of a unit is written.
    pub enum Style {
        /// Blocks that operations share, for few gates and short paths.
        Optimized = "optimized",
        /// The operations of each instruction as the manual states them: for readers, and for
        /// simulators, which execute this style several times faster.
        Behavioral = "behavioral",
    }
}

choice! {
    /// The purpose that the optimized text of a unit suits best.
    pub enum Goal {
        /// A compromise: each operation has a circuit of its own behind the parts that it shares.
        Balanced = "balanced",
        /// Few lookup tables: circuits are joined where one table computes a bit of both.
        Tables = "tables",
        /// Few levels of logic, for the cells of an ASIC or a high clock: stages compute in
        /// parallel.
        Cells = "cells",
    }
}

choice! {
    /// How the carry unit multiplies 64 bits.
    pub enum Mad64 {
        /// Not at all: `mad`, `madc` and `mul` have 32 bits.
        None = "none",
        /// In three cycles for `.lo` and four for `.hi`, with the multiplier of the 32-bit
        /// instructions; the sender must wait meanwhile.
        Iterative = "iterative",
        /// In one cycle.
        Full = "full",
    }
}

choice! {
    /// The language of the generated files.
    pub enum Language {
        /// Verilog-2005.
        Verilog = "verilog",
        /// SystemVerilog-2017.
        SystemVerilog = "systemverilog",
    }
}

impl Language {
    /// Returns the extension of file names, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Verilog => "v",
            Self::SystemVerilog => "sv",
        }
    }
}
