//! The selectors and registers of the SIMD unit: two lanes hold operands at corners and at the ends
//! of the ranges.

use multiversion::multiversion;
use vidalu_model::control::{Field, simd as fields};
use vidalu_model::draw::Draw;

use crate::aim::Clamp;
use crate::columns::{BLOCK, beside_short_power, choose};
use crate::corner::mask;

/// The wanted effect of `.sat`, above the control word.
pub(super) const CLAMP: Field = Field { name: "clamp", lo: fields::WIDTH, width: 2, doc: "", codes: &[] };

/// Intermediate values of the vectors of a block.
pub(super) struct Room([[u32; BLOCK]; 14]);

impl Default for Room {
    fn default() -> Self {
        Self([[0; BLOCK]; 14])
    }
}

/// Draws the selectors and registers of a block of vectors. `ctl` holds the codes of the walk, and
/// becomes the control words.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
pub(super) fn registers(
    key: u64,
    first: u64,
    ctl: &mut [u64],
    a: &mut [u64],
    b: &mut [u64],
    c: &mut [u64],
    Room(room): &mut Room,
) {
    let len = ctl.len().min(BLOCK);
    let (ctl, a, b, c) = (&mut ctl[..len], &mut a[..len], &mut b[..len], &mut c[..len]);
    // In 32-bit words, because twice as many fit in a vector register: the form, the random bits
    // that choose, and random words for c and for the operands of two lanes.
    let [forms, choices, further, free, first_words, other_words, rest @ ..] = room;
    for at in 0..len {
        let code = ctl[at];
        let mut draw = Draw::new(key, first.wrapping_add(at as u64));
        let [choice, noise, lanes, last] = [(); 4].map(|()| draw.word());
        forms[at] = form_of(code);
        (choices[at], further[at]) = (choice as u32, (choice >> 32) as u32);
        (first_words[at], other_words[at]) = (lanes as u32, (lanes >> 32) as u32);
        a[at] = bytes(noise, noise.rotate_left(27) ^ last);
        free[at] = (last >> 32) as u32;
    }
    // The aimed lane, another lane, the selectors, and c.
    let [aimed, other, asel, bsel, first_a, first_b, other_a, other_b] = rest;
    for at in 0..len {
        aimed[at] = aimed_lane(forms[at], choices[at]);
        other[at] = aimed[at] ^ choose(is_quad(forms[at]), 1 + (((further[at] >> 8 & 0xff) * 3) >> 8), 2);
        (asel[at], bsel[at]) = selectors(forms[at], choices[at], further[at], aimed[at]);
        free[at] = choose(further[at] >> 16 & 1 == 0, free[at], beside_short_power(further[at] >> 17, 31));
    }
    // The operands.
    for at in 0..len {
        let (va, vb) = operands(&Lane::of(forms[at]), first_words[at], another(first_words[at]));
        (first_a[at], first_b[at]) = (va as u32, vb as u32);
    }
    for at in 0..len {
        let (va, vb) = pair(&Lane::of(forms[at]), other_words[at], another(other_words[at]));
        (other_a[at], other_b[at]) = (va as u32, vb as u32);
    }
    for at in 0..len {
        let [asel, bsel] = [asel[at].into(), bsel[at].into()];
        let mut sources = Sources { is_quad: is_quad(forms[at]), asel, bsel, value: a[at] };
        sources.put(other[at].into(), other_a[at], other_b[at]);
        sources.put(aimed[at].into(), first_a[at], first_b[at]);
        (a[at], b[at], c[at]) = (sources.value & mask(32), sources.value >> 32, free[at].into());
        ctl[at] = u64::from(forms[at]) & mask(fields::ASEL.lo) | fields::ASEL.put(asel) | fields::BSEL.put(bsel);
    }
}

/// Returns whether any operands of a lane give `.sat` the wanted effect. Without `.sat`, results
/// are only [`Clamp::Within`].
///
/// The result is monotonic in each operand: if the extremes do not reach a side, no operands do.
pub(super) fn is_possible(code: u64) -> bool {
    let lane = Lane::of(form_of(code));
    let (va, vb) = lane.extreme();
    if lane.has_sat { lane.hits(va, vb) } else { lane.clamp == WITHIN }
}

/// Returns the fields below the selectors, and the wanted effect of `.sat` above them.
#[inline(always)]
const fn form_of(code: u64) -> u32 {
    (code & mask(fields::ASEL.lo) | CLAMP.get(code) << fields::ASEL.lo) as u32
}

