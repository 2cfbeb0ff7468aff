//! Control words as fields.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use vidalu_model::control::{self, Field, UNIT, decode, format};
use vidalu_model::isa::{Instruction, Unit};
use vidalu_model::ptx::Statement;
use vidalu_stimulus::mask;

use crate::hex;
use crate::machine::Machine;
use crate::refusal::Refusal;

/// Asks for the fields of a word at `ctl_i`.
#[derive(Deserialize)]
pub(crate) struct Question {
    pub(crate) unit: String,
    ctl: String,
}

/// A field with its value.
#[derive(Serialize)]
pub(crate) struct Shown {
    name: &'static str,
    high: u32,
    low: u32,
    value: u64,
    meaning: String,
    doc: &'static str,
    /// The values with names.
    codes: Vec<(&'static str, u64)>,
}

impl Shown {
    fn new(field: &Field, word: u64) -> Self {
        let value = field.get(word);
        let meaning = match (field.code_name(value), field.codes) {
            (Some(name), _) => name,
            (None, []) if field.width == 1 => ["no", "yes"][value as usize],
            (None, []) => "",
            (None, _) => "no instruction",
        };
        Self {
            name: field.name,
            high: field.hi(),
            low: field.lo,
            value,
            meaning: meaning.to_owned(),
            doc: field.doc,
            codes: field.codes.to_vec(),
        }
    }
}

/// Returns the fields of a word at `ctl_i`, for the unit that executes it.
pub(crate) fn fields(machine: &Machine, word: u64) -> Vec<Shown> {
    let unit = Unit::ALL[UNIT.get(word) as usize];
    let mut fields: Vec<_> = format(unit).fields.iter().map(|field| Shown::new(field, word)).collect();
    fields.extend(machine.has_unit_code().then(|| Shown::new(&UNIT, word)));
    fields
}

/// Reads a word at `ctl_i`.
pub(crate) fn read(machine: &Machine, ctl: &str) -> Result<u64, Refusal> {
    let width = machine.input_width("ctl_i");
    let word = hex::read(ctl).filter(|word| word & !mask(width) == 0);
    let word = word.ok_or_else(|| Refusal::new(format!("{ctl:?} is not a control word of {width} bits")))?;
    machine.whole(word).ok_or_else(|| Refusal::new(format!("{ctl:?} is a control word of another unit")))
}

/// Returns the instruction of a whole control word.
pub(crate) fn instruction(machine: &Machine, word: u64) -> Result<Instruction, Refusal> {
    let instruction = decode(word).map_err(|error| Refusal::new(error.to_string()))?;
    if machine.has(&instruction) {
        return Ok(instruction);
    }
    let help = format!("its operations are {}", machine.operations.join(", "));
    Err(Refusal::new(format!("unit {} does not have {}", machine.id, instruction.operation())).with_help(help))
}

pub(crate) fn answer(machine: &Machine, asked: &Question) -> Result<Value, Refusal> {
    let word = read(machine, &asked.ctl)?;
    let fields = fields(machine, word);
    Ok(match instruction(machine, word) {
        Ok(instruction) => {
            let (ptx, ctl) = (Statement::canonical(instruction).to_string(), control::encode(&instruction));
            json!({ "legal": true, "ptx": ptx, "ctl": shown(machine, ctl), "fields": fields })
        }
        Err(refusal) => json!({ "legal": false, "why": refusal.message, "fields": fields }),
    })
}

/// Returns a whole control word as `ctl_i` carries it.
pub(crate) fn shown(machine: &Machine, word: u64) -> String {
    let width = machine.input_width("ctl_i");
    hex::of(word & mask(width), width)
}
