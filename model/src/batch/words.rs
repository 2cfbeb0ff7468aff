//! Batches of control words: each word may be an instruction of any unit, or not an instruction at
//! all.

use super::{BLOCK, CarryInputs, VideoInputs, carry, register, video};
use crate::bv::Lane;
use crate::control::{self, UNIT, legal, scalar, simd, vmad};
use crate::golden::Profile;
use crate::isa::Unit;

/// Operands of a batch of control words; all slices have the same length.
#[derive(Clone, Copy, Debug)]
pub struct WordInputs<'a> {
    /// Control words.
    pub ctl: &'a [u64],
    /// Registers `a`; an instruction of 32 bits reads the low half.
    pub a: &'a [u64],
    /// Registers `b`.
    pub b: &'a [u64],
    /// Registers `c`.
    pub c: &'a [u64],
    /// CC.CF before each instruction, in the profile's polarity: 0 means 0, all else means 1.
    pub cf: &'a [u8],
}

/// The results of a batch of control words; all slices are as long as the inputs.
#[derive(Debug)]
pub struct WordResults<'a> {
    /// Registers `d`; 0 where a word encodes no instruction.
    pub d: &'a mut [u64],
    /// CC.CF after each instruction, 0 or 1; unchanged unless the instruction writes it.
    pub cf: &'a mut [u8],
    /// 1 where `.sat` changed the result (of a written lane), else 0.
    pub saturated: &'a mut [u8],
    /// 1 where the word encodes an instruction, else 0.
    pub legal: &'a mut [u8],
}

/// A word that encodes no instruction.
const NONE: u64 = u64::MAX;

/// Computes a batch of control words, each on its own.
///
/// If `unit` is given, the words are those that this unit receives at `ctl_i`, with or without the
/// unit's code above. Otherwise they are whole words, as [`control::encode`] returns them.
///
/// # Panics
/// If the slices differ in length.
pub fn words(unit: Option<Unit>, profile: Profile, inputs: WordInputs<'_>, results: WordResults<'_>) {
    let WordInputs { ctl, a, b, c, cf } = inputs;
    let WordResults { d, cf: left, saturated, legal } = results;
    let len = ctl.len();
    assert!(
        [a.len(), b.len(), c.len(), cf.len(), d.len(), left.len(), saturated.len(), legal.len()] == [len; 8],
        "all slices of a batch have the same length"
    );
    let mut groups = Unit::ALL.map(|unit| (unit, Vec::with_capacity(BLOCK)));
    let mut columns = Columns::default();
    for from in (0..len).step_by(BLOCK) {
        let block = from..len.min(from + BLOCK);
        let mut whole = [0; BLOCK];
        let whole = &mut whole[..block.len()];
        for (whole, ctl) in whole.iter_mut().zip(&ctl[block.clone()]) {
            *whole = unit.map_or(Some(*ctl), |unit| control::whole(unit, *ctl)).unwrap_or(NONE);
        }
        legal[block.clone()].iter_mut().zip(&*whole).for_each(|(legal, word)| *legal = is_legal(*word).into());
        d[block.clone()].fill(0);
        saturated[block.clone()].fill(0);
        left[block.clone()].iter_mut().zip(&cf[block.clone()]).for_each(|(left, cf)| *left = (*cf != 0).into());
        for (at, word) in block.clone().zip(&*whole) {
            if legal[at] == 1 {
                groups[UNIT.get(*word) as usize].1.push(at);
            }
        }
        for (unit, places) in &mut groups {
            let flag = if *unit == Unit::Carry { &mut *left } else { &mut *saturated };
            columns.gather(places, from, whole, [a, b, c], flag);
            columns.compute(*unit, profile);
            for (at, (result, other)) in places.drain(..).zip(columns.d.iter().zip(&columns.other)) {
                d[at] = *result;
                flag[at] = *other as u8;
            }
        }
    }
}

/// Returns whether a word encodes an instruction.
fn is_legal(word: u64) -> bool {
    let unit = Unit::ALL[UNIT.get(word) as usize];
    let fields = word & !UNIT.put((1 << UNIT.width) - 1);
    let is_legal = match unit {
        Unit::Scalar => legal::scalar(register::<{ scalar::WIDTH }, Lane, u64>(word)),
        Unit::Vmad => legal::vmad(register::<{ vmad::WIDTH }, Lane, u64>(word)),
        Unit::Simd => legal::simd(register::<{ simd::WIDTH }, Lane, u64>(word)),
        Unit::Carry => legal::carry(register::<{ control::carry::WIDTH }, Lane, u64>(word)),
    };
    fields >> control::format(unit).width() == 0 && is_legal.value().to_bits(1) == 1
}

/// The vectors of a unit, side by side.
#[derive(Default)]
struct Columns {
    ctl: Vec<u64>,
    registers: [Vec<u64>; 3],
    d: Vec<u64>,
    /// CC.CF of a carry instruction; for other instructions, whether `.sat` changed the result.
    other: Vec<u64>,
}

impl Columns {
    /// Gathers the vectors at `places`; `words` begins with the word of the vector `from`.
    fn gather(&mut self, places: &[usize], from: usize, words: &[u64], registers: [&[u64]; 3], flags: &[u8]) {
        self.ctl.clear();
        self.ctl.extend(places.iter().map(|at| words[at - from]));
        for (column, register) in self.registers.iter_mut().zip(registers) {
            column.clear();
            column.extend(places.iter().map(|&at| register[at]));
        }
        self.d.resize(places.len(), 0);
        self.other.clear();
        self.other.extend(places.iter().map(|&at| u64::from(flags[at])));
    }

    fn compute(&mut self, unit: Unit, profile: Profile) {
        let Self { ctl, registers: [a, b, c], d, other } = self;
        match unit {
            Unit::Carry => carry(profile, CarryInputs { ctl, a, b, c }, d, other),
            unit => video(unit, profile, VideoInputs { ctl, a, b, c }, d, other),
        }
    }
}
