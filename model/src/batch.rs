//! Many instructions at once, as a structure of arrays, in the native lanes of the processor.
//!
//! A batch computes the golden functions over native lanes: [`Lane`], [`Narrow`] where most numbers
//! have at most 32 bits, and [`Wide`] for numbers of more than 64 bits. Every vector may hold a
//! different instruction, and no branch depends on the data. The widest lanes of the processor are
//! chosen at run time.

mod words;

pub use words::{WordInputs, WordResults, words};

use multiversion::multiversion;

use crate::bv::{Bv, Domain, Lane, Narrow, Wide};
use crate::control::{carry as carry_word, scalar as scalar_word, simd as simd_word, vmad as vmad_word};
use crate::golden::{self, Profile, Video};
use crate::isa::Unit;

/// An element of a column: `u8`, `u32`, `u64`, or `()` for results that nobody reads.
pub trait Word: Copy {
    /// The low bits.
    fn from_low(bits: u64) -> Self;

    /// All bits.
    fn bits(self) -> u64;
}

impl Word for () {
    #[inline(always)]
    fn from_low(_: u64) -> Self {}
    #[inline(always)]
    fn bits(self) -> u64 {
        0
    }
}

impl Word for u8 {
    #[inline(always)]
    fn from_low(bits: u64) -> Self {
        bits as Self
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        self.into()
    }
}

impl Word for u32 {
    #[inline(always)]
    fn from_low(bits: u64) -> Self {
        bits as Self
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        self.into()
    }
}

impl Word for u64 {
    #[inline(always)]
    fn from_low(bits: u64) -> Self {
        bits
    }
    #[inline(always)]
    fn bits(self) -> u64 {
        self
    }
}

/// Operands of a batch of video instructions, in words that hold 32 bits; all slices have the same
/// length.
#[derive(Clone, Copy, Debug)]
pub struct VideoInputs<'a, W> {
    /// Control words; bits above the unit's format are ignored.
    pub ctl: &'a [u64],
    /// Registers `a`.
    pub a: &'a [W],
    /// Registers `b`.
    pub b: &'a [W],
    /// Registers `c`.
    pub c: &'a [W],
}

/// Operands of a batch of carry instructions; all slices have the same length.
#[derive(Clone, Copy, Debug)]
pub struct CarryInputs<'a> {
    /// Control words; bits above the unit's format are ignored.
    pub ctl: &'a [u64],
    /// Registers `a`; a 32-bit instruction reads the low half.
    pub a: &'a [u64],
    /// Registers `b`.
    pub b: &'a [u64],
    /// Registers `c`.
    pub c: &'a [u64],
}

