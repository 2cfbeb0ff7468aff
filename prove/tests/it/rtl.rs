//! Hardware that vidalu did not write is proven like generated hardware, if it is combinational.

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
    dut.files[0].1 = dut.files[0].1.replace(from, to);
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

#[test]
fn a_pipeline_with_registers_of_its_own_is_refused() {
    let Some(report) = prove("scalar", 2, &["video_alu.sv", "video_pipe.sv"], "", "") else { return };
    let Err(ProveError::Cosim(CosimError::Usage { problem, help })) = report else { panic!("{report:?}") };
    assert!(problem.starts_with("the hardware has no register `"), "{problem}");
    assert!(help.contains("combinational"), "{help}");
}
