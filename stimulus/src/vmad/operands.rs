//! The registers of unit `vmad`, which are drawn in one of five ways.

use multiversion::multiversion;
use vidalu_model::draw::Draw;

use super::code::{Aim, control};
use crate::columns::{Selection, bits, choose};
use crate::corner::mask;

/// How the operands of a run of vectors are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// One factor is drawn; the other factor and `c` land the sum on an end of the range.
    Aimed,
    /// As [`Way::Aimed`], with a factor near an end of its own range; some ends need it.
    Close,
    /// As [`Way::Aimed`], but a sum outside the range lies in it except for one bit far above.
    Far,
    /// All operands are drawn.
    Free,
    /// All operands have few ones or few zeros.
    Sparse,
}

/// Draws the registers of a run of vectors. `ctl` holds the codes of the walk, and keeps the
/// control words.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn registers(way: Way, key: u64, first: u64, ctl: &mut [u64], a: &mut [u64], b: &mut [u64], c: &mut [u64]) {
    // A loop for each way: it computes what this way needs, and not the others.
    match way {
        Way::Aimed => each(Way::Aimed, key, first, ctl, a, b, c),
        Way::Close => each(Way::Close, key, first, ctl, a, b, c),
        Way::Far => each(Way::Far, key, first, ctl, a, b, c),
        Way::Free => each(Way::Free, key, first, ctl, a, b, c),
        Way::Sparse => each(Way::Sparse, key, first, ctl, a, b, c),
    }
}

/// Draws the registers of a run of vectors in a way that the compiler knows.
#[inline(always)]
fn each(way: Way, key: u64, first: u64, ctl: &mut [u64], a: &mut [u64], b: &mut [u64], c: &mut [u64]) {
    let len = ctl.len();
    let (a, b, c) = (&mut a[..len], &mut b[..len], &mut c[..len]);
    for at in 0..len {
        let code = ctl[at];
        let mut draw = Draw::new(key, first.wrapping_add(at as u64));
        let [choice, word_a, word_b, word_c] = [draw.word(), draw.word(), draw.word(), draw.word()];
        let (aim, words) = (Aim::of(code), [choice, word_a, word_b, word_c]);
        // The noise around a part is independent of the number in it.
        let noise = match way {
            Way::Aimed | Way::Close => word_a.rotate_left(21) ^ word_c,
            // These have words, which have nothing around them.
            Way::Far | Way::Sparse => 0,
            Way::Free => word_a.rotate_left(21) ^ word_b.rotate_left(32) ^ word_c,
        };
        let operands = match way {
            Way::Aimed => aimed(false, &aim, words),
            Way::Close => aimed(true, &aim, words),
            Way::Far => far(&aim, words),
            Way::Free => free(&aim, words),
            Way::Sparse => sparse(&aim, words),
        };
        a[at] = aim.part_a.register(operands.a, noise, bits(choice, 8, 3));
        b[at] = aim.part_b.register(operands.b, noise >> 32, bits(choice, 11, 3));
        c[at] = choose(aim.negates_c, !operands.c, operands.c) as u64 & mask(32);
        ctl[at] = control(code);
    }
}

/// The random words of a vector: one chooses, three become operands.
type Words = [u64; 4];

/// Returns operands that land on a goal at an end of the range, or as near as the first factor can.
#[inline(always)]
fn aimed(is_close: bool, aim: &Aim, [choice, word_a, _, word_c]: Words) -> Operands {
    let a = if is_close { aim.close(choice) } else { shorter(aim.part_a.draw(word_a), choice, 24) };
    aim.landing(a, aim.range.draw(word_c), aim.goal(choice), false)
}

/// Returns operands whose sum lies outside the range because of one bit alone, or on a goal as
/// those of [`aimed`] if it shall lie inside.
#[inline(always)]
fn far(aim: &Aim, [choice, word_a, word_b, word_c]: Words) -> Operands {
    let a = shorter(aim.part_a.draw(word_a), choice, 24);
    let goal = choose(aim.is_outside(), aim.far_goal(choice, aim.range.draw(word_b)), aim.goal(choice));
    aim.landing(a, aim.range.draw(word_c), goal, true)
}

