//! What happens in each cycle: instructions, bubbles, stalls, flushes, resets, and what must come out when.

use std::ops::Range;

use vidalu_model::draw::{Draw, key};
use vidalu_model::flow::{Flow, Signals, Stages};

pub use vidalu_model::flow::ResetKind;

/// Cycles of reset at the start.
const INITIAL_RESET: u32 = 2;

/// Cycles of one rhythm of bubbles or stalls.
const PHASE: u64 = 64;

/// One cycle in so many is a flush, where the module has one.
const FLUSHES: u32 = 96;

/// One time in so many that an instruction in several steps must wait, the sender takes it back.
const WITHDRAWALS: u32 = 16;

/// Idle cycles after the last instruction came out: a result that comes twice or late must show.
const IDLE: u32 = 4;

/// How a module behaves in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Movements of the pipeline from an instruction to its result; 0 for combinational modules.
    pub latency: u32,
    /// Whether it has `valid_i` and `valid_o`; without them every cycle carries an instruction.
    pub has_valid: bool,
    /// Whether it has `ready_o` and `ready_i`, and where `ready_o` comes from.
    pub ready: Option<Ready>,
    /// Whether it has a clock enable.
    pub clock_enable: bool,
    /// Whether it has a flush.
    pub flush: bool,
    /// Whether it has a reset, and which.
    pub reset: Option<ResetKind>,
    /// Width of the tag; 0: none.
    pub tag: u32,
    /// The stage, 0 to `latency`, in which state is read and written, if there is state.
    pub flag_stage: Option<u32>,
}

/// Where `ready_o` comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// From `ready_i`, in the same cycle.
    Direct,
    /// From a register: one instruction can wait before the first stage.
    Registered,
}

/// One cycle of a plan. Inputs change at the inactive edge; outputs are read before the active edge that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The reset is active.
    pub reset: bool,
    /// The clock is enabled.
    pub enable: bool,
    /// The flush is active.
    pub flush: bool,
    /// `valid_i`.
    pub valid: bool,
    /// `ready_i`.
    pub ready: bool,
    /// The vector on the data inputs, also where it is not valid; noise, and X where the simulator has it, if `None`.
    pub issue: Option<u64>,
    /// What `valid_o` must be; `None` before the first reset has cleared it.
    pub valid_out: Option<bool>,
    /// What `ready_o` must be; `None` where there is none, or before the first reset.
    pub ready_out: Option<bool>,
    /// The vector whose results the data outputs must show; `None` where they are free.
    pub result: Option<u64>,
    /// The result is taken at the end of this cycle.
    pub leaves: bool,
    /// The vector that reads and writes the state at the end of this cycle.
    pub passes_flag: Option<u64>,
}

impl Cycle {
    /// A cycle in which nothing happens, after the reset.
    pub const IDLE: Self = Self {
        reset: false,
        enable: true,
        flush: false,
        valid: false,
        ready: true,
        issue: None,
        valid_out: Some(false),
        ready_out: None,
        result: None,
        leaves: false,
        passes_flag: None,
    };
}

/// The cycles of one run, which checks each vector of a range once.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The cycles.
    pub cycles: Vec<Cycle>,
}

impl Plan {
    /// The plan that checks the vectors `first .. first + count`.
    ///
    /// Bubbles stand between the instructions, the receiver holds off and the clock is not enabled, all in changing
    /// rhythms, as far as the module has the ports. It is flushed now and then, and reset when half of the vectors have come
    /// out: what was under way is lost, must not come out, and is issued again.
    ///
    /// `steps` is the number of steps in which a vector enters. The reset comes between those of a vector that takes several,
    /// and where it does not wait inside, it is taken back now and then.
    pub fn new(timing: Timing, steps: Steps<'_>, seed: u64, first: u64, count: u64, pace: Pace) -> Self {
        let vectors = first..first + count;
        let mut builder = Builder::new(timing, steps, key("plan", seed) ^ key("first", first), vectors.clone());
        builder.rhythms = pace.rhythms();
        builder.stream(vectors);
        Self { cycles: builder.cycles }
    }

