//! The values on the wires: against the golden model, against a simulator, and where they stand.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::io::BufReader;
use std::path::Path;

use serde_json::{Value, json};
use vcd::{Command, Parser};
use vidalu_engine::Machines;
use vidalu_explore::{Choice, defaults};
use vidalu_gen::outline::sections;
use vidalu_gen::{Target, generate};
use vidalu_sim::plan::Plan;
use vidalu_sim::simulator::{Build, Icarus, Simulator};
use vidalu_sim::{Batch, Dut, Seen};
use vidalu_testkit::have;

use crate::common::{LIMIT, ask, evaluate_drawn, machines, wrong};

/// The instructions that are drawn for each machine.
const DRAWN: u64 = 900;

#[test]
fn the_wires_show_what_the_model_expects() {
    let Some(machines) = machines() else { return };
    let text = serde_json::to_string(machines).unwrap();
    let read = Machines::read(&text).unwrap();
    for machine in &machines.machines {
        let mut seen = BTreeSet::new();
        for index in 0..DRAWN {
            let (question, found) = evaluate_drawn(&read, &machine.id, 1, index);
            assert_eq!(wrong(&found), [""; 0], "{question}");
            assert!(found["agrees"] == true, "{question}: {} {}", found["results"], found["model"]);
            seen.extend(found["expected"].as_object().unwrap().keys().cloned());
        }
        for port in ["a_i", "b_i", "d_o"] {
            assert!(seen.contains(port), "{}: the model knows no value of {port}", machine.id);
        }
        let saturates = machine.instances.keys().filter(|path| path.ends_with("saturate"));
        for path in saturates.map(|instance| format!("{instance}.y_o")) {
            assert!(seen.contains(&path), "{}: the model knows no value of {path}", machine.id);
        }
    }
}

/// Instructions on each machine that a simulator executes too.
const SIMULATED: u64 = 6;

#[test]
fn the_wires_show_what_a_simulator_shows() {
    let Some(machines) = machines().filter(|_| have(&["iverilog", "vvp"])) else { return };
    let icarus = Icarus::find().unwrap();
    for choice in defaults() {
        let (dut, subject) = Dut::with_subject(Target::Unit(choice.unit), &choice.config).unwrap();
        let scratch = tempfile::tempdir().unwrap();
        let job = Build { waves: true, ..Build::new(&dut, &*subject, scratch.path(), LIMIT) };
        let model = icarus.build(&job).unwrap();
        for index in 0..SIMULATED {
            let batch = Batch::new(&*subject, 1, index, 1, 1);
            let plan = Plan::settle(dut.timing, &|_| 1, 0, 0);
            let mut room = Vec::new();
            let drive = dut.drive(&*subject, 0, &plan.cycles, &batch, &mut room);
            let wave = scratch.path().join("wave.vcd");
            model.another().unwrap().run_with_wave(&drive, &mut Seen::default(), &wave, 0).unwrap();
            let simulated = last_values(&wave);
            // The simulated unit comes from a reset, which clears CC.CF.
            let (mut question, _) = evaluate_drawn(machines, &choice.id, 1, index);
            question["registers"]["cc"] = json!("0");
            let found = ask(machines, &question);
            compare(&choice, &question, &found, &simulated);
        }
    }
}

/// Compares the wires with the signals of the same paths, which are behind some outer scopes.
fn compare(choice: &Choice, question: &Value, found: &Value, simulated: &HashMap<String, String>) {
    // The last vector stays at the inputs, and is not valid in a unit that keeps CC.CF.
    let is_control = |path: &str| {
        let name = path.rsplit('.').next().unwrap();
        ["valid", "ready", "advance", "taken", "rst"].iter().any(|part| name.contains(part))
    };
    let mut count = 0;
    for (path, value) in found["wires"].as_object().unwrap().iter().filter(|(path, _)| !is_control(path)) {
        let inner = format!(".{path}");
        let depth = |name: &&String| name.matches('.').count();
        let signal = simulated.keys().filter(|name| name.ends_with(&inner)).min_by_key(depth);
        // Icarus leaves out nets that it does not need.
        let Some(signal) = signal else { continue };
        count += 1;
        let (value, expected) = (value.as_str().unwrap(), &simulated[signal]);
        let digits = expected.trim_start_matches('0');
        assert_eq!(value.trim_start_matches('0'), digits, "{}: {path} and {signal}, {question}", choice.id);
    }
    assert!(count * 10 > found["wires"].as_object().unwrap().len() * 7, "{}: only {count} wires", choice.id);
}

