//! The vectors of the levels corner and exhaustive-bytes: each form of an instruction with all
//! pairs of values of its operands.
//!
//! Everything else does not multiply the vectors but is drawn for each of them: which byte or half
//! of a register is read, the last stage of a scalar instruction, the context, `c`, and the bits
//! around the parts that are read.

use std::collections::HashMap;

use vidalu_model::draw::{Draw, key};
use vidalu_model::isa::{
    Finish, Instruction, LaneMask, LaneSelect, Scalar, ScalarOp, Select, Simd, SimdForm, SubWord, Type, Vmad,
};
use vidalu_stimulus::{forms, mask};

use crate::case::{Case, setters};
use crate::golden::Golden;

/// All forms with their pairs.
pub(crate) struct Grid {
    forms: Vec<Form>,
    setters: Option<[Case; 2]>,
    contexts: u32,
    key: u64,
}

/// An instruction without selectors and last stage, which are drawn.
struct Form {
    instruction: Instruction,
    /// The instructions to draw from; empty if every selector and every last stage is allowed.
    variants: Vec<Instruction>,
    a: Operand,
    b: Operand,
    /// The number of vectors of a pair, including those that set CC.CF.
    steps: u64,
}

/// The values that an operand, or a lane of an operand, walks through.
#[derive(Clone)]
struct Operand {
    width: u32,
    values: Vec<u64>,
}

impl Form {
    /// Returns the number of pairs that one vector holds.
    fn lanes(&self) -> u32 {
        if let Instruction::Simd(simd) = self.instruction { simd.lanes() } else { 1 }
    }

    fn pairs(&self) -> u64 {
        (self.a.values.len() * self.b.values.len()) as u64
    }

    fn vectors(&self) -> u64 {
        self.pairs().div_ceil(self.lanes().into()) * self.steps
    }

    /// Returns the values of a pair.
    fn pair(&self, number: u64) -> [u64; 2] {
        let number = (number % self.pairs()) as usize;
        [self.a.values[number / self.b.values.len()], self.b.values[number % self.b.values.len()]]
    }
}

impl Grid {
    /// Returns the pairs of corner values of 8, 16, 32 and 64 bits.
    pub(crate) fn corners(golden: &Golden, seed: u64) -> Self {
        Self::new(golden, seed, &[8, 16, 32, 64], corners)
    }

    /// Returns the pairs of bytes.
    pub(crate) fn bytes(golden: &Golden, seed: u64) -> Self {
        Self::new(golden, seed, &[8], |_, _| (0..256).collect())
    }

    /// Returns the grid of operands with these widths. `values` returns the values for a width; its
    /// second argument says whether the operand is the amount of a shift.
    fn new(golden: &Golden, seed: u64, widths: &[u32], values: fn(u32, bool) -> Vec<u64>) -> Self {
        let setters = setters(|form| golden.has(form), golden.profile);
        let mut variants: HashMap<Instruction, Vec<Instruction>> = HashMap::new();
        for form in golden.forms.iter().flat_map(|forms| forms.named()).filter(|form| golden.admits(form)) {
            variants.entry(bare(&form)).or_default().push(form);
        }
        let has = |form: &Instruction| match &golden.forms {
            Some(_) => variants.contains_key(form),
            None => golden.has(form),
        };
        let operands = |is_amount| widths.iter().map(move |&width| Operand { width, values: values(width, is_amount) });
        let mut forms = Vec::new();
        for instruction in instructions().filter(has) {
            let steps = if instruction.reads_flag() && setters.is_some() { 4 } else { 1 };
            let is_shift = matches!(instruction, Instruction::Scalar(Scalar { op: ScalarOp::Shift { .. }, .. }));
            let fits = |operand: &Operand| match instruction {
                Instruction::Simd(simd) => operand.width == 32 / simd.lanes(),
                Instruction::Carry(form) => operand.width == form.ty.width(),
                Instruction::Scalar(_) | Instruction::Vmad(_) => operand.width <= 32,
            };
            let is_free = matches!(instruction, Instruction::Scalar(_) | Instruction::Vmad(_));
            let zeroed = golden.forms.as_ref().is_some_and(|forms| forms.needs_zero(&instruction));
            for mut a in operands(false).filter(fits) {
                if zeroed {
                    a.values = vec![0];
                }
                for b in operands(is_shift).filter(fits).filter(|b| is_free || b.width == a.width) {
                    let of = variants.get(&instruction).into_iter().flatten();
                    let of: Vec<_> = of.filter(|form| widths_of(form) == [a.width, b.width]).copied().collect();
                    if golden.forms.is_none() || !of.is_empty() {
                        forms.push(Form { instruction, variants: of, a: a.clone(), b, steps });
                    }
                }
            }
        }
        Self { forms, setters, contexts: golden.config.contexts.into(), key: key("vectors", seed) }
    }

