//! Compares the verdicts on generated lines, legal and slightly broken ones, with those of NVIDIA's
//! assembler.
//!
//! VIDALU_PTXAS names an installed assembler, VIDALU_PTXAS_SEED a seed and VIDALU_PTXAS_LINES a
//! number of lines. The default seed is the commit.

mod assembler;
mod lines;

use std::collections::BTreeMap;

use vidalu_model::ptx::{Diagnostic, DiagnosticKind, OutOfScope, Parsed, parse};
use vidalu_testkit::{found, number, seed};

use self::assembler::{Assembler, For, Verdict};

type Ours = Result<Parsed, Diagnostic>;

/// A form on which the two verdicts differ; docs/semantics.md has the reasons.
struct Exception {
    name: &'static str,
    /// Lines of the form. A test checks that the verdicts differ on them.
    examples: &'static [&'static str],
    is: fn(&str, &Ours, &Verdict) -> bool,
}

const EXCEPTIONS: &[Exception] = &[
    Exception {
        name: "plain arithmetic",
        examples: &[
            "add.u32 r1, r2, r3",
            "sub.s64 rd1, rd2, rd3",
            "mad.lo.u32 r1, r2, r3, r4",
            "mul.wide.u32 rd1, r2, r3",
        ],
        is: |_, ours, theirs| left_out(ours, theirs, OutOfScope::Plain),
    },
    Exception {
        name: "16-bit types",
        examples: &["mul.lo.u16 rs1, rs2, rs3"],
        is: |_, ours, theirs| left_out(ours, theirs, OutOfScope::SixteenBit),
    },
    Exception {
        name: ".sat on addc, subc, madc.hi",
        examples: &["addc.sat.s32 r1, r2, r3", "subc.sat.s32 r1, r2, r3", "madc.hi.sat.s32 r1, r2, r3, r4"],
        is: |_, ours, theirs| left_out(ours, theirs, OutOfScope::Saturate),
    },
    Exception {
        name: "mad24",
        examples: &["mad24.lo.u32 r1, r2, r3, r4"],
        is: |_, ours, theirs| left_out(ours, theirs, OutOfScope::Mad24),
    },
    Exception {
        name: "WARP_SZ",
        examples: &["addc.u32 r1, r2, WARP_SZ", "addc.u64 rd1, rd2, 1+WARP_SZ"],
        is: |_, ours, theirs| left_out(ours, theirs, OutOfScope::WarpSz),
    },
    Exception {
        name: "a register plus a constant",
        examples: &["addc.u32 r1, r2+1, r3", "vmad.u32.u32.u32 r1, r2, r3, r4+1"],
        is: |_, ours, theirs| left_out(ours, theirs, OutOfScope::Offset),
    },
    Exception {
        name: "floating-point constants compared",
        examples: &["addc.u32 r1, r2, 1.5<2.0"],
        is: |_, ours, theirs| *theirs == Verdict::Accepted && said(ours, "operands must be integers"),
    },
    Exception {
        name: "constants above 64 bits",
        examples: &["addc.u64 rd1, rd2, 18446744073709551616", "addc.u64 rd1, rd2, 0x1ffffffffffffffff"],
        is: |_, ours, theirs| *theirs == Verdict::Accepted && said(ours, "does not fit 64 bits"),
    },
    Exception {
        name: "a quotient above 64 bits",
        examples: &["addc.u64 rd1, rd2, (-9223372036854775807-1)/-1"],
        is: |_, ours, theirs| {
            matches!(theirs, Verdict::Crashed(_)) && said(ours, "a quotient that does not fit 64 bits")
        },
    },
    Exception {
        name: "the selector .b1024",
        examples: &["vadd4.u32.u32.u32 r1, r2.b1024, r3, r4"],
        is: |line, ours, theirs| line.contains(".b1024") && ours.is_ok() && matches!(theirs, Verdict::Refused(_)),
    },
];

/// The forms of packed instructions on which the verdicts differ, beside [`EXCEPTIONS`].
const OF_PACKED: &[Exception] = &[
    Exception {
        name: "a modifier twice",
        examples: &["add.sat.sat.s8x4 r1, r2, r3", "max.s16x2.relu.relu r1, r2, r3"],
        is: |_, ours, theirs| *theirs == Verdict::Accepted && said(ours, "` is repeated"),
    },
    Exception {
        name: "signs before both sources",
        examples: &["add.u8x4 r1, -r2, -r3", "add.sat.s32 r1, -r2, -r3"],
        is: |_, ours, theirs| *theirs == Verdict::Accepted && said(ours, "does not take negated registers"),
    },
    Exception {
        name: "plain min, max and neg",
        examples: &["min.s32 r1, r2, r3", "max.u32 r1, r2, 7", "neg.s32 r1, r2"],
        is: |_, ours, theirs| {
            let is_plain =
                ["min", "max", "neg"].iter().any(|name| said(ours, &format!("`{name}` is not an instruction")));
            *theirs == Verdict::Accepted && is_plain
        },
    },
];

