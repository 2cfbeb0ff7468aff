//! Hardware that vidalu did not write is proven like generated hardware, whatever the names of its
//! registers.

use std::collections::BTreeSet;
use std::path::Path;
use std::time::Duration;

use vidalu_gen::{Config, Handshake, Ready, Target};
use vidalu_prove::mutate::{self, Job};
use vidalu_prove::prove_modules;
use vidalu_prove::report::{Fault, Proof, ProveReport, UnitFaults, Verdict};
use vidalu_sim::Dut;
use vidalu_sim::rtl::{PortMap, Rtl};
use vidalu_sim::tool::YOSYS;
use vidalu_testkit::found;

use crate::claims::{engines, options};

/// Proves the module of some files of the examples, the last of which has a map of its name. The
/// text `from` becomes `to`.
fn prove_as(unit: &str, config: &Config, files: &[&str], from: &str, to: &str) -> Option<ProveReport> {
    let engines = engines()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/own-hardware");
    let paths: Vec<_> = files.iter().map(|file| folder.join(file)).collect();
    let last = &paths[files.len() - 1];
    let map = std::fs::read_to_string(last.with_extension("toml")).expect("the map is there");
    let target: Target = unit.parse().expect("the unit exists");
    let options = options(&[target], config);
    let map = PortMap::from_toml("map", &map).expect("the map is right");
    let rtl = Rtl::read(&paths, None, map).expect("the files are there");
    let (mut dut, _) = rtl.module(target, config, options.limit).expect("the ports fit").module;
    let before = dut.files.clone();
    dut.files
        .iter_mut()
        .for_each(|(_, text)| *text = if from.is_empty() { text.clone() } else { text.replace(from, to) });
    assert!(from.is_empty() || dut.files != before, "{from} is nowhere");
    let report = prove_modules(&options, vec![(target, config.clone(), dut)], &engines, &|_| ());
    Some(report.expect("the tools work"))
}

/// Proves a module without backpressure.
fn prove(unit: &str, depth: u8, files: &[&str], from: &str, to: &str) -> Option<ProveReport> {
    let handshake = if depth == 0 { Handshake::None } else { Handshake::Valid };
    prove_as(unit, &Config { depth: depth.into(), handshake, ..Config::default() }, files, from, to)
}

fn verdicts(report: &ProveReport) -> Vec<(&str, Verdict)> {
    report.proofs.iter().map(|proof| (proof.claim.as_str(), proof.verdict)).collect()
}

/// Checks that the claims are these, and that all are proven.
fn proven(report: &ProveReport, claims: &[&str]) {
    let expected: Vec<_> = claims.iter().map(|claim| (*claim, Verdict::Proven)).collect();
    assert_eq!(verdicts(report), expected, "{report:#?}");
}

/// Checks that a claim is refuted and that Icarus shows the mismatch.
fn refuted<'a>(report: &'a ProveReport, claim: &str, fault: &str) -> &'a Proof {
    let found = report.proofs.iter().find(|proof| proof.claim == claim);
    let found = found.unwrap_or_else(|| panic!("{fault}: no claim {claim}: {report:#?}"));
    assert_eq!(found.verdict, Verdict::Refuted, "{fault}: {report:#?}");
    let mismatch = found.counterexample.as_ref().and_then(|counterexample| counterexample.mismatch.as_ref());
    assert!(mismatch.is_some(), "{fault}: {found:#?}");
    found
}

#[test]
fn a_unit_and_a_block_with_names_of_their_own_are_proven() {
    for (unit, file) in [("scalar", "video_alu.sv"), ("shifter", "shifter.v")] {
        let Some(report) = prove(unit, 0, &[file], "", "") else { return };
        assert!(!report.proofs.is_empty());
        assert!(report.proofs.iter().all(|proof| proof.verdict == Verdict::Proven), "{:#?}", report.proofs);
    }
}

#[test]
fn a_fault_is_refuted_and_confirmed() {
    let fault = ("primary < lowest ? lowest : primary", "primary");
    let Some(report) = prove("scalar", 0, &["video_alu.sv"], fault.0, fault.1) else { return };
    let refuted = report.proofs.iter().find(|proof| proof.verdict == Verdict::Refuted).unwrap();
    let mismatch = refuted.counterexample.as_ref().unwrap().mismatch.as_ref().unwrap();
    assert_eq!((mismatch.stage.as_str(), &mismatch.replay), ("saturate", &None), "{mismatch}");
}

const PIPE: [&str; 2] = ["video_alu.sv", "video_pipe.sv"];

#[test]
fn a_pipeline_with_registers_of_its_own_is_proven() {
    let Some(report) = prove("scalar", 2, &PIPE, "", "") else { return };
    proven(&report, &["result", "valid", "reset"]);
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
        refuted(&report, claim, from);
    }
}