/// Returns bytes of `noise`; by `choice`, half of them are replaced by the smallest and largest
/// signed and unsigned numbers.
#[inline(always)]
const fn bytes(noise: u64, choice: u64) -> u64 {
    const EACH: u64 = 0x0101_0101_0101_0101;
    const fn all(bits: u64) -> u64 {
        ((bits & EACH) << 8).wrapping_sub(bits & EACH)
    }
    let chosen = all(choice);
    noise & !chosen | (all(choice >> 1) ^ (choice & (EACH << 7))) & chosen
}

/// Returns a field below the selectors.
#[inline(always)]
const fn field(form: u32, field: &Field) -> u32 {
    form >> field.lo & ((1 << field.width) - 1)
}

#[inline(always)]
const fn is_quad(form: u32) -> bool {
    field(form, &fields::QUAD) == 1
}

/// Returns a second random word for a lane: a different one for each first word, with little
/// correlation.
#[inline(always)]
const fn another(first: u32) -> u32 {
    let word = (first ^ first >> 15).wrapping_mul(0x2c1b_3c6d);
    word ^ word >> 16
}

/// Returns the lane of the mask in which `.sat` is to have the wanted effect: one of its bytes; for
/// two lanes, the lower byte.
#[inline(always)]
fn aimed_lane(form: u32, choice: u32) -> u32 {
    let written = field(form, &fields::MASK) & choose(is_quad(form), 0b1111, 0b0101);
    // The first from anywhere on.
    let from = choice & 3;
    let turned = (written | written << 4) >> from;
    let lowest = turned & turned.wrapping_neg();
    (from + (lowest >> 1) - (lowest >> 3)) & 3
}

/// Returns both selectors: the source of each lane in `{b, a}`. They are often the defaults, else
/// random, and always in order for `set`. With `.sat` and for `vset`, the aimed lane reads two
/// different sources.
#[inline(always)]
fn selectors(form: u32, choice: u32, further: u32, aimed: u32) -> (u32, u32) {
    let is_quad = is_quad(form);
    let is_default = (choice >> 2 & 3 == 0) | (field(form, &fields::OP) == SET as u32);
    let asel = choose(is_default, 0o3210, places(is_quad, choice >> 8 & 0o7777));
    let bsel = choose(is_default, 0o7654, places(is_quad, choice >> 20));
    let (digit_a, digit_b) = (asel >> (3 * aimed) & 7, bsel >> (3 * aimed) & 7);
    let is_aimed = (field(form, &fields::OP) == VSET as u32) | (field(form, &fields::SAT) == 1);
    let further = choose(is_quad, 1 + (((further & 0xff) * 7) >> 8), 2 + 2 * (((further & 0xff) * 3) >> 8));
    let turned = digit_b ^ ((digit_b + further) & 7);
    let turned = choose(is_quad, turned, turned * 0o11) << (3 * aimed);
    (asel, choose(is_aimed & (digit_a == digit_b), bsel ^ turned, bsel))
}

/// Returns a selector from random digits. For two lanes, each pair of digits names the lower and
/// then the upper byte of a half-word.
#[inline(always)]
fn places(is_quad: bool, drawn: u32) -> u32 {
    let halves = drawn & 0o0606;
    choose(is_quad, drawn, halves | halves << 3 | 0o1010)
}

/// The registers `{b, a}`: noise, and in some lanes two operands that belong together. The aimed
/// lane comes last and overwrites the others.
struct Sources {
    is_quad: bool,
    asel: u64,
    bsel: u64,
    value: u64,
}

impl Sources {
    /// Puts the operands of a lane where the lane reads them; a half-word lane is named by its
    /// lower byte.
    #[inline(always)]
    fn put(&mut self, lane: u64, va: u32, vb: u32) {
        let place = choose(self.is_quad, 0xff, 0xffff);
        let lo_a = (self.asel >> (3 * lane) & 7) * 8;
        let lo_b = (self.bsel >> (3 * lane) & 7) * 8;
        self.value = self.value & !(place << lo_a) | (u64::from(va) & place) << lo_a;
        self.value = self.value & !(place << lo_b) | (u64::from(vb) & place) << lo_b;
    }
}