fn left_out(ours: &Ours, theirs: &Verdict, what: OutOfScope) -> bool {
    *theirs == Verdict::Accepted && matches!(ours, Err(error) if error.kind == DiagnosticKind::OutOfScope(what))
}

fn said(ours: &Ours, words: &str) -> bool {
    matches!(ours, Err(error) if error.message.contains(words))
}

/// Returns the assembler, or `None`, which skips the test.
fn assembler() -> Option<Assembler> {
    found(Assembler::find().map_err(|reason| format!("ptxas cannot be had: {reason}")))
}

#[test]
fn every_verdict_is_the_assemblers_but_for_the_named_exceptions() {
    let count = number("VIDALU_PTXAS_LINES").unwrap_or(1_000) as usize;
    compare(&EXCEPTIONS.iter().collect::<Vec<_>>(), EXCEPTIONS, For::SM_90, count, lines::lines);
}

#[test]
fn every_verdict_on_packed_instructions_is_the_assemblers_but_for_the_named_exceptions() {
    let count = number("VIDALU_PTXAS_LINES").unwrap_or(500) as usize;
    let exceptions: Vec<_> = EXCEPTIONS.iter().chain(OF_PACKED).collect();
    compare(&exceptions, OF_PACKED, For::SM_107F, count, lines::packed);
}

/// Compares the verdicts on `count` lines for a platform, and on the examples of the exceptions
/// `shown`.
fn compare(
    exceptions: &[&Exception],
    shown: &[Exception],
    platform: For,
    count: usize,
    lines: fn(u64, usize) -> Vec<String>,
) {
    let Some(assembler) = assembler() else { return };
    let scope = platform.scope();
    let ours = |line: &str| parse(line, &mut scope.clone());

    let examples = shown.iter().flat_map(|one| one.examples.iter().map(move |line| (one, (*line).to_owned())));
    let (named, examples): (Vec<_>, Vec<_>) = examples.unzip();
    for ((exception, line), theirs) in named.iter().zip(&examples).zip(assembler.verdicts(&examples, platform)) {
        let still = (exception.is)(line, &ours(line), &theirs);
        assert!(still, "{line}: no longer an exception, {}: {theirs:?}, {:?}", exception.name, ours(line));
    }

    let seed = seed("VIDALU_PTXAS_SEED");
    eprintln!("{count} lines of VIDALU_PTXAS_SEED={seed}");
    let lines = lines(seed, count);
    let mut met = BTreeMap::<&str, usize>::new();
    let (mut accepted, mut differing) = (0, Vec::new());
    for (line, theirs) in lines.iter().zip(assembler.verdicts(&lines, platform)) {
        let ours = ours(line);
        accepted += usize::from(theirs == Verdict::Accepted);
        if ours.is_ok() == (theirs == Verdict::Accepted) && !matches!(theirs, Verdict::Crashed(_)) {
            continue;
        }
        match exceptions.iter().find(|exception| (exception.is)(line, &ours, &theirs)) {
            Some(exception) => *met.entry(exception.name).or_default() += 1,
            None => {
                differing.push(format!("{line}\n    ptxas: {theirs:?}\n    vidalu: {:?}", ours.map(|_| "accepted")))
            }
        }
    }
    eprintln!("{accepted} accepted, exceptions met: {met:?}");
    assert!(differing.is_empty(), "{} lines differ:\n{}", differing.len(), differing.join("\n"));
    let part = accepted as f64 / count as f64;
    assert!((0.4..0.8).contains(&part), "{accepted} of {count} lines are legal: both sorts should be frequent");
}

/// The assembler accepts the kernels of `vidalu silicon`. The sample contains every unit.
#[test]
fn a_sample_of_the_kernels_assembles() {
    let Some(assembler) = assembler() else { return };
    let seed = seed("VIDALU_PTXAS_SEED");
    let forms = vidalu_silicon::catalogue::select(seed, vidalu_silicon::catalogue::Selection::Sample(1_000));
    for module in vidalu_silicon::kernel::modules(&forms) {
        assert_eq!(
            assembler.assemble("kernels", &module.text, "sm_90"),
            Verdict::Accepted,
            "seed {seed}: {}",
            module.kernels[0].name
        );
    }
}
