//! Texts: white space, comments, constants, guards, sequences, declarations, glue.

use vidalu_model::isa::{DataType, HostOp, Instruction, VmadMode};
use vidalu_model::ptx::{
    Content, Diagnostic, DiagnosticKind, Guard, Line, Operand, OutOfScope, Register, RegisterKind, Scope, Statement,
    StatementError, parse, parse_line, parse_program, parse_sequence, statements,
};

fn legal(text: &str) -> Statement {
    parse(text, &mut Scope::conformance()).unwrap_or_else(|error| panic!("{text}: {error}")).statement
}

fn refused(text: &str) -> Diagnostic {
    parse(text, &mut Scope::conformance()).expect_err(text)
}

fn constant(operand: &Operand) -> u64 {
    match operand {
        Operand::Constant(value) => *value,
        Operand::Register(register) => panic!("{register} is not a constant"),
    }
}

#[test]
fn constants_are_cut_to_the_width_with_their_sign_folded_in() {
    let cases = [
        ("10", 10, 10),
        ("0", 0, 0),
        ("010", 8, 8),
        ("0x1F", 0x1f, 0x1f),
        ("0X1f", 0x1f, 0x1f),
        ("0b101", 5, 5),
        ("10U", 10, 10),
        ("0x10U", 16, 16),
        ("-5", 0xffff_fffb, 0xffff_ffff_ffff_fffb),
        ("- -5", 5, 5),
        ("-(-5)", 5, 5),
        ("(5)", 5, 5),
        ("((-(5)))", 0xffff_fffb, 0xffff_ffff_ffff_fffb),
        ("4294967296", 0, 0x1_0000_0000),
        ("-0x80000000", 0x8000_0000, 0xffff_ffff_8000_0000),
        ("0xffffffffffffffff", 0xffff_ffff, u64::MAX),
    ];
    for (text, narrow, wide) in cases {
        assert_eq!(constant(legal(&format!("addc.u32 r1, r2, {text}")).b()), narrow, "{text}");
        assert_eq!(constant(legal(&format!("addc.s64 rd1, {text}, rd3")).a()), wide, "{text}");
    }
    for text in ["08", "0x", "0b2", "5u", "1e5", "0f3f800000", "5UU", "0b", "0x1_0", "(5", "()", "18446744073709551616"]
    {
        let line = format!("addc.u32 r1, r2, {text}");
        assert!(parse(&line, &mut Scope::conformance()).is_err(), "{text}");
    }
}

/// Each expression's value is the assembler's: the machine code is that of the line with the
/// number.
const EXPRESSIONS: &[(&str, u64)] = &[
    ("~5", !5),
    ("!5", 0),
    ("!0", 1),
    ("+5", 5),
    ("~~5", 5),
    ("-~5", 6),
    ("1+2", 3),
    ("(1+2)*3", 9),
    ("5--5", 10),
    ("5++5", 10),
    ("1+2*3<<1", 14),
    ("1|2&3^1", 3),
    ("1<2==1", 1),
    ("5<6<7", 1),
    ("5>3>1", 0),
    ("1?2:3", 2),
    ("0?2:3", 3),
    ("0?1:0?3:4", 4),
    ("1?0?1:2:3", 2),
    ("2+3?4:5", 4),
    ("1?2:3+1", 2),
    ("-1?5:6", 5),
    ("!5==0", 1),
    ("5&&0", 0),
    ("5||0", 1),
    ("5!=6", 1),
    ("5>=5", 1),
    ("5<=4", 0),
    ("-7/2", -3_i64 as u64),
    ("(-2)/2U", (-2_i64 as u64) / 2),
    ("-7 % 2", 1),
    ("7 % -2", 7),
    ("(-1 % -1U)-1>0", 1),
    ("-1>0", 0),
    ("-1>0U", 1),
    ("0xffffffffffffffff>0", 1),
    ("9223372036854775808>0", 1),
    ("(-1&-1)>0", 0),
    ("(-1&-1U)>0", 1),
    ("(-2+1)>0", 0),
    ("(1U+-2)>0", 1),
    ("~0>0", 1),
    ("(!0)-2>0", 0),
    ("(1U<2U)-2>0", 0),
    ("-(1U)>0", 1),
    ("(.s64)-1U>0", 0),
    ("( .u64 ) -1>0", 1),
    ("(.s64)(.u64)-1>0", 0),
    ("(1?-1:1U)>0", 0),
    ("(0?1:-1U)>0", 1),
    ("(-1)>>1", u64::MAX),
    ("-1U>>1", u64::MAX >> 1),
    ("(1<<63U)>>63", u64::MAX),
    ("(1U<<63)>>63", 1),
    ("1<<64", 1),
    ("1<<65", 2),
    ("1<<-1", 1 << 63),
    ("1>>-1", 0),
    ("-1>>65", u64::MAX),
    ("(-9223372036854775807-1) % -1", 1 << 63),
];

