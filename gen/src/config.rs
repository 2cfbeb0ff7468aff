//! What to generate: the configuration, its checks, and its forms as text.

mod check;
mod depth;
mod error;
mod file;
mod key;
mod text;

use std::collections::BTreeSet;

use crate::choice::{
    self, Adder, Choice, Goal, Handshake, Language, Mad64, Multiplier, Profile, Ready, Reset, Rs3, Style,
};
use crate::{Block, Operation, Target, Unit, Wrapper};
pub use depth::Depth;
pub use error::ConfigError;
pub use file::ConfigFile;
use key::keys;
pub use key::{Key, Values};

keys! {
    /// Operations to keep; the control words of all others give undefined results.
    ops: BTreeSet<Operation> = Operation::usual().collect() => {
        values: Values::Operations,
        units: &[Unit::Scalar, Unit::Simd, Unit::Carry, Unit::Lanes, Unit::Video],
        in_every_header: true,
    }

    /// Handshake: an instruction in every cycle, valid signals, or valid and ready signals.
    handshake: Handshake = Handshake::Valid => {
        values: Values::Names(choice::names::<Handshake>),
        units: Unit::ALL,
        in_every_header: true,
    }

    /// Source of ready_o, with the handshake valid-ready: ready_i in the same cycle, or a register.
    ready: Ready = Ready::Direct => {
        values: Values::Names(choice::names::<Ready>),
        units: Unit::ALL,
    }

    /// Add the input ce_i, a clock enable: in a cycle without it, nothing moves.
    clock_enable: bool = false => {
        values: Values::Flag,
        units: Unit::ALL,
    }

    /// Add the input flush_i, which drops the instructions in flight.
    flush: bool = false => {
        values: Values::Flag,
        units: Unit::ALL,
    }

    /// Reset of the valid bits and of CC.CF: _n is active low, arst is asynchronous.
    reset: Reset = Reset::Rst => {
        values: Values::Names(choice::names::<Reset>),
        units: Unit::ALL,
        in_every_header: true,
    }

    /// Reset the data registers too.
    reset_data: bool = false => {
        values: Values::Flag,
        units: Unit::ALL,
    }

    /// Width in bits of a tag that goes with each instruction from tag_i to tag_o; 0 for no tag.
    tag: u8 = 0 => {
        values: Values::Number { min: 0, max: Config::MAX_TAG, tried: &[0, 1, 5, 64], unit: "BITS" },
        units: Unit::ALL,
    }

    /// Add the output sat_o, which says whether .sat changed the result.
    sat_o: bool = false => {
        values: Values::Flag,
        units: &[Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Lanes, Unit::Video],
    }

    /// Source of c behind wrapper cv-x-if: the register rd, the field rs3 of R4, or a held value.
    rs3: Rs3 = Rs3::Rd => {
        values: Values::Names(choice::names::<Rs3>),
        wrapper: Some(Wrapper::CvXIf),
    }

    /// Threads of the hardware behind wrapper vortex, each with a unit; Vortex calls them lanes.
    threads: u8 = 4 => {
        values: Values::Number { min: 1, max: Config::MAX_THREADS, tried: &[1, 3, 4], unit: "COUNT" },
        wrapper: Some(Wrapper::Vortex),
    }

    /// Build the scalar and SIMD instructions of unit video on one datapath, unit lanes.
    shared: bool = false => {
        values: Values::Flag,
        units: &[Unit::Video],
    }

    /// Number of contexts of the carry unit; each has its own CC.CF.
    contexts: u8 = 1 => {
        values: Values::Number { min: 1, max: Config::MAX_CONTEXTS, tried: &[1, 2, 5, 64], unit: "COUNT" },
        units: &[Unit::Carry, Unit::Video],
    }

    /// Give the carry unit its 64-bit instructions.
    wide: bool = true => {
        values: Values::Flag,
        units: &[Unit::Carry, Unit::Video],
    }

    /// How the carry unit multiplies 64 bits: not at all, in 3 or 4 cycles, or in one cycle.
    mad64: Mad64 = Mad64::Full => {
        values: Values::Names(choice::names::<Mad64>),
        units: &[Unit::Carry, Unit::Video],
    }

    /// How the datapath is written: optimized for gates, or behavioral, as the manual states it.
    style: Style = Style::Optimized => {
        values: Values::Names(choice::names::<Style>),
        units: &[Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Video],
    }

    /// Purpose of the optimized style: a compromise, few lookup tables, or few levels of cells.
    goal: Goal = Goal::Balanced => {
        values: Values::Names(choice::names::<Goal>),
        units: &[Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Video],
        blocks: &[
            Block::Compare,
            Block::Secondary,
            Block::LaneSelect,
            Block::SegmentedAdder,
            Block::Accumulate,
            Block::Multiplier,
        ],
    }

    /// Architecture of the adders; + leaves it to the synthesis tool.
    adder: Adder = Adder::Plus => {
        values: Values::Names(choice::names::<Adder>),
        units: &[Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Video],
        blocks: &[
            Block::Adder34,
            Block::Compare,
            Block::Secondary,
            Block::Accumulate,
            Block::Multiplier,
            Block::CarryAdder,
        ],
        in_every_header: true,
    }

    /// Architecture of the multipliers; * leaves it to the synthesis tool.
    multiplier: Multiplier = Multiplier::Star => {
        values: Values::Names(choice::names::<Multiplier>),
        units: &[Unit::Vmad, Unit::Carry, Unit::Video],
        blocks: &[Block::Multiplier],
        in_every_header: true,
    }

    /// Prefix of the names of all modules, headers and macros.
    prefix: String = "vidalu_".to_owned() => {
        values: Values::Prefix,
        units: Unit::ALL,
        blocks: Block::ALL,
        in_every_header: true,
    }

    /// Semantics of the hardware: as the manual states them, or as recorded from GPUs.
    profile: Profile = Profile::Manual => {
        values: Values::Names(choice::names::<Profile>),
        units: &[Unit::Scalar, Unit::Carry, Unit::Lanes, Unit::Video],
        blocks: &[Block::Secondary, Block::CarryAdder],
        in_every_header: true,
    }

    /// Language of the generated files.
    language: Language = Language::Verilog => {
        values: Values::Names(choice::names::<Language>),
        units: Unit::ALL,
        blocks: Block::ALL,
        in_every_header: true,
    }

    /// Number of register rows, which is the latency in clock cycles; 0 is combinational.
    depth: Depth = Depth::default() => {
        values: Values::Depth,
        units: Unit::ALL,
    }
}

