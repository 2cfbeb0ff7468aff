//! What happens in each cycle: instructions, bubbles, resets, and what must come out when.

use vidalu_model::cycle;
use vidalu_model::golden::{Operands, Profile};
use vidalu_model::isa::{Arith, Finish, Instruction, Scalar, ScalarOp, Type};

pub use vidalu_model::cycle::ResetKind;

use crate::draw::{Draw, key};

/// Cycles of reset at the start.
const INITIAL_RESET: u32 = 2;

/// Cycles of one rhythm of bubbles.
const PHASE: u64 = 64;

/// Idle cycles after the last instruction came out: a result that comes twice or late must show.
const IDLE: u32 = 4;

/// How a module behaves in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// Cycles from an instruction to its result; 0 for combinational modules.
    pub latency: u32,
    /// Whether it has `valid_i` and `valid_o`; without them every cycle carries an instruction.
    pub has_valid: bool,
    /// Whether it has a reset, and which.
    pub reset: Option<ResetKind>,
}

/// One cycle of a plan. Inputs change at the inactive edge; outputs are read before the active edge that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The reset is active.
    pub reset: bool,
    /// `valid_i`.
    pub valid: bool,
    /// The vector on the data inputs; noise, and X where the simulator has it, if `None`.
    pub issue: Option<u64>,
    /// What `valid_o` must be; `None` before the first reset has cleared it.
    pub valid_out: Option<bool>,
    /// The vector whose results the data outputs must show; `None` where they are free.
    pub result: Option<u64>,
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
    /// With `valid`, bubbles stand between the instructions in changing rhythms, and with a reset the pipeline is reset
    /// when half of the vectors have come out: what was under way is lost, must not come out, and is issued again.
    pub fn new(timing: Timing, seed: u64, first: u64, count: u64) -> Self {
        let mut builder = Builder::new(timing, key("plan", seed) ^ key("first", first));
        builder.stream(first, first + count);
        Self { cycles: builder.cycles }
    }

    /// The plan of one vector, issued again and again until its result has come out: every stage settles on it.
    pub fn single(timing: Timing, index: u64) -> Self {
        let mut builder = Builder::new(timing, 0);
        builder.start();
        for _ in 0..=timing.latency {
            builder.step(false, Some(index));
        }
        Self { cycles: builder.cycles }
    }

    /// Number of vectors whose results are compared.
    pub fn checked(&self) -> u64 {
        self.cycles.iter().filter(|cycle| cycle.result.is_some()).count() as u64
    }
}

struct Builder {
    timing: Timing,
    /// Of the words that decide about bubbles.
    key: u64,
    cycles: Vec<Cycle>,
    /// The cycle model: which instruction is where.
    pipeline: cycle::Unit,
    /// Whether the registers of valid are known to hold what the model holds.
    known: bool,
    /// The vector whose result comes out next.
    next_out: u64,
}

impl Builder {
    fn new(timing: Timing, key: u64) -> Self {
        let pipeline = cycle::Unit::new(cycle::Shape {
            depth: timing.latency as usize,
            flag_stage: 0,
            contexts: 1,
            reset: timing.reset.unwrap_or(ResetKind::Synchronous),
            profile: Profile::Manual,
        });
        let known = timing.latency == 0;
        Self { timing, key, cycles: Vec::new(), pipeline, known, next_out: 0 }
    }

    /// Brings the module into a known state.
    fn start(&mut self) {
        match self.timing.reset {
            Some(_) => (0..INITIAL_RESET).for_each(|_| self.step(true, None)),
            None => (0..self.timing.latency).for_each(|_| self.step(false, None)),
        }
        self.known = true;
    }

    fn stream(&mut self, first: u64, end: u64) {
        self.start();
        // From half of the vectors on, no bubbles until the pipeline is full; then the reset.
        let fill_at = first + (end - first) / 2;
        let reset_at = fill_at + 2 * u64::from(self.timing.latency);
        let mut reset_is_due = self.timing.has_valid && self.timing.reset.is_some() && self.timing.latency > 0;
        self.next_out = first;
        let mut next = first;
        while self.next_out < end {
            if reset_is_due && self.next_out >= reset_at {
                // One cycle: in a longer reset, a register that ignores it would be flushed by those before it. An
                // instruction is offered meanwhile and must not be taken.
                self.step(true, Some(next.min(end - 1)));
                reset_is_due = false;
                next = self.next_out;
            } else if next < end && ((reset_is_due && next >= fill_at) || !self.is_bubble()) {
                self.step(false, Some(next));
                next += 1;
            } else {
                self.step(false, None);
            }
        }
        if self.timing.has_valid {
            (0..IDLE).for_each(|_| self.step(false, None));
        }
    }

    /// Whether the next cycle issues nothing: the rhythms are none, each second, a quarter, and half of the cycles.
    fn is_bubble(&self) -> bool {
        let cycle = self.cycles.len() as u64;
        let mut draw = Draw::new(self.key, cycle);
        let bubble = match Draw::new(!self.key, cycle / PHASE).below(4) {
            0 => false,
            1 => cycle % 2 == 1,
            2 => draw.chance(1, 4),
            _ => draw.chance(1, 2),
        };
        self.timing.has_valid && bubble
    }

    /// Adds a cycle and moves the model.
    fn step(&mut self, reset: bool, issue: Option<u64>) {
        if reset && self.timing.reset == Some(ResetKind::Asynchronous) {
            self.known = true;
        }
        let issued = issue.map(|index| cycle::Issue {
            instruction: TOKEN,
            operands: Operands::default(),
            context: 0,
            tag: index,
        });
        let retired = self.pipeline.cycle(cycle::Inputs { reset, enable: true, issue: issued });
        let result = retired.map(|retired| retired.issue.tag);
        if let Some(index) = result {
            self.next_out = index + 1;
        }
        let valid_out = (self.timing.has_valid && self.known).then_some(result.is_some());
        self.cycles.push(Cycle { reset, valid: issue.is_some(), issue, valid_out, result });
        if reset {
            self.known = true;
        }
    }
}

/// The plan needs the cycle model's timing alone: which instruction passes does not matter.
const TOKEN: Instruction = Instruction::Scalar(Scalar {
    op: ScalarOp::Arith { op: Arith::Add, dtype: Type::U32, atype: Type::U32, btype: Type::U32, sat: false },
    asel: None,
    bsel: None,
    finish: Finish::Plain,
});
