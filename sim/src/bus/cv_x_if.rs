//! CV-X-IF: a processor that offers instructions of the unit and of others, withdraws offers, and
//! commits or kills them, one by one or several at once, from the cycle of the offer on.

use std::collections::VecDeque;

use vidalu_gen::Rs3;
use vidalu_gen::wrapper::{Command, OPCODE};

use super::bench::Bus;
use super::board::Board;
use super::channel::{Pace, Take, bit};
use super::command::{Commands, Step};
use super::pins::{Names, Wires};

const RESULT: &[&str] = &["result_hartid", "result_id", "result_data", "result_rd", "result_we"];

pub(super) const NAMES: Names = [
    &[
        "issue_valid",
        "issue_req_instr",
        "issue_req_hartid",
        "issue_req_id",
        "register_valid",
        "register_hartid",
        "register_id",
        "register_rs_0",
        "register_rs_1",
        "register_rs_2",
        "register_rs_valid",
        "commit_valid",
        "commit_hartid",
        "commit_id",
        "commit_commit_kill",
        "result_ready",
    ],
    &[
        "issue_ready",
        "issue_resp_accept",
        "issue_resp_writeback",
        "issue_resp_register_read",
        "register_ready",
        "result_valid",
        "result_hartid",
        "result_id",
        "result_data",
        "result_rd",
        "result_we",
    ],
];

/// Instructions in flight at most: their numbers are all different.
const MOST: u64 = 6;

/// The decision of the processor about an instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fate {
    Open,
    Committed,
    Killed,
}

/// An instruction in flight.
#[derive(Clone, Copy, Debug)]
struct Flight {
    id: u64,
    instruction: u64,
    /// The step of the instruction; `None` for an instruction of another unit.
    step: Option<Step>,
    /// Whether it was taken or rejected.
    is_answered: bool,
    fate: Fate,
}

pub(super) struct CvXIf {
    commands: Commands,
    has_c: bool,
    /// The third source register of an instruction.
    rs3: Rs3,
    /// The numbers that there are, less one.
    ids: u64,
    steps: VecDeque<Step>,
    /// In the order in which they were offered; only the last may not be answered yet.
    flights: VecDeque<Flight>,
    next_id: u64,
    /// Which source registers of the offer are there.
    there: u64,
    sink: Take,
}

impl CvXIf {
    pub(super) fn new(commands: Commands, has_c: bool, rs3: Rs3, id_width: u32) -> Self {
        Self {
            commands,
            has_c,
            rs3,
            ids: (1 << id_width) - 1,
            steps: VecDeque::new(),
            flights: VecDeque::new(),
            next_id: 0,
            there: 0,
            sink: Take::new("result_valid", "result_ready", RESULT),
        }
    }

    /// The source registers that an instruction reads.
    fn reads(&self, step: &Step) -> u64 {
        match step.three {
            code if code == Command::Execute.code() => 3 | u64::from(self.has_c && self.rs3 != Rs3::None) << 2,
            code if code == Command::Read.code() => 0,
            _ => 3,
        }
    }

    /// The instruction of a step, with noise in the fields that name registers.
    fn encode(&self, step: &Step, noise: u64) -> u64 {
        let has_r4 = self.rs3 == Rs3::R4 && self.has_c && step.three == Command::Execute.code();
        let rs3 = if has_r4 { noise >> 15 & 31 } else { 0 };
        rs3 << 27 | step.seven << 25 | (noise & 0x3ff) << 15 | step.three << 12 | (noise >> 10 & 31) << 7 | OPCODE
    }

    /// Returns an instruction of another unit: another opcode, or other bits in `funct3` or
    /// `funct7`.
    fn foreign(&self, noise: u64) -> u64 {
        let own = noise & 0x01ff_8f80 | OPCODE;
        // Bits that execute uses are bits of others where the command is another one.
        let command = if self.rs3 == Rs3::Rd { Command::Execute } else { Command::SetWord };
        match noise >> 40 & 3 {
            0 => own | command.code() << 12 | 1 << (27 + (noise >> 44) % 5),
            1 if noise >> 44 & 1 == 0 => own | 7 << 12,
            1 => own | Command::Read.code() << 12 | 1 << (29 + (noise >> 45) % 3),
            2 => own ^ 1 << ((noise >> 44) % 7),
            _ => own | 6 << 12,
        }
    }

