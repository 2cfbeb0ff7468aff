//! The units in the behavioral style: tools accept their text, and they have the ports and the
//! timing of the structural style.

use vidalu_gen::{Config, Style, Target, Unit, generate};

use crate::common;

#[test]
fn verilator_is_silent() {
    common::verilator_is_silent(&common::behavioral_designs());
}

#[test]
fn icarus_is_silent() {
    common::icarus_is_silent(&common::behavioral_designs());
}

/// No process infers a latch. This is checked early, because later passes would remove an unused
/// one.
#[test]
fn yosys_is_silent_and_finds_no_latch() {
    let commands = "proc; select -assert-none t:$dlatch t:$adlatch t:$dlatchsr t:$sr; prep";
    common::yosys_is_silent(&common::behavioral_designs(), commands);
}

/// Ports, latency and the stage of CC.CF are those of the unit in the structural style.
#[test]
fn from_outside_both_styles_are_one() {
    for design in common::behavioral_designs() {
        let other = Config { style: Style::Optimized, ..design.config.clone() };
        let other = generate(design.target, &other).unwrap();
        assert_eq!(design.top, other.top, "{}", design.config.line());
        assert_eq!(design.latency, other.latency);
        assert_eq!(design.flag_stage(), other.flag_stage(), "{}", design.config.line());
    }
}

#[test]
fn what_says_how_the_datapath_is_built_is_refused() {
    let refused = |unit: Unit, toml: &str| {
        let config = Config::from_toml(&format!("style = 'behavioral'\n{toml}"));
        match config.and_then(|config| generate(Target::Unit(unit), &config)) {
            Ok(_) => panic!("{toml} is taken"),
            Err(error) => error.key,
        }
    };
    assert_eq!(refused(Unit::Scalar, "adder = 'ripple'"), Some("adder"));
    assert_eq!(refused(Unit::Vmad, "multiplier = 'array'"), Some("multiplier"));
    assert_eq!(refused(Unit::Video, "shared = true"), Some("shared"));
    assert_eq!(refused(Unit::Carry, "mad64 = 'iterative'\nhandshake = 'valid-ready'"), Some("mad64"));
    assert_eq!(refused(Unit::Lanes, ""), Some("style"));
}
