//! The walk of the carry unit through its forms.
//!
//! The seed decides the order, which changes with every lap. The instructions come in runs of
//! sixteen, which use one context, two contexts, all contexts in turn, or random contexts. In a
//! quarter of the runs, every instruction reads and writes the flag, and all but the first pass on
//! the carry, so that a flag travels through the run.

use multiversion::multiversion;
use vidalu_model::draw::{key, mix};
use vidalu_model::isa::{Carry, Flag, Instruction};

use super::operands::{PASSES, registers};
use crate::columns::{bits, blocks, choose};
use crate::order::Order;
use crate::word::unit_word;

/// The name of the sequences.
const NAME: &str = "carry";

/// The number of vectors of a run.
const RUN: u64 = 16;

/// The columns that a walk fills: control words, without the unit's code, contexts, and registers
/// `a`, `b` and `c`.
pub(super) type Columns<'a> = [&'a mut [u64]; 5];

/// The walk through the forms of a carry unit.
#[derive(Clone, Debug)]
pub(super) struct Walk {
    forms: Vec<Carry>,
    order: Order<u64>,
    /// The control words of the instructions that read and write the flag, all about equally often.
    links: Option<[u64; LINKS]>,
    contexts: u64,
}

/// The number of instructions of the whole unit that read and write the flag.
const LINKS: usize = 16;

impl Walk {
    /// Returns the walk of a unit with these instructions and this number of contexts, at least one
    /// of each.
    pub(super) fn new(forms: Vec<Carry>, contexts: u64) -> Self {
        let links = forms.iter().filter(|form| form.op.flag() == Some(Flag::ReadWrite));
        let links: Vec<_> = links.map(word).collect();
        let links = (!links.is_empty()).then(|| std::array::from_fn(|at| links[at % links.len()]));
        let words: Vec<_> = forms.iter().map(word).collect();
        Self { forms, order: Order::new(&words), links, contexts }
    }

    /// Returns the walk with these instructions, at least one, and the same contexts.
    pub(super) fn of(&self, forms: Vec<Carry>) -> Self {
        Self::new(forms, self.contexts)
    }

    /// Returns the instructions that the walk meets.
    pub(super) fn forms(&self) -> &[Carry] {
        &self.forms
    }

    /// Fills columns with the vectors `first ..` of the sequence of `seed`.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub(super) fn fill(&self, seed: u64, first: u64, columns: Columns<'_>) {
        let key = key(NAME, seed);
        for (first, [ctl, context, a, b, c]) in blocks(first, columns) {
            self.order.fill(key, first, ctl);
            runs(key, first, self.links.as_ref(), self.contexts, ctl, context);
            registers(key, first, ctl, a, b, c);
        }
    }
}

/// Forms the runs of a block whose control words come from the walk: replaces the words in chains,
/// and sets the contexts.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn runs(key: u64, first: u64, links: Option<&[u64; LINKS]>, contexts: u64, ctl: &mut [u64], context: &mut [u64]) {
    let context = &mut context[..ctl.len()];
    let has_links = links.is_some();
    let links = *links.unwrap_or(&[0; LINKS]);
    // Multiplies instead of dividing, which is exact for numbers this small.
    let inverse = (1 << 16) / contexts + 1;
    for (at, (ctl, context)) in ctl.iter_mut().zip(context).enumerate() {
        let index = first.wrapping_add(at as u64);
        let (run, place) = (mix(key ^ (index / RUN)), index % RUN);
        let choice = mix(run ^ place);
        let is_chain = has_links & (run & 3 == 0);
        let passes = PASSES.put(u64::from(is_chain & (place > 0)));
        *ctl = passes | choose(is_chain, links[bits(choice, 0, 4) as usize % LINKS], *ctl);
        let sum = run_context(run, place, bits(choice, 44, 16), contexts);
        *context = sum - ((sum * inverse) >> 16) * contexts;
    }
}

/// Returns the context of an instruction of a run, up to multiples of the number of contexts: one
/// context, two or all in turn, or a random one.
#[inline(always)]
fn run_context(run: u64, place: u64, any: u64, contexts: u64) -> u64 {
    let kind = bits(run, 2, 2);
    let first = (bits(run, 8, 16) * contexts) >> 16;
    let in_turn = first + choose(kind == 0, 0, choose(kind == 1, place & 1, place));
    choose(kind == 3, (any * contexts) >> 16, in_turn)
}

/// Returns the control word as the unit receives it.
fn word(form: &Carry) -> u64 {
    unit_word(&Instruction::Carry(*form))
}
