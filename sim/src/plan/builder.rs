//! Builds a plan cycle by cycle: this file decides what is driven, and the flow of the model says
//! what must come out.

use std::ops::Range;

use vidalu_model::draw::Draw;
use vidalu_model::flow::{Flow, Signals, Stages};

use super::{Cycle, Pace, Ready, ResetKind, Steps, Timing};

/// The number of reset cycles at the start.
const INITIAL_RESET: u32 = 2;

/// The number of cycles for which a rhythm of bubbles or stalls lasts.
const PHASE: u64 = 64;

/// The average number of cycles between two flushes, if the module has a flush.
const FLUSHES: u32 = 96;

/// An instruction that takes several steps and must wait is withdrawn once in this number of
/// cycles.
const WITHDRAWALS: u32 = 16;

/// The number of idle cycles after the last instruction has come out, in which a result that comes
/// twice or late shows.
const IDLE: u32 = 4;

/// The inputs of a module in one cycle.
#[derive(Clone, Copy)]
struct CycleInputs {
    reset: bool,
    enable: bool,
    flush: bool,
    ready: bool,
    issue: Option<u64>,
}

pub(super) struct Builder<'a> {
    timing: Timing,
    steps: Steps<'a>,
    /// Whether some vectors enter in several steps.
    has_steps: bool,
    /// The key of the random words that decide about rhythms.
    key: u64,
    /// The number of rhythms to choose from.
    pub(super) rhythms: u32,
    pub(super) cycles: Vec<Cycle>,
    /// The vector in each stage.
    pipeline: Flow<u64>,
    /// Whether the valid bits of the module are known to equal those of the model.
    pub(super) known: bool,
    /// The vector that is offered next.
    next: u64,
    /// The vector whose result leaves next.
    next_out: u64,
}

impl<'a> Builder<'a> {
    pub(super) fn new(timing: Timing, steps: Steps<'a>, key: u64, mut vectors: Range<u64>) -> Self {
        let has_steps = vectors.any(|index| steps(index) > 1);
        let registered_ready = timing.ready == Some(Ready::Registered);
        let pipeline = Flow::new(Stages {
            depth: timing.latency as usize,
            flag_stage: timing.flag_stage.unwrap_or(0) as usize,
            reset: timing.reset.unwrap_or(ResetKind::Synchronous),
            registered_ready,
        });
        let known = timing.latency == 0 && !registered_ready && !has_steps;
        let rhythms = Pace::Restless.rhythms();
        Self { timing, steps, has_steps, key, rhythms, cycles: Vec::new(), pipeline, known, next: 0, next_out: 0 }
    }

    /// Brings the module into a known state.
    pub(super) fn start(&mut self) {
        match self.timing.reset {
            Some(_) => (0..INITIAL_RESET).for_each(|_| self.reset(None)),
            None => (0..self.idle()).for_each(|_| self.plain(None)),
        }
        self.known = true;
    }

    /// Returns the number of idle cycles that bring a module without a reset into a known state.
    pub(super) fn idle(&self) -> usize {
        self.timing.latency as usize + usize::from(self.timing.ready == Some(Ready::Registered))
    }

    pub(super) fn stream(&mut self, Range { start: first, end }: Range<u64>) {
        self.start();
        // From half of the vectors on, there are no bubbles until the pipeline is full; then comes
        // the reset.
        let fill_at = first + (end - first) / 2;
        let reset_at = fill_at + 2 * u64::from(self.timing.latency);
        let loses = self.timing.latency > 0 || self.has_steps;
        let mut reset_is_due = self.timing.has_valid && self.timing.reset.is_some() && loses;
        (self.next, self.next_out) = (first, first);
        while self.next_out < end {
            let issue = (self.next < end).then_some(self.next);
            let is_between = !self.has_steps || self.pipeline.is_between_steps();
            if reset_is_due && self.next_out >= reset_at && is_between {
                // The reset lasts one cycle: in a longer one, a register that ignores the reset
                // would be overwritten by the stages before it. An instruction is offered during
                // the reset and must not be taken. If an instruction can wait before the first
                // stage, one waits there.
                let waits = self.timing.ready == Some(Ready::Registered) && !self.has_steps;
                let drive = CycleInputs { reset: false, enable: true, flush: false, ready: !waits, issue };
                if waits {
                    self.step(drive);
                }
                self.step(CycleInputs { reset: true, issue: Some(self.next_out), ..drive });
                reset_is_due = false;
            } else if reset_is_due && self.next >= fill_at && issue.is_some() {
                self.plain(issue);
            } else {
                let drive = self.disturbed(issue);
                self.step(drive);
                self.show(issue);
            }
        }
        if self.timing.has_valid {
            (0..IDLE).for_each(|_| self.plain(None));
        }
    }

