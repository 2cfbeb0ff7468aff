//! The blocks of the SIMD unit.
//!
//! Vectors stand in a `u64` as they do at the ports: four bytes, lane 0 lowest, and above each the bits that a lane which
//! ends there has beyond it, one before the adder and two behind it. A half-word is two bytes; above its lower one
//! there is nothing.

use super::{N, bit, bv, out};
use crate::golden::simd;

/// Bits of a byte before the adder, with its sign.
const OPERAND: usize = 9;
/// Bits of a byte behind the adder.
const RESULT: usize = 10;

/// The lanes of a vector that has `field` bits a byte; those of halves are 0 and 2.
fn lanes(x: u64, field: usize, quad: bool) -> [N<18>; 4] {
    let part = |byte: usize| x >> (field * byte) & ((1 << field) - 1);
    let extend = |value: u64, width: usize| bv::<18>(((value << (64 - width)) as i64 >> (64 - width)) as u64);
    [0, 1, 2, 3].map(|lane| match (quad, lane % 2) {
        (true, _) => extend(part(lane), field),
        (false, 0) => extend(part(lane + 1) << 8 | part(lane) & 0xff, field + 8),
        (false, _) => bv(0),
    })
}

/// Lanes behind the adder as they stand at a port; those of halves are 0 and 2.
pub fn vector(lanes: [i64; 4], quad: bool) -> u64 {
    let put = |value: i64, byte: usize| (value as u64 & 0x3ff) << (RESULT * byte);
    let lane = |lane: usize| match (quad, lane % 2) {
        (true, _) => put(lanes[lane], lane),
        (false, 0) => put(lanes[lane] & 0xff, lane) | put(lanes[lane] >> 8, lane + 1),
        (false, _) => 0,
    };
    (0..4).map(lane).sum()
}

/// A word of 33 bits as the operand of an adder for lanes: its bytes, above each the sign that it has as a lane.
pub fn operand(word: u64, signed: bool) -> u64 {
    let byte = |byte: usize| word >> (8 * byte) & 0xff;
    let sign = |byte: u64| u64::from(signed) & byte >> 7;
    (0..4).map(|at| (byte(at) | sign(byte(at)) << 8) << (OPERAND * at)).sum()
}

/// A word of 34 bits as it stands behind that adder: its bytes, and two bits above the highest.
pub fn word(word: u64) -> u64 {
    let bytes = (0..4).map(|byte| (word >> (8 * byte) & 0xff) << (RESULT * byte)).sum::<u64>();
    bytes | (word >> 32 & 3) << (RESULT * 3 + 8)
}

/// The bytes of a vector behind the adder, without the bits above them.
pub fn bytes(vector: u64) -> u64 {
    (0..4).map(|byte| (vector >> (RESULT * byte) & 0xff) << (8 * byte)).sum()
}

/// One bit for each byte: that of its lane; those of halves are 0 and 2.
pub fn each_byte(lanes: [bool; 4], quad: bool) -> u64 {
    (0..4).map(|byte| u64::from(lanes[if quad { byte } else { byte & 2 }]) << byte).sum()
}

/// The number in a lane.
fn number(lane: N<18>) -> i64 {
    out(lane.sext::<64>()) as i64
}

/// Whether a bit is 1.
fn is(bit: N<1>) -> bool {
    out(bit) == 1
}

/// `lane_select`: the bytes of `{b, a}` that `sel` names, each with its sign above it.
pub fn lane_select(sources: u64, sel: u64, signed: bool) -> u64 {
    let bytes = simd::extract_and_sign_ext(bv(sources), bv(sel), bit(signed), bit(true));
    (0..4).map(|byte| (out(bytes[byte]) & 0x1ff) << (OPERAND * byte)).sum()
}

/// `segmented_adder`: in every lane `a + b`, or `a + !b` where `subtract`, and 1 more: with `by_sign` unless that is
/// negative, else where `subtract`. Beside it, for each byte, whether the sum without the 1 is negative and whether it
/// is -1.
pub fn segmented_adder(a: u64, b: u64, quad: bool, subtract: bool, by_sign: bool) -> (u64, u64, u64) {
    let (a, b) = (lanes(a, OPERAND, quad), lanes(b, OPERAND, quad));
    let sums = [0, 1, 2, 3].map(|lane| a[lane] + bit(subtract).mux(!b[lane], b[lane]));
    let negative = sums.map(N::sign);
    let equal = sums.map(|sum| sum.eq(!bv(0)));
    let one = negative.map(|negative| bit(by_sign).mux(!negative, bit(subtract)));
    let sums = [0, 1, 2, 3].map(|lane| sums[lane] + one[lane].zext());
    (vector(sums.map(number), quad), each_byte(negative.map(is), quad), each_byte(equal.map(is), quad))
}

/// `lane_saturate`: the lanes, clamped where `sat`, without the bits above them; and for each byte whether that changed
/// its lane.
pub fn lane_saturate(x: u64, sat: bool, signed: bool, quad: bool) -> (u32, u64) {
    let exact = lanes(x, RESULT, quad);
    let range = simd::lane_range(bit(signed), bit(quad));
    let clamped = exact.map(|lane| simd::saturate(lane, bit(sat), range));
    let hit = [0, 1, 2, 3].map(|lane| clamped[lane] != exact[lane]);
    (bytes(vector(clamped.map(number), quad)) as u32, each_byte(hit, quad))
}

/// `lane_merge`: the bytes of `x` in the mask, those of `c` beside it.
pub fn lane_merge(x: u32, c: u32, mask: u64) -> u32 {
    let bytes = [0, 1, 2, 3].map(|byte| bv::<18>(u64::from(x >> (8 * byte) & 0xff)));
    out(simd::merge(bytes, simd::extract_mask_bits(bv(mask)), bit(true), bv(c.into()))) as u32
}

/// `accumulate`: `c` and the whole signed lanes of the mask.
pub fn accumulate(x: u64, c: u32, mask: u64, quad: bool) -> u32 {
    let mask = simd::extract_mask_bits(bv(mask));
    out(simd::accumulate(lanes(x, RESULT, quad), mask, bit(quad), bv(c.into()))) as u32
}
