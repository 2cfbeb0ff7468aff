//! The registers of the carry unit: numbers and products for which a carry starts, travels or
//! stops.

use multiversion::multiversion;
use vidalu_model::bv::high_product;
use vidalu_model::control::{Field, carry as fields};
use vidalu_model::draw::Draw;

use crate::addends;
use crate::columns::{bits, choose};
use crate::corner::mask;

/// Whether every bit of the sum is to pass on the carry that it gets, above the control word.
pub(super) const PASSES: Field = Field { name: "passes", lo: fields::WIDTH, width: 1, doc: "", codes: &[] };

/// Draws the registers of a block of vectors. `ctl` holds the codes of the walk, and keeps the
/// control words.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn registers(key: u64, first: u64, ctl: &mut [u64], a: &mut [u64], b: &mut [u64], c: &mut [u64]) {
    let len = ctl.len();
    let (a, b, c) = (&mut a[..len], &mut b[..len], &mut c[..len]);
    for at in 0..len {
        let mut draw = Draw::new(key, first.wrapping_add(at as u64));
        let words = [draw.word(), draw.word(), draw.word(), draw.word()];
        [a[at], b[at], c[at]] = vector(ctl[at], words);
        ctl[at] &= mask(fields::WIDTH);
    }
}

// Each operation is aimed at: see `vector`.
const _: () = fields::OP.assert_codes(&["add", "sub", "mad", "mul"]);

const SUB: u64 = fields::OP.code("sub");
const MAD: u64 = fields::OP.code("mad");
const MUL: u64 = fields::OP.code("mul");

/// Computes the registers of one vector from random words: the first chooses, the others become
/// operands.
#[inline(always)]
fn vector(ctl: u64, [choice, word_a, word_b, word_c]: [u64; 4]) -> [u64; 3] {
    let op = fields::OP.get(ctl);
    let (is_sub, is_mad) = (op == SUB, op == MAD);
    let has_product = is_mad | (op == MUL);
    let is_wide = fields::WIDE.get(ctl) == 1;
    let a = addends::of_words(word_a, bits(choice, 0, 13), is_wide);
    let free = addends::of_words(word_b, bits(choice, 13, 13), is_wide);
    let half = product_half(ctl, a, free);
    // Next to a, or next to the half of the product to which c is added.
    let beside =
        addends::beside(choose(is_mad, half, a), word_c, bits(choice, 26, 18), is_wide, is_sub, PASSES.get(ctl) == 1);
    [a, choose(has_product, free, beside), choose(is_mad, beside, word_c)]
}

/// Returns the half of the product to which `c` is added. This only aims the stimulus; the golden
/// model computes its own.
#[inline(always)]
fn product_half(ctl: u64, a: u64, b: u64) -> u64 {
    let is_signed = fields::SIGNED.get(ctl) == 1;
    let (is_wide, is_high) = (fields::WIDE.get(ctl) == 1, fields::HI.get(ctl) == 1);
    let narrow_a = choose(is_signed, a as i32 as u64, a & mask(32));
    let narrow_b = choose(is_signed, b as i32 as u64, b & mask(32));
    let product = choose(is_wide, a, narrow_a).wrapping_mul(choose(is_wide, b, narrow_b));
    // The high half of an unsigned product, less the contributions of the signs.
    let of_a = choose(is_signed & (a >> 63 == 1), b, 0);
    let of_b = choose(is_signed & (b >> 63 == 1), a, 0);
    let high = high_product(a, b).wrapping_sub(of_a).wrapping_sub(of_b);
    choose(is_high, choose(is_wide, high, product >> 32), product)
}
