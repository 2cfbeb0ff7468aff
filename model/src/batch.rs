//! Many instructions at once, as a structure of arrays, in the native lanes of the processor.
//!
//! The same golden functions as everywhere, over the value domain [`Lane`]: every vector may hold another
//! instruction, and no branch depends on the data. The processor's widest lanes are chosen at run time.
//!
//! `vmad` and the carry instructions need more than 64 bits and run one at a time, over `u128`.

use multiversion::multiversion;

use crate::bv::{Bv, Lane};
use crate::control::{carry as carry_word, scalar as scalar_word, simd as simd_word, vmad as vmad_word};
use crate::golden::carry::carry as golden_carry;
use crate::golden::scalar::scalar as golden_scalar;
use crate::golden::simd::simd as golden_simd;
use crate::golden::vmad::vmad as golden_vmad;
use crate::golden::{Profile, Video};
use crate::isa::Unit;

/// Operands of a batch of video instructions; all slices have the same length.
#[derive(Clone, Copy, Debug)]
pub struct VideoInputs<'a> {
    /// Control words; bits above the unit's format are ignored.
    pub ctl: &'a [u64],
    /// Registers `a`.
    pub a: &'a [u32],
    /// Registers `b`.
    pub b: &'a [u32],
    /// Registers `c`.
    pub c: &'a [u32],
}

/// Operands of a batch of carry instructions; all slices have the same length.
#[derive(Clone, Copy, Debug)]
pub struct CarryInputs<'a> {
    /// Control words; bits above the unit's format are ignored.
    pub ctl: &'a [u64],
    /// Registers `a`; a 32-bit instruction reads the low half.
    pub a: &'a [u64],
    /// Registers `b`, likewise.
    pub b: &'a [u64],
    /// Registers `c`, likewise.
    pub c: &'a [u64],
}

/// Computes a batch of video instructions of one unit: into `d` the registers `d`, into `saturated` 1 where `.sat`
/// changed the result (of a written lane), else 0. Both are as long as the inputs.
///
/// # Panics
/// If the slices differ in length, or `unit` is [`Unit::Carry`], which [`carry`] serves.
pub fn video(unit: Unit, profile: Profile, inputs: VideoInputs, d: &mut [u32], saturated: &mut [u8]) {
    let len = inputs.ctl.len();
    assert!(
        [inputs.a.len(), inputs.b.len(), inputs.c.len(), d.len(), saturated.len()] == [len; 5],
        "all slices of a batch have the same length"
    );
    match unit {
        Unit::Scalar => scalar(profile, inputs, d, saturated),
        Unit::Simd => simd(inputs, d, saturated),
        Unit::Vmad => vmad(profile, inputs, d, saturated),
        Unit::Carry => panic!("carry instructions have 64-bit operands: use batch::carry"),
    }
}

/// Computes a chain of carry instructions, one after the other through one flag, and returns CC.CF after the last.
///
/// # Panics
/// If the slices differ in length.
pub fn carry(profile: Profile, inputs: CarryInputs, d: &mut [u64], cf: bool) -> bool {
    let len = inputs.ctl.len();
    assert!(
        [inputs.a.len(), inputs.b.len(), inputs.c.len(), d.len()] == [len; 4],
        "all slices of a batch have the same length"
    );
    let number = |x: u64| Bv::<64, u128>::constant(u128::from(x));
    let mut flag = Bv::constant(u128::from(cf));
    for (index, d) in d.iter_mut().enumerate() {
        let ctl = Bv::<{ carry_word::WIDTH }, u128>::constant(u128::from(inputs.ctl[index]));
        let [a, b, c] = [inputs.a[index], inputs.b[index], inputs.c[index]].map(number);
        let result = golden_carry(profile, ctl, a, b, c, flag, &mut ());
        *d = result.d.value() as u64;
        flag = result.cf;
    }
    flag.value() == 1
}

fn vmad(profile: Profile, inputs: VideoInputs, d: &mut [u32], saturated: &mut [u8]) {
    let number = |x: u32| Bv::<32, u128>::constant(u128::from(x));
    for index in 0..inputs.ctl.len() {
        let ctl = Bv::<{ vmad_word::WIDTH }, u128>::constant(u128::from(inputs.ctl[index]));
        let [a, b, c] = [inputs.a[index], inputs.b[index], inputs.c[index]].map(number);
        let result = golden_vmad(profile, ctl, a, b, c, &mut ());
        d[index] = result.d.value() as u32;
        saturated[index] = result.saturated.value() as u8;
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn scalar(profile: Profile, inputs: VideoInputs, d: &mut [u32], saturated: &mut [u8]) {
    // One loop a profile, so that the choice stands outside the loop.
    match profile {
        Profile::Manual => in_lanes::<{ scalar_word::WIDTH }>(
            inputs,
            d,
            saturated,
            #[inline(always)]
            |ctl, a, b, c| golden_scalar(Profile::Manual, ctl, a, b, c, &mut ()),
        ),
        Profile::Hardware => in_lanes::<{ scalar_word::WIDTH }>(
            inputs,
            d,
            saturated,
            #[inline(always)]
            |ctl, a, b, c| golden_scalar(Profile::Hardware, ctl, a, b, c, &mut ()),
        ),
        Profile::Ptxas => in_lanes::<{ scalar_word::WIDTH }>(
            inputs,
            d,
            saturated,
            #[inline(always)]
            |ctl, a, b, c| golden_scalar(Profile::Ptxas, ctl, a, b, c, &mut ()),
        ),
        Profile::Ptxas13_5 => in_lanes::<{ scalar_word::WIDTH }>(
            inputs,
            d,
            saturated,
            #[inline(always)]
            |ctl, a, b, c| golden_scalar(Profile::Ptxas13_5, ctl, a, b, c, &mut ()),
        ),
    }
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn simd(inputs: VideoInputs, d: &mut [u32], saturated: &mut [u8]) {
    in_lanes::<{ simd_word::WIDTH }>(
        inputs,
        d,
        saturated,
        #[inline(always)]
        |ctl, a, b, c| golden_simd(ctl, a, b, c, &mut ()),
    );
}

/// Runs `golden` over the batch, one vector an iteration: straight-line code, which vectorises.
#[inline(always)]
fn in_lanes<const CTL: u32>(
    inputs: VideoInputs,
    d: &mut [u32],
    saturated: &mut [u8],
    golden: impl Fn(Bv<CTL, Lane>, Bv<32, Lane>, Bv<32, Lane>, Bv<32, Lane>) -> Video<Lane>,
) {
    let len = inputs.ctl.len();
    // Equal lengths that the compiler can see: no check is left in the loop.
    let (ctl, a, b, c) = (&inputs.ctl[..len], &inputs.a[..len], &inputs.b[..len], &inputs.c[..len]);
    let (d, saturated) = (&mut d[..len], &mut saturated[..len]);
    for index in 0..len {
        let ctl = Bv::new(Lane::from_bits(ctl[index], CTL));
        let [a, b, c] = [a[index], b[index], c[index]].map(|x| Bv::new(Lane::from_bits(u64::from(x), 32)));
        let result = golden(ctl, a, b, c);
        d[index] = result.d.value().to_bits(32) as u32;
        saturated[index] = result.saturated.value().to_bits(1) as u8;
    }
}
