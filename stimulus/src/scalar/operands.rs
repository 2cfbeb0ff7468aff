//! The registers of the scalar unit: operands at corners and at the ends of the ranges.

use multiversion::multiversion;
use vidalu_model::control::{Field, scalar as fields};
use vidalu_model::draw::Draw;

use crate::aim::Clamp;
use crate::columns::{Selection, below, beside_power, bits, choose};
use crate::corner::mask;

/// The wanted effect of `.sat`, above the control word.
pub(super) const CLAMP: Field = Field { name: "clamp", lo: fields::WIDTH, width: 2, doc: "", codes: &[] };

/// Draws the registers of a block of vectors. `ctl` holds the codes of the walk, and keeps the
/// control words.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn registers(key: u64, first: u64, ctl: &mut [u64], a: &mut [u64], b: &mut [u64], c: &mut [u64]) {
    let len = ctl.len();
    let (a, b, c) = (&mut a[..len], &mut b[..len], &mut c[..len]);
    for at in 0..len {
        let code = ctl[at];
        let mut draw = Draw::new(key, first.wrapping_add(at as u64));
        let words = [draw.word(), draw.word(), draw.word(), draw.word()];
        [a[at], b[at], c[at]] = vector(code, words);
        ctl[at] = code & mask(fields::WIDTH);
    }
}

/// Computes the registers of one vector from random words: the first chooses, the others become
/// operands.
#[inline(always)]
fn vector(code: u64, [choice, word_a, word_b, word_c]: [u64; 4]) -> [u64; 3] {
    // The noise around the parts is independent of the numbers in them.
    let noise = word_a.rotate_left(21) ^ word_b.rotate_left(32) ^ word_c;
    let aim = Aim::of(code);
    let Aim { op, part_a, part_b, range, .. } = aim;
    let (is_shift, is_set) = (op >= VSHL, op == VSET);
    let has_sat = fields::SAT.get(code) == 1;

    // For vset, in a quarter of the cases, an operand that both sides can hold: with the bits that
    // both have, and without the sign bit if one of them is unsigned.
    let both = (part_a.mask & part_b.mask) >> (fields::ATYPE.get(code) ^ fields::BTYPE.get(code));
    let is_twin = is_set & (bits(choice, 0, 2) == 0);
    let first = Selection {
        mask: choose(is_twin, both, part_a.mask),
        sign: choose(is_twin, part_a.sign.min(part_b.sign), part_a.sign),
        ..part_a
    };
    let ta = first.extend(part_a.value(word_a) & first.mask);

    // The second operand: free, near the first or its negative, or such that the result lands on an
    // end of the range.
    let is_amount = is_shift & (bits(word_b, 9, 2) > 0);
    let free = choose(is_amount, below(word_b, 11, 6, 34), part_b.value(word_b)) & part_b.mask;
    let near = below(choice, 2, 5, 5) as i64 - 2;
    let goal = aim.goal(choice);
    let aimed = aim.second(ta, goal, bits(choice, 10, 1) == 0, below(choice, 11, 6, 34));
    // Effects that are rare by chance are always aimed at.
    let kind = choose(aim.clamp == WITHIN, bits(choice, 7, 3), bits(choice, 7, 3).clamp(2, 4));
    let kind = choose(is_shift, 7, kind);
    let beside = choose(kind == 0, ta, ta.wrapping_neg()) + near;
    let beside =
        part_b.extend(choose(is_twin, ta + choose(bits(choice, 10, 1) == 0, 0, near), beside) as u64 & part_b.mask);
    let landing = part_b.extend((aimed + near) as u64 & part_b.mask);
    let tb = choose((kind < 2) | is_twin, beside, choose(has_sat & (kind < 5), landing, part_b.extend(free)));

    // If .sat does not have the wanted effect, try operands near the extremes, then the extremes.
    let extreme = aim.extreme();
    let inward = bits(choice, 40, 24) & choose(aim.clamp == WITHIN, range.mask >> 1, 7);
    let close = part_a.clamp(choose(extreme.0 > 0, extreme.0.wrapping_sub(inward as i64), extreme.0 + inward as i64));
    let near_extreme = aim.second(close, goal, true, aim.close_amount(choice));
    let missed = Try { ta: extreme.0, tb: extreme.1, result: goal, is_hit: true };
    let missed = aim.attempt(close, near_extreme).or(missed);
    let first = aim.attempt(ta, tb);
    let Try { ta, tb, result, .. } = Try { is_hit: first.is_hit | !has_sat, ..first }.or(missed);

    let kind = bits(choice, 30, 3);
    let c = choose(
        kind < 3,
        (result + below(choice, 33, 5, 5) as i64 - 2) as u64,
        choose(kind < 5, beside_power(word_c, 31), word_c >> 32),
    );
    [
        part_a.register(ta, noise, bits(choice, 24, 3)),
        part_b.register(tb, noise >> 32, bits(choice, 27, 3)),
        c & mask(32),
    ]
}

/// Returns whether any operands give `.sat` the wanted effect. Without `.sat`, results are only
/// [`Clamp::Within`].
///
/// The result is monotonic in each operand: if the extremes do not reach a side, no operands do.
pub(super) fn is_possible(code: u64) -> bool {
    let aim = Aim::of(code);
    let (ta, tb) = aim.extreme();
    if fields::SAT.get(code) == 1 { aim.attempt(ta, tb).is_hit } else { aim.clamp == WITHIN }
}

/// Operands, their result, and whether `.sat` has the wanted effect on it.
#[derive(Clone, Copy, Debug)]
struct Try {
    ta: i64,
    tb: i64,
    result: i64,
    is_hit: bool,
}

