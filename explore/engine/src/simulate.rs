//! Instructions in a pipeline, cycle by cycle, with the handshake in the user's hand.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use vidalu_model::cycle::{Inputs, Issue, Retired, Unit};
use vidalu_stimulus::mask;

use crate::bench::{Bench, Drive, Offer};
use crate::evaluate::profile;
use crate::gates::Values;
use crate::hex;
use crate::machine::Machine;
use crate::outcome::{Registers, statement};
use crate::refusal::Refusal;

/// The most cycles of a question.
const MOST: usize = 10_000;

/// Asks for a simulation.
#[derive(Deserialize)]
pub(crate) struct Question {
    pub(crate) unit: String,
    cycles: Vec<Cycle>,
    /// The cycle whose wires are wanted.
    at: Option<usize>,
    /// The reading of the manual that the model follows; that of the hardware if it is left out.
    profile: Option<String>,
}

/// The inputs of a cycle.
#[derive(Deserialize)]
struct Cycle {
    #[serde(default)]
    reset: bool,
    #[serde(default = "yes")]
    enable: bool,
    #[serde(default)]
    flush: bool,
    #[serde(default = "yes")]
    ready: bool,
    issue: Option<Offered>,
}

fn yes() -> bool {
    true
}

/// An instruction that is offered.
#[derive(Deserialize)]
struct Offered {
    ptx: String,
    #[serde(default)]
    registers: Registers,
    #[serde(default)]
    context: u64,
}

/// A port whose value differs from the model.
#[derive(Serialize)]
struct Wrong {
    cycle: usize,
    pin: &'static str,
    expected: String,
    observed: String,
}

pub(crate) fn answer(machine: &Machine, asked: &Question) -> Result<Value, Refusal> {
    if asked.cycles.len() > MOST {
        return Err(Refusal::new(format!("{} cycles are more than {MOST}", asked.cycles.len())));
    }
    let profile = profile(machine, asked.profile.as_deref())?;
    let mut unit = Unit::new(machine.shape(profile));
    // An instruction is known by its index among those that were offered.
    let number = |issue: Issue| issue.tag as usize;
    let mut bench = Bench::new(machine);
    let (mut cycles, mut wrong, mut wires) = (Vec::new(), Vec::new(), None);
    let (mut taken, mut gone) = (Vec::new(), Vec::new());
    let mut count = 0;
    for (at, cycle) in asked.cycles.iter().enumerate() {
        let issue = cycle.issue.as_ref().map(|offered| issue(machine, offered, count)).transpose()?;
        let index = issue.map(|_| count);
        count += usize::from(issue.is_some());
        let inputs = inputs(machine, cycle, issue);
        let values = bench.cycle(Drive {
            reset: inputs.reset,
            enable: inputs.enable,
            flush: inputs.flush,
            ready: inputs.ready,
            offer: issue.map(offer),
        });
        let mut places = vec![unit.waiting().map(number).or(index)];
        places.extend(unit.rows().map(|row| row.map(number)));
        let outputs = unit.cycle(inputs);
        let is_moving = inputs.enable && !inputs.reset;
        let accepted = index.filter(|_| is_moving && outputs.ready);
        let delivered = outputs.shown.filter(|_| is_moving && inputs.ready);
        taken.extend(accepted);
        gone.extend(delivered.map(|retired| number(retired.issue)));
        wrong.extend(
            differences(machine, &values, outputs.shown.as_ref(), outputs.ready)
                .map(|(pin, expected, observed)| Wrong { cycle: at, pin, expected, observed }),
        );
        if asked.at == Some(at) {
            let all = machine.wires.iter().map(|(path, wire)| (path, values.hex(&wire.bits)));
            wires = Some(all.collect::<BTreeMap<_, _>>());
        }
        let flags = machine.timing.flag_stage.map(|_| unit.flags());
        cycles.push(json!({
            "pins": pins(machine, &values),
            "accepted": accepted.is_some(),
            "delivered": delivered.map(|retired| retired.issue.tag),
            "places": places,
            "cc": flags.unwrap_or_default().iter().map(|flag| u8::from(*flag).to_string()).collect::<Vec<_>>(),
        }));
    }
    let left: Vec<_> = unit.waiting().into_iter().chain(unit.rows().flatten()).map(number).collect();
    let flushed: Vec<_> = taken.iter().filter(|index| !gone.contains(index) && !left.contains(index)).collect();
    let port = |dir: &'static str| move |pin: &crate::Pin| json!({ "name": pin.name, "width": pin.width, "dir": dir });
    let ports = machine.inputs.iter().map(port("in")).chain(machine.outputs.iter().map(port("out")));
    let mut answer = json!({
        "pins": ports.collect::<Vec<_>>(),
        "cycles": cycles,
        "flushed": flushed,
        "wrong": wrong,
    });
    if let Some(wires) = wires {
        answer["wires"] = json!(wires);
    }
    Ok(answer)
}

fn issue(machine: &Machine, offered: &Offered, index: usize) -> Result<Issue, Refusal> {
    let parsed = statement(machine, &offered.ptx)?;
    let instruction = *parsed.statement.instruction();
    if offered.context >= machine.contexts.into() {
        let contexts = machine.contexts;
        return Err(Refusal::new(format!("context {} is not below the {contexts} of the unit", offered.context)));
    }
    Ok(Issue {
        operands: offered.registers.of(&parsed.statement)?,
        context: offered.context as usize,
        tag: index as u64,
        steps: machine.steps(&instruction),
        instruction,
    })
}

fn offer(issue: Issue) -> Offer {
    let Issue { instruction, operands, context, tag, .. } = issue;
    Offer { instruction, operands, context: context as u64, tag }
}

/// Returns the inputs of a cycle. An input that the machine does not have keeps its usual value.
fn inputs(machine: &Machine, cycle: &Cycle, issue: Option<Issue>) -> Inputs {
    let timing = &machine.timing;
    Inputs {
        reset: cycle.reset && timing.reset.is_some(),
        enable: cycle.enable || !timing.clock_enable,
        flush: cycle.flush && timing.flush,
        ready: cycle.ready || !timing.ready,
        issue,
    }
}

fn pins<'m>(machine: &'m Machine, values: &Values) -> BTreeMap<&'m str, String> {
    let pins = machine.inputs.iter().chain(&machine.outputs);
    let shown = pins.filter_map(|pin| Some((pin.name.as_str(), values.hex(&machine.wires.get(&pin.name)?.bits))));
    shown.collect()
}

/// Returns the outputs that differ from the model: name, expected and observed value.
fn differences(
    machine: &Machine,
    values: &Values,
    shown: Option<&Retired>,
    ready: bool,
) -> impl Iterator<Item = (&'static str, String, String)> {
    let has = |name: &str| machine.outputs.iter().find(|pin| pin.name == name).map(|pin| pin.width);
    let mut wanted = vec![("ready_o", u64::from(ready)), ("valid_o", shown.is_some().into())];
    wanted.extend(shown.into_iter().flat_map(|retired| {
        let outcome = retired.outcome;
        [
            ("d_o", outcome.d),
            ("cf_o", outcome.cf.into()),
            ("sat_o", outcome.saturated.into()),
            ("tag_o", retired.issue.tag & mask(machine.timing.tag)),
        ]
    }));
    let differs = |(name, expected): (&'static str, u64)| {
        let width = has(name)?;
        let observed = Bench::port(machine, values, name);
        (observed != expected).then(|| (name, hex::of(expected, width), hex::of(observed, width)))
    };
    wanted.into_iter().filter_map(differs).collect::<Vec<_>>().into_iter()
}