/// Returns drawn operands. If `.sat` has another effect than the wanted one, aims with a factor
/// near an end of its range.
#[inline(always)]
fn free(aim: &Aim, [choice, word_a, word_b, word_c]: Words) -> Operands {
    let a = shorter(aim.part_a.draw(word_a), choice, 24);
    let b = shorter(aim.part_b.draw(word_b), choice, 35);
    let drawn = Operands { a, b, c: aim.range.draw(word_c) };
    let landing = aim.landing(aim.close(choice), drawn.c, aim.goal(choice), false);
    drawn.or(landing, aim.hits(aim.scaled(drawn)))
}

/// Returns a factor without some of its lower bits, by six random bits from `at` on; half of the
/// time, the factor itself. So there are products of every length, and each carry of the product
/// decides somewhere whether the sum is in the range.
#[inline(always)]
fn shorter(factor: i64, choice: u64, at: u32) -> i64 {
    factor >> (bits(choice, at, 5) * bits(choice, at + 5, 1))
}

/// Returns factors and a `c` with few ones or few zeros, by 28 random bits, whose sum is decided
/// far above the result. One factor is a power of two, the other the sum of up to two, and each may
/// be negative. `c` is a power of two or its negative, or takes the smaller product away; or is one
/// less than these. So a carry can start, pass and stop at every bit of the sum.
#[inline(always)]
fn sparse(aim: &Aim, [_, choice, ..]: Words) -> Operands {
    let signed = |at, value: i64| choose(bits(choice, at, 1) == 0, value, -value);
    let word = |part: Selection, value: i64| part.extend(value as u64 & part.mask);
    let place = 31 + bits(choice, 0, 5);
    let place_a = (place / 2 + bits(choice, 5, 4)).saturating_sub(8).max(place - 31).min(31);
    let small = signed(9, 1 << (bits(choice, 10, 5) & (31 - place_a))) * bits(choice, 15, 2).min(1) as i64;
    let a = word(aim.part_a, signed(17, 1 << place_a));
    let b = word(aim.part_b, signed(18, 1 << (place - place_a)) + small);
    let away = choose(aim.negates_product, a * small, -(a * small));
    let other = signed(19, 1 << bits(choice, 20, 5));
    let c = choose(bits(choice, 25, 1) == 0, away, other) - (bits(choice, 26, 2) / 3) as i64;
    Operands { a, b, c: aim.range.clamp(c - aim.one) }
}

/// Extended factors and addend.
#[derive(Clone, Copy, Debug)]
struct Operands {
    a: i64,
    b: i64,
    /// The register `c`, or its complement where it is negated; without the 1 that completes the
    /// negation.
    c: i64,
}

impl Operands {
    /// Returns `other` unless these operands are good enough.
    #[inline(always)]
    fn or(self, other: Self, is_good: bool) -> Self {
        Self {
            a: choose(is_good, self.a, other.a),
            b: choose(is_good, self.b, other.b),
            c: choose(is_good, self.c, other.c),
        }
    }
}

impl Aim {
    /// Returns whether `.sat` shall have an effect.
    #[inline(always)]
    fn is_outside(&self) -> bool {
        self.is_below | self.is_above
    }

    /// Returns a sum whose scaled value lies at or near an end of the range, on the side that the
    /// case names.
    #[inline(always)]
    fn goal(&self, choice: u64) -> i64 {
        // Often the end itself, which few vectors would hit by chance in wide ranges. Or a number
        // next to it, where a clamped result is wrong. Or one at a distance of 2^n or 2^n - 1, so
        // that each bit decides alone whether the result is the end.
        let (kind, one) = (bits(choice, 14, 3), bits(choice, 23, 1) as i64);
        let distance = (1 << bits(choice, 18, 5)) - one;
        let near = choose(kind < 3, 0, choose(kind < 4, 1 + one, distance));
        let inward = choose(self.is_outside(), -1 - near, near);
        let is_low = self.is_below | (!self.is_above & (bits(choice, 4, 1) == 0));
        self.before_shift(choice, choose(is_low, self.range.low() + inward, self.range.high() - inward))
    }

