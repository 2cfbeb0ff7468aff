//! The waves that are written for people, read back as a viewer reads them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use vidalu_gen::{Config, Handshake, Target};
use vidalu_sim::cosim::{Options, run, run_modules};
use vidalu_sim::report::CosimReport;
use vidalu_sim::simulator::Simulator;
use vidalu_sim::{CosimError, Dut, subject};
use vidalu_testkit::tool;

use crate::common::simulators;
use crate::cosim::{FAULTS, break_text, options};

/// Nanoseconds of a cycle.
pub(crate) const CYCLE: u64 = 10;

/// How each signal changes: its path, then times and values.
pub(crate) type Signals = BTreeMap<String, Vec<(u64, String)>>;

/// All that is in a file.
pub(crate) fn read(path: &Path) -> Signals {
    let mut wave = wellen::simple::read(path).unwrap();
    let hierarchy = wave.hierarchy();
    let variables: Vec<_> = hierarchy
        .all_vars()
        .map(|variable| (hierarchy[variable].full_name(hierarchy), hierarchy[variable].signal_ref()))
        .collect();
    wave.load_signals(&variables.iter().map(|(_, signal)| *signal).collect::<Vec<_>>());
    let changes = |signal| {
        let signal = wave.get_signal(signal).unwrap();
        signal.iter_changes().map(|(at, value)| (wave.time_table()[at as usize], value.to_string())).collect()
    };
    variables.into_iter().map(|(name, signal)| (name, changes(signal))).collect()
}

/// The value at a time.
pub(crate) fn at<'a>(signals: &'a Signals, name: &str, time: u64) -> &'a str {
    let changes = signals.get(name).unwrap_or_else(|| panic!("{name} is not in the wave"));
    &changes.iter().rfind(|(start, _)| *start <= time).unwrap_or_else(|| panic!("{name} has no value")).1
}

/// A text as it stands in a VCD.
pub(crate) fn in_vcd(signals: &Signals) -> Signals {
    let word = |(time, value): &(u64, String)| (*time, value.replace(' ', "_"));
    signals.iter().map(|(name, changes)| (name.clone(), changes.iter().map(word).collect())).collect()
}

fn units(names: &[&str]) -> Vec<Target> {
    names.iter().map(|name| name.parse().unwrap()).collect()
}

/// The reports of unit scalar, with a fault, and waves of both forms.
fn faulty(folder: &Path, simulator: Box<dyn Simulator>) -> [(PathBuf, CosimReport); 2] {
    let config = Config { depth: 4.into(), handshake: Handshake::ValidReady, tag: 3, ..Config::default() };
    let [scalar] = units(&["scalar"])[..] else { unreachable!() };
    let simulators = [simulator];
    ["fst", "vcd"].map(|ending| {
        let path = folder.join(format!("{}_{ending}.{ending}", simulators[0].name()));
        let options = Options { wave: Some(path.clone()), ..options(&[scalar], config.clone(), 2000) };
        let subject = subject::of(scalar, &options.config);
        let mut dut = Dut::generate(scalar, &options.config, &*subject).unwrap();
        break_text(&mut dut, &FAULTS[0]);
        (path, run_modules(&options, &[(dut, subject)], &simulators, &|_| ()).unwrap())
    })
}

#[test]
fn a_wave_shows_the_first_mismatch_beside_what_was_expected() {
    let folder = tempfile::tempdir().unwrap();
    for simulator in simulators() {
        let [(fst, report), (vcd, _)] = faulty(folder.path(), simulator);
        let signals = read(&fst);
        assert_eq!(in_vcd(&signals), in_vcd(&read(&vcd)), "both forms hold the same");

        let (failure, wave) = (&report.units[0].failures[0], report.wave.as_ref().unwrap());
        assert!((wave.from..wave.to).contains(&failure.cycle));
        let start = failure.cycle * CYCLE;
        let wrong: Vec<_> = signals["testbench.mismatch"].iter().filter(|(_, value)| value == "1").collect();
        assert_eq!(wrong[0].0, start, "the flag rises in the cycle of the report");
        assert_eq!(at(&signals, "testbench.cycle", start), format!("{:064b}", failure.cycle));
        assert_eq!(Some(at(&signals, "testbench.result_ptx", start)), failure.ptx.as_deref());
        assert!(failure.ptx.as_ref().unwrap().starts_with(at(&signals, "testbench.result_op", start)));
        let output = failure.outputs.iter().find(|output| output.name == "d_o").unwrap();
        let number = |name: &str| {
            let digits = at(&signals, name, start + 4);
            format!("{:#x}", u64::from_str_radix(digits, 2).unwrap())
        };
        assert_eq!(number("testbench.expected.d_o_expected"), output.expected);
        assert_eq!(number("testbench.observed.d_o_observed"), output.got);
        // The field with the operation, in the first stage, when the instruction was issued.
        let issue = &signals["testbench.issue_ptx"];
        let (issued, _) = issue.iter().find(|(_, ptx)| Some(ptx) == failure.ptx.as_ref()).unwrap();
        let op = at(&signals, "testbench.decoded.op", issued + 4);
        assert!(failure.ptx.as_ref().unwrap().starts_with(&format!("{op}.")), "{op}");
    }
}

