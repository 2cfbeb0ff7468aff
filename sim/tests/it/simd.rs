//! Unit `simd`: it agrees in many configurations, its coverage has no hole, and planted faults are
//! caught and located.

use std::collections::BTreeSet;

use vidalu_gen::{Adder, Config, Goal, Handshake, Operation, Profile, Reset, Style, Target, Unit};
use vidalu_sim::cosim::Options;
use vidalu_stimulus::SimdStimulus;

use crate::common::simulators;
use crate::cosim::{Fault, located, options, pass};
use crate::coverage::{cover, holes, unit};

fn simd() -> Target {
    "simd".parse().unwrap()
}

fn simd_options(config: Config, vectors: u64) -> Options {
    options(&[simd()], config, vectors)
}

fn with(ops: &[Operation]) -> Config {
    Config { ops: ops.iter().copied().collect(), ..Config::default() }
}

/// All operations on lanes, the packed ones too.
fn all_lanes() -> BTreeSet<Operation> {
    Operation::ALL.into_iter().filter(|op| Unit::Simd.executes(*op)).collect()
}

/// Every depth from 0 to 7, with the resets, handshakes, profiles and kinds of subsets met once
/// each.
#[test]
fn the_simd_unit_agrees_in_many_configurations() {
    use Operation::{
        Set8x4, Set16x2, Vabsdiff2, Vadd2, Vadd4, Vavrg2, Vavrg4, Vmax4, Vmin2, Vset2, Vset4, Vsub2, Vsub4,
    };
    let depth = |rows: u8| Config { depth: rows.into(), ..Config::default() };
    let configs = [
        Config { sat_o: true, ..depth(0) },
        Config { profile: Profile::Hardware, ..depth(1) },
        Config { reset: Reset::ArstN, sat_o: true, ..depth(2) },
        Config { reset: Reset::Arst, ..depth(3) },
        Config { reset: Reset::RstN, handshake: Handshake::None, ..depth(4) },
        Config { reset: Reset::None, ..depth(5) },
        Config { sat_o: true, profile: Profile::Hardware, ..depth(6) },
        depth(7),
        Config { depth: 5.into(), ..with(&[Vadd4, Vsub4]) },
        Config { depth: 3.into(), ..with(&[Vset2, Vset4]) },
        Config { depth: 5.into(), ..with(&[Vset4]) },
        Config { depth: 4.into(), sat_o: true, ..with(&[Vavrg2]) },
        Config { depth: 4.into(), ..with(&[Vmin2, Vmax4]) },
        Config { depth: 6.into(), ..with(&[Vabsdiff2]) },
        Config { prefix: "my_".into(), ..with(&[Vadd2, Vavrg4, Vmax4]) },
        with(&[Vsub2, Vabsdiff2, Vavrg2, Vmin2, Vset2]),
        Config { depth: 2.into(), sat_o: true, ops: all_lanes(), ..Config::default() },
        Config { depth: 5.into(), ops: all_lanes(), style: Style::Behavioral, ..Config::default() },
        Config { depth: 4.into(), ..with(&[Set16x2, Set8x4, Vset4]) },
        Config { depth: 1.into(), style: Style::Behavioral, ..with(&[Set16x2]) },
        with(&[Set8x4]),
    ];
    let simulators = simulators();
    for config in configs {
        pass(&simd_options(config, 2000), &simulators);
    }
}

#[test]
fn twenty_thousand_vectors_of_simd_agree_and_leave_no_hole() {
    let config = Config { depth: 2.into(), sat_o: true, ..Config::default() };
    let Some(report) = pass(&simd_options(config, 20_000), &simulators()) else { return };
    for unit in &report.units {
        assert!(unit.coverage.iter().all(|group| group.holes.is_empty()), "{}: {:?}", unit.sim, unit.coverage);
    }
}

