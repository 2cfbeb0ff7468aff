//! Co-simulation of generated modules: correct ones pass, and planted faults are caught and
//! located.

use std::collections::BTreeSet;
use std::sync::Mutex;

use vidalu_gen::{Choice, Config, Goal, Handshake, Language, Operation, Profile, Ready, Reset, Target, Unit};
use vidalu_sim::cosim::{Options, Phase, Progress, run, run_modules};
use vidalu_sim::report::{CosimReport, UnitReport};
use vidalu_sim::simulator::Simulator;
use vidalu_sim::{CosimError, Dut, subject};

use crate::common::{LIMIT, icarus, simulators};

pub(crate) fn options(targets: &[Target], config: Config, vectors: u64) -> Options {
    Options { targets: targets.to_vec(), config, vectors, timeout: LIMIT, ..Options::default() }
}

fn scalar() -> Target {
    "scalar".parse().unwrap()
}

/// Co-simulates and expects agreement.
pub(crate) fn pass(options: &Options, simulators: &[Box<dyn Simulator>]) -> Option<CosimReport> {
    if simulators.is_empty() {
        return None;
    }
    let report = run(options, simulators, &|_| ()).unwrap();
    for unit in &report.units {
        let first = unit.failures.first().map(ToString::to_string).unwrap_or_default();
        assert_eq!(unit.mismatches, 0, "{} in {} with {}\n{first}", unit.unit, unit.sim, unit.config);
        assert_eq!(unit.checked, options.vectors);
        assert!(unit.cycles >= unit.checked);
    }
    assert!(report.passed());
    assert_eq!(report.units.len(), options.targets.len() * simulators.len());
    Some(report)
}

#[test]
fn every_block_agrees_and_is_covered() {
    let blocks: Vec<_> = Target::ALL.into_iter().filter(|target| matches!(target, Target::Block(_))).collect();
    for &profile in Profile::ALL {
        let config = Config { profile, ..Config::default() };
        let Some(report) = pass(&options(&blocks, config, 4000), &simulators()) else { return };
        for unit in &report.units {
            assert_eq!(unit.coverage[0].holes, Vec::<String>::new(), "{}", unit.unit);
        }
    }
}

/// Chosen so that each depth, reset, handshake, profile and subset is met once, not all together.
#[test]
fn the_scalar_unit_agrees_in_many_configurations() {
    let ops = |names: &[Operation]| names.iter().copied().collect::<BTreeSet<_>>();
    use Operation::{Vabsdiff, Vadd, Vmax, Vmin, Vset, Vshl, Vshr, Vsub};
    let default = Config::default;
    let ready = || Config { handshake: Handshake::ValidReady, ..default() };
    let configs = [
        default(),
        Config { depth: 1.into(), sat_o: true, ..default() },
        Config { depth: 2.into(), reset: Reset::ArstN, profile: Profile::Hardware, sat_o: true, ..default() },
        Config { depth: 3.into(), reset: Reset::Arst, ..default() },
        Config { depth: 3.into(), reset: Reset::RstN, ops: ops(&[Vadd, Vsub]), ..default() },
        Config { depth: 2.into(), reset: Reset::None, ops: ops(&[Vshl, Vshr]), ..default() },
        Config { depth: 1.into(), handshake: Handshake::None, ops: ops(&[Vmin, Vmax, Vset]), ..default() },
        Config { handshake: Handshake::None, reset: Reset::None, ops: ops(&[Vabsdiff]), sat_o: true, ..default() },
        Config { depth: 3.into(), ops: ops(&[Vset]), prefix: "my_".into(), ..default() },
        Config { depth: 8.into(), clock_enable: true, tag: 7, ..default() },
        Config { depth: 4.into(), flush: true, clock_enable: true, reset_data: true, reset: Reset::RstN, ..default() },
        Config { depth: 5.into(), handshake: Handshake::ValidReady, tag: 64, ..default() },
        Config { depth: 6.into(), ready: Ready::Registered, flush: true, sat_o: true, ..ready() },
        Config { depth: 7.into(), ready: Ready::Registered, clock_enable: true, flush: true, tag: 1, ..ready() },
        Config { ready: Ready::Registered, reset: Reset::Arst, tag: 3, ..ready() },
        Config { depth: 2.into(), ready: Ready::Registered, reset: Reset::None, ..ready() },
        Config { depth: 2.into(), language: Language::SystemVerilog, reset: Reset::ArstN, tag: 9, ..ready() },
        Config { depth: 1.into(), handshake: Handshake::None, clock_enable: true, reset_data: true, ..default() },
    ];
    let simulators = simulators();
    for config in configs {
        pass(&options(&[scalar()], config, 3000), &simulators);
    }
}

