//! A tool that is missing skips a test aloud, and fails it in CI.

use std::env;
use std::fs;
use std::process::{Command, Output};

use vidalu_testkit::{have, said, script};

/// Runs `asks_for_a_missing_tool` in a process of its own, with or without CI.
fn ask(ci: bool) -> Output {
    let mut command = Command::new(env::current_exe().expect("a test has a path"));
    command.args(["--exact", "tool::asks_for_a_missing_tool", "--ignored", "--nocapture"]).env_remove("CI");
    if ci {
        command.env("CI", "true");
    }
    command.output().expect("the test starts")
}

#[test]
#[ignore = "the other test runs this one"]
fn asks_for_a_missing_tool() {
    assert!(!have(&["sh", "a-tool-that-nobody-has"]));
}

#[test]
fn a_missing_tool_is_skipped_aloud_and_fails_in_ci() {
    let output = ask(false);
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("SKIPPED: a-tool-that-nobody-has is not installed"), "{}", said(&output));
    let output = ask(true);
    assert!(!output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("a-tool-that-nobody-has is not installed (CI is set"), "{}", said(&output));
}

#[test]
fn a_script_runs() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let path = script(folder.path(), "tool", "echo \"$1\"");
    assert_eq!(vidalu_testkit::stdout(Command::new(&path).arg("words")), "words\n");
    assert_eq!(fs::read_to_string(path).expect("it was written"), "#!/bin/sh\necho \"$1\"\n");
}
