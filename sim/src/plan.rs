//! What happens in each cycle: instructions, bubbles, stalls, flushes, resets, and what must come out when.

mod builder;

use vidalu_model::draw::key;
pub use vidalu_model::flow::ResetKind;

use self::builder::Builder;

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
