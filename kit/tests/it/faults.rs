//! The testbench detects faults in the hardware.

use vidalu_gen::{Config, Depth, Mad64, Ready, Unit};
use vidalu_testkit::have;

use crate::common::{Moved, busy, fails, passes, request};

/// Breaks a file of a passing kit. A run must then fail with this message.
fn is_found(kit: &Moved, path: &str, from: &str, to: &str, said: &str) {
    let whole = kit.read(path);
    kit.replace(path, from, to);
    let run = kit.make(&["sim"]);
    kit.write(path, &whole);
    fails(&run);
    assert!(run.1.contains(said), "{from} -> {to}: {}", run.1);
}

#[test]
fn wrong_results_are_found() {
    if !have(&["make", "iverilog", "vvp"]) {
        return;
    }
    let kit = Moved::new(&request(Unit::Scalar, Config { sat_o: true, ..Config::default() }));
    passes(&kit.make(&["sim"]));
    // The operation and its operands are printed.
    is_found(&kit, "rtl/vidalu_compare.v", "holds ^ cmp_i[0]", "holds", " op=vset");
    is_found(&kit, "rtl/vidalu_compare.v", "? a_i[32] :", "? b_i[32] :", "  d_o is ");
    is_found(&kit, "rtl/vidalu_scalar.v", "assign sat_o = ", "assign sat_o = 1'b0 && ", "  sat_o is 0, expected 1");

    let kit = Moved::new(&request(Unit::Carry, Config { contexts: 2, ..busy() }));
    let (adder, unit) = ("rtl/vidalu_carry_adder.v", "rtl/vidalu_carry.v");
    passes(&kit.make(&["sim"]));
    is_found(&kit, adder, "carry ^ subtract_i;", "carry;", "  cf_o is ");
    is_found(&kit, unit, "cf_q[ctx_q3] <= flag_new", "cf_q <= {2{flag_new}}", "mismatch 1, ");
    is_found(&kit, unit, "cf_q <= 2'd0;", "cf_q <= 2'd3;", "vector 0, ");
}

#[test]
fn wrong_timing_is_found() {
    if !have(&["make", "iverilog", "vvp"]) {
        return;
    }
    let unit = "rtl/vidalu_carry.v";
    let kit = Moved::new(&request(Unit::Carry, busy()));
    let cases = [
        // A flush and a reset that leave a stage valid, and a ready that is too early or too late.
        (
            "valid_q2 <= 1'b0;\n    end else if (advance)",
            "valid_q2 <= valid_q;\n    end else if (advance)",
            "valid_o is",
        ),
        ("if (rst_i) begin\n      valid_q3 <= 1'b0;", "if (1'b0) begin\n      valid_q3 <= 1'b0;", "valid_o is"),
        ("if (rst_i) begin\n      valid_q2 <= 1'b0;", "if (1'b0) begin\n      valid_q2 <= 1'b0;", "valid_o is"),
        ("if (rst_i) begin\n      valid_q <= 1'b0;", "if (1'b0) begin\n      valid_q <= 1'b0;", "valid_o is"),
        ("assign ready_o = taken;", "assign ready_o = 1'b1;", "ready_o is 1, expected 0"),
        ("assign ready_o = taken;", "assign ready_o = taken && !valid_o;", "ready_o is 0, expected 1"),
        ("tag_q2 <= tag_q;", "tag_q2 <= tag_i;", "  tag_o is "),
    ];
    for (from, to, said) in cases {
        is_found(&kit, unit, from, to, said);
    }

    // A ready that does not stall the sender of an instruction with several steps.
    let config = Config { mad64: Mad64::Iterative, ready: Ready::Registered, depth: Depth::from(1), ..busy() };
    let kit = Moved::new(&request(Unit::Carry, config));
    passes(&kit.make(&["sim"]));
    is_found(&kit, unit, "assign ready_o = !full;", "assign ready_o = 1'b1;", "ready_o is 1, expected 0");
}
