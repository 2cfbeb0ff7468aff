//! Vectors of unit `vmad`.
//!
//! The instructions walk through all forms: types x selectors x negation or plus one x scale x what `.sat` does, in an
//! order that the seed decides and that changes with every lap; `.dtype`, which has no effect, takes turns, so that two laps meet
//! each form with both. The operands are biased to corners and aimed at the ends of the range: one factor is drawn, the other brings the product
//! near, and `c` lands the result on the end or beside it.

use vidalu_model::control;
use vidalu_model::isa::{Instruction, Scale, Select, Type, Vmad, VmadMode, all_selects};

use super::aim::{self, Clamp};
use super::corner::{self, mask, signed};
use super::scalar::{Vector, register};
use vidalu_model::draw::{Draw, Permutation, key, mix};

/// The name of the sequences.
const NAME: &str = "vmad";

/// Attempts at operands that do what the case wants, before its extremes are taken.
const ATTEMPTS: u32 = 3;

/// The walk through the forms and what `.sat` does with each.
#[derive(Clone, Debug)]
pub struct Walk {
    /// With `.dtype` u32.
    cases: Vec<(Vmad, Clamp)>,
}

impl Default for Walk {
    fn default() -> Self {
        Self { cases: forms().flat_map(|form| Clamp::ALL.map(|clamp| (form, clamp))).filter(is_possible).collect() }
    }
}

impl Walk {
    /// Vectors after which each case was met once, with one of the types of the result; after twice as many, with both.
    pub fn lap(&self) -> u64 {
        self.cases.len() as u64
    }

    /// Every instruction, with each thing that its `.sat` can do.
    pub fn cases(&self) -> impl Iterator<Item = (Vmad, Clamp)> + '_ {
        self.cases.iter().flat_map(|&(form, clamp)| Type::ALL.map(|dtype| (Vmad { dtype, ..form }, clamp)))
    }

    /// Vector `index` of the sequence that `seed` names.
    pub fn vector(&self, seed: u64, index: u64) -> Vector {
        let key = key(NAME, seed);
        let (lap, position) = (index / self.lap(), index % self.lap());
        let at = Permutation::new(mix(key ^ lap), self.lap()).at(position);
        let (form, clamp) = self.cases[at as usize];
        let turn = (mix(!key ^ at) + lap) % 2;
        let form = Vmad { dtype: Type::ALL[turn as usize], ..form };
        let mut draw = Draw::new(key, index);
        let operands = operands(&mut draw, &form, clamp);
        let a = register(&mut draw, form.asel, operands.a as i64);
        let b = register(&mut draw, form.bsel, operands.b as i64);
        Vector { ctl: word(&form), a, b, c: operands.c }
    }
}

/// The control word as the unit receives it, without the unit's code.
pub fn word(form: &Vmad) -> u64 {
    control::encode(&Instruction::Vmad(*form)) & mask(control::vmad::WIDTH)
}

/// All forms with `.dtype` u32.
fn forms() -> impl Iterator<Item = Vmad> {
    let types = || Type::ALL.into_iter();
    let selects = all_selects().flat_map(|asel| all_selects().map(move |bsel| (asel, bsel)));
    selects.flat_map(move |(asel, bsel)| {
        types().flat_map(move |atype| {
            types().flat_map(move |btype| {
                VmadMode::ALL.into_iter().flat_map(move |mode| {
                    Scale::ALL.into_iter().flat_map(move |scale| {
                        let form = Vmad { dtype: Type::U32, atype, btype, asel, bsel, mode, scale, sat: false };
                        [form, Vmad { sat: true, ..form }]
                    })
                })
            })
        })
    })
}

/// Extended factors, and `c`.
#[derive(Clone, Copy, Debug)]
struct Operands {
    a: i128,
    b: i128,
    c: u32,
}

/// Whether the result is signed.
pub fn is_signed(form: &Vmad) -> bool {
    let negates = matches!(form.mode, VmadMode::NegateProduct | VmadMode::NegateC);
    form.atype.is_signed() || form.btype.is_signed() || negates
}

/// The range of the result's type.
pub fn bounds(form: &Vmad) -> (i128, i128) {
    let (low, high) = aim::range(32, is_signed(form));
    (low.into(), high.into())
}

