//! Control word of the scalar unit (sections 9.7.18.1.1, .2 and .4).

use super::{ATYPE as A, BTYPE as B, COMPARES, Field, Format, OP_WIDTH, SAT as S, TYPES, select};
use crate::isa::Unit;
use crate::isa::operation::{code_count, codes};

/// Type of `a`.
pub const ATYPE: Field = A;
/// Type of `b`.
pub const BTYPE: Field = B;
/// Type of the result.
pub const DTYPE: Field = Field { name: "dtype", lo: 2, width: 1, doc: "the result is signed (.s32)", codes: TYPES };
/// Saturation.
pub const SAT: Field = S;
/// Part of `a`.
pub const ASEL: Field = select("asel", SAT.end(), "part of a that is read");
/// Part of `b`.
pub const BSEL: Field = select("bsel", ASEL.end(), "part of b that is read");
/// Primary operation.
pub const OP: Field = Field {
    name: "op",
    lo: BSEL.end(),
    width: OP_WIDTH,
    doc: "primary operation",
    codes: &codes::<{ code_count(Unit::Scalar) }>(Unit::Scalar),
};
/// Merge position.
pub const DSEL: Field = select("dsel", OP.end(), "part of c that the result replaces; word: no merge");
/// Secondary operation.
pub const SECOP: Field = Field {
    name: "secop",
    lo: DSEL.end(),
    width: 2,
    doc: "secondary operation with c; none unless dsel is word",
    codes: &[("none", 0), ("add", 1), ("min", 2), ("max", 3)],
};
/// Comparison of `vset`.
pub const CMP: Field =
    Field { name: "cmp", lo: SECOP.end(), width: 3, doc: "comparison of vset, else 0", codes: COMPARES };
/// Shift mode.
pub const WRAP: Field = Field {
    name: "wrap",
    lo: CMP.end(),
    width: 1,
    doc: "shift amount: 1 .wrap, 0 .clamp",
    codes: &[("clamp", 0), ("wrap", 1)],
};

/// The format.
pub const FORMAT: Format =
    Format { unit: Unit::Scalar, fields: &[ATYPE, BTYPE, DTYPE, SAT, ASEL, BSEL, OP, DSEL, SECOP, CMP, WRAP] };

/// Width of the unit's control word, in bits.
pub const WIDTH: u32 = FORMAT.width();
