//! The registers of unit `vmad`: one factor is drawn; the other factor and `c` land the result on
//! an end of the range. Or all three are sparse.

use multiversion::multiversion;
use vidalu_model::control::{Field, vmad as fields};
use vidalu_model::draw::Draw;

use crate::aim::Clamp;
use crate::columns::{Selection, bits, choose};
use crate::corner::mask;

/// The fields of a code above the control word: the wanted effect of `.sat`, whether each extreme
/// factor is the largest, and the type of the result.
pub(super) const CLAMP: Field = Field { name: "clamp", lo: fields::WIDTH, width: 2, doc: "", codes: &[] };
pub(super) const HIGH_A: Field = Field { name: "high_a", lo: fields::WIDTH + 2, width: 1, doc: "", codes: &[] };
pub(super) const HIGH_B: Field = Field { name: "high_b", lo: fields::WIDTH + 3, width: 1, doc: "", codes: &[] };
pub(super) const TURN: Field = Field { name: "turn", lo: fields::WIDTH + 4, width: 1, doc: "", codes: &[] };
/// Whether the operands are sparse.
pub(super) const SPARSE: Field = Field { name: "sparse", lo: fields::WIDTH + 5, width: 1, doc: "", codes: &[] };

/// Draws the registers of a block of vectors. `ctl` holds the codes of the walk, and keeps the
/// control words.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn registers(key: u64, first: u64, ctl: &mut [u64], a: &mut [u64], b: &mut [u64], c: &mut [u64]) {
    let len = ctl.len();
    let (a, b, c) = (&mut a[..len], &mut b[..len], &mut c[..len]);
    for at in 0..len {
        let code = ctl[at];
        let mut draw = Draw::new(key, first.wrapping_add(at as u64));
        let words = [draw.word(), draw.word(), draw.word(), draw.word(), draw.word()];
        [a[at], b[at], c[at]] = vector(code, words);
        ctl[at] = code & mask(fields::WIDTH) | fields::DTYPE.put(TURN.get(code));
    }
}

/// Computes the registers of one vector from random words: one chooses, three become operands, and
/// one becomes the noise around them.
#[inline(always)]
fn vector(code: u64, [choice, word_a, word_b, word_c, noise]: [u64; 5]) -> [u64; 3] {
    let aim = Aim::of(code);
    let is_sparse = SPARSE.get(code) == 1;
    let (sparse_a, sparse_b, sparse_c) = aim.sparse(word_a);
    let a = choose(is_sparse, sparse_a, aim.part_a.extend(aim.part_a.value(word_a) & aim.part_a.mask));
    let free_b = choose(is_sparse, sparse_b, aim.part_b.extend(aim.part_b.value(word_b) & aim.part_b.mask));
    let free_c = choose(is_sparse, sparse_c, aim.range.value(word_c) & mask(32));
    let goal = aim.goal(choice, noise);

    // In a quarter of the cases, the operands are free, as sparse ones are; otherwise they land on
    // the goal. If the first factor cannot, another factor near an end of its range does. The
    // extremes are the last resort.
    let aimed = aim.landing(a, free_c, goal);
    let is_free = is_sparse | (bits(choice, 0, 2) == 0);
    let (b, c) = (choose(is_free, free_b, aimed.b), choose(is_free, free_c, aimed.c));
    let (far_a, far_b, far_c) = aim.extreme();
    let any_end = choose(bits(choice, 17, 1) == 0, aim.part_a.low(), aim.part_a.high());
    let end_a = choose(aim.clamp == WITHIN, any_end, far_a);
    let inward = bits(choice, 32, 3) as i64;
    let close_a = aim.part_a.clamp(choose(end_a > 0, end_a - inward, end_a + inward));
    let close = aim.landing(close_a, free_c, goal);

    let is_hit = aim.hits(choose(is_free, aim.scaled(a, free_b, free_c), aimed.sum >> aim.shift));
    let is_close = aim.hits(close.sum >> aim.shift);
    let is_first = is_sparse | is_hit & (is_free | (aimed.sum == goal) | (close.sum != goal));
    let other_a = choose(is_close, close_a, choose(is_hit, a, far_a));
    let other_b = choose(is_close, close.b, choose(is_hit, b, far_b));
    let other_c = choose(is_close, close.c, choose(is_hit, c, far_c));
    let (a, b, c) = (choose(is_first, a, other_a), choose(is_first, b, other_b), choose(is_first, c, other_c));
    [aim.part_a.register(a, noise, bits(choice, 8, 3)), aim.part_b.register(b, noise >> 32, bits(choice, 11, 3)), c]
}

