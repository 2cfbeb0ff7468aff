//! Vectors of the carry unit.
//!
//! The instructions walk through all forms, in an order that the seed decides and that changes with every lap. They come
//! in runs of sixteen: of one context, of two or of all in turn, or of any. In a quarter of the runs every instruction
//! reads and writes the flag, and all but the first pass on what they get, so that a flag travels through the run.

use multiversion::multiversion;
use vidalu_model::bv::high_product;
use vidalu_model::control::{self, Field, carry as fields};
use vidalu_model::draw::{Draw, key, mix};
use vidalu_model::isa::{Carry, CarryOp, Flag, Half, Instruction, IntType};

use super::addends;
use super::columns::{bits, blocks, choose};
use super::corner::mask;
use super::order::Order;

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

/// The columns that a walk fills: control words, without the unit's code, contexts, and registers `a`, `b`, `c`.
pub type Columns<'a> = [&'a mut [u64]; 5];

/// The walk through the forms of a carry unit.
#[derive(Clone, Debug)]
pub struct Walk {
    forms: Vec<Carry>,
    order: Order<u64>,
    /// The control words of those that read the flag and write it, all about as often.
    links: Option<[u64; LINKS]>,
    contexts: u64,
}

/// As many as there are in the whole unit.
const LINKS: usize = 16;

impl Walk {
    /// The walk of a unit that has the instructions that `has` accepts, at least one, and so many contexts, at least one.
    pub fn new(has: impl Fn(&Carry) -> bool, contexts: u64) -> Self {
        let forms: Vec<_> = forms().filter(has).collect();
        let links = forms.iter().filter(|form| form.op.flag() == Some(Flag::ReadWrite));
        let links: Vec<_> = links.map(|form| word(*form)).collect();
        let links = (!links.is_empty()).then(|| std::array::from_fn(|at| links[at % links.len()]));
        let words: Vec<_> = forms.iter().map(|form| word(*form)).collect();
        Self { forms, order: Order::new(&words), links, contexts }
    }

    /// The instructions that the walk meets.
    pub fn forms(&self) -> &[Carry] {
        &self.forms
    }

    /// The vectors `first ..` of the sequence that `seed` names.
    ///
    /// # Panics
    /// If the columns differ in length.
    pub fn fill(&self, seed: u64, first: u64, columns: Columns<'_>) {
        let key = key(NAME, seed);
        for (first, [ctl, context, a, b, c]) in blocks(first, columns) {
            self.order.fill(key, first, ctl);
            runs(key, first, self.links.as_ref(), self.contexts, ctl, context);
            registers(key, first, ctl, a, b, c);
        }
    }
}

/// The control word as the unit receives it, without the unit's code.
pub fn word(form: Carry) -> u64 {
    control::encode(&Instruction::Carry(form)) & mask(control::carry::FORMAT.width())
}

/// Whether every bit of the sum is to pass on the carry that it gets, above the control word.
const PASSES: Field = Field { name: "passes", lo: fields::WIDTH, width: 1, doc: "", codes: &[] };

/// The runs of a block in which the control words of the walk stand: in chains other words, and the contexts.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn runs(key: u64, first: u64, links: Option<&[u64; LINKS]>, contexts: u64, ctl: &mut [u64], context: &mut [u64]) {
    let context = &mut context[..ctl.len()];
    let has_links = links.is_some();
    let links = *links.unwrap_or(&[0; LINKS]);
    // Of numbers as small as these, the quotient.
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

/// The registers of a block whose codes stand in `ctl`, of which the control words are left.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn registers(key: u64, first: u64, ctl: &mut [u64], a: &mut [u64], b: &mut [u64], c: &mut [u64]) {
    let len = ctl.len();
    let (a, b, c) = (&mut a[..len], &mut b[..len], &mut c[..len]);
    for at in 0..len {
        let mut draw = Draw::new(key, first.wrapping_add(at as u64));
        let words = [draw.word(), draw.word(), draw.word(), draw.word()];
        [a[at], b[at], c[at]] = vector(ctl[at], words);
        ctl[at] &= mask(fields::WIDTH);
    }
}

/// Whose flag an instruction of a run reads and writes, but for whole turns through all contexts: of one, of two or of
/// all in turn, or any.
#[inline(always)]
fn run_context(run: u64, place: u64, any: u64, contexts: u64) -> u64 {
    let kind = bits(run, 2, 2);
    let first = (bits(run, 8, 16) * contexts) >> 16;
    let in_turn = first + choose(kind == 0, 0, choose(kind == 1, place & 1, place));
    choose(kind == 3, (any * contexts) >> 16, in_turn)
}

const SUB: u64 = fields::OP.code("sub");
const MAD: u64 = fields::OP.code("mad");
const MUL: u64 = fields::OP.code("mul");

/// What the words of a vector are for: to choose what is done, and the operands.
#[inline(always)]
fn vector(ctl: u64, [choice, word_a, word_b, word_c]: [u64; 4]) -> [u64; 3] {
    let op = fields::OP.get(ctl);
    let (is_sub, is_mad) = (op == SUB, op == MAD);
    let has_product = is_mad | (op == MUL);
    let is_wide = fields::WIDE.get(ctl) == 1;
    let a = addends::of_words(word_a, bits(choice, 0, 13), is_wide);
    let free = addends::of_words(word_b, bits(choice, 13, 13), is_wide);
    let half = product_half(ctl, a, free);
    // Beside a, or beside the half of the product to which c is added.
    let beside =
        addends::beside(choose(is_mad, half, a), word_c, bits(choice, 26, 18), is_wide, is_sub, PASSES.get(ctl) == 1);
    [a, choose(has_product, free, beside), choose(is_mad, beside, word_c)]
}

/// The half of the product to which `c` is added. This aims the stimulus; the golden model has its own.
#[inline(always)]
fn product_half(ctl: u64, a: u64, b: u64) -> u64 {
    let is_signed = fields::SIGNED.get(ctl) == 1;
    let (is_wide, is_high) = (fields::WIDE.get(ctl) == 1, fields::HI.get(ctl) == 1);
    let narrow_a = choose(is_signed, a as i32 as u64, a & mask(32));
    let narrow_b = choose(is_signed, b as i32 as u64, b & mask(32));
    let product = choose(is_wide, a, narrow_a).wrapping_mul(choose(is_wide, b, narrow_b));
    // The high half as if there were no signs, less what each of them counts.
    let of_a = choose(is_signed & (a >> 63 == 1), b, 0);
    let of_b = choose(is_signed & (b >> 63 == 1), a, 0);
    let high = high_product(a, b).wrapping_sub(of_a).wrapping_sub(of_b);
    choose(is_high, choose(is_wide, high, product >> 32), product)
}
