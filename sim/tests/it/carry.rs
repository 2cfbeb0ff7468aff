//! The carry unit: its flag is state, which a vector leaves to the next.

use vidalu_gen::{Adder, Config, Handshake, Language, Mad64, Multiplier, Operation, Profile, Ready, Reset, Target};
use vidalu_sim::Coverage;
use vidalu_sim::subject::{self, Subject};
use vidalu_testkit::in_turn;

use crate::common::simulators;
use crate::cosim::{Fault, caught, options, pass};

fn carry() -> Target {
    "carry".parse().unwrap()
}

/// Chosen so that each profile, number of contexts, width, kind of product, depth and reset is met,
/// not all together.
#[test]
fn the_carry_unit_agrees_in_many_configurations() {
    use Operation::{AddCc, Addc, MadCc, Madc, Mul, SubCc, Subc};
    let default = Config::default;
    let ops = |names: &[Operation]| names.iter().copied().collect();
    let stalls = || Config {
        handshake: Handshake::ValidReady,
        clock_enable: true,
        flush: true,
        contexts: 2,
        depth: 1.into(),
        tag: 5,
        ..default()
    };
    let configs = [
        default(),
        Config { profile: Profile::Hardware, depth: 1.into(), contexts: 2, ..default() },
        Config { wide: false, depth: 2.into(), contexts: 5, reset: Reset::ArstN, ..default() },
        Config { mad64: Mad64::None, depth: 3.into(), reset: Reset::Arst, ..default() },
        Config { mad64: Mad64::None, wide: false, profile: Profile::Hardware, ..default() },
        Config { ops: ops(&[AddCc, Addc]), depth: 2.into(), reset: Reset::RstN, ..default() },
        Config { ops: ops(&[SubCc, Subc]), depth: 1.into(), profile: Profile::Hardware, ..default() },
        Config { ops: ops(&[MadCc, Madc]), depth: 4.into(), contexts: 3, ..default() },
        Config { ops: ops(&[AddCc, Mul]), depth: 3.into(), mad64: Mad64::None, ..default() },
        Config { ops: ops(&[Mul]), depth: 2.into(), reset: Reset::None, ..default() },
        Config { adder: Adder::KoggeStone, multiplier: Multiplier::Booth4Dadda, depth: 2.into(), ..default() },
        Config { adder: Adder::CarrySelect, multiplier: Multiplier::Array, mad64: Mad64::None, ..default() },
        Config { adder: Adder::Sklansky, multiplier: Multiplier::Booth4Counters, depth: 1.into(), ..default() },
        stalls(),
        Config { depth: 3.into(), ready: Ready::Registered, profile: Profile::Hardware, ..stalls() },
        Config { depth: 6.into(), reset_data: true, ..stalls() },
        Config { depth: 8.into(), flush: true, contexts: 64, ..default() },
    ];
    let simulators = simulators();
    for config in in_turn(configs, 2) {
        pass(&options(&[carry()], config, 2000), &simulators);
    }
}

/// Products of 64 bits in steps, `ready_o` in the same cycle.
fn in_steps() -> Config {
    Config { mad64: Mad64::Iterative, handshake: Handshake::ValidReady, ..Config::default() }
}

/// Each depth once, with disturbances between the steps: stalls in each, disabled cycles and
/// flushes in most.
#[test]
fn products_in_steps_agree_in_many_configurations() {
    use Operation::{AddCc, MadCc, Madc, Mul, Subc};
    let ops = |names: &[Operation]| names.iter().copied().collect();
    let stopped = || Config { clock_enable: true, flush: true, tag: 9, contexts: 3, ..in_steps() };
    let registered = || Config { ready: Ready::Registered, ..stopped() };
    let configs = [
        in_steps(),
        stopped(),
        registered(),
        Config { ops: ops(&[Mul]), flush: true, reset: Reset::ArstN, ..in_steps() },
        Config { ops: ops(&[Mul]), ready: Ready::Registered, reset: Reset::Arst, ..in_steps() },
        Config { depth: 1.into(), profile: Profile::Hardware, ..stopped() },
        Config { depth: 1.into(), reset: Reset::Arst, ..registered() },
        Config { depth: 2.into(), ops: ops(&[Madc, MadCc]), reset: Reset::ArstN, ..stopped() },
        Config { depth: 3.into(), ops: ops(&[Mul, AddCc, Subc]), reset: Reset::RstN, ..registered() },
        Config { depth: 4.into(), adder: Adder::Sklansky, multiplier: Multiplier::Booth4, ..stopped() },
        Config { depth: 5.into(), reset_data: true, ..stopped() },
        Config { depth: 6.into(), reset: Reset::Arst, language: Language::SystemVerilog, ..registered() },
        Config { depth: 7.into(), ops: ops(&[MadCc, Mul]), ..stopped() },
        Config { depth: 8.into(), reset_data: true, profile: Profile::Hardware, ..registered() },
    ];
    let simulators = simulators();
    for config in in_turn(configs, 2) {
        pass(&options(&[carry()], config, 2000), &simulators);
    }
}

