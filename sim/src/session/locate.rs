//! Locates the stage in which a vector differs from the golden model.

use vidalu_model::golden::Step;
use vidalu_stimulus::mask;

use super::Session;
use super::task::Task;
use crate::batch::Batch;
use crate::drive::Seen;
use crate::error::{CosimError, ToolError};
use crate::files::io;
use crate::plan::Plan;
use crate::report::StageValue;
use crate::simulator::Model;
use crate::wave::LastValues;
use vidalu_probe::Probe;

/// The stage of an instruction that is right alone and wrong among others. The fault is in the
/// registers, the valid bits or the reset.
pub const PIPELINE: &str = "pipeline";

/// The stage of an instruction whose output differs while all stages that could be observed agree.
pub const OUTPUT: &str = "output";

/// The stage of a vector that differs in hardware whose stages cannot be observed, or that was not
/// located because the user interrupted.
pub const UNKNOWN: &str = "unknown";

/// The least width of a net that counts as the value of a stage. Narrower nets that have its name
/// are flags.
const NARROWEST: u32 = 8;

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
        let (Task { dut, subject, run }, lanes) = (self.task, worker.model.lanes());
        let batch = Batch::in_one_lane(subject, run.seed, first, index - first + 1, lanes);
        let steps = self.task.steps(&batch);
        let last = index - first;
        let single = Plan::single(self.task.dut.timing, &steps, 0, last);
        let settle = Plan::settle(self.task.dut.timing, &steps, 0, last);
        drop(steps);
        worker.batch = batch;
        let found = worker.run(self.task, &single)?;
        if found.mismatches == 0 {
            return Ok(Location { stage: PIPELINE.into(), values: Vec::new(), is_alone: false });
        }
        let located = |stage: &str, values| Location { stage: stage.into(), values, is_alone: true };
        if let Some(stage) = self.task.subject.stage() {
            return Ok(located(stage.name(), Vec::new()));
        }
        let mut differences = found.failures.iter().flat_map(|failure| &failure.differences);
        if differences.all(|difference| self.task.subject.outputs().iter().all(|data| data.name != difference.output)) {
            return Ok(located(PIPELINE, Vec::new()));
        }
        let (inputs, flag) = (worker.batch.vector(last as usize, 0), self.flag_before(&worker.batch, last));
        let trace = if dut.is_foreign { subject.trace(&inputs, flag) } else { Vec::new() };
        if !self.simulator.has_waves() {
            let values: Vec<_> = trace.iter().map(|step| of_net(step, None)).collect();
            return Ok(located(if dut.is_foreign { UNKNOWN } else { OUTPUT }, values));
        }
        let wave = self.scratch.path().join("locate.vcd");
        let drive = self.task.drive(0, &settle.cycles, &worker.batch, &mut worker.room);
        self.with_waves()?.another()?.run_with_wave(&drive, &mut Seen::default(), &wave, 0)?;
        let signals = LastValues::read(&wave).map_err(|source| io("cannot read", &wave, source))?;
        let probes = subject.probes(&inputs, flag);
        let observed = probes.iter().filter_map(|probe| self.of_instance(probe, &signals));
        let mut values = observed.collect::<Result<Vec<_>, _>>()?;
        if values.iter().all(|value| value.got.is_none()) && dut.is_foreign {
            values = trace.iter().map(|step| of_net(step, signals.net(&net(step)))).collect();
        }
        // The fault can be in a stage before the wrong one, unless all of them were observed.
        let stage = match values.iter().find(|value| value.is_wrong() || value.got.is_none()) {
            None if values.is_empty() && dut.is_foreign => UNKNOWN.into(),
            None => OUTPUT.into(),
            Some(value) if value.got.is_none() => UNKNOWN.into(),
            Some(wrong) => wrong.stage.clone(),
        };
        Ok(located(&stage, values))
    }

    /// Returns the value of a stage at the port of an instance, if the configuration promises it.
    fn of_instance(&self, probe: &Probe, signals: &LastValues) -> Option<Result<StageValue, CosimError>> {
        let signal = format!("{}.{}", probe.instance, probe.port);
        let got = signals.value(&probe.instance, probe.port);
        if got.is_none() && !self.is_promised(probe) {
            return None;
        }
        if got.is_none() && !self.task.dut.is_foreign {
            let (tool, problem) = (self.simulator.name(), format!("its wave does not have {signal}"));
            return Some(Err(ToolError::BadOutput { tool, problem }.into()));
        }
        let (stage, expected) = (probe.stage.name().into(), format!("{:#x}", probe.expected));
        Some(Ok(StageValue { stage, signal, expected, got }))
    }

    /// Returns whether the module must have what a probe sees. A module of another configuration
    /// can have other blocks in the place of the probe's.
    fn is_promised(&self, probe: &Probe) -> bool {
        let (dut, inner) = (self.task.dut, format!(".{}", probe.instance));
        dut.instances.iter().any(|path| *path == probe.instance || path.ends_with(&inner))
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

/// Returns the value of a stage at the net that has its name: the width and the value, if the
/// module has this net. As many bits are compared as the net has.
fn of_net(step: &Step, found: Option<(u32, String)>) -> StageValue {
    let found = found.filter(|(width, _)| *width >= NARROWEST);
    let width = found.as_ref().map_or(step.width, |(width, _)| *width).min(64);
    StageValue {
        stage: step.stage.name().into(),
        signal: net(step),
        expected: format!("{:#x}", step.number() as u64 & mask(width)),
        got: found.map(|(_, value)| value),
    }
}

/// Returns the name of the net that holds a value of the golden model: that of the stage, then the
/// operand and the lane.
fn net(step: &Step) -> String {
    let (stage, place) = (step.stage.name(), step.name.trim_start_matches(['t', 'V']));
    let is_place = place.starts_with(['a', 'b']) || place.starts_with(|c: char| c.is_ascii_digit());
    if is_place { format!("{stage}_{place}") } else { stage.to_owned() }
}

#[cfg(test)]
mod tests {
    use vidalu_model::golden::{self, Operands, Profile};
    use vidalu_model::ptx::{Scope, parse};

    use super::*;

    #[test]
    fn nets_are_named_like_the_stages() {
        let names = |ptx: &str| {
            let parsed = parse(ptx, &mut Scope::inferring()).unwrap();
            let (_, steps) = golden::trace(parsed.statement.instruction(), Operands::default(), Profile::Manual);
            steps.iter().map(net).collect::<Vec<_>>().join(" ")
        };
        let scalar = "select_a select_b primary saturate secondary";
        assert_eq!(names("vadd.u32.u32.u32.sat.add %d, %a, %b, %c;"), scalar);
        assert_eq!(names("vadd.u32.u32.u32 %d.b0, %a, %b, %c;"), "select_a select_b primary merge");
        assert_eq!(names("vmad.u32.u32.u32 %d, %a, %b, %c;"), "select_a select_b multiply add");
        assert_eq!(names("mad.lo.cc.u32 %d, %a, %b, %c;"), "multiply add");
        let simd = "select_a0 select_a1 select_b0 select_b1 primary_0 primary_1 merge";
        assert_eq!(names("vadd2.u32.u32.u32 %d, %a, %b, %c;"), simd);
    }
}