#[test]
fn constant_expressions_have_the_values_that_the_assembler_computes() {
    for &(text, value) in EXPRESSIONS {
        assert_eq!(constant(legal(&format!("addc.u64 rd1, rd2, {text}")).b()), value, "{text}");
        let narrow = legal(&format!("vadd.u32.u32.u32.add r1, {text}, r3, {text}"));
        assert_eq!(constant(narrow.a()), value & 0xffff_ffff, "{text}");
        assert_eq!(narrow.c(), Some(narrow.a()), "{text}");
    }
    assert_eq!(legal("addc.u64 rd1, (.s64)~5, 1+2").to_string(), "addc.u64 rd1, 0xfffffffffffffffa, 0x3");
    let vmad = legal("vmad.u32.u32.u32 r1, -5+3, -r3, r4");
    assert_eq!(vmad.to_string(), "vmad.u32.u32.u32 r1, 0xfffffffe, -r3, r4");
    for text in [
        "1+",
        "*5",
        "(1+2",
        "1+2)",
        "1?2",
        "1?:2",
        "1:2",
        "(1:2)",
        "5=5",
        "1 & & 1",
        "1 < = 2",
        "(s64)5",
        "(.s32)5",
        "(.s64 5",
        "1/0",
        "1 % 0",
        "1%0",
        "1||1/0",
        "1?5:1/0",
        "(1,2)",
        "~rd1",
        "!rd1",
        "+rd1",
        "(rd1)",
        "1+rd1",
        "rd1-1",
        "- -rd1",
        "(5).b0",
        "1+2.5",
        "(-9223372036854775807-1)/-1",
    ] {
        assert!(parse(&format!("addc.u64 rd1, rd2, {text}"), &mut Scope::conformance()).is_err(), "{text}");
    }
    assert_eq!(refused("addc.u64 rd1, rd2, rd3+1").kind, DiagnosticKind::OutOfScope(OutOfScope::Offset));
    assert_eq!(refused("addc.u64 rd1, rd2, 1+WARP_SZ").kind, DiagnosticKind::OutOfScope(OutOfScope::WarpSz));
}

#[test]
fn leading_zeros_do_not_make_another_register() {
    let parsed = parse("@!p01 addc.u64 rd1, rd01, rd009", &mut Scope::conformance()).expect("below the count");
    assert_eq!(parsed.statement.to_string(), "@!p1 addc.u64 rd1, rd1, rd9");
    let warnings = parsed.warnings.iter().map(|warning| (warning.span.clone(), warning.message.as_str()));
    let said = "accepted by ptxas, not in the manual: leading zeros in the number of a register";
    assert_eq!(warnings.collect::<Vec<_>>(), [(2..5, said), (20..24, said), (26..31, said)]);
    for text in ["addc.u32 r1, r2, r010", "addc.u32 r1, r2, r0x1", "addc.u32 r01, r2, rd01"] {
        refused(text);
    }
    let scope = &mut Scope::from_decls(".reg .b32 a<10>; .reg .b32 a0<5>").expect("no name is declared twice");
    let parsed = parse("addc.u32 a00, a001, a01", scope).expect("all are declared");
    assert_eq!(parsed.statement.to_string(), "addc.u32 a00, a1, a01");
}

