//! The forms of the instructions that the walks go through, without their operands and selectors.

use vidalu_model::isa::{Carry, CarryOp, Compare, Flag, Half, IntType, LaneFinish, LaneOp, SimdOp, Type};

/// All operations with their types, comparisons and what follows: 192.
pub fn simd_operations() -> Vec<SimdOp> {
    let finishes = [LaneFinish::Merge { sat: false }, LaneFinish::Merge { sat: true }, LaneFinish::Accumulate];
    let mut operations = Vec::new();
    for (atype, btype) in Type::ALL.into_iter().flat_map(|atype| Type::ALL.map(|btype| (atype, btype))) {
        for (op, dtype) in LaneOp::ALL.into_iter().flat_map(|op| Type::ALL.map(|dtype| (op, dtype))) {
            operations.extend(finishes.map(|finish| SimdOp::Arith { op, dtype, atype, btype, finish }));
        }
        for cmp in Compare::ALL {
            operations.extend([false, true].map(|accumulate| SimdOp::Set { cmp, atype, btype, accumulate }));
        }
    }
    operations
}

/// All instructions of the unit: 56.
pub fn carries() -> impl Iterator<Item = Carry> {
    let sums = Flag::ALL.into_iter().flat_map(|flag| [CarryOp::Add(flag), CarryOp::Sub(flag)]);
    let products = Half::ALL.into_iter().flat_map(|half| {
        let mads = Flag::ALL.into_iter().map(move |flag| CarryOp::Mad(half, flag));
        mads.chain([CarryOp::Mul(half)])
    });
    let ops: Vec<_> = sums.chain(products).collect();
    ops.into_iter().flat_map(|op| IntType::ALL.into_iter().map(move |ty| Carry { op, ty }))
}
