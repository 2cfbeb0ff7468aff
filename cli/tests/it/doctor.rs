//! `doctor` with fake tools.

use std::path::Path;

use serde_json::Value;
use vidalu_testkit::script;

use crate::support::command;

/// A program that prints `text`.
fn program(folder: &Path, name: &str, text: &str) {
    script(folder, name, &format!("echo '{text}'"));
}

/// Runs `doctor` with the tools of `folder` only. Returns its exit code and its stdout.
fn doctor(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let mut command = command(["doctor"].iter().chain(args));
    for tool in ["IVERILOG", "VVP", "VERILATOR", "CXX", "YOSYS", "MAKE"] {
        command.env_remove(format!("VIDALU_{tool}"));
    }
    let output = command.env("PATH", folder).output().expect("the program starts");
    (output.status.code(), String::from_utf8(output.stdout).expect("stdout is text"))
}

#[test]
fn a_missing_tool_is_no_error_and_says_what_it_adds() {
    let folder = tempfile::tempdir().unwrap();
    let (code, text) = doctor(folder.path(), &[]);
    assert_eq!(code, Some(0));
    for needed in ["apt-get install iverilog", "dnf install gcc-c++", "brew install icarus-verilog", "four-state"] {
        assert!(text.contains(needed), "{needed} is not in\n{text}");
    }
    assert!(!text.contains("ready"), "{text}");
}

#[test]
fn versions_decide() {
    let folder = tempfile::tempdir().unwrap();
    program(folder.path(), "iverilog", "Icarus Verilog version 12.0 (stable) ()");
    program(folder.path(), "vvp", "Icarus Verilog runtime version 10.3 (stable)");
    program(folder.path(), "verilator", "hello");
    let (code, text) = doctor(folder.path(), &["--format", "json"]);
    assert_eq!(code, Some(0));
    let document: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["format_version"], 1);
    let tools = document["tools"].as_array().unwrap();
    let status: Vec<_> = tools.iter().map(|tool| tool["status"].as_str().unwrap()).collect();
    assert_eq!(status[..3], ["ready", "too_old", "broken"]);
    assert!(status.len() > 3 && status[3..].iter().all(|status| *status == "missing"), "{status:?}");
    assert_eq!((&tools[0]["version"], &tools[1]["version"]), (&"12.0".into(), &"10.3".into()));
    assert!(tools[0]["problem"].is_null() && tools[1]["problem"].as_str().unwrap().contains("11.0 or later"));
    for tool in tools {
        assert!(tool["adds"].is_string() && tool["install"]["apt"].is_string(), "{tool}");
    }
}
