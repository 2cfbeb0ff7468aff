//! Instructions that enter in several successive steps, and are accepted in the last one.

use super::{Pipeline, Process, banner, landmark, paragraphs};
use crate::Ready;
use crate::verilog::{Declaration, Net};

/// Returns the sentence about the handshake in the header.
pub(super) fn fact(ready: Ready) -> &'static str {
    match ready {
        Ready::Direct => {
            "keep a 64-bit product stable at the inputs until it is accepted; withdrawing it restarts it, changing it makes the result wrong"
        }
        Ready::Registered => "a 64-bit product is accepted at once and waits in the unit for the rest of its cycles",
    }
}

/// The steps of an instruction, as Verilog expressions of its control word.
pub(crate) struct Steps {
    /// Whether the instruction enters in several steps.
    pub(crate) several: String,
    /// The number of its last step.
    pub(crate) last: String,
}

/// The sentence about the throughput in the header.
const THROUGHPUT: &str = "one instruction per cycle, or one 64-bit product in 3 (.lo) or 4 (.hi) cycles";

impl Pipeline<'_> {
    /// Returns the text before the first stage, like [`Pipeline::enter`], for a unit in which some
    /// instructions enter in several steps.
    ///
    /// The first of `inputs` is the control word, from which `steps` derives the steps. `step`
    /// becomes the net of the step number that the first stage reads: 0 for an instruction that
    /// enters in one step.
    pub(crate) fn enter_in_steps<'n>(
        &mut self,
        mut inputs: Vec<&'n mut Net>,
        step: &'n mut Net,
        steps: impl FnOnce(&Net) -> Steps,
    ) -> String {
        let mut sections = self.accept(&mut inputs);
        let steps = steps(inputs[0]);
        sections.push(self.steps(step, &steps));
        inputs.push(step);
        sections.extend(self.pass("input", inputs));
        paragraphs(&sections)
    }

    /// Returns the step counter. Steps before the last enter without a valid bit, so that later
    /// stages ignore them.
    fn steps(&mut self, step: &Net, steps: &Steps) -> String {
        let config = self.timing.config;
        self.landmarks.step = Some(landmark(&step.name, step.width));
        let offered = self.offered();
        let clear = || vec![format!("{} <= {}'d0;", step.name, step.width)];
        let mut process = Process::new(config).reset(config, clear());
        if let Some(flush) = self.flushes() {
            process = process.when(Some(flush), clear());
        }
        // This holds in every enabled cycle, even if the pipeline stalls.
        let counts = config.clock_enable || self.timing.is_inner();
        let gone = format!("{}!{offered}", if counts { "ce_i && " } else { "" });
        let process = process.when(Some(gone), clear());
        let (name, width) = (&step.name, step.width);
        let next = format!("{name} <= more ? {name} + {width}'d1 : {width}'d0;");
        let process = process.when(self.enable(), vec![next]);
        let banner = banner("steps: a 64-bit product enters as products of 32 bits");
        let register = Declaration::register(step.clone(), config.language);
        let Steps { several, last } = steps;
        let (declared, valid) = match (self.timing.is_inner(), self.timing.has_state) {
            (false, _) => ("assign more", format!("\n  wire valid = {offered} && !more;")),
            (true, true) => ("wire more", format!("\n  assign more_o = more;\n  wire valid = {offered} && !more;")),
            // Only the counter reads the valid bit.
            (true, false) => ("wire more", "\n  assign more_o = more;".to_owned()),
        };
        if self.timing.is_inner() && !self.timing.has_state {
            self.valid = None;
        }
        format!(
            "{banner}  // The instruction stays at the inputs until its last step. Only that step is valid.
  {register}
  wire several = {several};
  {declared} = {offered} && several && ({name} < {last});{valid}

{process}"
        )
    }

    /// Returns the text for a unit in which an inner unit counts the steps. Its output `more` says
    /// that another step follows.
    pub(crate) fn counted_by_part(&mut self, more: &Net) -> String {
        let offered = self.offered();
        format!("  assign more = {};\n  wire valid = {offered} && !more;", more.name)
    }

    /// Returns the name of the net that says whether an instruction is offered. From here on, only
    /// its last step is valid.
    fn offered(&mut self) -> String {
        let valid = self.valid.as_mut().expect("whoever makes the sender wait has valid bits");
        std::mem::replace(&mut valid.name, "valid".to_owned())
    }

    /// Returns the throughput, for the header.
    pub(crate) fn rate(&self) -> &'static str {
        if self.timing.has_steps { THROUGHPUT } else { "one instruction per cycle" }
    }
}
