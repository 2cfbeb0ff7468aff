//! Errors of the stimulus.

use miette::Diagnostic;
use thiserror::Error;
use vidalu_model::Fault;
use vidalu_model::golden::block::Block;
use vidalu_model::isa::Operation;

/// Why vectors cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq, Error, Diagnostic)]
pub enum StimulusError {
    /// No unit and no block has this name.
    #[error("unknown unit or block `{name}`")]
    #[diagnostic(help("the units are scalar, simd, vmad, carry, lanes and video, the blocks {}", blocks()))]
    UnknownModule {
        /// The name.
        name: String,
    },
    /// The module has none of the instructions that it needs.
    #[error("unit {module} has no instruction of {unit}")]
    #[diagnostic(help("add {}", operations(unit)))]
    NoInstruction {
        /// The name of the unit.
        module: &'static str,
        /// The unit of the missing instructions: the same unit, or a part of it.
        unit: &'static str,
    },
    /// The last of the vectors lies beyond the end of the sequence.
    #[error("{count} vectors from number {first} on end beyond the sequence, which has 2^63 vectors")]
    #[diagnostic(help("use a smaller first vector or fewer vectors"))]
    BeyondEnd {
        /// The first of the vectors.
        first: u64,
        /// The number of vectors.
        count: u64,
    },
}

/// Returns the operations that a unit could have.
fn operations(unit: &str) -> String {
    let own = Operation::ALL.into_iter().filter(|operation| operation.unit().name() == unit);
    match own.map(Operation::name).collect::<Vec<_>>() {
        none if none.is_empty() => "an operation".to_owned(),
        own => format!("one of its operations: {}", own.join(", ")),
    }
}

/// Returns the names of the blocks.
fn blocks() -> String {
    Block::ALL.map(Block::name).join(", ")
}

impl StimulusError {
    /// Returns whose fault the error is.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}