#[test]
fn twenty_thousand_vectors_agree_and_leave_no_hole() {
    let config = Config { depth: 2.into(), sat_o: true, ..Config::default() };
    let Some(report) = pass(&options(&[scalar()], config, 20_000), &simulators()) else { return };
    for unit in &report.units {
        for group in unit.coverage.iter().filter(|group| !group.name.contains("selectors x finish")) {
            assert_eq!(group.holes, Vec::<String>::new(), "{}: {}", unit.sim, group.name);
        }
    }
    // Both simulators saw the same plan.
    assert!(report.units.iter().all(|unit| unit.cycles == report.units[0].cycles));
}

/// A fault in the text of one generated file, and the stage that reports must name; empty if it
/// does not show in one stage.
#[derive(Clone, Copy)]
pub(crate) struct Fault {
    pub(crate) file: &'static str,
    pub(crate) text: &'static str,
    pub(crate) broken: &'static str,
    pub(crate) stage: &'static str,
}

pub(crate) const FAULTS: [Fault; 3] = [
    // Unsigned results are clamped to one less than their largest number.
    Fault {
        file: "saturate",
        text: "{1'b0, ones[31:1]} : ones;",
        broken: "{1'b0, ones[31:1]} : {ones[31:1], 1'b0};",
        stage: "saturate",
    },
    // The selector h1 reads h0.
    Fault { file: "select", text: "upper = sel_i[1];", broken: "upper = sel_i[1] && !sel_i[2];", stage: "select" },
    // The merge into b2 writes the byte one bit higher.
    Fault {
        file: "merge",
        text: "(is_word ? x_i[23:16] : x_i[7:0])",
        broken: "(is_word ? x_i[23:16] : (is_byte ? {x_i[6:0], 1'b0} : x_i[7:0]))",
        stage: "merge",
    },
];

/// Faults in the form for cells, at least one in each stage.
const FAULTS_IN_CELLS: [Fault; 9] = [
    Fault { file: "scalar", text: ".sel_i    (bsel)", broken: ".sel_i    (asel)", stage: "select" },
    // |a - b| is too great by one if a is less than b.
    Fault { file: "scalar", text: "((op == OpVabsdiff) && !at_most)", broken: "(op == OpVabsdiff)", stage: "primary" },
    // The carry into bit 0 does not pass.
    Fault { file: "scalar", text: "(passed & {34{plus_one}})", broken: "34'd0", stage: "primary" },
    Fault { file: "scalar", text: "(at_most && !equal)", broken: "at_most", stage: "primary" },
    Fault { file: "saturate", text: "(excess[33:16] != 18'd0)", broken: "(excess[33:17] != 17'd0)", stage: "saturate" },
    // The greatest value and c are added to one too much.
    Fault { file: "scalar", text: "(c_i - 32'd1)", broken: "c_i", stage: "secondary" },
    // Without a difference above the word, the low word is not compared.
    Fault {
        file: "secondary",
        text: "is_pick && (at_most == secop_i[0])",
        broken: "is_pick && (top_less == secop_i[0])",
        stage: "secondary",
    },
    // A signed half is clamped to all ones or zeros.
    Fault { file: "scalar", text: "15'd0, is_half,", broken: "15'd0, 1'b0,", stage: "merge" },
    Fault { file: "merge", text: "in_2 = is_word || is_h1", broken: "in_2 = is_word || is_h0", stage: "merge" },
];

#[test]
fn faults_in_the_form_for_cells_are_caught_and_located() {
    located(&FAULTS_IN_CELLS, &options(&[scalar()], Config { goal: Goal::Cells, ..Config::default() }, 3000));
}

/// Faults in the form for few tables with registers inside the shifter.
const FAULTS_IN_HALVES: [Fault; 5] = [
    // An amount of 32 or more shifts by its low five bits.
    Fault { file: "coarse_shift", text: "(above_i != 27'd0)", broken: "1'b0", stage: "primary" },
    Fault { file: "coarse_shift", text: "right_i && x_i[32]", broken: "x_i[32]", stage: "primary" },
    // vmin and vmax read a value that is in reverse order.
    Fault { file: "scalar", text: "is_shift && !right;", broken: "!right;", stage: "primary" },
    Fault { file: "fine_shift", text: "x_i >>> amount_i", broken: "x_i >>> amount_i[0]", stage: "primary" },
    // After a left shift by 32, the low bits of the value are lost.
    Fault { file: "fine_shift", text: "all_out_i ? lowest_i", broken: "all_out_i ? 2'd0", stage: "primary" },
];