#[test]
fn signs_on_both_a_and_b_are_ignored_with_a_warning() {
    for text in [
        "vadd.u32.u32.u32.sat r1.b0, r2, r3, r4",
        "vset.u32.u32.lt r1, r2, r3",
        "vshl.u32.u32.u32.wrap r1, r2, r3",
        "vadd2.s32.s32.s32.sat r1, r2, r3, r4",
        "vsub4.u32.u32.u32.add r1.b30, r2, r3, r4",
        "vset4.u32.u32.lt r1, r2, r3, r4",
        "addc.u32 r1, r2, r3",
        "sub.cc.u32 r1, r2, r3",
        "mad.lo.cc.u32 r1, r2, r3, r4",
        "mul.hi.u32 r1, r2, r3",
    ] {
        let signed = text.replace("r2, r3", "-r2, -r3");
        let parsed = parse(&signed, &mut Scope::conformance()).unwrap_or_else(|error| panic!("{signed}: {error}"));
        assert_eq!(parsed.statement, legal(text));
        assert!(parsed.warnings.iter().all(|warning| warning.message.ends_with("; it is ignored")), "{signed}");
        assert_eq!(parsed.warnings.len(), 2, "{signed}");
        for wrong in ["-r2, r3", "r2, -r3", "-r2, -5"] {
            refused(&text.replace("r2, r3", wrong));
        }
        if text.contains("r4") {
            refused(&signed.replace("r4", "-r4"));
        }
    }
    refused("addc.u64 rd1, -rd2, -rd3");
}

#[test]
fn a_million_brackets_are_no_danger() {
    let text = format!("addc.u32 r1, r2, {}5{}", "-(".repeat(1_000_000), ")".repeat(1_000_000));
    assert_eq!(constant(legal(&text).b()), 5);
}

#[test]
fn a_sign_before_a_register_negates_and_before_a_constant_does_not() {
    let mode = |text: &str| match legal(text).instruction() {
        Instruction::Vmad(vmad) => vmad.mode,
        other => panic!("{other}"),
    };
    assert_eq!(mode("vmad.s32.s32.s32 r1, r2, r3, r4"), VmadMode::Plain);
    assert_eq!(mode("vmad.s32.s32.s32 r1, -r2, r3, r4"), VmadMode::NegateProduct);
    assert_eq!(mode("vmad.s32.s32.s32 r1, r2, - r3, r4"), VmadMode::NegateProduct);
    assert_eq!(mode("vmad.s32.s32.s32 r1, -r2, -r3, r4"), VmadMode::Plain);
    assert_eq!(mode("vmad.s32.s32.s32 r1, -r2, -r3, -r4"), VmadMode::NegateC);
    assert_eq!(mode("vmad.s32.s32.s32 r1, r2, -5, r4"), VmadMode::Plain);
    assert_eq!(mode("vmad.s32.s32.s32 r1, -5, r3, -r4"), VmadMode::NegateC);
    assert_eq!(mode("vmad.s32.s32.s32 r1, -5, -r3, r4"), VmadMode::NegateProduct);
    assert_eq!(mode("vmad.s32.s32.s32.po r1, r2, r3, -5"), VmadMode::PlusOne);
}

#[test]
fn the_canonical_spelling() {
    let cases = [
        ("vadd.max.s32.sat.u32.s32 r1,r2 .b0,r3.h1,r4", "vadd.s32.u32.s32.sat.max r1, r2.b0, r3.h1, r4"),
        ("vadd.u32.u32.u32 r1, -r2, -r3, r4", "vadd.u32.u32.u32 r1, r2, r3"),
        ("vset.lt.u32.s32 r1.h1, r2, -1, 7", "vset.u32.s32.lt r1.h1, r2, 0xffffffff, 0x7"),
        ("vmad.u32.u32.u32.shr7.sat r1, r2, -r3.b1, r4", "vmad.u32.u32.u32.sat.shr7 r1, -r2, r3.b1, r4"),
        ("vmad.u32.u32.u32 r1, 5, -r3, r4", "vmad.u32.u32.u32 r1, 0x5, -r3, r4"),
        ("vmad.u32.u32.u32 r1, r2, r3, -r4", "vmad.u32.u32.u32 r1, r2, r3, -r4"),
        ("vadd4.u32.u32.u32 r1.b3210, r2.b3210, r3.b7654, r4", "vadd4.u32.u32.u32 r1, r2, r3, r4"),
        ("vadd4.add.u32.u32.u32 r1.b20, r2.b1024, r3, r4", "vadd4.u32.u32.u32.add r1.b20, r2.b1024, r3, r4"),
        ("vset2.u32.s32.ge r1.h1, r2.h32, r3.h10, r4", "vset2.u32.s32.ge r1.h1, r2.h32, r3.h10, r4"),
        ("add.u64.cc rd1, rd2, -1", "add.cc.u64 rd1, rd2, 0xffffffffffffffff"),
        ("@!p1 madc.hi.s32.cc r1, r2, r3, 010", "@!p1 madc.hi.cc.s32 r1, r2, r3, 0x8"),
        ("mul.hi.u64 rd1, rd2, rd3", "mul.hi.u64 rd1, rd2, rd3"),
    ];
    for (text, canonical) in cases {
        assert_eq!(legal(text).to_string(), canonical);
        assert_eq!(legal(canonical), legal(text));
    }
}

