//! A part of a run: its vectors, and which of them stands in which slot of the plan and in which lane of the module.

use crate::subject::Subject;

/// The vectors of one part, in columns.
///
/// The plan says when a slot is issued. In a slot each lane has a vector of its own: neighbours stand in neighbouring lanes.
/// Where a module has state, neighbours stand in neighbouring slots of one lane, so that each vector finds the CC.CF that
/// the one before it left.
#[derive(Clone, Debug)]
pub struct Part {
    first: u64,
    count: u64,
    slots: usize,
    lanes: usize,
    /// Lanes with vectors of their own; the others repeat the first.
    live: usize,
    is_chained: bool,
    inputs: Vec<Vec<u64>>,
}

impl Part {
    /// The vectors `first .. first + count` of the sequence that `seed` names, in so many lanes.
    ///
    /// # Panics
    /// If there are no vectors or no lanes.
    pub fn new(subject: &dyn Subject, seed: u64, first: u64, count: u64, lanes: usize) -> Self {
        // Lanes share the cycles in which they move: they cannot take different numbers of steps.
        let live = if subject.takes_steps() { 1 } else { lanes };
        Self::with_live(subject, seed, [first, count], lanes, live)
    }

    /// The same with all vectors one after the other in the first lane, which the others repeat.
    ///
    /// # Panics
    /// If there are no vectors or no lanes.
    pub fn in_one_lane(subject: &dyn Subject, seed: u64, first: u64, count: u64, lanes: usize) -> Self {
        Self::with_live(subject, seed, [first, count], lanes, 1)
    }

    fn with_live(subject: &dyn Subject, seed: u64, [first, count]: [u64; 2], lanes: usize, live: usize) -> Self {
        assert!(count > 0 && lanes > 0, "a part has vectors");
        let slots = count.div_ceil(live as u64) as usize;
        let is_chained = subject.memory() > 0;
        let mut columns = vec![vec![0; slots * live]; subject.inputs().len()];
        subject.stimuli(seed, first, &mut columns);
        let inputs = match (live, is_chained) {
            (_, false) if live == lanes => columns,
            (1, _) if lanes == 1 => columns,
            _ => columns.iter().map(|column| spread(column, slots, live, lanes)).collect(),
        };
        Self { first, count, slots, lanes, live, is_chained, inputs }
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
        (0..self.live).filter(|&lane| self.index(slot, lane).is_some()).count() as u64
    }

    /// The input values in a slot and a lane.
    pub fn vector(&self, slot: usize, lane: usize) -> Vec<u64> {
        self.inputs.iter().map(|column| column[slot * self.lanes + lane]).collect()
    }
}

/// Lane after lane, turned into slot after slot; lanes that are not live repeat the first.
fn spread(column: &[u64], slots: usize, live: usize, lanes: usize) -> Vec<u64> {
    let mut spread = vec![0; slots * lanes];
    for (slot, row) in spread.chunks_exact_mut(lanes).enumerate() {
        for (lane, value) in row.iter_mut().enumerate() {
            let lane = if lane < live { lane } else { 0 };
            *value = column[lane * slots + slot];
        }
    }
    spread
}
