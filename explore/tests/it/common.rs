//! The machines of the tests, and questions about them.

use std::sync::OnceLock;
use std::time::Duration;

use serde_json::{Value, json};
use vidalu_engine::{Machine, Machines, Start, answer};
use vidalu_explore::{catalog, defaults, machine};
use vidalu_testkit::have;

/// The most time for making a machine.
pub(crate) const LIMIT: Duration = Duration::from_secs(120);

/// Returns the machines that a page shows by itself, unless yosys is missing.
pub(crate) fn machines() -> Option<&'static Machines> {
    static MACHINES: OnceLock<Machines> = OnceLock::new();
    let make = || {
        let made = defaults().into_iter().map(|choice| machine(&choice, LIMIT).unwrap());
        Machines { catalog: catalog(Start::default(), Vec::new()), machines: made.collect() }
    };
    have(&["yosys"]).then(|| MACHINES.get_or_init(make))
}

/// Returns a page with one machine.
pub(crate) fn alone(machine: Machine) -> Machines {
    Machines { catalog: catalog(Start::default(), Vec::new()), machines: vec![machine] }
}

/// Asks a question that has an answer.
pub(crate) fn ask(machines: &Machines, question: &Value) -> Value {
    let answer: Value = serde_json::from_str(&answer(machines, &question.to_string())).unwrap();
    assert!(answer.get("error").is_none(), "{question}: {answer}");
    answer["ok"].clone()
}

/// Asks a question that is refused.
pub(crate) fn refused(machines: &Machines, question: &Value) -> Value {
    let answer: Value = serde_json::from_str(&answer(machines, &question.to_string())).unwrap();
    assert!(answer.get("ok").is_none(), "{question}: {answer}");
    answer["error"].clone()
}

/// Draws an instruction of a machine and evaluates it: the question and its answer.
pub(crate) fn evaluate_drawn(machines: &Machines, unit: &str, seed: u64, index: u64) -> (Value, Value) {
    let drawn = ask(machines, &json!({ "ask": "draw", "unit": unit, "seed": seed, "index": index }));
    let question = json!({ "ask": "evaluate", "unit": unit, "ptx": drawn["ptx"], "registers": drawn["registers"] });
    let found = ask(machines, &question);
    (question, found)
}

/// Returns the paths of the wires that differ from what the model expects.
pub(crate) fn wrong(found: &Value) -> Vec<&str> {
    let expected = found["expected"].as_object().unwrap().iter();
    expected.filter(|(path, value)| found["wires"][path.as_str()] != **value).map(|(path, _)| path.as_str()).collect()
}
