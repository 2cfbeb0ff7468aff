//! The texts of the page, and the list of the machines.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::machine::Machine;

/// The texts of the page.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Catalog {
    /// The version of vidalu.
    pub version: String,
    /// The machine, instruction and registers that the page shows first.
    pub start: Start,
    /// The profiles: their names, and what they say.
    pub profiles: Vec<Profile>,
    /// The task of each stage, in a sentence.
    pub stages: BTreeMap<String, String>,
    /// The rules of the operations.
    pub rules: BTreeMap<String, Operation>,
    /// Instructions to begin with.
    pub examples: Vec<Example>,
    /// The labs.
    pub labs: Vec<Lab>,
}

/// The machine, instruction and registers that are shown first.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Start {
    /// The machine.
    pub unit: String,
    /// The instruction.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ptx: Option<String>,
    /// The registers `a`, `b` and `c` and the flag `cc`, in hexadecimal.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub registers: BTreeMap<String, String>,
}

/// A profile.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The name.
    pub name: String,
    /// The reading, in a sentence.
    pub summary: String,
}

/// The rule of an operation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Operation {
    /// The section of the manual.
    pub section: String,
    /// The operation and what it computes.
    pub title: String,
    /// The result as a formula.
    pub formula: String,
    /// The rule.
    pub text: String,
    /// The decisions of docs/semantics.md that it rests on.
    pub decisions: Vec<Decision>,
}

/// A decision of docs/semantics.md.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Decision {
    /// The number: `D4`.
    pub id: String,
    /// The decision.
    pub text: String,
}

/// An instruction to begin with.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Example {
    /// The title.
    pub title: String,
    /// The machine that shows it.
    pub unit: String,
    /// The instruction.
    pub ptx: String,
    /// The registers `a`, `b` and `c` and the flag `cc`, in hexadecimal.
    pub registers: BTreeMap<String, String>,
}

/// A lab.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Lab {
    /// The name for `vidalu lab start`.
    pub name: String,
    /// The title.
    pub title: String,
}

impl Catalog {
    /// Returns the texts and the list of the machines.
    pub(crate) fn answer(&self, machines: &[Machine]) -> Value {
        let mut answer = serde_json::to_value(self).expect("a catalog has no keys but names");
        answer["units"] = machines.iter().map(unit).collect();
        answer
    }
}

fn unit(machine: &Machine) -> Value {
    let Machine { id, unit, title, config, profile, operations, timing, foreign, .. } = machine;
    let handshake = match (timing.valid, timing.ready) {
        (false, _) => "none",
        (true, false) => "valid",
        (true, true) => "valid-ready",
    };
    json!({
        "id": id,
        "unit": unit,
        "title": title,
        "config": config,
        "profile": profile,
        "operations": operations,
        "depth": timing.depth,
        "handshake": handshake,
        "flags": timing.flag_stage.is_some(),
        "contexts": machine.contexts,
        "clock_enable": timing.clock_enable,
        "flush": timing.flush,
        "foreign": foreign,
    })
}
