//! A batch of vectors, and the slot of the plan and the lane of the module for each of them.

use crate::coverage::Coverage;
use crate::drive::resize;
use crate::subject::Subject;

/// Consecutive vectors of a run, in columns.
///
/// The plan decides when a slot is issued. In a slot, each lane has a vector of its own, and
/// consecutive vectors are in neighboring lanes. If the module has state, consecutive vectors are
/// in consecutive slots of one lane instead, so that each vector finds the CC.CF that the previous
/// vector left.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    first: u64,
    count: u64,
    slots: usize,
    lanes: usize,
    /// The number of lanes with vectors of their own; the others repeat the first lane.
    live: usize,
    is_chained: bool,
    inputs: Vec<Vec<u64>>,
    /// The vectors of some lanes in the order in which they were drawn, if that differs from
    /// `inputs`.
    drawn: Vec<Vec<u64>>,
}

impl Batch {
    /// Returns the vectors `first .. first + count` of the sequence of `seed` in `lanes` lanes.
    ///
    /// # Panics
    /// If `count` or `lanes` is 0.
    pub fn new(subject: &dyn Subject, seed: u64, first: u64, count: u64, lanes: usize) -> Self {
        let mut batch = Self::default();
        batch.renew(subject, seed, first, count, lanes);
        batch
    }

    /// Replaces the vectors as [`Batch::new`] does, but reuses the memory: allocating takes as long
    /// as drawing the vectors.
    ///
    /// # Panics
    /// If `count` or `lanes` is 0.
    pub fn renew(&mut self, subject: &dyn Subject, seed: u64, first: u64, count: u64, lanes: usize) {
        // Lanes move in the same cycles, so they cannot take different numbers of steps.
        let live = if subject.takes_steps() { 1 } else { lanes };
        self.fill(subject, seed, [first, count], lanes, live);
    }

    /// Returns the vectors one after the other in the first lane; the other lanes repeat it.
    ///
    /// # Panics
    /// If `count` or `lanes` is 0.
    pub fn in_one_lane(subject: &dyn Subject, seed: u64, first: u64, count: u64, lanes: usize) -> Self {
        let mut batch = Self::default();
        batch.fill(subject, seed, [first, count], lanes, 1);
        batch
    }

    /// Returns a batch of these vectors, one after the other in one lane.
    ///
    /// # Panics
    /// If there is no vector, or one does not have a value for each input of the subject.
    pub fn given(subject: &dyn Subject, vectors: &[Vec<u64>]) -> Self {
        assert!(!vectors.is_empty(), "a batch has vectors");
        let column = |at: usize| vectors.iter().map(|vector| vector[at]).collect();
        Self {
            first: 0,
            count: vectors.len() as u64,
            slots: vectors.len(),
            lanes: 1,
            live: 1,
            is_chained: subject.memory() > 0,
            inputs: (0..subject.inputs().len()).map(column).collect(),
            drawn: Vec::new(),
        }
    }

    fn fill(&mut self, subject: &dyn Subject, seed: u64, [first, count]: [u64; 2], lanes: usize, live: usize) {
        assert!(count > 0 && lanes > 0, "a batch has vectors");
        let slots = count.div_ceil(live as u64) as usize;
        let is_chained = subject.memory() > 0;
        (self.first, self.count, self.slots, self.lanes) = (first, count, slots, lanes);
        (self.live, self.is_chained) = (live, is_chained);
        let width = subject.inputs().len();
        resize(&mut self.inputs, width, slots * lanes);
        if live == lanes && (!is_chained || lanes == 1) {
            subject.stimuli(seed, first, &mut self.inputs);
            return;
        }
        // Few lanes at a time: their vectors stay in the nearest caches until they are in their
        // places.
        for lane in (0..live).step_by(AT_ONCE) {
            let some = AT_ONCE.min(live - lane);
            resize(&mut self.drawn, width, some * slots);
            subject.stimuli(seed, first + (lane * slots) as u64, &mut self.drawn);
            for (column, drawn) in self.inputs.iter_mut().zip(&self.drawn) {
                if live == 1 {
                    column.chunks_exact_mut(lanes).zip(drawn).for_each(|(row, value)| row.fill(*value));
                } else {
                    spread(drawn, &mut column[lane..], lanes, some);
                }
            }
        }
    }

    /// Returns the number of slots.
    pub fn slots(&self) -> usize {
        self.slots
    }

    /// Returns the number of lanes.
    pub fn lanes(&self) -> usize {
        self.lanes
    }

    /// Returns a column for each data input. The value of a lane in a slot is at `slot * lanes +
    /// lane`.
    pub fn inputs(&self) -> &[Vec<u64>] {
        &self.inputs
    }

    /// Returns the number of the vector in a slot and a lane; `None` for padding in the last slot
    /// and in lanes that repeat.
    pub fn index(&self, slot: usize, lane: usize) -> Option<u64> {
        let number = self.number(slot, lane);
        (lane < self.live && number - self.first < self.count).then_some(number)
    }

    /// Returns the number of the vector in a slot and a lane, also for padding.
    pub(crate) fn number(&self, slot: usize, lane: usize) -> u64 {
        let lane = if lane < self.live { lane } else { 0 };
        let at = if self.is_chained { lane * self.slots + slot } else { slot * self.live + lane };
        self.first + at as u64
    }

    /// Returns how many lanes of a slot have a vector that counts.
    pub fn counted(&self, slot: usize) -> u64 {
        let lanes = match self.is_chained {
            true => self.count.saturating_sub(slot as u64).div_ceil(self.slots as u64),
            false => self.count.saturating_sub((slot * self.live) as u64),
        };
        lanes.min(self.live as u64)
    }

    /// Counts the vectors in the tables of `coverage`, until every case is met. `flags` holds the
    /// CC.CF that each vector found, in the order of the columns; it is empty for a subject without
    /// state.
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

    /// Returns the input values in a slot and a lane.
    pub fn vector(&self, slot: usize, lane: usize) -> Vec<u64> {
        self.inputs.iter().map(|column| column[slot * self.lanes + lane]).collect()
    }
}

/// The number of lanes whose vectors are drawn at once.
const AT_ONCE: usize = 64;

/// Moves the vectors of `some` lanes, which were drawn lane after lane, to their slots in the first
/// `some` of the `lanes` lanes of a column.
///
/// A row of the column is written at once. The vectors are in the nearest caches, so reading them
/// in this order takes less time than writing a few numbers to each row in turn.
fn spread(drawn: &[u64], column: &mut [u64], lanes: usize, some: usize) {
    let slots = drawn.len() / some;
    for (slot, row) in column.chunks_mut(lanes).enumerate() {
        row.iter_mut().zip(drawn[slot..].iter().step_by(slots)).for_each(|(value, drawn)| *value = *drawn);
    }
}
