//! The manual's own example lines. Their registers follow no convention: each has the width of its
//! first use.

use vidalu_model::ptx::{Diagnostic, Line, Scope, parse_line, parse_sequence};

/// The manual's errors apart, each section's examples, in its order. All share their registers.
const SECTIONS: &[(&str, &[&str])] = &[
    (
        "9.7.18.1.1",
        &[
            "vadd.s32.u32.s32.sat      r1, r2.b0, r3.h0;",
            "vsub.s32.s32.u32.sat      r1, r2.h1, r3.h1;",
            "vabsdiff.s32.s32.s32.sat  r1.h0, r2.b0, r3.b2, c;",
            "vmin.s32.s32.s32.sat.add  r1, r2, r3, c;",
        ],
    ),
    ("9.7.18.1.2", &["vshl.s32.u32.u32.clamp  r1, r2, r3;", "vshr.u32.u32.u32.wrap   r1, r2, r3.h1;"]),
    ("9.7.18.1.3", &["vmad.s32.s32.u32.sat    r0, r1, r2, -r3;", "vmad.u32.u32.u32.shr15  r0, r1.h0, r2.h0, r3;"]),
    ("9.7.18.1.4", &["vset.s32.u32.lt    r1, r2, r3;", "vset.u32.u32.ne    r1, r2, r3.h1;"]),
    (
        "9.7.18.2.1",
        &[
            "vadd2.s32.s32.u32.sat  r1, r2, r3, r1;",
            "vsub2.s32.s32.s32.sat  r1.h0, r2.h10, r3.h32, r1;",
            "vmin2.s32.u32.u32.add  r1.h10, r2.h00, r3.h22, r1;",
        ],
    ),
    ("9.7.18.2.2", &["vset2.s32.u32.lt      r1, r2, r3, r0;", "vset2.u32.u32.ne.add  r1, r2, r3, r0;"]),
    (
        "9.7.18.2.3",
        &["vadd4.s32.s32.u32.sat  r1, r2, r3, r1;", "vsub4.s32.s32.s32.sat  r1.b0, r2.b3210, r3.b7654, r1;"],
    ),
    ("9.7.18.2.4", &["vset4.s32.u32.lt      r1, r2, r3, r0;"]),
    (
        "9.7.2.1 and 9.7.2.2",
        &[
            "@p  add.cc.u32   x1,y1,z1;   // extended-precision addition of",
            "@p  addc.cc.u32  x2,y2,z2;   // two 128-bit values",
            "@p  addc.cc.u32  x3,y3,z3;",
            "@p  addc.u32     x4,y4,z4;",
        ],
    ),
    (
        "9.7.2.3 and 9.7.2.4",
        &[
            "@p  sub.cc.u32   x1,y1,z1;   // extended-precision subtraction",
            "@p  subc.cc.u32  x2,y2,z2;   // of two 128-bit values",
            "@p  subc.cc.u32  x3,y3,z3;",
            "@p  subc.u32     x4,y4,z4;",
        ],
    ),
    ("9.7.2.5", &["@p  mad.lo.cc.u32 d,a,b,c;", "    mad.lo.cc.u32 r,p,q,r;"]),
    (
        "9.7.2.6",
        &[
            "mul.lo.u32     r0,r4,r6;      // r0=(r4*r6).[31:0], no carry-out",
            "mul.hi.u32     r1,r4,r6;      // r1=(r4*r6).[63:32], no carry-out",
            "mad.lo.cc.u32  r1,r5,r6,r1;   // r1+=(r5*r6).[31:0], may carry-out",
            "madc.hi.u32    r2,r5,r6,0;    // r2 =(r5*r6).[63:32]+carry-in,",
            "mad.lo.cc.u32   r1,r4,r7,r1;  // r1+=(r4*r7).[31:0], may carry-out",
            "madc.hi.cc.u32  r2,r4,r7,r2;  // r2+=(r4*r7).[63:32]+carry-in,",
            "addc.u32        r3,0,0;       // r3 = carry-in, no carry-out",
            "mad.lo.cc.u32   r2,r5,r7,r2;  // r2+=(r5*r7).[31:0], may carry-out",
            "madc.hi.u32     r3,r5,r7,r3;  // r3+=(r5*r7).[63:32]+carry-in",
        ],
    ),
];

#[test]
fn the_37_right_examples_are_legal_without_a_warning() {
    let mut scope = Scope::inferring();
    let mut count = 0;
    for (section, line) in SECTIONS.iter().flat_map(|(section, lines)| lines.iter().map(move |line| (section, line))) {
        let parsed = parse_line(line, &mut scope).unwrap_or_else(|error| panic!("{section}: {line}: {error}"));
        assert!(matches!(parsed.statement, Line::Vidalu(_)), "{line}");
        assert_eq!(parsed.warnings, [], "{line}");
        count += 1;
    }
    assert_eq!(count, 37);
}

#[test]
fn a_section_reads_as_one_text() {
    for (section, lines) in SECTIONS {
        let text = lines.join("\n");
        let parsed = parse_sequence(&text, &mut Scope::inferring()).expect(section);
        assert_eq!(parsed.len(), lines.len());
        // Spans are those of the whole text, without the semicolon.
        for (parsed, line) in parsed.iter().zip(*lines) {
            let statement = line.split(';').next().expect("a statement").trim();
            assert_eq!(&text[parsed.span.clone()], statement);
        }
    }
}

fn refused(line: &str) -> Diagnostic {
    parse_line(line, &mut Scope::inferring()).expect_err(line)
}

#[test]
fn the_wrong_examples_are_refused_with_the_reason() {
    let line = "vmin4.s32.u32.u32.add  r1.b00, r2.b0000, r3.b2222, r1;";
    let error = refused(line);
    assert_eq!(&line[error.span.clone()], ".b00");
    assert_eq!(error.message, "mask `.b00` names a lane twice; each digit must be lower than the one before");

    let line = "vset4.u32.u32.ne.max  r1, r2, r3, r0;";
    let error = refused(line);
    assert_eq!(&line[error.span.clone()], ".max");
    assert_eq!(error.message, "vset4 does not take `.max`; it takes .eq, .ne, .lt, .le, .gt, .ge, .add");
}

#[test]
fn the_misspelt_opcode_of_the_target_notes_is_named() {
    // Of two that are equally near, the one with the same first letter is meant: not `mad`.
    for (wrong, right) in [("varvg2", "vavrg2"), ("varvg4", "vavrg4"), ("vad", "vadd")] {
        let error = refused(&format!("{wrong}.u32.u32.u32 r1, r2, r3, r4;"));
        assert_eq!(error.span, 0..wrong.len());
        assert_eq!(error.help, Some(format!("did you mean {right}?")));
    }
}
