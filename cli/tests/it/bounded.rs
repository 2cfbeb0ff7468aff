//! `prove --rtl` with hardware that is right only in the states that it reaches.

use std::path::Path;

use vidalu_sim::tool::{IVERILOG, YOSYS};
use vidalu_testkit::found;

use crate::support::{Run, vidalu};

/// Proves the pipeline of the examples, whose result also needs two registers to be opposite.
fn prove(options: &[&str]) -> Option<Run> {
    found(YOSYS.find())?;
    found(IVERILOG.find())?;
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/own-hardware");
    let text = std::fs::read_to_string(examples.join("video_pipe.sv")).expect("the example is there");
    let ring = "result <= p == q ? 32'd0 : value;\n    p <= reset_n && q;\n    q <= !reset_n || p;\n";
    let text = text.replace("result <= value;\n", ring).replace("logic        busy;", "logic busy, p, q;");
    let folder = tempfile::tempdir().expect("there is room");
    let own = folder.path().join("video_pipe.sv");
    std::fs::write(&own, text).expect("the folder can be written");
    let path = |path: &Path| path.display().to_string();
    let [alu, own, map] =
        [&examples.join("video_alu.sv"), &own, &examples.join("video_pipe.toml")].map(|own| path(own));
    let base = ["prove", "--unit", "scalar", "--depth", "2", "--rtl", &alu, "--rtl", &own, "--ports", &map];
    Some(vidalu([&base, options].concat(), ""))
}

#[test]
fn a_bound_is_printed_and_is_not_called_a_proof() {
    let Some(run) = prove(&["--cycles", "4"]) else { return };
    assert_eq!(run.code, 0, "{}{}", run.stdout, run.stderr);
    for line in
        ["scalar result is bounded: it does not hold in every state", "scalar           result     bounded: 4 cycles"]
    {
        assert!(run.stdout.contains(line), "{line}: {}", run.stdout);
    }
    assert!(run.stdout.contains("\n2 claims proven, 0 refuted, 0 undecided, 2 bounded\n"), "{}", run.stdout);
}

#[test]
fn a_document_has_the_bound() {
    let Some(run) = prove(&["--cycles", "3", "--format", "json"]) else { return };
    let document: serde_json::Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    let result = &document["proofs"][0];
    let got = (result["claim"].as_str(), result["verdict"].as_str(), result["cycles"].as_u64());
    assert_eq!((run.code, got), (0, (Some("result"), Some("bounded"), Some(3))), "{document}");
}

#[test]
fn the_bound_is_for_hardware_of_ones_own() {
    let run = vidalu(["prove", "--unit", "select", "--cycles", "4"], "");
    assert!(run.code == 2 && run.stderr.contains("--rtl"), "{}", run.stderr);
}