/// The tables have the packed operations too.
#[test]
fn twenty_thousand_vectors_of_set_on_lanes_agree_and_leave_no_hole() {
    let config = Config { depth: 1.into(), ops: all_lanes(), ..Config::default() };
    let Some(report) = pass(&simd_options(config, 20_000), &simulators()) else { return };
    for unit in &report.units {
        assert!(unit.coverage.iter().all(|group| group.holes.is_empty()), "{}: {:?}", unit.sim, unit.coverage);
    }
}

#[test]
fn the_walk_meets_what_it_promises_and_nothing_else() {
    let unit = unit("simd");
    let (empty, coverage) = (unit.coverage(), cover(&*unit, 20_000));
    for (group, name) in ["mask", "selectors", "vset", "vavrg"].into_iter().enumerate() {
        assert!(coverage.groups[group].name.contains(name));
        assert_eq!(holes(&coverage, group), Vec::<String>::new());
        assert_eq!(coverage.groups[group].size(), empty.groups[group].size(), "{name}");
    }
    // Each lap meets each case of the first table.
    assert_eq!(holes(&cover(&*unit, SimdStimulus::new(|_| true).unwrap().lap()), 0), Vec::<String>::new());
}

#[test]
fn holes_of_simd_have_names() {
    let empty = unit("simd").coverage();
    let has = |group: usize, name: &str| assert!(holes(&empty, group).iter().any(|hole| hole == name), "{name}");
    has(0, "vadd2.s32.u32.u32.sat mask.h10 saturate.above");
    has(0, "vset4.s32.u32.ne.add mask.b31");
    has(1, "vmin4 lane 2 of bsel reads 7");
    has(1, "vabsdiff2 lane 1 of asel reads 3");
    has(2, "vset2.u32.s32.ge is 0");
    has(3, "vavrg4.s32.u32 of a sum negative and odd");
}

const FAULTS: [Fault; 8] = [
    // The second vector is selected as the first.
    Fault { file: "simd", text: ".sel_i    (bsel)", broken: ".sel_i    (asel)", stage: "select" },
    // A carry leaks from byte 0 into byte 1 where they are lanes of their own.
    Fault { file: "segmented_adder", text: "quad_i ? enters[1] : next_1", broken: "next_1", stage: "primary" },
    // vset.lt holds for equal operands.
    Fault { file: "simd", text: "(negative & ~equal)", broken: "negative", stage: "primary" },
    // vavrg rounds negative halves up.
    Fault {
        file: "segmented_adder",
        text: "by_sign_i ? ~negative_o : {4{subtract_i}}",
        broken: "(by_sign_i && subtract_i) ? ~negative_o : {4{by_sign_i || subtract_i}}",
        stage: "primary",
    },
    // Bytes are clamped to the range of halves.
    Fault {
        file: "lane_saturate",
        text: "~negative ^ ({4{signed_i}} & {1'b1, quad_i, 1'b1, quad_i})",
        broken: "~negative ^ ({4{signed_i}} & 4'b1010)",
        stage: "saturate",
    },
    // The mask's bit 2 is ignored.
    Fault {
        file: "lane_merge",
        text: "mask_i[2] ? x_i[23:16] : c_i[23:16]",
        broken: "(mask_i != 4'd0) ? x_i[23:16] : c_i[23:16]",
        stage: "merge",
    },
    // Lane 1 of four is cut to a byte before it is summed.
    Fault {
        file: "accumulate",
        text: "wire [9:0] lane_1 = {!counted[19], counted[18:10]};",
        broken: "wire [9:0] lane_1 = {!(counted[19] && !quad_i), counted[18] && !quad_i, counted[17:10]};",
        stage: "accumulate",
    },
    // Two lanes are summed as four.
    Fault { file: "accumulate", text: "quad_i ? {8'd0, lane_2}", broken: "1'b1 ? {8'd0, lane_2}", stage: "accumulate" },
];