    /// Returns the inputs of a cycle of the stream, with bubbles and stalls.
    fn disturbed(&self, issue: Option<u64>) -> CycleInputs {
        let timing = self.timing;
        // An instruction that is offered stays until it is taken.
        let is_held = self.cycles.last().is_some_and(|last| last.valid && last.ready_out == Some(false));
        let is_between = timing.ready == Some(Ready::Direct) && self.pipeline.is_between_steps();
        let withdraws = || is_between && self.chance(37, WITHDRAWALS);
        let is_bubble = timing.has_valid && if is_held { withdraws() } else { self.pauses(0) };
        let enable = !(timing.clock_enable && self.pauses(1));
        // While the clock is disabled, a flush must have no effect, and it loses no instruction.
        let flush = timing.flush && self.chance(13, if enable { FLUSHES } else { 2 });
        CycleInputs {
            reset: false,
            enable,
            flush,
            ready: !(timing.ready.is_some() && self.pauses(2)),
            issue: issue.filter(|_| !is_bubble),
        }
    }

    /// Puts the waiting vector on the inputs in half of the bubbles, without valid. X alone would
    /// hide an effect that a bubble must not have, because simulators take an `if` of X for false.
    fn show(&mut self, waiting: Option<u64>) {
        let is_shown = self.chance(29, 2);
        if let Some(last) = self.cycles.last_mut().filter(|last| !last.valid && is_shown) {
            last.issue = waiting;
        }
    }

    /// Returns true once in `cycles` cycles on average; `kind` tells one use from another.
    fn chance(&self, kind: u32, cycles: u32) -> bool {
        Draw::new(self.key.rotate_left(kind), self.cycle()).chance(1, cycles)
    }

    fn cycle(&self) -> u64 {
        self.cycles.len() as u64
    }

    /// Returns whether the next cycle is a pause of this kind. There are rhythms with a pause in
    /// every second cycle, in a quarter of the cycles at random, and in half of them at random; in
    /// all others, there are no pauses.
    fn pauses(&self, kind: u32) -> bool {
        let key = self.key.rotate_left(21 * kind);
        let cycle = self.cycle();
        let mut draw = Draw::new(key, cycle);
        match Draw::new(!key, cycle / PHASE).below(self.rhythms) {
            1 => cycle % 2 == 1,
            2 => draw.chance(1, 4),
            3 => draw.chance(1, 2),
            _ => false,
        }
    }

    /// Adds a cycle with the reset.
    pub(super) fn reset(&mut self, issue: Option<u64>) {
        self.step(CycleInputs { reset: true, enable: true, flush: false, ready: true, issue });
    }

    /// Adds a cycle without a disturbance.
    pub(super) fn plain(&mut self, issue: Option<u64>) {
        self.step(CycleInputs { reset: false, enable: true, flush: false, ready: true, issue });
    }

    /// Adds the cycles in which a vector enters without a disturbance.
    pub(super) fn until_taken(&mut self, index: u64) {
        (0..(self.steps)(index)).for_each(|_| self.plain(Some(index)));
    }

    /// Brings a vector that takes several steps into the stage of the state, where the last clock
    /// edge leaves it. If that stage has no registers before it, backpressure holds the vector.
    pub(super) fn settle_steps(&mut self, index: u64) {
        let stage = self.timing.flag_stage.unwrap_or(self.timing.latency);
        (1..(self.steps)(index)).for_each(|_| self.plain(Some(index)));
        self.step(CycleInputs { reset: false, enable: true, flush: false, ready: stage > 0, issue: Some(index) });
        (1..stage).for_each(|_| self.plain(None));
    }

    /// Adds a cycle and advances the model.
    fn step(&mut self, drive: CycleInputs) {
        let CycleInputs { reset, enable, flush, ready, issue } = drive;
        if reset && self.timing.reset == Some(ResetKind::Asynchronous) {
            self.known = true;
        }
        let offered = issue.map(|index| (index, (self.steps)(index)));
        let places = self.pipeline.cycle(Signals { reset, enable, flush, ready }, offered, |_| ());
        let result = places.shown;
        let leaves = result.is_some() && enable && ready;
        if let Some(index) = result.filter(|_| leaves) {
            self.next_out = index + 1;
        }
        if reset || (flush && enable) {
            // Instructions that were lost are issued again.
            self.next = self.next_out;
        } else if let Some(index) = issue.filter(|_| enable && places.ready) {
            self.next = index + 1;
        }
        self.cycles.push(Cycle {
            reset,
            enable,
            flush,
            valid: issue.is_some(),
            ready,
            issue,
            valid_out: (self.timing.has_valid && self.known).then_some(result.is_some()),
            ready_out: (self.timing.ready.is_some() && self.known).then_some(places.ready),
            result,
            leaves,
            passes_flag: places.passes.filter(|_| self.timing.flag_stage.is_some()),
        });
        if reset {
            self.known = true;
        }
    }
}
