//! Wrappers: their claims hold, and faults are refuted.

use std::time::Duration;

use tempfile::TempDir;
use vidalu_gen::{Choice, Config, Rs3, Target, Unit, Wrapper, wrap};
use vidalu_prove::engine::{Answer, Engines};
use vidalu_prove::report::Verdict;
use vidalu_prove::{Claim, ProveError, WrapperGates, prove_wrapped, wrapper_claims};
use vidalu_sim::bus::module_under_test;
use vidalu_sim::tool::YOSYS;

use crate::claims::{engines, options};

#[test]
fn wrappers_are_proven() {
    let Some(engines) = engines() else { return };
    let cases = [
        (Unit::Carry, "contexts = 3"),
        (Unit::Scalar, "sat_o = true\nreset = 'arst'\nlanguage = 'systemverilog'"),
        (Unit::Vmad, "depth = 2\nreset_data = true"),
    ];
    let rs3 = |rs3: &Rs3| (Wrapper::CvXIf, format!("tag = 3\nrs3 = '{}'", rs3.name()));
    let buses = Wrapper::ALL.iter().map(|&wrapper| {
        let tag = if wrapper.max_tag() > 0 { "tag = 5" } else { "" };
        (wrapper, tag.to_owned())
    });
    // A thread alone, and as many contexts as leave the last code to the masked threads.
    let threads = [(Wrapper::Vortex, "threads = 1"), (Wrapper::Vortex, "threads = 2\ntag = 64")];
    let threads = threads.map(|(wrapper, toml)| (wrapper, toml.to_owned()));
    for (wrapper, more) in buses.chain(Rs3::ALL.iter().skip(1).map(rs3)).chain(threads) {
        for (unit, toml) in cases {
            let config = Config::from_toml(&format!("{toml}\n{more}")).expect("it is a configuration");
            let options = options(&[Target::Unit(unit)], &config);
            let report = prove_wrapped(wrapper, &options, &engines, &|_| ()).expect("the tools work");
            assert!(!report.proofs.is_empty());
            let open: Vec<_> = report.proofs.iter().filter(|proof| proof.verdict != Verdict::Proven).collect();
            assert!(open.is_empty(), "{} {toml}: {open:#?}", wrapper.name());
        }
    }
}

/// The configuration of the wrapped unit `carry` in which faults are planted.
const FAULTY: &str = "depth = 2\ncontexts = 2";

/// Returns the wrapper of unit `carry` in whose text every `from`, which occurs `count` times,
/// becomes `to`, and a folder for the engines.
fn with_fault(
    (wrapper, config): (Wrapper, &str),
    from: &str,
    to: &str,
    count: usize,
) -> (Result<WrapperGates, ProveError>, TempDir) {
    let yosys = YOSYS.find().expect("it is here");
    let config = Config::from_toml(config).expect("it is a configuration");
    let mut dut = module_under_test(&wrap(wrapper, Unit::Carry, &config).expect("it can be wrapped"), wrapper);
    let file = format!("{}.v", wrapper.module_name(Unit::Carry));
    let (_, text) = dut.files.iter_mut().find(|(path, _)| path.ends_with(&file)).expect("it has the file");
    assert_eq!(text.matches(from).count(), count, "{from} in {file}");
    *text = text.replace(from, to);
    let scratch = tempfile::tempdir().expect("a folder can be made");
    (WrapperGates::from_text(wrapper, Unit::Carry, &config, dut, &yosys, scratch.path(), LIMIT), scratch)
}

const LIMIT: Duration = Duration::from_secs(100);

/// Returns the claims that are refuted if `from`, which stands in the wrapper once, becomes `to`.
fn refuted(own: (Wrapper, &str), engines: &Engines, from: &str, to: &str) -> Vec<String> {
    let (module, scratch) = with_fault(own, from, to, 1);
    let claims = wrapper_claims(&module.expect("yosys works"));
    let fails = |claim: &&Claim| {
        let verdict = engines.decide(&claim.obligations[0].problem, scratch.path(), LIMIT).expect("the tools work");
        matches!(verdict.answer, Answer::Fails(_))
    };
    claims.iter().filter(fails).map(|claim| claim.name.clone()).collect()
}

/// Checks that every fault is refuted by the claims that are about it.
fn check(wrapper: Wrapper, faults: &[(&str, &str, &[&str])]) {
    check_in((wrapper, FAULTY), faults);
}

