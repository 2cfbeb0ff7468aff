//! Vectors of some forms only.

use vidalu_gen::Unit;
use vidalu_vectors::{Format, Forms, Level, Request, Set};

use crate::common::{bytes, checked, column, request, set, whole};

fn of(unit: Unit, level: Level, patterns: &[&str]) -> Request {
    Request { forms: Some(Forms::new(patterns).unwrap()), ..request(unit, level, Some(2000)) }
}

/// Returns the different texts of a set, each without the names of its registers.
fn texts(set: &Set) -> Vec<String> {
    let mut texts: Vec<_> = whole(set).ptx.iter().map(ToString::to_string).collect();
    texts.sort();
    texts.dedup();
    texts
}

#[test]
fn a_single_form_has_vectors_of_its_own_in_every_level() {
    for (unit, form) in [
        (Unit::Scalar, "vadd.s32.u32.s32.sat r1, r2, r3"),
        (Unit::Scalar, "vabsdiff.u32.u32.u32 r1.b2, r2.b1, r3.b3, r4"),
        (Unit::Simd, "vabsdiff4.u32.u32.u32.add r1, r2, r3, r4"),
        (Unit::Simd, "vmin4.s32.u32.u32.sat r1.b20, r2.b0123, r3.b7777, r4"),
        (Unit::Vmad, "vmad.s32.s32.u32.shr7 r1, -r2.h0, r3.b1, r4"),
        (Unit::Video, "vmad.u32.u32.u32 r1, r2.b0, r3.b0, r4"),
    ] {
        for level in [Level::Random, Level::Corner, Level::ExhaustiveBytes] {
            match Set::new(&of(unit, level, &[form])) {
                Ok(set) => assert_eq!(texts(&set), [form], "{}", level.name()),
                // Some of the forms read no bytes.
                Err(error) => {
                    assert!(level == Level::ExhaustiveBytes && error.to_string().contains("bytes"), "{error}")
                }
            }
        }
    }
}

/// The first operand of its video instruction is 0, in the units that have it.
#[test]
fn vectors_of_neg_have_the_operands_of_neg() {
    for unit in [Unit::Simd, Unit::Video] {
        for level in [Level::Random, Level::Corner, Level::ExhaustiveBytes] {
            let has_bits = |pattern| {
                let set = set(&of(unit, level, &[pattern]));
                let rows = whole(&set);
                ["a", "b"].map(|name| column(&set, &rows, name).iter().any(|&value| value as u32 != 0))
            };
            assert_eq!(has_bits("neg.s8x4"), [false, true], "{} {}", unit.name(), level.name());
            assert!(has_bits("sub.s8x4")[0], "{} {}", unit.name(), level.name());
        }
    }
}

#[test]
fn a_file_of_forms_is_read_back() {
    let patterns = ["vadd.*.*.*{,.sat} r1, r2{,.b*}, r3", "v{min,max}4.*.*.*"];
    let set = set(&of(Unit::Video, Level::Random, &patterns));
    for format in Format::ALL {
        assert_eq!(checked(&bytes(&set, format)).map(|header| header.forms), Ok(patterns.map(str::to_owned).to_vec()));
    }
    let texts = texts(&set);
    let opcode = |text: &String| text.split('.').next().unwrap().to_owned();
    assert!(texts.iter().all(|text| ["vadd", "vmin4", "vmax4"].contains(&&*opcode(text))), "{texts:?}");
    // The selectors that the patterns leave open vary.
    assert!(texts.iter().filter(|text| text.starts_with("vmin4.s32.s32.s32 ")).count() > 10, "{texts:?}");
}

#[test]
fn carry_chains_stay_chains() {
    for level in [Level::Random, Level::Corner] {
        let set = set(&of(Unit::Carry, level, &["{add,addc}.cc.u32", "addc.u32"]));
        let rows = whole(&set);
        let carries = column(&set, &rows, "cc_in").iter().filter(|flag| **flag == 1).count();
        assert!(carries > 200, "{}: {carries}", level.name());
        let texts = texts(&set);
        assert_eq!(texts, ["add.cc.u32 r1, r2, r3", "addc.cc.u32 r1, r2, r3", "addc.u32 r1, r2, r3"]);
    }
}

#[test]
fn what_the_unit_or_the_level_does_not_have_is_refused() {
    for (unit, level, patterns, message) in [
        (Unit::Simd, Level::Random, &["vadd.*.*.*"][..], "unit simd has no form of `vadd.*.*.*` in this configuration"),
        (
            Unit::Lanes,
            Level::Random,
            &["vadd.*.*.*"],
            "unit lanes needs scalar and SIMD instructions, and the patterns name only one kind",
        ),
        (
            Unit::Scalar,
            Level::Coverage,
            &["vadd.*.*.*"],
            "the level coverage covers a whole unit, and --ptx names some of its forms",
        ),
    ] {
        let error = Set::new(&of(unit, level, patterns)).err().expect("it is refused");
        assert_eq!(error.to_string(), message);
    }
}
