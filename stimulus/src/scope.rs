//! The scope of a module: the instructions and contexts that its vectors use.

use std::collections::BTreeSet;

use vidalu_model::isa::{Instruction, Operation};

/// The instructions and contexts of a module. By default, a module has all instructions and one
/// context.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// The operations: key `ops` of a configuration.
    pub ops: BTreeSet<Operation>,
    /// The number of contexts, each with a CC.CF of its own, 1 to 64: key `contexts`.
    pub contexts: u8,
    /// Whether the 64-bit carry instructions exist: key `wide`.
    pub wide: bool,
    /// Whether the 64-bit carry instructions that multiply exist: key `mad64`, unless it is `none`.
    pub mad64: bool,
}

impl Default for Scope {
    fn default() -> Self {
        Self { ops: Operation::usual().collect(), contexts: 1, wide: true, mad64: true }
    }
}

impl Scope {
    /// The largest number of contexts.
    pub const MAX_CONTEXTS: u8 = 64;

    /// The keys of a configuration that decide about vectors.
    pub const KEYS: [&str; 4] = ["ops", "contexts", "wide", "mad64"];

    /// The keys of a configuration that change no vector.
    pub const OTHER_KEYS: [&str; 19] = [
        "handshake",
        "ready",
        "clock_enable",
        "flush",
        "reset",
        "reset_data",
        "tag",
        "sat_o",
        "rs3",
        "shared",
        "threads",
        "style",
        "goal",
        "adder",
        "multiplier",
        "prefix",
        "profile",
        "language",
        "depth",
    ];

    /// Returns whether a module has the instruction.
    pub fn has(&self, instruction: &Instruction) -> bool {
        self.ops.contains(&instruction.operation()) && has_width(instruction, self.wide, self.mad64)
    }
}

/// Returns whether an instruction exists at its width: 64-bit instructions need `wide`, and 64-bit
/// products need `mad64` too.
pub fn has_width(instruction: &Instruction, wide: bool, mad64: bool) -> bool {
    let is_product = matches!(instruction.operation(), Operation::MadCc | Operation::Madc | Operation::Mul);
    instruction.width() == 32 || wide && (mad64 || !is_product)
}
