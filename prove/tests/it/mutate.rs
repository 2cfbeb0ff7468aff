//! Faults in the hardware: vidalu's own stimulus shows all that can show, and a weak one does not.

use std::time::Duration;

use vidalu_gen::{Choice, Config, Target, Unit, Wrapper};
use vidalu_prove::WithStimulus;
use vidalu_prove::mutate::{self, Job, WrapperJob};
use vidalu_prove::report::{Fault, UnitFaults, WrapperFaults};
use vidalu_sim::Dut;
use vidalu_sim::subject::{self, Subject};
use vidalu_sim::tool::{Tool, YOSYS};
use vidalu_testkit::{found, in_turn};

fn seed() -> u64 {
    vidalu_testkit::seed("VIDALU_MUTATE_SEED")
}

fn run(yosys: &Tool, unit: Unit, count: u64, seed: u64, stimulus: Option<&dyn Subject>) -> UnitFaults {
    run_with(yosys, unit, &Config::default(), count, seed, stimulus)
}

fn run_with(
    yosys: &Tool,
    unit: Unit,
    config: &Config,
    count: u64,
    seed: u64,
    stimulus: Option<&dyn Subject>,
) -> UnitFaults {
    let scratch = tempfile::tempdir().expect("there is room");
    let job = Job { target: Target::Unit(unit), config, dut: None, count, seed, limit: Duration::from_secs(300) };
    let report = mutate::unit(yosys, job, stimulus, scratch.path()).expect("yosys works");
    assert_eq!(report.mutants as u64, count);
    assert_eq!(report.mutants, report.killed + report.equivalent + report.undecided + report.survivors);
    let lists = (report.equivalent_list.len(), report.survivor_list.len(), report.undecided_list.len());
    assert_eq!((report.equivalent, report.survivors, report.undecided), lists);
    report
}

/// Checks that no fault of a sample survives. Each commit has another sample.
fn sample(unit: Unit, config: &str, count: u64) {
    let Some(yosys) = found(YOSYS.find()) else { return };
    let seed = seed();
    eprintln!("vidalu mutate --unit {} --count {count} --seed {seed}, with {config:?}", Target::Unit(unit).name());
    let report = run_with(&yosys, unit, &Config::from_toml(config).expect("it is a configuration"), count, seed, None);
    let survivors: Vec<_> = report.survivor_list.iter().filter(|one| !renames(&one.fault.to_string())).collect();
    assert!(survivors.is_empty(), "{}", survivors[0]);
    // The solver cannot always compare two multipliers that are written out.
    let may_be_undecided = config.contains("multiplier");
    assert!(may_be_undecided || report.undecided_list.is_empty(), "{}", report.undecided_list[0]);
    assert!(report.killed as u64 > count / 2, "{}", report.killed);
}

/// Returns whether a fault inverts the context on its way to CC.CF: `ctx_i` where the unit takes
/// it, or the first register behind it where the second takes it. Contexts then have each other's
/// flags, everywhere. After a reset no test can detect this, but a scene that begins in any state
/// tells the contexts apart.
fn renames(fault: &str) -> bool {
    let is_context = [": ctx_i", ": ctx_q:"].iter().any(|name| fault.contains(name));
    is_context && fault.contains(": inverted") && fault.ends_with(", as the choice reads it")
}

#[test]
fn no_fault_of_a_sample_of_scalar_survives() {
    sample(Unit::Scalar, "", 200);
}

#[test]
fn no_fault_of_a_sample_of_simd_survives() {
    sample(Unit::Simd, "", 200);
}

#[test]
fn no_fault_of_a_sample_of_the_comparisons_on_lanes_survives() {
    sample(Unit::Simd, "ops = ['vset2', 'vset4', 'set.16x2', 'set.8x4']", 200);
}

#[test]
fn no_fault_of_a_sample_of_vmad_survives() {
    sample(Unit::Vmad, "", 200);
}

#[test]
fn no_fault_of_a_sample_of_carry_survives() {
    sample(Unit::Carry, "", 60);
}

#[test]
fn no_fault_of_a_sample_of_video_survives() {
    sample(Unit::Video, "", 60);
}