/// A claim that fails only in a state that the hardware does not reach is not called a fault. The
/// first cycles after a reset are right.
#[test]
fn a_state_out_of_reach_leaves_a_claim_bounded() {
    let ring = "  end\n  logic p, q;\n  always_ff @(posedge clk) begin\n    p <= reset_n && q;\n    q <= !reset_n || p;\n  \
                end\n  always_ff @(posedge clk) begin\n    result <= p == q ? 32'd0 : value;\n";
    let Some(report) = prove("scalar", 2, &PIPE, "    result <= value;\n", ring) else { return };
    let (proven, bounded) = (Verdict::Proven, Verdict::Bounded);
    let expected = [("result", bounded), ("valid", proven), ("reset", proven), ("from reset", bounded)];
    assert_eq!(verdicts(&report), expected, "{report:#?}");
    let cycles: Vec<_> = report.proofs.iter().map(|proof| proof.cycles).collect();
    assert_eq!(cycles, [Some(8), None, None, Some(8)]);
    assert!(report.proofs[0].counterexample.as_ref().unwrap().mismatch.is_none(), "{report:#?}");
    assert!(report.is_decided() && !report.is_proven());
}

/// A pipeline with backpressure, a clock enable and a flush.
const FLOW: [&str; 2] = ["video_alu.sv", "video_flow.sv"];

fn flow(ready: Ready) -> Config {
    let handshake = Handshake::ValidReady;
    Config { depth: 2.into(), handshake, ready, clock_enable: true, flush: true, ..Config::default() }
}

#[test]
fn a_pipeline_that_can_stand_still_is_proven() {
    let Some(report) = prove_as("scalar", &flow(Ready::Direct), &FLOW, "", "") else { return };
    proven(&report, &["result", "valid", "hold", "room", "ready", "flush", "reset"]);
}

#[test]
fn faults_of_the_handshake_are_refuted_and_confirmed() {
    for (claim, from, to) in [
        // Results are lost under backpressure, or while the clock is disabled.
        ("hold", "advance = run && accept", "advance = run"),
        ("hold", "advance = run && accept", "advance = accept"),
        // An instruction that waits for the receiver is shown twice.
        ("room", "occupied <= offer;", "occupied <= offer || occupied && !taken;"),
        // A flush leaves the instruction in the first row, or works while the clock is disabled.
        ("flush", "      occupied <= 1'b0;\n", "      if (reset) occupied <= 1'b0;\n"),
        ("hold", "reset || run && cancel", "reset || cancel"),
        // One register ignores the enable.
        (
            "hold",
            "      held_c   <= c;\n",
            "    end\n    if (accept) begin\n      held_c   <= c;\n    end\n    if (advance) begin\n",
        ),
        // A bubble keeps the sender waiting.
        ("ready", "accept  = taken || !offered", "accept  = taken"),
    ] {
        let Some(report) = prove_as("scalar", &flow(Ready::Direct), &FLOW, from, to) else { return };
        refuted(&report, claim, from);
    }
}

/// The files of that pipeline behind a place to wait.
const SKID: [&str; 3] = ["video_alu.sv", "video_flow.sv", "video_skid.sv"];

#[test]
fn a_pipeline_with_a_place_to_wait_is_proven() {
    let Some(report) = prove_as("scalar", &flow(Ready::Registered), &SKID, "", "") else { return };
    proven(&report, &["result", "valid", "hold", "room", "ready", "waiting", "flush", "reset"]);
}

#[test]
fn faults_of_the_place_to_wait_are_refuted_and_confirmed() {
    for (claim, from, to) in [
        // The waiting instruction is overwritten, lost or doubled.
        ("waiting", "if (!parked) begin", "if (!parked || offer) begin"),
        ("waiting", "(parked || offer) && !room", "offer && !parked && !room"),
        ("waiting", "(parked || offer) && !room", "offer && !room || parked"),
        // It enters with its operands exchanged, or with those of the next one.
        ("waiting", "parking <= {control, a, b, c}", "parking <= {control, b, a, c}"),
        ("waiting", "next   = parked ? parking :", "next   = parked && !offer ? parking :"),
        // A flush or a reset leaves it, and it is accepted while the clock is disabled.
        ("flush", "reset || run && cancel) begin\n      parked", "reset) begin\n      parked"),
        ("reset", "reset || run && cancel) begin\n      parked", "run && cancel) begin\n      parked"),
        ("waiting", "    if (run) begin\n      parked", "    begin\n      parked"),
    ] {
        let Some(report) = prove_as("scalar", &flow(Ready::Registered), &SKID, from, to) else { return };
        refuted(&report, claim, from);
    }
}