#[test]
fn faults_between_the_halves_of_the_shifter_are_caught_and_located() {
    let config = Config { goal: Goal::Tables, depth: 4.into(), ..Config::default() };
    located(&FAULTS_IN_HALVES, &options(&[scalar()], config, 3000));
}

/// Mistakes between the halves of the adder, of the clamp and of the comparison.
const FAULTS_IN_MORE_HALVES: [Fault; 11] = [
    Fault {
        file: "scalar",
        text: "reverse ? low_carry_plus_1_q : low_carry_q",
        broken: "low_carry_q",
        stage: "primary",
    },
    // The order is that of the upper halves.
    Fault {
        file: "scalar",
        text: "low_carry_q ? high_sum_plus_1_q[16] : high_sum_q[16]",
        broken: "high_sum_q[16]",
        stage: "primary",
    },
    // The first operand is read as a negative number.
    Fault {
        file: "scalar",
        text: "{not_ta_s33_q[32], not_ta_s33_q}",
        broken: "{1'b0, not_ta_s33_q}",
        stage: "primary",
    },
    Fault { file: "scalar", text: "low_equal_q && high_equal_q", broken: "high_equal_q", stage: "primary" },
    Fault { file: "scalar", text: "!to_word || dtype_q2", broken: "1'b1", stage: "saturate" },
    Fault { file: "excess", text: "excess[22:16] != 7'd0", broken: "1'b0", stage: "saturate" },
    Fault { file: "excess", text: "signed_i && x_i[26]", broken: "x_i[26]", stage: "saturate" },
    Fault { file: "clamp", text: "(over_i != 4'd0)", broken: "(over_i[3:1] != 3'd0)", stage: "saturate" },
    // The comparison reads c as a number without sign.
    Fault { file: "scalar", text: "(dtype_q4 && c_q4[31]) ^ compares", broken: "compares", stage: "output" },
    // Both .min and .max take the lesser one.
    Fault { file: "scalar", text: "addend_top ^ !secop_q4[0]", broken: "!addend_top", stage: "output" },
    Fault {
        file: "scalar",
        text: "c_low_carry_q ? c_high_sum_plus_1_q : c_high_sum_q",
        broken: "c_high_sum_q",
        stage: "output",
    },
];

#[test]
fn faults_between_the_halves_of_other_circuits_are_caught_and_located() {
    let config = Config { goal: Goal::Tables, depth: 6.into(), ..Config::default() };
    located(&FAULTS_IN_MORE_HALVES, &options(&[scalar()], config, 3000));
}

pub(crate) fn break_text(dut: &mut Dut, fault: &Fault) {
    let name = format!("vidalu_{}.v", fault.file);
    let (_, text) = dut.files.iter_mut().find(|(path, _)| path.ends_with(&name)).unwrap();
    assert_eq!(text.matches(fault.text).count(), 1, "the text to break stands once in {name}");
    *text = text.replace(fault.text, fault.broken);
}

/// Checks that each fault is caught in each simulator, and that the first failure names its stage.
/// Failures after the first can be consequences of it: a chain of carries goes on with a wrong
/// flag. Returns each report with its fault.
pub(crate) fn caught<'a>(faults: &'a [Fault], options: &Options) -> Vec<(&'a Fault, UnitReport)> {
    let (target, simulators) = (options.targets[0], simulators());
    let mut found = Vec::new();
    for fault in faults {
        let (mut dut, subject) = Dut::with_subject(target, &options.config).unwrap();
        break_text(&mut dut, fault);
        let report = run_modules(options, &[(dut, subject)], &simulators, &|_| ()).unwrap();
        found.extend(report.units.into_iter().map(|unit| (fault, unit)));
    }
    let wrong = found.iter().filter_map(|(fault, report)| {
        let stage = report.failures.first().map(|failure| failure.stage.as_str());
        let is_right = stage.is_some_and(|stage| fault.stage.is_empty() || stage == fault.stage);
        (!is_right).then(|| format!("{}: {} must be {}: {stage:?}", report.sim, fault.broken, fault.stage))
    });
    let wrong: Vec<_> = wrong.collect();
    assert!(wrong.is_empty(), "{}: {wrong:#?}", options.config.line());
    found
}

/// Checks as [`caught`] does, and that every failure names the stage.
pub(crate) fn located<'a>(faults: &'a [Fault], options: &Options) -> Vec<(&'a Fault, UnitReport)> {
    let found = caught(faults, options);
    for (fault, report) in &found {
        for failure in &report.failures {
            assert_eq!(failure.stage, fault.stage, "{} in {}:\n{failure}", fault.broken, report.sim);
        }
    }
    found
}

