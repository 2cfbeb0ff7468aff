//! The scoreboard of a bus: the instructions in order, and the expected answers, with CC.CF of
//! every context.

use std::collections::{HashMap, VecDeque};

use super::pins::Wires;
use crate::coverage::Coverage;
use crate::scoreboard::{DETAILED, Difference, Failure, Found, Observed};
use crate::subject::Subject;
use vidalu_stimulus::mask;

/// An instruction, and the results of the golden model.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) index: u64,
    pub(super) ctl: u64,
    pub(super) ctx: u64,
    pub(super) a: u64,
    pub(super) b: u64,
    pub(super) c: u64,
    /// The result.
    pub(super) d: u64,
    /// Bit 0 CC.CF, bit 1 whether `.sat` changed the result, as far as the unit says so.
    pub(super) flags: u64,
    /// The CC.CF that the instruction finds.
    finds: bool,
}

impl Work {
    /// Returns the value of a field of the bus.
    pub(super) fn part(&self, name: &str) -> u64 {
        match name {
            "ctl" => self.ctl,
            "ctx" => self.ctx,
            "a" => self.a,
            "b" => self.b,
            _ => self.c,
        }
    }
}

/// The instruction of a failure, where the vector alone does not determine it.
#[derive(Clone, Debug)]
pub(super) struct Blamed {
    /// The thread that executed it, if the bus has several.
    pub(super) thread: Option<usize>,
    /// The input values of the unit.
    pub(super) inputs: Vec<u64>,
}

/// The instructions of a run.
pub(super) struct Board<'a> {
    subject: &'a dyn Subject,
    seed: u64,
    /// The third operands that replace those of the stimulus.
    chained: HashMap<u64, u64>,
    /// The next instruction to issue.
    next: u64,
    end: u64,
    /// CC.CF of each context, after the issued instructions.
    flags: Vec<bool>,
    /// The instructions that were issued and are not answered.
    open: VecDeque<Work>,
    /// The differences in the answers to the oldest of these.
    differences: Vec<Difference>,
    /// The first thread in which these answers differ, and its instruction.
    differs_in: Option<(usize, Work)>,
    pub(super) found: Found,
    /// The instruction of each failure in `found`.
    pub(super) blamed: Vec<Option<Blamed>>,
    pub(super) coverage: Coverage,
}

impl<'a> Board<'a> {
    /// Returns the instructions `first .. end` of a unit with this number of contexts.
    pub(super) fn new(subject: &'a dyn Subject, seed: u64, first: u64, end: u64, contexts: usize) -> Self {
        Self {
            subject,
            seed,
            chained: HashMap::new(),
            next: first,
            end,
            flags: vec![false; contexts],
            open: VecDeque::new(),
            differences: Vec::new(),
            differs_in: None,
            found: Found::default(),
            blamed: Vec::new(),
            coverage: subject.coverage(),
        }
    }

    /// Returns the next instruction, if any is left, and counts it as issued. `c` replaces the
    /// third operand of the stimulus.
    pub(super) fn ask(&mut self, c: Option<u64>) -> Option<Work> {
        self.chained.remove(&self.next);
        self.chained.extend(c.map(|c| (self.next, c)));
        let work = self.look_ahead()?;
        let inputs = self.inputs(self.next);
        let context = self.subject.context(&inputs) as usize;
        self.flags[context] = self.subject.with_flag(&inputs, self.flags[context]).1;
        self.next += 1;
        self.open.push_back(work);
        Some(work)
    }

    /// Returns the input values of an instruction.
    pub(super) fn inputs(&self, index: u64) -> Vec<u64> {
        let mut inputs = self.subject.stimulus(self.seed, index);
        let signals = self.subject.inputs().iter().zip(&mut inputs);
        for (signal, value) in signals.filter(|(signal, _)| signal.name == "c_i") {
            *value = self.chained.get(&index).copied().unwrap_or(*value) & mask(signal.width);
        }
        inputs
    }

    /// Returns the next instruction without issuing it: also good for an instruction that must not
    /// be executed.
    pub(super) fn look_ahead(&self) -> Option<Work> {
        (self.next < self.end).then_some(())?;
        let inputs = self.inputs(self.next);
        let flag = self.flags[self.subject.context(&inputs) as usize];
        Some(self.work(self.next, &inputs, flag).0)
    }

    /// Returns an instruction with the operands of vector `index` in place of its own and with the
    /// results that it has where it finds `flag`, and the CC.CF that it leaves. It is not issued.
    pub(super) fn with_operands(&self, work: &Work, index: u64, flag: bool) -> (Work, bool) {
        let (mut inputs, others) = (self.inputs(work.index), self.subject.stimulus(self.seed, index));
        for ((signal, value), other) in self.subject.inputs().iter().zip(&mut inputs).zip(others) {
            if ["a_i", "b_i", "c_i"].contains(&signal.name) {
                *value = other;
            }
        }
        self.work(work.index, &inputs, flag)
    }