/// Operands that go with a given factor.
#[derive(Clone, Copy, Debug)]
struct Landing {
    /// The other factor.
    b: i64,
    c: u64,
    /// The product and `c`, with their signs; not scaled.
    sum: i64,
}

/// The aim of a vector as numbers; [`super::reach`] has the same for typed instructions.
#[derive(Clone, Copy, Debug)]
struct Aim {
    part_a: Selection,
    part_b: Selection,
    /// The range of the result's type.
    range: Selection,
    negates_product: bool,
    negates_c: bool,
    /// The 1 that completes the negation of `c`, or the 1 of `.po`; else 0.
    one: i64,
    /// The number of bits that the sum is shifted by.
    shift: u64,
    has_sat: bool,
    /// A [`Clamp`].
    clamp: u64,
    /// Whether each extreme factor is the largest.
    high_a: bool,
    high_b: bool,
}

impl Aim {
    #[inline(always)]
    fn of(code: u64) -> Self {
        let (mode, scale) = (fields::MODE.get(code), fields::SCALE.get(code));
        let negates_product = mode == NEGATE_PRODUCT;
        let negates_c = mode == NEGATE_C;
        let is_signed = (fields::ATYPE.get(code) | fields::BTYPE.get(code) == 1) | negates_product | negates_c;
        Self {
            part_a: Selection::of(fields::ASEL.get(code), fields::ATYPE.get(code)),
            part_b: Selection::of(fields::BSEL.get(code), fields::BTYPE.get(code)),
            range: Selection { mask: mask(32), shift: 0, sign: choose(is_signed, 1 << 31, 0), places: 31 },
            negates_product,
            negates_c,
            one: i64::from(negates_c | (mode == PLUS_ONE)),
            shift: choose(scale == SHR7, 7, choose(scale == SHR15, 15, 0)),
            has_sat: fields::SAT.get(code) == 1,
            clamp: CLAMP.get(code),
            high_a: HIGH_A.get(code) == 1,
            high_b: HIGH_B.get(code) == 1,
        }
    }

    /// Returns factors and a `c` with few ones or few zeros, by 28 random bits, whose sum is
    /// decided far above the result. One factor is a power of two, the other the sum of up to two,
    /// and each may be negative. `c` is a power of two or its negative, or takes the smaller
    /// product away; or is one less than these. So a carry can start, pass and stop at every bit of
    /// the sum.
    #[inline(always)]
    fn sparse(&self, choice: u64) -> (i64, i64, u64) {
        let signed = |at, value: i64| choose(bits(choice, at, 1) == 0, value, -value);
        let word = |part: Selection, value: i64| part.extend(value as u64 & part.mask);
        let place = 31 + bits(choice, 0, 5);
        let place_a = (place / 2 + bits(choice, 5, 4)).saturating_sub(8).max(place - 31).min(31);
        let small = signed(9, 1 << (bits(choice, 10, 5) & (31 - place_a))) * bits(choice, 15, 2).min(1) as i64;
        let a = word(self.part_a, signed(17, 1 << place_a));
        let b = word(self.part_b, signed(18, 1 << (place - place_a)) + small);
        let away = choose(self.negates_product, a * small, -(a * small));
        let other = signed(19, 1 << bits(choice, 20, 5));
        let c = choose(bits(choice, 25, 1) == 0, away, other) - (bits(choice, 26, 2) / 3) as i64;
        (a, b, self.c_for(c))
    }

    /// Returns the addend of the product for `c`, including a negation or plus one.
    #[inline(always)]
    fn addend(&self, c: u64) -> i64 {
        self.range.extend(choose(self.negates_c, !c, c) & mask(32)) + self.one
    }

    /// Returns the `c` for which [`Aim::addend`] is nearest to `wanted`.
    #[inline(always)]
    fn c_for(&self, wanted: i64) -> u64 {
        let c = self.range.clamp(wanted - self.one) as u64;
        choose(self.negates_c, !c, c) & mask(32)
    }

