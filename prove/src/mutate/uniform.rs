//! What stands beside vidalu's own stimulus for comparison: the same instructions with uniform operands.

use vidalu_model::draw::{Draw, key};
use vidalu_model::golden::Stage;
use vidalu_sim::coverage::Coverage;
use vidalu_sim::subject::{Probe, Signal, Subject};

/// A subject whose operands are uniform, each bit for itself; its control words are those of the subject's own stimulus, which
/// meets all.
pub struct Uniform<'a>(pub &'a dyn Subject);

impl Subject for Uniform<'_> {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn inputs(&self) -> &[Signal] {
        self.0.inputs()
    }

    fn outputs(&self) -> &[Signal] {
        self.0.outputs()
    }

    fn stimulus(&self, seed: u64, index: u64) -> Vec<u64> {
        let mut draw = Draw::new(key("uniform", seed), index);
        let own = self.0.stimulus(seed, index);
        let is_operand = |signal: &Signal| !matches!(signal.name, "ctl_i" | "ctx_i");
        let value =
            |(signal, own): (&Signal, u64)| if is_operand(signal) { draw.word() >> (64 - signal.width) } else { own };
        self.inputs().iter().zip(own).map(value).collect()
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        self.0.expected(inputs)
    }

    fn with_flag(&self, inputs: &[u64], flag: bool) -> (Vec<u64>, bool) {
        self.0.with_flag(inputs, flag)
    }

    fn context(&self, inputs: &[u64]) -> u64 {
        self.0.context(inputs)
    }

    fn steps(&self, inputs: &[u64]) -> u32 {
        self.0.steps(inputs)
    }

    fn takes_steps(&self) -> bool {
        self.0.takes_steps()
    }

    fn memory(&self) -> u64 {
        self.0.memory()
    }

    fn ptx(&self, inputs: &[u64]) -> Option<String> {
        self.0.ptx(inputs)
    }

    fn stage(&self) -> Option<Stage> {
        self.0.stage()
    }

    fn probes(&self, inputs: &[u64], flag: bool) -> Vec<Probe> {
        self.0.probes(inputs, flag)
    }

    fn coverage(&self) -> Coverage {
        self.0.coverage()
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        self.0.cover(coverage, inputs);
    }
}
