//! A unit with its gates and its text.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use vidalu_gen::{Target, Unit};
use vidalu_model::control::{self, UNIT};
use vidalu_model::cycle::{Shape, steps_by_words};
use vidalu_model::flow::ResetKind;
use vidalu_model::golden::Profile;
use vidalu_model::isa::{Instruction, Operation};
use vidalu_stimulus::{has_width, mask};

use crate::gates::Gates;
use crate::vectors::Vectors;

/// A unit: its hardware as gates, and what is known about it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Machine {
    /// The name in questions and links.
    pub id: String,
    /// The unit, as the command line names it.
    pub unit: String,
    /// The unit and what is special about its configuration, in a few words.
    pub title: String,
    /// The configuration in one line.
    pub config: String,
    /// The reading of the manual that the hardware follows.
    pub profile: String,
    /// The operations, by their names.
    pub operations: Vec<String>,
    /// Whether the unit has 64-bit instructions.
    pub wide: bool,
    /// Whether the unit has 64-bit products.
    pub mad64: bool,
    /// Whether 64-bit products enter in steps.
    pub by_words: bool,
    /// Whether scalar and SIMD instructions share a datapath inside the unit.
    pub shared: bool,
    /// The number of contexts, each with a CC.CF of its own.
    pub contexts: u8,
    /// Whether the text is not vidalu's, or may have been edited.
    pub foreign: bool,
    /// Latency and handshake.
    pub timing: Timing,
    /// The inputs except the clock.
    pub inputs: Vec<Pin>,
    /// The outputs.
    pub outputs: Vec<Pin>,
    /// The name of the top module.
    pub top: String,
    /// The modules by their names.
    pub modules: BTreeMap<String, Source>,
    /// The module of each instance, by the path below the top module.
    pub instances: BTreeMap<String, String>,
    /// The gates.
    pub gates: Gates,
    /// The named wires, by their paths below the top module.
    pub wires: BTreeMap<String, Wire>,
    /// The vectors of the unit, once they were asked for.
    #[serde(skip)]
    pub vectors: Vectors,
}

/// Latency and handshake of a unit.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Timing {
    /// The number of rows of registers from an instruction to its result.
    pub depth: u32,
    /// Whether the unit has `valid_i` and `valid_o`.
    pub valid: bool,
    /// Whether the unit has `ready_i` and `ready_o`.
    pub ready: bool,
    /// Whether `ready_o` comes from a register.
    pub registered_ready: bool,
    /// Whether the unit has `ce_i`.
    pub clock_enable: bool,
    /// Whether the unit has `flush_i`.
    pub flush: bool,
    /// The reset, if any.
    pub reset: Option<Reset>,
    /// The width of the tag in bits; 0 without a tag.
    pub tag: u32,
    /// The stage in which CC.CF is read and written, if the unit has it.
    pub flag_stage: Option<u32>,
}

/// The reset of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Reset {
    /// The port.
    pub port: String,
    /// The level that resets.
    pub active: bool,
    /// Whether it acts at once, and not at the clock edge.
    pub asynchronous: bool,
}

/// A port of a unit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pin {
    /// The name.
    pub name: String,
    /// The width in bits.
    pub width: u32,
}

/// A wire.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Wire {
    /// The literals of its bits, the lowest first.
    pub bits: Vec<u32>,
    /// The number of rows of registers that an instruction has passed when the wire shows its
    /// value.
    pub row: u32,
    /// The wire that this one is connected to, or whose registered copy it is: both show the same
    /// value of an instruction.
    pub same: Option<String>,
}

/// The text of a module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Source {
    /// The file.
    pub file: String,
    /// The text.
    pub text: String,
    /// The text in the behavioral style, if it differs.
    pub behavioral: Option<String>,
    /// The picture of the inside, if the page has one.
    pub picture: Option<Picture>,
    /// The ports and nets.
    pub nets: Vec<Shown>,
    /// The instances.
    pub instances: Vec<Instance>,
    /// The stages and rows of registers, as the page draws them; empty for a block.
    pub items: Vec<serde_json::Value>,
}

