//! The vectors of a session: which batches they form, and when each is issued.

use vidalu_model::draw::mix;

use crate::batch::Batch;
use crate::drive::Drive;
use crate::dut::Dut;
use crate::plan::{Cycle, Pace, Plan};
use crate::subject::Subject;

/// The number of vectors at the start of a run that meet bubbles and stalls in most cycles; later
/// ones meet them now and then.
const RESTLESS: u64 = 1 << 15;

/// The number of vectors from which on a slower build pays.
const LONG: u64 = 2_000_000;

/// The vectors of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The seed of the stimulus.
    pub seed: u64,
    /// The first vector.
    pub first: u64,
    /// The number of vectors.
    pub count: u64,
    /// The number of models that work at the same time, at least 1.
    pub threads: usize,
}

impl Run {
    pub(super) fn is_long(self) -> bool {
        self.count >= LONG
    }

    /// Returns the first vector of a batch and its number of vectors, if the run has this batch.
    pub(super) fn batch(self, number: u64, size: u64) -> Option<(u64, u64)> {
        let done = number.checked_mul(size).filter(|&done| done < self.count)?;
        Some((self.first + done, size.min(self.count - done)))
    }
}

/// A module and the vectors that drive it.
#[derive(Clone, Copy)]
pub(super) struct Task<'a> {
    pub(super) dut: &'a Dut,
    pub(super) subject: &'a dyn Subject,
    pub(super) run: Run,
}

impl Task<'_> {
    /// Returns the number of steps in which the vectors of a slot enter.
    pub(super) fn steps(&self, batch: &Batch) -> impl Fn(u64) -> u32 {
        let takes_steps = self.subject.takes_steps();
        move |slot| if takes_steps { self.subject.steps(&batch.vector(slot as usize, 0)) } else { 1 }
    }

    /// Returns the plan of a batch that begins with vector `first`.
    pub(super) fn plan(&self, batch: &Batch, first: u64) -> Plan {
        let pace = if first - self.run.first < RESTLESS { Pace::Restless } else { Pace::Steady };
        let seed = mix(self.run.seed ^ mix(first));
        Plan::new(self.dut.timing, &self.steps(batch), seed, 0, batch.slots() as u64, pace)
    }

    /// Returns the vectors `first .. first + count`, spread over the lanes.
    pub(super) fn batch(&self, first: u64, count: u64, lanes: usize) -> Batch {
        Batch::new(self.subject, self.run.seed, first, count, lanes)
    }

    /// Returns the input values of the cycles `first ..` of a plan of `batch`.
    pub(super) fn drive<'b>(
        &self,
        first: u64,
        cycles: &[Cycle],
        batch: &'b Batch,
        room: &'b mut Vec<Vec<u64>>,
    ) -> Drive<'b> {
        self.dut.drive(self.subject, first, cycles, batch, room)
    }
}
