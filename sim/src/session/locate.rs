//! Locates the stage in which a vector differs from the golden model.

use super::Session;
use super::task::Task;
use crate::batch::Batch;
use crate::drive::Seen;
use crate::error::{CosimError, ToolError};
use crate::files::io;
use crate::plan::Plan;
use crate::report::StageValue;
use crate::simulator::Model;
use crate::subject::Probe;
use crate::wave::LastValues;

/// The stage of an instruction that is right alone and wrong among others. The fault is in the
/// registers, the valid bits or the reset.
pub const PIPELINE: &str = "pipeline";

/// The stage of an instruction whose output differs while all stages that could be observed agree.
pub const OUTPUT: &str = "output";

/// The place where a vector differs from the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Location {
    /// A stage of the shared vocabulary, [`PIPELINE`] or [`OUTPUT`].
    pub stage: String,
    /// The expected and observed values of the stages.
    pub values: Vec<StageValue>,
    /// Whether the vector fails alone, without its neighbours.
    pub is_alone: bool,
}

impl Session<'_> {
    /// Locates the stage in which vector `index` differs from the golden model. The vector runs
    /// alone; if there is state, it runs after the vectors that can have set that state.
    ///
    /// # Errors
    /// If the simulator fails or a file cannot be written.
    pub fn locate(&self, index: u64) -> Result<Location, CosimError> {
        let first = index.saturating_sub(self.task.subject.memory());
        let mut worker = match self.model.lanes() {
            1 => self.worker()?,
            _ => self.worker_with(self.alone()?),
        };
        let (Task { subject, run, .. }, lanes) = (self.task, worker.model.lanes());
        let batch = Batch::in_one_lane(subject, run.seed, first, index - first + 1, lanes);
        let steps = self.task.steps(&batch);
        let last = index - first;
        let single = Plan::single(self.task.dut.timing, &steps, 0, last);
        let settle = Plan::settle(self.task.dut.timing, &steps, 0, last);
        drop(steps);
        worker.batch = batch;
        if worker.run(self.task, &single)?.mismatches == 0 {
            return Ok(Location { stage: PIPELINE.into(), values: Vec::new(), is_alone: false });
        }
        let located = |stage: &str, values| Location { stage: stage.into(), values, is_alone: true };
        if let Some(stage) = self.task.subject.stage() {
            return Ok(located(stage.name(), Vec::new()));
        }
        if !self.simulator.has_waves() {
            return Ok(located(OUTPUT, Vec::new()));
        }
        let wave = self.scratch.path().join("locate.vcd");
        let drive = self.task.drive(0, &settle.cycles, &worker.batch, &mut worker.room);
        self.with_waves()?.another()?.run_with_wave(&drive, &mut Seen::default(), &wave, 0)?;
        let flag = self.flag_before(&worker.batch, last);
        let signals = LastValues::read(&wave).map_err(|source| io("cannot read", &wave, source))?;
        let probes = self.task.subject.probes(&worker.batch.vector(last as usize, 0), flag);
        let values = probes.iter().filter_map(|probe| {
            let signal = format!("{}.{}", probe.instance, probe.port);
            let got = match signals.value(&probe.instance, probe.port) {
                None if !self.is_promised(probe) => return None,
                got => got.ok_or_else(|| {
                    let (tool, problem) = (self.simulator.name(), format!("its wave does not have {signal}"));
                    CosimError::from(ToolError::BadOutput { tool, problem })
                }),
            };
            let (stage, expected) = (probe.stage.name().into(), format!("{:#x}", probe.expected));
            Some(got.map(|got| StageValue { stage, signal, expected, got }))
        });
        let values = values.collect::<Result<Vec<_>, _>>()?;
        let wrong = values.iter().find(|value| value.expected != value.got);
        let stage = wrong.map_or(OUTPUT.into(), |value| value.stage.clone());
        Ok(located(&stage, values))
    }

    /// Returns whether the module must have what a probe sees. A module of another configuration
    /// can have other blocks in the place of the probe's.
    fn is_promised(&self, probe: &Probe) -> bool {
        let (dut, inner) = (self.task.dut, format!(".{}", probe.instance));
        !dut.is_foreign && dut.instances.iter().any(|path| *path == probe.instance || path.ends_with(&inner))
    }

    /// Returns CC.CF as the vectors before the last one leave it.
    fn flag_before(&self, batch: &Batch, last: u64) -> bool {
        let context = self.task.subject.context(&batch.vector(last as usize, 0));
        let before = (0..last as usize).map(|slot| batch.vector(slot, 0));
        let same = before.filter(|inputs| self.task.subject.context(inputs) == context);
        same.fold(false, |flag, inputs| self.task.subject.with_flag(&inputs, flag).1)
    }

    /// Returns a model with one lane, if the simulator supports it.
    fn alone(&self) -> Result<Box<dyn Model>, CosimError> {
        Ok(match self.simulator.has_waves() {
            true => self.with_waves()?.another()?,
            false => self.model.another()?,
        })
    }
}