/// The picture of the inside of a module, which the page draws above the nets.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Picture {
    /// An adder: where carries are generated, propagated and cut.
    Adder,
    /// The shifter of both directions: its levels.
    Shifter,
    /// The choice of a part of a register.
    Select,
    /// The clamp of a scalar result: its two comparisons.
    Clamp,
    /// The clamp of lanes: two comparisons for each lane.
    Lanes,
    /// A multiplier that is left to the synthesis tool: digits of the right factor.
    Product,
    /// The rows of a multiplier, at their weights.
    Rows {
        /// The rows.
        rows: Vec<Row>,
        /// Whether each row is a digit of radix 4 times the left factor, or a bit of the right one.
        booth: bool,
    },
    /// Stages of compressors.
    Compressors {
        /// The stages, the first one first.
        stages: Vec<Vec<Compressor>>,
    },
}

/// A row of a multiplier.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Row {
    /// The net.
    pub net: String,
    /// The weight of its lowest bit, as a power of two.
    pub lo: u32,
}

/// A compressor, which turns three numbers into two with the same sum, or six into three.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Compressor {
    /// The nets of the three or six numbers.
    pub of: Vec<String>,
    /// The nets of the bits of the count of ones in each column, the lowest bits first.
    pub made: Vec<String>,
}

/// A net or a port in the text of a module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Shown {
    /// The name.
    pub name: String,
    /// The width in bits.
    pub width: u32,
    /// The line of its declaration, counted from 1.
    pub line: usize,
    /// `in` or `out` for a port.
    pub dir: Option<String>,
}

/// An instance in the text of a module.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Instance {
    /// The name.
    pub name: String,
    /// The name of its module.
    pub module: String,
    /// The line where it begins, counted from 1.
    pub line: usize,
}

impl Machine {
    /// Returns the unit.
    pub(crate) fn target(&self) -> Unit {
        match self.unit.parse() {
            Ok(Target::Unit(unit)) => unit,
            _ => unreachable!("a machine is a unit"),
        }
    }

    /// Returns the profile of the hardware.
    pub(crate) fn profile(&self) -> Profile {
        named(&self.profile).expect("a machine has a profile of the model")
    }

    /// Returns whether the unit executes an instruction.
    pub(crate) fn has(&self, instruction: &Instruction) -> bool {
        self.operations().any(|own| own == instruction.operation()) && has_width(instruction, self.wide, self.mad64)
    }

    /// Returns the operations.
    pub(crate) fn operations(&self) -> impl Iterator<Item = Operation> {
        self.operations.iter().filter_map(|name| name.parse().ok())
    }

    /// Returns the width of an input; 0 if the unit does not have it.
    pub(crate) fn input_width(&self, name: &str) -> u32 {
        self.inputs.iter().find(|pin| pin.name == name).map_or(0, |pin| pin.width)
    }

    /// Returns the value at `ctl_i` for an instruction.
    pub(crate) fn ctl(&self, instruction: &Instruction) -> u64 {
        control::encode(instruction) & mask(self.input_width("ctl_i"))
    }

    /// Returns the whole control word for a value at `ctl_i`, with the code of the unit.
    pub(crate) fn whole(&self, ctl: u64) -> Option<u64> {
        match self.unit.as_str() {
            "lanes" | "video" => Some(ctl),
            name => control::whole(vidalu_model::isa::Unit::ALL.into_iter().find(|unit| unit.name() == name)?, ctl),
        }
    }

    /// Returns whether `ctl_i` carries the code of the unit.
    pub(crate) fn has_unit_code(&self) -> bool {
        self.input_width("ctl_i") > UNIT.lo
    }

    /// Returns the number of steps in which an instruction enters.
    pub(crate) fn steps(&self, instruction: &Instruction) -> u32 {
        if self.by_words { steps_by_words(instruction) } else { 1 }
    }

    /// Returns the shape, for the model of the unit.
    pub(crate) fn shape(&self, profile: Profile) -> Shape {
        let is_asynchronous = self.timing.reset.as_ref().is_some_and(|reset| reset.asynchronous);
        Shape {
            depth: self.timing.depth as usize,
            flag_stage: self.timing.flag_stage.unwrap_or(0) as usize,
            contexts: self.contexts.into(),
            reset: if is_asynchronous { ResetKind::Asynchronous } else { ResetKind::Synchronous },
            registered_ready: self.timing.registered_ready,
            profile,
        }
    }
}

/// Returns the profile of this name.
pub(crate) fn named(profile: &str) -> Option<Profile> {
    Profile::ALL.into_iter().find(|known| known.name() == profile)
}
