//! CFU: commands of a processor, one at a time.

use std::collections::VecDeque;

use vidalu_gen::wrapper::Command;

use super::bench::Bus;
use super::board::Board;
use super::channel::{Offer, Pace, Take};
use super::command::{Commands, Step};
use super::pins::{Names, Wires};

const ANSWER: &[&str] = &["rsp_payload_outputs_0"];

pub(super) const NAMES: Names = [
    &["cmd_valid", "cmd_payload_function_id", "cmd_payload_inputs_0", "cmd_payload_inputs_1", "rsp_ready"],
    &["cmd_ready", "rsp_valid", "rsp_payload_outputs_0"],
];

/// A code without a command; the unit answers 0.
const NOTHING: u64 = 7;

pub(super) struct Cfu {
    commands: Commands,
    /// Commands that are still to be given.
    steps: VecDeque<Step>,
    offered: Option<Step>,
    inside: Option<Step>,
    source: Offer,
    sink: Take,
}

impl Cfu {
    pub(super) fn new(commands: Commands) -> Self {
        Self {
            commands,
            steps: VecDeque::new(),
            offered: None,
            inside: None,
            source: Offer::new("cmd_valid", "cmd_ready"),
            sink: Take::new("rsp_valid", "rsp_ready", ANSWER),
        }
    }
}

impl Bus for Cfu {
    fn drive(&mut self, wires: &mut Wires, board: &mut Board<'_>, pace: Pace) {
        if self.source.is_free() {
            if self.steps.is_empty() {
                self.steps = self.commands.next(board, pace).into();
                if let Some(&first) = self.steps.front()
                    && pace.word(8) & 7 == 0
                {
                    self.steps.push_front(Step { three: NOTHING, answer: 0, closes: false, ..first });
                }
            }
            if let Some(step) = self.steps.pop_front() {
                // The unused bits of funct7 hold noise.
                let used = match step.three {
                    code if code == Command::Execute.code() => 3,
                    code if code == Command::Read.code() => 4,
                    _ => 2,
                };
                let noise = pace.word(12) << used;
                let function = step.three | (step.seven | noise) << 3;
                let pins = ["cmd_payload_function_id", "cmd_payload_inputs_0", "cmd_payload_inputs_1"];
                self.source.load(pins.into_iter().zip([function, step.inputs[0], step.inputs[1]]).collect());
                self.offered = Some(step);
            }
        }
        self.source.drive(wires, pace.goes(0));
        self.sink.drive(wires, pace, 1);
    }

    fn look(&mut self, wires: &Wires, board: &mut Board<'_>) {
        if self.sink.taken(wires, board) {
            match self.inside.take() {
                None => board.broken("rsp_valid", 0, wires.seen("rsp_valid")),
                Some(step) => {
                    board.compare(wires, ANSWER[0], step.answer);
                    if step.closes {
                        board.close();
                    }
                }
            }
        }
        if self.source.taken(wires, board) {
            if self.inside.is_some() {
                board.broken("cmd_ready", 0, wires.seen("cmd_ready"));
            }
            self.inside = self.offered.take();
        }
    }

    fn restart(&mut self) {
        self.commands.restart();
        (self.steps, self.offered, self.inside) = (VecDeque::new(), None, None);
        self.source.restart();
        self.sink.restart();
    }
}
