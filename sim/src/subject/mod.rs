//! What can be co-simulated: the units and the blocks, each with its stimulus, its golden results and its names.

mod blocks;
mod scalar;

pub use blocks::Block;
pub use scalar::ScalarUnit;

use vidalu_model::golden::{Stage, Step};

use crate::coverage::Coverage;

/// A data port: an operand, a control input or a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signal {
    /// The port's name in the RTL.
    pub name: &'static str,
    /// Width in bits, at most 64.
    pub width: u32,
}

/// A module under test, as the stimulus and the scoreboard see it: values in, values out. Clock, reset, valid and
/// latency are the plan's business.
pub trait Subject: Send + Sync {
    /// The name on the command line and in reports.
    fn name(&self) -> &'static str;

    /// The data inputs, in the order of the values.
    fn inputs(&self) -> &[Signal];

    /// The data outputs, in the order of the values.
    fn outputs(&self) -> &[Signal];

    /// The input values of vector `index` of the sequence that `seed` names.
    fn stimulus(&self, seed: u64, index: u64) -> Vec<u64>;

    /// The output values that the golden model gives.
    fn expected(&self, inputs: &[u64]) -> Vec<u64>;

    /// The canonical PTX line, for a unit.
    fn ptx(&self, inputs: &[u64]) -> Option<String>;

    /// The stage of a block; `None` for a unit, whose stages are in [`Subject::trace`].
    fn stage(&self) -> Option<Stage>;

    /// The golden values of the stages; empty for a block.
    fn trace(&self, inputs: &[u64]) -> Vec<Step>;

    /// The coverage tables, nothing met yet.
    fn coverage(&self) -> Coverage;

    /// Counts one vector.
    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]);
}
