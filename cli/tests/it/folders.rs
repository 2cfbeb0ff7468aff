//! Folders and files that several runs write at once, or that a killed run left.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Child;
use std::time::{Duration, Instant};

use vidalu_testkit::have;

use crate::support::{command, vidalu};

/// Folders that share some files, differ in others, and have others of their own.
const VERSIONS: [&[&str]; 3] = [
    &["gen", "--unit", "video", "--depth", "3"],
    &["gen", "--unit", "video", "--style", "behavioral"],
    &["gen", "--unit", "carry"],
];

/// The file that a folder has while its files are replaced.
const JOURNAL: &str = "manifest.partial.json";

/// Starts writing a version into `folder`.
fn write(version: &[&str], folder: &Path) -> Child {
    let mut command = command(version);
    command.arg("--out").arg(folder).spawn().expect("it starts")
}

/// Returns all files below a folder with their text, but those in temporary folders.
fn files(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in fs::read_dir(at).expect("it can be read") {
            let path = entry.expect("an entry").path();
            let name = path.strip_prefix(folder).expect("it is below").to_str().expect("a name").to_owned();
            if path.is_file() {
                found.insert(name, fs::read_to_string(path).expect("it is text"));
            } else if !name.starts_with(".vidalu-") {
                folders.push(path);
            }
        }
    }
    found
}

/// Returns whether a folder has temporary folders.
fn is_littered(folder: &Path) -> bool {
    let mut entries = fs::read_dir(folder).expect("it can be read");
    entries.any(|entry| entry.expect("an entry").file_name().to_string_lossy().starts_with(".vidalu-"))
}

fn is_part(part: &BTreeMap<String, String>, whole: &BTreeMap<String, String>) -> bool {
    part.iter().all(|(path, text)| path == JOURNAL || whole.get(path) == Some(text))
}

#[test]
fn a_run_that_is_killed_leaves_no_mixture() {
    let parent = tempfile::tempdir().expect("a folder");
    let out = parent.path().join("out");
    let mut longest = Duration::ZERO;
    let wholes = VERSIONS.map(|version| {
        let started = Instant::now();
        assert!(write(version, &out).wait().expect("it ends").success());
        longest = longest.max(started.elapsed());
        files(&out)
    });
    assert!(wholes[0].keys().any(|path| !wholes[1].contains_key(path)), "{:?}", wholes[0].keys());
    let seed = vidalu_testkit::seed("VIDALU_KILL_SEED");
    let mut state = seed | 1;
    let mut draw = |below: Duration| {
        // The generator of Lehmer, modulo 2^64.
        state = state.wrapping_mul(0xda94_2042_e4dd_58b5);
        below.mul_f64((state >> 32) as f64 / 2f64.powi(32))
    };
    let mut halves = 0;
    for number in 0..120 {
        let mut child = write(VERSIONS[number % 3], &out);
        let started = Instant::now();
        let is_over = |child: &mut Child| child.try_wait().expect("it can be asked").is_some();
        if number % 4 == 0 {
            std::thread::sleep(draw(longest));
        } else {
            // The files are replaced in a short time after the journal appears.
            while !out.join(JOURNAL).exists() && !is_over(&mut child) {}
            let replacing = Instant::now();
            let until = draw(Duration::from_millis(2));
            while replacing.elapsed() < until {}
        }
        child.kill().expect("it was started");
        child.wait().expect("it ends");
        let found = files(&out);
        let place = format!("seed {seed}, run {number}, killed after {:?}: {:?}", started.elapsed(), found.keys());
        assert!(wholes.iter().any(|whole| is_part(&found, whole)), "{place}");
        if found.contains_key(JOURNAL) {
            halves += 1;
        } else {
            assert!(wholes.contains(&found), "{place}");
        }
        if number % 8 == 7 {
            let output = write(VERSIONS[number / 8 % 3], &out).wait_with_output().expect("it ends");
            assert!(output.status.success(), "{place}: {}", String::from_utf8_lossy(&output.stderr));
            assert!(!is_littered(&out) && !out.join(JOURNAL).exists());
        }
    }
    assert!(halves > 0, "no run was killed while it replaced files");
}

#[test]
fn eight_runs_into_a_new_folder_leave_one_of_them() {
    let parent = tempfile::tempdir().expect("a folder");
    let out = parent.path().join("out");
    let runs: Vec<_> = (0..8).map(|number| write(VERSIONS[number % 3], &out)).collect();
    for run in runs {
        let output = run.wait_with_output().expect("it ends");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
    let wholes = VERSIONS.map(|version| {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(write(version, folder.path()).wait().expect("it ends").success());
        files(folder.path())
    });
    assert!(wholes.contains(&files(&out)));
    assert!(!is_littered(&out) && !is_littered(parent.path()));
}

#[test]
fn the_files_of_a_killed_run_are_removed_by_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("v.csv");
    let out = out.to_str().expect("it is a name");
    let mut child = command(["vectors", "--count", "1000000000", "--out", out]).spawn().expect("it starts");
    let started = Instant::now();
    while !is_littered(folder.path()) {
        assert!(started.elapsed() < Duration::from_secs(60), "nothing was written");
        std::thread::sleep(Duration::from_millis(5));
    }
    // Another run leaves the files of one that goes on.
    let short = ["vectors", "--count", "2", "--out", out];
    assert_eq!(vidalu(short, "").code, 0);
    assert!(is_littered(folder.path()));
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    assert!(is_littered(folder.path()));
    assert_eq!(vidalu(short, "").code, 0);
    assert!(!is_littered(folder.path()));
}

#[test]
fn a_missing_folder_for_temporary_files_is_not_a_tools_fault() {
    for args in [
        &["cosim", "--unit", "merge", "--vectors", "5"][..],
        &["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "5"],
        &["prove", "--unit", "merge"],
        &["mutate", "--unit", "scalar", "--count", "3"],
        &["kit", "--unit", "merge", "--out", "/nowhere/kit"],
    ] {
        if !have(&["iverilog", "yosys"]) {
            return;
        }
        let cache = tempfile::tempdir().expect("a folder");
        let mut command = command(args);
        let output = command.env("TMPDIR", "/nowhere/tmp").env("VIDALU_CACHE_DIR", cache.path()).output();
        let output = output.expect("it starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.contains("in /nowhere/tmp: No such file or directory"), "{args:?}: {said}");
        assert!(said.contains("set TMPDIR to a folder with free space"), "{args:?}: {said}");
    }
}

#[test]
fn a_relative_folder_for_temporary_files_works() {
    if !have(&["iverilog", "yosys", "yosys-abc"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::create_dir(folder.path().join("tmp")).expect("it is ours");
    for args in [&["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "5"][..], &["prove", "--unit", "merge"]]
    {
        let mut command = command(args);
        let output =
            command.current_dir(&folder).env("TMPDIR", "tmp").env("VIDALU_CACHE_DIR", folder.path().join("cache"));
        let output = output.output().expect("it starts");
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(fs::read_dir(folder.path().join("tmp")).expect("it is there").count(), 0);
    }
}
