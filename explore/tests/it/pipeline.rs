//! Instructions in a pipeline, cycle by cycle.

use itertools::Itertools;
use serde_json::{Value, json};
use vidalu_model::draw::mix;

use crate::common::{ask, machines, refused};

/// The cycles of each run.
const CYCLES: u64 = 300;

#[test]
fn the_pipelines_behave_like_the_cycle_model() {
    let Some(machines) = machines() else { return };
    for machine in &machines.machines {
        let instructions: Vec<_> = (0..40)
            .map(|index| ask(machines, &json!({ "ask": "draw", "unit": machine.id, "seed": 7, "index": index })))
            .collect();
        let chance = |cycle: u64, what: u64, one_in: u64| mix(cycle << 8 | what).is_multiple_of(one_in);
        let cycles = (0..CYCLES).map(|cycle| {
            json!({
                "reset": chance(cycle, 0, 60),
                "enable": !chance(cycle, 1, 5),
                "flush": chance(cycle, 2, 40),
                "ready": !chance(cycle, 3, 3),
                "issue": (!chance(cycle, 4, 4)).then(|| &instructions[(mix(cycle) % 40) as usize]),
            })
        });
        let cycles: Vec<Value> = cycles.collect();
        let found = ask(machines, &json!({ "ask": "simulate", "unit": machine.id, "cycles": cycles, "at": 20 }));
        assert_eq!(found["wrong"], json!([]), "{}", machine.id);
        let all = found["cycles"].as_array().unwrap();
        assert_eq!(all.len() as u64, CYCLES);
        let delivered: Vec<_> = all.iter().filter_map(|cycle| cycle["delivered"].as_u64()).collect();
        let flushed: Vec<_> = found["flushed"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
        assert!(delivered.len() > 50, "{}: {}", machine.id, delivered.len());
        assert!(delivered.is_sorted() && delivered.iter().all(|index| !flushed.contains(index)));
        let accepted = all.iter().filter(|cycle| cycle["accepted"] == true).count();
        let left = all.last().unwrap()["places"].as_array().unwrap().len();
        assert!(accepted.abs_diff(delivered.len() + flushed.len()) <= left, "{}", machine.id);
        assert_eq!(found["wires"].as_object().unwrap().len(), machine.wires.len());
        // Each row holds what the row before it held one move earlier.
        for (before, after) in all.iter().tuple_windows() {
            let [before, after] = [before, after].map(|cycle| cycle["places"].as_array().unwrap());
            for row in 2..after.len() {
                let is_moved = after[row] == before[row] || after[row] == before[row - 1];
                assert!(after[row].is_null() || is_moved, "{}: {before:?} {after:?}", machine.id);
            }
        }
    }
}

#[test]
fn back_pressure_holds_and_a_flush_drops() {
    let Some(machines) = machines() else { return };
    let issue = json!({ "ptx": "vadd.u32.u32.u32 r1, r2, r3", "registers": { "a": "1", "b": "2" } });
    let mut cycles = vec![json!({ "issue": issue }); 3];
    cycles.extend(vec![json!({ "ready": false }); 3]);
    cycles.push(json!({ "flush": true, "ready": false }));
    cycles.extend(vec![json!({}); 3]);
    let found = ask(machines, &json!({ "ask": "simulate", "unit": "scalar-pipeline", "cycles": cycles }));
    let places = |cycle: usize| found["cycles"][cycle]["places"].clone();
    assert_eq!(places(3), json!([null, 2, 1, 0]));
    assert_eq!(places(5), places(4));
    assert_eq!(places(7), json!([null, null, null, null]));
    assert_eq!(found["flushed"], json!([0, 1, 2]));
    assert_eq!(found["cycles"][3]["pins"]["d_o"], "00000003");
    assert!(found["cycles"].as_array().unwrap().iter().all(|cycle| cycle["delivered"].is_null()));
}

#[test]
fn a_question_that_cannot_be_simulated_is_refused() {
    let Some(machines) = machines() else { return };
    let simulate = |cycle: Value| refused(machines, &json!({ "ask": "simulate", "unit": "carry", "cycles": [cycle] }));
    let issue = json!({ "ptx": "addc.u32 r1, r2, r3", "context": 1 });
    assert_eq!(simulate(json!({ "issue": issue }))["message"], "context 1 is not below the 1 of the unit");
    let other = simulate(json!({ "issue": { "ptx": "vadd.u32.u32.u32 r1, r2, r3" } }));
    assert_eq!(other["message"], "unit carry does not have vadd");
    let many = vec![json!({}); 10_001];
    let many = refused(machines, &json!({ "ask": "simulate", "unit": "carry", "cycles": many }));
    assert_eq!(many["message"], "10001 cycles are more than 10000");
}
