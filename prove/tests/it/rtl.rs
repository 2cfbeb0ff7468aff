//! Hardware that vidalu did not write is proven like generated hardware, if it is combinational or
//! its pipeline always moves.

use std::path::Path;

use vidalu_gen::{Config, Handshake, Target};
use vidalu_prove::report::{ProveReport, Verdict};
use vidalu_prove::{ProveError, prove_modules};
use vidalu_sim::CosimError;
use vidalu_sim::rtl::{PortMap, Rtl};

use crate::claims::{engines, options};

/// Proves the module of some files of the examples, the last of which has a map of its name. The
/// text `from` becomes `to`.
fn prove(unit: &str, depth: u8, files: &[&str], from: &str, to: &str) -> Option<Result<ProveReport, ProveError>> {
    let engines = engines()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/own-hardware");
    let paths: Vec<_> = files.iter().map(|file| folder.join(file)).collect();
    let map = std::fs::read_to_string(paths[files.len() - 1].with_extension("toml")).expect("the map is there");
    let target: Target = unit.parse().expect("the unit exists");
    let handshake = if depth == 0 { Handshake::None } else { Handshake::Valid };
    let config = Config { depth: depth.into(), handshake, ..Config::default() };
    let options = options(&[target], &config);
    let map = PortMap::from_toml("map", &map).expect("the map is right");
    let rtl = Rtl::read(&paths, None, map).expect("the files are there");
    let (mut dut, _) = rtl.module(target, &config, options.limit).expect("the ports fit").module;
    let before = dut.files.clone();
    dut.files
        .iter_mut()
        .for_each(|(_, text)| *text = if from.is_empty() { text.clone() } else { text.replace(from, to) });
    assert!(from.is_empty() || dut.files != before, "{from} is nowhere");
    Some(prove_modules(&options, vec![(target, config, dut)], &engines, &|_| ()))
}

#[test]
fn a_unit_and_a_block_with_names_of_their_own_are_proven() {
    for (unit, file) in [("scalar", "video_alu.sv"), ("shifter", "shifter.v")] {
        let Some(report) = prove(unit, 0, &[file], "", "") else { return };
        let report = report.unwrap();
        assert!(!report.proofs.is_empty());
        assert!(report.proofs.iter().all(|proof| proof.verdict == Verdict::Proven), "{:#?}", report.proofs);
    }
}

#[test]
fn a_fault_is_refuted_and_confirmed() {
    let fault = ("primary < lowest ? lowest : primary", "primary");
    let Some(report) = prove("scalar", 0, &["video_alu.sv"], fault.0, fault.1) else { return };
    let report = report.unwrap();
    let refuted = report.proofs.iter().find(|proof| proof.verdict == Verdict::Refuted).unwrap();
    let mismatch = refuted.counterexample.as_ref().unwrap().mismatch.as_ref().unwrap();
    assert_eq!((mismatch.stage.as_str(), &mismatch.replay), ("saturate", &None), "{mismatch}");
}

const PIPE: [&str; 2] = ["video_alu.sv", "video_pipe.sv"];

#[test]
fn a_pipeline_with_registers_of_its_own_is_proven() {
    let Some(report) = prove("scalar", 2, &PIPE, "", "") else { return };
    let report = report.unwrap();
    let claims: Vec<_> = report.proofs.iter().map(|proof| (proof.claim.as_str(), proof.verdict)).collect();
    let proven = Verdict::Proven;
    assert_eq!(claims, [("result", proven), ("valid", proven), ("reset", proven)]);
}

#[test]
fn faults_of_such_a_pipeline_are_refuted_and_confirmed() {
    for (claim, from, to) in [
        ("result", "held_b <= b;", "held_b <= a;"),
        // One row too few for the data, and for the valid bit.
        ("result", "    result <= value;\n", "  end\n  assign result = value;\n  always_ff @(posedge clk) begin\n"),
        ("valid", "done <= busy;", "done <= start;"),
        ("reset", "busy <= 1'b0;", "busy <= busy;"),
    ] {
        let Some(report) = prove("scalar", 2, &PIPE, from, to) else { return };
        let report = report.unwrap();
        let found = report.proofs.iter().find(|proof| proof.claim == claim).unwrap();
        assert_eq!(found.verdict, Verdict::Refuted, "{from}: {report:#?}");
        assert!(found.counterexample.as_ref().unwrap().mismatch.is_some(), "{from}: {found:#?}");
    }
}

/// A claim that fails only in a state that the hardware does not reach is not called a fault.
#[test]
fn a_state_out_of_reach_leaves_a_claim_undecided() {
    let ring = "  end\n  logic p, q;\n  always_ff @(posedge clk) begin\n    p <= reset_n && q;\n    q <= !reset_n || p;\n  \
                end\n  always_ff @(posedge clk) begin\n    result <= p == q ? 32'd0 : value;\n";
    let Some(report) = prove("scalar", 2, &PIPE, "    result <= value;\n", ring) else { return };
    let report = report.unwrap();
    let found = report.proofs.iter().find(|proof| proof.claim == "result").unwrap();
    assert_eq!(found.verdict, Verdict::Undecided, "{found:#?}");
    assert!(found.counterexample.as_ref().unwrap().mismatch.is_none(), "{found:#?}");
}

#[test]
fn a_pipeline_that_can_stand_still_needs_its_names() {
    let Some(engines) = engines() else { return };
    let config = Config { depth: 2.into(), handshake: Handshake::ValidReady, ..Config::default() };
    let target: Target = "scalar".parse().unwrap();
    let (mut dut, _) = vidalu_sim::Dut::with_subject(target, &config).unwrap();
    dut.is_foreign = true;
    dut.files.iter_mut().for_each(|(_, text)| *text = text.replace("valid_q", "taken_q"));
    let report = prove_modules(&options(&[target], &config), vec![(target, config, dut)], &engines, &|_| ());
    let Err(ProveError::Cosim(CosimError::Usage { problem, help })) = report else { panic!("{report:?}") };
    assert!(problem.starts_with("the hardware has no register `valid_q"), "{problem}");
    assert!(help.contains("always move"), "{help}");
}
