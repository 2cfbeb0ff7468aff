//! Units in the behavioral style are proven like those in the structural style.

use vidalu_gen::{Config, Target, Unit};
use vidalu_testkit::in_turn;

use crate::claims::{fault_in, prove};

fn config(toml: &str) -> Config {
    Config::from_toml(&format!("style = 'behavioral'\n{toml}")).expect("it is a configuration")
}

/// Proves all claims about one in `step` units that exist in this style.
fn proven(toml: &str, step: usize) {
    let config = config(toml);
    let is_there = |target: &Target| matches!(target, Target::Unit(_)) && config.validate_for(*target).is_ok();
    prove(&in_turn(Target::ALL.into_iter().filter(is_there), step), &config);
}

#[test]
fn every_unit_is_proven() {
    proven("", 1);
}

#[test]
fn every_unit_is_proven_in_the_other_profile() {
    proven("profile = 'hardware'\ncontexts = 2\nmad64 = 'none'", 2);
}

#[test]
fn pipelines_are_proven() {
    proven("depth = 2\nhandshake = 'valid-ready'\nready = 'registered'\nflush = true\nclock_enable = true\ntag = 1", 3);
}

#[test]
fn the_output_for_saturation_is_proven() {
    prove(&[Unit::Scalar, Unit::Simd, Unit::Vmad].map(Target::Unit), &config("sat_o = true"));
}

#[test]
fn a_fault_is_refuted_and_confirmed() {
    let faults = [
        (Unit::Scalar, "(value > c_s34)", "(value > c_i)"),
        (Unit::Simd, "3'd3:    tmp = {17'd0, xa >= xb};", "3'd3:    tmp = {17'd0, xa > xb};"),
        (Unit::Vmad, "scaled = sum >>> 4'd15;", "scaled = sum >>> 4'd14;"),
        (Unit::Carry, "= read_flag && flag;", "= flag;"),
    ];
    for (unit, from, to) in faults {
        fault_in(unit, &config(""), &format!("vidalu_{}.v", Target::Unit(unit).name()), from, to, "result");
    }
}
