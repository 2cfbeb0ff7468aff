//! The wave of a program: a model that writes waves gets the same inputs as the port had.

use std::path::Path;

use super::IssuePort;
use crate::batch::Batch;
use crate::drive::Seen;
use crate::error::CosimError;
use crate::files;
use crate::plan::Plan;
use crate::report::WaveReport;
use crate::simulator::Build;
use crate::wave::{self, Window};

/// A wave of instructions that were issued.
#[derive(Clone, Debug)]
pub struct ProgramWave {
    /// The files.
    pub files: WaveReport,
    /// The first cycle of the wave in which an output differs from the golden model, if any.
    pub mismatch: Option<u64>,
}

impl IssuePort {
    /// Resets the unit, and records all cycles from this reset on for [`IssuePort::wave`].
    ///
    /// # Errors
    /// If the simulator fails.
    pub fn record(&mut self) -> Result<(), CosimError> {
        self.recorded = Some(Vec::new());
        self.issued = 0;
        self.restart()
    }

    /// Writes a wave of all recorded cycles, as VCD or FST according to the ending of `path`, and
    /// the files for viewers next to it. The instructions are numbered from 0. Expected are the
    /// results of the golden model for the operands that the unit received.
    ///
    /// # Errors
    /// If no instruction was recorded, the simulator fails or cannot write waves, or a file cannot
    /// be written.
    pub fn wave(&self, path: &Path) -> Result<ProgramWave, CosimError> {
        let offers = self.recorded.as_deref().unwrap_or_default();
        let mut vectors = Vec::new();
        // An instruction is offered until it is taken.
        for (index, issue) in offers.iter().filter_map(|offer| offer.issue) {
            if index == vectors.len() as u64 {
                vectors.push(self.values(&issue));
            }
        }
        if vectors.is_empty() {
            let problem = "the unit executed no instruction, so there is no wave";
            return Err(CosimError::usage(problem, "give a video or carry instruction whose guard is true"));
        }
        let scratch = files::scratch()?;
        let build = Build { waves: true, ..Build::new(&self.dut, &*self.subject, scratch.path(), self.limit) };
        let mut model = self.simulator.build(&build)?;
        let raw = scratch.path().join("dump.vcd");
        model.run_with_wave(&self.drive(offers), &mut Seen::default(), &raw, 0)?;
        let inputs: Vec<_> = offers.iter().map(|offer| (offer.reset, offer.issue.map(|(index, _)| index))).collect();
        let steps = |slot: u64| self.subject.steps(&vectors[slot as usize]);
        let Plan { cycles } = Plan::given(self.dut.timing, &steps, vectors.len() as u64, &inputs);
        let batch = Batch::given(&*self.subject, &vectors);
        let window = Window { from: 0, to: cycles.len() as u64 - 1, before: 0, cycles, batch, lane: 0 };
        let sim = self.simulator.name();
        let (files, mismatch) = wave::write(&raw, path, &self.dut, &*self.subject, sim, &window)?;
        Ok(ProgramWave { files, mismatch })
    }
}
