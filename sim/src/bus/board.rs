//! What is asked and what must be answered: instructions in their order, with CC.CF of every context.

use std::collections::{HashMap, VecDeque};

use super::pins::Wires;
use crate::coverage::Coverage;
use crate::scoreboard::{DETAILED, Difference, Failure, Found, Observed};
use crate::subject::Subject;
use vidalu_stimulus::mask;

/// An instruction, and what the golden model says of it.
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
    /// CC.CF that it finds.
    finds: bool,
}

impl Work {
    /// The part of a layout.
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

/// The instructions of a run.
pub(super) struct Board<'a> {
    subject: &'a dyn Subject,
    seed: u64,
    /// The third operands that are others than those of the stimulus.
    chained: HashMap<u64, u64>,
    /// The next that is asked.
    next: u64,
    end: u64,
    /// CC.CF of each context, after what was asked.
    flags: Vec<bool>,
    /// What was asked and is not answered.
    open: VecDeque<Work>,
    /// What differs in the answers to the oldest of these.
    differences: Vec<Difference>,
    pub(super) found: Found,
    pub(super) coverage: Coverage,
}

impl<'a> Board<'a> {
    /// The instructions `first .. end` of a unit with so many contexts.
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
            found: Found::default(),
            coverage: subject.coverage(),
        }
    }

    /// The next instruction, if one is left; `c` is its third operand, if that is not to be the one of the stimulus.
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

    /// The input values of an instruction.
    pub(super) fn inputs(&self, index: u64) -> Vec<u64> {
        let mut inputs = self.subject.stimulus(self.seed, index);
        let signals = self.subject.inputs().iter().zip(&mut inputs);
        for (signal, value) in signals.filter(|(signal, _)| signal.name == "c_i") {
            *value = self.chained.get(&index).copied().unwrap_or(*value) & mask(signal.width);
        }
        inputs
    }

    /// The next instruction, which is not asked yet: as good as any other where one is to be that is not executed.
    pub(super) fn look_ahead(&self) -> Option<Work> {
        (self.next < self.end).then_some(())?;
        let inputs = self.inputs(self.next);
        let flag = self.flags[self.subject.context(&inputs) as usize];
        let (results, _) = self.subject.with_flag(&inputs, flag);
        let input = |name: &str| {
            let at = self.subject.inputs().iter().position(|signal| signal.name == name);
            at.map_or(0, |at| inputs[at])
        };
        let output = |name: &str| {
            let at = self.subject.outputs().iter().position(|signal| signal.name == name);
            at.map_or(0, |at| results[at])
        };
        Some(Work {
            index: self.next,
            ctl: input("ctl_i"),
            ctx: input("ctx_i"),
            a: input("a_i"),
            b: input("b_i"),
            c: input("c_i"),
            d: output("d_o"),
            flags: output("cf_o") | output("sat_o") << 1,
            finds: flag,
        })
    }

    /// Compares what an output shows of the answer to the oldest instruction.
    pub(super) fn compare(&mut self, wires: &Wires, output: &str, expected: u64) {
        let (expected, got) = (expected & wires.mask(output), wires.seen(output));
        if got != Observed::Known(expected) {
            self.differences.push(Difference { output: output.to_owned(), expected, got });
        }
    }

    /// The oldest instruction is answered.
    pub(super) fn close(&mut self) {
        let Some(work) = self.open.pop_front() else { return };
        self.found.checked += 1;
        let inputs = self.inputs(work.index);
        self.subject.cover_with_flag(&mut self.coverage, &inputs, work.finds);
        let differences = std::mem::take(&mut self.differences);
        if !differences.is_empty() {
            self.fail(Some(work.index), differences);
        }
    }

    /// A rule of the bus is broken: an output is not what it must be.
    pub(super) fn broken(&mut self, output: &str, expected: u64, got: Observed) {
        let index = self.open.front().map(|work| work.index);
        self.fail(index, vec![Difference { output: output.to_owned(), expected, got }]);
    }

    fn fail(&mut self, index: Option<u64>, differences: Vec<Difference>) {
        self.found.mismatches += 1;
        if self.found.failures.len() < DETAILED {
            self.found.failures.push(Failure { cycle: self.found.cycles, lane: 0, index, differences });
        }
    }

    /// After a reset: what is not answered is asked again, and CC.CF is 0.
    pub(super) fn restart(&mut self) {
        if let Some(work) = self.open.front() {
            self.next = work.index;
        }
        self.open.clear();
        self.differences.clear();
        self.flags.fill(false);
    }

    /// Instructions that were asked and are not answered.
    pub(super) fn open(&self) -> usize {
        self.open.len()
    }

    /// Whether all is asked and answered.
    pub(super) fn is_done(&self) -> bool {
        self.next == self.end && self.open.is_empty()
    }
}
