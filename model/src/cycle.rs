//! The cycle model: the outputs of a pipelined unit in every clock cycle.
//!
//! All stages of the pipeline advance together. A unit of latency L accepts one instruction per
//! cycle and shows its result L advances later; with L = 0 it shows it in the same cycle. The
//! pipeline stalls while the clock is not enabled, and while the receiver does not take a result.
//! CC.CF is read and written in one stage, so that an instruction sees the flag of the previous
//! instruction, even back to back. There is one flag for each context.
//!
//! An instruction can take several steps to enter. It is offered until the last step, which accepts
//! it; the earlier steps leave bubbles in the pipeline. A flush, a reset, or a sender that
//! withdraws the instruction restarts it.

pub use crate::flow::ResetKind;

use crate::flow::{Flow, Signals, Stages};
use crate::golden::{Operands, Outcome, Profile, evaluate};
use crate::isa::{CarryOp, Half, Instruction};

/// The shape of a pipelined unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Latency in cycles.
    pub depth: usize,
    /// The stage, 0 to `depth`, in which CC.CF is read and written.
    pub flag_stage: usize,
    /// Number of contexts, each with a flag of its own; at least 1.
    pub contexts: usize,
    /// When a reset takes effect.
    pub reset: ResetKind,
    /// `ready_o` comes from a register: one instruction can wait before the first stage.
    pub registered_ready: bool,
    /// Which golden functions are computed.
    pub profile: Profile,
}

/// An instruction as it is issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The operation.
    pub instruction: Instruction,
    /// The values of the registers. The flag in here is ignored, because the model keeps its own.
    pub operands: Operands,
    /// The context whose flag the instruction uses, below [`Shape::contexts`].
    pub context: usize,
    /// Returned with the result.
    pub tag: u64,
    /// The number of steps in which the instruction enters; at least 1.
    pub steps: u32,
}

/// Returns the number of steps of an instruction in a unit whose multiplier has 32-bit factors: one
/// for each product of two words, a high or a low half of each factor, that the result depends on.
pub fn steps_by_words(instruction: &Instruction) -> u32 {
    match instruction {
        Instruction::Carry(carry) if carry.ty.width() == 64 => match carry.op {
            CarryOp::Mad(Half::Lo, _) | CarryOp::Mul(Half::Lo) => 3,
            CarryOp::Mad(Half::Hi, _) | CarryOp::Mul(Half::Hi) => 4,
            CarryOp::Add(_) | CarryOp::Sub(_) => 1,
        },
        _ => 1,
    }
}

/// The inputs of one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Reset is asserted: the stages are emptied and every flag becomes 0 (SEMANTICS D9).
    pub reset: bool,
    /// The clock is enabled. In a cycle without it, only a reset changes anything.
    pub enable: bool,
    /// The instructions in the stages, and the one that is offered, are dropped at the end of the
    /// cycle. The result that is shown still leaves.
    pub flush: bool,
    /// The receiver takes the result that is shown.
    pub ready: bool,
    /// The instruction that is offered, if `valid`.
    pub issue: Option<Issue>,
}

impl Inputs {
    /// The inputs of a cycle that offers `issue`, without reset, flush or backpressure.
    pub fn offering(issue: Option<Issue>) -> Self {
        Self { reset: false, enable: true, flush: false, ready: true, issue }
    }
}

/// The outputs of one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outputs {
    /// The unit takes the instruction that is offered, if the clock is enabled.
    pub ready: bool,
    /// The result at the output, if any: `valid`.
    pub shown: Option<Retired>,
    /// The instruction that passes the flag's stage at the end of the cycle.
    pub passes_flag: Option<Issue>,
}

/// A result at the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retired {
    /// The instruction.
    pub issue: Issue,
    /// The result of the instruction.
    pub outcome: Outcome,
}

#[derive(Clone, Copy, Debug)]
struct InFlight {
    issue: Issue,
    /// Known from the flag stage on.
    outcome: Option<Outcome>,
}

/// A unit, cycle by cycle.
#[derive(Clone, Debug)]
pub struct Unit {
    shape: Shape,
    flow: Flow<InFlight>,
    flags: Vec<bool>,
}

impl Unit {
    /// A unit after reset: empty, with every flag 0.
    ///
    /// # Panics
    /// If the flag's stage lies beyond the depth, or there is no context.
    pub fn new(shape: Shape) -> Self {
        assert!(shape.contexts >= 1, "no such unit: {shape:?}");
        let Shape { depth, flag_stage, reset, registered_ready, .. } = shape;
        let flow = Flow::new(Stages { depth, flag_stage, reset, registered_ready });
        Self { shape, flow, flags: vec![false; shape.contexts] }
    }

