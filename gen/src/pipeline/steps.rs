//! Instructions that enter in several steps, one behind the other, and are taken with the last.

use super::{Pipeline, Process, banner, landmark, paragraphs};
use crate::Ready;
use crate::verilog::{Declaration, Net};

/// What the header says of the handshake.
pub(super) fn fact(ready: Ready) -> &'static str {
    match ready {
        Ready::Direct => {
            "a product of 64 bits is taken in the last of its cycles; taken back before, it begins anew, changed it is wrong"
        }
        Ready::Registered => "a product of 64 bits is taken at once and waits inside for the rest of its cycles",
    }
}

/// How the control word tells the steps, in Verilog.
pub(crate) struct Steps {
    /// The instruction enters in several.
    pub(crate) several: String,
    /// The number of its last.
    pub(crate) last: String,
}

/// What the header says of the throughput.
const THROUGHPUT: &str = "one instruction a cycle, a product of 64 bits in 3 (.lo) or 4 (.hi)";

impl Pipeline<'_> {
    /// What stands before the first stage where some instructions enter in several steps, as [`Pipeline::enter`] otherwise.
    ///
    /// `inputs` begins with the control word, of which `steps` makes what it says of them. `step` becomes the number of the
    /// step that the first stage reads: 0 for an instruction that enters in one.
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

    /// The counter. Steps before the last enter without valid, so that nothing behind the first stages knows of them.
    fn steps(&mut self, step: &Net, steps: &Steps) -> String {
        let config = self.timing.config;
        self.landmarks.step = Some(landmark(&step.name, step.width));
        let offered = self.offered();
        let clear = || vec![format!("{} <= {}'d0;", step.name, step.width)];
        let mut process = Process::new(config).reset(config, clear());
        if let Some(flush) = self.flushes() {
            process = process.when(Some(flush), clear());
        }
        // In a cycle that counts, also in one in which the pipeline stands still.
        let counts = config.clock_enable || self.timing.is_inner();
        let gone = format!("{}!{offered}", if counts { "ce_i && " } else { "" });
        let process = process.when(Some(gone), clear());
        let (name, width) = (&step.name, step.width);
        let next = format!("{name} <= more ? {name} + {width}'d1 : {width}'d0;");
        let process = process.when(self.enable(), vec![next]);
        let banner = banner("steps: a product of 64 bits enters as products of 32 bits");
        let register = Declaration::register(step.clone(), config.language);
        let Steps { several, last } = steps;
        let (declared, valid) = match (self.timing.is_inner(), self.timing.has_state) {
            (false, _) => ("assign more", format!("\n  wire valid = {offered} && !more;")),
            (true, true) => ("wire more", format!("\n  assign more_o = more;\n  wire valid = {offered} && !more;")),
            // Only the counter asks whether the instruction is one.
            (true, false) => ("wire more", "\n  assign more_o = more;".to_owned()),
        };
        if self.timing.is_inner() && !self.timing.has_state {
            self.valid = None;
        }
        format!(
            "{banner}  // The instruction stays where it is until its last step, the only one that is valid.
  {register}
  wire several = {several};
  {declared} = {offered} && several && ({name} < {last});{valid}

{process}"
        )
    }

    /// The steps where a part counts them, which says in `more` that another follows.
    pub(crate) fn counted_by_part(&mut self, more: &Net) -> String {
        let offered = self.offered();
        format!("  assign more = {};\n  wire valid = {offered} && !more;", more.name)
    }

    /// The name of the net that says whether an instruction is offered; from here on it is valid in its last step alone.
    fn offered(&mut self) -> String {
        let valid = self.valid.as_mut().expect("whoever makes the sender wait has valid bits");
        std::mem::replace(&mut valid.name, "valid".to_owned())
    }

    /// The throughput, for the header.
    pub(crate) fn rate(&self) -> &'static str {
        if self.timing.has_steps { THROUGHPUT } else { "one instruction a cycle" }
    }
}