#[test]
fn white_space_and_comments_stand_between_tokens() {
    let plain = legal("@!p1 vadd.u32.u32.u32 r1.b0, r2, r3, r4");
    for text in [
        "@!p1 vadd.u32.u32.u32 r1.b0,r2,r3,r4;",
        "\t@ ! p1\n vadd.u32.u32.u32\r\n r1.b0 , r2 , r3\n, r4 ; // the end",
        "/* ; */ @!p1/**/vadd.u32.u32.u32/* a\nb */r1.b0, // d\n r2, r3, r4",
    ] {
        assert_eq!(legal(text), plain, "{text}");
    }
    assert_eq!(plain.guard(), Guard::new("p1", true).as_ref());
}

#[test]
fn names_follow_the_rules_for_identifiers() {
    for name in ["a", "Z9", "_a", "$x", "%r1", "a$b_c", "%_", "c", "d"] {
        assert_eq!(Register::new(name, 32).map(|register| register.name().to_owned()), Some(name.to_owned()));
        let text = format!("vadd.u32.u32.u32 {name}, {name}.b0, {name}");
        assert!(parse(&text, &mut Scope::inferring()).is_ok(), "{name}");
    }
    for name in ["", "_", "$", "%", "1a", "a.b", "a b", "a%", "r\u{e9}", "WARP_SZ", "%laneid", "%envreg31", "%pm0_64"] {
        assert_eq!(Register::new(name, 32), None, "{name}");
        assert_eq!(Guard::new(name, false), None, "{name}");
    }
    assert_eq!(Register::new("a", 16), None);
}

#[test]
fn a_sequence_has_its_spans_in_the_whole_text() {
    let text = "add.cc.u32 r1, r2, r3;; // one\n addc.u32 r4, r5, r6 ";
    let parsed = parse_sequence(text, &mut Scope::conformance()).expect(text);
    let spans = parsed.iter().map(|parsed| &text[parsed.span.clone()]).collect::<Vec<_>>();
    assert_eq!(spans, ["add.cc.u32 r1, r2, r3", "addc.u32 r4, r5, r6"]);

    let text = "add.cc.u32 r1, r2, r3; addc.u32 r4, r5, bad";
    let error = parse_sequence(text, &mut Scope::conformance()).expect_err(text);
    assert_eq!(&text[error.span], "bad");
}

#[test]
fn one_statement_is_one() {
    let text = "addc.u32 r1, r2, r3; addc.u32 r4, r5, r6";
    assert_eq!(&text[refused(text).span], "addc.u32 r4, r5, r6");
    for nothing in ["", " ; ", "// a comment", ".reg .b32 a;"] {
        assert_eq!(refused(nothing).message, "expected an instruction, found none");
    }
}

