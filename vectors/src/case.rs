//! Vectors that are chosen rather than drawn: an instruction and the contents of its registers.

use vidalu_model::golden::{Operands, Profile, evaluate};
use vidalu_model::isa::{Carry, CarryOp, Flag, Half, Instruction, IntType};

/// An instruction with its operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) instruction: Instruction,
    /// The context whose CC.CF the instruction reads and writes.
    pub(crate) context: u64,
    /// The registers `a`, `b` and `c`; an instruction reads the low bits of each.
    pub(crate) registers: [u64; 3],
}

/// Returns the instructions that set CC.CF to 0 and to 1, whatever it was; `None` if the unit has
/// no instruction that writes CC.CF without reading it.
pub(crate) fn setters(has: impl Fn(&Instruction) -> bool, profile: Profile) -> Option<[Case; 2]> {
    let ops = [CarryOp::Add(Flag::Write), CarryOp::Sub(Flag::Write), CarryOp::Mad(Half::Lo, Flag::Write)];
    let forms = ops.map(|op| Instruction::Carry(Carry { op, ty: IntType::U32 }));
    let instruction = forms.into_iter().find(has)?;
    let all = u64::from(u32::MAX);
    let candidates = [[0, 0, 0], [all, 1, all], [0, 1, all]];
    let set = |flag: bool| {
        let leaves = |[a, b, c]: &[u64; 3]| {
            evaluate(&instruction, Operands { a: *a, b: *b, c: *c, cf: !flag }, profile).cf == flag
        };
        let registers = candidates.into_iter().find(leaves)?;
        Some(Case { instruction, context: 0, registers })
    };
    Some([set(false)?, set(true)?])
}
