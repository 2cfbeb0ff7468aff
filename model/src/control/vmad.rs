//! Control word of `vmad` (section 9.7.18.1.3).

use super::{ATYPE as A, BTYPE as B, Field, Format, SAT as S, TYPES, select};
use crate::isa::Unit;

/// Type of `a`.
pub const ATYPE: Field = A;
/// Type of `b`.
pub const BTYPE: Field = B;
/// `.dtype`, without effect.
pub const DTYPE: Field = Field { name: "dtype", lo: 2, width: 1, doc: "written in PTX, without effect", codes: TYPES };
/// Saturation.
pub const SAT: Field = S;
/// Part of `a`.
pub const ASEL: Field = select("asel", 4, "part of a that is read");
/// Part of `b`.
pub const BSEL: Field = select("bsel", 7, "part of b that is read");
/// Negation or plus one.
pub const MODE: Field = Field {
    name: "mode",
    lo: 10,
    width: 2,
    doc: "negation or plus one",
    codes: &[("plain", 0), ("negate_product", 1), ("negate_c", 2), ("plus_one", 3)],
};
/// Right shift of the sum.
pub const SCALE: Field = Field {
    name: "scale",
    lo: 12,
    width: 2,
    doc: "right shift of the sum",
    codes: &[("none", 0), ("shr7", 1), ("shr15", 2)],
};

/// The format.
pub const FORMAT: Format = Format { unit: Unit::Vmad, fields: &[ATYPE, BTYPE, DTYPE, SAT, ASEL, BSEL, MODE, SCALE] };

/// Width of the unit's control word, in bits.
pub const WIDTH: u32 = FORMAT.width();
