//! Icarus Verilog with the portable testbench, in a conversation: for each cycle, one line of
//! inputs and one line of outputs.

use std::path::PathBuf;
use std::time::Duration;

use crate::drive::{Drive, Seen};
use crate::dut::{self, Pin};
use crate::error::ToolError;
use crate::files::arg;
use crate::process::Conversation;
use crate::simulator::model::{Build, Model};
use crate::tool::Tool;
use vidalu_stimulus::mask;

/// A module under test in a conversation.
pub(super) struct Portable {
    runtime: Tool,
    program: PathBuf,
    /// The working folder.
    dir: PathBuf,
    limit: Duration,
    conversation: Conversation,
    inputs: Vec<Pin>,
    outputs: Vec<Pin>,
    /// The index of the first input that is X while the data are don't-care.
    first_data: usize,
}

impl Portable {
    /// Starts a compiled testbench.
    ///
    /// # Errors
    /// If the simulator cannot be started.
    pub(super) fn start(runtime: Tool, program: PathBuf, job: &Build<'_>) -> Result<Self, ToolError> {
        let (inputs, outputs) = (job.dut.input_pins(job.subject), job.dut.output_pins(job.subject));
        let (dir, first_data) = (job.scratch.to_path_buf(), job.dut.first_data());
        Self::talk(runtime, program, dir, job.limit, [inputs, outputs], first_data)
    }

    fn talk(
        runtime: Tool,
        program: PathBuf,
        dir: PathBuf,
        limit: Duration,
        [inputs, outputs]: [Vec<Pin>; 2],
        first_data: usize,
    ) -> Result<Self, ToolError> {
        // Without this option, vvp would wait for a command when the simulation stops.
        let conversation = runtime.talk(&dir, &["-n".to_owned(), arg(&program), "+talk".to_owned()], limit)?;
        Ok(Self { runtime, program, dir, limit, conversation, inputs, outputs, first_data })
    }
}

impl Model for Portable {
    fn lanes(&self) -> usize {
        1
    }

    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError> {
        let mut text = Vec::new();
        for cycle in 0..drive.cycles {
            dut::line(&self.inputs, drive.values(cycle, self.first_data), &mut text);
        }
        let lines = self.conversation.exchange(&text, drive.cycles)?;
        seen.prepare(self.outputs.len(), drive.cycles, true);
        for (cycle, line) in lines.into_iter().enumerate() {
            let mut words = line.split(' ');
            for (at, pin) in self.outputs.iter().enumerate() {
                let (value, unknown) = words
                    .next()
                    .and_then(|word| value(word, pin))
                    .ok_or_else(|| self.runtime.kind.bad_output(format!("{line:?} has no value of {}", pin.name)))?;
                (seen.values[at][cycle], seen.unknown[at][cycle]) = (value, unknown);
            }
        }
        Ok(())
    }

    fn another(&self) -> Result<Box<dyn Model>, ToolError> {
        let pins = [self.inputs.clone(), self.outputs.clone()];
        let (runtime, program, dir) = (self.runtime.clone(), self.program.clone(), self.dir.clone());
        Ok(Box::new(Self::talk(runtime, program, dir, self.limit, pins, self.first_data)?))
    }
}

/// Returns the value of hexadecimal digits, and a mask of its unknown bits: a digit is known or
/// unknown as a whole.
pub(super) fn value(digits: &str, pin: &Pin) -> Option<(u64, u64)> {
    if digits.len() != pin.digits() as usize {
        return None;
    }
    let (value, unknown) = digits.chars().try_fold((0, 0), |(value, unknown), digit| match digit {
        'x' | 'X' | 'z' | 'Z' => Some((value << 4, unknown << 4 | 15)),
        _ => Some((value << 4 | u64::from(digit.to_digit(16)?), unknown << 4)),
    })?;
    Some((value, unknown & mask(pin.width)))
}
