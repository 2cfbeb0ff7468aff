//! Section 9.7.18.1.3: `vmad`.

use super::{Select, Type, all_selects};

/// `vmad`: (a * b) + c, with one negation or a plus one, a scale and saturation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Vmad {
    /// Written in PTX and kept, without effect (SEMANTICS D5).
    pub dtype: Type,
    /// Type of `a`.
    pub atype: Type,
    /// Type of `b`.
    pub btype: Type,
    /// Which part of `a` is read.
    pub asel: Select,
    /// Which part of `b` is read.
    pub bsel: Select,
    /// Negation or plus one.
    pub mode: VmadMode,
    /// Right shift of the sum.
    pub scale: Scale,
    /// `.sat`.
    pub sat: bool,
}

impl Vmad {
    /// All 9,408: every combination of types, selectors, mode, scale and `.sat`.
    pub fn all() -> impl Iterator<Item = Self> {
        let modes = VmadMode::ALL.into_iter().flat_map(|mode| Scale::ALL.map(|scale| (mode, scale)));
        let modes = modes.flat_map(|(mode, scale)| [false, true].map(|sat| (mode, scale, sat)));
        let selects = all_selects().flat_map(|asel| all_selects().map(move |bsel| (asel, bsel)));
        Type::triples().flat_map(move |[dtype, atype, btype]| {
            let modes = modes.clone();
            selects.clone().flat_map(move |(asel, bsel)| {
                modes.clone().map(move |(mode, scale, sat)| Self { dtype, atype, btype, asel, bsel, mode, scale, sat })
            })
        })
    }
}

/// At most one of: product negated, `c` negated, `.po`. Signs on both `a` and `b` cancel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum VmadMode {
    /// a * b + c.
    Plain,
    /// -(a * b) + c.
    NegateProduct,
    /// a * b - c.
    NegateC,
    /// a * b + c + 1, the mode `.po`.
    PlusOne,
}

impl VmadMode {
    /// All four, in the order of their codes.
    pub const ALL: [Self; 4] = [Self::Plain, Self::NegateProduct, Self::NegateC, Self::PlusOne];
}

/// Right shift of `vmad`'s sum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scale {
    /// No shift.
    None,
    /// `.shr7`.
    Shr7,
    /// `.shr15`.
    Shr15,
}

impl Scale {
    /// All three, in the order of their codes.
    pub const ALL: [Self; 3] = [Self::None, Self::Shr7, Self::Shr15];
}