#[test]
fn the_views_name_signals_of_the_wave_by_stages_and_mark_the_mismatch() {
    let folder = tempfile::tempdir().unwrap();
    for simulator in simulators() {
        for (path, report) in faulty(folder.path(), simulator) {
            let (signals, wave) = (read(&path), report.wave.unwrap());
            let name = path.file_name().unwrap().to_str().unwrap();
            let marked = report.units[0].failures[0].cycle * CYCLE;

            let text = std::fs::read_to_string(&wave.viewers.as_ref().unwrap().gtkwave).unwrap();
            assert!(text.contains(&format!("[dumpfile] \"{name}\"\n")) && text.contains(&format!(" {marked} -1")));
            let mut open = Vec::new();
            let (mut shown, mut groups) = (BTreeSet::new(), Vec::new());
            for line in text.lines().skip_while(|line| !line.starts_with('@')) {
                match line.strip_prefix('-') {
                    Some(group) if open.last() == Some(&group) => drop(open.pop()),
                    Some(group) => {
                        open.push(group);
                        groups.push(group);
                    }
                    None if line.starts_with('@') => {}
                    None => drop(shown.insert(line.split('[').next().unwrap())),
                }
            }
            assert_eq!(open, Vec::<&str>::new());
            let strange: Vec<_> = shown.iter().filter(|name| !signals.contains_key(**name)).collect();
            assert!(strange.is_empty(), "{strange:?}");
            let stages =
                ["select", "select -> order", "order", "primary", "u_adder34", "saturate", "secondary | merge"];
            let places: Vec<_> = stages.iter().map(|stage| groups.iter().position(|group| group == stage)).collect();
            assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{groups:?}");
            assert!(shown.contains("testbench.decoded.op_q"), "{shown:?}");

            let text = std::fs::read_to_string(&wave.viewers.as_ref().unwrap().surfer).unwrap();
            assert!(
                text.starts_with(&format!("load_file {name}\n")) && text.contains(&format!("cursor_set {marked}\n"))
            );
            let known = ["load_file", "divider_add", "variable_add", "zoom_fit", "cursor_set"];
            let commands: Vec<Vec<_>> = text.lines().map(|line| line.split(' ').collect()).collect();
            assert!(commands.iter().all(|command| known.contains(&command[0]) && command.len() <= 2));
            let variables = commands.iter().filter(|command| command[0] == "variable_add").map(|command| command[1]);
            assert_eq!(variables.collect::<BTreeSet<_>>(), shown);
        }
    }
}

/// GTKWave's own reader.
#[test]
fn gtkwave_reads_the_same_from_an_fst() {
    let Some(fst2vcd) = tool("fst2vcd") else { return };
    let folder = tempfile::tempdir().unwrap();
    for simulator in simulators() {
        let [(fst, _), _] = faulty(folder.path(), simulator);
        let converted = folder.path().join("converted.vcd");
        let status = Command::new(&fst2vcd).arg("-f").arg(&fst).arg("-o").arg(&converted).status().unwrap();
        assert!(status.success());
        let unescaped = |(time, value): (u64, String)| (time, value.replace("\\040", " "));
        let theirs: Signals = read(&converted)
            .into_iter()
            .map(|(name, changes)| (name, changes.into_iter().map(unescaped).collect()))
            .collect();
        assert_eq!(theirs, read(&fst));
    }
}

/// If all outputs agree, the wave has the first cycles, for every kind of module: with units in it,
/// with state, without a clock.
#[test]
fn what_agrees_is_shown_from_the_first_cycle() {
    let folder = tempfile::tempdir().unwrap();
    for simulator in simulators() {
        let simulator = [simulator];
        for target in units(&["video", "carry", "adder34"]) {
            let config = Config { depth: 2.into(), ..Config::default() };
            let path = folder.path().join("wave.fst");
            let options = Options { wave: Some(path.clone()), ..options(&[target], config, 40) };
            let report = run(&options, &simulator, &|_| ()).unwrap();
            assert!(report.passed() && report.wave.unwrap().from == 0);
            let signals = read(&path);
            assert!(signals["testbench.mismatch"].iter().all(|(_, value)| value == "0"), "{target}");
            assert!(signals["testbench.cycle"].len() > 8);
            let is_text = |name: &str| signals[name].iter().any(|(_, value)| !value.is_empty());
            assert_eq!(is_text("testbench.issue_ptx"), matches!(target, Target::Unit(_)), "{target}");
        }
    }
}

#[test]
fn other_endings_are_refused() {
    let simulators = simulators();
    for name in ["wave.ghw", "wave", "wave.vcd.gz"] {
        let options = Options { wave: Some(name.into()), ..options(&units(&["scalar"]), Config::default(), 10) };
        if let Some(error) = (!simulators.is_empty()).then(|| run(&options, &simulators, &|_| ()).unwrap_err()) {
            assert!(matches!(&error, CosimError::Usage { help, .. } if help.contains(".vcd, .fst or .svg")), "{error}");
        }
    }
}
