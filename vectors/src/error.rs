//! Why there are no vectors.

use vidalu_gen::ConfigError;

/// Why a request for vectors is refused, or a file of them could not be written.
#[derive(Debug, thiserror::Error)]
pub enum VectorsError {
    /// The configuration contradicts itself, or has nothing for the unit.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// The level has no vectors for this unit.
    #[error("{message}")]
    Usage {
        /// What is wrong, in one sentence.
        message: String,
        /// What to do about it.
        help: String,
    },
    /// The stream does not take the text.
    #[error(transparent)]
    Io(#[from] std::io::Error),
}
