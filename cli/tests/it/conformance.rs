//! `eval --batch` and `check --lines` on the conformance data.

use std::path::Path;

use serde::Deserialize;

use crate::support::vidalu;

/// Reads the lines of `conformance/FILE.gz`.
fn data(file: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance").join(file);
    let file = std::fs::File::open(path).expect("the conformance data is part of the repository");
    std::io::read_to_string(flate2::read::GzDecoder::new(file)).expect("the data is whole")
}

/// The expected answer to a line of the data.
#[derive(Deserialize)]
struct Expected {
    ptx: String,
    d: String,
    #[serde(alias = "cf_out")]
    cc_out: Option<u8>,
}

#[derive(Deserialize)]
struct Answer {
    d: String,
    cc: u8,
}

fn number(text: &str) -> u64 {
    let digits = text.strip_prefix("0x").expect("values are hexadecimal");
    u64::from_str_radix(digits, 16).expect("values have 64 bits")
}

fn batch(file: &str, profile: &str) -> usize {
    let questions = data(file);
    let run = vidalu(["eval", "--batch", "-", "--profile", profile], &questions);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    let mut answers = run.stdout.lines();
    let mut count = 0;
    for question in questions.lines() {
        let expected: Expected = serde_json::from_str(question).expect("the data is JSON");
        let line = answers.next().expect("every line is answered");
        let answer: Answer = serde_json::from_str(line).unwrap_or_else(|_| panic!("{}: {line}", expected.ptx));
        assert_eq!(number(&answer.d), number(&expected.d), "{question}");
        assert!(expected.cc_out.is_none_or(|cc| cc == answer.cc), "{question}: {line}");
        count += 1;
    }
    assert_eq!(answers.next(), None);
    count
}

#[test]
fn all_vectors() {
    assert_eq!(batch("vectors.jsonl.gz", "manual"), 74_688);
}

/// The answers of the second golden model, which are the same in both profiles.
#[test]
fn all_cells() {
    assert_eq!(batch("cells.jsonl.gz", "manual"), 14_880);
    assert_eq!(batch("cells.jsonl.gz", "hardware"), 14_880);
}

#[test]
fn all_chains() {
    assert_eq!(batch("chains.jsonl.gz", "hardware"), 1_848);
}

/// The cases that the assembler folded, which are the same in all profiles.
#[test]
fn all_packed_instructions() {
    for profile in ["manual", "hardware", "ptxas", "ptxas-13.5"] {
        assert_eq!(batch("packed.jsonl.gz", profile), 2_600);
    }
}

/// Each line names its own target and version.
#[test]
fn all_packed_lines_of_the_assembler() {
    let lines = data("packed_legality.jsonl.gz");
    let run = vidalu(["check", "--lines", "-"], &lines);
    assert_eq!(run.code, 2);
    let verdict = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("lines are JSON")["ok"].clone();
    let differing = lines.lines().zip(run.stdout.lines()).filter(|(line, answer)| verdict(line) != verdict(answer));
    assert_eq!(run.stdout.lines().count(), 2_970);
    // 3 lines of WARP_SZ; a test of the model lists them.
    assert_eq!(differing.count(), 3);
}

/// A test of the model lists the lines on which the verdicts differ; this test checks the format.
#[test]
fn all_lines_of_the_assembler() {
    #[derive(Deserialize)]
    struct Line {
        ok: bool,
    }
    #[derive(Deserialize)]
    struct Verdict {
        line: usize,
        ok: bool,
        warnings: Option<Vec<serde_json::Value>>,
        error: Option<Error>,
    }
    #[derive(Deserialize)]
    struct Error {
        message: String,
        span: [usize; 2],
    }
    let lines = data("legality.jsonl.gz");
    let run = vidalu(["check", "--lines", "-"], &lines);
    assert_eq!(run.code, 2);
    let mut differing = 0;
    let verdicts: Vec<Verdict> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("answers are JSON")).collect();
    assert_eq!(verdicts.len(), 13_113);
    for (index, (line, verdict)) in lines.lines().zip(&verdicts).enumerate() {
        let line: Line = serde_json::from_str(line).expect("the data is JSON");
        assert_eq!(verdict.line, index + 1);
        assert_eq!((verdict.warnings.is_some(), verdict.error.is_none()), (verdict.ok, verdict.ok));
        if let Some(error) = &verdict.error {
            assert!(!error.message.is_empty() && error.span[0] <= error.span[1]);
        }
        differing += usize::from(line.ok != verdict.ok);
    }
    // 26 lines that are out of scope, 5 with the selector .b1024.
    assert_eq!(differing, 31);
}