    /// The plan of the vectors `first ..= index` one after the other without disturbance, the last issued again and again
    /// until its result has come out.
    pub fn single(timing: Timing, steps: Steps<'_>, first: u64, index: u64) -> Self {
        let mut builder = Builder::new(timing, steps, 0, first..index + 1);
        builder.start();
        // State that the vector itself changes must not be changed twice.
        (first..=index).for_each(|vector| builder.until_taken(vector));
        (0..timing.latency).for_each(|_| builder.plain(timing.flag_stage.is_none().then_some(index)));
        Self { cycles: builder.cycles }
    }

    /// The plan that lets every stage settle on vector `index`, as it is after `first .. index`: its values stand on the
    /// inputs until they have reached the outputs. Where there is state, they stand there without being valid.
    ///
    /// A vector in several steps is in each stage once: the plan ends when it is in that of the state.
    pub fn settle(timing: Timing, steps: Steps<'_>, first: u64, index: u64) -> Self {
        let mut builder = Builder::new(timing, steps, 0, first..index + 1);
        builder.start();
        (first..index).for_each(|before| builder.until_taken(before));
        if steps(index) > 1 {
            builder.settle_steps(index);
            return Self { cycles: builder.cycles };
        }
        for _ in 0..=timing.latency {
            match timing.flag_stage {
                None => builder.plain(Some(index)),
                Some(_) => {
                    builder.plain(None);
                    builder.cycles.last_mut().expect("a cycle was added").issue = Some(index);
                }
            }
        }
        Self { cycles: builder.cycles }
    }

    /// Number of vectors whose results are taken.
    pub fn checked(&self) -> u64 {
        self.cycles.iter().filter(|cycle| cycle.leaves).count() as u64
    }
}

/// How often something stands in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// In most cycles: what can go wrong between instructions goes wrong soon.
    Restless,
    /// Now and then, as it is best where many instructions are to be checked in little time.
    Steady,
}

impl Pace {
    /// Number of rhythms to choose from: all but three are without pauses.
    fn rhythms(self) -> u32 {
        match self {
            Self::Restless => 4,
            Self::Steady => 24,
        }
    }
}

/// The number of steps in which a vector enters, at least 1.
pub type Steps<'a> = &'a dyn Fn(u64) -> u32;

/// What is done to a module in one cycle.
#[derive(Clone, Copy)]
struct Drive {
    reset: bool,
    enable: bool,
    flush: bool,
    ready: bool,
    issue: Option<u64>,
}

struct Builder<'a> {
    timing: Timing,
    steps: Steps<'a>,
    /// Whether some vectors enter in several steps.
    has_steps: bool,
    /// Of the words that decide about rhythms.
    key: u64,
    /// Number of rhythms to choose from.
    rhythms: u32,
    cycles: Vec<Cycle>,
    /// Which vector is where.
    pipeline: Flow<u64>,
    /// Whether the registers of valid are known to hold what the model holds.
    known: bool,
    /// The vector that is offered next.
    next: u64,
    /// The vector whose result leaves next.
    next_out: u64,
}

