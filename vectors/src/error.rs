//! Errors of requests for vectors.

use std::fmt::Display;
use std::io;
use std::path::PathBuf;

use miette::Diagnostic;
use thiserror::Error;
use vidalu_gen::{ConfigError, Target};
use vidalu_model::Fault;

/// An error of a request for vectors, or of writing them.
#[derive(Debug, Error)]
pub enum VectorsError {
    /// The configuration contradicts itself, or has nothing for the unit.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The target is a block, and the level or the forms are about instructions.
    #[error("{block} is a block, and this level and --ptx are about instructions")]
    Block {
        /// The block.
        block: Target,
    },
    /// The level exhaustive-bytes has nothing for the unit.
    #[error("unit {unit} has no operation in this configuration whose operands can be bytes")]
    NoBytes {
        /// The unit.
        unit: Target,
    },
    /// A pattern has no form that the unit has.
    #[error("unit {unit} has no form of `{pattern}` in this configuration")]
    Foreign {
        /// The pattern.
        pattern: String,
        /// The unit.
        unit: Target,
    },
    /// The unit `lanes` needs both scalar and SIMD instructions.
    #[error("unit lanes needs scalar and SIMD instructions, and the patterns name only one kind")]
    Part,
    /// The level coverage has vectors for whole units only.
    #[error("the level coverage covers a whole unit, and --ptx names some of its forms")]
    Coverage,
    /// The name of the file belongs to a folder.
    #[error("cannot write {}: it is a folder", .path.display())]
    Folder {
        /// The name.
        path: PathBuf,
    },
    /// The stream or the folder cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl Diagnostic for VectorsError {
    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        let help = match self {
            Self::Config(error) => return error.help(),
            Self::Block { .. } => "use the level random or coverage without --ptx, or name a unit",
            Self::NoBytes { .. } => "use another level; exhaustive-bytes is for scalar instructions, vmad and v*4",
            Self::Foreign { .. } => "name another unit, or add the operation to the key ops",
            Self::Part => "use unit scalar, simd or video",
            Self::Coverage => "use the level random, corner or exhaustive-bytes",
            Self::Folder { .. } => "name a new file, or one that may be replaced",
            Self::Io(_) => "name a file in a folder that you may write to, with room for it",
        };
        Some(Box::new(help))
    }
}

impl VectorsError {
    /// Returns whose fault the error is.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}