#[test]
fn a_refused_statement_does_not_hide_the_others() {
    let text = "vadd.u32.u32.u32 r1, r2, r3;\nvadd.u32 r1; mov.u32 a, {b, c};\n.reg .b32 z;\nvadd.u32.u32.u32 z, z\n\
                @p1 vsub.u32.u32.u32 z, z, z";
    let scope = &mut Scope::conformance();
    let items = statements(text, scope).collect::<Vec<_>>();
    let verdicts = items.iter().map(|item| (&text[item.span.clone()], item.verdict.is_ok())).collect::<Vec<_>>();
    let expected = [
        ("vadd.u32.u32.u32 r1, r2, r3", true),
        ("vadd.u32 r1", false),
        ("mov.u32 a, {b, c}", false),
        (".reg .b32 z", true),
        ("vadd.u32.u32.u32 z, z", false),
        ("@p1 vsub.u32.u32.u32 z, z, z", true),
    ];
    assert_eq!(verdicts, expected);
    assert_eq!(items[3].verdict, Ok(Content::Declaration));
    let missing = items[4].verdict.as_ref().expect_err("it lacks its semicolon and its third operand");
    assert_eq!(missing.message, "expected `;` at the end of the statement");
    assert_eq!(missing.span, items[4].span.end..items[4].span.end);
}

const MODULE: &str = r#"//
// A module as a compiler writes it.
.version 8.5
.target sm_90, debug
.address_size 64
.extern .func (.param .b32 status) print(.param .b64 text, .param .b64 values);
.visible .global .align 4 .b8 text[4] = {59, 123, 34, 0};
.pragma "a ; and a {";
.file 1 "kernel.cu", 1700000000, 42

.visible .entry first(
    .param .u64 first_param_0,
    .param .align 4 .b8 first_param_1[8]
)
.maxntid 128, 1, 1
.minnctapersm 1
{
    .reg .pred %p<2>;
    .reg .b32 %r<5>;
    .shared .align 4 .b8 buffer[1024];
    .loc 1 12 5
    vadd.u32.u32.u32 %r1, %r2, %r3;
$L_loop:
    @%p1 bra $L_loop;
    {
        .reg .b64 %r<3>;
        add.cc.u64 %r0, %r1, %r2;
    }
    mov.b64 {%r1, %r2}, 5;
    add.cc.u32 %r0, %r1, %r2
}
.weak .func second() { .reg .b64 %r; addc.u64 %r, %r, %r; vadd.u32.u32.u32 %r1, %r2, %r3; ret; }
.section .debug_str
{
    .b8 59, 0
}
"#;

#[test]
fn a_module_is_its_statements_and_blocks_have_registers_of_their_own() {
    let scope = &mut Scope::inferring();
    let items = statements(MODULE, scope).collect::<Vec<_>>();
    let verdicts = items.iter().filter(|item| !matches!(item.verdict, Ok(Content::Frame | Content::Declaration)));
    let verdicts = verdicts.map(|item| (&MODULE[item.span.clone()], item.verdict.as_ref().err()));
    let said = verdicts.map(|(text, error)| (text, error.map_or("", |error| error.message.as_str())));
    let expected = [
        ("vadd.u32.u32.u32 %r1, %r2, %r3", ""),
        ("@%p1 bra $L_loop", "`bra` is not an instruction of vidalu"),
        ("add.cc.u64 %r0, %r1, %r2", ""),
        ("mov.b64 {%r1, %r2}, 5", "`mov` is not an instruction of vidalu"),
        ("add.cc.u32 %r0, %r1, %r2", "expected `;` at the end of the statement"),
        ("addc.u64 %r, %r, %r", ""),
        ("vadd.u32.u32.u32 %r1, %r2, %r3", "register `%r1` is not declared"),
        ("ret", "`ret` is not an instruction of vidalu"),
    ];
    assert_eq!(said.collect::<Vec<_>>(), expected);
    assert_eq!(items.iter().filter(|item| item.verdict == Ok(Content::Declaration)).count(), 4);
    assert_eq!(scope.kind("%r"), None, "a block's registers end with it");
}

#[test]
fn a_program_is_the_instructions_of_a_module() {
    let text = ".version 8.5 .target sm_90 .address_size 64 .visible .entry k() { .reg .b32 a; addc.u32 a, a, a; }";
    let parsed = parse_sequence(text, &mut Scope::inferring()).expect(text);
    assert_eq!(parsed.iter().map(|parsed| &text[parsed.span.clone()]).collect::<Vec<_>>(), ["addc.u32 a, a, a"]);
}

