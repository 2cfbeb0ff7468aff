//! Generates the README of a kit and its picture.

use askama::Template;
use vidalu_gen::package::Files;
use vidalu_gen::{Choice, TERMS, Target};
use vidalu_model::control::UNIT;
use vidalu_sim::timing;

use crate::template::{VERSION, render};
use crate::unit::KitUnit;
use crate::vectors::VectorFile;
use crate::{bench, flow, picture};

#[derive(Template)]
#[template(path = "README.md", escape = "none")]
struct Readme<'a> {
    version: &'a str,
    terms: &'a str,
    config: &'a str,
    /// A unit or a block.
    kind: &'a str,
    has_control_word: bool,
    unit: &'a str,
    doc: &'a str,
    top: &'a str,
    bench: &'a str,
    latency: u32,
    year: u32,
    sets: &'a [Listed],
    ports: &'a str,
    /// The sentence about the field that selects the unit, if the control word has it.
    unit_field: Option<String>,
    control_word: String,
    /// The timing of a unit that no bus hides.
    wavejson: Option<String>,
    /// The bus, and the module that drives it.
    bus: Option<(&'a str, &'a str)>,
    /// Whether the bus is one of AXI.
    has_axi: bool,
    defs: String,
    places: String,
}

struct Listed {
    path: String,
    count: u64,
}

/// Returns the README and its picture by their path. The tables come from `package`.
pub(crate) fn files(unit: &KitUnit, sets: &[VectorFile], package: &Files) -> Vec<(String, String)> {
    let design = &unit.design;
    let lanes = design.wrapped.is_none().then(|| picture::lanes(unit));
    let title =
        format!("{}: latency {}, handshake {}", design.top.name, design.latency, design.config.handshake.name());
    let listed: Vec<_> = sets.iter().map(|set| Listed { path: set.path(), count: set.count }).collect();
    let ports = &package["ports.md"];
    let readme = Readme {
        version: VERSION,
        terms: TERMS,
        config: &design.config.line(),
        kind: design.target.kind(),
        has_control_word: matches!(design.target, Target::Unit(_)),
        unit: design.target.name(),
        doc: design.target.doc(),
        top: &design.top.name,
        bench: &unit.bench(),
        latency: design.latency,
        year: flow::year(unit),
        sets: &listed,
        ports: ports[ports.find("| port |").expect("the ports are a table")..].trim_end(),
        unit_field: (bench::formats(unit).count() > 1).then(unit_field),
        control_word: control_word(unit, &package["control_word.md"]),
        wavejson: lanes.as_deref().map(picture::wavejson),
        bus: design.wrapped.as_ref().map(|wrapped| (wrapped.wrapper.name(), &*wrapped.host.module.name)),
        has_axi: unit.has_axi(),
        defs: design.config.defs(),
        places: sets[0].value("places").to_owned(),
    };
    let readme = ("README.md".to_owned(), render(&readme));
    let picture = lanes.map(|lanes| ("docs/timing.svg".to_owned(), timing::svg(&lanes, &title, 0, &[])));
    std::iter::once(readme).chain(picture).collect()
}

/// Returns the tables of the control words that the unit accepts.
fn control_word(unit: &KitUnit, all: &str) -> String {
    let own: Vec<_> = bench::formats(unit).map(|format| format!("`{}`", format.unit.name())).collect();
    let sections = all.split("\n## ").skip(1).filter(|section| own.iter().any(|name| section.starts_with(name)));
    sections.map(|section| format!("### {}\n", section.trim_end())).collect::<Vec<_>>().join("\n")
}

/// Returns a sentence about the field of the control word that selects the unit.
fn unit_field() -> String {
    let codes: Vec<_> = UNIT.codes.iter().map(|(name, code)| format!("{code} `{name}`")).collect();
    format!(
        "The field `unit`, bits {}..{}, selects the unit whose fields the other bits hold: {}.",
        UNIT.hi(),
        UNIT.lo,
        codes.join(", ")
    )
}