/// Checks as [`check`] does, in a configuration.
fn check_in(own: (Wrapper, &str), faults: &[(&str, &str, &[&str])]) {
    let Some(engines) = engines() else { return };
    let mut wrong = Vec::new();
    for (from, to, expected) in faults {
        let refuted = refuted(own, &engines, from, to);
        if expected.iter().any(|claim| refuted.iter().all(|own| own != claim)) {
            wrong.push((*from, *to, *expected, refuted));
        }
    }
    assert!(wrong.is_empty(), "expected, and refuted: {wrong:#?}");
}

#[test]
fn faults_at_axi4_stream_are_refuted() {
    let faults: [(&str, &str, &[&str]); 8] = [
        ("b   = s_axis_tdata[191:128]", "b   = s_axis_tdata[190:127]", &["entry"]),
        ("ready = !valid_q || m_axis_tready", "ready = 1'b1", &["exit", "hold"]),
        ("m_axis_tvalid = valid_q", "m_axis_tvalid = valid_q && m_axis_tready", &["exit", "paths"]),
        ("valid_q <= valid;", "valid_q <= valid || valid_q;", &["exit"]),
        (".valid_i (s_axis_tvalid)", ".valid_i (s_axis_tvalid && m_axis_tready)", &["entry"]),
        ("valid_q <= 1'b0;", "valid_q <= valid_q;", &["reset"]),
        ("d_q <= d;", "d_q <= aresetn ? d : 64'd0;", &["reset"]),
        ("last_q <= tag_out", "last_q <= !tag_out", &["exit"]),
    ];
    check(Wrapper::Axi4Stream, &faults);
}

#[test]
fn faults_at_axi4_lite_are_refuted() {
    let faults: [(&str, &str, &[&str]); 8] = [
        ("wire write = address_full_q && data_full_q", "wire write = address_full_q", &["count", "write", "entry"]),
        ("if (!address_full_q) begin", "if (!address_full_q || s_axi_awvalid) begin", &["write"]),
        ("{{8{strobe_q[3]}}", "{{8{strobe_q[3] || data_q[31]}}", &["write"]),
        ("wire start  = write && starts && idle", "wire start  = write && starts", &["entry"]),
        ("    if (!read_q) begin\n      unknown_q", "    if (1'b1) begin\n      unknown_q", &["hold r"]),
        ("done_q <= valid ||", "done_q <= start ||", &["result"]),
        ("if (valid) begin", "if (valid && aresetn) begin", &["reset"]),
        (
            "assign s_axi_arready = !read_q",
            "assign s_axi_arready = !read_q || s_axi_rready",
            &["paths", "count", "read"],
        ),
    ];
    check(Wrapper::Axi4Lite, &faults);
}

#[test]
fn faults_at_cfu_are_refuted() {
    let faults: [(&str, &str, &[&str]); 12] = [
        ("ready && !busy_q && !valid_q", "ready && !(busy_q && last_q[0]) && !valid_q", &["entry", "count"]),
        ("(valid_q && !rsp_ready)", "1'b0", &["hold", "count"]),
        ("(valid_q && !rsp_ready)", "valid_q", &["count"]),
        ("valid || (take && !execute)", "valid || (take && (command == Read))", &["count"]),
        ("word_q[slot] <=", "word_q[slot ^ 2'd1] <=", &["held"]),
        ("accumulate ? last_q : c_q", "c_q", &["held"]),
        ("flags_q <= cf", "flags_q <= !cf", &["answer"]),
        ("flags_q <= cf", "flags_q <= cf && !reset", &["reset"]),
        ("(which == 4'd6) ? a_high_q", "(which == 4'd6) ? b_high_q", &["answer"]),
        ("{25'd0, word[6:0]}", "{26'd0, word[5:0]}", &["answer"]),
        ("flags_q <= which[0]", "flags_q <= flags_q", &["answer"]),
        (
            "<= {cmd_payload_inputs_1, cmd_payload_inputs_0};\n      flags",
            "<= last_q;\n      flags",
            &["held", "answer"],
        ),
    ];
    check(Wrapper::Cfu, &faults);
}

