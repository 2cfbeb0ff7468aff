//! Latency and handshake: a few cycles of the pipeline's flow, as signals and for WaveDrom.

use vidalu_gen::Ready as ConfigReady;
use vidalu_model::flow::{Flow, ResetKind, Signals, Stages};
use vidalu_sim::timing::{Lane, Values, runs};

use crate::unit::KitUnit;

/// The number of instructions that are offered.
const OFFERED: usize = 6;
/// The cycle in which no instruction is offered, if the unit has `valid_i`.
const GAP: usize = 2;

/// Simulates a few cycles of a unit and returns its signals.
pub(crate) fn lanes(unit: &KitUnit) -> Vec<Lane> {
    let timing = &unit.dut.timing;
    let depth = timing.latency as usize;
    let stages = Stages {
        depth,
        flag_stage: depth,
        reset: ResetKind::Synchronous,
        registered_ready: unit.design.config.ready == ConfigReady::Registered,
    };
    let mut flow = Flow::new(stages);
    let mut next = 0;
    let (mut valid, mut ready_out, mut offered, mut enabled, mut flushed) = (vec![], vec![], vec![], vec![], vec![]);
    let (mut shown, mut ready_in, mut results) = (vec![], vec![], vec![]);
    for cycle in 0..depth + 9 {
        // The first result comes in cycle `depth`. Then the receiver stalls the second result, the
        // clock enable pauses, and a flush drops everything.
        let signals = Signals {
            reset: false,
            enable: !(timing.clock_enable && cycle == depth + 3),
            flush: timing.flush && cycle == depth + 5,
            ready: !(timing.ready.is_some() && cycle == depth + 1),
        };
        let is_gap = timing.has_valid && cycle == GAP;
        let issue = (next < OFFERED && !is_gap).then_some(next);
        let places = flow.cycle(signals, issue.map(|issue| (issue, 1)), |_| {});
        valid.push(issue.is_some());
        offered.push(issue);
        ready_out.push(places.ready);
        enabled.push(signals.enable);
        flushed.push(signals.flush);
        shown.push(places.shown.is_some());
        results.push(places.shown);
        ready_in.push(signals.ready);
        if issue.is_some() && signals.enable && (signals.flush || places.ready) {
            next += 1;
        }
    }
    let operands = unit.subject.inputs().iter().map(|signal| signal.name).collect::<Vec<_>>().join(" ");
    let outputs = unit.subject.outputs().iter().map(|signal| signal.name).collect::<Vec<_>>().join(" ");
    let bits = |bits: Vec<bool>| Values::Bits(bits.into_iter().map(Some).collect());
    let data = |slots: Vec<Option<usize>>| {
        Values::Data(slots.into_iter().map(|slot| slot.map(|number| format!("i{number}"))).collect())
    };
    let lanes = [
        ("clk_i", Values::Clock(valid.len())),
        ("ce_i", bits(enabled)),
        ("flush_i", bits(flushed)),
        ("valid_i", bits(valid)),
        ("ready_o", bits(ready_out)),
        (&operands, data(offered)),
        ("valid_o", bits(shown)),
        ("ready_i", bits(ready_in)),
        (&outputs, data(results)),
    ];
    let is_there = |name: &str| name.split(' ').all(|port| unit.design.top.port(port).is_some());
    let lanes = lanes.into_iter().filter(|(name, _)| is_there(name));
    lanes.map(|(name, values)| Lane { name: name.to_owned(), values }).collect()
}

/// Returns the signals in the JSON that WaveDrom draws.
pub(crate) fn wavejson(lanes: &[Lane]) -> String {
    let line = |lane: &Lane| {
        let quoted = |name: &str| serde_json::Value::from(name).to_string();
        let mut text = format!("    {{\"name\": {}, \"wave\": \"{}\"", quoted(&lane.name), wave(&lane.values));
        if let Values::Data(values) = &lane.values {
            let labels: Vec<_> = runs(values).filter_map(|(label, ..)| Some(quoted(label.as_ref()?))).collect();
            text += &format!(", \"data\": [{}]", labels.join(", "));
        }
        text + "}"
    };
    let lines: Vec<_> = lanes.iter().map(line).collect();
    format!("{{\n  \"signal\": [\n{}\n  ],\n  \"foot\": {{\"tock\": 0}}\n}}", lines.join(",\n"))
}

fn wave(values: &Values) -> String {
    match values {
        Values::Clock(periods) => "p".to_owned() + &".".repeat(periods - 1),
        Values::Bits(bits) => {
            let sign = |bit: &Option<bool>| bit.map_or("x", |bit| if bit { "1" } else { "0" });
            runs(bits).map(|(bit, _, length)| sign(bit).to_owned() + &".".repeat(length - 1)).collect()
        }
        Values::Data(values) => {
            let sign = |value: &Option<String>| if value.is_some() { "=" } else { "x" };
            runs(values).map(|(value, _, length)| sign(value).to_owned() + &".".repeat(length - 1)).collect()
        }
    }
}