#[test]
fn a_broken_frame_is_refused_at_its_place() {
    for (text, place, message) in [
        ("{ addc.u32 r1, r2, r3;", "", "expected `}`: a block is not closed"),
        ("addc.u32 r1, r2, r3; }", "}", "unmatched `}`: no block is open"),
        (".version ; addc.u32 r1, r2, r3", ";", "expected a value after `.version`, found `;`"),
        (".entry k(", ".entry k(", "the directive `.entry` is not terminated"),
        (".b32 r1; addc.u32 r1, r2, r3", ".b32", "unknown directive `.b32`"),
    ] {
        let scope = &mut Scope::conformance();
        let error = parse_sequence(text, scope).expect_err(text);
        assert_eq!((&text[error.span], error.message.as_str()), (place, message), "{text}");
        assert!(parse("addc.u32 r1, r2, r3", scope).is_ok(), "{text} leaves no block open");
    }
}

#[test]
fn glue_is_accepted_where_it_is_asked_for() {
    let scope = &mut Scope::conformance();
    for (text, op, ty) in [
        ("add.u32 r1, r2, 0x5", HostOp::Add, DataType::U32),
        ("sub.s32 r1, r2, r3", HostOp::Sub, DataType::S32),
        ("@p1 add.s64 rd1, rd2, rd3", HostOp::Add, DataType::S64),
        ("sub.u64 rd1, rd2, rd3", HostOp::Sub, DataType::U64),
    ] {
        match parse_line(text, scope).expect(text).statement {
            Line::Host(glue) => {
                assert_eq!((glue.host().op(), glue.host().ty()), (op, ty));
                assert_eq!(glue.to_string(), text);
            }
            Line::Vidalu(statement) => panic!("{statement} is glue"),
        }
        let error = parse(text, scope).expect_err(text);
        assert_eq!(error.kind, DiagnosticKind::OutOfScope(OutOfScope::Plain));
    }
    for text in [
        "add.f32 f1, f2, f3",
        "add.u16 rs1, rs2, rs3",
        "add.sat.s64 rd1, rd2, rd3",
        "mad.lo.u32 r1, r2, r3, r4",
        "mov.u32 r1, r2",
    ] {
        assert!(parse_line(text, scope).is_err(), "{text}");
    }
    let chain = "mad.lo.cc.u32 r8, r2, r3, r4; sub.s32 r9, r3, r4; mul.lo.u32 r9, r9, r2; madc.hi.u32 r1, r3, r4, r2";
    let kinds = parse_program(chain, scope).expect(chain);
    let glue = kinds.iter().map(|parsed| matches!(parsed.statement, Line::Host(_))).collect::<Vec<_>>();
    assert_eq!(glue, [false, true, false, false]);
}

#[test]
fn an_inferring_scope_remembers_the_width_of_the_first_use() {
    let scope = &mut Scope::inferring();
    assert!(parse("add.cc.u64 a, b, c", scope).is_ok());
    assert_eq!(scope.kind("a"), Some(RegisterKind::Bits64));
    let error = parse("add.cc.u32 x, y, a", scope).expect_err("a has 64 bits");
    assert_eq!(error.message, "add needs a 32-bit register here; `a` is a 64-bit register");
    assert_eq!(scope.kind("x"), None, "a refused statement teaches nothing");
    assert!(parse("@a add.cc.u64 a, b, c", scope).is_ok(), "predicates have names of their own");
}

#[test]
fn a_declaration_ends_the_inference() {
    let scope = &mut Scope::inferring();
    let text = "add.cc.u32 a, b, c; .reg .b64 %rd<3>, x; .reg .pred p; @p addc.u64 x, %rd0, %rd2; addc.u32 a, b, e";
    let verdicts = statements(text, scope).map(|item| item.verdict.map(|_| ())).collect::<Vec<_>>();
    assert_eq!(verdicts.len(), 5);
    assert!(verdicts[..4].iter().all(Result::is_ok), "{verdicts:?}");
    assert_eq!(verdicts[4].as_ref().map_err(|error| error.message.as_str()), Err("register `e` is not declared"));
    let late = parse(".reg .b64 a;", scope).expect_err("a was used with 32 bits");
    assert_eq!(late.message, "register `a` was used as a 32-bit register before its declaration");
}