/// Bits that the sum is shifted by.
fn shift(scale: Scale) -> u32 {
    match scale {
        Scale::None => 0,
        Scale::Shr7 => 7,
        Scale::Shr15 => 15,
    }
}

/// What is added to the product, negated or not, for `c`.
fn addend(form: &Vmad, c: u32) -> i128 {
    let read = |c: u32| if is_signed(form) { i128::from(c as i32) } else { i128::from(c) };
    match form.mode {
        VmadMode::NegateC => read(!c) + 1,
        VmadMode::PlusOne => read(c) + 1,
        VmadMode::Plain | VmadMode::NegateProduct => read(c),
    }
}

/// The `c` for which [`addend`] is nearest to `wanted`.
fn c_for(form: &Vmad, wanted: i128) -> u32 {
    let (low, high) = bounds(form);
    let one = i128::from(matches!(form.mode, VmadMode::NegateC | VmadMode::PlusOne));
    let c = (wanted - one).clamp(low, high) as u32;
    if form.mode == VmadMode::NegateC { !c } else { c }
}

/// The product with its sign in the sum.
fn product(form: &Vmad, a: i128, b: i128) -> i128 {
    if form.mode == VmadMode::NegateProduct { -(a * b) } else { a * b }
}

/// What `.sat` does; [`Clamp::Within`] where there is none.
fn class(form: &Vmad, operands: Operands) -> Clamp {
    let result = (product(form, operands.a, operands.b) + addend(form, operands.c)) >> shift(form.scale);
    let (low, high) = bounds(form);
    match form.sat {
        true if result < low => Clamp::Below,
        true if result > high => Clamp::Above,
        _ => Clamp::Within,
    }
}

/// The smallest and the largest value of a selected part.
fn ends(select: Select, ty: Type) -> [i128; 2] {
    let (low, high) = aim::range(aim::width(select), ty.is_signed());
    [low.into(), high.into()]
}

/// The operands that push the result furthest towards `clamp`; zeros for [`Clamp::Within`]. A product is extreme
/// where both of its factors are.
fn extreme(form: &Vmad, clamp: Clamp) -> Operands {
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

/// Whether any operands make `.sat` do that.
fn is_possible((form, clamp): &(Vmad, Clamp)) -> bool {
    class(form, extreme(form, *clamp)) == *clamp
}

/// Operands with which `.sat` does `clamp`.
fn operands(draw: &mut Draw, form: &Vmad, clamp: Clamp) -> Operands {
    let factor = |draw: &mut Draw, select: Select, ty: Type| {
        let width = aim::width(select);
        let raw = corner::value(draw, width);
        i128::from(if ty.is_signed() { signed(raw, width) } else { raw as i64 })
    };
    for _ in 0..ATTEMPTS {
        let a = factor(draw, form.asel, form.atype);
        let c = corner::value(draw, 32) as u32;
        let found = if draw.chance(1, 4) {
            Operands { a, b: factor(draw, form.bsel, form.btype), c }
        } else {
            let sum = goal(draw, form, clamp);
            let [low, high] = ends(form.bsel, form.btype);
            let wanted = product(form, 1, 1) * (sum - addend(form, c));
            let b = if a == 0 { 0 } else { (wanted / a).clamp(low, high) };
            let c = c_for(form, sum - product(form, a, b));
            Operands { a, b, c }
        };
        if class(form, found) == clamp {
            return found;
        }
    }
    extreme(form, clamp)
}

/// A sum whose scaled value lies at an end of the result's range, on the side that `clamp` names, or beside it.
fn goal(draw: &mut Draw, form: &Vmad, clamp: Clamp) -> i128 {
    let (low, high) = bounds(form);
    let near = i128::from(draw.below(3));
    let result = match clamp {
        Clamp::Below => low - 1 - near,
        Clamp::Above => high + 1 + near,
        Clamp::Within if draw.chance(1, 2) => low + near,
        Clamp::Within => high - near,
    };
    // All that the shift drops is free: its ends mostly.
    let dropped = match draw.below(4) {
        0 => 0,
        1 => u64::MAX,
        _ => draw.word(),
    };
    result << shift(form.scale) | i128::from(dropped & mask(shift(form.scale)))
}
