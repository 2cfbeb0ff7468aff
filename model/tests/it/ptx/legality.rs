//! The verdicts of NVIDIA's assembler on 13,113 lines, `conformance/legality.jsonl.gz`.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};

use flate2::read::GzDecoder;
use serde::Deserialize;
use vidalu_model::ptx::{Diagnostic, DiagnosticKind, OutOfScope, Parsed, Scope, parse};

#[derive(Deserialize)]
struct Line {
    ptx: String,
    ok: bool,
}

/// Every line with the assembler's verdict and ours.
fn verdicts() -> Vec<(Line, Result<Parsed, Diagnostic>)> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/legality.jsonl.gz");
    let file = std::fs::File::open(path).expect("the conformance data is part of the repository");
    let scope = Scope::conformance();
    let verdict = |text: std::io::Result<String>| {
        let line: Line = serde_json::from_str(&text.expect("the data is whole")).expect("each line is JSON");
        let ours = parse(&line.ptx, &mut scope.clone());
        (line, ours)
    };
    BufReader::new(GzDecoder::new(file)).lines().map(verdict).collect()
}

/// `.b1024` as a selector: the assembler reads it as a type and refuses it; docs/semantics.md
/// accepts it.
fn is_b1024(line: &Line) -> bool {
    line.ptx.contains(".b1024")
}

#[test]
fn every_verdict_agrees_but_for_the_named_categories() {
    let verdicts = verdicts();
    assert_eq!(verdicts.len(), 13_113);
    let mut left_out = BTreeMap::<OutOfScope, usize>::new();
    let mut b1024 = 0;
    let mut differing = Vec::new();
    for (line, ours) in &verdicts {
        match (line.ok, ours) {
            (true, Err(Diagnostic { kind: DiagnosticKind::OutOfScope(what), .. })) => {
                *left_out.entry(*what).or_default() += 1
            }
            (false, Ok(_)) if is_b1024(line) => b1024 += 1,
            (ok, ours) if ok == ours.is_ok() => {}
            (ok, ours) => differing.push(format!("{}: assembler {ok}, vidalu {ours:?}", line.ptx)),
        }
    }
    assert!(differing.is_empty(), "{} lines differ:\n{}", differing.len(), differing.join("\n"));
    let expected = [
        (OutOfScope::Plain, 9),
        (OutOfScope::SixteenBit, 3),
        (OutOfScope::Saturate, 3),
        (OutOfScope::Mad24, 1),
        (OutOfScope::WarpSz, 10),
    ];
    assert_eq!(left_out.into_iter().collect::<Vec<_>>(), expected);
    assert_eq!(b1024, 5);
}
