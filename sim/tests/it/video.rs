//! Unit `video`: it agrees in many configurations, its coverage has no hole, and planted faults are
//! caught and located in the faulty unit.

use vidalu_gen::{Config, Target};
use vidalu_sim::cosim::Options;
use vidalu_sim::subject;
use vidalu_testkit::in_turn;

use crate::common::simulators;
use crate::cosim::{Fault, caught, options, pass};

fn video() -> Target {
    "video".parse().unwrap()
}

fn video_options(toml: &str, vectors: u64) -> Options {
    options(&[video()], Config::from_toml(toml).unwrap(), vectors)
}

/// Every depth, the kinds of flow met once each, and sets of units.
#[test]
fn the_video_unit_agrees_in_many_configurations() {
    let configs = [
        "depth = 0\nhandshake = 'valid-ready'\ntag = 3",
        "depth = 1\nclock_enable = true\nprofile = 'hardware'\nsat_o = true",
        "depth = 2\nhandshake = 'valid-ready'\nflush = true\nclock_enable = true\ncontexts = 3",
        "depth = 3\nhandshake = 'valid-ready'\nready = 'registered'\nflush = true\ncontexts = 2",
        "depth = 4\nreset = 'arst_n'\nflush = true\nwide = false",
        "depth = 6\nhandshake = 'valid-ready'\nready = 'registered'\nflush = true\nclock_enable = true\ntag = 9",
        "depth = 8\nreset = 'arst'\nreset_data = true\nmad64 = 'none'\ncontexts = 5",
        "depth = 3\nops = ['vadd4', 'vmad']\nhandshake = 'none'\nreset = 'none'",
        "depth = 1\nops = ['vset', 'addc', 'add.cc']\nhandshake = 'valid-ready'\nflush = true",
        "depth = 2\nops = ['mad.cc', 'madc', 'mul']",
        "depth = 3\nmad64 = 'iterative'\nhandshake = 'valid-ready'\nflush = true\nclock_enable = true\ntag = 4",
        "mad64 = 'iterative'\nhandshake = 'valid-ready'\nready = 'registered'\nflush = true\ncontexts = 2",
        "ops = ['vmad', 'mul']\nmad64 = 'iterative'\nhandshake = 'valid-ready'\ndepth = 1\nflush = true",
        "shared = true\ndepth = 2\nsat_o = true\nhandshake = 'valid-ready'",
        "shared = true\nprofile = 'hardware'\nops = ['vmin2', 'vshr', 'vset4', 'vabsdiff']\ndepth = 5\nhandshake = 'none'",
        "ops = ['vshl']\nready = 'registered'\nhandshake = 'valid-ready'",
    ];
    let simulators = simulators();
    for toml in configs {
        pass(&video_options(toml, 1500), &simulators);
    }
}

#[test]
fn twenty_thousand_vectors_of_video_agree_and_leave_no_hole() {
    let toml = "depth = 2\nsat_o = true\ncontexts = 2";
    let Some(report) = pass(&video_options(toml, 20_000), &simulators()) else { return };
    for unit in &report.units {
        assert!(unit.coverage.iter().all(|group| group.holes.is_empty()), "{}: {:?}", unit.sim, unit.coverage);
        let names: Vec<_> = unit.coverage.iter().map(|group| &*group.name).collect();
        assert_eq!(names, ["unit x operation x types", "unit x CC.CF that it finds", "unit x context"]);
    }
}

#[test]
fn nothing_is_met_that_cannot_be() {
    let unit = subject::of(video(), &Config { contexts: 3, ..Config::default() });
    let (empty, mut coverage) = (unit.coverage(), unit.coverage());
    for index in 0..20_000 {
        unit.cover_with_flag(&mut coverage, &unit.stimulus(5, index), index % 2 == 0);
    }
    for (before, after) in empty.groups.iter().zip(&coverage.groups) {
        assert_eq!((before.size(), after.holes().count()), (after.size(), 0), "{}", before.name);
    }
}

const FAULTS: [Fault; 6] = [
    // The results of two units change places.
    Fault { file: "video", text: "(unit_q2 == UnitVmad)", broken: "(unit_q2 == 2'd0)", stage: "output" },
    // A bit of a result is lost on its way out of its unit.
    Fault { file: "video", text: "vmad_d}", broken: "(vmad_d ^ 32'd1)}", stage: "output" },
    // An instruction of another unit writes CC.CF.
    Fault { file: "video", text: "ctl_i[6:0] & {7{unit == UnitCarry}}", broken: "ctl_i[6:0]", stage: "output" },
    // What is broken in a unit is found there.
    Fault { file: "scale", text: "shr15 ? sum[46:15]", broken: "shr15 ? sum[47:16]", stage: "scale" },
    Fault { file: "lane_merge", text: "mask_i[2] ?", broken: "!mask_i[2] ?", stage: "merge" },
    Fault { file: "carry_adder", text: "subtract_i ^ (read", broken: "(read", stage: "add" },
];

#[test]
fn faults_in_the_video_unit_are_caught_and_the_report_names_the_stage() {
    caught(&in_turn(FAULTS, 2), &video_options("depth = 2", 4000));
}
