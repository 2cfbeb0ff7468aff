//! `lab`: as a student and as a lecturer.

use std::fs;
use std::path::Path;
use std::time::Instant;

use vidalu_testkit::have;

use crate::documents::read;
use crate::support::{Run, command, vidalu};

/// The tools of a check.
const TOOLS: [&str; 2] = ["iverilog", "yosys"];

fn lab(folder: &Path, args: &[&str]) -> Run {
    let output = command([&["lab"], args].concat()).current_dir(folder).output().expect("the program starts");
    Run {
        code: output.status.code().expect("the program is not killed"),
        stdout: String::from_utf8(output.stdout).expect("stdout is text"),
        stderr: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

/// Starts a lab in the folder `name`, with the solution in it.
fn solved(folder: &Path, number: &str, lab_name: &str, name: &str, file: &str) {
    let run = lab(folder, &["new", lab_name, "--out", name]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    fs::write(folder.join(name).join(file), read(&format!("labs/labs/{number}-{lab_name}/solution.v")))
        .expect("there is room");
}

#[test]
fn a_student_gets_a_verdict_and_the_next_step() {
    if !have(&TOOLS) {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let run = lab(scratch.path(), &["start", "select"]);
    assert_eq!((run.code, run.stdout.lines().next()), (0, Some("select/README.md")), "{}", run.stderr);
    assert!(run.stdout.contains("select/lab.toml\n"), "the file that `check` reads is listed: {}", run.stdout);
    let run = lab(scratch.path(), &["check", "select"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stdout.contains("stage    select") && run.stdout.contains("u_select_a.y_o"), "{}", run.stdout);
    assert_eq!(run.stderr, "next: vidalu lab hint select\n");
    // In the folder, nothing needs to be named.
    let inside = scratch.path().join("select");
    assert!(lab(&inside, &["hint"]).stdout.starts_with("hint 1 of 3\n"));
    fs::write(inside.join("lab_select.v"), read("labs/labs/01-select/solution.v")).unwrap();
    let run = lab(&inside, &["check"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ".: bronze\n"), "{}", run.stderr);
    let run = lab(&inside, &["check", "--prove"]);
    assert_eq!((run.code, run.stdout.as_str()), (0, ".: silver\n"), "{}", run.stderr);
    fs::write(inside.join("lab_select.v"), "module lab_select (\n").unwrap();
    let run = lab(&inside, &["check"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("lab_select.v:2: syntax error"), "{}", run.stderr);
}

#[test]
fn forty_submissions_take_less_than_a_minute() {
    if !have(&TOOLS) {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    let names: Vec<_> = (0..40).map(|number| format!("student-{number:02}")).collect();
    for name in &names {
        solved(scratch.path(), "02", "merge", name, "lab_merge.v");
        // Nobody's text is another's, so nothing is in the cache.
        let file = scratch.path().join(name).join("lab_merge.v");
        fs::write(&file, format!("// {name} {:?}\n{}", Instant::now(), fs::read_to_string(&file).unwrap())).unwrap();
    }
    let path = |name: &str| scratch.path().join(name).join("lab_merge.v");
    fs::write(path("student-07"), "module lab_merge (\n").unwrap();
    let wrong = fs::read_to_string(path("student-11")).unwrap().replace("d_o[15:8]  =", "d_o[7:0] =");
    fs::write(path("student-11"), wrong).unwrap();
    let start = Instant::now();
    let args: Vec<_> = ["check", "--format", "json", "--junit", "grades.xml"].into_iter().collect();
    let run = lab(scratch.path(), &[args, names.iter().map(String::as_str).collect()].concat());
    let time = start.elapsed();
    assert_eq!(run.code, 2, "{}", run.stderr);
    let document: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    let entries = document["submissions"].as_array().unwrap();
    assert_eq!(entries.len(), 40);
    assert_eq!(entries.iter().filter(|entry| entry["medal"] == "bronze").count(), 38);
    assert_eq!((&entries[11]["stage"], &entries[11]["passed"]), (&"merge".into(), &false.into()));
    assert!(entries[7]["error"].as_str().unwrap().contains("lab_merge.v:2"), "{}", entries[7]);
    assert_eq!(document["passed"], false);
    let junit = fs::read_to_string(scratch.path().join("grades.xml")).unwrap();
    assert!(junit.contains("tests=\"40\"") && junit.contains("failures=\"1\"") && junit.contains("errors=\"1\""));
    assert!(time.as_secs() < 60, "{time:?}");
}

#[test]
fn the_exit_code_is_the_largest() {
    if !have(&TOOLS) {
        return;
    }
    let scratch = tempfile::tempdir().unwrap();
    solved(scratch.path(), "02", "merge", "right", "lab_merge.v");
    solved(scratch.path(), "04", "compare", "also-right", "lab_compare.v");
    assert_eq!(lab(scratch.path(), &["start", "merge", "--out", "wrong"]).code, 0);
    let code = |folders: &[&str]| lab(scratch.path(), &[&["check"], folders].concat());
    assert_eq!(code(&["right", "also-right"]).code, 0);
    let run = code(&["right", "wrong"]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.ends_with("1 of 2 passed\n") && run.stderr.contains("wrong: wrong: merge\n"), "{}", run.stdout);
    assert_eq!(code(&["missing", "wrong"]).code, 2);
    let mut missing = command(["lab", "check", "right"]);
    let run = missing.current_dir(scratch.path()).env("VIDALU_IVERILOG", "/nothing").output().unwrap();
    assert_eq!(run.status.code(), Some(3));
}

#[test]
fn labs_are_listed_without_a_command() {
    let (short, long) = (vidalu(["lab"], ""), vidalu(["lab", "list"], ""));
    assert_eq!((short.code, &short.stdout), (0, &long.stdout));
    assert!(short.stdout.starts_with(" 1  select "), "{}", short.stdout);
}