impl<'a> Builder<'a> {
    fn new(timing: Timing, steps: Steps<'a>, key: u64, mut vectors: Range<u64>) -> Self {
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
    fn start(&mut self) {
        match self.timing.reset {
            Some(_) => (0..INITIAL_RESET).for_each(|_| self.reset(None)),
            None => {
                let waiting = u32::from(self.timing.ready == Some(Ready::Registered));
                (0..self.timing.latency + waiting).for_each(|_| self.plain(None));
            }
        }
        self.known = true;
    }

    fn stream(&mut self, Range { start: first, end }: Range<u64>) {
        self.start();
        // From half of the vectors on, no bubbles until the pipeline is full; then the reset.
        let fill_at = first + (end - first) / 2;
        let reset_at = fill_at + 2 * u64::from(self.timing.latency);
        let loses = self.timing.latency > 0 || self.has_steps;
        let mut reset_is_due = self.timing.has_valid && self.timing.reset.is_some() && loses;
        (self.next, self.next_out) = (first, first);
        while self.next_out < end {
            let issue = (self.next < end).then_some(self.next);
            let is_between = !self.has_steps || self.pipeline.is_between_steps();
            if reset_is_due && self.next_out >= reset_at && is_between {
                // One cycle: in a longer reset, a register that ignores it would be flushed by those before it. An
                // instruction is offered meanwhile and must not be taken. Where one can wait before the first stage, one does.
                let waits = self.timing.ready == Some(Ready::Registered) && !self.has_steps;
                let drive = Drive { reset: false, enable: true, flush: false, ready: !waits, issue };
                if waits {
                    self.step(drive);
                }
                self.step(Drive { reset: true, issue: Some(self.next_out), ..drive });
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

    /// A cycle of the stream, with bubbles and stalls.
    fn disturbed(&self, issue: Option<u64>) -> Drive {
        let timing = self.timing;
        // What is offered stays until it is taken.
        let is_held = self.cycles.last().is_some_and(|last| last.valid && last.ready_out == Some(false));
        let is_between = timing.ready == Some(Ready::Direct) && self.pipeline.is_between_steps();
        let withdraws = || is_between && self.chance(37, WITHDRAWALS);
        let is_bubble = timing.has_valid && if is_held { withdraws() } else { self.pauses(0) };
        let enable = !(timing.clock_enable && self.pauses(1));
        // Where the clock is not enabled a flush must do nothing, and costs nothing.
        let flush = timing.flush && self.chance(13, if enable { FLUSHES } else { 2 });
        Drive {
            reset: false,
            enable,
            flush,
            ready: !(timing.ready.is_some() && self.pauses(2)),
            issue: issue.filter(|_| !is_bubble),
        }
    }

    /// In half of the bubbles the vector that waits stands on the inputs, without being valid. An X alone would hide what
    /// a bubble must not do: simulators take an `if` of X for false.
    fn show(&mut self, waiting: Option<u64>) {
        let is_shown = self.chance(29, 2);
        if let Some(last) = self.cycles.last_mut().filter(|last| !last.valid && is_shown) {
            last.issue = waiting;
        }
    }

    /// Whether what comes once in so many cycles comes now; `kind` is another number for each such thing.
    fn chance(&self, kind: u32, cycles: u32) -> bool {
        Draw::new(self.key.rotate_left(kind), self.cycle()).chance(1, cycles)
    }

    fn cycle(&self) -> u64 {
        self.cycles.len() as u64
    }

    /// Whether the next cycle is a pause of this kind: the rhythms are each second, a quarter, and half of the cycles, else
    /// none.
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

    fn reset(&mut self, issue: Option<u64>) {
        self.step(Drive { reset: true, enable: true, flush: false, ready: true, issue });
    }

    /// A cycle in which nothing stands in the way.
    fn plain(&mut self, issue: Option<u64>) {
        self.step(Drive { reset: false, enable: true, flush: false, ready: true, issue });
    }

    /// The cycles in which nothing stands in the way and a vector enters.
    fn until_taken(&mut self, index: u64) {
        (0..(self.steps)(index)).for_each(|_| self.plain(Some(index)));
    }

    /// Brings a vector in several steps into the stage of the state, where the last clock edge leaves it. A receiver that is
    /// not ready holds it where that stage has no registers before it.
    fn settle_steps(&mut self, index: u64) {
        let stage = self.timing.flag_stage.unwrap_or(self.timing.latency);
        (1..(self.steps)(index)).for_each(|_| self.plain(Some(index)));
        self.step(Drive { reset: false, enable: true, flush: false, ready: stage > 0, issue: Some(index) });
        (1..stage).for_each(|_| self.plain(None));
    }

    /// Adds a cycle and moves the model.
    fn step(&mut self, drive: Drive) {
        let Drive { reset, enable, flush, ready, issue } = drive;
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
            // What was lost is issued again.
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