impl Config {
    /// The greatest depth of a unit.
    pub const MAX_DEPTH: u8 = 8;
    /// The longest prefix in characters, so that generated lines stay within 100 columns.
    pub const MAX_PREFIX: usize = 32;
    /// The greatest width of a tag in bits.
    pub const MAX_TAG: u8 = 64;
    /// The greatest number of contexts.
    pub const MAX_CONTEXTS: u8 = 64;
    /// The greatest number of threads under one control word.
    pub const MAX_THREADS: u8 = 16;

    /// Returns whether an operation is kept.
    pub fn has(&self, operation: Operation) -> bool {
        self.ops.contains(&operation)
    }

    /// Returns the kept operations of a unit. Unit `lanes` has those of `scalar` and `simd`, unit
    /// `video` has all.
    pub fn unit_ops(&self, unit: Unit) -> impl Iterator<Item = Operation> + '_ {
        self.ops.iter().copied().filter(move |op| unit.executes(*op))
    }

    /// Returns the operations beyond the usual ones ([`Operation::usual`]), if every unit that
    /// keeps an operation keeps all of its usual ones.
    pub fn beyond_all(&self) -> Option<impl Iterator<Item = Operation> + '_> {
        let units: BTreeSet<_> = self.ops.iter().map(|op| op.unit()).collect();
        let keeps = Operation::usual().filter(|op| units.contains(&op.unit())).all(|op| self.has(op));
        keeps.then(|| self.ops.iter().copied().filter(|op| op.is_packed()))
    }

    /// Returns whether `operation` multiplies 64 bits in several steps.
    pub(crate) fn multiplies_in_steps(&self, operation: Operation) -> bool {
        let multiplies = matches!(operation, Operation::MadCc | Operation::Madc | Operation::Mul);
        multiplies && self.wide && self.mad64 == Mad64::Iterative
    }

    /// Returns the name of a module: the prefix and the name of the unit or block.
    pub fn module_name(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    /// Returns the beginning of the names of headers, functions and macros: the prefix, or
    /// `vidalu_` if modules have none.
    pub(crate) fn stem(&self) -> &str {
        if self.prefix.is_empty() { "vidalu_" } else { &self.prefix }
    }

    /// Returns the beginning of the names of macros.
    pub(crate) fn macro_stem(&self) -> String {
        self.stem().to_uppercase()
    }

    /// Returns the name of the Verilog header with the fields of the control word.
    pub fn defs(&self) -> String {
        format!("{}defs.vh", self.stem())
    }

    /// Returns the configuration with the defaults of the keys that only other wrappers have.
    #[must_use]
    pub fn behind(mut self, wrapper: Option<Wrapper>) -> Self {
        let default = Self::default();
        for key in Key::ALL.iter().filter(|key| key.wrapper.is_some() && key.wrapper != wrapper) {
            (key.set)(&mut self, (key.get)(&default)).expect("it is a value of the same key");
        }
        self
    }

    /// Returns the part of the configuration that `target` uses, with defaults for the rest.
    ///
    /// A unit uses its own operations and its own depth, and every other key as it is. A block uses
    /// the keys that concern any block.
    pub fn for_target(&self, target: Target) -> Self {
        match target {
            Target::Unit(unit) => {
                Self { ops: self.unit_ops(unit).collect(), depth: self.depth.of(unit).into(), ..self.clone() }
            }
            Target::Block(_) => {
                let mut config = Self::default();
                for key in Key::ALL.iter().filter(|key| !key.blocks.is_empty()) {
                    (key.set)(&mut config, (key.get)(self)).expect("it is a value of the same key");
                }
                config
            }
        }
    }
}
