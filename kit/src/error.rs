//! Why there is no kit.

use vidalu_gen::{ConfigError, Target};
use vidalu_vectors::VectorsError;

/// Why a request for a kit is refused.
#[derive(Debug, thiserror::Error)]
pub enum KitError {
    /// The configuration contradicts itself, or has nothing for the unit.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A block has no instructions, and so no vectors.
    #[error("{0} is a block, and kits are made of units")]
    Block(Target),
    /// There are no vectors.
    #[error(transparent)]
    Vectors(#[from] VectorsError),
}
