//! The cycles that a wave shows.

use crate::batch::Batch;
use crate::plan::Cycle;

/// The cycles that a wave shows, with what was driven in them.
#[derive(Clone, Debug)]
pub struct Window {
    /// The first cycle, counted from the start of the run.
    pub from: u64,
    /// The last cycle.
    pub to: u64,
    /// The cycles before the batch of the run that the wave is of.
    pub before: u64,
    /// What happens in the cycles of that batch, to the last of the wave; the vectors are slots of the batch.
    pub cycles: Vec<Cycle>,
    /// The batch.
    pub batch: Batch,
    /// The lane that the wave shows.
    pub lane: usize,
}

impl Window {
    /// The number of the vector in a slot.
    pub(crate) fn number(&self, slot: u64) -> u64 {
        self.batch.number(slot as usize, self.lane)
    }

    /// The input values of the vector in a slot.
    pub(crate) fn vector(&self, slot: u64) -> Vec<u64> {
        self.batch.vector(slot as usize, self.lane)
    }
}