    /// The offer that is not answered yet.
    fn offer(&mut self) -> Option<&mut Flight> {
        self.flights.back_mut().filter(|flight| !flight.is_answered)
    }

    /// A new offer, if there is room.
    fn begin(&mut self, board: &mut Board<'_>, pace: Pace) {
        let oldest = self.flights.front().map_or(self.next_id, |flight| flight.id);
        let span = self.next_id.wrapping_sub(oldest) & self.ids;
        if !pace.goes(0) || pace.drains || self.flights.len() as u64 >= MOST || span >= self.ids.min(12) {
            return;
        }
        let (instruction, step) = match pace.word(20) & 3 {
            0 => (self.foreign(pace.word(21)), None),
            _ => {
                if self.steps.is_empty() {
                    self.steps = self.commands.next(board, pace).into();
                }
                let Some(step) = self.steps.pop_front() else { return };
                (self.encode(&step, pace.word(22)), Some(step))
            }
        };
        self.flights.push_back(Flight { id: self.next_id, instruction, step, is_answered: false, fate: Fate::Open });
        // Numbers go up, by one or more.
        let more = if span + 4 < self.ids { 1 + (pace.word(23) & 1) } else { 1 };
        self.next_id = (self.next_id + more) & self.ids;
        self.there = 0;
    }

    /// Takes an offer back that is not answered; what it was to do is offered again.
    fn retract(&mut self) {
        let flight = self.flights.pop_back().expect("there is an offer");
        if let Some(step) = flight.step {
            self.steps.push_front(step);
        }
    }

    /// Commits instructions up to one, or kills them from one on, in this cycle. The first decision
    /// on an instruction counts.
    fn decide(&mut self, wires: &mut Wires, pace: Pace) {
        wires.set("commit_valid", 0);
        let open: Vec<_> = (0..self.flights.len()).filter(|&at| self.flights[at].fate == Fate::Open).collect();
        let (Some(&first), true) = (open.first(), pace.goes(2)) else { return };
        let at = open[pace.word(24) as usize % open.len()];
        let kills = pace.word(25) & 7 == 0;
        wires.set("commit_valid", 1);
        wires.set("commit_commit_kill", kills.into());
        wires.set("commit_hartid", 0);
        wires.set("commit_id", self.flights[at].id);
        if kills {
            self.kill(at);
        } else {
            self.commit(first, at);
        }
    }

    /// Marks the open instructions from one up to another as committed.
    fn commit(&mut self, first: usize, last: usize) {
        let open = self.flights.range_mut(first..=last).filter(|flight| flight.fate == Fate::Open);
        open.for_each(|flight| flight.fate = Fate::Committed);
    }

    /// Marks the open instructions from one on as killed. Their steps are offered again, later and
    /// with other numbers. An offer that was killed before and still stands has its step there
    /// already: offered twice, the step would be executed twice.
    fn kill(&mut self, first: usize) {
        for flight in self.flights.range_mut(first..).rev().filter(|flight| flight.fate == Fate::Open) {
            flight.fate = Fate::Killed;
            if let Some(step) = &mut flight.step {
                self.steps.push_front(*step);
                step.closes = false;
            }
        }
    }

    /// Drops the instructions that are no longer in flight.
    fn forget(&mut self) {
        let is_over = |flight: &Flight| {
            flight.is_answered
                && (flight.fate == Fate::Killed || flight.fate == Fate::Committed && flight.step.is_none())
        };
        self.flights.retain(|flight| !is_over(flight));
    }

    fn result(&mut self, wires: &Wires, board: &mut Board<'_>) {
        // In order: the oldest of those that are committed and not of others.
        let at = self.flights.iter().position(|flight| flight.step.is_some() && flight.fate != Fate::Killed);
        let flight =
            at.map(|at| self.flights[at]).filter(|flight| flight.is_answered && flight.fate == Fate::Committed);
        let (Some(at), Some(flight), Some(step)) = (at, flight, flight.and_then(|flight| flight.step)) else {
            return board.broken("result_valid", 0, wires.seen("result_valid"));
        };
        let writes = step.three == Command::Execute.code() || step.three == Command::Read.code();
        board.compare(wires, "result_hartid", 0);
        board.compare(wires, "result_id", flight.id);
        board.compare(wires, "result_rd", flight.instruction >> 7 & 31);
        board.compare(wires, "result_we", writes.into());
        if writes {
            board.compare(wires, "result_data", step.answer);
        }
        if step.closes {
            board.close();
        }
        self.flights.remove(at);
    }

