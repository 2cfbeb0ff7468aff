//! A worker: one model, which is driven with the vectors of a batch, and the comparison.

use super::task::Task;
use crate::batch::Batch;
use crate::drive::Seen;
use crate::error::CosimError;
use crate::plan::Plan;
use crate::scoreboard::{DETAILED, Failure, Found, Scoreboard};
use crate::simulator::Model;

/// The number of values of a pin that are driven at once: few enough for inputs and outputs to stay
/// in the second-level cache.
const AT_ONCE: usize = 1 << 14;

/// One model, with the memory that is reused for each batch.
pub(super) struct Worker<'a> {
    pub(super) model: Box<dyn Model>,
    pub(super) scoreboard: Scoreboard<'a>,
    /// The batch that was checked last.
    pub(super) batch: Batch,
    /// The memory in which data are gathered that are not driven in the order of the batch.
    pub(super) room: Vec<Vec<u64>>,
    pub(super) seen: Seen,
}

impl Worker<'_> {
    /// Draws, drives and compares the vectors `first .. first + count`.
    pub(super) fn check(&mut self, task: Task<'_>, first: u64, count: u64) -> Result<Found, CosimError> {
        self.batch.renew(task.subject, task.run.seed, first, count, self.model.lanes());
        let plan = task.plan(&self.batch, first);
        self.run(task, &plan)
    }

    /// Drives and compares the batch, a piece of the plan at a time.
    pub(super) fn run(&mut self, task: Task<'_>, plan: &Plan) -> Result<Found, CosimError> {
        let mut found = Found::default();
        self.scoreboard.begin(&self.batch);
        for cycles in plan.cycles.chunks((AT_ONCE / self.model.lanes()).max(1)) {
            let drive = task.drive(found.cycles, cycles, &self.batch, &mut self.room);
            self.model.run(&drive, &mut self.seen)?;
            self.scoreboard.compare(&self.batch, cycles, &self.seen, &mut found);
        }
        Ok(found)
    }
}

impl Found {
    /// Adds the findings of the batch that follows.
    pub(super) fn add(&mut self, batch: Self) {
        let room = DETAILED.saturating_sub(self.failures.len());
        let moved = batch.failures.into_iter().take(room);
        self.failures.extend(moved.map(|failure| Failure { cycle: self.cycles + failure.cycle, ..failure }));
        self.cycles += batch.cycles;
        self.checked += batch.checked;
        self.mismatches += batch.mismatches;
    }
}