    /// Returns a sum whose scaled value lies at or near an end of the range, on the side that the
    /// case names.
    #[inline(always)]
    fn goal(&self, choice: u64, noise: u64) -> i64 {
        // Mostly the end itself: in wide ranges, few vectors would hit it by chance.
        let near = bits(choice, 14, 3).saturating_sub(4) as i64;
        let (low, high) = (self.range.low(), self.range.high());
        let within = choose(bits(choice, 4, 1) == 0, low + near, high - near);
        let result = choose(self.clamp == BELOW, low - 1 - near, choose(self.clamp == ABOVE, high + 1 + near, within));
        // The bits that the shift drops are free: mostly all zeros or all ones.
        let kind = bits(choice, 5, 2);
        let dropped = choose(kind == 0, 0, choose(kind == 1, u64::MAX, noise >> 16));
        let dropped = dropped & ((1 << self.shift) - 1);
        result << self.shift | dropped as i64
    }

    /// Returns the operands that bring the sum nearest to `goal`, for a given factor and a `c` to
    /// start from.
    #[inline(always)]
    fn landing(&self, a: i64, c: u64, goal: i64) -> Landing {
        let wanted = goal - self.addend(c);
        let wanted = choose(self.negates_product, -wanted, wanted);
        // Both numbers have fewer bits than the mantissa of a double, so that the division is exact
        // except for the last bit.
        let quotient = whole((double(wanted) / double(choose(a == 0, 1, a))).trunc());
        let b = choose(a == 0, 0, self.part_b.clamp(quotient));
        // The product is at most the wanted sum: it fits.
        let product = choose(self.negates_product, -a, a) * b;
        let c = self.c_for(goal - product);
        Landing { b, c, sum: product + self.addend(c) }
    }

    /// Returns the scaled sum. Far beyond both ends of the range, it is not exact.
    #[inline(always)]
    fn scaled(&self, a: i64, b: i64, c: u64) -> i64 {
        // The sum has 66 bits: its low 16, and the bits above, which are clamped.
        let a = choose(self.negates_product, -a, a);
        let low = a * (b & 0xffff) + self.addend(c);
        let high = (a * (b >> 16) + (low >> 16)).clamp(-(1 << 46), (1 << 46) - 1);
        (high << 16 | low & 0xffff) >> self.shift
    }

    /// Returns whether `.sat`, if present, has the wanted effect on a scaled sum.
    #[inline(always)]
    fn hits(&self, result: i64) -> bool {
        let below = choose(result < self.range.low(), BELOW, WITHIN);
        !self.has_sat | (choose(result > self.range.high(), ABOVE, below) == self.clamp)
    }

    /// Returns the operands of [`super::reach::extreme`].
    #[inline(always)]
    fn extreme(&self) -> (i64, i64, u64) {
        let is_within = self.clamp == WITHIN;
        let a = choose(self.high_a, self.part_a.high(), self.part_a.low());
        let b = choose(self.high_b, self.part_b.high(), self.part_b.low());
        let far = choose(is_within, 0, choose(self.clamp == BELOW, -(1 << 40), 1 << 40));
        (choose(is_within, 0, a), choose(is_within, 0, b), self.c_for(far))
    }
}

/// A double in whose mantissa the lowest bit has the weight 1.
const ONES: f64 = 3.0 * (1_u64 << 51) as f64;

/// Returns a number between -2^51 and 2^51 as a double. Every processor can do this for several
/// numbers at once, unlike a cast.
#[inline(always)]
fn double(value: i64) -> f64 {
    f64::from_bits(ONES.to_bits().wrapping_add(value as u64)) - ONES
}

/// Returns an integer between -2^51 and 2^51 as a number.
#[inline(always)]
fn whole(value: f64) -> i64 {
    (value + ONES).to_bits().wrapping_sub(ONES.to_bits()) as i64
}

const WITHIN: u64 = Clamp::Within as u64;
const BELOW: u64 = Clamp::Below as u64;
const ABOVE: u64 = Clamp::Above as u64;

const NEGATE_PRODUCT: u64 = fields::MODE.code("negate_product");
const NEGATE_C: u64 = fields::MODE.code("negate_c");
const PLUS_ONE: u64 = fields::MODE.code("plus_one");
const SHR7: u64 = fields::SCALE.code("shr7");
const SHR15: u64 = fields::SCALE.code("shr15");
