//! The manual's helper functions of section 9.7.18.1, shared by the scalar instructions and `vmad`.

use crate::bv::{Bit, Bv, Domain};
use crate::control::scalar::{ASEL, CMP, DSEL, SECOP};

pub(super) const H0: u64 = DSEL.code("h0");
pub(super) const H1: u64 = DSEL.code("h1");
pub(super) const WORD: u64 = DSEL.code("word");

/// `partSelectSignExtend`: the part of `x` that `sel` names, extended to an `.s33` value by its
/// type.
#[inline(always)]
pub(super) fn part_select_sign_extend<V: Domain>(x: Bv<32, V>, signed: Bit<V>, sel: Bv<3, V>) -> Bv<33, V> {
    by_code!(sel of ASEL {
        "b0" => x.extract::<0, 8>().extend(signed),
        "b1" => x.extract::<8, 8>().extend(signed),
        "b2" => x.extract::<16, 8>().extend(signed),
        "b3" => x.extract::<24, 8>().extend(signed),
        "h0" => x.extract::<0, 16>().extend(signed),
        "h1" => x.extract::<16, 16>().extend(signed),
        else "word" => x.extend(signed),
    })
}

/// `optSaturate`: clamps to the range of the result's type and of the part that is written.
///
/// Declared `.s33` in the manual, which would lose `u32 + u32`; the value stays `.s34` (SEMANTICS
/// D1).
#[inline(always)]
pub(super) fn opt_saturate<V: Domain>(tmp: Bv<34, V>, sat: Bit<V>, signed: Bit<V>, dsel: Bv<3, V>) -> Bv<34, V> {
    let unsigned_max = by_code!(dsel of DSEL {
        "h0" => Bv::constant(0xffff),
        "h1" => Bv::constant(0xffff),
        "word" => Bv::constant(0xffff_ffff),
        else "b0", "b1", "b2", "b3" => Bv::constant(0xff),
    });
    let (low, high) = range(signed, unsigned_max);
    sat.mux(clamp(tmp, low, high), tmp)
}

/// The smallest and largest number of a type, from the largest of its unsigned twin.
#[inline(always)]
pub(super) fn range<const W: u32, V: Domain>(signed: Bit<V>, unsigned_max: Bv<W, V>) -> (Bv<W, V>, Bv<W, V>) {
    let high = signed.mux(unsigned_max.lshr(Bit::constant(1)), unsigned_max);
    (signed.mux(!high, Bv::constant(0)), high)
}

/// The smallest and largest number of a 32-bit type.
#[inline(always)]
pub(super) fn word_range<const W: u32, V: Domain>(signed: Bit<V>) -> (Bv<W, V>, Bv<W, V>) {
    range(signed, Bv::constant(0xffff_ffff))
}

/// `CLAMP`, on two's complement numbers.
#[inline(always)]
pub(super) fn clamp<const W: u32, V: Domain>(x: Bv<W, V>, low: Bv<W, V>, high: Bv<W, V>) -> Bv<W, V> {
    x.smax(low).smin(high)
}

/// `optSecOp`: the secondary operation on the intermediate result and the extended `c`.
#[inline(always)]
pub(super) fn opt_secondary_op<V: Domain>(secop: Bv<2, V>, tmp: Bv<34, V>, c: Bv<34, V>) -> Bv<34, V> {
    by_code!(secop of SECOP {
        "add" => tmp + c,
        "min" => tmp.smin(c),
        "max" => tmp.smax(c),
        else "none" => tmp,
    })
}

/// `optMerge`: the low byte or half-word of `tmp` in the place of `c` that `dsel` names (SEMANTICS
/// D3).
#[inline(always)]
pub(super) fn opt_merge<V: Domain>(dsel: Bv<3, V>, tmp: Bv<32, V>, c: Bv<32, V>) -> Bv<32, V> {
    let put = |part: u128, shift: u128| {
        let place = Bv::constant(part << shift);
        ((tmp << Bv::<5, V>::constant(shift)) & place) | (c & !place)
    };
    by_code!(dsel of DSEL {
        "h0" => put(0xffff, 0),
        "h1" => put(0xffff, 16),
        "b0" => put(0xff, 0),
        "b1" => put(0xff, 8),
        "b2" => put(0xff, 16),
        "b3" => put(0xff, 24),
        else "word" => tmp,
    })
}

/// `compare`: 1 where the comparison holds for two's complement numbers.
#[inline(always)]
pub(super) fn compare<const W: u32, V: Domain>(ta: Bv<W, V>, tb: Bv<W, V>, cmp: Bv<3, V>) -> Bit<V> {
    let (equal, less) = (ta.eq(tb), ta.slt(tb));
    by_code!(cmp of CMP {
        "eq" => equal,
        "ne" => !equal,
        "lt" => less,
        "ge" => !less,
        "le" => less | equal,
        else "gt" => !(less | equal),
    })
}