/// Faults in the text that only a unit with registers inside its sums has.
const FAULTS_BETWEEN_REGISTERS: [Fault; 4] = [
    // The sign of a byte of the first operand is lost.
    Fault {
        file: "byte_adder",
        text: "{a_i[35], a_i[26], a_i[17], a_i[8]}",
        broken: "{a_i[35], 3'd0}",
        stage: "primary",
    },
    // A carry leaks from byte 2 into byte 3 where they are lanes of their own.
    Fault { file: "lane_carries", text: "quad_i ? enters[3] : next_3", broken: "next_3", stage: "primary" },
    // A negative sum of lanes is added to c as if it had no sign.
    Fault {
        file: "simd",
        text: "{{12{lane_sum_s20_q[19]}}, lane_sum_s20_q}",
        broken: "{12'd0, lane_sum_s20_q}",
        stage: "output",
    },
    // The carry out of the ten low columns is lost.
    Fault { file: "lane_sum", text: "{9'd0, carries_i[9]}", broken: "10'd0", stage: "accumulate" },
];

/// The first two of these faults in the form for cells, whose text of the carry is another one.
const FAULTS_BETWEEN_REGISTERS_IN_CELLS: [Fault; 2] = [
    FAULTS_BETWEEN_REGISTERS[0],
    Fault { file: "lane_carries", text: "made   = joined & {", broken: "made   = {", stage: "primary" },
];

/// Faults in the form for few tables.
const FAULTS_IN_TABLES: [Fault; 4] = [
    Fault { file: "simd", text: ".sel_i    (bsel)", broken: ".sel_i    (asel)", stage: "select" },
    // Bytes are clamped to the range of halves.
    Fault { file: "simd", text: "& {1'b1, quad", broken: "& {1'b1, quad && !dtype", stage: "saturate" },
    Fault {
        file: "lane_merge",
        text: "mask_i[2] ? x_i[23:16] : c_i[23:16]",
        broken: "(mask_i != 4'd0) ? x_i[23:16] : c_i[23:16]",
        stage: "merge",
    },
    // Two lanes are summed as four.
    Fault { file: "accumulate", text: "quad_i ? four[11] : upper_top[2]", broken: "four[11]", stage: "accumulate" },
];

#[test]
fn faults_in_the_form_for_few_tables_are_caught_and_located() {
    located(&FAULTS_IN_TABLES, &simd_options(Config { goal: Goal::Tables, ..Config::default() }, 3000));
}

/// An optimization of Verilator 5.006 makes wrong results of this text.
#[test]
fn kogge_stone_adders_of_eight_bits_agree() {
    let config = Config { goal: Goal::Tables, adder: Adder::KoggeStone, ..Config::default() };
    pass(&simd_options(config, 20_000), &simulators());
}

#[test]
fn faults_between_the_registers_inside_the_sums_are_caught_and_located() {
    let config = Config { depth: 6.into(), ..Config::default() };
    located(&FAULTS_BETWEEN_REGISTERS, &simd_options(config.clone(), 3000));
    // In this form, a module adds c.
    let cells = Config { goal: Goal::Cells, adder: Adder::Sklansky, ..config };
    located(&FAULTS_BETWEEN_REGISTERS_IN_CELLS, &simd_options(cells, 3000));
}

#[test]
fn faults_in_the_simd_unit_are_caught_and_the_report_names_the_stage() {
    for depth in [0_u8, 1] {
        located(&FAULTS, &simd_options(Config { depth: depth.into(), ..Config::default() }, 3000));
    }
    // With registers inside the adder and the sum, one half of each has the lines of these faults.
    let half = |file| match file {
        "segmented_adder" => "lane_carries",
        "accumulate" => "lane_rows",
        file => file,
    };
    let faults = FAULTS.map(|fault| Fault { file: half(fault.file), ..fault });
    located(&faults, &simd_options(Config { depth: 5.into(), ..Config::default() }, 3000));
}
