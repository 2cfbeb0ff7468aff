//! Drawn instructions, and those on which two profiles differ.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Deserialize;
use serde_json::{Value, json};
use vidalu_model::control::decode;
use vidalu_model::golden::{Operands, evaluate};
use vidalu_model::isa::{Instruction, Operation};
use vidalu_model::ptx::Statement;
use vidalu_stimulus::{Scope, Stimulus};

use crate::evaluate::profile;
use crate::machine::Machine;
use crate::outcome::{Registers, Results};
use crate::refusal::Refusal;

/// The most instructions that are tried.
const MOST: u64 = 50_000;

/// Asks for an instruction on which two profiles differ.
#[derive(Deserialize)]
pub(crate) struct Question {
    pub(crate) unit: String,
    profiles: [String; 2],
    #[serde(default)]
    seed: u64,
}

/// Asks for a drawn instruction.
#[derive(Deserialize)]
pub(crate) struct Draw {
    pub(crate) unit: String,
    #[serde(default)]
    seed: u64,
    #[serde(default)]
    index: u64,
    /// The operations that may be drawn, if not all.
    #[serde(default)]
    ops: Vec<String>,
}

pub(crate) fn answer(machine: &Machine, asked: &Question) -> Result<Value, Refusal> {
    let [p, q] = [&asked.profiles[0], &asked.profiles[1]];
    let profiles = [profile(machine, Some(p))?, profile(machine, Some(q))?];
    let source = source(machine, &[])?;
    for index in 0..MOST {
        let (instruction, operands) = vector(machine, &*source, asked.seed, index);
        let outcomes = profiles.map(|profile| evaluate(&instruction, operands, profile));
        let [first, second] = outcomes.map(|outcome| Results::of_model(machine, &instruction, outcome));
        if first != second {
            let results = BTreeMap::from([(p, first), (q, second)]);
            return Ok(merge(shown(&instruction, operands), json!({ "results": results, "tried": index + 1 })));
        }
    }
    Ok(json!({ "none": true, "tried": MOST }))
}

pub(crate) fn draw(machine: &Machine, asked: &Draw) -> Result<Value, Refusal> {
    let own = |name: &String| {
        let operation = name.parse().ok().filter(|operation| machine.operations().any(|own| own == *operation));
        operation.ok_or_else(|| Refusal::new(format!("unit {} does not have {name}", machine.id)))
    };
    let operations = asked.ops.iter().map(own).collect::<Result<Vec<Operation>, _>>()?;
    let (instruction, operands) = vector(machine, &*source(machine, &operations)?, asked.seed, asked.index);
    Ok(shown(&instruction, operands))
}

/// Returns the vectors of a machine with these operations, or with all if there are none. If they
/// are given, the unit of the first draws.
fn source(machine: &Machine, operations: &[Operation]) -> Result<Arc<dyn Stimulus>, Refusal> {
    let of = |name: &str, ops| {
        let scope = Scope { ops, contexts: 1, wide: machine.wide, mad64: machine.mad64 };
        vidalu_stimulus::of(name, &scope).map_err(|error| Refusal::new(error.to_string()))
    };
    if let Some(first) = operations.first() {
        return of(first.unit().name(), operations.iter().copied().collect());
    }
    machine.vectors.get_or(|| of(&machine.unit, machine.operations().collect()))
}

/// Returns a vector as an instruction with its operands. CC.CF is the lowest bit of the index.
fn vector(machine: &Machine, source: &dyn Stimulus, seed: u64, index: u64) -> (Instruction, Operands) {
    let values = source.vector(seed, index);
    let value = |name| source.place_of_input(name).map_or(0, |at| values[at]);
    let unit = vidalu_model::isa::Unit::ALL.into_iter().find(|unit| unit.name() == source.name());
    let word = match unit {
        Some(unit) => vidalu_model::control::whole(unit, value("ctl_i")),
        None => machine.whole(value("ctl_i")),
    };
    let instruction = word.and_then(|word| decode(word).ok()).expect("vectors are legal");
    let operands = Operands { a: value("a_i"), b: value("b_i"), c: value("c_i"), cf: false };
    (instruction, Operands { cf: instruction.reads_flag() && index & 1 == 1, ..operands })
}

fn shown(instruction: &Instruction, operands: Operands) -> Value {
    let ptx = Statement::canonical(*instruction).to_string();
    json!({ "ptx": ptx, "registers": Registers::show(operands, instruction.width()) })
}

fn merge(mut value: Value, more: Value) -> Value {
    if let (Some(value), Value::Object(more)) = (value.as_object_mut(), more) {
        value.extend(more);
    }
    value
}
