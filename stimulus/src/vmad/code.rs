//! The code of a case of unit `vmad`: its control word, and above it fields that are computed once
//! for the loop over the vectors.

use vidalu_model::control::{Field, vmad as fields};
use vidalu_model::isa::{Instruction, Scale, Type, Vmad, VmadMode};

use super::reach::{extreme, is_signed};
use crate::aim::Clamp;
use crate::columns::Selection;
use crate::corner::mask;
use crate::word::unit_word;

const DTYPE: Field = field(29, 1);
const HIGH_B: Field = field(30, 1);
/// Stands where it is the sign bit of a word.
const IS_SIGNED: Field = field(31, 1);
const PLACES_A: Field = field(32, 5);
const SHIFT_A: Field = field(37, 5);
const PLACES_B: Field = field(42, 5);
const SHIFT_B: Field = field(47, 5);
const SHIFT: Field = field(52, 4);
const IS_SIGNED_A: Field = field(56, 1);
const IS_SIGNED_B: Field = field(57, 1);
const NEGATES_PRODUCT: Field = field(58, 1);
const NEGATES_C: Field = field(59, 1);
const ONE: Field = field(60, 1);
const IS_BELOW: Field = field(61, 1);
const IS_ABOVE: Field = field(62, 1);
const HIGH_A: Field = field(63, 1);

/// Returns the field of `width` bits that begins at bit `lo`, above the control word.
const fn field(lo: u32, width: u32) -> Field {
    assert!(lo >= fields::WIDTH);
    Field { name: "", lo, width, doc: "", codes: &[] }
}

/// Returns the code of a form of which `.sat` shall have the effect `clamp`.
pub(super) fn code(form: &Vmad, clamp: Clamp) -> u64 {
    let word = unit_word(&Instruction::Vmad(*form));
    let extreme = extreme(form, clamp);
    let select = |field: Field| Selection::of(field.get(word), 0);
    let (a, b) = (select(fields::ASEL), select(fields::BSEL));
    let shift = match form.scale {
        Scale::None => 0,
        Scale::Shr7 => 7,
        Scale::Shr15 => 15,
    };
    let bits = [
        (IS_SIGNED_A, form.atype == Type::S32),
        (IS_SIGNED_B, form.btype == Type::S32),
        (IS_SIGNED, is_signed(form)),
        (NEGATES_PRODUCT, form.mode == VmadMode::NegateProduct),
        (NEGATES_C, form.mode == VmadMode::NegateC),
        (ONE, matches!(form.mode, VmadMode::NegateC | VmadMode::PlusOne)),
        (IS_BELOW, clamp == Clamp::Below),
        (IS_ABOVE, clamp == Clamp::Above),
        (HIGH_A, extreme.a > 0),
        (HIGH_B, extreme.b > 0),
    ];
    let numbers = [(PLACES_A, a.places), (SHIFT_A, a.shift), (PLACES_B, b.places), (SHIFT_B, b.shift), (SHIFT, shift)];
    let bits = bits.map(|(field, bit)| field.put(bit.into()));
    word | bits.iter().chain(&numbers.map(|(field, number)| field.put(number))).sum::<u64>()
}

/// Returns the code of the same case with the other type of the result if `turn` is 1.
pub(super) const fn turned(code: u64, turn: u64) -> u64 {
    code ^ DTYPE.put(turn)
}

/// Returns the control word of the unit.
#[inline(always)]
pub(super) fn control(code: u64) -> u64 {
    code & mask(fields::WIDTH) | fields::DTYPE.put(DTYPE.get(code))
}

/// The fields of a code, ready for the loop; [`super::reach`] has the same for typed instructions.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aim {
    pub(super) part_a: Selection,
    pub(super) part_b: Selection,
    /// The range of the result's type.
    pub(super) range: Selection,
    pub(super) negates_product: bool,
    pub(super) negates_c: bool,
    /// The 1 that completes the negation of `c`, or the 1 of `.po`; else 0.
    pub(super) one: i64,
    /// The number of bits that the sum is shifted by.
    pub(super) shift: u64,
    pub(super) has_sat: bool,
    /// `.sat` shall raise the result to the low end of the range.
    pub(super) is_below: bool,
    /// `.sat` shall lower the result to the high end of the range.
    pub(super) is_above: bool,
    /// The extreme `a` is the largest, and not the smallest.
    pub(super) high_a: bool,
    /// The extreme `b` is the largest, and not the smallest.
    pub(super) high_b: bool,
}

impl Aim {
    #[inline(always)]
    pub(super) fn of(code: u64) -> Self {
        let get = |field: Field| field.get(code);
        let is = |field: Field| field.get(code) == 1;
        let part = |places: Field, shift: Field, is_signed: Field| Selection {
            mask: (2 << get(places)) - 1,
            shift: get(shift),
            sign: get(is_signed) << get(places),
            places: get(places),
        };
        Self {
            part_a: part(PLACES_A, SHIFT_A, IS_SIGNED_A),
            part_b: part(PLACES_B, SHIFT_B, IS_SIGNED_B),
            range: Selection { mask: mask(32), shift: 0, sign: code & IS_SIGNED.put(1), places: 31 },
            negates_product: is(NEGATES_PRODUCT),
            negates_c: is(NEGATES_C),
            one: get(ONE) as i64,
            shift: get(SHIFT),
            has_sat: is(fields::SAT),
            is_below: is(IS_BELOW),
            is_above: is(IS_ABOVE),
            high_a: is(HIGH_A),
            high_b: is(HIGH_B),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_do_not_overlap() {
        let bits = [DTYPE, IS_SIGNED, HIGH_A, HIGH_B, IS_SIGNED_A, IS_SIGNED_B, NEGATES_PRODUCT, NEGATES_C, ONE];
        let others = [PLACES_A, SHIFT_A, PLACES_B, SHIFT_B, SHIFT, IS_BELOW, IS_ABOVE];
        bits.iter().chain(&others).fold(mask(fields::WIDTH), |taken, field| {
            let own = mask(field.width) << field.lo;
            assert_eq!(taken & own, 0, "the field from bit {}", field.lo);
            taken | own
        });
    }
}
