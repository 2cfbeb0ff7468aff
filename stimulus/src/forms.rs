//! The forms of the instructions that the walks go through, without their operands and selectors.
//!
//! The order decides which vector a seed and an index name, so it must not change.

use vidalu_model::isa::{Carry, SimdOp};

/// All operations with their types, comparisons and what follows: 192.
pub fn simd_operations() -> Vec<SimdOp> {
    let types = |op: &SimdOp| match *op {
        SimdOp::Arith { atype, btype, .. } | SimdOp::Set { atype, btype, .. } => (atype, btype),
    };
    let mut operations: Vec<_> = SimdOp::all().collect();
    operations.sort_by_key(types);
    operations
}

/// All instructions of the unit: 56.
pub fn carries() -> Vec<Carry> {
    let mut carries: Vec<_> = Carry::all().collect();
    carries.sort_by_key(|carry| carry.op.half());
    carries
}
