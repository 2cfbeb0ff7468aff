//! Control word of the carry-flag unit (section 9.7.2).

use super::{Field, Format};
use crate::isa::Unit;
use crate::isa::operation::{code_count, codes};

/// Signed product.
pub const SIGNED: Field = Field {
    name: "signed",
    lo: 0,
    width: 1,
    doc: "operands are signed (.s32 .s64)",
    codes: &[("unsigned", 0), ("signed", 1)],
};
/// Operand width.
pub const WIDE: Field =
    Field { name: "wide", lo: 1, width: 1, doc: "operands have 64 bits", codes: &[("w32", 0), ("w64", 1)] };
/// Operation.
pub const OP: Field =
    Field { name: "op", lo: 2, width: 2, doc: "operation", codes: &codes::<{ code_count(Unit::Carry) }>(Unit::Carry) };
/// Half of the product.
pub const HI: Field = Field {
    name: "hi",
    lo: 4,
    width: 1,
    doc: "the high half of the product is used (.hi)",
    codes: &[("lo", 0), ("hi", 1)],
};
/// CC.CF is read.
pub const READ_FLAG: Field = Field { name: "read_flag", lo: 5, width: 1, doc: "CC.CF is an input", codes: &[] };
/// CC.CF is written.
pub const WRITE_FLAG: Field = Field { name: "write_flag", lo: 6, width: 1, doc: "CC.CF is written (.cc)", codes: &[] };

/// The format.
pub const FORMAT: Format = Format { unit: Unit::Carry, fields: &[SIGNED, WIDE, OP, HI, READ_FLAG, WRITE_FLAG] };

/// Width of the unit's control word, in bits.
pub const WIDTH: u32 = FORMAT.width();
