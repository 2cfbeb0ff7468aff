//! Results of one instruction and of many at once.

use std::mem::MaybeUninit;

use vidalu_model::batch::{self, WordInputs, WordResults};
use vidalu_model::control;
use vidalu_model::golden::{Operands, Outcome, Profile, evaluate};
use vidalu_model::isa::{Instruction, Unit};

use crate::status::VidaluStatus;

/// In place of a unit: control words are whole and carry the unit's code. Larger than every code.
pub(crate) const ANY: u32 = 1 << control::UNIT.width;

/// Returns the profile with this number.
pub(crate) fn profile(number: u32) -> Result<Profile, VidaluStatus> {
    Profile::ALL.get(number as usize).copied().ok_or(VidaluStatus::NoProfile)
}

/// Returns the unit with this number; `None` for [`ANY`].
pub(crate) fn unit(number: u32) -> Result<Option<Unit>, VidaluStatus> {
    match number {
        ANY => Ok(None),
        _ => Unit::ALL.get(number as usize).copied().map(Some).ok_or(VidaluStatus::NoUnit),
    }
}

/// Decodes a control word that `unit` receives.
pub(crate) fn instruction(unit: Option<Unit>, ctl: u64) -> Result<Instruction, VidaluStatus> {
    let word = unit.map_or(Some(ctl), |unit| control::whole(unit, ctl));
    word.and_then(|word| control::decode(word).ok()).ok_or(VidaluStatus::Illegal)
}

/// Computes the instruction of a control word.
pub(crate) fn golden(
    profile: u32,
    unit: u32,
    ctl: u64,
    [a, b, c]: [u64; 3],
    cf: bool,
) -> Result<Outcome, VidaluStatus> {
    let (profile, unit) = (self::profile(profile)?, self::unit(unit)?);
    Ok(evaluate(&instruction(unit, ctl)?, Operands { a, b, c, cf }, profile))
}

/// The number of vectors that are computed at once if columns are left out.
pub(crate) const BLOCK: usize = 4096;

/// The columns of a batch, some of which the caller may leave out. The outputs need not be
/// initialised.
pub(crate) struct Columns<'a> {
    pub(crate) ctl: &'a [u64],
    pub(crate) registers: [&'a [u64]; 3],
    /// CC.CF before; 0 if the column is left out.
    pub(crate) cf: Option<&'a [u8]>,
    pub(crate) d: &'a mut [MaybeUninit<u64>],
    /// CC.CF after, whether `.sat` changed the result, and whether the word encodes an instruction.
    pub(crate) others: [Option<&'a mut [MaybeUninit<u8>]>; 3],
}

/// Computes the instructions of many control words. A word that does not encode an instruction
/// gives 0 and leaves CC.CF alone.
pub(crate) fn many(profile: u32, unit: u32, columns: Columns<'_>) -> Result<(), VidaluStatus> {
    let (profile, unit) = (self::profile(profile)?, self::unit(unit)?);
    let Columns { ctl, registers: [a, b, c], cf, d, mut others } = columns;
    let (mut registers, mut bits) = ([0; BLOCK], [[0; BLOCK]; 3]);
    let mut all_legal = true;
    for from in (0..ctl.len()).step_by(BLOCK) {
        let block = from..ctl.len().min(from + BLOCK);
        let cf = cf.map_or(&[0; BLOCK][..block.len()], |cf| &cf[block.clone()]);
        let [ctl, a, b, c] = [ctl, a, b, c].map(|column| &column[block.clone()]);
        let registers = &mut registers[..block.len()];
        let [left, saturated, legal] = bits.each_mut().map(|bits| &mut bits[..block.len()]);
        let results = WordResults { d: registers, cf: left, saturated, legal };
        batch::words(unit, profile, WordInputs { ctl, a, b, c, cf }, results);
        d[block.clone()].write_copy_of_slice(registers);
        for (column, bits) in others.iter_mut().zip(&bits) {
            if let Some(column) = column {
                column[block.clone()].write_copy_of_slice(&bits[..block.len()]);
            }
        }
        all_legal &= bits[2][..block.len()].iter().all(|legal| *legal == 1);
    }
    if all_legal { Ok(()) } else { Err(VidaluStatus::Illegal) }
}
