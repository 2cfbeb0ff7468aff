use vidalu_gen::{Config, Target, Wrapper};
use vidalu_vectors::Level;

/// A request for a kit: the unit, its configuration, and the vectors.
#[derive(Clone, Debug)]
pub struct Request {
    /// The unit or block.
    pub target: Target,
    /// The bus around the unit, if any.
    pub wrapper: Option<Wrapper>,
    /// The configuration of the unit.
    pub config: Config,
    /// The levels of the vectors, which make a file each.
    pub levels: Vec<Level>,
    /// The largest number of vectors in a file.
    pub count: u64,
    /// The seed of the vectors.
    pub seed: u64,
}