/// Returns the operands of a lane from two random words. The second operand is free, near the first
/// or its negative, or such that the result lands on an end of the range.
#[inline(always)]
fn pair(lane: &Lane, first: u32, second: u32) -> (i32, i32) {
    let va = extend(lane.value(first), lane.sign_a, lane.all);
    let off = (((first >> 29) * 5) >> 3) as i32 - 2;
    // Effects that are rare by chance are always aimed at.
    let kind = choose(lane.is_beyond, (first >> 26 & 7).max(3), first >> 26 & 7);
    let centre = choose(kind == 2, -va, choose(kind < 2, va, lane.aimed(va, second)));
    // The rounding of vavrg shows in sums near zero, most of all in the first below.
    let is_average = lane.is(VAVRG) & (kind < 2);
    let (centre, off) = (choose(is_average, -va, centre), choose(is_average & (kind == 0), -1, off));
    let is_free = (kind >= 6) | (kind >= 3) & !lane.has_sat;
    (va, extend(choose(is_free, lane.value(second), centre + off), lane.sign_b, lane.all))
}

/// Returns operands as [`pair`] does, but such that `.sat` has the wanted effect, and that the
/// comparison of `vset` and `set` holds about as often as not.
#[inline(always)]
fn operands(lane: &Lane, first: u32, second: u32) -> (i32, i32) {
    let (va, vb) = pair(lane, first, second);

    // If .sat does not have the wanted effect, try operands near the extremes, then the extremes.
    let (far_a, far_b) = lane.extreme();
    let inward = (first >> 10) as i32 & choose(lane.clamp == WITHIN, lane.all >> 1, 7);
    let close_a = clamped(choose(far_a > 0, far_a - inward, far_a + inward), lane.sign_a, lane.all);
    let close_b = lane.aimed(close_a, second);
    let is_close = lane.hits(close_a, close_b);
    let (other_a, other_b) = (choose(is_close, close_a, far_a), choose(is_close, close_b, far_b));
    let is_hit = lane.hits(va, vb) | !lane.has_sat;
    let (va, vb) = (choose(is_hit, va, other_a), choose(is_hit, vb, other_b));

    // If a comparison does not have the wanted result, use the first operand twice or exchange
    // both, as far as they fit; then use numbers with the wanted result.
    let wanted = second >> 30 & 1 == 1;
    let other_a = choose(lane.is_order, clamped(vb, lane.sign_a, lane.all), va);
    let other_b = clamped(va, lane.sign_b, lane.all);
    let is_last = lane.holds(other_a, other_b) != wanted;
    let is_base = wanted ^ lane.inverts;
    let other_a = choose(is_last, i32::from(!is_base & lane.is_order), other_a);
    let other_b = choose(is_last, i32::from(is_base == lane.is_order), other_b);
    let is_wrong = (lane.is(VSET) | lane.is(SET)) & (lane.holds(va, vb) != wanted);
    (choose(is_wrong, other_a, va), choose(is_wrong, other_b, vb))
}

/// Returns the number that the low bits of `raw` encode; `sign` is 0 for an unsigned type.
#[inline(always)]
fn extend(raw: i32, sign: i32, all: i32) -> i32 {
    ((raw & all) ^ sign) - sign
}

/// Returns the nearest number of a type.
#[inline(always)]
fn clamped(number: i32, sign: i32, all: i32) -> i32 {
    number.max(-sign).min(all - sign)
}

/// The aim of a lane, from the fields below the selectors and the effect of `.sat` above them.
#[derive(Clone, Copy, Debug)]
struct Lane {
    op: u32,
    is_quad: bool,
    has_sat: bool,
    /// Whether `.sat` is to change the result.
    is_beyond: bool,
    /// A [`Clamp`].
    clamp: u32,
    /// The comparison: of equality or of order; it may include equality, and may be inverted.
    is_order: bool,
    or_equal: bool,
    inverts: bool,
    /// All bits of a lane.
    all: i32,
    /// The signs of the operands and of the result; 0 for an unsigned type.
    sign_a: i32,
    sign_b: i32,
    sign_d: i32,
}