/// The forms for tables and for cells, with an adder that is written out and rows inside.
const FORMS: [(Unit, &str); 8] = [
    (Unit::Scalar, "goal = 'tables'\nadder = 'sklansky'\ndepth = 2"),
    (Unit::Scalar, "goal = 'cells'\nadder = 'sklansky'\ndepth = 2"),
    (Unit::Simd, "goal = 'tables'\nadder = 'sklansky'\ndepth = 2"),
    (Unit::Simd, "goal = 'cells'\nadder = 'sklansky'\ndepth = 3"),
    (Unit::Vmad, "goal = 'tables'\nadder = 'sklansky'\ndepth = 2"),
    (Unit::Vmad, "goal = 'cells'\nadder = 'sklansky'\ndepth = 3"),
    (Unit::Vmad, "goal = 'cells'\nmultiplier = 'booth4-dadda'\ndepth = 6"),
    (Unit::Vmad, "multiplier = 'booth4-counters'\ndepth = 6"),
];

#[test]
fn no_fault_of_a_sample_of_the_other_forms_survives() {
    for (unit, config) in in_turn(FORMS, 3) {
        sample(unit, config, 200);
    }
}

/// Stalls, flushes and an instruction that waits.
const FLOW: &str =
    "depth = 3\nhandshake = 'valid-ready'\nready = 'registered'\nflush = true\nclock_enable = true\ntag = 2";

#[test]
fn no_fault_of_a_sample_in_a_pipeline_survives() {
    sample(Unit::Scalar, FLOW, 200);
}

#[test]
fn no_fault_of_a_sample_in_a_pipeline_with_flags_survives() {
    sample(Unit::Carry, "depth = 2\nhandshake = 'valid-ready'\ncontexts = 2", 40);
}

/// Checks that the bench of a bus finds most faults of a sample in its wrapper, and that the claims
/// find the others. Each commit has another sample.
fn sample_of_wrapper(wrapper: Wrapper, unit: Unit, config: &str, count: u64) {
    let Some(yosys) = found(YOSYS.find()) else { return };
    let (seed, scratch) = (seed(), tempfile::tempdir().expect("there is room"));
    let (bus, name) = (wrapper.name(), unit.name());
    eprintln!("vidalu mutate --wrapper {bus} --unit {name} --count {count} --seed {seed}, with {config:?}");
    let config = Config::from_toml(config).expect("it is a configuration");
    let job = WrapperJob { wrapper, unit, config: &config, count, seed, limit: Duration::from_secs(300) };
    let report = mutate::wrapper(&yosys, job, scratch.path()).expect("yosys works");
    let WrapperFaults { killed, refuted_list, equivalent_list, undecided_list, survivor_list, .. } = &report;
    let lists = refuted_list.len() + equivalent_list.len() + undecided_list.len() + survivor_list.len();
    assert_eq!((report.mutants as u64, report.mutants), (count, killed + lists));
    assert!(survivor_list.is_empty(), "{}", survivor_list[0]);
    assert!(undecided_list.is_empty(), "{}", undecided_list[0]);
    assert!(report.score() > 0.8, "{report:#?}");
}

#[test]
fn no_fault_of_a_sample_in_a_wrapper_survives() {
    for wrapper in in_turn(Wrapper::ALL.iter().copied(), 3) {
        sample_of_wrapper(wrapper, Unit::Scalar, "", 60);
    }
    sample_of_wrapper(Wrapper::Cfu, Unit::Carry, "depth = 2\ncontexts = 2", 40);
}

/// A fault in a register that is an output, too.
#[test]
fn a_late_output_is_a_fault() {
    let Some(yosys) = found(YOSYS.find()) else { return };
    let config = Config::from_toml("depth = 1\nhandshake = 'valid'").expect("it is a configuration");
    let report = run_with(&yosys, Unit::Scalar, &config, 4_000, 3, None);
    let is_late = |fault: &&Fault| fault.fault.contains("late");
    let equivalent: Vec<_> = report.equivalent_list.iter().filter(is_late).collect();
    assert!(equivalent.is_empty(), "{equivalent:#?}");
}