/// Computes a batch of video instructions of one unit: into `d` the registers `d`, into `saturated`
/// 1 where `.sat` changed the result (of a written lane), else 0. Both are as long as the inputs.
///
/// # Panics
/// If the slices differ in length, or `unit` is [`Unit::Carry`], which [`carry`] serves.
pub fn video<W: Word, S: Word>(
    unit: Unit,
    profile: Profile,
    inputs: VideoInputs<'_, W>,
    d: &mut [W],
    saturated: &mut [S],
) {
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

/// Computes a batch of independent carry instructions. Writes the registers `d` to `d`. `cf` holds
/// CC.CF before each instruction, 0 or 1, and afterwards CC.CF after it.
///
/// # Panics
/// If the slices differ in length.
pub fn carry(profile: Profile, inputs: CarryInputs<'_>, d: &mut [u64], cf: &mut [u64]) {
    let len = inputs.ctl.len();
    assert!(
        [inputs.a.len(), inputs.b.len(), inputs.c.len(), d.len(), cf.len()] == [len; 5],
        "all slices of a batch have the same length"
    );
    // All but the manual's profile agree here.
    match profile {
        Profile::Manual => carry_borrowing(inputs, d, cf),
        _ => carry_carrying(inputs, d, cf),
    }
}

/// One loop per profile, so that the choice is outside the loop.
macro_rules! unswitched {
    ($profile:ident, $run:expr) => {
        match $profile {
            Profile::Manual => {
                let $profile = Profile::Manual;
                $run
            }
            Profile::Hardware => {
                let $profile = Profile::Hardware;
                $run
            }
            Profile::Ptxas => {
                let $profile = Profile::Ptxas;
                $run
            }
            Profile::Ptxas13_5 => {
                let $profile = Profile::Ptxas13_5;
                $run
            }
        }
    };
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn scalar<W: Word, S: Word>(profile: Profile, inputs: VideoInputs<'_, W>, d: &mut [W], saturated: &mut [S]) {
    unswitched!(
        profile,
        in_lanes::<{ scalar_word::WIDTH }, Lane, W, S>(
            inputs,
            d,
            saturated,
            #[inline(always)]
            |ctl, a, b, c| golden::scalar(profile, ctl, a, b, c, &mut ()),
        )
    );
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn simd<W: Word, S: Word>(inputs: VideoInputs<'_, W>, d: &mut [W], saturated: &mut [S]) {
    in_narrow_lanes::<{ simd_word::WIDTH }, W, S>(
        inputs,
        d,
        saturated,
        #[inline(always)]
        |ctl, a, b, c| golden::simd(ctl, a, b, c, &mut ()),
    );
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn vmad<W: Word, S: Word>(profile: Profile, inputs: VideoInputs<'_, W>, d: &mut [W], saturated: &mut [S]) {
    unswitched!(
        profile,
        in_lanes::<{ vmad_word::WIDTH }, Wide, W, S>(
            inputs,
            d,
            saturated,
            #[inline(always)]
            |ctl, a, b, c| golden::vmad(profile, ctl, a, b, c, &mut ()),
        )
    );
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn carry_borrowing(inputs: CarryInputs<'_>, d: &mut [u64], cf: &mut [u64]) {
    carry_in_lanes(Profile::Manual, inputs, d, cf);
}

#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn carry_carrying(inputs: CarryInputs<'_>, d: &mut [u64], cf: &mut [u64]) {
    carry_in_lanes(Profile::Hardware, inputs, d, cf);
}

/// A domain whose numbers are stored in columns.
trait Native: Domain {
    fn from_bits(bits: u64, width: u32) -> Self;
    fn to_bits(self, width: u32) -> u64;
}

impl Native for Lane {
    #[inline(always)]
    fn from_bits(bits: u64, width: u32) -> Self {
        Self::from_bits(bits, width)
    }
    #[inline(always)]
    fn to_bits(self, width: u32) -> u64 {
        self.to_bits(width)
    }
}

impl Native for Wide {
    #[inline(always)]
    fn from_bits(bits: u64, width: u32) -> Self {
        Self::from_bits(bits, width)
    }
    #[inline(always)]
    fn to_bits(self, width: u32) -> u64 {
        self.to_bits(width)
    }
}

/// A register of `W` bits.
#[inline(always)]
fn register<const W: u32, V: Native, T: Word>(word: T) -> Bv<W, V> {
    Bv::new(V::from_bits(word.bits(), W))
}

/// Runs `golden` over the batch, one vector an iteration: straight-line code, which vectorises.
#[inline(always)]
fn in_lanes<const CTL: u32, V: Native, W: Word, S: Word>(
    inputs: VideoInputs<'_, W>,
    d: &mut [W],
    saturated: &mut [S],
    golden: impl Fn(Bv<CTL, V>, Bv<32, V>, Bv<32, V>, Bv<32, V>) -> Video<V>,
) {
    let len = inputs.ctl.len();
    // Equal lengths that the compiler can see: no check is left in the loop.
    let (ctl, a, b, c) = (&inputs.ctl[..len], &inputs.a[..len], &inputs.b[..len], &inputs.c[..len]);
    let (d, saturated) = (&mut d[..len], &mut saturated[..len]);
    for index in 0..len {
        let ctl = Bv::new(V::from_bits(ctl[index], CTL));
        let result = golden(ctl, register(a[index]), register(b[index]), register(c[index]));
        d[index] = W::from_low(result.d.value().to_bits(32));
        saturated[index] = S::from_low(result.saturated.value().to_bits(1));
    }
}

/// Vectors that are computed at once in short lanes: few enough for them to stay in the nearest
/// cache.
const BLOCK: usize = 512;

/// Computes the instructions in short lanes. A column of 64-bit words would leave room for only
/// half as many lanes, so each word is split into two columns first.
#[inline(always)]
fn in_narrow_lanes<const CTL: u32, W: Word, S: Word>(
    inputs: VideoInputs<'_, W>,
    d: &mut [W],
    saturated: &mut [S],
    golden: impl Fn(Bv<CTL, Narrow>, Bv<32, Narrow>, Bv<32, Narrow>, Bv<32, Narrow>) -> Video<Narrow>,
) {
    let mut words = [[0_u32; BLOCK]; 7];
    let [low, high, a, b, c, result, changed] = &mut words;
    for from in (0..inputs.ctl.len()).step_by(BLOCK) {
        let block = from..inputs.ctl.len().min(from + BLOCK);
        let ctl = &inputs.ctl[block.clone()];
        low.iter_mut().zip(ctl).for_each(|(low, ctl)| *low = *ctl as u32);
        high.iter_mut().zip(ctl).for_each(|(high, ctl)| *high = (*ctl >> 32) as u32);
        for (words, column) in [(&mut *a, inputs.a), (&mut *b, inputs.b), (&mut *c, inputs.c)] {
            words.iter_mut().zip(&column[block.clone()]).for_each(|(word, value)| *word = value.bits() as u32);
        }
        for at in 0..BLOCK {
            let register = |word: u32| Bv::new(Narrow::from_words(word, 0, 32));
            let ctl = Bv::new(Narrow::from_words(low[at], high[at], CTL));
            let video = golden(ctl, register(a[at]), register(b[at]), register(c[at]));
            result[at] = video.d.value().to_word(32);
            changed[at] = video.saturated.value().to_word(1);
        }
        d[block.clone()].iter_mut().zip(&*result).for_each(|(d, result)| *d = W::from_low((*result).into()));
        saturated[block]
            .iter_mut()
            .zip(&*changed)
            .for_each(|(saturated, changed)| *saturated = S::from_low((*changed).into()));
    }
}

/// Computes a batch of carry instructions, one vector an iteration.
#[inline(always)]
fn carry_in_lanes(profile: Profile, inputs: CarryInputs<'_>, d: &mut [u64], cf: &mut [u64]) {
    let len = inputs.ctl.len();
    let (ctl, a, b, c) = (&inputs.ctl[..len], &inputs.a[..len], &inputs.b[..len], &inputs.c[..len]);
    let (d, cf) = (&mut d[..len], &mut cf[..len]);
    for index in 0..len {
        let ctl = Bv::new(Wide::from_bits(ctl[index], carry_word::WIDTH));
        let [a, b, c] = [register(a[index]), register(b[index]), register(c[index])];
        let before = Bv::new(Wide::truth(cf[index] == 1));
        let result = golden::carry(profile, ctl, a, b, c, before, &mut ());
        d[index] = result.d.value().to_bits(64);
        cf[index] = result.cf.value().to_bits(1);
    }
}
