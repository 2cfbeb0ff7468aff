//! Unit `lanes`: it agrees in many configurations, its coverage has no hole, and planted faults are
//! caught and located.

use vidalu_gen::{Config, Handshake, Operation, Profile, Ready, Reset, Target};
use vidalu_model::control::UNIT;
use vidalu_sim::cosim::Options;
use vidalu_sim::subject::Subject;
use vidalu_testkit::in_turn;

use crate::common::simulators;
use crate::cosim::{Fault, located, options, pass};
use crate::coverage::{cover, holes};

fn target() -> Target {
    "lanes".parse().unwrap()
}

fn lanes_options(config: Config, vectors: u64) -> Options {
    options(&[target()], config, vectors)
}

fn unit() -> Box<dyn Subject> {
    crate::coverage::unit("lanes")
}

fn with(ops: &[Operation]) -> Config {
    Config { ops: ops.iter().copied().collect(), ..Config::default() }
}

/// Every depth from 0 to 7, with the resets, handshakes, profiles and kinds of subsets met once
/// each.
#[test]
fn the_lanes_unit_agrees_in_many_configurations() {
    use Operation::{
        Set8x4, Set16x2, Vabsdiff, Vabsdiff2, Vadd, Vadd4, Vavrg2, Vavrg4, Vmax, Vmin4, Vset, Vset2, Vset4, Vshl, Vshr,
        Vsub,
    };
    let depth = |rows: u8| Config { depth: rows.into(), ..Config::default() };
    let waits = Config { handshake: Handshake::ValidReady, ready: Ready::Registered, ..depth(2) };
    let configs = [
        Config { sat_o: true, ..depth(0) },
        Config { profile: Profile::Hardware, ..depth(1) },
        Config { reset: Reset::ArstN, sat_o: true, tag: 5, ..waits },
        Config { reset: Reset::Arst, clock_enable: true, flush: true, ..depth(3) },
        Config { reset: Reset::RstN, handshake: Handshake::None, ..depth(4) },
        Config { reset: Reset::None, sat_o: true, ..depth(5) },
        Config { sat_o: true, profile: Profile::Hardware, reset_data: true, ..depth(6) },
        depth(7),
        Config { depth: 5.into(), sat_o: true, ..with(&[Vadd, Vsub, Vadd4]) },
        Config { depth: 4.into(), ..with(&[Vset, Vset2, Vset4]) },
        Config { depth: 3.into(), ..with(&[Vset, Vset4]) },
        Config { depth: 5.into(), sat_o: true, ..with(&[Vshl, Vshr, Vavrg2]) },
        Config { depth: 4.into(), ..with(&[Vmax, Vmin4]) },
        Config { depth: 6.into(), ..with(&[Vabsdiff, Vabsdiff2]) },
        Config { prefix: "my_".into(), ..with(&[Vshl, Vavrg4, Vset2]) },
        with(&[Vshr, Vset4]),
        Config { depth: 2.into(), ops: Operation::ALL.into_iter().collect(), ..Config::default() },
        Config { depth: 3.into(), ..with(&[Vset, Vshr, Vset2, Set8x4]) },
        with(&[Vshl, Vshr, Set16x2, Set8x4]),
    ];
    let simulators = simulators();
    for config in configs {
        pass(&lanes_options(config, 2000), &simulators);
    }
}

/// The cross of everything of the scalar unit is left out, because it takes ten laps.
#[test]
fn twenty_thousand_vectors_of_lanes_agree_and_leave_no_hole() {
    let config = Config { depth: 3.into(), sat_o: true, ..Config::default() };
    let Some(report) = pass(&lanes_options(config, 20_000), &simulators()) else { return };
    for unit in &report.units {
        let groups = unit.coverage.iter().filter(|group| group.name != "operation x selectors x finish x saturate");
        for group in groups {
            assert!(group.holes.is_empty(), "{}: {group:?}", unit.sim);
        }
    }
}

/// The tables are those of both units, each with its own vectors alone.
#[test]
fn the_vectors_meet_what_both_units_promise_and_nothing_else() {
    let (empty, coverage) = (unit().coverage(), cover(&*unit(), 20_000));
    assert_eq!(coverage.groups.len(), 9);
    for (group, (before, after)) in empty.groups.iter().zip(&coverage.groups).enumerate() {
        assert_eq!(before.size(), after.size(), "{}", before.name);
        assert!(group == 2 || holes(&coverage, group).is_empty(), "{}: {:?}", after.name, holes(&coverage, group));
    }
}

/// Neither kind comes in runs: each follows the other and itself.
#[test]
fn both_kinds_follow_each_other() {
    let unit = unit();
    let kinds: Vec<_> = (0..300).map(|index| UNIT.get(unit.stimulus(7, index)[0]) == UNIT.code("simd")).collect();
    assert_eq!(kinds.iter().filter(|&&is_simd| is_simd).count(), 100);
    for pair in [[false, false], [false, true], [true, false], [true, true]] {
        assert!(kinds.windows(2).any(|two| two == pair), "{pair:?}");
    }
}

const FAULTS: [Fault; 11] = [
    // The second operand is selected as the first, in instructions on lanes.
    Fault { file: "lanes", text: ".sel_i    (bsel)", broken: ".sel_i    (asel)", stage: "select" },
    // A part of b is extended by the sign of another byte.
    Fault { file: "lane_select", text: "part_i[0] || wide}", broken: "part_i[0] && !wide}", stage: "select" },
    // A half of a word has no upper byte.
    Fault { file: "lane_select", text: "!word_i || wide;", broken: "!word_i || whole;", stage: "select" },
    // No carry gets from the lower half of a word into the upper.
    Fault {
        file: "segmented_adder",
        text: "word_i && pair_makes[1], !quad_i",
        broken: "1'b0, !quad_i",
        stage: "primary",
    },
    // The order of two words is that of their upper halves.
    Fault {
        file: "segmented_adder",
        text: "(word_i && pair_passes[3] && pair_makes[1])",
        broken: "1'b0",
        stage: "primary",
    },
    // A carry leaks from byte 0 into byte 1 where they are lanes of their own.
    Fault { file: "segmented_adder", text: "!quad_i && makes[0], 1'b0}", broken: "makes[0], 1'b0}", stage: "primary" },
    // A shift to the right fills with zeros.
    Fault { file: "shifter", text: "fill        = right_i && x_i[32]", broken: "fill        = 1'b0", stage: "primary" },
    // A word is clamped to the range of the lower half.
    Fault {
        file: "lane_saturate",
        text: "part_i ? (byte_i ? over_byte : over_half) : excess[3]",
        broken: "byte_i ? over_byte : over_half",
        stage: "saturate",
    },
    // .min and .max of numbers with a sign.
    Fault { file: "accumulate", text: "{2{signed_i && c_i[31]}}", broken: "2'd0", stage: "secondary" },
    // The mask's bit 2 is ignored.
    Fault {
        file: "lane_merge",
        text: "mask_i[2] ? x_i[23:16] : c_i[23:16]",
        broken: "(mask_i != 4'd0) ? x_i[23:16] : c_i[23:16]",
        stage: "merge",
    },
    // Two lanes are summed as four.
    Fault { file: "accumulate", text: "quad_i ? {8'd0, lane_2}", broken: "1'b1 ? {8'd0, lane_2}", stage: "accumulate" },
];

#[test]
fn faults_in_the_lanes_unit_are_caught_and_the_report_names_the_stage() {
    for depth in in_turn([0_u8, 5], 2) {
        located(&FAULTS, &lanes_options(Config { depth: depth.into(), ..Config::default() }, 6000));
    }
}