#[test]
fn faults_in_the_unit_are_caught_and_the_report_names_the_stage() {
    for depth in [0, 3] {
        let options = options(&[scalar()], Config { depth: depth.into(), ..Config::default() }, 3000);
        for (_, report) in located(&FAULTS, &options) {
            assert_eq!(report.checked, 3000, "{}", report.sim);
            for failure in &report.failures {
                let index = failure.index.unwrap();
                let replay = format!("vidalu cosim --unit scalar --sim {} --seed 1 --index {index}", report.sim);
                assert_eq!(failure.replay, Some(replay));
                assert!(failure.ptx.as_ref().is_some_and(|line| line.starts_with('v')), "{failure}");
                assert_eq!(failure.operands.len(), 4, "{failure}");
            }
        }
    }
}

#[test]
fn a_fault_between_neighbours_is_named_as_such() {
    let faults = [
        // The second row of registers takes c a cycle too early.
        Fault { file: "scalar", text: "c_q2 <= c_q;", broken: "c_q2 <= c_i;", stage: "pipeline" },
        // A reset leaves the second valid bit as it is.
        Fault { file: "scalar", text: "valid_q2 <= 1'b0;", broken: "valid_q2 <= valid_q;", stage: "pipeline" },
    ];
    let options = options(&[scalar()], Config { depth: 3.into(), ..Config::default() }, 2000);
    for (_, report) in located(&faults, &options) {
        let replay = format!("vidalu cosim --unit scalar --sim {} --seed 1 --vectors 2000", report.sim);
        assert!(
            report.failures.iter().all(|failure| failure.replay.as_ref() == Some(&replay)),
            "{:#?}",
            report.failures
        );
    }
}

#[test]
fn a_wrong_sat_o_is_caught_beside_a_right_result() {
    let simulators = simulators();
    if simulators.is_empty() {
        return;
    }
    let text = "assign y_o   = hit_o ? bound : x_i;";
    let broken_text = "wire hit = sat_i && (is_word ? over_word : (is_byte ? over_byte : over_half));
  assign y_o = hit ? bound : x_i;
  assign hit_o = hit && !negative;
  wire unused_hit = ";
    let options = options(&[scalar()], Config { sat_o: true, ..Config::default() }, 2000);
    let subject = subject::of(scalar(), &options.config);
    let mut dut = Dut::generate(scalar(), &options.config, &*subject).unwrap();
    let (_, file) = dut.files.iter_mut().find(|(path, _)| path.ends_with("vidalu_saturate.v")).unwrap();
    assert!(file.contains(text) && file.contains("assign hit_o = "));
    *file = file.replace(text, "").replace("assign hit_o = ", broken_text);
    for report in run_modules(&options, &[(dut, subject)], &simulators, &|_| ()).unwrap().units {
        assert!(report.mismatches > 0, "{}", report.sim);
        for failure in &report.failures {
            assert_eq!((failure.outputs.len(), failure.outputs[0].name.as_str()), (1, "sat_o"), "{failure}");
            assert_eq!(failure.stage, "saturate", "{failure}");
        }
    }
}

#[test]
fn a_block_without_the_port_of_a_probe_is_an_error() {
    let Some(icarus) = icarus() else { return };
    let options = options(&[scalar()], Config::default(), 1000);
    let (mut dut, subject) = Dut::with_subject(scalar(), &options.config).unwrap();
    break_text(&mut dut, &FAULTS[0]);
    dut.files.iter_mut().for_each(|(_, text)| *text = text.replace("hit_o", "hits_o"));
    let error = run_modules(&options, &[(dut, subject)], &[Box::new(icarus)], &|_| ()).unwrap_err();
    assert!(error.to_string().ends_with("but its wave does not have u_saturate.hit_o"), "{error}");
}

#[test]
fn faults_in_a_block_are_caught_alone() {
    for fault in FAULTS {
        let target = fault.file.parse().unwrap();
        located(&[fault], &options(&[target], Config::default(), 1000));
    }
}

#[test]
fn a_mismatch_is_shown_again_by_its_number_alone() {
    let mut options = options(&[scalar()], Config { depth: 2.into(), ..Config::default() }, 2000);
    let Some((_, first)) = located(&FAULTS[..1], &options).into_iter().next() else { return };
    let first = &first.failures[0];
    options.index = first.index;
    for (_, report) in located(&FAULTS[..1], &options) {
        assert_eq!((report.checked, report.mismatches), (1, 1));
        let again = &report.failures[0];
        assert_eq!((again.index, &again.outputs, &again.stage), (first.index, &first.outputs, &first.stage));
    }
}