#[test]
fn twenty_thousand_vectors_agree_and_leave_no_hole() {
    let full = |profile, contexts| Config { profile, contexts, depth: 3.into(), ..Config::default() };
    let in_steps = Config { depth: 3.into(), flush: true, clock_enable: true, ..in_steps() };
    for config in [full(Profile::Manual, 1), full(Profile::Hardware, 5), in_steps] {
        let Some(report) = pass(&options(&[carry()], config, 20_000), &simulators()) else { return };
        for unit in &report.units {
            for group in &unit.coverage {
                assert_eq!(group.holes, Vec::<String>::new(), "{}: {}", unit.sim, group.name);
            }
        }
    }
}

/// Each names the stage that a report must name, in a unit of two contexts and two rows of
/// registers.
const FAULTS: [Fault; 7] = [
    // The carry of a 32-bit instruction is that of 64 bits.
    Fault { file: "carry_adder", text: "wide_i ? carry_out : carry_32", broken: "carry_out", stage: "add" },
    // subc takes the flag for a carry.
    Fault { file: "carry_adder", text: "subtract_i ^ (read", broken: "(read", stage: "add" },
    // The factor of a signed 64-bit product is extended without its sign.
    Fault { file: "carry", text: "{is_signed && a_i[63], a_i}", broken: "{1'b0, a_i}", stage: "multiply" },
    // An instruction of one context reads the flag of the other.
    Fault { file: "carry", text: "flag = cf_q[ctx_q", broken: "flag = cf_q[!ctx_q", stage: "add" },
    // An instruction writes the flag of the wrong context.
    Fault { file: "carry", text: "cf_q[ctx_q2] <= flag_new;", broken: "cf_q[!ctx_q2] <= flag_new;", stage: "add" },
    // An instruction without .cc writes the flag.
    Fault { file: "carry", text: " && write_flag_q2) begin", broken: ") begin", stage: "add" },
    // A reset sets the flags.
    Fault { file: "carry", text: "cf_q <= 2'd0;", broken: "cf_q <= 2'd3;", stage: "add" },
];

#[test]
fn faults_are_caught_and_the_report_names_the_stage() {
    let config = Config { depth: 2.into(), contexts: 2, ..Config::default() };
    caught(&FAULTS, &options(&[carry()], config, 4000));
}

/// Of an instruction alone, in a unit with products in steps.
const STEP_FAULTS: [Fault; 8] = [
    // The low half of a factor has a sign.
    Fault { file: "carry", text: "(step[0] == wide) && b", broken: "b", stage: "multiply" },
    // The high half of a factor has none.
    Fault { file: "carry", text: "is_signed && (step[1] == wide)", broken: "!wide && is_signed", stage: "multiply" },
    // The factors are taken in another order than the sum takes their products.
    Fault { file: "carry", text: "a_word = step[1]", broken: "a_word = (step[1] ^ step[0])", stage: "multiply" },
    // The sum does not move down a word.
    Fault { file: "carry", text: "(step_q[0] ?", broken: "(step_q[0] && step_q[1] ?", stage: "multiply" },
    // The sum moves down without its sign.
    Fault { file: "carry", text: "{32{partial_q[65]}}", broken: "32'd0", stage: "multiply" },
    // The sum begins with what the instruction before has left.
    Fault { file: "carry", text: "(step_q != 2'd0)", broken: "1'b1", stage: "multiply" },
    // The lowest word is kept a step too late.
    Fault { file: "carry", text: "low_q <= partial_q[31:0];", broken: "low_q <= total[31:0];", stage: "multiply" },
    // The halves are exchanged.
    Fault { file: "carry", text: "{product_q[31:0], low_q2}", broken: "{low_q2, product_q[31:0]}", stage: "multiply" },
];

#[test]
fn faults_in_the_arithmetic_of_steps_are_caught_and_located() {
    caught(&STEP_FAULTS, &options(&[carry()], Config { depth: 2.into(), ..in_steps() }, 4000));
}