    fn answered(&mut self, wires: &Wires, board: &mut Board<'_>) {
        let Some(flight) = self.offer() else { return };
        flight.is_answered = true;
        let flight = *flight;
        board.compare(wires, "issue_resp_accept", flight.step.is_some().into());
        if let Some(step) = &flight.step {
            let reads = self.reads(step);
            let writes = step.three == Command::Execute.code() || step.three == Command::Read.code();
            board.compare(wires, "issue_resp_writeback", writes.into());
            board.compare(wires, "issue_resp_register_read", reads);
            if self.there & reads != reads {
                board.broken("issue_ready", 0, wires.seen("issue_ready"));
            }
        }
    }
}

impl Bus for CvXIf {
    fn drive(&mut self, wires: &mut Wires, board: &mut Board<'_>, pace: Pace) {
        match self.offer().map(|flight| flight.fate) {
            None => self.begin(board, pace),
            Some(Fate::Open) if pace.word(26) & 15 == 0 => self.retract(),
            Some(Fate::Killed) if pace.word(26) & 1 == 0 => {
                self.flights.pop_back();
            }
            _ => {}
        }
        let there = self.there | pace.word(27) & pace.word(28) & 7;
        let offer = self.offer().copied();
        wires.set("issue_valid", offer.is_some().into());
        wires.set("register_valid", offer.is_some().into());
        if let Some(flight) = offer {
            self.there = there;
            wires.set("issue_req_instr", flight.instruction);
            wires.set("register_rs_valid", there);
            for name in ["issue_req_hartid", "register_hartid"] {
                wires.set(name, 0);
            }
            for name in ["issue_req_id", "register_id"] {
                wires.set(name, flight.id);
            }
            let inputs = flight.step.map_or([0; 3], |step| step.inputs);
            let pins = ["register_rs_0", "register_rs_1", "register_rs_2"];
            for (at, (pin, value)) in pins.into_iter().zip(inputs).enumerate() {
                if there >> at & 1 == 1 {
                    wires.set(pin, value);
                }
            }
        }
        self.decide(wires, pace);
        self.sink.drive(wires, pace, 1);
    }

    fn look(&mut self, wires: &Wires, board: &mut Board<'_>) {
        if self.sink.taken(wires, board) {
            self.result(wires, board);
        }
        if self.offer().is_some() && bit(wires, "issue_ready", board) {
            self.answered(wires, board);
        }
        self.forget();
    }

    fn restart(&mut self) {
        self.commands.restart();
        (self.steps, self.flights) = (VecDeque::new(), VecDeque::new());
        (self.next_id, self.there) = (0, 0);
        self.sink.restart();
    }
}

#[cfg(test)]
mod tests {
    use vidalu_gen::{Config, Unit, Wrapper};

    use super::*;
    use crate::bus::Wrapping;

    #[test]
    fn a_step_that_is_killed_twice_is_offered_again_once() {
        let module = Wrapping::new(Wrapper::CvXIf, Unit::Carry, &Config::default()).expect("it can be wrapped");
        let mut bus = CvXIf::new(module.commands(true), true, Rs3::Rd, 4);
        let step = |answer| Step { three: 0, seven: 0, inputs: [0; 3], answer, closes: true };
        let flight =
            |id, is_answered| Flight { id, instruction: 0, step: Some(step(id)), is_answered, fate: Fate::Open };
        bus.flights = [flight(0, true), flight(1, true), flight(2, false)].into();
        bus.commit(0, 0);
        bus.kill(2);
        bus.kill(1);
        bus.commit(1, 2);
        let again: Vec<_> = bus.steps.iter().map(|step| (step.answer, step.closes)).collect();
        assert_eq!(again, [(1, true), (2, true)]);
        let fates: Vec<_> = bus.flights.iter().map(|flight| flight.fate).collect();
        assert_eq!(fates, [Fate::Committed, Fate::Killed, Fate::Killed]);
    }
}
