//! An instruction alone in the hardware: its results, and the value of every wire.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use vidalu_model::control::{Field, encode, format};
use vidalu_model::golden::{self, Operands, Outcome, Profile, Stage, Step};
use vidalu_model::isa::{Arith, Instruction, ScalarOp};
use vidalu_model::ptx::Statement;
use vidalu_probe::probes;
use vidalu_stimulus::mask;

use crate::bench::{Bench, Offer, Passage};
use crate::hex;
use crate::machine::{Machine, named};
use crate::outcome::{Registers, Results, statement};
use crate::refusal::Refusal;
use crate::word;

/// Asks for the evaluation of an instruction.
#[derive(Deserialize)]
pub(crate) struct Question {
    pub(crate) unit: String,
    /// The instruction as PTX, or as the word at `ctl_i`.
    ptx: Option<String>,
    ctl: Option<String>,
    #[serde(default)]
    registers: Registers,
    /// The reading of the manual that the model follows; that of the hardware if it is left out.
    profile: Option<String>,
}

/// A place where gates and model differ.
#[derive(Debug, Serialize)]
struct Wrong<'a> {
    path: &'a str,
    stage: &'a str,
}

/// A value that the model expects on a wire, and the stage that makes it.
struct Expected {
    value: u64,
    stage: &'static str,
}

/// An expected value, and its position in the order of the stages.
type Known<'e> = (usize, &'e Expected);

pub(crate) fn answer(machine: &Machine, asked: &Question) -> Result<Value, Refusal> {
    let (instruction, operands) = instruction(machine, asked)?;
    let profile = profile(machine, asked.profile.as_deref())?;
    let mut bench = Bench::new(machine);
    if operands.cf {
        bench.set_flag()?;
    }
    let passage = bench.run(Offer { instruction, operands, context: 0, tag: 0 });
    let (outcome, steps) = golden::trace(&instruction, operands, profile);
    let model = Results::of_model(machine, &instruction, outcome);
    let results = Results::of_gates(machine, &instruction, passage.at(machine.timing.depth));
    let expected = expected(machine, &instruction, operands, profile, outcome);
    let expected = spread(machine, &expected);
    let wires = wires(machine, &passage);
    let wrong = first_wrong(machine, &expected, &wires);
    let word = encode(&instruction);
    Ok(json!({
        "ptx": Statement::canonical(instruction).to_string(),
        "ctl": word::shown(machine, word),
        "fields": word::fields(machine, word),
        "reads": reads(&instruction),
        "agrees": passage.is_delivered && results == model && wrong.is_none(),
        "delivered": passage.is_delivered,
        "results": results,
        "model": model,
        "first_wrong": wrong,
        "trace": steps.iter().map(step).collect::<Vec<_>>(),
        "used": used(machine, &instruction),
        "expected": expected.iter().map(|(path, (_, it))| (*path, of_wire(machine, path, it.value))).collect::<BTreeMap<_, _>>(),
        "wires": wires,
    }))
}

/// Returns the instruction and its operands.
fn instruction(machine: &Machine, asked: &Question) -> Result<(Instruction, Operands), Refusal> {
    match (&asked.ptx, &asked.ctl) {
        (Some(ptx), _) => {
            let parsed = statement(machine, ptx)?;
            Ok((*parsed.statement.instruction(), asked.registers.of(&parsed.statement)?))
        }
        (None, Some(ctl)) => {
            let instruction = word::instruction(machine, word::read(machine, ctl)?)?;
            Ok((instruction, asked.registers.operands()?))
        }
        (None, None) => Err(Refusal::new("the question has neither ptx nor ctl")),
    }
}

/// Returns the profile of this name, or that of the hardware.
pub(crate) fn profile(machine: &Machine, name: Option<&str>) -> Result<Profile, Refusal> {
    let Some(name) = name else { return Ok(machine.profile()) };
    named(name).ok_or_else(|| {
        let known = Profile::ALL.map(Profile::name).join(", ");
        Refusal::new(format!("there is no profile {name}")).with_help(format!("the profiles are {known}"))
    })
}

