//! A vector that is made on purpose: an instruction and what its registers hold.

use vidalu_model::golden::{Operands, Profile, evaluate};
use vidalu_model::isa::{Carry, CarryOp, Flag, Half, Instruction, IntType};

/// An instruction with its operands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Case {
    pub(crate) instruction: Instruction,
    /// Whose CC.CF it reads and writes.
    pub(crate) context: u64,
    /// Registers `a`, `b`, `c`, of which an instruction reads as many bits as it has.
    pub(crate) registers: [u64; 3],
}

/// The instructions that make CC.CF 0 and 1, whatever it was: `None` where a unit has none that writes without reading.
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
