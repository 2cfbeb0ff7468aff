//! The texts of the page: the rules in vidalu's own words, and instructions to begin with.

use std::collections::BTreeMap;

use serde::Deserialize;
use vidalu_engine::{Catalog, Decision, Example, Lab, Operation as Rule, Profile as Reading, Start};
use vidalu_model::golden::Profile;
use vidalu_model::isa::Operation;

/// The file with the rules.
#[derive(Deserialize)]
struct Rules {
    decisions: BTreeMap<String, String>,
    profiles: BTreeMap<String, String>,
    stages: BTreeMap<String, String>,
    operations: BTreeMap<String, Described>,
}

/// The rule of an operation.
#[derive(Deserialize)]
struct Described {
    formula: String,
    text: String,
    decisions: Vec<String>,
}

/// The file with the examples.
#[derive(Deserialize)]
struct Examples {
    example: Vec<Example>,
}

/// Returns the texts of a page that shows `start` first.
///
/// # Panics
/// If a file of the crate does not describe every operation and profile, which a test prevents.
pub fn catalog(start: Start, labs: Vec<Lab>) -> Catalog {
    let rules: Rules = toml::from_str(include_str!("rules.toml")).expect("the rules are TOML");
    let examples: Examples = toml::from_str(include_str!("examples.toml")).expect("the examples are TOML");
    let decision = |id: &String| Decision { id: id.clone(), text: rules.decisions[id].clone() };
    let rule = |operation: Operation| {
        let Described { formula, text, decisions } = &rules.operations[operation.name()];
        let rule = Rule {
            section: operation.section().to_owned(),
            title: operation.name().to_owned(),
            formula: formula.clone(),
            text: text.clone(),
            decisions: decisions.iter().map(decision).collect(),
        };
        (operation.name().to_owned(), rule)
    };
    let reading =
        |profile: Profile| Reading { name: profile.name().to_owned(), summary: rules.profiles[profile.name()].clone() };
    Catalog {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        start,
        profiles: Profile::ALL.map(reading).to_vec(),
        rules: Operation::ALL.into_iter().map(rule).collect(),
        stages: rules.stages,
        examples: examples.example,
        labs,
    }
}