/// Returns the operands that an instruction reads.
fn reads(instruction: &Instruction) -> Vec<&'static str> {
    let mut reads = vec!["a", "b"];
    reads.extend(instruction.reads_c().then_some("c"));
    reads.extend(instruction.reads_flag().then_some("cc"));
    reads
}

/// Returns the value of every wire, each in the cycle in which the instruction is there.
fn wires<'m>(machine: &'m Machine, passage: &Passage) -> BTreeMap<&'m str, String> {
    machine.wires.iter().map(|(path, wire)| (path.as_str(), passage.at(wire.row).hex(&wire.bits))).collect()
}

/// Returns what the model expects at the ports and between the stages, in the order of the stages,
/// by the paths of wires.
fn expected(
    machine: &Machine,
    instruction: &Instruction,
    operands: Operands,
    profile: Profile,
    outcome: Outcome,
) -> Vec<(String, Expected)> {
    let port = |name: &str, value: u64| (name.to_owned(), Expected { value, stage: "output" });
    let mut expected = Vec::new();
    for (name, value) in [("a_i", operands.a), ("b_i", operands.b), ("c_i", operands.c)] {
        expected.push((name.to_owned(), Expected { value, stage: "input" }));
    }
    expected.extend(control_fields(machine, instruction));
    for probe in probes(machine.target(), machine.shared, instruction, operands, profile) {
        let own = format!("{}.{}", probe.instance, probe.port);
        let inner = format!(".{own}");
        let known = machine.wires.contains_key(&own).then_some(own);
        let path = known.or_else(|| machine.wires.keys().find(|path| path.ends_with(&inner)).cloned());
        expected.extend(path.map(|path| (path, Expected { value: probe.expected, stage: probe.stage.name() })));
    }
    expected.extend([port("d_o", outcome.d), port("sat_o", outcome.saturated.into()), port("cf_o", outcome.cf.into())]);
    expected
}

/// Returns the fields of the control word, where the unit that executes the instruction decodes
/// them. Unit `lanes` and other hardware may give the names another meaning.
fn control_fields(machine: &Machine, instruction: &Instruction) -> Vec<(String, Expected)> {
    let front = match (machine.unit.as_str(), instruction.unit().name()) {
        _ if machine.foreign => return Vec::new(),
        ("lanes", _) => return Vec::new(),
        ("video", "scalar" | "simd") if machine.shared => return Vec::new(),
        ("video", own) => format!("u_{own}."),
        _ => String::new(),
    };
    let word = encode(instruction);
    let field =
        |field: &Field| (format!("{front}{}", field.name), Expected { value: field.get(word), stage: "control word" });
    format(instruction.unit()).fields.iter().map(field).collect()
}

/// Gives every wire that shows the same value as one with an expected value that value too.
fn spread<'m, 'e>(machine: &'m Machine, expected: &'e [(String, Expected)]) -> BTreeMap<&'m str, Known<'e>> {
    fn group<'w>(machine: &'w Machine, path: &'w str) -> &'w str {
        machine.wires.get(path).and_then(|wire| wire.same.as_deref()).unwrap_or(path)
    }
    let mut groups: BTreeMap<&str, Known<'e>> = BTreeMap::new();
    for (order, (path, it)) in expected.iter().enumerate() {
        groups.entry(group(machine, path)).or_insert((order, it));
    }
    let same = machine.wires.keys().filter_map(|path| Some((path.as_str(), *groups.get(group(machine, path))?)));
    same.collect()
}

/// Returns an expected value with the width of its wire.
fn of_wire(machine: &Machine, path: &str, value: u64) -> String {
    let width = machine.wires[path].bits.len() as u32;
    let digits = hex::of(value & mask(width.min(64)), width.min(64));
    format!("{digits:0>width$}", width = width.div_ceil(4) as usize)
}