    /// Returns the number of vectors.
    pub(crate) fn count(&self) -> u64 {
        self.forms.iter().map(Form::vectors).sum()
    }

    /// Returns the vectors from vector `first` on.
    pub(crate) fn walk(&self, first: u64) -> impl Iterator<Item = Case> {
        let (mut form, mut within) = (0, first);
        while within >= self.forms.get(form).map_or(u64::MAX, Form::vectors) {
            within -= self.forms[form].vectors();
            form += 1;
        }
        (first..).map_while(move |index| {
            if within == self.forms.get(form)?.vectors() {
                (form, within) = (form + 1, 0);
            }
            within += 1;
            Some(self.case(self.forms.get(form)?, within - 1, index))
        })
    }

    /// Returns vector `within` of a form, which is vector `index` of the grid.
    fn case(&self, form: &Form, within: u64, index: u64) -> Case {
        let (pair, step) = (within / form.steps, within % form.steps);
        // All steps of a pair use one context, and the instruction meets both flags with the same
        // registers.
        let mut draw = Draw::new(self.key, index - step);
        let context = draw.below(self.contexts).into();
        match &self.setters {
            Some(setters) if form.steps == 4 && step % 2 == 0 => Case { context, ..setters[step as usize / 2] },
            _ => Case { context, ..dealt(form, pair, &mut draw) },
        }
    }
}

/// Returns every operation with its types and modifiers, without selectors and last stage.
fn instructions() -> impl Iterator<Item = Instruction> {
    let scalar = |op| Instruction::Scalar(Scalar { op, asel: None, bsel: None, finish: Finish::Plain });
    let lanes = forms::simd_operations().into_iter().flat_map(|op| {
        let (asel, bsel, mask) = (LaneSelect::of_a(), LaneSelect::of_b(), LaneMask::FULL);
        let two = Simd::Two(SimdForm { op, asel, bsel, mask });
        let (asel, bsel, mask) = (LaneSelect::of_a(), LaneSelect::of_b(), LaneMask::FULL);
        [two, Simd::Four(SimdForm { op, asel, bsel, mask })].map(Instruction::Simd)
    });
    let video = ScalarOp::all().map(scalar).chain(vmads()).chain(lanes);
    let carries = forms::carries().into_iter().map(Instruction::Carry);
    video.chain(carries).chain(Simd::sets().map(Instruction::Simd))
}

/// Returns all forms of `vmad` without selectors; `.dtype` has no effect and is drawn.
fn vmads() -> impl Iterator<Item = Instruction> {
    let is_bare = |form: &Vmad| form.dtype == Type::U32 && form.asel.is_none() && form.bsel.is_none();
    Vmad::all().filter(is_bare).map(Instruction::Vmad)
}

/// Returns the corner values of a width: both ends of the signed and unsigned range with their
/// neighbors, alternating bits, and the ends of the narrower types. For the amount of a shift, also
/// the amounts near 32 and 64.
fn corners(width: u32, is_amount: bool) -> Vec<u64> {
    let ends = |width: u32| [mask(width - 1), mask(width - 1) + 1, mask(width), mask(width).wrapping_add(1)];
    let sign = 1 << (width - 1);
    let mut values = vec![0, 1, 2, sign - 1, sign, sign + 1, mask(width) - 1, mask(width)];
    values.extend([0x5555_5555_5555_5555, 0xaaaa_aaaa_aaaa_aaaa].map(|bits| bits & mask(width)));
    values.extend([8, 16, 32].into_iter().filter(|&narrow| narrow < width).flat_map(ends));
    if is_amount {
        values.extend([30, 31, 32, 33, 34, 63, 64, 65]);
    }
    values.sort_unstable();
    values.dedup();
    values
}

