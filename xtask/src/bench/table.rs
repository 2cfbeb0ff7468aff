//! The measurements as a table and as JSON.

use itertools::Itertools;
use serde_json::{Value, json};

use super::contender::Contender;
use super::first::First;
use super::sample::{Sample, median};

/// The measurements of one contender in one unit.
pub(super) struct Measured {
    pub(super) contender: Contender,
    /// The sample of each round.
    pub(super) samples: Vec<Sample>,
    /// Instructions for each vector, if they were counted.
    pub(super) instructions: Option<f64>,
}

/// Returns the samples of another contender in the same unit.
fn samples<'a>(rows: &'a [(&str, Measured)], unit: &str, contender: Contender) -> Option<&'a [Sample]> {
    let row = rows.iter().find(|(name, row)| *name == unit && row.contender == contender);
    row.map(|(_, row)| &row.samples[..])
}

/// Returns the median of the ratios in each round: a disturbance of a round affects both.
fn ratio(row: &Measured, other: Option<&[Sample]>) -> Option<f64> {
    let ratios = row.samples.iter().zip(other?).map(|(own, other)| own.rate() / other.rate());
    Some(median(&ratios.collect_vec()))
}

fn rate(row: &Measured) -> f64 {
    median(&row.samples.iter().map(|sample| sample.rate()).collect_vec())
}

/// Formats a number with about three significant digits.
fn number(value: Option<f64>) -> String {
    value.map_or("-".into(), |value| match value {
        value if value >= 100.0 => format!("{value:.0}"),
        value if value >= 10.0 => format!("{value:.1}"),
        value if value >= 0.1 => format!("{value:.2}"),
        value => format!("{value:.4}"),
    })
}

/// Prints a table for each unit.
pub(super) fn print(rows: &[(&str, Measured)]) {
    println!(
        "{:<7} {:<28} {:>12} {:>11} {:>7} {:>12} {:>12} {:>13}",
        "unit", "way", "k vectors/s", "ns/vector", "spread", "x bare loop", "x cocotb", "instructions"
    );
    for (unit, row) in rows {
        let rates = row.samples.iter().map(|sample| sample.rate()).collect_vec();
        let middle = rate(row);
        let (least, most) =
            rates.iter().fold((f64::MAX, 0.0_f64), |(least, most), &rate| (least.min(rate), most.max(rate)));
        println!(
            "{unit:<7} {:<28} {:>12} {:>11} {:>6.0}% {:>12} {:>12} {:>13}",
            row.contender.name(),
            number(Some(middle / 1e3)),
            number(Some(1e9 / middle)),
            100.0 * (most - least) / middle,
            number(ratio(row, samples(rows, unit, Contender::Bare))),
            number(ratio(row, samples(rows, unit, row.contender.cocotb()))),
            number(row.instructions)
        );
    }
}

/// Returns all measurements as JSON.
pub(super) fn json(machine: &[String], rows: &[(&str, Measured)], first: &[First]) -> String {
    let rows = rows.iter().map(|(unit, row)| {
        let taken = row.samples.iter().map(|sample| json!({ "vectors": sample.vectors, "seconds": sample.seconds }));
        json!({
            "unit": unit,
            "way": row.contender.name(),
            "samples": taken.collect::<Value>(),
            "vectors_per_second": rate(row),
            "ratio_to_bare_loop": ratio(row, samples(rows, unit, Contender::Bare)),
            "ratio_to_cocotb": ratio(row, samples(rows, unit, row.contender.cocotb())),
            "instructions_per_vector": row.instructions,
        })
    });
    let first = first.iter().map(|row| {
        json!({
            "simulator": row.simulator,
            "changed_seconds": row.changed,
            "unchanged_seconds": row.unchanged,
            "unchanged_cpu_seconds": row.cpu,
        })
    });
    let whole = json!({
        "format_version": 1,
        "machine": machine,
        "throughput": rows.collect::<Value>(),
        "first_result": first.collect::<Value>(),
    });
    format!("{whole:#}\n")
}
