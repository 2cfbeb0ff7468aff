//! A batch of vectors, and which of them stands in which slot of the plan and in which lane of the module.

use crate::coverage::Coverage;
use crate::drive::resize;
use crate::subject::Subject;

/// Consecutive vectors of a run, in columns.
///
/// The plan says when a slot is issued. In a slot each lane has a vector of its own: neighbours stand in neighbouring lanes.
/// Where a module has state, neighbours stand in neighbouring slots of one lane, so that each vector finds the CC.CF that
/// the one before it left.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    first: u64,
    count: u64,
    slots: usize,
    lanes: usize,
    /// Lanes with vectors of their own; the others repeat the first.
    live: usize,
    is_chained: bool,
    inputs: Vec<Vec<u64>>,
    /// The vectors as they were drawn, one after the other, where they stand in another order in `inputs`.
    drawn: Vec<Vec<u64>>,
}

impl Batch {
    /// The vectors `first .. first + count` of the sequence that `seed` names, in so many lanes.
    ///
    /// # Panics
    /// If there are no vectors or no lanes.
    pub fn new(subject: &dyn Subject, seed: u64, first: u64, count: u64, lanes: usize) -> Self {
        let mut batch = Self::default();
        batch.renew(subject, seed, first, count, lanes);
        batch
    }

    /// Makes it what [`Batch::new`] gives, in the memory that it has: new memory costs as much time as the vectors.
    ///
    /// # Panics
    /// If there are no vectors or no lanes.
    pub fn renew(&mut self, subject: &dyn Subject, seed: u64, first: u64, count: u64, lanes: usize) {
        // Lanes share the cycles in which they move: they cannot take different numbers of steps.
        let live = if subject.takes_steps() { 1 } else { lanes };
        self.fill(subject, seed, [first, count], lanes, live);
    }

    /// The same with all vectors one after the other in the first lane, which the others repeat.
    ///
    /// # Panics
    /// If there are no vectors or no lanes.
    pub fn in_one_lane(subject: &dyn Subject, seed: u64, first: u64, count: u64, lanes: usize) -> Self {
        let mut batch = Self::default();
        batch.fill(subject, seed, [first, count], lanes, 1);
        batch
    }

    fn fill(&mut self, subject: &dyn Subject, seed: u64, [first, count]: [u64; 2], lanes: usize, live: usize) {
        assert!(count > 0 && lanes > 0, "a batch has vectors");
        let slots = count.div_ceil(live as u64) as usize;
        let is_chained = subject.memory() > 0;
        (self.first, self.count, self.slots, self.lanes) = (first, count, slots, lanes);
        (self.live, self.is_chained) = (live, is_chained);
        let is_in_order = live == lanes && (!is_chained || lanes == 1);
        let columns = if is_in_order { &mut self.inputs } else { &mut self.drawn };
        resize(columns, subject.inputs().len(), slots * live);
        subject.stimuli(seed, first, columns);
        if !is_in_order {
            resize(&mut self.inputs, subject.inputs().len(), slots * lanes);
            for (column, drawn) in self.inputs.iter_mut().zip(&self.drawn) {
                spread(drawn, column, slots, live, lanes);
            }
        }
    }

    /// Number of slots.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Number of lanes.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// A column for each data input: the value of a lane in a slot is at `slot * lanes + lane`.
    pub fn inputs(&self) -> &[Vec<u64>] {
        &self.inputs
    }

    /// The number of the vector in a slot and a lane; `None` for one too many, which fills the last slot.
    pub fn index(&self, slot: usize, lane: usize) -> Option<u64> {
        let number = self.number(slot, lane);
        (lane < self.live && number - self.first < self.count).then_some(number)
    }

    /// The number of the vector that stands in a slot and a lane, also of one too many.
    pub(crate) fn number(&self, slot: usize, lane: usize) -> u64 {
        let lane = if lane < self.live { lane } else { 0 };
        let at = if self.is_chained { lane * self.slots + slot } else { slot * self.live + lane };
        self.first + at as u64
    }

    /// How many lanes of a slot have a vector that counts.
    pub fn counted(&self, slot: usize) -> u64 {
        let lanes = match self.is_chained {
            true => self.count.saturating_sub(slot as u64).div_ceil(self.slots as u64),
            false => self.count.saturating_sub((slot * self.live) as u64),
        };
        lanes.min(self.live as u64)
    }

    /// Counts the vectors in the tables of `coverage`, until every case is met. `flags` holds the CC.CF that each vector
    /// found, at the places of the columns; it is empty for a subject without state.
    pub fn cover(&self, subject: &dyn Subject, coverage: &mut Coverage, flags: &[u64]) {
        for slot in 0..self.slots {
            if coverage.is_complete() {
                return;
            }
            for lane in (0..self.lanes).filter(|&lane| self.index(slot, lane).is_some()) {
                let flag = flags.get(slot * self.lanes + lane) == Some(&1);
                subject.cover_with_flag(coverage, &self.vector(slot, lane), flag);
            }
        }
    }

    /// The input values in a slot and a lane.
    pub fn vector(&self, slot: usize, lane: usize) -> Vec<u64> {
        self.inputs.iter().map(|column| column[slot * self.lanes + lane]).collect()
    }
}

/// Lane after lane, turned into slot after slot; lanes that are not live repeat the first.
fn spread(drawn: &[u64], column: &mut [u64], slots: usize, live: usize, lanes: usize) {
    for (slot, row) in column.chunks_exact_mut(lanes).enumerate() {
        for (lane, value) in row.iter_mut().enumerate() {
            let lane = if lane < live { lane } else { 0 };
            *value = drawn[lane * slots + slot];
        }
    }
}
