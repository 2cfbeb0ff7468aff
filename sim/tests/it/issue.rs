//! The issue port of every unit, and the waves of its instructions.

use std::path::Path;

use vidalu_gen::{Choice, Config, Handshake, Mad64, Ready, Reset, Target, Unit};
use vidalu_model::Fault;
use vidalu_model::exec::{Golden, Issue, Unit as _};
use vidalu_model::golden::Outcome;
use vidalu_sim::simulator::{Icarus, Verilator};
use vidalu_sim::subject::Subject;
use vidalu_sim::{CosimError, Dut, IssuePort, subject};
use vidalu_testkit::found;

use crate::common::{LIMIT, icarus};
use crate::cosim::{FAULTS, break_text};
use crate::wave::{CYCLE, Signals, at, in_vcd, read};

/// The instructions of a test.
const COUNT: u64 = 12;

fn configs() -> [Config; 5] {
    let default = Config::default;
    let ready = || Config { handshake: Handshake::ValidReady, ..default() };
    [
        default(),
        Config { depth: 3.into(), tag: 5, reset: Reset::ArstN, ..default() },
        Config { depth: 2.into(), ready: Ready::Registered, flush: true, clock_enable: true, ..ready() },
        Config { depth: 1.into(), mad64: Mad64::Iterative, contexts: 2, ..ready() },
        Config { depth: 1.into(), shared: true, profile: vidalu_gen::Profile::Hardware, ..default() },
    ]
}

/// Returns the first vectors of a subject as instructions of the first thread.
fn issues(subject: &dyn Subject) -> Vec<Issue> {
    let issue = |inputs: Vec<u64>| {
        let value = |name| subject.input(&inputs, name);
        let instruction = subject.instruction(&inputs).unwrap();
        Issue { instruction, thread: 0, a: value("a_i"), b: value("b_i"), c: value("c_i"), form: None }
    };
    (0..COUNT).map(|index| issue(subject.stimulus(1, index))).collect()
}

/// Returns the numbers of the instructions whose results a wave shows, with the times at which
/// they begin.
fn results(signals: &Signals) -> Vec<(u64, u64)> {
    let known = |(time, digits): &(u64, String)| Some((u64::from_str_radix(digits, 2).ok()?, *time));
    signals["testbench.result_vector"].iter().filter_map(known).collect()
}

/// Issues the first half of the instructions together and the others one after the other, as
/// programs do. Checks the results and the wave.
///
/// `settings` instructions set the CC.CF of the contexts before.
fn executes(port: &mut IssuePort, subject: &dyn Subject, settings: u64, path: &Path) {
    let issues = issues(subject);
    let profile = subject.profile();
    let golden = Golden::new(profile, settings > 0).issue(&issues).unwrap();
    port.record().unwrap();
    let (together, alone) = issues.split_at(issues.len() / 2);
    let mut outcomes = port.issue(together).unwrap();
    for issue in alone {
        outcomes.extend(port.issue(std::slice::from_ref(issue)).unwrap());
    }
    let values = |outcomes: &[Outcome]| outcomes.iter().map(|outcome| outcome.d).collect::<Vec<_>>();
    assert_eq!(values(&outcomes), values(&golden));

    let wave = port.wave(path).unwrap();
    assert_eq!((wave.mismatch, wave.files.from), (None, 0));
    let signals = read(path);
    assert_eq!(signals["testbench.mismatch"].iter().map(|(_, value)| &**value).collect::<Vec<_>>(), ["0"]);
    let results = results(&signals);
    assert!(results.iter().map(|(number, _)| *number).eq(0..COUNT + settings), "{results:?}");
    for ((_, time), (issue, outcome)) in results.iter().skip(settings as usize).zip(issues.iter().zip(&golden)) {
        let ptx = vidalu_model::ptx::Statement::canonical(issue.instruction).to_string();
        // A VCD has no spaces.
        assert_eq!(at(&signals, "testbench.result_ptx", *time).replace('_', " "), ptx);
        for part in ["expected", "observed"] {
            let digits = at(&signals, &format!("testbench.{part}.d_o_{part}"), time + CYCLE / 2 - 1);
            assert_eq!(u64::from_str_radix(digits, 2).unwrap(), outcome.d, "{ptx}: {part}");
        }
    }
    let viewers = wave.files.viewers.unwrap();
    assert!(viewers.gtkwave.is_file() && viewers.surfer.is_file());
}

#[test]
fn every_unit_executes_instructions_and_shows_them_in_a_wave() {
    let folder = tempfile::tempdir().unwrap();
    for config in configs() {
        for unit in Unit::ALL {
            let Some(icarus) = icarus() else { return };
            let has_unit = config.validate_for(Target::Unit(*unit)).is_ok();
            assert!(has_unit, "{unit:?} has no configuration {}", config.line());
            let subject = subject::of(Target::Unit(*unit), &config);
            for cf in [false, true] {
                let mut port = IssuePort::open(*unit, Box::new(icarus.clone()), &config, cf, LIMIT).unwrap();
                let settings = if cf && subject.memory() > 0 { config.contexts.into() } else { 0 };
                executes(&mut port, &*subject, settings, &folder.path().join("wave.fst"));
            }
        }
    }
}