/// Returns the instruction of a form with the drawn parts, and its operands.
fn dealt(form: &Form, pair: u64, draw: &mut Draw) -> Case {
    let noise = [draw.word(), draw.word(), draw.word()];
    let c = match draw.below(2) {
        0 => noise[2],
        _ => {
            let width = form.instruction.width();
            noise[2] & !mask(width) | draw.pick(&corners(width, false))
        }
    };
    let instruction = match (&*form.variants, form.instruction) {
        ([], Instruction::Scalar(scalar)) => {
            let (asel, bsel) = (select(form.a.width, draw), select(form.b.width, draw));
            let finish = draw.pick(&Finish::all().collect::<Vec<_>>());
            Instruction::Scalar(Scalar { asel, bsel, finish, ..scalar })
        }
        ([], Instruction::Vmad(vmad)) => {
            let (asel, bsel, dtype) = (select(form.a.width, draw), select(form.b.width, draw), draw.pick(&Type::ALL));
            Instruction::Vmad(Vmad { asel, bsel, dtype, ..vmad })
        }
        ([], instruction) => instruction,
        (variants, _) => draw.pick(variants),
    };
    let [a, b] = form.pair(pair);
    let registers = match instruction {
        Instruction::Scalar(Scalar { asel, bsel, .. }) | Instruction::Vmad(Vmad { asel, bsel, .. }) => {
            [placed(asel, a, noise[0]), placed(bsel, b, noise[1])]
        }
        Instruction::Simd(simd) => {
            let (lanes, width) = (u64::from(simd.lanes()), form.a.width);
            let mut registers = [noise[0] & !mask(32), noise[1] & !mask(32)];
            for lane in 0..lanes {
                let values = form.pair(pair * lanes + lane);
                let place = lane as u32 * width;
                registers.iter_mut().zip(values).for_each(|(register, value)| *register |= value << place);
            }
            registers
        }
        Instruction::Carry(_) => {
            let width = form.a.width;
            [noise[0] & !mask(width) | a, noise[1] & !mask(width) | b]
        }
    };
    Case { instruction, context: 0, registers: [registers[0], registers[1], c] }
}

/// Returns an instruction without the parts that are drawn, as [`instructions`] has it.
fn bare(instruction: &Instruction) -> Instruction {
    match *instruction {
        Instruction::Scalar(Scalar { op, .. }) => {
            Instruction::Scalar(Scalar { op, asel: None, bsel: None, finish: Finish::Plain })
        }
        Instruction::Vmad(form) => Instruction::Vmad(Vmad { dtype: Type::U32, asel: None, bsel: None, ..form }),
        Instruction::Simd(Simd::Two(form)) => Instruction::Simd(Simd::Two(SimdForm { mask: LaneMask::FULL, ..form })),
        Instruction::Simd(Simd::Four(form)) => Instruction::Simd(Simd::Four(SimdForm { mask: LaneMask::FULL, ..form })),
        Instruction::Simd(Simd::SetTwo(_) | Simd::SetFour(_)) | Instruction::Carry(_) => *instruction,
    }
}

/// Returns the widths of the parts of `a` and `b` that an instruction, or a lane of it, reads.
fn widths_of(instruction: &Instruction) -> [u32; 2] {
    let part = |select: Select| select.map_or(32, SubWord::width);
    match instruction {
        Instruction::Scalar(Scalar { asel, bsel, .. }) | Instruction::Vmad(Vmad { asel, bsel, .. }) => {
            [part(*asel), part(*bsel)]
        }
        Instruction::Simd(simd) => [32 / simd.lanes(); 2],
        Instruction::Carry(form) => [form.ty.width(); 2],
    }
}

/// Draws a part of a register that has this width.
fn select(width: u32, draw: &mut Draw) -> Select {
    let parts: Vec<_> = SubWord::ALL.into_iter().filter(|part| part.width() == width).collect();
    if parts.is_empty() { None } else { Some(draw.pick(&parts)) }
}

/// Returns a register that holds a value in a part, and noise around it.
fn placed(select: Select, value: u64, noise: u64) -> u64 {
    let (width, shift) = select.map_or((32, 0), |part| (part.width(), part.shift()));
    noise & !(mask(width) << shift) | value << shift
}
