//! `cache`: lists and removes the files that are kept between runs.

use std::fs::Permissions;
use std::os::unix::fs::{PermissionsExt, chown};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use vidalu_testkit::{have, script, stdout};

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

/// A library from such a folder would run in this process.
#[test]
fn a_cache_that_others_can_write_to_is_refused() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(&folder, Permissions::from_mode(0o777)).unwrap();
    let mut cosim = command(["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "10"]);
    let output = cosim.env("VIDALU_CACHE_DIR", folder.path()).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(
        said.contains("can be written by other users (mode 777)") && said.contains("set VIDALU_CACHE_DIR"),
        "{said}"
    );
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

/// Only root can give a folder away.
#[test]
fn a_cache_of_another_user_is_refused() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(&folder, Permissions::from_mode(0o700)).unwrap();
    if chown(folder.path(), Some(65_534), None).is_err() {
        eprintln!("SKIPPED: only root can make a folder of another user");
        return;
    }
    let mut cosim = command(["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "10"]);
    let output = cosim.env("VIDALU_CACHE_DIR", folder.path()).output().expect("the program starts");
    let said = String::from_utf8_lossy(&output.stderr).replace("\n  | ", " ");
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("belongs to another user (65534, and you are 0)"), "{said}");
    assert!(said.contains("set VIDALU_CACHE_DIR to a folder that only you can write to"), "{said}");
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 0);
}

/// A run that is killed cannot remove its temporary folder. The next run does so when it makes an
/// entry.
#[test]
fn the_folder_of_a_killed_run_is_removed_by_the_next() {
    if !have(&["iverilog"]) {
        return;
    }
    let (folder, scratch) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let started = scratch.path().join("started");
    let body = format!(
        "[ \"$1\" = -V ] && exec iverilog -V
        echo half >\"$5\"; echo $$ >'{0}.new'; mv '{0}.new' '{0}'; exec sleep 60",
        started.display()
    );
    let slow = script(scratch.path(), "iverilog", &body);
    let cosim = ["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "10"];
    let mut child = command(cosim)
        .env("VIDALU_CACHE_DIR", folder.path())
        .env("VIDALU_IVERILOG", &slow)
        .spawn()
        .expect("the program starts");
    let begun = Instant::now();
    while !started.exists() {
        assert!(begun.elapsed() < Duration::from_secs(60), "the compiler did not start");
        std::thread::sleep(Duration::from_millis(5));
    }
    let partial = || {
        let list: Value = serde_json::from_str(&run(folder.path(), &["cache", "--format", "json"])).unwrap();
        list["entries"].as_array().unwrap().iter().filter(|entry| entry["kind"] == "partial").count()
    };
    // Another run leaves the folder of one that goes on.
    run(folder.path(), &cosim);
    assert_eq!(partial(), 1);
    child.kill().expect("it runs");
    child.wait().expect("it ends");
    // The compiler outlives a run that cannot end it.
    let compiler = std::fs::read_to_string(&started).unwrap();
    stdout(Command::new("kill").arg(compiler.trim()));
    assert_eq!(partial(), 1);
    run(folder.path(), &["cosim", "--unit", "select", "--sim", "icarus", "--vectors", "10"]);
    assert_eq!(partial(), 0);
}

/// Each file of the cache is damaged in turn; the verdict stays, and the file is made again.
#[test]
fn damaged_entries_are_made_again() {
    if !have(&["iverilog", "verilator", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let cosim = || {
        for simulators in ["auto", "netlist"] {
            let args = ["cosim", "--unit", "merge", "--vectors", "50", "--sim", simulators];
            let report = run(folder.path(), &args);
            assert!(report.contains("every output agrees"), "{report}");
        }
    };
    cosim();
    let files = || {
        let folders = std::fs::read_dir(folder.path()).unwrap().map(|item| item.unwrap().path());
        let entries = folders.filter(|path| path.is_dir());
        entries.flat_map(|entry| std::fs::read_dir(entry).unwrap().map(|item| item.unwrap().path())).collect::<Vec<_>>()
    };
    let before = files();
    assert!(before.len() > 10, "{before:?}");
    for file in &before {
        let text = std::fs::read(file).unwrap();
        std::fs::write(file, &text[..text.len() / 2]).unwrap();
    }
    cosim();
    for file in &before {
        let mut text = std::fs::read(file).unwrap();
        let middle = text.len() / 2;
        text[middle] ^= 1;
        std::fs::write(file, text).unwrap();
    }
    cosim();
}
