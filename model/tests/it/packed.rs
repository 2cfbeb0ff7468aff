//! The packed instructions against the assembler's answers, their video instructions and the table
//! of their forms.

use std::collections::{BTreeMap, HashMap};

use proptest::prelude::*;
use proptest::sample::select;
use serde::Deserialize;
use vidalu_model::bv::Bv;
use vidalu_model::control;
use vidalu_model::exec::Machine;
use vidalu_model::golden::{self, Operands, Profile};
use vidalu_model::isa::{Operation, Packed, PackedOp, Platform, Target, Version};
use vidalu_model::ptx::{DiagnosticKind, OutOfScope, Register, Scope, Statement, parse, parse_line};

use crate::conformance::{folder, number, read};

/// The result of the form's own golden function.
fn by_lanes(form: Packed, a: u32, b: u32) -> u64 {
    let [a, b] = [a, b].map(|word| Bv::<32, u128>::constant(word.into()));
    golden::packed(form, a, b).value() as u64
}

/// The result of the form's instruction on the operands that the form gives it, and any `c`.
fn by_instruction(form: Packed, a: u32, b: u32, c: u32) -> u64 {
    let [a, b] = form.op().operands(0, [a, b].into_iter()).expect("no form has three sources").map(u64::from);
    golden::evaluate(&form.instruction(), Operands { a, b, c: c.into(), cf: false }, Profile::Manual).d
}

fn statement(text: &str) -> Statement {
    let parsed = parse(text, &mut Scope::conformance()).unwrap_or_else(|error| panic!("{text}: {error}"));
    assert_eq!(parsed.warnings, [], "{text}");
    parsed.statement
}

/// Operands at the ends of bytes, half-words and words, in each lane.
const ENDS: [u32; 10] =
    [0, 1, 0x0101_0101, 0x7f80_ff00, 0x807f_00ff, 0x7fff_8000, 0x8000_7fff, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff];

#[test]
fn each_form_is_its_instruction_at_the_ends_and_on_all_bytes() {
    assert_eq!(Packed::all().count(), 54);
    for form in Packed::all() {
        for (a, b) in ENDS.into_iter().flat_map(|a| ENDS.map(|b| (a, b))) {
            assert_eq!(by_lanes(form, a, b), by_instruction(form, a, b, 0x5a5a_5a5a), "{form} {a:#x}, {b:#x}");
        }
        // All pairs of bytes, each in the lowest and the highest lane.
        for pair in 0..=u16::MAX {
            let [a, b] = pair.to_le_bytes().map(u32::from);
            let (a, b) = (a << 24 | a, b << 24 | b);
            assert_eq!(by_lanes(form, a, b), by_instruction(form, a, b, 0), "{form} {a:#x}, {b:#x}");
        }
    }
}

proptest! {
    #[test]
    fn each_form_is_its_instruction(
        form in select(Packed::all().collect::<Vec<_>>()), a: u32, b: u32, c: u32,
    ) {
        prop_assert_eq!(by_lanes(form, a, b), by_instruction(form, a, b, c), "{}", form);
    }
}

#[derive(Debug, Deserialize)]
struct Case {
    ptx: String,
    regs: HashMap<String, String>,
    d: String,
}

#[test]
fn all_cases_that_the_assembler_folded_in_all_profiles() {
    let cases: Vec<Case> = read(&folder().join("packed.jsonl.gz"));
    assert_eq!(cases.len(), 2_600);
    let mut forms = BTreeMap::<String, usize>::new();
    for case in &cases {
        let line = parse_line(&case.ptx, &mut Scope::conformance()).unwrap_or_else(|error| panic!("{case:?}: {error}"));
        for profile in Profile::ALL {
            let mut machine = Machine::new(profile);
            for (register, value) in &case.regs {
                machine.set(register, number(value));
            }
            let executed = machine.execute(&line.statement).expect("its registers are set").expect("it has no guard");
            assert_eq!(executed.outcome.d, number(&case.d), "{profile:?} {case:?}");
        }
        let form = statement(&case.ptx).form().expect("the line is packed");
        let word = |register: &str| case.regs.get(register).map_or(0, |value| number(value) as u32);
        assert_eq!(by_lanes(form, word("r2"), word("r3")), number(&case.d), "{case:?}");
        *forms.entry(form.to_string()).or_default() += 1;
    }
    assert!(forms.len() == 9 && forms.values().all(|count| *count >= 200), "{forms:?}");
}

#[derive(Deserialize)]
struct Line {
    ptx: String,
    target: String,
    version: String,
    ok: bool,
}

