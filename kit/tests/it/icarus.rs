//! Kits in Icarus Verilog, and lint of their files.

use vidalu_gen::{Config, Depth, Handshake, Language, Mad64, Operation, Profile, Ready, Reset, Unit};
use vidalu_testkit::have;

use crate::common::{Moved, UNITS, busy, passes, request};

#[test]
fn a_kit_for_each_unit_is_clean_and_passes() {
    if !have(&["make", "iverilog", "vvp", "verilator"]) {
        return;
    }
    for unit in UNITS {
        let kit = Moved::new(&request(unit, Config::default()));
        let (clean, said) = kit.make(&["lint"]);
        assert!(clean && said.is_empty(), "{}: {said}", unit.name());
        passes(&kit.make(&["sim"]));
    }
}

/// Configurations, each with a property that the testbench must handle.
fn configurations() -> Vec<(Unit, Config)> {
    let plain = Config::default;
    let depth = Depth::from;
    let ready = Handshake::ValidReady;
    vec![
        // Without valid, every cycle carries an instruction; depth 0 has no clock.
        (Unit::Scalar, Config { handshake: Handshake::None, ..plain() }),
        (Unit::Vmad, Config { handshake: Handshake::None, depth: depth(2), clock_enable: true, tag: 1, ..plain() }),
        // Without a reset, the testbench drains the module.
        (Unit::Simd, Config { depth: depth(2), reset: Reset::None, ..plain() }),
        (Unit::Carry, Config { reset: Reset::ArstN, contexts: 2, ..busy() }),
        // CC.CF is written before the last stage, so a flush must not drop an instruction that
        // changed it.
        (
            Unit::Carry,
            Config { ops: [Operation::AddCc, Operation::Addc].into(), depth: depth(4), flush: true, ..plain() },
        ),
        // An instruction can wait in the unit, and takes several steps.
        (Unit::Carry, Config { ready: Ready::Registered, mad64: Mad64::Iterative, reset: Reset::Arst, ..busy() }),
        (Unit::Carry, Config { handshake: ready, mad64: Mad64::Iterative, profile: Profile::Hardware, ..plain() }),
        (
            Unit::Video,
            Config { mad64: Mad64::Iterative, contexts: 3, sat_o: true, shared: true, reset: Reset::RstN, ..busy() },
        ),
        (Unit::Lanes, Config { language: Language::SystemVerilog, prefix: "gpu_".into(), tag: 64, ..busy() }),
    ]
}

#[test]
fn every_kind_of_port_and_timing_passes() {
    if !have(&["make", "iverilog", "vvp", "verilator"]) {
        return;
    }
    for (unit, config) in configurations() {
        let kit = Moved::new(&request(unit, config.clone()));
        let (clean, said) = kit.make(&["lint"]);
        assert!(clean && said.is_empty(), "{}, {}: {said}", unit.name(), config.line());
        passes(&kit.make(&["sim"]));
        // Other gaps, stalls and flushes.
        passes(&kit.make(&["sim", "SEED=77"]));
    }
}
