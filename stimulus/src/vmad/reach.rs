//! The reach of `.sat` in `vmad`: which forms reach which end of the range, and with which factors.
//!
//! As in [`crate::aim`], the arithmetic only aims the stimulus.

use vidalu_model::isa::{Scale, Select, Type, Vmad, VmadMode};

use crate::aim::{self, Clamp};

/// Extended factors, and `c`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Operands {
    pub(super) a: i128,
    pub(super) b: i128,
    c: u32,
}

/// Returns whether the result is signed.
pub(super) fn is_signed(form: &Vmad) -> bool {
    let negates = matches!(form.mode, VmadMode::NegateProduct | VmadMode::NegateC);
    form.atype.is_signed() || form.btype.is_signed() || negates
}

/// Returns the range of the type of the result.
pub(super) fn bounds(form: &Vmad) -> (i128, i128) {
    let (low, high) = aim::range(32, is_signed(form));
    (low.into(), high.into())
}

/// Returns the number of bits that the sum is shifted by.
fn shift(scale: Scale) -> u32 {
    match scale {
        Scale::None => 0,
        Scale::Shr7 => 7,
        Scale::Shr15 => 15,
    }
}

/// Returns the addend of the product for `c`, including a negation or plus one.
fn addend(form: &Vmad, c: u32) -> i128 {
    let read = |c: u32| if is_signed(form) { i128::from(c as i32) } else { i128::from(c) };
    match form.mode {
        VmadMode::NegateC => read(!c) + 1,
        VmadMode::PlusOne => read(c) + 1,
        VmadMode::Plain | VmadMode::NegateProduct => read(c),
    }
}

/// Returns the `c` for which [`addend`] is nearest to `wanted`.
fn c_for(form: &Vmad, wanted: i128) -> u32 {
    let (low, high) = bounds(form);
    let one = i128::from(matches!(form.mode, VmadMode::NegateC | VmadMode::PlusOne));
    let c = (wanted - one).clamp(low, high) as u32;
    if form.mode == VmadMode::NegateC { !c } else { c }
}

/// Returns the product with its sign in the sum.
fn product(form: &Vmad, a: i128, b: i128) -> i128 {
    if form.mode == VmadMode::NegateProduct { -(a * b) } else { a * b }
}

/// Returns the effect of `.sat`; [`Clamp::Within`] for a form without `.sat`.
fn class(form: &Vmad, operands: Operands) -> Clamp {
    let result = (product(form, operands.a, operands.b) + addend(form, operands.c)) >> shift(form.scale);
    let (low, high) = bounds(form);
    match form.sat {
        true if result < low => Clamp::Below,
        true if result > high => Clamp::Above,
        _ => Clamp::Within,
    }
}

/// Returns the smallest and the largest value of a selected part.
fn ends(select: Select, ty: Type) -> [i128; 2] {
    let (low, high) = aim::range(aim::width(select), ty.is_signed());
    [low.into(), high.into()]
}

/// Returns the operands that push the result furthest towards `clamp`; zeros for [`Clamp::Within`].
/// A product is extreme if both of its factors are.
pub(super) fn extreme(form: &Vmad, clamp: Clamp) -> Operands {
    let corners = ends(form.asel, form.atype);
    let corners = corners.into_iter().flat_map(|a| ends(form.bsel, form.btype).map(move |b| (a, b)));
    let value = |&(a, b): &(i128, i128)| product(form, a, b);
    let (found, wanted) = match clamp {
        Clamp::Within => (None, 0),
        Clamp::Below => (corners.min_by_key(value), i128::from(i64::MIN)),
        Clamp::Above => (corners.max_by_key(value), i128::from(i64::MAX)),
    };
    let (a, b) = found.unwrap_or((0, 0));
    Operands { a, b, c: c_for(form, wanted) }
}

/// Returns whether any operands give `.sat` this effect.
pub(super) fn is_possible((form, clamp): &(Vmad, Clamp)) -> bool {
    class(form, extreme(form, *clamp)) == *clamp
}