/// Returns the configuration of a unit with CC.CF for two contexts.
fn chain() -> Config {
    let text = "ops = ['add.cc', 'addc', 'sub.cc', 'subc']\nwide = false\nmad64 = 'none'\ndepth = 2\ncontexts = 2\n";
    Config::from_toml(text).expect("it is a configuration")
}

#[test]
fn a_carry_flag_that_is_forwarded_is_proven() {
    let Some(report) = prove_as("carry", &chain(), &["carry_chain.sv"], "", "") else { return };
    proven(&report, &["result", "flag", "valid", "reset"]);
}

#[test]
fn faults_of_the_carry_flag_are_refuted_and_confirmed() {
    for (claim, from, to) in [
        // The flag of the instruction before is not forwarded, or that of another thread is.
        ("flag", "found = writes && writer == who ? flag :", "found ="),
        ("flag", "writes && writer == who", "writes"),
        ("flag", "flags[writer] <= flag", "flags[who] <= flag"),
        // A bubble writes the flag, and an instruction without .cc shows another.
        ("flag", "writes   <= busy && sets", "writes   <= sets"),
        ("result", "sets ? total[32] ^ subtract : found", "total[32] ^ subtract"),
        ("result", "found ^ subtract : subtract", "found : subtract"),
        ("reset", "      flags  <= 2'b00;\n", ""),
    ] {
        let Some(report) = prove_as("carry", &chain(), &["carry_chain.sv"], from, to) else { return };
        refuted(&report, claim, from);
    }
}

/// A folder of vidalu whose registers were renamed.
#[test]
fn an_edited_copy_needs_no_names() {
    let Some(engines) = engines() else { return };
    let config = flow(Ready::Direct);
    let target: Target = "scalar".parse().unwrap();
    let (mut dut, _) = Dut::with_subject(target, &config).unwrap();
    dut.is_foreign = true;
    dut.files.iter_mut().for_each(|(_, text)| *text = text.replace("valid_q", "taken_q"));
    let report = prove_modules(&options(&[target], &config), vec![(target, config, dut)], &engines, &|_| ());
    proven(&report.unwrap(), &["result", "valid", "hold", "room", "ready", "flush", "reset"]);
}

/// Puts faults into a module.
fn faults(module: (Target, &Config, Dut), count: u64) -> Option<UnitFaults> {
    let yosys = found(YOSYS.find())?;
    let (target, config, dut) = module;
    let scratch = tempfile::tempdir().expect("there is room");
    let limit = Duration::from_secs(300);
    let job = Job { target, config, dut: Some(&dut), count, seed: 3, limit };
    let report = mutate::unit(&yosys, job, None, scratch.path()).expect("yosys works");
    assert_eq!(report.mutants, report.killed + report.equivalent + report.undecided + report.survivors);
    Some(report)
}

/// The decision about a fault does not depend on the names of registers.
#[test]
fn faults_are_decided_without_names_as_with_them() {
    let registered = Config { tag: 2, ..flow(Ready::Registered) };
    let carry = Config { flush: true, clock_enable: true, ..chain() };
    for (unit, config) in [("scalar", &registered), ("carry", &carry)] {
        let target: Target = unit.parse().unwrap();
        let [named, renamed] = [("", ""), ("valid_q", "taken_q")].map(|(from, to)| {
            let (mut dut, _) = Dut::with_subject(target, config).unwrap();
            if !from.is_empty() {
                dut.is_foreign = true;
                dut.files.iter_mut().for_each(|(_, text)| *text = text.replace(from, to));
            }
            faults((target, config, dut), 300)
        });
        let (Some(named), Some(renamed)) = (named, renamed) else { return };
        // Yosys draws some faults by the names of wires, so a few differ.
        let faults = |list: &[Fault]| -> BTreeSet<_> {
            list.iter()
                .map(|Fault { place, wire, fault }| format!("{place} {}: {fault}", wire.replace("taken_q", "valid_q")))
                .collect()
        };
        let survivors = |report: &UnitFaults| -> Vec<_> {
            report.survivor_list.iter().map(|survivor| survivor.fault.clone()).collect()
        };
        let equivalent = [&named, &renamed].map(|report| faults(&report.equivalent_list));
        let survive = [&named, &renamed].map(|report| faults(&survivors(report)));
        let both = equivalent[0].intersection(&equivalent[1]).count();
        assert!(both * 2 > named.equivalent && both > 0, "{unit}: {equivalent:#?}");
        assert!(equivalent[0].is_disjoint(&survive[1]), "{unit}: {equivalent:#?} {survive:#?}");
        assert!(equivalent[1].is_disjoint(&survive[0]), "{unit}: {equivalent:#?} {survive:#?}");
    }
}