/// Returns the first wire that differs, in the order of the stages.
fn first_wrong<'m>(
    machine: &'m Machine,
    expected: &BTreeMap<&'m str, Known<'_>>,
    wires: &BTreeMap<&'m str, String>,
) -> Option<Wrong<'m>> {
    let wrong = expected.iter().filter(|(path, (_, it))| wires[**path] != of_wire(machine, path, it.value));
    let first = wrong.min_by_key(|(path, (order, _))| (*order, machine.wires[**path].row, path.matches('.').count()));
    first.map(|(path, (_, it))| Wrong { path, stage: it.stage })
}

fn step(step: &Step) -> Value {
    json!({
        "stage": step.stage.name(),
        "name": step.name,
        "type": format!("{}{}", if step.signed { "s" } else { "u" }, step.width),
        "value": format!("{:0digits$x}", step.value, digits = step.width.div_ceil(4) as usize),
        "decimal": step.number().to_string(),
    })
}

/// Returns, for each stage of the pictures, whether the instruction uses it. The name of a stage in
/// an instance has the path of the instance before it.
fn used(machine: &Machine, instruction: &Instruction) -> BTreeMap<String, bool> {
    let mut used = BTreeMap::new();
    let own = [(String::new(), &machine.top)].into_iter();
    let all = own.chain(machine.instances.iter().map(|(path, module)| (format!("{path}."), module)));
    for (front, module) in all {
        let unit = front.strip_prefix("u_").and_then(|rest| rest.split('.').next());
        // A unit inside serves the instructions that `video` gives it.
        let serves = machine.unit != "video" || unit.is_none_or(|unit| executes(machine, unit, instruction));
        let names = machine.modules.get(module).into_iter().flat_map(|module| &module.items);
        let names: Vec<_> = names.filter_map(|item| item["name"].as_str()).collect();
        let orders = names.contains(&"order");
        for name in names {
            let is_used = serves && name.split(" | ").any(|stage| is_used(stage, orders, instruction));
            used.insert(format!("{front}{name}"), is_used);
        }
    }
    used
}

/// Returns whether the unit inside `video` executes an instruction.
fn executes(machine: &Machine, unit: &str, instruction: &Instruction) -> bool {
    let own = instruction.unit().name();
    unit == own || machine.shared && unit == "lanes" && matches!(own, "scalar" | "simd")
}

/// Returns whether the result of an instruction depends on a stage of this name. `orders` says
/// whether its unit also has a stage `order`.
fn is_used(stage: &str, orders: bool, instruction: &Instruction) -> bool {
    const STAGES: [Stage; 9] = [
        Stage::Select,
        Stage::Primary,
        Stage::Multiply,
        Stage::Add,
        Stage::Scale,
        Stage::Saturate,
        Stage::Secondary,
        Stage::Merge,
        Stage::Accumulate,
    ];
    let scalar = match instruction {
        Instruction::Scalar(scalar) => Some(scalar.op),
        _ => None,
    };
    let is_shift = matches!(scalar, Some(ScalarOp::Shift { .. }));
    match stage {
        "order" => match scalar {
            Some(ScalarOp::Arith { op, .. }) => matches!(op, Arith::Min | Arith::Max | Arith::Absdiff),
            Some(ScalarOp::Set { .. }) => true,
            _ => false,
        },
        "shift" => is_shift,
        "add" if is_shift => false,
        "add" if orders && matches!(scalar, Some(ScalarOp::Set { .. })) => false,
        "half" => Stage::Multiply.serves(instruction),
        "lane sum" => is_used("accumulate", orders, instruction),
        _ => STAGES.into_iter().find(|known| known.name() == stage).is_none_or(|stage| {
            let is_lane = matches!(instruction, Instruction::Simd(_));
            // Only SIMD instructions sum lanes, and only scalar ones have a secondary operation.
            let belongs = match stage {
                Stage::Accumulate => is_lane,
                Stage::Secondary => scalar.is_some(),
                _ => true,
            };
            belongs && stage.serves(instruction)
        }),
    }
}
