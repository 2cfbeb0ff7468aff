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
fn a_missing_tool_says_what_it_adds() {
    let folder = tempfile::tempdir().unwrap();
    let (code, text) = doctor(folder.path(), &[]);
    assert_eq!(code, Some(3));
    assert!(text.contains("nothing can be simulated; install Icarus Verilog, or Verilator"), "{text}");
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
    assert_eq!(code, Some(3));
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

/// One simulator is enough, whichever it is; the other tools are optional or for other commands.
#[test]
fn one_simulator_is_enough() {
    let icarus: &[(&str, &str)] = &[
        ("iverilog", "Icarus Verilog version 12.0 (stable) ()"),
        ("vvp", "Icarus Verilog runtime version 12.0 (stable)"),
    ];
    let verilator: &[(&str, &str)] =
        &[("verilator", "Verilator 5.006 2023-01-22 rev (Debian 5.006-3)"), ("c++", "g++ (Debian 12.2.0-14) 12.2.0")];
    let netlist: &[(&str, &str)] = &[("yosys", "Yosys 0.23 (git sha1 7ce5011c24b)")];
    for (tools, versions) in [(icarus, &["12.0", "12.0"][..]), (verilator, &["5.006", "12.2.0"]), (netlist, &["0.23"])]
    {
        let folder = tempfile::tempdir().unwrap();
        tools.iter().for_each(|(name, text)| program(folder.path(), name, text));
        let (code, text) = doctor(folder.path(), &["--format", "json"]);
        let document: Value = serde_json::from_str(&text).unwrap();
        assert_eq!((code, &document["simulates"]), (Some(0), &true.into()), "{text}");
        let found = document["tools"].as_array().unwrap().iter().filter_map(|tool| tool["version"].as_str());
        assert_eq!(found.collect::<Vec<_>>(), versions, "versions are as the tools say them");
        let (code, text) = doctor(folder.path(), &[]);
        assert_eq!(code, Some(0), "{text}");
        for line in text.lines().filter(|line| line.starts_with("cvc5 ") || line.starts_with("Make ")) {
            assert!(line.contains("optional; "), "{line}");
        }
        assert!(text.contains("optional: cvc5 was not found"), "{text}");
    }
    let folder = tempfile::tempdir().unwrap();
    program(folder.path(), verilator[0].0, verilator[0].1);
    assert_eq!(doctor(folder.path(), &[]).0, Some(3), "Verilator needs a compiler");
}

/// A full disk can cut off what a tool says. Later it says everything.
#[test]
fn an_answer_that_was_cut_off_is_not_kept() {
    let (folder, cache) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let said = folder.path().join("said");
    script(
        folder.path(),
        "iverilog",
        &format!("read -r line <'{0}'; printf %s \"$line\"; [ -e '{0}.end' ] && echo; :", said.display()),
    );
    let ask = |text: &str| {
        std::fs::write(&said, format!("{text}\n")).unwrap();
        let mut doctor = command(["doctor", "--format", "json"]);
        let output = doctor.env("PATH", folder.path()).env("VIDALU_CACHE_DIR", cache.path()).output();
        let document: Value = serde_json::from_slice(&output.unwrap().stdout).unwrap();
        document["tools"][0]["version"].clone()
    };
    for (text, version) in [("Icarus Ver", Value::Null), ("Icarus Verilog version 12.1", "12.1".into())] {
        assert_eq!(ask(text), version);
    }
    std::fs::write(folder.path().join("said.end"), "").unwrap();
    assert_eq!(ask("Icarus Verilog version 12.15 (stable)"), "12.15");
    // From now on, nobody asks.
    assert_eq!(ask("Icarus Verilog version 13.0 (stable)"), "12.15");
}
