//! The plan of a run: instructions, bubbles, stalls, flushes and resets in each cycle, and which
//! result must come out when.

mod builder;

use vidalu_model::draw::key;
pub use vidalu_model::flow::ResetKind;

use self::builder::Builder;

/// How a module behaves in time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Timing {
    /// The number of pipeline moves from an instruction to its result; 0 for a combinational
    /// module.
    pub latency: u32,
    /// Whether the module has `valid_i` and `valid_o`. Without them, every cycle carries an
    /// instruction.
    pub has_valid: bool,
    /// Where `ready_o` comes from, if the module has `ready_o` and `ready_i`.
    pub ready: Option<Ready>,
    /// Whether the module has a clock enable.
    pub clock_enable: bool,
    /// Whether the module has a flush.
    pub flush: bool,
    /// The kind of reset, if any.
    pub reset: Option<ResetKind>,
    /// The width of the tag in bits; 0 without a tag.
    pub tag: u32,
    /// The stage, 0 to `latency`, in which CC.CF is read and written, if the module has it.
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

/// One cycle of a plan. Inputs change at the inactive edge of the clock, and outputs are read
/// before the active edge that follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// Whether the reset is active.
    pub reset: bool,
    /// Whether the clock is enabled.
    pub enable: bool,
    /// Whether the flush is active.
    pub flush: bool,
    /// The value of `valid_i`.
    pub valid: bool,
    /// The value of `ready_i`.
    pub ready: bool,
    /// The vector on the data inputs, even if it is not valid. With `None` they carry noise, or X
    /// if the simulator supports it.
    pub issue: Option<u64>,
    /// The expected `valid_o`; `None` before the first reset has cleared it.
    pub valid_out: Option<bool>,
    /// The expected `ready_o`; `None` without that port, and before the first reset.
    pub ready_out: Option<bool>,
    /// The vector whose results the data outputs must show; `None` if they are don't-care.
    pub result: Option<u64>,
    /// Whether the result is taken at the end of this cycle.
    pub leaves: bool,
    /// The vector that reads and writes CC.CF at the end of this cycle.
    pub passes_flag: Option<u64>,
}

impl Cycle {
    /// An idle cycle after the reset.
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

/// The cycles that check each vector of a range once.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The cycles.
    pub cycles: Vec<Cycle>,
}

impl Plan {
    /// Plans a run that checks the vectors `first .. first + count`.
    ///
    /// As far as the module has the ports, there are bubbles between the instructions,
    /// backpressure, and cycles in which the clock is disabled, all in changing rhythms. The module
    /// is flushed now and then, and it is reset when half of the vectors have come out.
    /// Instructions in flight are lost then; they must not come out, and are issued again.
    ///
    /// `steps` returns the number of steps in which a vector enters. The reset comes between the
    /// steps of a vector that takes several. If the module does not hold such a vector itself, it
    /// is withdrawn now and then.
    pub fn new(timing: Timing, steps: Steps<'_>, seed: u64, first: u64, count: u64, pace: Pace) -> Self {
        let vectors = first..first + count;
        let mut builder = Builder::new(timing, steps, key("plan", seed) ^ key("first", first), vectors.clone());
        builder.rhythms = pace.rhythms();
        builder.stream(vectors);
        Self { cycles: builder.cycles }
    }

    /// Plans the vectors `first ..= index` back to back without disturbance. The last vector is
    /// issued repeatedly until its result has come out.
    pub fn single(timing: Timing, steps: Steps<'_>, first: u64, index: u64) -> Self {
        let mut builder = Builder::new(timing, steps, 0, first..index + 1);
        builder.start();
        // A vector must not change the state twice, so it is issued once if there is state.
        (first..=index).for_each(|vector| builder.until_taken(vector));
        (0..timing.latency).for_each(|_| builder.plain(timing.flag_stage.is_none().then_some(index)));
        Self { cycles: builder.cycles }
    }

    /// Plans a run that lets every stage settle on vector `index` after the vectors `first ..
    /// index`: its values stay on the inputs until they have reached the outputs. If there is
    /// state, they are not marked valid.
    ///
    /// A vector that takes several steps is in each stage once, so the plan ends when it is in the
    /// stage of the state.
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

    /// Plans the cycles of a run whose inputs are given: whether the reset is active, and the
    /// vector that is offered, if any. There are `count` vectors, numbered from 0.
    pub fn given(timing: Timing, steps: Steps<'_>, count: u64, inputs: &[(bool, Option<u64>)]) -> Self {
        let mut builder = Builder::new(timing, steps, 0, 0..count);
        for &(reset, issue) in inputs {
            if reset {
                builder.reset(issue)
            } else {
                builder.plain(issue)
            }
            // Without a reset, idle cycles come first.
            builder.known |= builder.cycles.len() >= builder.idle();
        }
        Self { cycles: builder.cycles }
    }

    /// Returns the number of vectors whose results are taken.
    pub fn checked(&self) -> u64 {
        self.cycles.iter().filter(|cycle| cycle.leaves).count() as u64
    }
}

/// How often bubbles, backpressure and a disabled clock disturb the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pace {
    /// In most cycles, so that faults between instructions show soon.
    Restless,
    /// Now and then, to check many instructions in little time.
    Steady,
}

impl Pace {
    /// Returns the number of rhythms to choose from: three of them have pauses.
    fn rhythms(self) -> u32 {
        match self {
            Self::Restless => 4,
            Self::Steady => 24,
        }
    }
}

/// The number of steps in which a vector enters, at least 1.
pub type Steps<'a> = &'a dyn Fn(u64) -> u32;