#[test]
fn every_verdict_agrees_but_for_the_named_categories() {
    let lines: Vec<Line> = read(&folder().join("packed_legality.jsonl.gz"));
    assert_eq!(lines.len(), 2_970);
    let mut left_out = BTreeMap::<OutOfScope, usize>::new();
    let mut differing = Vec::new();
    for Line { ptx, target, version, ok } in &lines {
        let platform = Platform {
            version: Some(version.parse().expect("the data has versions")),
            target: Some(target.parse().expect("the data has known targets")),
        };
        let ours = parse(ptx, &mut Scope::conformance().with_platform(platform));
        match (ok, &ours) {
            (true, Err(error)) if let DiagnosticKind::OutOfScope(what) = error.kind => {
                *left_out.entry(what).or_default() += 1;
            }
            (ok, ours) if *ok == ours.is_ok() => {}
            (ok, ours) => differing.push(format!("{ptx} {target} {version}: assembler {ok}, vidalu {ours:?}")),
        }
    }
    assert!(differing.is_empty(), "{} lines differ:\n{}", differing.len(), differing.join("\n"));
    assert_eq!(left_out.into_iter().collect::<Vec<_>>(), [(OutOfScope::WarpSz, 3)]);
}

#[test]
fn each_form_reads_back_with_its_modifier_in_both_places() {
    for form in Packed::all() {
        let operands = if form.op() == PackedOp::Neg { "r1, r2" } else { "r1, r2, r3" };
        let text = format!("{form} {operands}");
        let parsed = statement(&text);
        assert_eq!((parsed.form(), parsed.to_string()), (Some(form), text.clone()));
        assert_eq!(*parsed.instruction(), form.instruction());
        assert_eq!(statement(&parsed.to_string()), parsed);
        if let PackedOp::Set(cmp) = form.op() {
            let late = format!("set.{}.{} {operands}", form.ty().name(), cmp.name());
            assert_eq!(statement(&late), parsed);
        }
        if let Some(modifier) = form.modifier() {
            let late = format!("{}.{}.{} {operands}", form.op().name(), form.ty().name(), modifier.name());
            assert_eq!(statement(&late), parsed);
        }
        let guarded = format!("@!p1 {text}");
        assert_eq!(statement(&guarded).to_string(), guarded);
    }
}

/// Only `set` has control words of its own, and a word tells what forms it may be.
#[test]
fn each_form_has_a_legal_control_word() {
    let mut shared = 0;
    for form in Packed::all() {
        let word = control::encode(&form.instruction());
        assert_eq!(control::decode(word), Ok(form.instruction()), "{form}");
        assert_eq!(form.instruction().operation().is_packed(), matches!(form.op(), PackedOp::Set(_)), "{form}");
        let equal: Vec<_> = Packed::equal_to(&form.instruction()).collect();
        assert!(equal.contains(&form), "{form}");
        shared += usize::from(equal.len() > 1);
    }
    // sub.s8x4 and neg.s8x4, of whose operands one is 0.
    assert_eq!(shared, 2);
}

/// The table of the targets and versions, each at its border.
#[test]
fn the_platforms_that_have_each_form() {
    let legal = |text: &str, version: &str, target: &str| {
        let platform = Platform {
            version: Some(version.parse::<Version>().expect("a version")),
            target: Some(target.parse::<Target>().expect("a target")),
        };
        parse(text, &mut Scope::conformance().with_platform(platform)).is_ok()
    };
    for form in Packed::all() {
        let operands = if form.op() == PackedOp::Neg { "r1, r2" } else { "r1, r2, r3" };
        let text = format!("{form} {operands}");
        let is_set = matches!(form.op(), PackedOp::Set(_));
        let is_old = ["add.sat.s32", "sub.sat.s32"].contains(&form.to_string().as_str());
        let is_half = !is_old && legal(&text, "8.0", "sm_90");
        let halves = "add.u16x2 add.s16x2 min.u16x2 min.s16x2 max.u16x2 max.s16x2 min.relu.s16x2 min.relu.s32 \
                      max.relu.s16x2 max.relu.s32";
        assert_eq!(is_half, halves.split_whitespace().any(|half| half == form.to_string()), "{form}");
        assert_eq!(legal(&text, "9.5", "sm_89"), is_old, "{form}");
        assert_eq!(legal(&text, "7.8", "sm_90"), is_old, "{form}");
        assert_eq!(legal(&text, "9.1", "sm_120f"), is_old || is_half, "{form}");
        for plain in ["sm_120", "sm_121", "sm_107", "sm_103a", "sm_110f"] {
            assert_eq!(legal(&text, "9.4", plain), is_old || is_half, "{form} {plain}");
        }
        for suffixed in ["sm_120a", "sm_120f", "sm_121a", "sm_121f"] {
            assert_eq!(legal(&text, "9.2", suffixed), !is_set, "{form} {suffixed}");
            assert_eq!(legal(&text, "9.4", suffixed), !is_set, "{form} {suffixed}");
        }
        assert!(!legal(&text, "9.3", "sm_107f") && legal(&text, "9.4", "sm_107f"), "{form}");
        assert!(legal(&text, "9.4", "sm_107a"), "{form}");
    }
}

