//! The flow of instructions through a pipelined unit: where each one is in every cycle, whatever it
//! computes.

/// When a reset takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetKind {
    /// At the clock edge that ends the cycle.
    Synchronous,
    /// At once, for as long as it is asserted.
    Asynchronous,
}

/// The stages of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// Latency in cycles.
    pub depth: usize,
    /// The stage, 0 to `depth`, in which CC.CF is read and written.
    pub flag_stage: usize,
    /// When a reset takes effect.
    pub reset: ResetKind,
    /// `ready_o` comes from a register: one instruction can wait before the first stage.
    pub registered_ready: bool,
}

/// The control inputs of a unit in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signals {
    /// Reset is asserted: the stages are emptied.
    pub reset: bool,
    /// The clock is enabled. In a cycle without it, only a reset changes anything.
    pub enable: bool,
    /// The instructions in the stages, and the one that is offered, are dropped at the end of the
    /// cycle. The result that is shown still leaves.
    pub flush: bool,
    /// The receiver takes the result that is shown.
    pub ready: bool,
}

/// Where the instructions are in one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Places<T> {
    /// The unit takes the instruction that is offered, if the clock is enabled.
    pub ready: bool,
    /// The instruction whose result is shown.
    pub shown: Option<T>,
    /// The instruction that leaves the flag's stage at the end of the cycle.
    pub passes: Option<T>,
}

/// The instructions in a unit, each a `T`.
#[derive(Clone, Debug)]
pub struct Flow<T> {
    stages: Stages,
    /// The instruction that waits before the first stage, where `ready_o` is registered, with its
    /// steps.
    waiting: Option<(T, u32)>,
    /// The step of the instruction that enters.
    step: u32,
    /// The instruction that enters, then the pipeline registers; the last register feeds the
    /// output.
    held: Vec<Option<T>>,
}

impl<T: Copy> Flow<T> {
    /// An empty unit.
    ///
    /// # Panics
    /// If the flag's stage lies beyond the depth.
    pub fn new(stages: Stages) -> Self {
        assert!(stages.flag_stage <= stages.depth, "no such unit: {stages:?}");
        Self { stages, waiting: None, step: 0, held: vec![None; stages.depth + 1] }
    }

    /// Returns whether some steps of an instruction have entered, and not its last.
    pub fn is_between_steps(&self) -> bool {
        self.step > 0
    }

    /// Returns the instruction that waits before the first stage at the start of the next cycle.
    pub fn waiting(&self) -> Option<T> {
        self.waiting.map(|(instruction, _)| instruction)
    }

    /// Returns the instructions in the rows of registers at the start of the next cycle, from the
    /// inputs to the outputs.
    pub fn rows(&self) -> impl Iterator<Item = Option<T>> {
        self.held[1..].iter().copied()
    }

    /// Simulates one clock cycle.
    ///
    /// `offered` is an instruction and the number of steps in which it enters, at least 1.
    /// `at_flag` is called with the instruction in the flag's stage, in each cycle in which there
    /// is an instruction.
    pub fn cycle(&mut self, signals: Signals, offered: Option<(T, u32)>, at_flag: impl FnOnce(&mut T)) -> Places<T> {
        let Signals { reset, enable, flush, ready } = signals;
        let Stages { depth, flag_stage, registered_ready, .. } = self.stages;
        if reset && self.stages.reset == ResetKind::Asynchronous {
            self.empty();
        }
        let offered = self.waiting.or(offered);
        let is_taken = offered.is_some_and(|(_, steps)| self.step + 1 >= steps);
        self.held[0] = offered.filter(|_| is_taken).map(|(instruction, _)| instruction);
        self.held[flag_stage].as_mut().map(at_flag);
        let shown = self.held[depth];
        let can_move = ready || shown.is_none();
        let moves = enable && can_move;
        let has_more = offered.is_some() && !is_taken;
        // A flush drops the instructions in the stages; the shown result has left.
        let passes = moves && !reset && (!flush || flag_stage == depth);
        let places = Places {
            ready: if registered_ready { self.waiting.is_none() } else { can_move && !has_more },
            shown,
            passes: self.held[flag_stage].filter(|_| passes),
        };

        if reset || enable && flush {
            self.empty();
        } else if enable {
            self.waiting = offered.filter(|_| registered_ready && (has_more || !moves));
            if moves {
                self.step = if has_more { self.step + 1 } else { 0 };
                self.held.rotate_right(1);
            } else if offered.is_none() {
                self.step = 0;
            }
        }
        places
    }

    /// Drops all instructions.
    pub fn empty(&mut self) {
        (self.waiting, self.step) = (None, 0);
        self.held.fill(None);
    }
}