#[test]
fn the_same_request_gives_the_same_document() {
    let options = options(&[scalar()], Config { depth: 1.into(), ..Config::default() }, 500);
    let simulators = simulators();
    let Some(report) = pass(&options, &simulators) else { return };
    let json = serde_json::to_string_pretty(&report).unwrap();
    assert_eq!(json, serde_json::to_string_pretty(&pass(&options, &simulators)).unwrap());
    let value: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(value["format_version"], 1);
    let unit = &value["units"][0];
    assert_eq!((unit["unit"].as_str(), unit["seed"].as_u64()), (Some("scalar"), Some(1)));
    assert_eq!((unit["checked"].as_u64(), unit["mismatches"].as_u64()), (Some(500), Some(0)));
    assert!(unit["sim"].is_string() && unit["cycles"].is_u64());
}

#[test]
fn a_wave_is_written_around_the_first_mismatch_and_for_agreement() {
    let simulators = simulators();
    let folder = tempfile::tempdir().unwrap();
    for simulator in simulators {
        let simulator = [simulator];
        let path = folder.path().join(format!("{}.vcd", simulator[0].name()));
        let config = Config { depth: 3.into(), ..Config::default() };
        let options = Options { wave: Some(path.clone()), ..options(&[scalar()], config, 2000) };
        let report = pass(&options, &simulator).unwrap();
        assert_eq!(report.wave.as_ref().map(|wave| wave.from), Some(0));
        assert!(std::fs::read_to_string(&path).unwrap().contains("u_saturate"));

        let subject = subject::of(scalar(), &options.config);
        let mut dut = Dut::generate(scalar(), &options.config, &*subject).unwrap();
        break_text(&mut dut, &FAULTS[0]);
        let report = run_modules(&options, &[(dut, subject)], &simulator, &|_| ()).unwrap();
        let (wave, cycle) = (report.wave.unwrap(), report.units[0].failures[0].cycle);
        assert!(wave.from < cycle && cycle < wave.to && wave.to - wave.from < 64, "{wave:?} around {cycle}");
        let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
        assert!(left.iter().all(|entry| entry.as_ref().is_ok_and(|entry| entry.path().extension().is_some())));
    }
}

#[test]
fn progress_is_told_from_building_to_done() {
    let seen = Mutex::new(Vec::new());
    let watch = |progress: Progress| seen.lock().unwrap().push(progress.phase);
    for simulator in simulators() {
        seen.lock().unwrap().clear();
        run(&options(&[scalar()], Config::default(), 300), &[simulator], &watch).unwrap();
        let steps = seen.lock().unwrap();
        assert_eq!(steps.first(), Some(&Phase::Building));
        assert!(steps.contains(&Phase::Running { done: 300, total: Some(300) }));
        assert_eq!(steps.last(), Some(&Phase::Done { mismatches: 0 }));
    }
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let simulators = simulators();
    let refused = |options: &Options, simulators: &[Box<dyn Simulator>]| {
        let error = run(options, simulators, &|_| ()).unwrap_err();
        assert_eq!(error.fault(), vidalu_model::Fault::Input, "{error}");
        error
    };
    let none = options(&[scalar()], Config::default(), 0);
    assert!(matches!(refused(&none, &simulators), CosimError::Usage { .. }));
    assert!(matches!(refused(&options(&[], Config::default(), 1), &simulators), CosimError::Usage { .. }));
    let wrong = Config { depth: 9.into(), ..Config::default() };
    assert!(matches!(refused(&options(&[scalar()], wrong, 1), &simulators), CosimError::Config(_)));
    if !simulators.is_empty() {
        let wave = Some("/nowhere/at/all.vcd".into());
        let options = Options { wave, ..options(&[scalar()], Config::default(), 10) };
        assert!(matches!(refused(&options, &simulators), CosimError::Io { .. }));
    }
}

/// A unit without operations has no stimulus: that must be an error, not a panic.
#[test]
fn a_unit_without_operations_is_refused() {
    for unit in [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Lanes] {
        let ops = if unit == Unit::Vmad { "vset2" } else { "vmad" };
        let config = Config::from_toml(&format!("ops = ['{ops}']")).unwrap();
        let error = Dut::with_subject(Target::Unit(unit), &config).err().unwrap();
        assert_eq!(error.message, format!("ops has no operation of unit {}", Target::Unit(unit)));
    }
}
