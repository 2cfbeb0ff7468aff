use miette::Diagnostic;
use vidalu_gen::ConfigError;
use vidalu_model::Fault;
use vidalu_sim::ToolError;
use vidalu_vectors::VectorsError;

/// The reason why a request for a kit is refused.
#[derive(Debug, thiserror::Error, Diagnostic)]
pub enum KitError {
    /// The configuration contradicts itself, or keeps no operation of the unit.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Config(#[from] ConfigError),
    /// The vectors cannot be made.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Vectors(#[from] VectorsError),
    /// There is no place for temporary files.
    #[error(transparent)]
    #[diagnostic(transparent)]
    Scratch(#[from] ToolError),
}

impl KitError {
    /// Returns whose fault the error is: always the input's.
    pub fn fault(&self) -> Fault {
        Fault::Input
    }
}