#[test]
fn verilator_writes_the_wave_of_a_program_too() {
    let Some(verilator) = found(Verilator::find()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let [.., config, _] = configs();
    let (vcd, fst) = (folder.path().join("wave.vcd"), folder.path().join("wave.fst"));
    let mut port = IssuePort::open(Unit::Video, Box::new(verilator), &config, true, LIMIT).unwrap();
    let subject = subject::of(Target::Unit(Unit::Video), &config);
    executes(&mut port, &*subject, 2, &fst);
    executes(&mut port, &*subject, 2, &vcd);
    assert_eq!(in_vcd(&read(&fst)), read(&vcd), "the second wave has the same instructions as the first");
}

/// Units without valid bits and without a clock execute instructions too, if they keep no CC.CF.
#[test]
fn a_unit_without_valid_bits_executes_instructions_if_it_keeps_no_flag() {
    let folder = tempfile::tempdir().unwrap();
    for depth in [0, 2] {
        let Some(icarus) = icarus() else { return };
        let config = Config { depth: depth.into(), handshake: Handshake::None, ..Config::default() };
        let subject = subject::of(Target::Unit(Unit::Scalar), &config);
        let mut port = IssuePort::open(Unit::Scalar, Box::new(icarus.clone()), &config, false, LIMIT).unwrap();
        executes(&mut port, &*subject, 0, &folder.path().join("wave.vcd"));
        assert!(IssuePort::open(Unit::Carry, Box::new(icarus), &config, false, LIMIT).is_err());
    }
}

/// Returns a port to the unit scalar with a fault.
fn faulty(icarus: Icarus, broken: impl Fn(&mut Dut)) -> IssuePort {
    let config = Config { depth: 2.into(), ..Config::default() };
    let (mut dut, subject) = Dut::with_subject(Target::Unit(Unit::Scalar), &config).unwrap();
    broken(&mut dut);
    IssuePort::of((dut, subject), Box::new(icarus), &config, false, LIMIT).unwrap()
}

#[test]
fn a_wave_marks_the_first_cycle_that_differs() {
    let Some(icarus) = icarus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wave.fst");
    let mut port = faulty(icarus, |dut| break_text(dut, &FAULTS[0]));
    port.record().unwrap();
    let saturating = Target::Unit(Unit::Scalar);
    let mut issues = issues(&*subject::of(saturating, &Config::default()));
    let mut scope = vidalu_model::ptx::Scope::inferring();
    let parsed = vidalu_model::ptx::parse("vadd.u32.u32.u32.sat r1, r2, r3;", &mut scope).unwrap();
    issues[3] =
        Issue { instruction: *parsed.statement.instruction(), thread: 0, a: 0xffff_ffff, b: 7, c: 0, form: None };
    let outcomes = port.issue(&issues[..4]).unwrap();
    assert_eq!(outcomes[3].d, 0xffff_fffe, "the unit has a fault");
    let wave = port.wave(&path).unwrap();
    let signals = read(&path);
    let cycle = wave.mismatch.unwrap();
    assert_eq!(at(&signals, "testbench.mismatch", cycle * CYCLE), "1");
    assert_eq!(at(&signals, "testbench.result_ptx", cycle * CYCLE), "vadd.u32.u32.u32.sat r1, r2, r3");
    let text = std::fs::read_to_string(wave.files.viewers.unwrap().surfer).unwrap();
    assert!(text.contains(&format!("cursor_set {}\n", cycle * CYCLE)), "{text}");
}

/// The wave shows why there was no result.
#[test]
fn a_unit_that_never_answers_has_a_wave() {
    let Some(icarus) = icarus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wave.fst");
    let mut port = faulty(icarus, |dut| {
        let (_, text) = dut.files.iter_mut().find(|(path, _)| path.ends_with("vidalu_scalar.v")).unwrap();
        assert!(text.contains("assign valid_o = valid_q2;"), "{text}");
        *text = text.replace("assign valid_o = valid_q2;", "assign valid_o = 1'b0;");
    });
    port.record().unwrap();
    let subject = subject::of(Target::Unit(Unit::Scalar), &Config::default());
    let error = port.issue(&issues(&*subject)[..1]).unwrap_err();
    assert!(matches!(error.fault(), Fault::Hardware), "{error}");
    assert_eq!(error.to_string(), "vidalu_scalar gave 0 of 1 results after 3 cycles");
    let wave = port.wave(&path).unwrap();
    let start = wave.mismatch.unwrap() * CYCLE;
    let signals = read(&path);
    assert_eq!(at(&signals, "testbench.expected.valid_o_expected", start), "1");
    assert_eq!(at(&signals, "testbench.observed.valid_o_observed", start), "0");
}

#[test]
fn a_wave_without_an_instruction_is_refused() {
    let Some(icarus) = icarus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wave.fst");
    let mut port = faulty(icarus, |_| ());
    port.record().unwrap();
    assert!(matches!(port.wave(&path), Err(CosimError::Usage { .. })));
    assert!(!path.exists());
}