/// Returns the last value of each signal in a VCD in hexadecimal, or in binary if some bits are
/// unknown, by its path.
fn last_values(path: &Path) -> HashMap<String, String> {
    let (mut scopes, mut names, mut last) = (Vec::new(), Vec::new(), HashMap::new());
    for command in Parser::new(BufReader::new(std::fs::File::open(path).unwrap())) {
        match command.unwrap() {
            Command::ScopeDef(_, name) => scopes.push(name),
            Command::Upscope => drop(scopes.pop()),
            Command::VarDef(_, _, code, name, _) => names.push((format!("{}.{name}", scopes.join(".")), code)),
            Command::ChangeScalar(code, value) => drop(last.insert(code, value.to_string())),
            Command::ChangeVector(code, value) => drop(last.insert(code, value.to_string())),
            _ => {}
        }
    }
    let hex = |digits: &String| {
        let padded = format!("{}{digits}", "0".repeat((4 - digits.len() % 4) % 4));
        let nibble = |at: usize| u32::from_str_radix(&padded[at..at + 4], 2).map(|nibble| format!("{nibble:x}"));
        (0..padded.len()).step_by(4).map(nibble).collect::<Result<String, _>>().unwrap_or(padded.clone())
    };
    names.into_iter().filter_map(|(name, code)| Some((name, hex(last.get(&code)?)))).collect()
}

#[test]
fn every_net_of_the_text_is_a_wire_in_the_row_of_its_section() {
    let Some(machines) = machines() else { return };
    for (choice, machine) in defaults().iter().zip(&machines.machines) {
        let design = generate(Target::Unit(choice.unit), &choice.config).unwrap();
        let hardware = ask(machines, &json!({ "ask": "unit", "unit": machine.id }));
        let tops = [(String::new(), &machine.top)].into_iter();
        let inner = machine.instances.iter().map(|(path, module)| (format!("{path}."), module));
        let mut checked = 0;
        for (front, module) in tops.chain(inner) {
            let text = hardware["modules"][module.as_str()]["text"].as_str().unwrap();
            let nets: BTreeMap<_, _> = hardware["modules"][module.as_str()]["nets"]
                .as_array()
                .unwrap()
                .iter()
                .map(|net| (net["name"].as_str().unwrap(), net))
                .collect();
            let mut row = 0;
            for section in sections(text) {
                row += u32::from(section.name.contains("->"));
                for net in section.nets {
                    let path = format!("{front}{}", net.name);
                    let wire = machine.wires.get(&path).unwrap_or_else(|| panic!("{}: no {path}", machine.id));
                    assert_eq!(wire.bits.len(), net.width, "{}: {path}", machine.id);
                    let line = nets[&*net.name]["line"].as_u64().unwrap() as usize;
                    assert!(section.lines.contains(&line), "{}: {path} in line {line}", machine.id);
                    let is_flow = section.name == "flow" || section.name == "control word";
                    let is_inner_unit = machine.unit == "video" && front.is_empty();
                    if !is_flow && !is_inner_unit && wire.bits.iter().any(|bit| bit >> 1 != 0) {
                        assert_eq!(wire.row, row, "{}: {path} in section {}", machine.id, section.name);
                        checked += 1;
                    }
                }
            }
        }
        assert_eq!(design.latency, machine.timing.depth);
        assert!(checked > 8, "{}: {checked}", machine.id);
    }
}
