//! Predicates for the control words that [`decode`](super::decode) accepts, in any value domain.
//!
//! A formula with a symbolic word assumes that the word is legal. The predicates follow from the
//! codes of the fields, and from the fields that an operation does not use, which hold 0.

use super::{Field, Format, UNIT, WIDTH, carry, format, scalar, simd, vmad};
use crate::bv::{Bit, Bv, Domain};
use crate::isa::Unit;

/// Returns whether a whole control word, with the unit's code, encodes an instruction.
pub fn word<V: Domain>(word: Bv<WIDTH, V>) -> Bit<V> {
    let fits = |unit: Unit, is_legal: Bit<V>| {
        let above = (1 << UNIT.lo) - (1 << format(unit).width());
        (unit as u64, is_legal & (word & Bv::constant(above)).is(0))
    };
    let of_units = [
        fits(Unit::Scalar, scalar(word.low())),
        fits(Unit::Vmad, vmad(word.low())),
        fits(Unit::Simd, simd(word.low())),
        fits(Unit::Carry, carry(word.low())),
    ];
    word.extract::<{ UNIT.lo }, { UNIT.width }>().case(of_units, Bit::constant(0))
}

/// Returns whether `ctl` encodes a scalar instruction.
pub fn scalar<V: Domain>(ctl: Bv<{ scalar::WIDTH }, V>) -> Bit<V> {
    use scalar::{BTYPE, CMP, DSEL, DTYPE, FORMAT, OP, SAT, SECOP, WRAP};
    let is_set = named(ctl, &OP, "vset");
    let is_shift = named(ctl, &OP, "vshl") | named(ctl, &OP, "vshr");
    has_codes(ctl, &FORMAT)
        & unused(ctl, is_set, &[DTYPE, SAT])
        & unused(ctl, !is_set, &[CMP])
        & unused(ctl, is_shift, &[BTYPE])
        & unused(ctl, !is_shift, &[WRAP])
        & unused(ctl, !named(ctl, &DSEL, "word"), &[SECOP])
}

/// Returns whether `ctl` encodes a `vmad`.
pub fn vmad<V: Domain>(ctl: Bv<{ vmad::WIDTH }, V>) -> Bit<V> {
    has_codes(ctl, &vmad::FORMAT)
}

/// Returns whether `ctl` encodes a SIMD instruction.
pub fn simd<V: Domain>(ctl: Bv<{ simd::WIDTH }, V>) -> Bit<V> {
    use simd::{ACCUMULATE, ASEL, ATYPE, BSEL, BTYPE, CMP, DTYPE, FORMAT, IN_ORDER, MASK, OP, QUAD, SAT};
    let (is_vset, is_set) = (named(ctl, &OP, "vset"), named(ctl, &OP, "set"));
    let compares = is_vset | is_set;
    let mask = ctl.extract::<{ MASK.lo }, { MASK.width }>();
    let of_halves = mask.extract::<0, 1>().eq(mask.extract::<1, 1>())
        & mask.extract::<2, 1>().eq(mask.extract::<3, 1>())
        & names_halves(ctl.extract::<{ ASEL.lo }, { ASEL.width }>())
        & names_halves(ctl.extract::<{ BSEL.lo }, { BSEL.width }>());
    has_codes(ctl, &FORMAT)
        & unused(ctl, compares, &[DTYPE, SAT])
        & unused(ctl, !compares, &[CMP])
        & unused(ctl, holds(ctl, &ACCUMULATE, 1), &[SAT])
        & unused(ctl, is_set, &[ACCUMULATE])
        & (!is_set | holds(ctl, &ATYPE, 1).eq(holds(ctl, &BTYPE, 1)))
        & [MASK, ASEL, BSEL]
            .iter()
            .fold(Bit::constant(1), |all, field| all & (!is_set | holds(ctl, field, field.get(IN_ORDER))))
        & !mask.is(0)
        & (named(ctl, &QUAD, "four") | of_halves)
}

/// Returns whether `ctl` encodes an instruction of the carry unit.
pub fn carry<V: Domain>(ctl: Bv<{ carry::WIDTH }, V>) -> Bit<V> {
    use carry::{FORMAT, HI, OP, READ_FLAG, WRITE_FLAG};
    let is_mul = named(ctl, &OP, "mul");
    let multiplies = is_mul | named(ctl, &OP, "mad");
    let has_flag = holds(ctl, &READ_FLAG, 1) | holds(ctl, &WRITE_FLAG, 1);
    // All read or write the flag but `mul`, which does neither.
    has_codes(ctl, &FORMAT) & unused(ctl, !multiplies, &[HI]) & (has_flag ^ is_mul)
}

/// Returns whether four selectors of bytes name the two bytes of each of two half-words.
fn names_halves<V: Domain>(sel: Bv<12, V>) -> Bit<V> {
    let is_half = |low: Bv<3, V>, high: Bv<3, V>| {
        let even = low & Bv::constant(0b110);
        low.eq(even) & high.eq(even | Bv::constant(1))
    };
    is_half(sel.extract::<0, 3>(), sel.extract::<3, 3>()) & is_half(sel.extract::<6, 3>(), sel.extract::<9, 3>())
}

/// Returns whether every field with codes holds one of them.
fn has_codes<const W: u32, V: Domain>(ctl: Bv<W, V>, format: &Format) -> Bit<V> {
    let is_coded = |field: &Field| {
        let hits = field.codes.iter().map(|(_, code)| holds(ctl, field, *code));
        hits.reduce(|hit, other| hit | other).unwrap_or(Bit::constant(1))
    };
    // Where every number is a code there is nothing to ask.
    let fields = format.fields.iter().filter(|field| field.codes.len() < 1 << field.width);
    fields.fold(Bit::constant(1), |all, field| all & is_coded(field))
}

/// Returns whether `fields` hold 0, which they must where `condition` holds.
fn unused<const W: u32, V: Domain>(ctl: Bv<W, V>, condition: Bit<V>, fields: &[Field]) -> Bit<V> {
    fields.iter().fold(Bit::constant(1), |all, field| all & (!condition | holds(ctl, field, 0)))
}

fn named<const W: u32, V: Domain>(ctl: Bv<W, V>, field: &Field, name: &str) -> Bit<V> {
    holds(ctl, field, field.code(name))
}

fn holds<const W: u32, V: Domain>(ctl: Bv<W, V>, field: &Field, value: u64) -> Bit<V> {
    let place = field.put((1 << field.width) - 1);
    (ctl & Bv::constant(place.into())).is(field.put(value))
}