    /// CC.CF of each context.
    pub fn flags(&self) -> &[bool] {
        &self.flags
    }

    /// Returns whether some steps of an instruction have entered, and not its last.
    pub fn is_between_steps(&self) -> bool {
        self.flow.is_between_steps()
    }

    /// Returns the instruction that waits before the first stage at the start of the next cycle.
    pub fn waiting(&self) -> Option<Issue> {
        self.flow.waiting().map(|waiting| waiting.issue)
    }

    /// Returns the instructions in the rows of registers at the start of the next cycle, from the
    /// inputs to the outputs.
    pub fn rows(&self) -> impl Iterator<Item = Option<Issue>> {
        self.flow.rows().map(|row| row.map(|in_flight| in_flight.issue))
    }

    /// Simulates one clock cycle: returns its outputs, then applies the clock edge that ends it.
    pub fn cycle(&mut self, inputs: Inputs) -> Outputs {
        let Inputs { reset, enable, flush, ready, issue } = inputs;
        if reset && self.shape.reset == ResetKind::Asynchronous {
            self.flags.fill(false);
        }
        let (flags, profile) = (&self.flags, self.shape.profile);
        let offered = issue.map(|issue| (InFlight { issue, outcome: None }, issue.steps));
        let places = self.flow.cycle(Signals { reset, enable, flush, ready }, offered, |in_flight| {
            let operands = Operands { cf: flags[in_flight.issue.context], ..in_flight.issue.operands };
            in_flight.outcome = Some(evaluate(&in_flight.issue.instruction, operands, profile));
        });
        if let Some(InFlight { issue, outcome: Some(outcome) }) = places.passes {
            self.flags[issue.context] = outcome.cf;
        }
        if reset {
            self.flags.fill(false);
        }
        let retired = |done: InFlight| Retired {
            issue: done.issue,
            outcome: done.outcome.expect("every instruction passes the flag stage before the output"),
        };
        Outputs {
            ready: places.ready,
            shown: places.shown.map(retired),
            passes_flag: places.passes.map(|in_flight| in_flight.issue),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Inputs, Issue, ResetKind, Retired, Shape, Unit, steps_by_words};
    use crate::golden::{Operands, Profile};
    use crate::isa::{Carry, CarryOp, Flag, Half, Instruction, IntType};

    fn shape(depth: usize, flag_stage: usize) -> Shape {
        let (reset, profile) = (ResetKind::Synchronous, Profile::Manual);
        Shape { depth, flag_stage, contexts: 2, reset, registered_ready: false, profile }
    }

    fn add(flag: Flag, a: u64, b: u64, context: usize) -> Option<Issue> {
        let instruction = Instruction::Carry(Carry { op: CarryOp::Add(flag), ty: IntType::U32 });
        Some(Issue { instruction, operands: Operands { a, b, ..Operands::default() }, context, tag: a, steps: 1 })
    }

    /// `mul.lo.u64`, in three steps.
    fn mul(a: u64, b: u64) -> Option<Issue> {
        let instruction = Instruction::Carry(Carry { op: CarryOp::Mul(Half::Lo), ty: IntType::U64 });
        let steps = steps_by_words(&instruction);
        Some(Issue { instruction, steps, ..add(Flag::Write, a, b, 0)? })
    }

    fn run(unit: &mut Unit, issue: Option<Issue>) -> Option<u64> {
        unit.cycle(Inputs::offering(issue)).shown.map(|Retired { outcome, .. }| outcome.d)
    }

    #[test]
    fn a_result_appears_after_the_latency() {
        for depth in 0..6 {
            for flag_stage in 0..=depth {
                let mut unit = Unit::new(shape(depth, flag_stage));
                let mut outputs = vec![run(&mut unit, add(Flag::Write, 2, 3, 0))];
                outputs.extend((0..depth + 2).map(|_| run(&mut unit, None)));
                let expected = (0..depth + 3).map(|cycle| (cycle == depth).then_some(5));
                assert!(outputs.into_iter().eq(expected), "depth {depth}, flag stage {flag_stage}");
            }
        }
    }

    #[test]
    fn a_chain_runs_back_to_back_and_contexts_do_not_mix() {
        for (depth, flag_stage) in [(0, 0), (1, 0), (1, 1), (3, 1)] {
            let mut unit = Unit::new(shape(depth, flag_stage));
            let program = [
                add(Flag::Write, 0xffff_ffff, 1, 0),
                add(Flag::Read, 10, 0, 1),
                add(Flag::Read, 20, 0, 0),
                add(Flag::ReadWrite, 0xffff_ffff, 0, 0),
                add(Flag::Read, 30, 0, 0),
            ];
            let padding = std::iter::repeat_n(None, depth);
            let outputs: Vec<_> = program.into_iter().chain(padding).map(|issue| run(&mut unit, issue)).collect();
            let expected = [Some(0), Some(10), Some(21), Some(0), Some(31)];
            assert_eq!(outputs[depth..], expected, "depth {depth}, flag stage {flag_stage}");
        }
    }

    #[test]
    fn a_stall_holds_everything() {
        let mut unit = Unit::new(shape(2, 1));
        run(&mut unit, add(Flag::Write, 0xffff_ffff, 1, 0));
        run(&mut unit, add(Flag::Read, 7, 0, 0));
        let stalled = Inputs { enable: false, ..Inputs::offering(add(Flag::Write, 1, 1, 0)) };
        for _ in 0..3 {
            assert_eq!(unit.cycle(stalled).shown.map(|retired| retired.outcome.d), Some(0));
        }
        assert_eq!(run(&mut unit, None), Some(0));
        assert_eq!(run(&mut unit, None), Some(8));
        assert_eq!(run(&mut unit, None), None);
    }

    #[test]
    fn a_reset_drops_what_is_in_flight_and_clears_the_flag() {
        for kind in [ResetKind::Synchronous, ResetKind::Asynchronous] {
            let mut unit = Unit::new(Shape { reset: kind, ..shape(2, 0) });
            run(&mut unit, add(Flag::Write, 0xffff_ffff, 1, 0));
            run(&mut unit, add(Flag::Write, 0xffff_ffff, 1, 0));
            assert_eq!(unit.flags(), [true, false]);
            let during = unit.cycle(Inputs { reset: true, ..Inputs::offering(None) });
            assert_eq!(during.shown.is_some(), kind == ResetKind::Synchronous);
            assert_eq!(unit.flags(), [false, false]);
            assert_eq!(run(&mut unit, add(Flag::Read, 4, 0, 0)), None);
            assert_eq!(run(&mut unit, None), None);
            assert_eq!(run(&mut unit, None), Some(4));
        }
    }

    /// Offers `count` instructions, again until they are taken, to a unit whose receiver is ready
    /// where `ready` says.
    fn stream(unit: &mut Unit, count: u64, ready: impl Fn(u64) -> bool) -> Vec<u64> {
        let (mut next, mut taken) = (0, Vec::new());
        for cycle in 0..40 {
            let issue = (next < count).then(|| add(Flag::Write, next, 0, 0)).flatten();
            let outputs = unit.cycle(Inputs { ready: ready(cycle), ..Inputs::offering(issue) });
            next += u64::from(issue.is_some() && outputs.ready);
            taken.extend(outputs.shown.filter(|_| ready(cycle)).map(|retired| retired.outcome.d));
        }
        taken
    }

    #[test]
    fn a_receiver_that_is_not_ready_loses_nothing_and_doubles_nothing() {
        for registered_ready in [false, true] {
            for depth in 0..4 {
                let mut unit = Unit::new(Shape { registered_ready, ..shape(depth, 0) });
                let taken = stream(&mut unit, 9, |cycle| cycle % 3 == 2 || cycle > 30);
                assert!(taken.into_iter().eq(0..9), "depth {depth}, registered {registered_ready}");
            }
        }
    }

    #[test]
    fn a_registered_ready_says_no_one_cycle_after_the_receiver() {
        let mut unit = Unit::new(Shape { registered_ready: true, ..shape(0, 0) });
        let offer = |ready| Inputs { ready, ..Inputs::offering(add(Flag::Write, 1, 0, 0)) };
        let ready = [false, false, true, true].map(|ready| unit.cycle(offer(ready)).ready);
        assert_eq!(ready, [true, false, false, true]);
    }

    #[test]
    fn a_flush_drops_what_has_not_left_and_keeps_the_flag() {
        for (flag_stage, flags) in [(0, [true, false]), (1, [true, false]), (2, [true, false])] {
            let mut unit = Unit::new(shape(2, flag_stage));
            for _ in 0..3 {
                run(&mut unit, add(Flag::Write, 0xffff_ffff, 1, 0));
            }
            let offered = add(Flag::Write, 0xffff_ffff, 1, 1);
            let during = unit.cycle(Inputs { flush: true, ..Inputs::offering(offered) });
            assert!(during.shown.is_some(), "the result that is shown leaves");
            assert_eq!(unit.flags(), flags, "the instruction that was offered writes no flag");
            assert_eq!([run(&mut unit, None), run(&mut unit, None), run(&mut unit, None)], [None; 3]);
        }
    }

    #[test]
    fn the_steps_are_the_products_of_words() {
        let steps = |op, ty| steps_by_words(&Instruction::Carry(Carry { op, ty }));
        for ty in [IntType::U64, IntType::S64] {
            assert_eq!([Half::Lo, Half::Hi].map(|half| steps(CarryOp::Mul(half), ty)), [3, 4]);
            assert_eq!([Half::Lo, Half::Hi].map(|half| steps(CarryOp::Mad(half, Flag::Write), ty)), [3, 4]);
            assert_eq!(steps(CarryOp::Sub(Flag::Read), ty), 1);
        }
        assert_eq!(steps(CarryOp::Mul(Half::Hi), IntType::S32), 1);
    }

    #[test]
    fn an_instruction_in_steps_is_taken_with_the_last_and_makes_room_for_the_next() {
        for depth in 0..3 {
            let mut unit = Unit::new(shape(depth, depth));
            let offers = [mul(6, 7), mul(6, 7), mul(6, 7), add(Flag::Write, 1, 2, 0), mul(2, 2), mul(2, 2), mul(2, 2)];
            let offers = offers.into_iter().chain(std::iter::repeat_n(None, depth));
            let outputs: Vec<_> = offers.map(|issue| unit.cycle(Inputs::offering(issue))).collect();
            let ready: Vec<_> = outputs[..7].iter().map(|outputs| outputs.ready).collect();
            assert_eq!(ready, [false, false, true, true, false, false, true], "depth {depth}");
            let results: Vec<_> = outputs.iter().map(|outputs| outputs.shown.map(|done| done.outcome.d)).collect();
            assert_eq!(results[depth..], [None, None, Some(42), Some(3), None, None, Some(4)], "depth {depth}");
        }
    }

    #[test]
    fn a_registered_ready_takes_an_instruction_in_steps_at_once_and_lets_it_wait() {
        let mut unit = Unit::new(Shape { registered_ready: true, ..shape(0, 0) });
        let offers = [mul(6, 7), mul(2, 2), mul(2, 2), mul(2, 2), None, None];
        let outputs = offers.map(|issue| unit.cycle(Inputs::offering(issue)));
        assert_eq!(outputs.map(|outputs| outputs.ready), [true, false, false, true, false, false]);
        let results = outputs.map(|outputs| outputs.shown.map(|done| done.outcome.d));
        assert_eq!(results, [None, None, Some(42), None, None, Some(4)]);
    }

    /// Offers `mul` twice and lets `between` happen: then it takes three steps again.
    fn begins_anew(shape: Shape, between: Inputs) {
        let mut unit = Unit::new(shape);
        let steps = |unit: &mut Unit| (0..9).take_while(|_| !unit.cycle(Inputs::offering(mul(6, 7))).ready).count();
        (0..2).for_each(|_| assert!(!unit.cycle(Inputs::offering(mul(6, 7))).ready));
        assert!(unit.is_between_steps());
        unit.cycle(between);
        assert!(!unit.is_between_steps());
        assert_eq!(steps(&mut unit), 2, "{between:?}");
    }

    #[test]
    fn what_drops_an_instruction_between_its_steps_makes_it_begin_anew() {
        let offering = Inputs::offering(mul(6, 7));
        for depth in 0..3 {
            begins_anew(shape(depth, depth), Inputs::offering(None));
            begins_anew(shape(depth, depth), Inputs { flush: true, ..offering });
            for reset in [ResetKind::Synchronous, ResetKind::Asynchronous] {
                begins_anew(Shape { reset, ..shape(depth, depth) }, Inputs { reset: true, ..offering });
            }
        }
    }

    #[test]
    fn what_stops_the_pipeline_stops_the_steps() {
        let mut unit = Unit::new(shape(1, 1));
        let offer = |issue| Inputs::offering(issue);
        unit.cycle(offer(add(Flag::Write, 1, 2, 0)));
        for _ in 0..3 {
            assert!(!unit.cycle(Inputs { ready: false, ..offer(mul(6, 7)) }).ready);
            assert!(!unit.is_between_steps(), "a result is not taken");
        }
        unit.cycle(offer(mul(6, 7)));
        for _ in 0..3 {
            assert!(!unit.cycle(Inputs { enable: false, ..offer(mul(6, 7)) }).ready);
        }
        assert!(!unit.cycle(offer(mul(6, 7))).ready);
        assert!(unit.cycle(offer(mul(6, 7))).ready);
        assert_eq!(run(&mut unit, None), Some(42));
    }
}
