//! A PTX line: whether it is legal, and what may follow.

use serde::Deserialize;
use serde_json::{Value, json};
use vidalu_model::control::encode;
use vidalu_model::ptx::Diagnostic;

use crate::complete::next;
use crate::machine::Machine;
use crate::outcome::{column, statement};
use crate::word;

/// Asks about a line.
#[derive(Deserialize)]
pub(crate) struct Question {
    pub(crate) unit: String,
    ptx: String,
    /// The column of the cursor, as UTF-16 counts; the end of the line if it is left out.
    at: Option<usize>,
}

pub(crate) fn answer(machine: &Machine, asked: &Question) -> Value {
    let ptx = &asked.ptx;
    let before = match asked.at {
        Some(at) => ptx.char_indices().map(|(byte, _)| byte).find(|&byte| column(ptx, byte) >= at),
        None => None,
    };
    let next = next(machine, &ptx[..before.unwrap_or(ptx.len())]);
    match statement(machine, ptx) {
        Ok(parsed) => {
            let warning = |found: &Diagnostic| {
                let (from, to) = (column(ptx, found.span.start), column(ptx, found.span.end));
                json!({ "message": found.message, "help": found.help, "from": from, "to": to })
            };
            let warnings: Vec<_> = parsed.warnings.iter().map(warning).collect();
            json!({
                "complete": true,
                "canonical": parsed.statement.to_string(),
                "ctl": word::shown(machine, encode(parsed.statement.instruction())),
                "errors": [],
                "warnings": warnings,
                "next": next,
            })
        }
        Err(refusal) => json!({ "complete": false, "errors": [refusal], "warnings": [], "next": next }),
    }
}
