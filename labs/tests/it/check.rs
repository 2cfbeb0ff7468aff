//! The verdict of every lab on its skeleton, its solution and a planted fault.

use std::fs;

use vidalu_labs::{Lab, Medal};
use vidalu_model::Fault;

use crate::support::{grader, submit, verdict};

#[test]
fn every_skeleton_compiles_and_is_wrong() {
    let Some(mut grader) = grader(false, false) else { return };
    for lab in Lab::all() {
        let verdict = verdict(&mut grader, &lab, lab.skeleton);
        assert!(!verdict.passed && verdict.medal.is_none(), "{lab}: {verdict}");
        assert_eq!(verdict.fault, Some(Fault::Hardware), "{lab}");
        assert!(verdict.stage.is_some(), "{lab}: {verdict}");
        let mismatch = verdict.mismatch.expect("it is wrong");
        let is_block = lab.target.name() != lab.unit.name();
        let shown = if is_block { verdict.example.as_ref().expect("an instruction is wrong") } else { &mismatch };
        assert!(shown.ptx.is_some() || shown.index.is_none(), "{lab}: {shown}");
    }
}

#[test]
fn every_solution_is_proven() {
    let Some(mut grader) = grader(true, false) else { return };
    for lab in Lab::all() {
        let verdict = verdict(&mut grader, &lab, lab.solution);
        assert!(verdict.passed && verdict.proven, "{lab}: {verdict}");
        assert_eq!(verdict.medal, Some(Medal::Silver), "{lab}");
    }
}

/// A fault of each solution: the text, the fault in its place, and the stage that is wrong.
const PLANTED: [(&str, &str, &str, &str); 18] = [
    ("select", "down[15])", "down[14])", "select"),
    ("merge", "d_o[23:16] = x_i[7:0]", "d_o[23:16] = x_i[15:8]", "merge"),
    ("add-subtract", "{right, subtract_i}", "{right, 1'b0}", "primary"),
    ("compare", "less || equal", "less", "primary"),
    ("saturate", "~highest : 34'd0", "-highest : 34'd0", "saturate"),
    ("secondary", "signed_i && c_i[31]", "c_i[31]", "secondary"),
    ("shift", "6'd32", "6'd31", "primary"),
    ("min-max", "less != is_max", "less == is_max", "primary"),
    ("absolute-difference", ".reverse_i(less)", ".reverse_i(!less)", "primary"),
    ("average", ".by_sign_i(1'b1)", ".by_sign_i(1'b0)", "primary"),
    ("packed-compare", "negative & ~equal", "negative", "primary"),
    ("simd-adder", "!negative_o", "negative_o", "primary"),
    ("multiply-add", "product + c + 66'sd1", "product + c", "add"),
    ("multiply-add", "4'd15", "4'd14", "scale"),
    ("scalar-unit", "select_b - select_a", "select_a - select_b", "primary"),
    ("carry-chain", "read_flag && cf_q", "cf_q", "add"),
    ("pipeline", "valid_q2 <= valid_q;", "valid_q2 <= valid_i;", "pipeline"),
    ("pipeline", ".sat_i(sat_q)", ".sat_i(1'b1)", "saturate"),
];

#[test]
fn a_planted_fault_has_its_stage() {
    let Some(mut grader) = grader(false, false) else { return };
    for (name, from, to, stage) in PLANTED {
        let lab = Lab::named(name).expect("it is a lab");
        assert_eq!(lab.solution.matches(from).count(), 1, "{name}: {from}");
        let verdict = verdict(&mut grader, &lab, &lab.solution.replace(from, to));
        assert_eq!(verdict.stage.as_deref(), Some(stage), "{name}: {verdict}");
    }
    let without = |lab: Lab| PLANTED.iter().all(|(name, ..)| *name != lab.name);
    assert_eq!(Lab::all().filter(|lab| without(lab.clone())).count(), 0);
}

#[test]
fn a_fault_that_no_vector_shows_is_refuted() {
    let Some(mut grader) = grader(true, false) else { return };
    let lab = Lab::named("add-subtract").expect("it is a lab");
    let rare = "assign sum_o = (a_i == 34'h1_5a5a_3c3c) ? 34'd0 : sum[34:1];";
    let verdict = verdict(&mut grader, &lab, &lab.solution.replace("assign sum_o = sum[34:1];", rare));
    assert!(!verdict.passed && !verdict.proven, "{verdict}");
    assert_eq!(verdict.mismatch.expect("the counterexample is confirmed").operands["a_i"], "0x15a5a3c3c");
}

