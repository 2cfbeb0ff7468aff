//! The packed control word: the operation of an instruction as the hardware receives it.
//!
//! Each unit has a format of its own, starting at bit 0; the unit's code stands above all formats,
//! in [`UNIT`]. A field is defined here and nowhere else: the RTL's decode, `vidalu_defs.vh` and
//! the tables of the documentation are derived from [`FORMATS`].

mod codec;

pub mod carry;
pub mod legal;
pub mod scalar;
pub mod simd;
pub mod vmad;

pub use codec::{DecodeError, decode, encode};

use crate::isa::Unit;
use crate::isa::operation::{code_count, same};

/// Width of the whole control word, in bits.
pub const WIDTH: u32 = UNIT.lo + UNIT.width;

/// Which unit the rest of the word is for. It stands above the widest format, that of unit `simd`.
pub const UNIT: Field = Field {
    name: "unit",
    lo: simd::WIDTH,
    width: 2,
    doc: "the unit that executes the instruction",
    codes: &[("scalar", 0), ("vmad", 1), ("simd", 2), ("carry", 3)],
};

/// The formats of the four units.
pub const FORMATS: [Format; 4] = [scalar::FORMAT, vmad::FORMAT, simd::FORMAT, carry::FORMAT];

/// A field of the control word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field {
    /// Name, as it appears in RTL, headers and tables.
    pub name: &'static str,
    /// Position of its lowest bit.
    pub lo: u32,
    /// Width in bits.
    pub width: u32,
    /// One line of explanation.
    pub doc: &'static str,
    /// The named codes; empty where the field is a plain bit.
    pub codes: &'static [(&'static str, u64)],
}

impl Field {
    /// Position of its highest bit.
    pub const fn hi(&self) -> u32 {
        self.lo + self.width - 1
    }

    /// Position above its highest bit, where the next field begins.
    pub const fn end(&self) -> u32 {
        self.lo + self.width
    }

    /// The field's value in `word`.
    #[inline(always)]
    pub const fn get(&self, word: u64) -> u64 {
        (word >> self.lo) & ((1 << self.width) - 1)
    }

    /// `value` moved to the field's place. `value` must fit the field.
    #[inline(always)]
    pub const fn put(&self, value: u64) -> u64 {
        debug_assert!(value >> self.width == 0);
        value << self.lo
    }

    /// Returns the code with this name. In a constant, a name without a code fails to compile.
    pub const fn code(&self, name: &str) -> u64 {
        let mut index = 0;
        while index < self.codes.len() {
            if same(self.codes[index].0, name) {
                assert!(self.codes[index].1 >> self.width == 0, "the field is too narrow for the code");
                return self.codes[index].1;
            }
            index += 1;
        }
        panic!("the field has no code of this name")
    }

    /// Asserts that `names` are the names of all codes, each once. In a constant, a violation fails
    /// to compile.
    ///
    /// Code that treats each code differently states its arms with this. A code that is added to
    /// the field then cannot fall through to the arm of another code.
    pub const fn assert_codes(&self, names: &[&str]) {
        assert!(names.len() == self.codes.len(), "a code of the field has no arm");
        let mut seen = 0u64;
        let mut index = 0;
        while index < names.len() {
            seen |= 1 << self.code(names[index]);
            index += 1;
        }
        assert!(seen.count_ones() as usize == names.len(), "a code of the field has two arms");
    }

    /// Returns the name of `code`, or `None` if the field has no such code.
    pub fn code_name(&self, code: u64) -> Option<&'static str> {
        self.codes.iter().find(|(_, value)| *value == code).map(|(name, _)| *name)
    }
}

/// The fields of one unit's control word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Format {
    /// The unit.
    pub unit: Unit,
    /// The fields, lowest first, without gaps.
    pub fields: &'static [Field],
}

impl Format {
    /// Width of the unit's `ctl_i` port, in bits: all fields, without the unit's code.
    pub const fn width(&self) -> u32 {
        let last = &self.fields[self.fields.len() - 1];
        last.lo + last.width
    }
}

/// The format of `unit`'s control word.
pub const fn format(unit: Unit) -> &'static Format {
    match unit {
        Unit::Scalar => &FORMATS[0],
        Unit::Vmad => &FORMATS[1],
        Unit::Simd => &FORMATS[2],
        Unit::Carry => &FORMATS[3],
    }
}

/// Returns the whole control word for the word that `unit` receives at its port `ctl_i`, with or
/// without the unit's code above. Returns `None` for another unit's code, or bits above all codes.
#[inline(always)]
pub const fn whole(unit: Unit, ctl: u64) -> Option<u64> {
    let (word, above) = (ctl | UNIT.put(unit as u64), ctl >> UNIT.lo);
    if above == 0 || above == unit as u64 { Some(word) } else { None }
}

/// `.atype`, the same place in every video format.
const ATYPE: Field = Field { name: "atype", lo: 0, width: 1, doc: "a is signed (.s32)", codes: TYPES };
/// `.btype`, the same place in every video format.
const BTYPE: Field = Field { name: "btype", lo: 1, width: 1, doc: "b is signed (.s32)", codes: TYPES };
/// `.sat`, the same place in every video format.
const SAT: Field = Field { name: "sat", lo: 3, width: 1, doc: "saturate the result (.sat)", codes: &[] };

const TYPES: &[(&str, u64)] = &[("u32", 0), ("s32", 1)];

/// Comparisons of `vset`: bit 0 inverts, the upper bits are equal, less, less or equal.
const COMPARES: &[(&str, u64)] = &[("eq", 0), ("ne", 1), ("lt", 2), ("ge", 3), ("le", 4), ("gt", 5)];

/// Parts of a register. For a byte the code is its number; bit 2 says wider than a byte, bit 1
/// upper half, bit 0 the whole word.
const SELECTS: &[(&str, u64)] = &[("b0", 0), ("b1", 1), ("b2", 2), ("b3", 3), ("h0", 4), ("word", 5), ("h1", 6)];

/// Width of the field `op` of scalar and SIMD instructions, in bits: enough for the codes of each.
/// The unit `lanes` reads one field for both.
const OP_WIDTH: u32 = {
    let (scalar, simd) = (code_count(Unit::Scalar), code_count(Unit::Simd));
    usize::BITS - (if scalar > simd { scalar } else { simd } - 1).leading_zeros()
};

const fn select(name: &'static str, lo: u32, doc: &'static str) -> Field {
    Field { name, lo, width: 3, doc, codes: SELECTS }
}
