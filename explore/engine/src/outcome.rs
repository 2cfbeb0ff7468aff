//! The result of an instruction, of the gates and of the model.

use serde::{Deserialize, Serialize};
use vidalu_model::golden::{Operands, Outcome};
use vidalu_model::isa::Instruction;
use vidalu_model::ptx::{Operand, Parsed, Scope, Statement, parse};

use crate::bench::Bench;
use crate::gates::Values;
use crate::hex;
use crate::machine::Machine;
use crate::refusal::Refusal;

/// The registers of a question, in hexadecimal. A register that is left out is 0.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Registers {
    a: String,
    b: String,
    c: String,
    cc: String,
}

impl Registers {
    /// Returns the operands of an instruction without constants.
    pub(crate) fn operands(&self) -> Result<Operands, Refusal> {
        let read = |name: &str, text: &str| match text {
            "" => Ok(0),
            text => hex::read(text).ok_or_else(|| {
                Refusal::new(format!("register {name} holds {text:?}, which is not a hexadecimal number of 64 bits"))
            }),
        };
        Ok(Operands {
            a: read("a", &self.a)?,
            b: read("b", &self.b)?,
            c: read("c", &self.c)?,
            cf: read("cc", &self.cc)? & 1 == 1,
        })
    }

    /// Returns the operands of a statement: its constants, and the registers in the other places.
    pub(crate) fn of(&self, statement: &Statement) -> Result<Operands, Refusal> {
        let given = self.operands()?;
        let value = |operand: &Operand, register| match operand {
            Operand::Constant(value) => *value,
            Operand::Register(_) => register,
        };
        Ok(Operands {
            a: value(statement.a(), given.a),
            b: value(statement.b(), given.b),
            c: statement.c().map_or(given.c, |c| value(c, given.c)),
            cf: given.cf,
        })
    }

    /// Returns the registers with these values.
    pub(crate) fn show(operands: Operands, width: u32) -> serde_json::Value {
        let Operands { a, b, c, cf } = operands;
        let [a, b, c] = [a, b, c].map(|value| hex::of(value, width));
        serde_json::json!({ "a": a, "b": b, "c": c, "cc": u8::from(cf).to_string() })
    }
}

/// Reads a PTX line as an instruction of a machine.
pub(crate) fn statement(machine: &Machine, ptx: &str) -> Result<Parsed, Refusal> {
    let parsed = parse(ptx, &mut Scope::inferring()).map_err(|error| Refusal {
        message: error.message.clone(),
        help: error.help.clone(),
        from: Some(column(ptx, error.span.start)),
        to: Some(column(ptx, error.span.end)),
    })?;
    let instruction = parsed.statement.instruction();
    if !machine.has(instruction) {
        let operation = instruction.operation();
        let is_wide = machine.operations().any(|own| own == operation);
        let refusal = if is_wide {
            Refusal::new(format!("unit {} has {operation}, but not with 64 bits", machine.id))
        } else {
            Refusal::new(format!("unit {} does not have {operation}", machine.id))
        };
        let refusal = refusal.with_help(format!("its operations are {}", machine.operations.join(", ")));
        let (from, to) = (Some(column(ptx, parsed.span.start)), Some(column(ptx, parsed.span.end)));
        return Err(Refusal { from, to, ..refusal });
    }
    Ok(parsed)
}

/// Returns the column of a byte of a text, as UTF-16 counts them.
pub(crate) fn column(text: &str, byte: usize) -> usize {
    text[..byte.min(text.len())].encode_utf16().count()
}

/// The result of an instruction.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Results {
    /// Register `d`.
    pub(crate) d: String,
    /// The width of `d` in bits.
    width: u32,
    /// CC.CF after the instruction, if the unit has it.
    cc: Option<String>,
    /// Whether `.sat` changed the result, if that is known.
    sat: Option<String>,
}

impl Results {
    /// Returns the results of the model, as far as a machine shows them.
    pub(crate) fn of_model(machine: &Machine, instruction: &Instruction, outcome: Outcome) -> Self {
        let width = instruction.width();
        let has = |name: &str| machine.outputs.iter().any(|pin| pin.name == name);
        let bit = |name, value: bool| has(name).then(|| u8::from(value).to_string());
        Self { d: hex::of(outcome.d, width), width, cc: bit("cf_o", outcome.cf), sat: bit("sat_o", outcome.saturated) }
    }

    /// Returns the results at the outputs of the gates. A wide `d` must be 0 above the width of the
    /// instruction, else all of it is shown.
    pub(crate) fn of_gates(machine: &Machine, instruction: &Instruction, values: &Values) -> Self {
        let port = |name: &str| Bench::port(machine, values, name);
        let has = |name: &str| machine.outputs.iter().any(|pin| pin.name == name);
        let bit = |name| has(name).then(|| port(name).to_string());
        let width = instruction.width();
        Self { d: hex::of(port("d_o"), width), width, cc: bit("cf_o"), sat: bit("sat_o") }
    }
}
