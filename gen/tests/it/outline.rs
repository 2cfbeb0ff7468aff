//! The sections of the generated text, by which waves group their signals.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use std::collections::BTreeSet;

use itertools::Itertools;
use vidalu_gen::outline::{Section, sections, unnumbered};
use vidalu_gen::{Choice as _, Config, Design, Goal, Handshake, Multiplier, Target, Unit, generate};

/// The words of the shared vocabulary, and the names of sections that are not stages.
const NAMES: [&str; 30] = [
    "flow",
    "steps",
    "control word",
    "issue",
    "execute",
    "result",
    "input",
    "output",
    "select",
    "order",
    "add",
    "bytes",
    "lanes",
    "thirds",
    "excess",
    "clamp",
    "join",
    "shift",
    "decide",
    "primary",
    "multiply",
    "rows",
    "reduction",
    "half",
    "scale",
    "saturate",
    "secondary",
    "merge",
    "accumulate",
    "lane sum",
];

fn design(unit: Unit) -> Design {
    with_depth(unit, Goal::Balanced, 3)
}

fn with_depth(unit: Unit, goal: Goal, depth: u8) -> Design {
    let config = Config { goal, depth: depth.into(), handshake: Handshake::ValidReady, ..Config::default() };
    generate(Target::Unit(unit), &config).unwrap()
}

fn top(design: &Design) -> Vec<Section> {
    sections(&design.files.last().unwrap().text)
}

#[test]
fn every_section_has_a_name_of_the_vocabulary() {
    let units = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Lanes, Unit::Video];
    let goals = [Goal::Balanced, Goal::Tables, Goal::Cells];
    let named = |&(unit, goal): &(Unit, Goal)| goal == Goal::Balanced || unit != Unit::Lanes;
    let forms = units.into_iter().cartesian_product(goals).filter(named);
    let multipliers = |unit| if unit == Unit::Vmad { Multiplier::ALL } else { &[Multiplier::Star] };
    for ((unit, goal), depth) in forms.cartesian_product([3, 7]) {
        for &multiplier in multipliers(unit) {
            let config = Config { multiplier, goal, depth: depth.into(), ..Config::default() };
            for section in top(&generate(Target::Unit(unit), &config).unwrap()) {
                for word in section.name.split(" -> ").flat_map(|name| name.split(" | ")) {
                    // The parts of the reduction are numbered.
                    assert!(NAMES.contains(&unnumbered(word)), "{word:?} in {unit:?}, {goal:?}, {multiplier:?}");
                }
            }
        }
    }
}

#[test]
fn every_register_and_every_instance_is_in_a_section() {
    for unit in [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Lanes, Unit::Video] {
        let design = design(unit);
        let (text, sections) = (&design.files.last().unwrap().text, top(&design));
        let declared = |line: &str| {
            line.starts_with("  reg ").then(|| line.trim_end_matches(';').rsplit(' ').next().unwrap().to_owned())
        };
        let registers: BTreeSet<_> = text.lines().filter_map(declared).collect();
        let (rows, others): (Vec<_>, Vec<_>) = sections.iter().partition(|section| section.name.contains(" -> "));
        let nets = |sections: &[&Section]| -> BTreeSet<_> {
            sections.iter().flat_map(|section| &section.nets).map(|net| net.name.clone()).collect()
        };
        let (rows, others) = (nets(&rows), nets(&others));
        assert!(!rows.is_empty() && rows.iter().all(|name| name.contains("_q")), "{rows:?}");
        assert!(registers.iter().all(|name| rows.contains(name) || others.contains(name)), "{registers:?}");
        let instances: BTreeSet<_> = sections.iter().flat_map(|section| &section.instances).collect();
        assert_eq!(instances.len(), text.matches(" u_").count(), "{instances:?}");
        let modules: BTreeSet<_> = design.parts.iter().map(|module| module.name.as_str()).collect();
        assert!(!instances.is_empty() && instances.iter().all(|(module, _)| modules.contains(module.as_str())));
    }
}

#[test]
fn a_section_has_the_widths_of_its_nets_and_the_names_in_its_text() {
    let sections = sections(
        "  // ==== select: the operands ====\n  wire signed [32:0] ta_s33;  // of a_i\n\n  vidalu_select u_select_a (\n    \
         .x_i (b_i[31:0]),\n    .y_o (ta_s33)\n  );\n  // ---- registers: select -> add ----\n  reg valid_q;\n",
    );
    let nets: Vec<_> = sections.iter().flat_map(|section| &section.nets).collect();
    let widths: Vec<_> = nets.iter().map(|net| (net.name.as_str(), net.width)).collect();
    assert_eq!(widths, [("ta_s33", 33), ("valid_q", 1)]);
    let names: Vec<_> = sections[0].names.iter().map(String::as_str).collect();
    assert_eq!(names, ["b_i", "signed", "ta_s33", "u_select_a", "vidalu_select", "wire"]);
}
