//! Control word of the SIMD unit (sections 9.7.18.2 and 9.7.6.1).
//!
//! Selectors and mask speak of bytes for both widths: a half-word instruction names the two bytes
//! of each half. The byte multiplexers of the datapath thus serve two and four lanes alike.

use super::{ATYPE as A, BTYPE as B, COMPARES, Field, Format, OP_WIDTH, SAT as S, TYPES};
use crate::isa::Unit;
use crate::isa::operation::{code_count, codes};

/// Type of the first vector.
pub const ATYPE: Field = A;
/// Type of the second vector.
pub const BTYPE: Field = B;
/// Type of the result.
pub const DTYPE: Field =
    Field { name: "dtype", lo: 2, width: 1, doc: "lanes are clamped as signed (.s32)", codes: TYPES };
/// Saturation.
pub const SAT: Field = S;
/// Primary operation.
pub const OP: Field = Field {
    name: "op",
    lo: SAT.end(),
    width: OP_WIDTH,
    doc: "primary operation",
    codes: &codes::<{ code_count(Unit::Simd) }>(Unit::Simd),
};
/// Comparison of `vset2`, `vset4` and `set`.
pub const CMP: Field =
    Field { name: "cmp", lo: OP.end(), width: 3, doc: "comparison of vset and set, else 0", codes: COMPARES };
/// Number of lanes.
pub const QUAD: Field = Field {
    name: "quad",
    lo: CMP.end(),
    width: 1,
    doc: "1: four bytes, 0: two half-words",
    codes: &[("two", 0), ("four", 1)],
};
/// Accumulate.
pub const ACCUMULATE: Field = Field {
    name: "accumulate",
    lo: QUAD.end(),
    width: 1,
    doc: "sum the lanes onto c (.add) instead of merging",
    codes: &[],
};
/// Lanes that are written.
pub const MASK: Field = Field {
    name: "mask",
    lo: ACCUMULATE.end(),
    width: 4,
    doc: "bytes that are written or summed, one bit each",
    codes: &[],
};
/// Bytes of the first vector.
pub const ASEL: Field = Field {
    name: "asel",
    lo: MASK.end(),
    width: 12,
    doc: "for each byte of the first vector, its byte in {b, a}",
    codes: &[],
};
/// Bytes of the second vector.
pub const BSEL: Field = Field {
    name: "bsel",
    lo: ASEL.end(),
    width: 12,
    doc: "for each byte of the second vector, its byte in {b, a}",
    codes: &[],
};

/// All lanes in order, all of them written: the same bytes for two lanes and for four. `set` has
/// no others.
pub const IN_ORDER: u64 = ASEL.put(0o3210) | BSEL.put(0o7654) | MASK.put(0b1111);

/// The format.
pub const FORMAT: Format =
    Format { unit: Unit::Simd, fields: &[ATYPE, BTYPE, DTYPE, SAT, OP, CMP, QUAD, ACCUMULATE, MASK, ASEL, BSEL] };

/// Width of the unit's control word, in bits.
pub const WIDTH: u32 = FORMAT.width();
