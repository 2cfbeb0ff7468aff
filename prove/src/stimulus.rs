//! Stimulus in the place of a subject's own.

use vidalu_model::draw::{Draw, key};
use vidalu_model::golden::{Stage, Step};
use vidalu_model::isa::Instruction;
use vidalu_probe::Probe;
use vidalu_sim::Coverage;
use vidalu_sim::subject::{Signal, Stimulus, Subject};

/// A subject whose vectors are those of a function of the subject, the seed and the index.
/// Everything else is the subject's own.
pub struct WithStimulus<F> {
    subject: Box<dyn Subject>,
    vector: F,
    memory: u64,
}

impl<F: Fn(&dyn Subject, u64, u64) -> Vec<u64> + Send + Sync> WithStimulus<F> {
    /// Replaces the stimulus of a subject; `vector` returns the input values of a vector from the
    /// subject, the seed and the index.
    pub fn new(subject: Box<dyn Subject>, vector: F) -> Self {
        Self { subject, vector, memory: 0 }
    }

    /// The subject with a memory of at least this many vectors: see [`Subject::memory`].
    #[must_use]
    pub(crate) fn with_memory(self, memory: u64) -> Self {
        Self { memory, ..self }
    }
}

/// Returns a subject with uniform operands, each bit for itself. The control words stay those of
/// the subject's own stimulus, which meets all instructions.
pub(crate) fn uniform(subject: Box<dyn Subject>) -> impl Subject {
    WithStimulus::new(subject, |subject, seed, index| {
        let mut draw = Draw::new(key("uniform", seed), index);
        let own = subject.stimulus(seed, index);
        let is_operand = |signal: &Signal| !matches!(signal.name, "ctl_i" | "ctx_i");
        let value =
            |(signal, own): (&Signal, u64)| if is_operand(signal) { draw.word() >> (64 - signal.width) } else { own };
        subject.inputs().iter().zip(own).map(value).collect()
    })
}

impl<F: Fn(&dyn Subject, u64, u64) -> Vec<u64> + Send + Sync> Stimulus for WithStimulus<F> {
    fn name(&self) -> &'static str {
        self.subject.name()
    }

    fn inputs(&self) -> &[Signal] {
        self.subject.inputs()
    }

    fn fill(&self, seed: u64, first: u64, columns: &mut [Vec<u64>]) {
        for at in 0..columns.first().map_or(0, Vec::len) {
            let values = (self.vector)(&*self.subject, seed, first + at as u64);
            columns.iter_mut().zip(values).for_each(|(column, value)| column[at] = value);
        }
    }
}

impl<F: Fn(&dyn Subject, u64, u64) -> Vec<u64> + Send + Sync> Subject for WithStimulus<F> {
    fn source(&self) -> &dyn Stimulus {
        self
    }

    fn outputs(&self) -> &[Signal] {
        self.subject.outputs()
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        self.subject.expected(inputs)
    }

    fn with_flag(&self, inputs: &[u64], flag: bool) -> (Vec<u64>, bool) {
        self.subject.with_flag(inputs, flag)
    }

    fn context(&self, inputs: &[u64]) -> u64 {
        self.subject.context(inputs)
    }

    fn steps(&self, inputs: &[u64]) -> u32 {
        self.subject.steps(inputs)
    }

    fn takes_steps(&self) -> bool {
        self.subject.takes_steps()
    }

    fn memory(&self) -> u64 {
        self.subject.memory().max(self.memory)
    }

    fn instruction(&self, inputs: &[u64]) -> Option<Instruction> {
        self.subject.instruction(inputs)
    }

    fn trace(&self, inputs: &[u64], flag: bool) -> Vec<Step> {
        self.subject.trace(inputs, flag)
    }

    fn stage(&self) -> Option<Stage> {
        self.subject.stage()
    }

    fn probes(&self, inputs: &[u64], flag: bool) -> Vec<Probe> {
        self.subject.probes(inputs, flag)
    }

    fn coverage(&self) -> Coverage {
        self.subject.coverage()
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        self.subject.cover(coverage, inputs);
    }
}
