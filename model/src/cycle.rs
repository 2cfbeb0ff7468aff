//! The cycle model: what a pipelined unit shows at its outputs in every clock cycle.
//!
//! A unit of latency L takes one instruction a cycle and shows its result L cycles later; with L = 0 it shows it in
//! the same cycle. CC.CF is read and written in one stage, so that an instruction sees the flag that the one before
//! it left, even back to back; there is one flag for each context.

use crate::golden::{Operands, Outcome, Profile, evaluate};
use crate::isa::Instruction;

/// When a reset takes effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ResetKind {
    /// At the clock edge that ends the cycle.
    Synchronous,
    /// At once, for as long as it is asserted.
    Asynchronous,
}

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
    /// Which golden functions are computed.
    pub profile: Profile,
}

/// An instruction as it is issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Issue {
    /// The operation.
    pub instruction: Instruction,
    /// Its registers; the flag in here is not used, the model keeps its own.
    pub operands: Operands,
    /// Whose flag it reads and writes, below [`Shape::contexts`].
    pub context: usize,
    /// Returned with the result.
    pub tag: u64,
}

/// The inputs of one cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Inputs {
    /// Reset is asserted: the stages are emptied and every flag becomes 0 (SEMANTICS D9).
    pub reset: bool,
    /// The pipeline moves at the end of the cycle; without, it holds what it has (a stall).
    pub enable: bool,
    /// The instruction that is issued, if `valid`.
    pub issue: Option<Issue>,
}

/// A result at the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retired {
    /// The instruction.
    pub issue: Issue,
    /// What it leaves.
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
    /// Pipeline registers; the last one feeds the output.
    stages: Vec<Option<InFlight>>,
    flags: Vec<bool>,
}

impl Unit {
    /// A unit after reset: empty, with every flag 0.
    ///
    /// # Panics
    /// If the flag's stage lies beyond the depth, or there is no context.
    pub fn new(shape: Shape) -> Self {
        assert!(shape.flag_stage <= shape.depth && shape.contexts >= 1, "no such unit: {shape:?}");
        Self { shape, stages: vec![None; shape.depth], flags: vec![false; shape.contexts] }
    }

    /// CC.CF of each context.
    pub fn flags(&self) -> &[bool] {
        &self.flags
    }

    /// One clock cycle: what the output shows in it, if it is valid. Then the clock edge that ends the cycle.
    pub fn cycle(&mut self, inputs: Inputs) -> Option<Retired> {
        if inputs.reset && self.shape.reset == ResetKind::Asynchronous {
            self.clear();
        }
        // What each stage holds in this cycle: the issued instruction, then the registers.
        let issued = inputs.issue.map(|issue| InFlight { issue, outcome: None });
        let mut held: Vec<_> = std::iter::once(issued).chain(self.stages.iter().copied()).collect();
        if let Some(in_flight) = &mut held[self.shape.flag_stage] {
            let operands = Operands { cf: self.flags[in_flight.issue.context], ..in_flight.issue.operands };
            in_flight.outcome = Some(evaluate(&in_flight.issue.instruction, operands, self.shape.profile));
        }
        let output = held[self.shape.depth].map(|done| Retired {
            issue: done.issue,
            outcome: done.outcome.expect("every instruction passes the flag stage before the output"),
        });
        if inputs.reset {
            self.clear();
        } else if inputs.enable {
            if let Some(InFlight { issue, outcome: Some(outcome) }) = held[self.shape.flag_stage] {
                self.flags[issue.context] = outcome.cf;
            }
            held.pop();
            self.stages = held;
            self.stages.truncate(self.shape.depth);
        }
        output
    }

    fn clear(&mut self) {
        self.stages.fill(None);
        self.flags.fill(false);
    }
}

#[cfg(test)]
mod tests {
    use super::{Inputs, Issue, ResetKind, Retired, Shape, Unit};
    use crate::golden::{Operands, Profile};
    use crate::isa::{Carry, CarryOp, Flag, Instruction, IntType};

    fn shape(depth: usize, flag_stage: usize) -> Shape {
        Shape { depth, flag_stage, contexts: 2, reset: ResetKind::Synchronous, profile: Profile::Manual }
    }

    fn add(flag: Flag, a: u64, b: u64, context: usize) -> Option<Issue> {
        let instruction = Instruction::Carry(Carry { op: CarryOp::Add(flag), ty: IntType::U32 });
        Some(Issue { instruction, operands: Operands { a, b, ..Operands::default() }, context, tag: a })
    }

    fn run(unit: &mut Unit, issue: Option<Issue>) -> Option<u64> {
        unit.cycle(Inputs { reset: false, enable: true, issue }).map(|Retired { outcome, .. }| outcome.d)
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
        let stalled = Inputs { reset: false, enable: false, issue: add(Flag::Write, 1, 1, 0) };
        for _ in 0..3 {
            assert_eq!(unit.cycle(stalled).map(|retired| retired.outcome.d), Some(0));
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
            let during = unit.cycle(Inputs { reset: true, enable: true, issue: None });
            assert_eq!(during.is_some(), kind == ResetKind::Synchronous);
            assert_eq!(unit.flags(), [false, false]);
            assert_eq!(run(&mut unit, add(Flag::Read, 4, 0, 0)), None);
            assert_eq!(run(&mut unit, None), None);
            assert_eq!(run(&mut unit, None), Some(4));
        }
    }
}
