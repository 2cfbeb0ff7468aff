//! The carry unit: tools accept its text, its size grows with its operations, and contradictions
//! are rejected.

use vidalu_gen::{Config, Mad64, Operation, Target, Unit, generate};

use crate::common;

#[test]
fn verilator_is_silent() {
    common::verilator_is_silent(&common::carry_designs());
}

#[test]
fn icarus_is_silent() {
    common::icarus_is_silent(&common::carry_designs());
}

/// The design is not mapped to gates, because that takes long for a product of 65 bits.
#[test]
fn yosys_is_silent() {
    common::yosys_is_silent(&common::carry_designs(), "proc; flatten; opt");
}

#[test]
fn what_is_left_out_is_less_hardware() {
    let Some(yosys) = vidalu_testkit::tool("yosys") else { return };
    let growing = [
        "ops = ['add.cc']\nwide = false",
        "ops = ['add.cc', 'addc', 'sub.cc', 'subc']\nwide = false",
        "ops = ['add.cc', 'addc', 'sub.cc', 'subc']",
        "wide = false",
        "mad64 = 'none'",
        "mad64 = 'iterative'\nhandshake = 'valid-ready'",
        "",
    ];
    let counts: Vec<_> =
        growing.iter().map(|toml| common::cells(&yosys, &common::carry(toml), "synth -flatten -noabc")).collect();
    assert!(counts.is_sorted_by(|less, more| less < more), "{counts:?}");
}

#[test]
fn one_multiplier_serves_all() {
    let in_steps = "mad64 = 'iterative'\nhandshake = 'valid-ready'";
    for (toml, factor) in [("", 65), (in_steps, 33), ("mad64 = 'none'", 33), ("wide = false", 33)] {
        let design = common::carry(toml);
        let multipliers = design.parts.iter().filter(|part| part.port("product_o").is_some());
        let widths: Vec<_> = multipliers.filter_map(|part| part.port("a_i")).map(|port| port.width).collect();
        assert_eq!(widths, [factor], "{toml}");
        let text = &design.files.last().expect("the unit").text;
        assert_eq!(text.matches(" u_multiplier (").count(), 1, "{toml}");
    }
}

#[test]
fn products_in_several_cycles_need_a_sender_that_waits_and_a_counter_that_is_reset() {
    let iterative = |more: &str| {
        let config = common::config(&format!("mad64 = 'iterative'\n{more}"));
        generate(Target::Unit(Unit::Carry), &config)
    };
    for (more, key, word) in [
        ("", "mad64", "ready_o"),
        ("handshake = 'none'", "mad64", "ready_o"),
        ("handshake = 'valid-ready'\nreset = 'none'\nops = ['mul']", "reset", "counter"),
    ] {
        let error = iterative(more).unwrap_err();
        assert_eq!(error.key, Some(key), "{more}");
        assert!(error.message.contains(word) && error.help.contains("mad64"), "{more}");
    }
    iterative("wide = false").expect("there are no 64 bits to multiply");
    iterative("ops = ['add.cc', 'subc']").expect("nothing is multiplied");
}

/// Between two steps, a flush has an instruction to drop and the clock enable has one to stop.
#[test]
fn steps_make_registers_where_there_are_no_rows() {
    let design = common::carry(
        "ops = ['mul']\nmad64 = 'iterative'\nhandshake = 'valid-ready'\nflush = true\nclock_enable = true",
    );
    for port in ["clk_i", "rst_i", "ce_i", "flush_i", "ready_o"] {
        assert!(design.top.port(port).is_some(), "{port}");
    }
    assert_eq!((design.latency, design.flag_stage()), (0, None));
}

#[test]
fn a_flag_needs_a_reset_and_valid_bits() {
    for (toml, key) in [("reset = 'none'", "reset"), ("handshake = 'none'", "handshake")] {
        let config = common::config(toml);
        let error = generate(Target::Unit(Unit::Carry), &config).unwrap_err();
        assert_eq!(error.key, Some(key));
        assert!(error.message.contains("CC.CF"), "{error}");
        // A unit that only multiplies has no flag.
        let ops = std::collections::BTreeSet::from([Operation::Mul]);
        let config = Config { ops, mad64: Mad64::Full, ..config };
        generate(Target::Unit(Unit::Carry), &config).expect("mul alone has no flag");
    }
}