impl Try {
    /// Returns this attempt if it hits, else the other.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        Self {
            ta: choose(self.is_hit, self.ta, other.ta),
            tb: choose(self.is_hit, self.tb, other.tb),
            result: choose(self.is_hit, self.result, other.result),
            is_hit: self.is_hit | other.is_hit,
        }
    }
}

/// The aim of a vector as numbers: the fields of its control word, and the wanted effect of `.sat`.
#[derive(Clone, Copy, Debug)]
struct Aim {
    op: u64,
    wraps: bool,
    part_a: Selection,
    part_b: Selection,
    /// The range to which `.sat` clamps.
    range: Selection,
    /// A [`Clamp`].
    clamp: u64,
}

impl Aim {
    #[inline(always)]
    fn of(code: u64) -> Self {
        Self {
            op: fields::OP.get(code),
            wraps: fields::WRAP.get(code) == 1,
            part_a: Selection::of(fields::ASEL.get(code), fields::ATYPE.get(code)),
            part_b: Selection::of(fields::BSEL.get(code), fields::BTYPE.get(code)),
            range: Selection::of(fields::DSEL.get(code), fields::DTYPE.get(code)),
            clamp: CLAMP.get(code),
        }
    }

    #[inline(always)]
    fn is(&self, op: u64) -> bool {
        self.op == op
    }

    /// Returns a result at an end of the range or beyond it, on which `.sat` has the wanted effect.
    #[inline(always)]
    fn goal(&self, choice: u64) -> i64 {
        let near = bits(choice, 17, 2) as i64;
        let (low, high) = (self.range.low(), self.range.high());
        let within = choose(bits(choice, 19, 1) == 0, low + near, high - near);
        choose(self.clamp == BELOW, low - 1 - near, choose(self.clamp == ABOVE, high + 1 + near, within))
    }

    /// Returns the second operand that brings the result nearest to `goal`; for a shift, `amount`.
    #[inline(always)]
    fn second(&self, ta: i64, goal: i64, is_above: bool, amount: u64) -> i64 {
        let wanted = choose(self.is(VABSDIFF), choose(is_above, ta + goal, ta - goal), goal);
        let wanted = choose(self.is(VADD), goal - ta, choose(self.is(VSUB), ta - goal, wanted));
        choose(self.op >= VSHL, amount as i64, self.part_b.clamp(wanted))
    }

    /// Returns an amount that shifts a small number to the wanted place.
    #[inline(always)]
    fn close_amount(&self, choice: u64) -> u64 {
        choose(self.is(VSHL) & (self.clamp != WITHIN), 24 + bits(choice, 11, 3), 0)
    }

    /// Returns the result of the primary operation; for `vset`, an approximation.
    #[inline(always)]
    fn primary(&self, ta: i64, tb: i64) -> i64 {
        let difference = ta - tb;
        let amount = choose(self.wraps, tb & 31, tb.min(32)) & 63;
        let shifted = choose(self.is(VSHL), (ta << amount) << 30 >> 30, ta >> amount);
        let result = choose(self.is(VABSDIFF), difference.abs(), choose(self.is(VSET), (ta < tb).into(), shifted));
        let result = choose(self.is(VMIN), ta.min(tb), choose(self.is(VMAX), ta.max(tb), result));
        choose(self.is(VADD), ta + tb, choose(self.is(VSUB), difference, result))
    }

    #[inline(always)]
    fn attempt(&self, ta: i64, tb: i64) -> Try {
        let result = self.primary(ta, tb);
        Try { ta, tb, result, is_hit: self.class(result) == self.clamp }
    }

    /// Returns the effect of `.sat` on a result.
    #[inline(always)]
    fn class(&self, result: i64) -> u64 {
        choose(result < self.range.low(), BELOW, choose(result > self.range.high(), ABOVE, WITHIN))
    }

    /// Returns the operands that push the result furthest towards the wanted effect; zeros for
    /// [`Clamp::Within`].
    #[inline(always)]
    fn extreme(&self) -> (i64, i64) {
        let (a, b) = (self.part_a, self.part_b);
        let is_above = self.clamp == ABOVE;
        let is_high = choose(self.is(VABSDIFF), a.high() - b.low() > b.high() - a.low(), is_above);
        let is_opposite = self.is(VABSDIFF) | self.is(VSUB);
        let ta = choose(is_high, a.high(), a.low());
        let tb = choose(is_high ^ is_opposite, b.high(), b.low());
        // A shift to the left reaches both sides from small numbers: 2 << 31 is 2^32, above all
        // types, and 4 << 31 is 2^33, which wraps to the smallest number of 34 bits.
        let ta = choose(self.is(VSHL), choose(is_above, 2, 4), ta);
        let tb = choose(self.is(VSHL), 31, choose(self.is(VSHR), 0, tb));
        (choose(self.clamp == WITHIN, 0, ta), choose(self.clamp == WITHIN, 0, tb))
    }
}

const WITHIN: u64 = Clamp::Within as u64;
const BELOW: u64 = Clamp::Below as u64;
const ABOVE: u64 = Clamp::Above as u64;

// Each operation is aimed at: see `Aim`.
const _: () = fields::OP.assert_codes(&["vadd", "vsub", "vmin", "vmax", "vabsdiff", "vset", "vshl", "vshr"]);

const VADD: u64 = fields::OP.code("vadd");
const VSUB: u64 = fields::OP.code("vsub");
const VMIN: u64 = fields::OP.code("vmin");
const VMAX: u64 = fields::OP.code("vmax");
const VABSDIFF: u64 = fields::OP.code("vabsdiff");
const VSET: u64 = fields::OP.code("vset");
const VSHL: u64 = fields::OP.code("vshl");
const VSHR: u64 = fields::OP.code("vshr");
