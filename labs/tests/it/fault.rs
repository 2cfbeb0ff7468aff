//! The lab with a fault to find.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use vidalu_gen::{Config, Target, Unit, generate};
use vidalu_labs::{Medal, find_the_fault};

use crate::support::grader;

/// Returns the lines of the generated unit that differ from those in a folder: file, line from 1,
/// and the line as it should be.
fn wrong(folder: &Path, unit: Unit) -> Vec<(String, usize, String)> {
    let config = Config { prefix: "lab_".to_owned(), ..Config::default() };
    let mut wrong = Vec::new();
    for file in generate(Target::Unit(unit), &config).expect("it is valid").files {
        let name = file.path.rsplit('/').next().expect("it has a name").to_owned();
        let own = fs::read_to_string(folder.join(&name)).expect("it was written");
        let pairs = file.text.lines().zip(own.lines()).enumerate();
        wrong.extend(
            pairs.filter(|(_, (good, own))| good != own).map(|(at, (good, _))| (name.clone(), at + 1, good.to_owned())),
        );
        assert_eq!(file.text.lines().count(), own.lines().count());
    }
    wrong
}

#[test]
fn each_seed_has_a_fault_that_shows() {
    let Some(mut grader) = grader(false, false) else { return };
    let scratch = tempfile::tempdir().expect("there is room");
    let mut places = BTreeSet::new();
    for seed in 1..=6 {
        let folder = scratch.path().join(seed.to_string());
        let mut files = find_the_fault(Unit::Scalar, seed, &folder).expect("there are faults");
        let mut written: Vec<_> = fs::read_dir(&folder)
            .expect("it was written")
            .map(|entry| entry.expect("it can be read").file_name().into_string().expect("names are text"))
            .collect();
        files.sort();
        written.sort();
        assert_eq!(files, written, "every file is listed");
        let wrong = wrong(&folder, Unit::Scalar);
        assert_eq!(wrong.len(), 1, "one line: {wrong:?}");
        let text = fs::read_to_string(folder.join(&wrong[0].0)).expect("it was written");
        places.insert((wrong[0].clone(), text));
        let facts = fs::read_to_string(folder.join("lab.toml")).expect("it was written");
        assert!(!facts.contains("seed") && !facts.contains(':'), "{facts}");
        let verdict = grader.check(&folder).expect("it can be compiled");
        assert!(!verdict.passed && verdict.stage.is_some(), "{verdict}");
    }
    assert_eq!(places.len(), 6, "each seed has another fault");
}

/// Without any tool, and before one is looked for.
#[test]
fn a_folder_that_cannot_be_written_is_refused_before_the_work() {
    let scratch = tempfile::tempdir().expect("there is room");
    let old = scratch.path().join("old");
    fs::create_dir(&old).and_then(|()| fs::write(old.join("mine.v"), "")).expect("there is room");
    for (out, message) in [(old.clone(), "exists already"), (scratch.path().join("missing/new"), "cannot write")] {
        let start = Instant::now();
        let error = find_the_fault(Unit::Video, 1, &out).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        assert!(start.elapsed() < Duration::from_secs(1), "{:?}", start.elapsed());
    }
    assert_eq!(fs::read_dir(&old).expect("it is there").count(), 1);
}

#[test]
fn the_same_seed_gives_the_same_fault() {
    if grader(false, false).is_none() {
        return;
    }
    let scratch = tempfile::tempdir().expect("there is room");
    let of = |name: &str| {
        find_the_fault(Unit::Vmad, 9, &scratch.path().join(name)).expect("there are faults");
        wrong(&scratch.path().join(name), Unit::Vmad)
    };
    assert_eq!(of("first"), of("second"));
}

#[test]
fn a_fault_can_be_named_or_mended() {
    let Some(mut grader) = grader(true, false) else { return };
    let scratch = tempfile::tempdir().expect("there is room");
    let folder = scratch.path().join("work");
    find_the_fault(Unit::Scalar, 3, &folder).expect("there are faults");
    let (file, line, good) = wrong(&folder, Unit::Scalar).remove(0);
    let facts = fs::read_to_string(folder.join("lab.toml")).expect("it was written");
    let mut answer = |answer: &str| {
        fs::write(folder.join("lab.toml"), format!("{facts}answer = \"{answer}\"\n")).expect("there is room");
        grader.check(&folder)
    };
    let found = answer(&format!("{file}:{line}")).expect("it is an answer");
    assert_eq!((found.passed, found.medal), (true, Some(Medal::Bronze)), "{found}");
    let missed = answer(&format!("{file}:{}", line + 1)).expect("it is an answer");
    assert!(!missed.passed && missed.remark.is_some(), "{missed}");
    for nonsense in ["", "here", "lab_nothing.v:3", "lab_scalar.v:x"] {
        assert!(answer(nonsense).is_err(), "{nonsense}");
    }
    // A change of another line does not make that line the answer.
    let path = folder.join(&file);
    let faulty = fs::read_to_string(&path).expect("it was written");
    fs::write(&path, format!("// mine\n{}", faulty.split_once('\n').expect("it has lines").1)).expect("there is room");
    assert!(!answer(&format!("{file}:1")).expect("it is an answer").passed);
    let mended: Vec<_> = faulty.lines().enumerate().map(|(at, old)| if at + 1 == line { &good } else { old }).collect();
    fs::write(&path, mended.join("\n") + "\n").expect("there is room");
    fs::write(folder.join("lab.toml"), &facts).expect("there is room");
    let verdict = grader.check(&folder).expect("it can be compiled");
    assert_eq!(verdict.medal, Some(Medal::Silver), "{verdict}");
}

#[test]
fn every_unit_has_faults() {
    if grader(false, false).is_none() {
        return;
    }
    let scratch = tempfile::tempdir().expect("there is room");
    for unit in [Unit::Simd, Unit::Vmad, Unit::Carry, Unit::Lanes] {
        let folder = scratch.path().join(unit.name());
        find_the_fault(unit, 1, &folder).unwrap_or_else(|error| panic!("{}: {error}", unit.name()));
        assert_eq!(wrong(&folder, unit).len(), 1);
    }
}
