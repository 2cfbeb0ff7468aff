//! Hardware with a fault: which wires are wrong.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::{Value, json};
use vidalu_engine::Machines;
use vidalu_explore::{Choice, machine};
use vidalu_gen::{Config, Goal, Handshake, Target, Unit, generate, write};
use vidalu_sim::rtl::{PortMap, Rtl};
use vidalu_testkit::have;

use crate::common::{LIMIT, alone, ask, evaluate_drawn, wrong};

/// Generates a unit into `folder` with a fault in one of its modules, and reads it as other
/// hardware.
fn faulty(folder: &Path, unit: Unit, config: Config, (module, from, to): (&str, &str, &str)) -> Machines {
    let design = generate(Target::Unit(unit), &config).unwrap();
    write(&design, folder).unwrap();
    let path = folder.join(format!("rtl/vidalu_{module}.v"));
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text.matches(from).count(), 1, "{from}");
    std::fs::write(&path, text.replace(from, to)).unwrap();
    let rtl = Rtl::read(&[folder.to_owned()], None, PortMap::default()).unwrap();
    let choice = Choice { rtl: Some(rtl), ..Choice::generated("mine", "mine", unit, config) };
    alone(machine(&choice, LIMIT).unwrap())
}

const SATURATE: (&str, &str, &str) = ("saturate", "assign y_o   = hit_o ? bound : x_i;", "assign y_o   = x_i;");

#[test]
fn a_broken_saturation_makes_the_wires_from_there_on_wrong_and_no_others() {
    if !have(&["yosys"]) {
        return;
    }
    for depth in [0, 3] {
        let folder = tempfile::tempdir().unwrap();
        let config = Config { depth: depth.into(), ..Config::default() };
        let machines = faulty(folder.path(), Unit::Scalar, config, SATURATE);
        let question = json!({
            "ask": "evaluate",
            "unit": "mine",
            "ptx": "vsub.u32.u32.u32.sat.add r1, r2, r3, r4",
            "registers": { "a": "5", "b": "9", "c": "64" },
        });
        let found = ask(&machines, &question);
        assert_eq!(found["agrees"], false);
        assert_eq!(found["first_wrong"], json!({ "path": "sat_s34", "stage": "saturate" }));
        let stages = ["sat_s34", "u_saturate.y_o", "d", "u_secondary.d_o", "d_o"];
        let is_copy = |path: &&str| path.starts_with("sat_s34_q");
        let wrong: BTreeSet<_> = wrong(&found).into_iter().filter(|path| !is_copy(path)).collect();
        assert_eq!(wrong, BTreeSet::from(stages), "depth {depth}");
        assert_eq!((&found["results"]["d"], &found["model"]["d"]), (&json!("00000060"), &json!("00000064")));
        let hardware = ask(&machines, &json!({ "ask": "unit", "unit": "mine" }));
        let items = hardware["modules"]["vidalu_scalar"]["items"].as_array().unwrap();
        assert!(items.iter().any(|item| item["name"] == "saturate"), "{items:?}");
        // Without .sat nothing is wrong.
        let plain = json!({ "ask": "evaluate", "unit": "mine", "ptx": "vsub.u32.u32.u32 r1, r2, r3", "registers": {} });
        assert_eq!(ask(&machines, &plain)["agrees"], true);
    }
}

#[test]
fn the_first_wrong_wire_is_in_the_stage_of_the_fault() {
    if !have(&["yosys"]) {
        return;
    }
    let faults =
        [(Unit::Scalar, SATURATE, "saturate"), (Unit::Video, SATURATE, "saturate"), (Unit::Vmad, SATURATE, "saturate")];
    for (unit, fault, stage) in faults {
        let folder = tempfile::tempdir().unwrap();
        let machines = faulty(folder.path(), unit, Config::default(), fault);
        let found: Vec<Value> = (0..400).map(|index| evaluate_drawn(&machines, "mine", 3, index).1).collect();
        let bad: Vec<_> = found.iter().filter(|found| found["agrees"] == false).collect();
        assert!(!bad.is_empty(), "{}", unit.name());
        for found in bad {
            assert_eq!(found["first_wrong"]["stage"], stage, "{}: {} {:?}", unit.name(), found["ptx"], wrong(found));
        }
    }
}

/// The other forms show other values between their stages than the default form.
#[test]
fn no_wire_is_wrong_in_another_form() {
    if !have(&["yosys"]) {
        return;
    }
    let forms = [Goal::Tables, Goal::Cells].map(|goal| [Unit::Scalar, Unit::Simd].map(|unit| (unit, goal)));
    for (unit, goal) in forms.concat().into_iter().chain([(Unit::Vmad, Goal::Cells)]) {
        let config = Config { goal, depth: 2.into(), ..Config::default() };
        let machines = alone(machine(&Choice::generated("mine", "mine", unit, config), LIMIT).unwrap());
        for index in 0..400 {
            let (question, found) = evaluate_drawn(&machines, "mine", 5, index);
            assert_eq!(found["agrees"], true, "{question}");
            assert!(wrong(&found).is_empty(), "{question}: {:?}", wrong(&found));
        }
    }
}

#[test]
fn a_unit_that_never_answers_is_not_believed() {
    if !have(&["yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let fault = ("scalar", "assign valid_o = valid_q;", "assign valid_o = 1'b0;");
    let machines = faulty(folder.path(), Unit::Scalar, Config { depth: 1.into(), ..Config::default() }, fault);
    let (_, found) = evaluate_drawn(&machines, "mine", 1, 0);
    assert_eq!((&found["delivered"], &found["agrees"]), (&json!(false), &json!(false)));
}

#[test]
fn a_unit_with_ports_of_its_own_shows_its_wires() {
    if !have(&["yosys"]) {
        return;
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/own-hardware");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    for (name, depth) in [("video_alu", 0), ("video_pipe", 2)] {
        let map = PortMap::from_toml("map", &read(&format!("{name}.toml"))).unwrap();
        let files = ["video_alu.sv", "video_pipe.sv"].map(|file| folder.join(file));
        let rtl = Rtl::read(&files, Some(name.to_owned()), map).unwrap();
        let handshake = if depth == 0 { Handshake::None } else { Handshake::Valid };
        let config = Config { depth: depth.into(), handshake, ..Config::default() };
        let choice = Choice { rtl: Some(rtl), ..Choice::generated(name, name, Unit::Scalar, config) };
        let machines = alone(machine(&choice, LIMIT).unwrap());
        for index in 0..100 {
            let (question, found) = evaluate_drawn(&machines, name, 1, index);
            assert_eq!(found["agrees"], true, "{question}: {:?}", wrong(&found));
        }
        let hardware = ask(&machines, &json!({ "ask": "unit", "unit": name }));
        let module = &hardware["modules"][name];
        assert!(module["text"].as_str().unwrap().contains(&format!("module {name}")), "{name}");
        assert!(module["nets"].as_array().unwrap().len() > 10, "{name}");
    }
}
