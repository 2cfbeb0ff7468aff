//! All forms, numbered. The numbers are part of the interface: a report of today must name the same
//! form tomorrow.
//!
//! | unit | forms | which |
//! | --- | --: | --- |
//! | scalar | 66,640 | every operation, with its types, `.sat`, mode and comparison, x 7 x 7 selectors x 10 last stages |
//! | vmad | 9,408 | every type x 7 x 7 selectors x 4 modes x 3 scales x `.sat` |
//! | simd | 79,616 | every operation, type, `.sat` and `.add` x every mask, each with the default selectors and three drawn pairs; all 256 pairs of selectors of `vadd2`; 65,536 pairs of `vadd4`, in which each of the 4,096 selectors stands 16 times on either side |
//! | carry | 6,264 | every instruction alone, all 3,136 pairs, 512 chains of each length from 3 to 8 |
//!
//! The 16,777,216 pairs of selectors of `vadd4` are too many to compile; the two selectors are
//! independent of each other. The seed decides which operands the links of a chain read, and which
//! links the longer chains have; all other forms are the same for every seed.

use itertools::{Itertools, iproduct};
use vidalu_model::draw::{self, Draw, Permutation};
use vidalu_model::isa::{
    Carry, Instruction, LaneFinish, LaneMask, LaneOp, LaneSelect, Scalar, Simd, SimdForm, SimdOp, Type, Unit, Vmad,
};

use crate::form::{Body, Form, Link, Source};

/// Drawn pairs of selectors for each SIMD operation with its mask.
const PAIRS: usize = 3;

/// Chains of each length above two.
const CHAINS: usize = 512;

/// How long a chain can be.
const LONGEST: usize = 8;

/// Selects forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// All.
    All,
    /// The forms of a unit.
    Unit(Unit),
    /// This number of forms, chosen by the seed from all forms.
    Sample(u32),
    /// The form with this number.
    One(u32),
}

/// All forms of a seed, in the order of their numbers.
pub fn all(seed: u64) -> Vec<Form> {
    let scalar = Scalar::all().map(Instruction::Scalar);
    let vmad = Vmad::all().map(Instruction::Vmad);
    let video = scalar.chain(vmad).chain(simd()).map(Body::Video);
    let chains = chains(seed).map(Body::Chain);
    (0..).zip(video.chain(chains)).map(|(number, body)| Form { number, body }).collect()
}

/// The forms that `selection` names, in the order of their numbers.
pub fn select(seed: u64, selection: Selection) -> Vec<Form> {
    let mut forms = all(seed);
    forms.retain(|form| !is_refused(form));
    let chosen = |form: &Form| match selection {
        Selection::All => true,
        Selection::Unit(unit) => form.unit() == unit,
        Selection::Sample(_) => false,
        Selection::One(number) => form.number == number,
    };
    if let Selection::Sample(count) = selection {
        let order = Permutation::new(draw::key("silicon forms", seed), forms.len() as u64);
        let drawn = (0..forms.len().min(count as usize)).map(|at| order.at(at as u64) as usize).sorted();
        return drawn.map(|number| forms[number].clone()).collect();
    }
    forms.retain(chosen);
    forms
}

/// Returns whether the assembler wrongly refuses a legal form, because of the selector
/// `.b1024` (docs/semantics.md, "What is legal"). Such forms keep their numbers and are never
/// selected.
fn is_refused(form: &Form) -> bool {
    let is_four = matches!(form.body, Body::Video(Instruction::Simd(Simd::Four(_))));
    is_four && form.statements().iter().any(|statement| statement.to_string().contains(".b1024"))
}

fn simd() -> impl Iterator<Item = Instruction> {
    let two = simd_forms::<2>().chain(pairs::<2>(256)).map(Simd::Two);
    let four = simd_forms::<4>().chain(pairs::<4>(65_536)).map(Simd::Four);
    two.chain(four).map(Instruction::Simd)
}

/// Every operation with every mask, each with the default selectors and [`PAIRS`] others.
fn simd_forms<const L: usize>() -> impl Iterator<Item = SimdForm<L>> {
    let defaults = (LaneSelect::of_a(), LaneSelect::of_b());
    let cases = iproduct!(SimdOp::all(), LaneMask::all());
    let key = draw::key("silicon selectors", L as u64);
    cases.enumerate().flat_map(move |(index, (op, mask))| {
        let mut draw = Draw::new(key, index as u64);
        let mut one = || LaneSelect::new(std::array::from_fn(|_| draw.below(2 * L as u32) as u8));
        let drawn: Vec<_> = (0..PAIRS).filter_map(|_| Some((one()?, one()?))).collect();
        std::iter::once(defaults).chain(drawn).map(move |(asel, bsel)| SimdForm { op, asel, bsel, mask })
    })
}

/// `count` pairs of selectors of `vadd`, in which each selector occurs equally often on either
/// side. If `count` is the number of all pairs, each pair occurs once.
fn pairs<const L: usize>(count: u64) -> impl Iterator<Item = SimdForm<L>> {
    let sources = 2 * L as u64;
    let selectors = sources.pow(L as u32);
    let select: Vec<_> = LaneSelect::all().collect();
    let types = Type::U32;
    let op = SimdOp::Arith {
        op: LaneOp::ALL[0],
        dtype: types,
        atype: types,
        btype: types,
        finish: LaneFinish::Merge { sat: false },
    };
    let order = Permutation::new(draw::key("silicon pairs", sources), selectors);
    // Each turn is a permutation, and no two turns meet in a pair.
    let stride = selectors * selectors / count;
    (0..count).map(move |at| {
        let (turn, asel) = (at / selectors, at % selectors);
        let bsel = (order.at(asel) + turn * stride) % selectors;
        SimdForm { op, asel: select[asel as usize], bsel: select[bsel as usize], mask: LaneMask::FULL }
    })
}

fn chains(seed: u64) -> impl Iterator<Item = Vec<Link>> {
    let carries: Vec<_> = Carry::all().collect();
    let alone = carries.clone().into_iter().map(|carry| vec![carry]);
    let pairs = iproduct!(carries.clone(), carries.clone()).map(|(first, second)| vec![first, second]);
    let key = draw::key("silicon chains", seed);
    let longer = iproduct!(3..=LONGEST, 0..CHAINS).enumerate().map(move |(index, (length, _))| {
        let mut draw = Draw::new(key, index as u64);
        (0..length).map(|_| draw.pick(&carries)).collect()
    });
    let key = draw::key("silicon links", seed);
    alone.chain(pairs).chain(longer).enumerate().map(move |(index, carries)| linked(&carries, key, index as u64))
}

/// The links of a chain. A single link reads a, b and c in their places. In a longer chain, half of
/// the operands are results of earlier links of the same width.
fn linked(carries: &[Carry], key: u64, index: u64) -> Vec<Link> {
    let mut draw = Draw::new(key, index);
    let link = |at: usize| {
        let same = |&earlier: &usize| carries[earlier].ty.width() == carries[at].ty.width();
        let earlier: Vec<_> = (0..at).filter(same).collect();
        let sources = std::array::from_fn(|place| match carries {
            [_] => Source::Given(place),
            _ if !earlier.is_empty() && draw.chance(1, 2) => Source::Link(draw.pick(&earlier)),
            _ => Source::Given(draw.below(3) as usize),
        });
        Link { carry: carries[at], sources }
    };
    (0..carries.len()).map(link).collect()
}
