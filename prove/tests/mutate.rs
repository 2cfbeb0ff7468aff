//! Faults in the hardware: vidalu's own stimulus shows those that can show, and a weak one does not.

#![allow(clippy::unwrap_used, reason = "a test may panic, in its helpers too")]

use std::process::Command;
use std::time::Duration;

use vidalu_gen::{Config, Target, Unit};
use vidalu_model::golden::Stage;
use vidalu_prove::mutate::{self, Job, UnitReport};
use vidalu_sim::coverage::Coverage;
use vidalu_sim::subject::{self, Probe, Signal, Subject};
use vidalu_sim::tool::{Tool, YOSYS};

/// Yosys; one that is missing is reported and skipped, except in CI, where it is a failure.
fn yosys() -> Option<Tool> {
    match YOSYS.find() {
        Ok(yosys) => Some(yosys),
        Err(reason) if std::env::var_os("CI").is_some() => panic!("in CI yosys must be here: {reason}"),
        Err(reason) => {
            eprintln!("SKIPPED: {reason}");
            None
        }
    }
}

/// The first digits of the commit.
fn commit() -> Option<u64> {
    let output =
        Command::new("git").args(["rev-parse", "HEAD"]).current_dir(env!("CARGO_MANIFEST_DIR")).output().ok()?;
    u64::from_str_radix(std::str::from_utf8(&output.stdout).ok()?.get(..8)?, 16).ok()
}

fn seed() -> u64 {
    let named = std::env::var("VIDALU_MUTATE_SEED").ok();
    named.map(|text| text.parse().expect("VIDALU_MUTATE_SEED is a number")).or_else(commit).unwrap_or(1)
}

fn run(yosys: &Tool, unit: Unit, count: u64, seed: u64, stimulus: Option<&dyn Subject>) -> UnitReport {
    let scratch = tempfile::tempdir().unwrap();
    let (target, config) = (Target::Unit(unit), Config::default());
    let job = Job { target, config: &config, count, seed, limit: Duration::from_secs(300) };
    let report = mutate::unit(yosys, job, stimulus, scratch.path()).unwrap();
    assert_eq!(report.mutants as u64, count);
    assert_eq!(report.mutants, report.killed + report.equivalent + report.undecided + report.survivors);
    assert_eq!((report.survivors, report.undecided), (report.survivor_list.len(), report.undecided_list.len()));
    report
}

/// Another sample with each commit.
#[test]
fn no_fault_of_a_sample_survives() {
    let Some(yosys) = yosys() else { return };
    let seed = seed();
    eprintln!("vidalu mutate --unit simd --count 200 --seed {seed}");
    let report = run(&yosys, Unit::Simd, 200, seed, None);
    assert!(report.survivor_list.is_empty(), "{}", report.survivor_list[0]);
    assert!(report.undecided_list.is_empty(), "{}", report.undecided_list[0]);
    assert!(report.killed > 150, "{}", report.killed);
    assert!(report.score > 0.999_999, "{}", report.score);
}

/// With a register and a multiplier.
#[test]
fn no_fault_of_the_carry_unit_survives() {
    let Some(yosys) = yosys() else { return };
    let report = run(&yosys, Unit::Carry, 40, 2, None);
    assert!(report.survivor_list.is_empty(), "{}", report.survivor_list[0]);
    assert!(report.killed > 30, "{}", report.killed);
}

#[test]
fn the_same_seed_gives_the_same_faults() {
    let Some(yosys) = yosys() else { return };
    let [a, b, c] = [7, 7, 8].map(|seed| run(&yosys, Unit::Simd, 40, seed, Some(&weak(Unit::Simd))));
    let faults = |report: &UnitReport| report.survivor_list.iter().map(|one| one.fault.clone()).collect::<Vec<_>>();
    assert_eq!(faults(&a), faults(&b));
    assert_ne!(faults(&a), faults(&c));
}

/// Operands that are always 0 show little. What is said of each fault that survives is true of the golden model.
#[test]
fn a_weak_stimulus_lets_faults_survive_and_each_is_told() {
    let Some(yosys) = yosys() else { return };
    let report = run(&yosys, Unit::Scalar, 200, 3, Some(&weak(Unit::Scalar)));
    assert!(report.survivors > 50, "{}", report.survivors);
    let subject = subject::of(Target::Unit(Unit::Scalar), &Config::default());
    for survivor in &report.survivor_list {
        assert!(survivor.ptx.as_ref().is_some_and(|ptx| ptx.starts_with('v')), "{survivor}");
        let number = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap();
        let inputs: Vec<_> = survivor.inputs.iter().map(|pin| number(&pin.value)).collect();
        let told = survivor.outputs.iter().find(|told| told.output == "d_o").unwrap();
        assert_eq!(number(&told.expected), subject.expected(&inputs)[0], "{survivor}");
        assert_ne!(told.expected, told.got);
    }
    let whole = run(&yosys, Unit::Scalar, 200, 3, None);
    assert_eq!(whole.equivalent, report.equivalent);
    assert!(whole.score > report.score);
}

#[test]
fn rows_of_registers_are_refused_with_a_remedy() {
    let Some(yosys) = yosys() else { return };
    let config = Config::from_toml("depth = 2").unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let target = Target::Unit(Unit::Simd);
    let job = Job { target, config: &config, count: 10, seed: 1, limit: Duration::from_secs(300) };
    let error = mutate::unit(&yosys, job, None, scratch.path()).unwrap_err();
    assert_eq!(error.exit_code(), 2);
    assert_eq!(
        error.to_string(),
        "faults are put into units without rows of registers, and simd has some\n  leave out --depth and --mad64 \
         iterative"
    );
}

/// The stimulus of a unit, with operands that are all 0.
fn weak(unit: Unit) -> Weak {
    Weak(subject::of(Target::Unit(unit), &Config::default()))
}

struct Weak(Box<dyn Subject>);

impl Subject for Weak {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn inputs(&self) -> &[Signal] {
        self.0.inputs()
    }

    fn outputs(&self) -> &[Signal] {
        self.0.outputs()
    }

    fn stimulus(&self, seed: u64, index: u64) -> Vec<u64> {
        let mut values = self.0.stimulus(seed, index);
        values[1..].fill(0);
        values
    }

    fn expected(&self, inputs: &[u64]) -> Vec<u64> {
        self.0.expected(inputs)
    }

    fn ptx(&self, inputs: &[u64]) -> Option<String> {
        self.0.ptx(inputs)
    }

    fn stage(&self) -> Option<Stage> {
        self.0.stage()
    }

    fn probes(&self, inputs: &[u64], flag: bool) -> Vec<Probe> {
        self.0.probes(inputs, flag)
    }

    fn coverage(&self) -> Coverage {
        self.0.coverage()
    }

    fn cover(&self, coverage: &mut Coverage, inputs: &[u64]) {
        self.0.cover(coverage, inputs);
    }
}
