//! What a program cannot do.

/// Why a netlist has no program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unsupported {
    /// The module needs more slots than there are numbers.
    #[error("the module has too many gates")]
    TooLarge,
    /// A product depends on itself.
    #[error("gates form a loop, which is not supported")]
    Loop,
}
