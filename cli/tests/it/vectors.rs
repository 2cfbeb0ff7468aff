//! `vectors`: a file appears complete or not at all, however the program ends.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use vidalu_model::draw::{Draw, key};
use vidalu_testkit::{have, seed};

use crate::support::{command, vidalu};

fn entries(folder: &Path) -> impl Iterator<Item = fs::DirEntry> {
    let entries = fs::read_dir(folder).expect("the folder is there");
    entries.map(|entry| entry.expect("the folder is there"))
}

fn names(folder: &Path) -> Vec<String> {
    let names = entries(folder).map(|entry| entry.file_name().into_string().expect("it is text"));
    let mut names: Vec<_> = names.filter(|name| !name.starts_with(".vidalu-")).collect();
    names.sort();
    names
}

/// Starts to write too many vectors for the test, and kills the program while it writes.
fn killed(path: &Path, format: &str) {
    let args = ["vectors", "--count", "1000000000", "--format", format, "--out", path.to_str().expect("it is text")];
    let mut child = command(args).spawn().expect("the program starts");
    let folder = path.parent().expect("it is in a folder");
    let begun = Instant::now();
    // By then, a part of the file is in the folder.
    let written = || {
        let files = entries(folder).filter_map(|entry| fs::metadata(entry.path().join("content")).ok());
        files.map(|metadata| metadata.len()).max().unwrap_or(0)
    };
    while written() < 1 << 20 {
        assert!(begun.elapsed() < Duration::from_secs(60), "nothing is written");
        std::thread::sleep(Duration::from_millis(5));
    }
    // SIGKILL.
    child.kill().expect("it runs");
    assert_eq!(child.wait().expect("it ends").code(), None);
}

#[test]
fn what_is_killed_leaves_no_file() {
    for format in ["hex", "text", "csv", "jsonl", "npz", "parquet", "c"] {
        let folder = tempfile::tempdir().unwrap();
        killed(&folder.path().join("vectors"), format);
        assert_eq!(names(folder.path()), [""; 0], "{format}");
    }
}

#[test]
fn what_is_killed_leaves_the_older_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors.csv");
    let out = path.to_str().unwrap();
    assert_eq!(vidalu(["vectors", "--count", "10", "--format", "csv", "--out", out], "").code, 0);
    killed(&path, "text");
    assert_eq!(names(folder.path()), ["vectors.csv", "vectors.csv.manifest.json"]);
    let run = vidalu(["vectors", "--verify", out], "");
    assert_eq!((run.code, run.stdout), (0, format!("{out}: csv, 10 vectors of unit scalar, profile manual: right\n")));
}

#[test]
fn stdout_has_the_bytes_of_the_file_and_stdin_is_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    let args = ["vectors", "--unit", "video", "--level", "coverage", "--format", "jsonl"];
    let written = vidalu([&args[..], &["--out", path.to_str().unwrap()]].concat(), "");
    assert_eq!((written.code, &*written.stdout), (0, ""));
    let run = vidalu(args, "");
    assert!(run.stdout.as_bytes() == fs::read(&path).unwrap());
    let checked = vidalu(["vectors", "--verify", "-"], &run.stdout);
    assert_eq!((checked.code, &*checked.stderr), (0, ""));
    assert!(checked.stdout.starts_with("<stdin>: jsonl, "), "{}", checked.stdout);
}

#[test]
fn the_manifest_is_held_against_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    let out = path.to_str().unwrap();
    assert_eq!(vidalu(["vectors", "--out", out], "").code, 0);
    let manifest = folder.path().join("vectors.manifest.json");
    let value: serde_json::Value = serde_json::from_str(&fs::read_to_string(&manifest).unwrap()).unwrap();
    assert_eq!((&value["file"], &value["count"]), (&"vectors".into(), &1000.into()));
    assert_eq!(value["bytes"], fs::metadata(&path).unwrap().len());
    // Another file of vectors in its place is correct, but does not match the manifest.
    assert_eq!(vidalu(["vectors", "--seed", "2", "--out", &format!("{out}2")], "").code, 0);
    fs::rename(folder.path().join("vectors2"), &path).unwrap();
    let run = vidalu(["vectors", "--verify", out], "");
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("is complete, but"), "{}", run.stderr);
}

#[test]
fn a_file_that_cannot_be_written_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().to_str().unwrap();
    let run = vidalu(["vectors", "--out", out], "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("cannot write"), "{}", run.stderr);
    assert_eq!(names(folder.path()), [""; 0]);
}

/// Damage is the file's fault: the exit code is 1, and not that of a wrong use.
#[test]
fn a_damaged_file_of_any_format_gives_the_same_exit_code() {
    let seed = seed("VIDALU_DAMAGE_SEED");
    let folder = tempfile::tempdir().unwrap();
    for format in ["hex", "text", "csv", "jsonl", "npz", "parquet", "c"] {
        let path = folder.path().join(format);
        let out = path.to_str().unwrap();
        assert_eq!(vidalu(["vectors", "--count", "30", "--format", format, "--out", out], "").code, 0);
        let good = fs::read(&path).unwrap();
        for number in 0..12 {
            let mut draw = Draw::new(key(format, seed), number);
            let mut bad = good.clone();
            let at = draw.word() as usize % good.len();
            match number % 3 {
                0 => bad.truncate(at),
                1 => bad[at] ^= 1 << draw.below(8),
                _ => bad[at..].iter_mut().take(32).for_each(|byte| *byte = !*byte),
            }
            fs::write(&path, bad).unwrap();
            let run = vidalu(["vectors", "--verify", out], "");
            let place = format!("VIDALU_DAMAGE_SEED={seed}, {format}, damage {number} at {at}: {}", run.stderr);
            assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{place}");
            assert!(run.stderr.contains(out) && run.stderr.contains("help: write the file again"), "{place}");
        }
    }
}

#[test]
fn the_suffix_names_the_format() {
    let folder = tempfile::tempdir().unwrap();
    for (name, format) in [("a.csv", "csv"), ("a.h", "c"), ("a.npz", "npz"), ("a.txt", "text"), ("a", "text")] {
        let path = folder.path().join(name);
        let out = path.to_str().unwrap();
        assert_eq!(vidalu(["vectors", "--count", "2", "--out", out], "").code, 0, "{name}");
        let run = vidalu(["vectors", "--verify", out], "");
        assert!(run.stdout.contains(&format!("{name}: {format}, 2 vectors")), "{}", run.stdout);
    }
}

/// `script` gives the program a terminal.
#[test]
fn binary_formats_are_not_written_to_a_terminal() {
    if !have(&["script"]) {
        return;
    }
    let line = format!("{} vectors --format npz", env!("CARGO_BIN_EXE_vidalu"));
    let output = Command::new("script").args(["-qec", &line, "/dev/null"]).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("npz is a binary format, and stdout is a terminal"), "{said}");
}