#[test]
fn faults_at_cv_x_if_are_refuted() {
    let faults: [(&str, &str, &[&str]); 14] = [
        // An instruction begins before it is committed.
        (
            "go      = held_q && committed_q && ready",
            "go      = held_q && ready",
            &["count", "commit", "entry", "held", "answer"],
        ),
        // The unit executes an instruction before it is committed: CC.CF changes even if the
        // instruction is killed.
        (
            "execute = go && (command_q == Execute)",
            "execute = held_q && ready && (command_q == Execute)",
            &["count", "commit", "entry"],
        ),
        // A kill comes too late, or is ignored.
        ("kills && is_held_hart && !committed_q", "kills && is_held_hart", &["count"]),
        ("(take && !offer_killed)", "take", &["count"]),
        // An instruction is committed by the commit of another one.
        ("take ? offer_committed :", "take ? (commits || offer_committed) :", &["count", "commit"]),
        // Older and newer instructions are exchanged.
        ("(ahead <= span)", "(ahead > span)", &["count"]),
        ("waiting_killed_q <= offer_killed;", "waiting_killed_q <= was_killed;", &["offer"]),
        // An instruction of another unit is accepted.
        ("(issue_req_instr[31:29] == 3'd0)", "(issue_req_instr[31:30] == 2'd0)", &["issue"]),
        ("(which[3:2] == 2'd0)", "(which[3] == 1'd0)", &["issue"]),
        // The last result is set before the instruction is committed.
        (
            "end else if (go && (command_q == SetLast))",
            "end else if (held_q && (command_q == SetLast))",
            &["commit", "answer"],
        ),
        // The registers of an instruction are missing.
        ("needed & ~register_rs_valid", "needed & ~register_rs_valid & 3'b011", &["issue"]),
        ("(done_q && !result_ready)", "1'b0", &["hold", "count"]),
        ("rd_q <= issue_req_instr[11:7];", "rd_q <= issue_req_instr[19:15];", &["taken"]),
        // An issue word that is set in the cycle of a reset becomes another one.
        ("word_q[slot] <= ", "word_q[slot] <= {32{rst_ni}} & ", &["reset"]),
    ];
    check(Wrapper::CvXIf, &faults);
}

/// An asynchronous reset clears registers before the others take their values.
#[test]
fn faults_in_the_cycle_of_an_asynchronous_reset_are_refuted() {
    let faults: [(&str, &str, &[&str]); 2] = [
        ("flags_q <= cf", "flags_q <= cf && !reset", &["reset"]),
        ("word_q[slot] <= ", "word_q[slot ^ {2{reset}}] <= ", &["reset"]),
    ];
    check_in((Wrapper::Cfu, &format!("{FAULTY}\nreset = 'arst'")), &faults);
}

#[test]
fn faults_at_vortex_are_refuted() {
    let faults: [(&str, &str, &[&str]); 11] = [
        // A thread that is masked changes CC.CF of its warp, or of another one.
        ("ctx_1 = execute_tmask[1] ? warp : Masked", "ctx_1 = warp", &["mask"]),
        ("ctx_1 = execute_tmask[1] ? warp", "ctx_1 = execute_tmask[2] ? warp", &["mask"]),
        ("Masked = 2'd2", "Masked = 2'd1", &["mask"]),
        (".b_i     (execute_rs2[191:128])", ".b_i     (execute_rs2[127:64])", &["entry"]),
        // A unit that does not get all instructions.
        (
            "u_carry_1 (\n    .clk_i   (clk),\n    .rst_i   (reset),\n    .valid_i (execute_valid)",
            "u_carry_1 (\n    .clk_i   (clk),\n    .rst_i   (reset),\n    .valid_i (execute_valid && execute_tmask[1])",
            &["entry"],
        ),
        ("ready = !valid_q || result_ready", "ready = 1'b1", &["exit", "hold"]),
        ("result_valid = valid_q", "result_valid = valid_q && result_ready", &["exit", "paths"]),
        ("valid_q <= 1'b0;", "valid_q <= valid_q;", &["reset"]),
        ("data_q <= d;", "data_q <= reset ? 256'd0 : d;", &["reset"]),
        ("data_q <= d;", "data_q <= {d[127:0], d[255:128]};", &["exit"]),
        ("flags_q <= cf;", "flags_q <= {4{cf[0]}};", &["exit"]),
    ];
    check(Wrapper::Vortex, &faults);
}

#[test]
fn a_register_that_is_missing_is_an_error() {
    if engines().is_none() {
        return;
    }
    for (wrapper, count) in [(Wrapper::Axi4Lite, 6), (Wrapper::Cfu, 5), (Wrapper::CvXIf, 5)] {
        let (module, _) = with_fault((wrapper, FAULTY), "busy_q", "works_q", count);
        let error = module.err().expect("the register is missing");
        assert!(error.to_string().ends_with(" has no register `busy_q`"), "{error}");
    }
}
