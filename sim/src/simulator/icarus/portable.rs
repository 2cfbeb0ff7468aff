//! Icarus Verilog with the portable testbench, a line of text a cycle in and out.

use crate::batch::{Drive, Seen};
use crate::dut::{self, Pin};
use crate::error::ToolError;
use crate::simulator::{Build, Conversation, Model};
use crate::stimulus::corner::mask;

/// A module under test in a conversation.
pub(super) struct Portable {
    conversation: Conversation,
    inputs: Vec<Pin>,
    outputs: Vec<Pin>,
    /// The first of the inputs that are X where data mean nothing.
    first_data: usize,
}

impl Portable {
    pub(super) fn new(conversation: Conversation, job: &Build<'_>) -> Self {
        Self {
            conversation,
            inputs: job.dut.input_pins(job.subject),
            outputs: job.dut.output_pins(job.subject),
            first_data: super::first_data(job.dut),
        }
    }
}

impl Model for Portable {
    fn lanes(&self) -> usize {
        1
    }

    fn run(&mut self, drive: &Drive, seen: &mut Seen) -> Result<(), ToolError> {
        let mut text = Vec::new();
        for cycle in 0..drive.cycles {
            let columns = drive.control.iter().chain(&drive.data).enumerate();
            let values = columns.map(|(at, column)| {
                let is_noise = drive.noise[cycle] && at >= self.first_data;
                (!is_noise).then(|| column[cycle])
            });
            dut::line(&self.inputs, values, &mut text);
        }
        let lines = self.conversation.exchange(&text, drive.cycles)?;
        seen.clear(self.outputs.len());
        for line in lines {
            let mut words = line.split(' ');
            for (at, pin) in self.outputs.iter().enumerate() {
                let (value, unknown) = words.next().and_then(|word| value(word, pin)).ok_or_else(|| {
                    let problem = format!("{line:?} has no value of {}", pin.name);
                    ToolError::BadOutput { tool: self.conversation.tool(), problem }
                })?;
                seen.values[at].push(value);
                seen.unknown[at].push(unknown);
            }
        }
        Ok(())
    }
}

/// The value of hexadecimal digits and what is unknown of it: all of a digit that is not known whole.
fn value(digits: &str, pin: &Pin) -> Option<(u64, u64)> {
    if digits.len() != pin.digits() as usize {
        return None;
    }
    let (value, unknown) = digits.chars().try_fold((0, 0), |(value, unknown), digit| match digit {
        'x' | 'X' | 'z' | 'Z' => Some((value << 4, unknown << 4 | 15)),
        _ => Some((value << 4 | u64::from(digit.to_digit(16)?), unknown << 4)),
    })?;
    Some((value, unknown & mask(pin.width)))
}
