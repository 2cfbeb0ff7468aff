//! A tool that is missing skips a test aloud, and fails it in CI.

use std::env;
use std::fs;
use std::process::{Command, Output};

use vidalu_testkit::{have, said, script};

/// Set in the process that asks for a tool that nobody has.
const ASKS: &str = "VIDALU_TESTKIT_ASKS";

/// Runs the test below in a process of its own, where it asks for a missing tool.
fn ask(ci: bool) -> Output {
    let mut command = Command::new(env::current_exe().expect("a test has a path"));
    let test = "tool::a_missing_tool_is_skipped_aloud_and_fails_in_ci";
    command.args(["--exact", test, "--nocapture"]).env(ASKS, "1").env_remove("CI");
    if ci {
        command.env("CI", "true");
    }
    command.output().expect("the test starts")
}

#[test]
fn a_missing_tool_is_skipped_aloud_and_fails_in_ci() {
    if env::var_os(ASKS).is_some() {
        assert!(!have(&["sh", "a-tool-that-nobody-has"]));
        return;
    }
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
