//! The commands with which a processor has an instruction executed, on CFU and CV-X-IF.

use vidalu_gen::Layout;
use vidalu_gen::wrapper::{Command, SLOT_BITS, SLOTS, Which};

use super::board::{Board, Work};
use super::channel::Pace;

/// A command and its answer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// `funct3` and `funct7`.
    pub(super) three: u64,
    pub(super) seven: u64,
    /// The values of rs1, rs2 and rs3.
    pub(super) inputs: [u64; 3],
    pub(super) answer: u64,
    /// The last of an instruction.
    pub(super) closes: bool,
}

impl Step {
    /// A command that does not close an instruction. Source registers have 32 bits.
    fn new(command: Command, seven: u64, inputs: [u64; 3], answer: u64) -> Self {
        Self { three: command.code(), seven, inputs: inputs.map(|input| input & LOW), answer, closes: false }
    }
}

/// The state of a driver of the wrapper.
pub(super) struct Commands {
    layout: Layout,
    /// The flags that the unit shows, as a mask.
    flags: u64,
    id: u64,
    /// Whether an instruction brings the lower half of the third operand along.
    brings_c: bool,
    /// The contents of the registers, as far as they were set.
    slots: [Option<u64>; SLOTS],
    c: Option<u64>,
    high: Option<[u64; 2]>,
    last: Option<Work>,
}

const LOW: u64 = u32::MAX as u64;

impl Commands {
    pub(super) fn new(layout: Layout, flags: u64, id: u64, brings_c: bool) -> Self {
        Self { layout, flags, id, brings_c, slots: [None; SLOTS], c: None, high: None, last: None }
    }

    /// Returns the commands of the next instruction, in order; nothing after the last instruction.
    pub(super) fn next(&mut self, board: &mut Board<'_>, pace: Pace) -> Vec<Step> {
        let (has_c, is_wide) = (self.layout.part("c").is_some(), self.layout.operand > 32);
        // Now and then the third operand is the last result.
        let chained = self.last.filter(|_| has_c && pace.word(4) & 3 == 0).map(|last| last.d);
        let Some(work) = board.ask(chained) else { return Vec::new() };
        let accumulates = chained.is_some() && !self.brings_c;
        let step = |command, seven, inputs: [u64; 2], answer| {
            Step::new(command, seven, [inputs[0], inputs[1], pace.word(15)], answer)
        };
        let mut steps = Vec::new();
        let word = work.ctl | work.ctx << Layout::CONTEXT;
        // A slot that has the word already, or any.
        let any = pace.word(5) as usize % SLOTS;
        let slot = self.slots.iter().position(|held| *held == Some(word)).unwrap_or(any);
        if self.slots[slot] != Some(word) || pace.word(6) & 7 == 0 {
            steps.push(step(Command::SetWord, slot as u64, [word, word >> 32], 0));
            self.slots[slot] = Some(word);
        }
        let high = [work.a >> 32, work.b >> 32];
        if is_wide && self.high != Some(high) {
            steps.push(step(Command::SetHigh, 0, high, 0));
            self.high = Some(high);
        }
        let c = if self.brings_c { work.c >> 32 } else { work.c };
        if has_c && !accumulates && self.c != Some(c) && (self.layout.has_wide_c() || !self.brings_c) {
            steps.push(step(Command::SetC, 0, [c, c >> 32], 0));
            self.c = Some(c);
        }
        let read =
            |which: Which, answer| step(Command::Read, which.code(), [10, 11].map(|side| pace.word(side)), answer);
        if pace.word(8) & 7 == 1 {
            steps.extend(self.switch(pace));
        }
        // What comes between changes nothing.
        steps.extend((pace.word(7) & 7 == 0).then(|| read(Which::Id, self.id)));
        let accumulate = u64::from(accumulates) << SLOT_BITS;
        let execute = step(Command::Execute, slot as u64 | accumulate, [work.a, work.b], work.d & LOW);
        let third = if self.brings_c && has_c { work.c & LOW } else { execute.inputs[2] };
        steps.push(Step { inputs: [execute.inputs[0], execute.inputs[1], third], ..execute });
        steps.extend(is_wide.then(|| read(Which::High, work.d >> 32)));
        steps.extend((self.flags > 0).then(|| read(Which::Flags, work.flags)));
        steps.extend((pace.word(9) & 7 == 0).then(|| read(Which::Low, work.d & LOW)));
        let (which, value) = self.any_held(pace.word(13));
        steps.extend(value.filter(|_| pace.word(14) & 3 == 0).map(|value| {
            let inputs = [10, 11].map(|side| pace.word(side));
            step(Command::Read, which, inputs, value & LOW)
        }));
        steps.last_mut().expect("there is one").closes = true;
        self.last = Some(work);
        steps
    }

    /// Returns the commands of a task switch: another last result with other flags, which are read,
    /// and then those that were there.
    fn switch(&self, pace: Pace) -> Vec<Step> {
        let Some(last) = self.last else { return Vec::new() };
        let third = pace.word(17);
        let set = |value: u64, flags: u64| Step::new(Command::SetLast, flags & 3, [value, value >> 32, third], 0);
        let read = |which: Which, answer: u64| Step::new(Command::Read, which.code(), [0, 0, third], answer & LOW);
        let (other, flags) = (pace.word(18), pace.word(19));
        let high = if self.layout.operand > 32 { other >> 32 } else { 0 };
        vec![
            set(other, flags),
            read(Which::Low, other),
            read(Which::High, high),
            read(Which::Flags, flags & self.flags),
            set(last.d, last.flags),
        ]
    }

    /// Returns the code of a held word that `choice` selects, and its value if it is known.
    fn any_held(&self, choice: u64) -> (u64, Option<u64>) {
        let slot = (choice >> 8) as usize % SLOTS;
        let high = |at: usize| if self.layout.operand > 32 { self.high.map(|high| high[at]) } else { Some(0) };
        let has_c = self.layout.part("c").is_some();
        let (c, c_high) = match (has_c, self.brings_c, self.layout.has_wide_c()) {
            (false, ..) | (true, true, false) => (Some(0), Some(0)),
            (true, true, true) => (Some(0), self.c),
            (true, false, true) => (self.c, self.c.map(|c| c >> 32)),
            (true, false, false) => (self.c, Some(0)),
        };
        match choice & 7 {
            0 => (Which::C.code(), c),
            1 => (Which::CHigh.code(), c_high),
            2 => (Which::AHigh.code(), high(0)),
            3 => (Which::BHigh.code(), high(1)),
            4 | 5 => (Which::WordLow.code() + slot as u64, self.slots[slot]),
            _ => (Which::WordHigh.code() + slot as u64, self.slots[slot].map(|word| word >> 32)),
        }
    }

    /// After a reset: nothing is known of the registers.
    pub(super) fn restart(&mut self) {
        (self.slots, self.c, self.high, self.last) = ([None; SLOTS], None, None, None);
    }
}
