//! The cycles that a wave shows.

use crate::batch::Batch;
use crate::plan::Cycle;

/// The cycles that a wave shows, with their inputs.
#[derive(Clone, Debug)]
pub struct Window {
    /// The first cycle, counted from the start of the run.
    pub from: u64,
    /// The last cycle.
    pub to: u64,
    /// The number of cycles of the run before the batch that the wave is about.
    pub before: u64,
    /// The cycles of that batch, up to the last one of the wave; the vectors are slots of the
    /// batch.
    pub cycles: Vec<Cycle>,
    /// The batch that the wave is about.
    pub batch: Batch,
    /// The lane that the wave shows.
    pub lane: usize,
}

impl Window {
    /// Returns the number of the vector in a slot.
    pub(crate) fn number(&self, slot: u64) -> u64 {
        self.batch.number(slot as usize, self.lane)
    }

    /// Returns the input values of the vector in a slot.
    pub(crate) fn vector(&self, slot: u64) -> Vec<u64> {
        self.batch.vector(slot as usize, self.lane)
    }
}
