//! The effect of each instruction, as text and as JSON.

use std::fmt::Write;

use serde::Serialize;
use serde_json::{Map, Value};
use vidalu_model::exec::Executed;
use vidalu_model::ptx::Line;

use super::{Done, On, hex};
use crate::program::Program;

/// The effect of one instruction.
#[derive(Serialize)]
pub(super) struct Row {
    line: usize,
    instruction: String,
    /// Where it was executed: `host`, or the name after `--on`.
    by: &'static str,
    /// False if the guard was false.
    executed: bool,
    /// The values of the source operands, in the order of the text.
    operands: Vec<String>,
    /// The written registers with their values.
    results: Map<String, Value>,
    /// CC.CF after the instruction.
    cc: u8,
}

/// Returns a row for each instruction, in order.
pub(super) fn rows(on: On, program: &Program<'_>, done: &Done) -> Vec<Row> {
    let mut flag = done.before;
    let lines = program.numbers().zip(program.lines()).zip(&done.executed);
    let row = |((number, line), executed): ((usize, &Line), &Option<Executed>)| {
        let mut row = Row {
            line: number,
            instruction: line.to_string(),
            by: if matches!(line, Line::Host(_)) { "host" } else { on.name() },
            executed: executed.is_some(),
            operands: Vec::new(),
            results: Map::new(),
            cc: flag.into(),
        };
        if let Some(executed) = executed {
            let values = [executed.operands.a, executed.operands.b, executed.operands.c];
            row.operands = values[line.written()].iter().map(|&value| hex(value)).collect();
            let results = line.destinations().zip([executed.outcome.d, executed.second]);
            let results = results.filter_map(|(register, value)| Some((program.key(register?), hex(value).into())));
            row.results = results.collect();
            flag = executed.outcome.cf;
            row.cc = flag.into();
        }
        row
    };
    lines.map(row).collect()
}

/// Returns the rows as a table.
pub(super) fn table(rows: &[Row]) -> String {
    let cells = rows.iter().map(|row| {
        let results = row.results.iter().map(|(name, value)| format!("{name}={}", value.as_str().unwrap_or_default()));
        let results = if row.executed { results.collect::<Vec<_>>().join(" ") } else { "not executed".to_owned() };
        let operands = row.operands.join(" ");
        [row.line.to_string(), row.by.to_owned(), row.instruction.clone(), operands, results, row.cc.to_string()]
    });
    let head = ["line", "by", "instruction", "operands", "results", "cc"].map(str::to_owned);
    let cells = std::iter::once(head).chain(cells).collect::<Vec<_>>();
    let widths = [0, 1, 2, 3, 4].map(|column| cells.iter().map(|row| row[column].len()).max().unwrap_or(0));
    let [one, two, three, four, five] = widths;
    let mut text = String::new();
    for [line, by, instruction, operands, results, cc] in &cells {
        writeln!(text, "{line:>one$}  {by:<two$}  {instruction:<three$}  {operands:<four$}  {results:<five$}  {cc}")
            .expect("a string takes all text");
    }
    text.push('\n');
    text
}
