//! The golden functions: the result of every instruction, by profile.
//!
//! [`evaluate`] answers for one instruction on plain integers and [`trace()`] shows the stages on
//! the way. The functions behind them, one file a section of the manual, are generic over the value
//! domain of [`Bv`]: [`scalar()`], [`vmad()`], [`simd()`], [`carry()`]. They take the packed
//! control word as a bit vector, so that it may be symbolic too.

/// `by_code!(value of FIELD { "name" => result, …, else "name", … => result })`: the result of the
/// arm whose code `value` holds.
///
/// Each code of the field needs exactly one arm: a code that is added to the field without an arm
/// here fails to compile. The last arm also covers values that are not codes.
macro_rules! by_code {
    ($value:ident $(. $part:ident)? of $field:ident {
        $($name:literal => $result:expr,)* else $($last:literal),+ => $other:expr $(,)?
    }) => {{
        const _: () = $field.assert_codes(&[$($name,)* $($last),+]);
        $value$(.$part)?.case([$((const { $field.code($name) }, $result)),*], $other)
    }};
}

pub mod block;
mod carry;
mod packed;
mod parts;
mod ptxas;
mod scalar;
mod simd;
mod trace;
mod vmad;

pub use carry::{Carried, carry};
pub use packed::packed;
pub use simd::simd;
pub use trace::{Stage, Step, Trace};

use crate::bv::{Bit, Bv, Domain};
use crate::control;
use crate::isa::{Instruction, Packed, Unit};

/// A reading of the manual.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The manual's words, with the decisions D1 to D9.
    #[default]
    Manual,
    /// The behavior of GPUs with native instructions, as far as it was recorded: H1 and H2.
    Hardware,
    /// The results of a CUDA program where the assembler emulates the scalar instructions: H1 and
    /// E1 to E7.
    Ptxas,
    /// The assembler's emulation from version 13.5 on: H1 and E2 to E7.
    Ptxas13_5,
}

impl Profile {
    /// All four.
    pub const ALL: [Self; 4] = [Self::Manual, Self::Hardware, Self::Ptxas, Self::Ptxas13_5];

    /// The name on the command line and in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Manual => "manual",
            Self::Hardware => "hardware",
            Self::Ptxas => "ptxas",
            Self::Ptxas13_5 => "ptxas-13.5",
        }
    }

    /// Returns the profile by which an instruction is computed that was written as `form`. The
    /// departures are those of video and carry instructions: a packed one has the same result in
    /// all profiles (SEMANTICS P4).
    pub fn serving(self, form: Option<Packed>) -> Self {
        if form.is_some() { Self::Manual } else { self }
    }

    /// Returns whether the scalar instructions are those of the assembler's emulation.
    #[inline]
    pub fn is_emulation(self) -> bool {
        matches!(self, Self::Ptxas | Self::Ptxas13_5)
    }
}

/// The operands of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Operands {
    /// Register `a`: 32 bits, or 64 for a 64-bit carry instruction. Higher bits are ignored.
    pub a: u64,
    /// Register `b`, as wide as `a`.
    pub b: u64,
    /// Register `c`, as wide as `a`.
    pub c: u64,
    /// CC.CF before the instruction, in the profile's polarity.
    pub cf: bool,
}

/// The result of an instruction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// Register `d`: 32 bits, or 64 for a 64-bit carry instruction.
    pub d: u64,
    /// CC.CF after the instruction, in the profile's polarity; unchanged unless the instruction
    /// writes it.
    pub cf: bool,
    /// Whether `.sat` changed the result (of a written lane).
    pub saturated: bool,
}

/// The result of a video instruction, in any value domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Video<V> {
    /// Register `d`.
    pub d: Bv<32, V>,
    /// Whether `.sat` changed the result (of a written lane).
    pub saturated: Bit<V>,
}

/// A scalar instruction: `ctl` is its control word without the unit's code, `a b c` are the
/// registers.
#[inline(always)]
pub fn scalar<V: Domain>(
    profile: Profile,
    ctl: Bv<{ control::scalar::WIDTH }, V>,
    a: Bv<32, V>,
    b: Bv<32, V>,
    c: Bv<32, V>,
    trace: &mut impl Trace<V>,
) -> Video<V> {
    if profile.is_emulation() {
        ptxas::scalar(profile, ctl, a, b, c, trace)
    } else {
        scalar::scalar(profile, ctl, a, b, c, trace)
    }
}

/// A `vmad` instruction: `ctl` is its control word without the unit's code, `a b c` are the
/// registers.
#[inline(always)]
pub fn vmad<V: Domain>(
    profile: Profile,
    ctl: Bv<{ control::vmad::WIDTH }, V>,
    a: Bv<32, V>,
    b: Bv<32, V>,
    c: Bv<32, V>,
    trace: &mut impl Trace<V>,
) -> Video<V> {
    if profile.is_emulation() { ptxas::vmad(ctl, a, b, c, trace) } else { vmad::vmad(ctl, a, b, c, trace) }
}

/// Computes one instruction.
pub fn evaluate(instruction: &Instruction, operands: Operands, profile: Profile) -> Outcome {
    evaluate_with(instruction, operands, profile, &mut ())
}

/// Computes one instruction and records the value of every stage that its result passes through.
pub fn trace(instruction: &Instruction, operands: Operands, profile: Profile) -> (Outcome, Vec<Step>) {
    let mut steps = Vec::new();
    let outcome = evaluate_with(instruction, operands, profile, &mut steps);
    steps.retain(|step| step.stage.serves(instruction));
    if matches!(instruction, Instruction::Simd(simd) if simd.lanes() == 2) {
        simd::name_two_lanes(&mut steps);
    }
    (outcome, steps)
}

fn evaluate_with(
    instruction: &Instruction,
    operands: Operands,
    profile: Profile,
    trace: &mut impl Trace<u128>,
) -> Outcome {
    let word = u128::from(control::encode(instruction));
    let [a, b, c] = [operands.a, operands.b, operands.c].map(|x| Bv::<64, u128>::constant(u128::from(x)));
    let [a32, b32, c32] = [a, b, c].map(Bv::low::<32>);
    let video = match instruction.unit() {
        Unit::Scalar => scalar(profile, Bv::constant(word), a32, b32, c32, trace),
        Unit::Vmad => vmad(profile, Bv::constant(word), a32, b32, c32, trace),
        Unit::Simd => simd(Bv::constant(word), a32, b32, c32, trace),
        Unit::Carry => {
            let cf = Bv::constant(u128::from(operands.cf));
            let result = carry(profile, Bv::constant(word), a, b, c, cf, trace);
            return Outcome { d: result.d.value() as u64, cf: result.cf.value() == 1, saturated: false };
        }
    };
    Outcome { d: video.d.value() as u64, cf: operands.cf, saturated: video.saturated.value() == 1 }
}
