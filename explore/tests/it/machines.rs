//! What the gates compute, against the model.

use std::sync::OnceLock;
use std::time::Duration;

use serde_json::{Value, json};
use vidalu_engine::{Machine, Machines, Start, answer};
use vidalu_explore::{catalog, defaults, machine};
use vidalu_testkit::have;

const LIMIT: Duration = Duration::from_secs(120);

/// The machines that a page shows by itself.
pub(crate) fn machines() -> &'static Machines {
    static MACHINES: OnceLock<Machines> = OnceLock::new();
    MACHINES.get_or_init(|| {
        let made = defaults().iter().map(|choice| machine(choice, LIMIT).unwrap()).collect();
        Machines { catalog: catalog(Start::default(), Vec::new()), machines: made }
    })
}

/// Asks a question that has an answer.
pub(crate) fn ask(machines: &Machines, question: &Value) -> Value {
    let answer: Value = serde_json::from_str(&answer(machines, &question.to_string())).unwrap();
    assert!(answer.get("error").is_none(), "{question}: {answer}");
    answer["ok"].clone()
}

fn evaluate_drawn(machines: &Machines, machine: &Machine, seed: u64, index: u64) -> (Value, Value) {
    let drawn = ask(machines, &json!({ "ask": "draw", "unit": machine.id, "seed": seed, "index": index }));
    let question =
        json!({ "ask": "evaluate", "unit": machine.id, "ptx": drawn["ptx"], "registers": drawn["registers"] });
    let found = ask(machines, &question);
    (question, found)
}

#[test]
fn the_gates_show_what_the_model_expects_on_every_wire() {
    if !have(&["yosys"]) {
        return;
    }
    for machine in &machines().machines {
        let start = std::time::Instant::now();
        for index in 0..400 {
            let (question, found) = evaluate_drawn(machines(), machine, 1, index);
            assert!(
                found["agrees"] == true,
                "{question}: {} {} {}",
                found["first_wrong"],
                found["results"],
                found["model"]
            );
        }
        println!(
            "{} {:?} {} wires {} gates",
            machine.id,
            start.elapsed(),
            machine.wires.len(),
            machine.gates.ands.len()
        );
    }
}

#[test]
fn size() {
    let text = serde_json::to_string(machines()).unwrap();
    std::fs::write("/tmp/machines.json", &text).unwrap();
    let again: Machines = serde_json::from_str(&text).unwrap();
    for (machine, read) in machines().machines.iter().zip(&again.machines) {
        assert_eq!(machine.gates.ands, read.gates.ands);
        for index in 0..300 {
            let (question, found) = evaluate_drawn(&again, machine, 1, index);
            assert!(found["agrees"] == true, "{question}");
        }
    }
}
