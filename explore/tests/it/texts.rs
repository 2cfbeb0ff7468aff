//! The texts of the page.

use std::path::Path;

use serde_json::{Value, json};
use vidalu_engine::Start;
use vidalu_explore::catalog;
use vidalu_gen::outline::unnumbered;
use vidalu_model::golden::Profile;
use vidalu_model::isa::Operation;

use crate::common::{ask, machines};

#[test]
fn every_operation_has_its_rule_and_every_decision_its_chapter() {
    let catalog = catalog(Start::default(), Vec::new());
    let names: Vec<_> = Operation::ALL.iter().map(|operation| operation.name().to_owned()).collect();
    assert!(catalog.rules.keys().all(|name| names.contains(name)));
    assert_eq!(catalog.rules.len(), names.len());
    assert_eq!(catalog.profiles.len(), Profile::ALL.len());
    let semantics = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/semantics.md");
    let semantics = std::fs::read_to_string(semantics).unwrap();
    for (name, rule) in &catalog.rules {
        assert!(rule.section.starts_with("9.7."), "{name}");
        for decision in &rule.decisions {
            let headings = [format!("### {}:", decision.id), format!("**{}:", decision.id)];
            let has = headings.iter().any(|heading| semantics.contains(heading));
            assert!(has, "{name}: {}", decision.id);
        }
    }
}

#[test]
fn there_is_an_example_for_each_operation_and_all_run() {
    let Some(machines) = machines() else { return };
    let examples = &machines.catalog.examples;
    let mut operations = Vec::new();
    for example in examples {
        let question = json!({
            "ask": "evaluate", "unit": example.unit, "ptx": example.ptx, "registers": example.registers,
        });
        let found = ask(machines, &question);
        assert_eq!(found["agrees"], true, "{}", example.title);
        assert_eq!(found["ptx"], example.ptx, "{}", example.title);
        let word = ask(machines, &json!({ "ask": "word", "unit": example.unit, "ctl": found["ctl"] }));
        assert_eq!(word["legal"], true, "{}", example.title);
        let opcode = example.ptx.split([' ', '.']).next().unwrap();
        operations.push(match opcode {
            "add" | "sub" | "mad" => format!("{opcode}.cc"),
            opcode => opcode.to_owned(),
        });
    }
    let all: Vec<_> = Operation::usual().map(Operation::name).collect();
    assert_eq!(operations[..all.len()], all);
}

#[test]
fn every_stage_of_the_pictures_is_explained() {
    let Some(machines) = machines() else { return };
    let catalog = ask(machines, &json!({ "ask": "catalog" }));
    assert_eq!(catalog["units"].as_array().unwrap().len(), machines.machines.len());
    for machine in &machines.machines {
        let hardware = ask(machines, &json!({ "ask": "unit", "unit": machine.id }));
        let items = hardware["modules"].as_object().unwrap().values().flat_map(|module| module["items"].as_array());
        let names: Vec<_> = items.flatten().filter_map(|item| item["name"].as_str()).collect();
        assert!(!names.is_empty(), "{}", machine.id);
        for stage in names.iter().flat_map(|name| name.split(" | ")) {
            // The parts of a reduction are numbered.
            assert!(catalog["stages"][unnumbered(stage)].is_string(), "{}: {stage}", machine.id);
        }
    }
}

#[test]
fn the_lines_of_a_stage_are_those_of_its_banner() {
    let Some(machines) = machines() else { return };
    let hardware = ask(machines, &json!({ "ask": "unit", "unit": "scalar-pipeline" }));
    let module = &hardware["modules"]["vidalu_scalar"];
    let lines: Vec<_> = module["text"].as_str().unwrap().lines().collect();
    for item in module["items"].as_array().unwrap() {
        let first = lines[item["from"].as_u64().unwrap() as usize - 1];
        let name = item["name"].as_str().map_or("registers".to_owned(), str::to_owned);
        assert!(first.contains(&name), "{first}: {name}");
    }
    let rows = module["items"].as_array().unwrap().iter().filter_map(|item| item["rows"].as_u64());
    assert_eq!(rows.sum::<u64>(), 3);
    let is_adder = |module: &&Value| module["picture"]["kind"] == "adder";
    assert_eq!(hardware["modules"].as_object().unwrap().values().filter(is_adder).count(), 1);
}

/// Returns the value of a part of a link, without the percent signs.
fn part<'l>(link: &'l str, name: &str) -> Option<&'l str> {
    link.split(['#', '&']).find_map(|part| part.strip_prefix(name)?.strip_prefix('='))
}

#[test]
fn the_links_of_the_evening_show_what_the_chapter_says() {
    let Some(machines) = machines() else { return };
    let chapter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/evening.md");
    let chapter = std::fs::read_to_string(chapter).unwrap();
    let links: Vec<_> = chapter.split("(explore.html#").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    assert_eq!(links.len(), 9);
    let mut operations = Vec::new();
    for link in links {
        let ptx = part(link, "ptx").unwrap().replace("%20", " ");
        let register = |name| part(link, name).unwrap_or("0");
        let registers = json!({ "a": register("a"), "b": register("b"), "c": register("c"), "cc": register("cc") });
        let unit = part(link, "unit").unwrap();
        let question = json!({ "ask": "evaluate", "unit": unit, "ptx": ptx, "registers": registers });
        let found = ask(machines, &question);
        assert_eq!(found["agrees"], true, "{link}");
        let d = found["results"]["d"].as_str().unwrap();
        assert!(chapter.contains(&format!("= 0x{d} ")), "{link}: {d}");
        operations.push(ptx.split('.').next().unwrap().to_owned());
    }
    assert_eq!(operations.join(" "), "vadd vadd vadd vabsdiff4 vavrg4 vset vmad add addc");
}