    /// Returns a sum whose scaled value is `inside`, which lies in the range, and one bit above it.
    #[inline(always)]
    fn far_goal(&self, choice: u64, inside: i64) -> i64 {
        // Sums have up to 62 bits here, so that they can be computed in 64.
        let bit = 1 << (32 + ((bits(choice, 18, 5) * (30 - self.shift)) >> 5));
        self.before_shift(choice, inside + choose(self.is_below, -bit, bit))
    }

    /// Returns a sum with this scaled value.
    #[inline(always)]
    fn before_shift(&self, choice: u64, result: i64) -> i64 {
        // The bits that the shift drops are free: mostly all zeros or all ones.
        let kind = bits(choice, 5, 2);
        let dropped = choose(kind == 0, 0, choose(kind == 1, u64::MAX, choice >> 40));
        let dropped = dropped & ((1 << self.shift) - 1);
        result << self.shift | dropped as i64
    }

    /// Returns a factor near an end of its range: the end that the extremes have, or any if `.sat`
    /// shall have no effect.
    #[inline(always)]
    fn close(&self, choice: u64) -> i64 {
        let any_end = bits(choice, 17, 1) == 1;
        let is_high = choose(self.is_outside(), self.high_a, any_end);
        let inward = bits(choice, 32, 3) as i64;
        choose(is_high, self.part_a.high() - inward, self.part_a.low() + inward)
    }

    /// Returns the operands that bring the sum nearest to `goal`, for a given factor and a `c` to
    /// start from. If `.sat` does not have the wanted effect there, returns the extremes. Only a
    /// goal that `is_far` may have more than 49 bits.
    #[inline(always)]
    fn landing(&self, a: i64, c: i64, goal: i64, is_far: bool) -> Operands {
        let goal = goal - self.one;
        let wanted = choose(self.negates_product, c - goal, goal - c);
        // Below 2^50, `wanted` is exact and rounding cannot reach the next integer. So the quotient
        // is exact too. A far one loses 12 bits. If `a` is 0, any `b` will do.
        let is_long = is_far && wanted.unsigned_abs() >> 50 != 0;
        let dividend = choose(is_long, double(wanted >> 12) * 4096.0, double(wanted));
        let quotient = (dividend / double(choose(a == 0, 1, a))).trunc();
        let quotient = if is_far { quotient.clamp(-LIMIT, LIMIT) } else { quotient };
        let b = self.part_b.clamp(whole(quotient));
        // The product is at most the wanted sum: it fits.
        let product = choose(self.negates_product, -a, a) * b;
        let c = self.range.clamp(goal - product);
        let sum = product + c + self.one;
        Operands { a, b, c }.or(self.extreme(), self.hits(sum >> self.shift))
    }

    /// Returns the scaled sum. Far beyond both ends of the range, it is not exact.
    #[inline(always)]
    fn scaled(&self, Operands { a, b, c }: Operands) -> i64 {
        // The sum has 66 bits: its low 16, and the bits above, which are clamped.
        let a = choose(self.negates_product, -a, a);
        let low = a * (b & 0xffff) + c + self.one;
        let high = (a * (b >> 16) + (low >> 16)).clamp(-(1 << 46), (1 << 46) - 1);
        (high << 16 | low & 0xffff) >> self.shift
    }

    /// Returns whether `.sat`, if present, has the wanted effect on a scaled sum.
    #[inline(always)]
    fn hits(&self, result: i64) -> bool {
        let (is_below, is_above) = (result < self.range.low(), result > self.range.high());
        !self.has_sat | ((is_below == self.is_below) & (is_above == self.is_above))
    }

    /// Returns the operands of [`super::reach::extreme`] if `.sat` shall have an effect. If not,
    /// [`Aim::landing`] is always within the range.
    #[inline(always)]
    fn extreme(&self) -> Operands {
        let end = |is_high, part: Selection| choose(is_high, part.high(), part.low());
        let (a, b) = (end(self.high_a, self.part_a), end(self.high_b, self.part_b));
        Operands { a, b, c: end(self.is_above, self.range) }
    }
}

/// A double in whose mantissa the lowest bit has the weight 1.
const ONES: f64 = 3.0 * (1_u64 << 51) as f64;

/// Beyond every factor.
const LIMIT: f64 = (1_u64 << 33) as f64;

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
