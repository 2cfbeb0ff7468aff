//! The blocks of the SIMD unit.
//!
//! A port carries a vector as four bytes, lane 0 lowest. Above each byte are the extra bits of a
//! lane that ends there: one before the adder, two after it. A half-word is two bytes, without
//! extra bits above the lower byte.

use crate::bv::{Bit, Bv, Domain};
use crate::golden::simd;

/// Four lanes in the width of the widest lane. Half-words are in the lanes 0 and 2; the lanes 1 and
/// 3 are then unused.
type Lanes<V> = [Bv<18, V>; 4];

/// The lanes of a vector before the adder.
fn operands<V: Domain>(x: Bv<36, V>, quad: Bit<V>) -> Lanes<V> {
    let bytes = [x.extract::<0, 9>(), x.extract::<9, 9>(), x.extract::<18, 9>(), x.extract::<27, 9>()];
    lanes::<9, 17, V>(bytes, quad)
}

/// The lanes of a vector behind the adder.
pub fn results<V: Domain>(x: Bv<40, V>, quad: Bit<V>) -> [Bv<18, V>; 4] {
    let bytes = [x.extract::<0, 10>(), x.extract::<10, 10>(), x.extract::<20, 10>(), x.extract::<30, 10>()];
    lanes::<10, 18, V>(bytes, quad)
}

/// The lanes of bytes with bits above them, `BYTE` in all, or of halves, `HALF` in all.
fn lanes<const BYTE: u32, const HALF: u32, V: Domain>(bytes: [Bv<BYTE, V>; 4], quad: Bit<V>) -> Lanes<V> {
    let half = |byte: usize| bytes[byte + 1].concat::<8, HALF>(bytes[byte].low()).sext();
    [0, 1, 2, 3].map(|lane| quad.mux(bytes[lane].sext(), if lane % 2 == 0 { half(lane) } else { Bv::constant(0) }))
}

/// Four equal parts, the first lowest: `TWO` is `ONE + ONE`, `FOUR` is `TWO + TWO`.
fn join<const ONE: u32, const TWO: u32, const FOUR: u32, V: Domain>(parts: [Bv<ONE, V>; 4]) -> Bv<FOUR, V> {
    let pair = |low: usize| parts[low + 1].concat::<ONE, TWO>(parts[low]);
    pair(2).concat(pair(0))
}

/// The lanes after the adder in the layout of a port. Half-words are in the lanes 0 and 2.
pub fn vector<V: Domain>(lanes: [Bv<18, V>; 4], quad: Bit<V>) -> Bv<40, V> {
    let byte = |lane: usize| lanes[lane].low::<10>();
    let low = |lane: usize| lanes[lane].low::<8>().zext();
    let high = |lane: usize| lanes[lane].extract::<8, 10>();
    join::<10, 20, 40, V>([
        quad.mux(byte(0), low(0)),
        quad.mux(byte(1), high(0)),
        quad.mux(byte(2), low(2)),
        quad.mux(byte(3), high(2)),
    ])
}

/// The bytes of a word.
fn split<V: Domain>(word: Bv<32, V>) -> [Bv<8, V>; 4] {
    [word.extract::<0, 8>(), word.extract::<8, 8>(), word.extract::<16, 8>(), word.extract::<24, 8>()]
}

/// A word as the operand of an adder for lanes: its bytes, above each the sign that it has as a
/// lane.
pub fn operand<V: Domain>(word: Bv<32, V>, signed: Bit<V>) -> Bv<36, V> {
    join::<9, 18, 36, V>(split(word).map(|byte| byte.extend(signed)))
}

/// A 34-bit word in the layout of a port after the adder: its bytes, and two bits above the
/// highest.
pub fn word<V: Domain>(word: Bv<34, V>) -> Bv<40, V> {
    let [b0, b1, b2, _] = split(word.low()).map(Bv::zext);
    join::<10, 20, 40, V>([b0, b1, b2, word.extract::<24, 10>()])
}

/// The bytes of a vector after the adder, without the bits above them.
pub fn bytes<V: Domain>(vector: Bv<40, V>) -> Bv<32, V> {
    join::<8, 16, 32, V>([
        vector.extract::<0, 8>(),
        vector.extract::<10, 8>(),
        vector.extract::<20, 8>(),
        vector.extract::<30, 8>(),
    ])
}

/// One bit for each byte: the bit of its lane. Half-words are in the lanes 0 and 2.
pub fn each_byte<V: Domain>(lanes: [Bit<V>; 4], quad: Bit<V>) -> Bv<4, V> {
    join::<1, 2, 4, V>([lanes[0], quad.mux(lanes[1], lanes[0]), lanes[2], quad.mux(lanes[3], lanes[2])])
}

/// `lane_select`: the bytes of `{b, a}` that `sel` names, each with its sign above it.
pub fn lane_select<V: Domain>(sources: Bv<64, V>, sel: Bv<12, V>, signed: Bit<V>) -> Bv<36, V> {
    let bytes = simd::extract_and_sign_ext(sources, sel, signed, Bit::constant(1));
    join::<9, 18, 36, V>(bytes.map(Bv::low))
}

/// `segmented_adder`: in every lane `a + b`, or `a + !b` where `subtract`, and 1 more: with
/// `by_sign` unless that is negative, else where `subtract`. Beside it, for each byte, whether the
/// sum without the 1 is negative and whether it is -1.
pub fn segmented_adder<V: Domain>(
    a: Bv<36, V>,
    b: Bv<36, V>,
    quad: Bit<V>,
    subtract: Bit<V>,
    by_sign: Bit<V>,
) -> (Bv<40, V>, Bv<4, V>, Bv<4, V>) {
    let (a, b) = (operands(a, quad), operands(b, quad));
    let sums = [0, 1, 2, 3].map(|lane| a[lane] + subtract.mux(!b[lane], b[lane]));
    let negative = sums.map(Bv::sign);
    let equal = sums.map(|sum| sum.eq(!Bv::constant(0)));
    let one = negative.map(|negative| by_sign.mux(!negative, subtract));
    let sums = [0, 1, 2, 3].map(|lane| sums[lane] + one[lane].zext());
    (vector(sums, quad), each_byte(negative, quad), each_byte(equal, quad))
}

/// `lane_saturate`: the lanes, clamped where `sat`, without the bits above them; and for each byte
/// whether that changed its lane.
pub fn lane_saturate<V: Domain>(x: Bv<40, V>, sat: Bit<V>, signed: Bit<V>, quad: Bit<V>) -> (Bv<32, V>, Bv<4, V>) {
    let exact = results(x, quad);
    let range = simd::lane_range(signed, quad);
    let clamped = exact.map(|lane| simd::saturate(lane, sat, range));
    let hit = [0, 1, 2, 3].map(|lane| !clamped[lane].eq(exact[lane]));
    (bytes(vector(clamped, quad)), each_byte(hit, quad))
}

/// `lane_merge`: the bytes of `x` where the mask is set, those of `c` elsewhere.
pub fn lane_merge<V: Domain>(x: Bv<32, V>, c: Bv<32, V>, mask: Bv<4, V>) -> Bv<32, V> {
    simd::merge(split(x).map(Bv::zext), simd::extract_mask_bits(mask), Bit::constant(1), c)
}

/// `accumulate`: `c` and the whole signed lanes of the mask.
pub fn accumulate<V: Domain>(x: Bv<40, V>, c: Bv<32, V>, mask: Bv<4, V>, quad: Bit<V>) -> Bv<32, V> {
    simd::accumulate(results(x, quad), simd::extract_mask_bits(mask), quad, c)
}
