//! Draws latency and handshake: a few cycles of the pipeline's flow, for WaveDrom and as SVG.

use vidalu_gen::Ready as ConfigReady;
use vidalu_model::flow::{Flow, ResetKind, Signals, Stages};

use crate::unit::KitUnit;

/// The number of instructions that are offered.
const OFFERED: usize = 6;
/// The cycle in which no instruction is offered, if the unit has `valid_i`.
const GAP: usize = 2;

/// A signal over the cycles.
pub(crate) struct Lane {
    name: String,
    values: Values,
}

enum Values {
    /// A clock with this number of periods.
    Clock(usize),
    Bits(Vec<bool>),
    /// The instruction whose data is valid in each cycle, if any.
    Data(Vec<Option<usize>>),
}

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
    let lanes = [
        ("clk_i", Values::Clock(valid.len())),
        ("ce_i", Values::Bits(enabled)),
        ("flush_i", Values::Bits(flushed)),
        ("valid_i", Values::Bits(valid)),
        ("ready_o", Values::Bits(ready_out)),
        (&operands, Values::Data(offered)),
        ("valid_o", Values::Bits(shown)),
        ("ready_i", Values::Bits(ready_in)),
        (&outputs, Values::Data(results)),
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
            let labels: Vec<_> = runs(values).filter_map(|(value, ..)| Some(quoted(&label(value?)))).collect();
            text += &format!(", \"data\": [{}]", labels.join(", "));
        }
        text + "}"
    };
    let lines: Vec<_> = lanes.iter().map(line).collect();
    format!("{{\n  \"signal\": [\n{}\n  ],\n  \"foot\": {{\"tock\": 0}}\n}}", lines.join(",\n"))
}

/// Returns the label of an instruction and of its result.
fn label(instruction: usize) -> String {
    format!("i{instruction}")
}

fn wave(values: &Values) -> String {
    match values {
        Values::Clock(periods) => "p".to_owned() + &".".repeat(periods - 1),
        Values::Bits(bits) => runs(bits)
            .map(|(bit, _, length)| if bit { "1" } else { "0" }.to_owned() + &".".repeat(length - 1))
            .collect(),
        Values::Data(values) => {
            let sign = |value: Option<usize>| if value.is_some() { "=" } else { "x" };
            runs(values).map(|(value, _, length)| sign(value).to_owned() + &".".repeat(length - 1)).collect()
        }
    }
}

/// Returns runs of equal values: the value, the first cycle, and the number of cycles.
fn runs<T: Copy + PartialEq>(values: &[T]) -> impl Iterator<Item = (T, usize, usize)> + '_ {
    let mut from = 0;
    values.chunk_by(T::eq).map(move |run| {
        from += run.len();
        (run[0], from - run.len(), run.len())
    })
}

/// The measures of the picture in pixels: the width of a cycle, the height of a lane, the height of
/// a signal, and the left margin.
const CYCLE: usize = 40;
const LANE: usize = 30;
const HIGH: usize = 18;
const LEFT: usize = 170;

/// Returns the signals as an SVG picture.
pub(crate) fn svg(lanes: &[Lane], title: &str) -> String {
    let cycles = lanes.iter().map(|lane| lane.values.cycles()).max().unwrap_or(0);
    let (width, height) = (LEFT + cycles * CYCLE + 10, lanes.len() * LANE + 40);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" font-size=\"12\">\n\
         <title>{title}</title>\n<rect width=\"{width}\" height=\"{height}\" fill=\"white\"/>\n"
    );
    for cycle in 0..cycles {
        let x = LEFT + cycle * CYCLE;
        text += &format!("<path d=\"M{x} 20V{}\" stroke=\"#ddd\"/>", height - 20);
        text +=
            &format!("<text x=\"{}\" y=\"14\" text-anchor=\"middle\" fill=\"#888\">{cycle}</text>\n", x + CYCLE / 2);
    }
    for (at, lane) in lanes.iter().enumerate() {
        let top = 26 + at * LANE;
        text += &format!("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", LEFT - 10, top + 13, lane.name);
        text += &lane.values.drawn(top);
    }
    text + "</svg>\n"
}

impl Values {
    fn cycles(&self) -> usize {
        match self {
            Self::Clock(periods) => *periods,
            Self::Bits(bits) => bits.len(),
            Self::Data(values) => values.len(),
        }
    }

    /// Draws the lane with its upper edge at `top`.
    fn drawn(&self, top: usize) -> String {
        let (low, stroke) = (top + HIGH, "fill=\"none\" stroke=\"black\"");
        match self {
            Self::Clock(periods) => {
                let half = CYCLE / 2;
                let period = format!("V{top}h{half}V{low}h{half}");
                format!("<path d=\"M{LEFT} {low}{}\" {stroke}/>\n", period.repeat(*periods))
            }
            Self::Bits(bits) => {
                let step = |bit: &bool| format!("V{}h{CYCLE}", if *bit { top } else { low });
                let from = if bits.first() == Some(&true) { top } else { low };
                format!("<path d=\"M{LEFT} {from}{}\" {stroke}/>\n", bits.iter().map(step).collect::<String>())
            }
            Self::Data(values) => runs(values).map(|run| drawn_run(run, top)).collect(),
        }
    }
}

/// Draws data that stays for some cycles, with the name of its instruction. Invalid data is grey.
fn drawn_run((value, from, length): (Option<usize>, usize, usize), top: usize) -> String {
    let (x, width) = (LEFT + from * CYCLE, length * CYCLE);
    let fill = if value.is_some() { "#e8f0fe" } else { "#e4e4e4" };
    let shape = format!("M{} {top}h{}l4 9l-4 9h-{}l-4 -9z", x + 4, width - 8, width - 8);
    let name = value.map_or_else(String::new, |value| {
        format!("<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>", x + width / 2, top + 13, label(value))
    });
    format!("<path d=\"{shape}\" fill=\"{fill}\" stroke=\"black\"/>{name}\n")
}