/// A text says itself what it is assembled for, unless the caller does.
#[test]
fn the_directives_of_a_text_count_where_nothing_else_is_said() {
    let refused = |text: &str, platform: Platform| {
        let mut scope = Scope::inferring().with_platform(platform);
        parse(text, &mut scope).err().map(|error| error.message)
    };
    let any = Platform::default();
    let text = |head: &str| format!("{head} add.u8x4 r1, r2, r3;");
    assert_eq!(refused(&text(""), any), None);
    assert_eq!(refused(&text(".version 9.2\n.target sm_120f, debug\n"), any), None);
    assert_eq!(
        refused(&text(".version 9.2\n.target sm_90\n"), any).as_deref(),
        Some("add.u8x4 needs sm_107, sm_120 or sm_121 with the suffix a or f, but the target is sm_90")
    );
    assert_eq!(
        refused(&text(".version 9.1\n"), any).as_deref(),
        Some("add.u8x4 needs PTX 9.2 or later, but the version is 9.1")
    );
    assert_eq!(
        refused(&text(".version 8.7\n.target sm_120f\n"), any).as_deref(),
        Some("PTX 8.7 does not have target sm_120f; PTX 8.8 brought it")
    );
    let given = Platform { target: Some("sm_121a".parse().unwrap()), version: None };
    assert_eq!(refused(&text(".version 9.2\n.target sm_90\n"), given), None);
    // Video instructions do not depend on it.
    assert_eq!(refused(".version 1.0\n.target sm_10\nvadd4.u32.u32.u32 r1, r2, r3, r4;", any), None);
}

#[test]
fn impossible_statements_cannot_be_built() {
    let form = Packed::all().find(|form| form.to_string() == "add.u8x4").unwrap();
    let d = || Register::new("r1", 32).unwrap();
    let statement = |form, sources: &[&str]| {
        let parsed = sources.iter().map(|source| match source.parse() {
            Ok(value) => vidalu_model::ptx::Operand::Constant(value),
            Err(_) => vidalu_model::ptx::Operand::Register(Register::new(source, 32).unwrap()),
        });
        Statement::packed(None, form, d(), &parsed.collect::<Vec<_>>()).map_err(|error| error.to_string())
    };
    assert!(statement(form, &["r2", "r3"]).is_ok());
    assert_eq!(statement(form, &["r2"]).unwrap_err(), "the instruction reads 2 operands");
    assert_eq!(statement(form, &["r2", "r3", "r4"]).unwrap_err(), "the instruction reads 2 operands");
    let constant = "operand b must be a register: packed instructions take no constants";
    assert_eq!(statement(form, &["r2", "7"]).unwrap_err(), constant);
    let wide = Statement::packed(None, form, Register::new("rd1", 64).unwrap(), &[]).unwrap_err();
    assert_eq!(wide.to_string(), "register d has 64 bits; the instruction's operands have 32");
    let word = Packed::all().find(|form| form.to_string() == "add.sat.s32").unwrap();
    assert!(statement(word, &["r2", "7"]).is_ok());
    assert_eq!(Packed::new(PackedOp::Neg, vidalu_model::isa::PackedType::S16x2, None), None);
}

#[test]
fn comparisons_of_unsigned_numbers_have_two_names() {
    for (name, other) in [("lo", "lt"), ("ls", "le"), ("hi", "gt"), ("hs", "ge")] {
        for ty in ["u8x4", "u16x2"] {
            let text = |cmp: &str| format!("set.{cmp}.{ty} r1, r2, r3");
            assert_eq!(statement(&text(name)).to_string(), text(other));
        }
        let refused = parse(&format!("set.s8x4.{name} r1, r2, r3"), &mut Scope::conformance()).unwrap_err();
        assert_eq!(refused.message, format!("`.{name}` compares unsigned numbers; the type is .s8x4"));
        assert_eq!(refused.help.as_deref(), Some(&*format!("write .{other}")));
    }
}

#[test]
fn versions_and_targets_are_read() {
    assert_eq!("9.2".parse::<Version>().unwrap().to_string(), "9.2");
    for bad in ["9", "9.", ".2", "9.2.1", "+9.2", "9.-2", "9.300", ""] {
        let error = bad.parse::<Version>().unwrap_err().to_string();
        assert_eq!(error, format!("`{bad}` is not a version of PTX"));
    }
    assert!(Target::all().all(|target| target.name().parse() == Ok(target)));
    assert_eq!("sm_120g".parse::<Target>().unwrap_err().to_string(), "unknown target `sm_120g`");
}

/// Reports have a row for each operation. The page says which packed instructions it covers.
#[test]
fn the_documentation_lists_the_forms_of_each_operation() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/verification.md");
    let text = std::fs::read_to_string(path).expect("the documentation is part of the repository");
    let mut listed = 0;
    for operation in Operation::ALL {
        let forms: Vec<_> = Packed::of(operation).map(|form| format!("`{form}`")).collect();
        let row = format!("| `{}` | {} |", operation.name(), forms.join(", "));
        assert!(forms.is_empty() || text.contains(&row), "missing: {row}");
        listed += forms.len();
    }
    assert_eq!(listed, Packed::all().count());
}

#[test]
fn the_documentation_lists_each_form() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/semantics.md");
    let text = std::fs::read_to_string(path).expect("the documentation is part of the repository");
    for form in Packed::all() {
        assert!(text.contains(&format!("`{form}`")), "{form}");
    }
}
