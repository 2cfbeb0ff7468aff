//! The values of the stages of an instruction, as text and as JSON.

use std::fmt::Write;

use serde::Serialize;
use vidalu_model::golden::Step;

/// The value of one stage in the JSON report.
#[derive(Serialize)]
pub(super) struct Row {
    stage: &'static str,
    name: &'static str,
    width: u32,
    signed: bool,
    value: String,
}

/// Returns the stages for the JSON report.
pub(super) fn rows(steps: &[Step]) -> Vec<Row> {
    let row = |step: &Step| Row {
        stage: step.stage.name(),
        name: step.name,
        width: step.width,
        signed: step.signed,
        value: format!("{:#x}", step.value),
    };
    steps.iter().map(row).collect()
}

/// Returns the stages as a table, with the name of a stage in front of its first value.
pub(super) fn table(steps: &[Step]) -> String {
    let mut text = String::new();
    let mut stage = "";
    for step in steps {
        let name = step.stage.name();
        let shown = if name == stage { "" } else { name };
        stage = name;
        let kind = format!("{}{}", if step.signed { 's' } else { 'u' }, step.width);
        let digits = 2 + step.width.div_ceil(4) as usize;
        let hex = format!("{:#0digits$x}", step.value);
        writeln!(text, "  {shown:<11} {:<10} {kind:<5} {hex:>20}  {}", step.name, step.number())
            .expect("a string takes all text");
    }
    text
}
