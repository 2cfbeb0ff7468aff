//! Control words: the word that a unit receives, and the instruction of such a word.

use vidalu_gen::{Choice, Unit};
use vidalu_model::control::{self, DecodeError};
use vidalu_model::isa::{self, Instruction};

/// A control word with the width of the port that receives it.
#[derive(Clone, Copy)]
pub(crate) struct Word {
    pub(crate) value: u64,
    pub(crate) bits: u32,
}

impl Word {
    /// Returns the whole word: that of the units `video` and `lanes`, with the code of the unit
    /// that executes the instruction in its top bits.
    pub(crate) fn whole(instruction: &Instruction) -> Self {
        Self { value: control::encode(instruction), bits: control::WIDTH }
    }

    /// Returns the word that `unit` receives at `ctl_i`, or `None` if the unit does not execute the
    /// instruction.
    pub(crate) fn of(unit: Unit, instruction: &Instruction) -> Option<Self> {
        let whole = Self::whole(instruction);
        unit.executes(instruction.operation()).then(|| match own(unit) {
            Some(_) => {
                let bits = control::format(instruction.unit()).width();
                Self { value: whole.value & !(u64::MAX << bits), bits }
            }
            None => whole,
        })
    }

    /// Returns the word that the unit receives that executes the instruction.
    pub(crate) fn own(instruction: &Instruction) -> Self {
        Self::of(instruction.unit().into(), instruction).expect("it is the unit of the instruction")
    }

    /// Returns the word in hexadecimal, with the digits of all bits.
    pub(crate) fn hex(self) -> String {
        format!("{:#0digits$x}", self.value, digits = 2 + self.bits.div_ceil(4) as usize)
    }
}

/// Returns the unit of the model that a unit of the hardware is, or `None` for a unit that receives
/// whole words.
pub(crate) fn own(unit: Unit) -> Option<isa::Unit> {
    isa::Unit::ALL.into_iter().find(|own| Unit::from(*own) == unit)
}

/// The reason why a number is not a control word of a unit.
pub(crate) enum NotAWord {
    /// The number has bits above those of the word, or the code of another unit.
    Foreign,
    /// No instruction has this word.
    Illegal(DecodeError),
}

/// Returns the instruction of the word that `unit` receives at `ctl_i`. The code of the unit may be
/// above it.
pub(crate) fn decode(unit: Unit, word: u64) -> Result<Instruction, NotAWord> {
    let whole = match own(unit) {
        Some(own) => control::whole(own, word),
        None => Some(word).filter(|word| word >> control::WIDTH == 0),
    };
    let instruction = control::decode(whole.ok_or(NotAWord::Foreign)?).map_err(NotAWord::Illegal)?;
    if unit.executes(instruction.operation()) { Ok(instruction) } else { Err(NotAWord::Foreign) }
}

/// Returns the units that execute an instruction, for messages.
pub(crate) fn units(instruction: &Instruction) -> String {
    let units = Unit::ALL.iter().filter(|unit| unit.executes(instruction.operation()));
    units.map(|unit| unit.name()).collect::<Vec<_>>().join(", ")
}