#[test]
fn declarations() {
    let scope = Scope::from_decls(".reg .b32 r<2>, a; .s64 %x<11>; .reg .pred p; .f16x2 h").expect("well-formed");
    for (name, kind) in [
        ("r0", Some(RegisterKind::Bits32)),
        ("r1", Some(RegisterKind::Bits32)),
        ("r2", None),
        ("r01", Some(RegisterKind::Bits32)),
        ("r02", None),
        ("r0x1", None),
        ("r", None),
        ("a", Some(RegisterKind::Bits32)),
        ("%x10", Some(RegisterKind::Bits64)),
        ("%x11", None),
        ("p", Some(RegisterKind::Predicate)),
        ("h", Some(RegisterKind::Other(".f16x2"))),
    ] {
        assert_eq!(scope.kind(name), kind, "{name}");
    }
    for wrong in [
        ".reg .b32",
        ".reg r1",
        ".reg .b31 r1",
        ".reg .b32 r<>",
        ".reg .b32 r<-1>",
        ".reg .b32 r<0x5>",
        ".reg .b32 r<5",
        ".reg .b32 a, a",
        ".reg .b32 a1; .reg .b64 a<2>",
        ".reg .b32 a<2>; .reg .b64 a1",
        ".reg .b32 a<2>; .reg .b32 a<1>",
        ".reg .b32 a<20>; .reg .b32 a1<5>",
        ".reg .b32 a1<5>; .reg .b32 a<20>",
        ".reg .b32 a<10>; .reg .b64 a01",
        ".reg .b32 %tid",
        ".reg .b32 a b",
        "vadd",
    ] {
        assert!(Scope::from_decls(wrong).is_err(), "{wrong}");
    }
    assert!(Scope::from_decls(".reg .b32 a<10>; .reg .b32 a1<5>").is_ok());
    assert!(Scope::from_decls(".reg .b32 r<18446744073709551615>").is_ok(), "a large family costs nothing");
}

#[test]
fn impossible_statements_cannot_be_built() {
    let register = |name: &str, width| Register::new(name, width).expect("a name");
    let reg = |name: &str| Operand::Register(register(name, 32));
    let build = |text: &str, a: Operand, b: Operand, c: Option<Operand>| {
        Statement::new(None, *legal(text).instruction(), register("d", 32), a, b, c)
    };
    let five = || Operand::Constant(5);
    let plain = "vadd.u32.u32.u32 r1, r2, r3";
    assert!(build(plain, reg("a"), five(), None).is_ok());
    assert_eq!(build(plain, reg("a"), reg("b"), Some(reg("c"))), Err(StatementError::Third { reads: false }));
    assert_eq!(
        build(plain, Operand::Register(register("a", 64)), reg("b"), None),
        Err(StatementError::Width { operand: 'a', width: 64, expected: 32 })
    );
    assert_eq!(
        build(plain, reg("a"), Operand::Constant(1 << 32), None),
        Err(StatementError::Constant { operand: 'b', width: 32 })
    );
    for (text, a, b, c, operand) in [
        ("vadd.u32.u32.u32 r1, r2.b0, r3", five(), reg("b"), None, 'a'),
        ("vadd.u32.u32.u32 r1, r2, r3.h1", reg("a"), five(), None, 'b'),
        ("vadd2.u32.u32.u32 r1, r2, r3, r4", reg("a"), reg("b"), Some(five()), 'c'),
        ("vmad.u32.u32.u32 r1, -r2, r3, r4", five(), five(), Some(reg("c")), 'a'),
        ("vmad.u32.u32.u32 r1, r2, r3, -r4", reg("a"), reg("b"), Some(five()), 'c'),
    ] {
        match build(text, a, b, c) {
            Err(StatementError::Register { operand: found, .. }) => assert_eq!(found, operand, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    let narrow = Statement::new(
        None,
        *legal("addc.u64 rd1, rd2, rd3").instruction(),
        register("d", 32),
        Operand::Constant(0),
        Operand::Constant(0),
        None,
    );
    assert_eq!(narrow, Err(StatementError::Width { operand: 'd', width: 32, expected: 64 }));
}
