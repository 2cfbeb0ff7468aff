//! Vectors of the carry unit.
//!
//! The instructions walk through all forms, in an order that the seed decides and that changes with every lap. They come
//! in runs of sixteen: of one context, of two or of all in turn, or of any. In a quarter of the runs every instruction
//! reads and writes the flag, and all but the first pass on what they get, so that a flag travels through the run.

use vidalu_model::control;
use vidalu_model::isa::{Carry, CarryOp, Flag, Half, Instruction, IntType};

use super::addends;
use super::corner::mask;
use vidalu_model::draw::{Draw, Permutation, key, mix};

/// The name of the sequences.
const NAME: &str = "carry";

/// Vectors of a run.
const RUN: u64 = 16;

/// All instructions of the unit: 56.
pub fn forms() -> impl Iterator<Item = Carry> {
    let sums = Flag::ALL.into_iter().flat_map(|flag| [CarryOp::Add(flag), CarryOp::Sub(flag)]);
    let products = Half::ALL.into_iter().flat_map(|half| {
        let mads = Flag::ALL.into_iter().map(move |flag| CarryOp::Mad(half, flag));
        mads.chain([CarryOp::Mul(half)])
    });
    let ops: Vec<_> = sums.chain(products).collect();
    ops.into_iter().flat_map(|op| IntType::ALL.into_iter().map(move |ty| Carry { op, ty }))
}

/// An instruction, its registers and its context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The control word, without the unit's code.
    pub ctl: u64,
    /// Whose flag it reads and writes.
    pub context: u64,
    /// Register `a`.
    pub a: u64,
    /// Register `b`.
    pub b: u64,
    /// Register `c`.
    pub c: u64,
}

/// The walk through the forms of a carry unit.
#[derive(Clone, Debug)]
pub struct Walk {
    forms: Vec<Carry>,
    /// Those that read the flag and write it.
    links: Vec<Carry>,
    contexts: u64,
}

impl Walk {
    /// The walk of a unit that has the instructions that `has` accepts, at least one, and so many contexts, at least one.
    pub fn new(has: impl Fn(&Carry) -> bool, contexts: u64) -> Self {
        let forms: Vec<_> = forms().filter(has).collect();
        let links = forms.iter().copied().filter(|form| form.op.flag() == Some(Flag::ReadWrite)).collect();
        Self { forms, links, contexts }
    }

    /// The instructions that the walk meets.
    pub fn forms(&self) -> &[Carry] {
        &self.forms
    }

    /// Vector `index` of the sequence that `seed` names.
    pub fn vector(&self, seed: u64, index: u64) -> Vector {
        let key = key(NAME, seed);
        let (run, place) = (mix(key ^ (index / RUN)), index % RUN);
        let is_chain = run % 4 == 0 && !self.links.is_empty();
        let mut draw = Draw::new(key, index);
        let form = if is_chain {
            draw.pick(&self.links)
        } else {
            let size = self.forms.len() as u64;
            self.forms[Permutation::new(mix(key ^ (index / size)), size).at(index % size) as usize]
        };
        let first = run >> 8;
        let context = match run >> 2 & 3 {
            0 => first,
            1 => first + place % 2,
            2 => first + place,
            _ => draw.word() >> 8,
        } % self.contexts;
        let [a, b, c] = operands(&mut draw, form, is_chain && place > 0);
        Vector { ctl: word(form), context, a, b, c }
    }
}

/// The control word as the unit receives it, without the unit's code.
pub fn word(form: Carry) -> u64 {
    control::encode(&Instruction::Carry(form)) & mask(control::carry::FORMAT.width())
}

/// Registers. Where `passes` is set, every bit of the sum passes on the carry that it gets.
fn operands(draw: &mut Draw, form: Carry, passes: bool) -> [u64; 3] {
    let wide = form.ty.width() == 64;
    match form.op {
        CarryOp::Add(_) | CarryOp::Sub(_) => {
            let [a, b] = addends::draw(draw, wide, matches!(form.op, CarryOp::Sub(_)), passes);
            [a, b, draw.word()]
        }
        CarryOp::Mad(half, _) => {
            let (a, b) = (addends::operand(draw, wide), addends::operand(draw, wide));
            let c = addends::second(draw, product_half(form.ty, half, a, b), wide, false, passes);
            [a, b, c]
        }
        CarryOp::Mul(_) => [addends::operand(draw, wide), addends::operand(draw, wide), draw.word()],
    }
}

/// The half of the product to which `c` is added. This aims the stimulus; the golden model has its own.
fn product_half(ty: IntType, half: Half, a: u64, b: u64) -> u64 {
    let extend = |x: u64| match ty {
        IntType::U32 => i128::from(x as u32),
        IntType::S32 => i128::from(x as i32),
        IntType::U64 => i128::from(x),
        IntType::S64 => i128::from(x as i64),
    };
    // The product of two unsigned words wraps to a negative number; its bits are the same.
    let product = extend(a).wrapping_mul(extend(b));
    match half {
        Half::Lo => product as u64,
        Half::Hi => (product >> ty.width()) as u64,
    }
}
