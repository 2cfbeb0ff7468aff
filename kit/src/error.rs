use miette::Diagnostic;
use vidalu_gen::{ConfigError, Target};
use vidalu_model::Fault;
use vidalu_vectors::VectorsError;

/// The reason why a request for a kit is refused.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum KitError {
    /// The configuration contradicts itself, or keeps no operation of the unit.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Config(#[from] ConfigError),
    /// The target is a block: it has no instructions, and so no vectors.
    #[error("{0} is a block, and only units have kits")]
    #[diagnostic(help("name one of the units scalar, simd, vmad, carry, lanes, video; `vidalu gen` writes a block"))]
    Block(Target),
    /// The vectors cannot be made.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Vectors(#[from] VectorsError),
}

impl KitError {
    /// Returns whose fault the error is: always the input's.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}