impl Lane {
    #[inline(always)]
    fn of(form: u32) -> Self {
        let is_quad = is_quad(form);
        let (all, top) = (choose(is_quad, 0xff, 0xffff), choose(is_quad, 0x80, 0x8000));
        let cmp = field(form, &fields::CMP);
        Self {
            op: field(form, &fields::OP),
            is_quad,
            has_sat: field(form, &fields::SAT) == 1,
            is_beyond: form >> fields::ASEL.lo & 3 != WITHIN,
            clamp: form >> fields::ASEL.lo & 3,
            is_order: cmp >= 2,
            or_equal: cmp >= 4,
            inverts: cmp & 1 == 1,
            all,
            sign_a: choose(field(form, &fields::ATYPE) == 1, top, 0),
            sign_b: choose(field(form, &fields::BTYPE) == 1, top, 0),
            sign_d: choose(field(form, &fields::DTYPE) == 1, top, 0),
        }
    }

    #[inline(always)]
    fn is(&self, op: u64) -> bool {
        self.op == op as u32
    }

    /// Returns a raw operand: half of the time uniform, else a corner case.
    #[inline(always)]
    fn value(&self, word: u32) -> i32 {
        let corner = beside_short_power(word >> 1, choose(self.is_quad, 7, 15));
        choose(word & 1 == 0, word >> 10, corner) as i32
    }

    /// Returns the second operand that brings the result nearest to an end of the range, or beyond
    /// it, so that `.sat` has the wanted effect. If there are two, `choice` chooses.
    #[inline(always)]
    fn aimed(&self, va: i32, choice: u32) -> i32 {
        let (low, high, near) = (-self.sign_d, self.all - self.sign_d, (choice >> 26 & 3) as i32);
        let within = choose(choice >> 28 & 1 == 0, low + near, high - near);
        let goal = choose(self.clamp == BELOW, low - 1 - near, choose(self.clamp == ABOVE, high + 1 + near, within));
        let wanted = choose(self.is(VABSDIFF), choose(choice >> 29 & 1 == 0, va - goal, va + goal), goal);
        let wanted = choose(self.is(VAVRG), 2 * goal - va, wanted);
        let wanted = choose(self.is(VADD), goal - va, choose(self.is(VSUB), va - goal, wanted));
        clamped(wanted, self.sign_b, self.all)
    }

    /// Returns whether `.sat` has the wanted effect.
    #[inline(always)]
    fn hits(&self, va: i32, vb: i32) -> bool {
        let (sum, difference) = (va + vb, va - vb);
        let result = choose(self.is(VABSDIFF), difference.abs(), choose(self.is(VMIN), va.min(vb), va.max(vb)));
        let result = choose(self.is(VAVRG), (sum + i32::from(sum >= 0)) >> 1, result);
        let result = choose(self.is(VADD), sum, choose(self.is(VSUB), difference, result));
        let (low, high) = (-self.sign_d, self.all - self.sign_d);
        choose(result < low, BELOW, choose(result > high, ABOVE, WITHIN)) == self.clamp
    }

    /// Returns the operands that push the result furthest towards the wanted effect; zeros for
    /// [`Clamp::Within`].
    #[inline(always)]
    fn extreme(&self) -> (i32, i32) {
        let is_high = choose(self.is(VABSDIFF), self.sign_a <= self.sign_b, self.clamp == ABOVE);
        let is_opposite = self.is(VABSDIFF) | self.is(VSUB);
        let va = choose(is_high, self.all - self.sign_a, -self.sign_a);
        let vb = choose(is_high ^ is_opposite, self.all - self.sign_b, -self.sign_b);
        (choose(self.clamp == WITHIN, 0, va), choose(self.clamp == WITHIN, 0, vb))
    }

    /// Returns whether the comparison holds.
    #[inline(always)]
    fn holds(&self, va: i32, vb: i32) -> bool {
        let order = (va < vb) | self.or_equal & (va == vb);
        choose(self.is_order, order, va == vb) ^ self.inverts
    }
}

const WITHIN: u32 = Clamp::Within as u32;
const BELOW: u32 = Clamp::Below as u32;
const ABOVE: u32 = Clamp::Above as u32;

// Each operation is aimed at: see `Lane`.
const _: () = fields::OP.assert_codes(&["vadd", "vsub", "vmin", "vmax", "vabsdiff", "vset", "vavrg", "set"]);

const VADD: u64 = fields::OP.code("vadd");
const VSUB: u64 = fields::OP.code("vsub");
const VMIN: u64 = fields::OP.code("vmin");
const VABSDIFF: u64 = fields::OP.code("vabsdiff");
const VSET: u64 = fields::OP.code("vset");
const VAVRG: u64 = fields::OP.code("vavrg");
const SET: u64 = fields::OP.code("set");
