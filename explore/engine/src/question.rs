//! The questions, and the answers as JSON.

use serde::Deserialize;
use serde_json::{Value, json};

use crate::refusal::Refusal;
use crate::{Machines, check, differ, evaluate, simulate, word};

/// A question, by its key `ask`.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "lowercase")]
enum Question {
    /// The units, rules, examples and labs.
    Catalog,
    /// The text of the hardware.
    Unit { unit: String },
    /// A PTX line: whether it is legal, and what may follow.
    Check(check::Question),
    /// A control word.
    Word(word::Question),
    /// An instruction alone: its results, and the value of every wire.
    Evaluate(evaluate::Question),
    /// Instructions in a pipeline, cycle by cycle.
    Simulate(simulate::Question),
    /// An instruction on which two profiles differ.
    Differ(differ::Question),
    /// A drawn instruction.
    Draw(differ::Draw),
}

/// Returns the answer to a question: `{"ok": …}`, or `{"error": {"message", "help", "from", "to"}}`
/// with the columns in the text that was sent. Both are JSON.
pub fn answer(machines: &Machines, question: &str) -> String {
    let found = serde_json::from_str(question)
        .map_err(|error| Refusal::new(format!("the question cannot be read: {error}")))
        .and_then(|question| of(machines, question));
    let answer = found.map_or_else(|error| json!({ "error": error }), |answer| json!({ "ok": answer }));
    answer.to_string()
}

fn of(machines: &Machines, question: Question) -> Result<Value, Refusal> {
    match question {
        Question::Catalog => Ok(machines.catalog.answer(&machines.machines)),
        Question::Unit { unit } => {
            let machine = machines.machine(&unit)?;
            Ok(json!({ "top": machine.top, "modules": machine.modules, "instances": machine.instances }))
        }
        Question::Check(asked) => Ok(check::answer(machines.machine(&asked.unit)?, &asked)),
        Question::Word(asked) => word::answer(machines.machine(&asked.unit)?, &asked),
        Question::Evaluate(asked) => evaluate::answer(machines.machine(&asked.unit)?, &asked),
        Question::Simulate(asked) => simulate::answer(machines.machine(&asked.unit)?, &asked),
        Question::Differ(asked) => differ::answer(machines.machine(&asked.unit)?, &asked),
        Question::Draw(asked) => differ::draw(machines.machine(&asked.unit)?, &asked),
    }
}