#[test]
fn the_same_seed_gives_the_same_faults() {
    let Some(yosys) = found(YOSYS.find()) else { return };
    let weak = weak(Unit::Simd);
    let [a, b, c] = [7, 7, 8].map(|seed| run(&yosys, Unit::Simd, 40, seed, Some(&weak)));
    let faults = |report: &UnitFaults| report.survivor_list.iter().map(|one| one.fault.clone()).collect::<Vec<_>>();
    assert_eq!(faults(&a), faults(&b));
    assert_ne!(faults(&a), faults(&c));
}

/// Operands that are always 0 show little. The report about each survivor agrees with the golden
/// model.
#[test]
fn a_weak_stimulus_lets_faults_survive_and_each_is_described() {
    let Some(yosys) = found(YOSYS.find()) else { return };
    for (config, count) in [("", 200), (FLOW, 100)] {
        let config = Config::from_toml(config).unwrap();
        let weak = weak(Unit::Scalar);
        let unit = |stimulus| run_with(&yosys, Unit::Scalar, &config, count, 3, stimulus);
        let report = unit(Some(&weak));
        assert!(report.survivors as u64 > count / 8, "{}", report.survivors);
        let subject = subject::of(Target::Unit(Unit::Scalar), &config);
        for survivor in &report.survivor_list {
            assert!(survivor.ptx.as_ref().is_some_and(|ptx| ptx.starts_with('v')), "{survivor}");
            let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap();
            let inputs: Vec<_> = survivor.inputs.iter().map(|pin| number(&pin.value)).collect();
            let told = survivor.outputs.iter().find(|told| told.output == "d_o").unwrap();
            assert_eq!(number(&told.expected), subject.expected(&inputs)[0], "{survivor}");
            assert_ne!(told.expected, told.got);
        }
        let whole = unit(None);
        assert_eq!(whole.equivalent, report.equivalent);
        assert!(whole.score > report.score);
    }
}

#[test]
fn instructions_in_several_steps_are_refused_with_a_remedy() {
    let Some(yosys) = found(YOSYS.find()) else { return };
    let config = Config::from_toml("mad64 = 'iterative'\nhandshake = 'valid-ready'").unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let target = Target::Unit(Unit::Carry);
    let job = Job { target, config: &config, dut: None, count: 10, seed: 1, limit: Duration::from_secs(300) };
    let error = mutate::unit(&yosys, job, None, scratch.path()).unwrap_err();
    assert_eq!(error.fault().exit_code(), 2);
    assert_eq!(
        error.to_string(),
        "faults are put into units that take an instruction at once, and carry takes some in steps"
    );
}

/// Returns the subject of a unit with operands that are all 0.
fn weak(unit: Unit) -> impl Subject {
    WithStimulus::new(subject::of(Target::Unit(unit), &Config::default()), |subject, seed, index| {
        let mut values = subject.stimulus(seed, index);
        values[1..].fill(0);
        values
    })
}

#[test]
fn faults_in_the_text_change_one_line_each() {
    let Some(yosys) = found(YOSYS.find()) else { return };
    let scratch = tempfile::tempdir().expect("there is room");
    let (target, config) = (Target::Unit(Unit::Scalar), Config::default());
    let job = Job { target, config: &config, dut: None, count: 0, seed: 1, limit: Duration::from_secs(300) };
    let faults = mutate::in_text(&yosys, job, scratch.path()).expect("yosys works");
    assert!(faults.len() >= 40, "a fault for each of forty students: {}", faults.len());
    let (dut, _) = Dut::with_subject(target, &config).expect("it is valid");
    for fault in &faults {
        let (_, text) = dut.files.iter().find(|(path, _)| *path == fault.file).expect("it is a file of the unit");
        let good = text.lines().nth(fault.line - 1).expect("it is a line of the file");
        assert_ne!(good, fault.text, "{}", fault.fault);
        // All but one word stays.
        let same = good.bytes().zip(fault.text.bytes()).take_while(|(a, b)| a == b).count();
        let rest = good.bytes().rev().zip(fault.text.bytes().rev()).take_while(|(a, b)| a == b).count();
        assert!(good.len().saturating_sub(same + rest) <= 4, "{good}\n{}", fault.text);
    }
}