/// Faults of the counter and of the handshake: they show where something comes between the steps.
#[test]
fn faults_between_steps_are_caught() {
    let fault = |text, broken| Fault { file: "carry", text, broken, stage: "" };
    let faults = [
        // A flush, a reset leaves the counter where it is.
        fault("if (ce_i && flush_i) begin\n      step <= 2'd0;", "if (ce_i && flush_i) begin\n      step <= step;"),
        fault("if (rst_i) begin\n      step <= 2'd0;", "if (rst_i) begin\n      step <= step;"),
        // The counter goes on where the pipeline stands still.
        fault("if (advance) begin\n      step <=", "if (ce_i) begin\n      step <="),
        // What is taken back while the pipeline stands still is gone on with.
        fault("if (ce_i && !valid_i)", "if (advance && !valid_i)"),
        // A step too few, for .hi; a step too many, for .lo.
        fault("(step < {1'b1, ctl_i[4]})", "(step < 2'd2)"),
        fault("(step < {1'b1, ctl_i[4]})", "(step < 2'd3)"),
        // Each step counts as an instruction.
        fault("wire valid = valid_i && !more;", "wire valid = valid_i;"),
        // The instruction is taken with its first step.
        fault("taken && !more;", "taken;"),
        // The sum goes on where the pipeline stands still.
        fault("if (advance) begin\n      partial_q", "if (ce_i) begin\n      partial_q"),
    ];
    // Deep enough that a result can wait at the output while later steps are where they are added
    // up.
    let config = Config { depth: 6.into(), flush: true, clock_enable: true, ..in_steps() };
    caught(&faults, &options(&[carry()], config, 8000));
}

/// Where `ready_o` comes from a register, the instruction waits inside while its steps enter.
#[test]
fn an_instruction_in_steps_that_does_not_wait_is_caught() {
    let fault =
        Fault { file: "carry", text: "valid_in && (more || !advance)", broken: "valid_in && !advance", stage: "" };
    let config = Config { depth: 1.into(), ready: Ready::Registered, ..in_steps() };
    caught(&[fault], &options(&[carry()], config, 2000));
}

/// Faults that show in the neighbours of an instruction, on which the stage in the report depends.
#[test]
fn a_flag_at_the_wrong_time_is_caught() {
    let late = "flag = cf_late;\n  reg cf_late;\n  always @(posedge clk_i) cf_late <= cf_q;";
    let faults = [
        // CC.CF as it was a cycle before: right for what comes after a bubble, wrong in a chain.
        Fault { file: "carry", text: "flag = cf_q;", broken: late, stage: "" },
        // A bubble writes the flag.
        Fault { file: "carry", text: "(valid_q2 && write", broken: "(write", stage: "" },
    ];
    caught(&faults, &options(&[carry()], Config { depth: 2.into(), ..Config::default() }, 2000));
}

fn cover(subject: &dyn Subject, vectors: u64) -> Coverage {
    let mut coverage = subject.coverage();
    let mut flags = [false; 64];
    for index in 0..vectors {
        let inputs = subject.stimulus(11, index);
        let flag = &mut flags[subject.context(&inputs) as usize];
        subject.cover_with_flag(&mut coverage, &inputs, *flag);
        *flag = subject.with_flag(&inputs, *flag).1;
    }
    coverage
}

#[test]
fn the_vectors_meet_each_instruction_with_each_flag() {
    for contexts in [1, 2, 5] {
        let unit = subject::of(carry(), &Config { contexts, ..Config::default() });
        let empty = unit.coverage();
        // 32 instructions write the flag, which then can be as it was or not; 24 leave it alone.
        assert_eq!(empty.groups[0].size(), 32 * 4 + 24 * 2);
        let coverage = cover(&*unit, 20_000);
        for (before, after) in empty.groups.iter().zip(&coverage.groups) {
            assert_eq!(after.holes().collect::<Vec<_>>(), Vec::<String>::new(), "{contexts} contexts");
            assert_eq!(before.size(), after.size(), "{}: a case was met that cannot be", before.name);
        }
    }
}

/// A flag goes through sixteen instructions and more.
#[test]
fn chains_are_long() {
    let unit = subject::of(carry(), &Config::default());
    let mut longest = 0;
    let mut length = 0;
    for index in 0..20_000 {
        let inputs = unit.stimulus(3, index);
        let [after_0, after_1] = [false, true].map(|flag| unit.with_flag(&inputs, flag).1);
        length = if after_0 != after_1 { length + 1 } else { 0 };
        longest = longest.max(length);
    }
    assert!(longest >= 15, "{longest}");
}