#[test]
fn gold_is_for_small_hardware() {
    let Some(mut grader) = grader(true, true) else { return };
    let lab = Lab::named("add-subtract").expect("it is a lab");
    let small = verdict(&mut grader, &lab, lab.solution);
    assert_eq!(small.medal, Some(Medal::Gold), "{small}");
    let three = "assign sum_o = subtract_i ? (reverse_i ? b_i - a_i : a_i - b_i) : a_i + b_i;";
    let large = verdict(&mut grader, &lab, &lab.solution.replace("assign sum_o = sum[34:1];", three));
    assert_eq!(large.medal, Some(Medal::Silver), "{large}");
    let limit = large.luts.expect("they were counted").reference * 11 / 10;
    assert!(large.to_string().contains(&format!("; gold needs at most {limit}\n")), "{large}");
    let [small, large] = [small, large].map(|verdict| verdict.luts.expect("they were counted"));
    assert_eq!(small.reference, large.reference);
    assert!(large.yours > small.yours, "{large:?} {small:?}");
}

#[test]
fn a_syntax_error_is_shown_as_icarus_says_it() {
    let Some(mut grader) = grader(false, false) else { return };
    let scratch = tempfile::tempdir().expect("there is room");
    let lab = Lab::named("select").expect("it is a lab");
    let folder = scratch.path().join("work");
    submit(&lab, &folder, &lab.solution.replace("wire is_word =", "wire is_word"));
    let error = grader.check(&folder).expect_err("it cannot be compiled");
    let text = vidalu_sim::in_full(&error);
    assert!(text.contains("lab_select.v:24: syntax error"), "{text}");
    assert!(!text.contains("/rtl/"), "{text}");
    assert_eq!(error.fault(), Fault::Input);
}

#[test]
fn a_loop_of_gates_ends() {
    let Some(_) = grader(false, false) else { return };
    let wanted = vidalu_labs::Wanted { prove: false, luts: false, limit: std::time::Duration::from_secs(3) };
    let mut grader = vidalu_labs::Grader::new(wanted).expect("the tools were found");
    let scratch = tempfile::tempdir().expect("there is room");
    let lab = Lab::named("select").expect("it is a lab");
    let folder = scratch.path().join("work");
    let endless = "reg w; initial w = 0; always @(w) w = !w; initial forever w = !w;\n\nendmodule";
    submit(&lab, &folder, &lab.solution.replace("endmodule", endless));
    let error = grader.check(&folder).expect_err("it never ends");
    assert_eq!(error.fault(), Fault::Input, "{}", vidalu_sim::in_full(&error));
}

#[test]
fn wrong_ports_are_listed() {
    let Some(mut grader) = grader(false, false) else { return };
    let scratch = tempfile::tempdir().expect("there is room");
    let lab = Lab::named("select").expect("it is a lab");
    let folder = scratch.path().join("work");
    submit(&lab, &folder, &lab.solution.replace("signed_i", "is_signed"));
    let error = grader.check(&folder).expect_err("a port is missing");
    let text = vidalu_sim::in_full(&error);
    assert!(text.contains("signed_i") && text.contains("missing"), "{text}");
}

#[test]
fn a_given_block_can_be_replaced_and_is_judged() {
    let Some(mut grader) = grader(true, false) else { return };
    let scratch = tempfile::tempdir().expect("there is room");
    let (lab, own) = (Lab::named("min-max").expect("it is a lab"), Lab::named("compare").expect("it is a lab"));
    let folder = scratch.path().join("work");
    submit(&lab, &folder, lab.solution);
    fs::write(folder.join("mine.v"), own.solution).expect("there is room");
    let facts = folder.join("lab.toml");
    let text = fs::read_to_string(&facts).expect("it was written");
    fs::write(&facts, text.replace("\"lab_scalar.v\"", "\"lab_scalar.v\", \"mine.v\"")).expect("there is room");
    let verdict = grader.check(&folder).expect("it can be compiled");
    assert!(verdict.proven, "{verdict}");
    fs::write(folder.join("mine.v"), own.solution.replace("a_i < b_i", "a_i > b_i")).expect("there is room");
    let verdict = grader.check(&folder).expect("it can be compiled");
    assert!(!verdict.passed, "{verdict}");
}
