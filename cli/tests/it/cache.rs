//! `cache`: lists and removes the files that are kept between runs.

use std::path::Path;

use serde_json::Value;
use vidalu_testkit::have;

use crate::support::command;

/// Runs `vidalu` with its cache in `folder`.
fn run(folder: &Path, args: &[&str]) -> String {
    let output = command(args).env("VIDALU_CACHE_DIR", folder).output().expect("the program starts");
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("stdout is text")
}

#[test]
fn what_a_run_keeps_is_used_again_shown_and_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    assert!(run(path, &["cache"]).starts_with("0 entries, 0 B, in "));
    if !have(&["iverilog"]) {
        return;
    }
    let cosim = ["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "10"];
    run(path, &cosim);
    let list = || serde_json::from_str::<Value>(&run(path, &["cache", "--format", "json"])).unwrap();
    let first = list();
    let kinds: Vec<_> = first["entries"].as_array().unwrap().iter().map(|entry| entry["kind"].as_str()).collect();
    assert!(kinds.contains(&Some("vvp")) && kinds.contains(&Some("answer")), "{kinds:?}");
    assert!(first["bytes"].as_u64().unwrap() > 1000);
    run(path, &cosim);
    let paths =
        |list: &Value| list["entries"].as_array().unwrap().iter().map(|x| x["path"].clone()).collect::<Vec<_>>();
    assert_eq!(paths(&list()), paths(&first), "nothing new is kept where nothing changed");
    assert!(run(path, &["cache", "--clean", "--older-than", "1"]).starts_with("0 entries"));
    assert!(run(path, &["cache", "--clean"]).contains("removed from"));
    assert_eq!(list()["entries"].as_array().unwrap().len(), 0);
    run(path, &cosim);
}