    /// Returns the instruction of these inputs where it finds `flag`, and the CC.CF that it leaves.
    fn work(&self, index: u64, inputs: &[u64], flag: bool) -> (Work, bool) {
        let (results, left) = self.subject.with_flag(inputs, flag);
        let input = |name| self.subject.input(inputs, name);
        let output = |name: &str| {
            let at = self.subject.outputs().iter().position(|signal| signal.name == name);
            at.map_or(0, |at| results[at])
        };
        let work = Work {
            index,
            ctl: input("ctl_i"),
            ctx: input("ctx_i"),
            a: input("a_i"),
            b: input("b_i"),
            c: input("c_i"),
            d: output("d_o"),
            flags: output("cf_o") | output("sat_o") << 1,
            finds: flag,
        };
        (work, left)
    }

    /// Compares an output with the expected answer to the oldest instruction.
    pub(super) fn compare(&mut self, wires: &Wires, output: &str, expected: u64) {
        let (expected, got) = (expected & wires.mask(output), wires.seen(output));
        if got != Observed::Known(expected) {
            self.differences.push(Difference { output: output.to_owned(), expected, got });
        }
    }

    /// Compares the field of a thread in an output with the expected answer to the instruction that
    /// the thread executed.
    pub(super) fn compare_thread(&mut self, thread: usize, work: &Work, output: &str, expected: u64, got: Observed) {
        if got != Observed::Known(expected) {
            self.differences.push(Difference { output: format!("{output}[{thread}]"), expected, got });
            self.differs_in.get_or_insert((thread, *work));
        }
    }

    /// Closes the oldest instruction: its answer is complete.
    pub(super) fn close(&mut self) {
        let Some(work) = self.open.pop_front() else { return };
        self.found.checked += 1;
        let inputs = self.inputs(work.index);
        self.subject.cover_with_flag(&mut self.coverage, &inputs, work.finds);
        let differences = std::mem::take(&mut self.differences);
        if !differences.is_empty() {
            let blamed = self.blame(None);
            self.fail(Some(work.index), differences, blamed);
        }
    }

    /// Closes an answer to `work`, an instruction of the bench that was not issued: only a
    /// difference counts.
    pub(super) fn reject(&mut self, work: &Work) {
        let differences = std::mem::take(&mut self.differences);
        if !differences.is_empty() {
            let blamed = self.blame(Some(work));
            self.fail(None, differences, blamed);
        }
    }

    /// Returns the instruction of the first thread that differs, or `other` if none does.
    fn blame(&mut self, other: Option<&Work>) -> Option<Blamed> {
        let first = self.differs_in.take();
        let (thread, work) = (first.map(|(thread, _)| thread), first.map(|(_, work)| work).or(other.copied())?);
        let mut inputs = self.inputs(work.index);
        for (signal, value) in self.subject.inputs().iter().zip(&mut inputs) {
            match signal.name {
                "a_i" => *value = work.a,
                "b_i" => *value = work.b,
                "c_i" => *value = work.c,
                _ => {}
            }
        }
        Some(Blamed { thread, inputs })
    }

    /// Records a broken rule of the bus: an output has a wrong value.
    pub(super) fn broken(&mut self, output: &str, expected: u64, got: Observed) {
        let index = self.open.front().map(|work| work.index);
        self.fail(index, vec![Difference { output: output.to_owned(), expected, got }], None);
    }

    fn fail(&mut self, index: Option<u64>, differences: Vec<Difference>, blamed: Option<Blamed>) {
        self.found.mismatches += 1;
        if self.found.failures.len() < DETAILED {
            self.blamed.push(blamed);
            self.found.failures.push(Failure { cycle: self.found.cycles, lane: 0, index, differences });
        }
    }

    /// Restarts after a reset: unanswered instructions are issued again, and CC.CF is 0.
    pub(super) fn restart(&mut self) {
        if let Some(work) = self.open.front() {
            self.next = work.index;
        }
        self.open.clear();
        self.differences.clear();
        self.differs_in = None;
        self.flags.fill(false);
    }

    /// Returns the number of instructions that were issued and are not answered.
    pub(super) fn open(&self) -> usize {
        self.open.len()
    }

    /// Returns whether every instruction is issued and answered.
    pub(super) fn is_done(&self) -> bool {
        self.next == self.end && self.open.is_empty()
    }
}
