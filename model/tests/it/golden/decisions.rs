//! A named test for each decision D1 to D9 and P1 to P5, for the hardware's H1 and H2 and for the
//! departures E1 to E7 of `docs/semantics.md`. Each shows an instruction in which the decision is
//! the difference.

use vidalu_model::exec::Machine;
use vidalu_model::golden::Profile;
use vidalu_model::golden::Profile::{Hardware, Manual, Ptxas, Ptxas13_5};
use vidalu_model::isa::Platform;
use vidalu_model::ptx::{Scope, parse, parse_program};

/// Runs `ptx` with `r2 r3 r4` (or `rd2 rd3 rd4`) set and CC.CF 0: what the last instruction writes.
fn eval<const N: usize>(profile: Profile, ptx: &str, registers: [u64; N]) -> u64 {
    let program = parse_program(ptx, &mut Scope::conformance()).expect("the test's PTX is legal");
    let mut machine = Machine::new(profile);
    for (number, value) in (2..).zip(registers) {
        machine.set(&format!("r{number}"), value);
        machine.set(&format!("rd{number}"), value);
    }
    let results = program.iter().map(|line| machine.execute(&line.statement).expect("its registers are set"));
    results.last().flatten().expect("it writes a register").outcome.d
}

const MINUS_1: u64 = 0xffff_ffff;

#[test]
fn d1_min_max_and_sat_see_34_bits() {
    // u32 + u32 is above 32 bits: .min with 7 takes 7, not the wrapped 0; .sat clamps.
    assert_eq!(eval(Manual, "vadd.u32.u32.u32.min r1, r2, r3, r4", [MINUS_1, 1, 7]), 7);
    assert_eq!(eval(Manual, "vadd.u32.u32.u32.sat r1, r2, r3", [MINUS_1, 1]), 0xffff_ffff);
    // c is extended by dtype: all ones is the largest u32 and the s32 -1.
    assert_eq!(eval(Manual, "vadd.u32.u32.u32.max r1, r2, r3, r4", [1, 2, MINUS_1]), MINUS_1);
    assert_eq!(eval(Manual, "vadd.s32.u32.u32.max r1, r2, r3, r4", [1, 2, MINUS_1]), 3);
    // .add is the same under any reading: the low 32 bits.
    assert_eq!(eval(Manual, "vadd.u32.u32.u32.add r1, r2, r3, r4", [MINUS_1, 1, 7]), 7);
}

#[test]
fn d2_vshl_wraps_to_34_bits_before_sat() {
    let ptx = "vshl.u32.u32.u32.sat.clamp r1, r2, r3";
    assert_eq!([1, 2, 4].map(|a| eval(Manual, ptx, [a, 32])), [0xffff_ffff, 0, 0]);
    // The amount is the extracted, zero-extended part of b, then clamped or wrapped.
    assert_eq!(eval(Manual, "vshl.u32.u32.u32.clamp r1, r2, r3.b1", [1, 0x1f00]), 0x8000_0000);
    assert_eq!(eval(Manual, "vshl.u32.u32.u32.wrap r1, r2, r3", [1, 33]), 2);
    assert_eq!(eval(Manual, "vshl.u32.u32.u32.clamp r1, r2, r3", [1, 33]), 0);
    // vshr fills by atype, never by dtype.
    assert_eq!(eval(Manual, "vshr.u32.s32.u32.clamp r1, r2, r3", [0x8000_0000, 31]), 0xffff_ffff);
    assert_eq!(eval(Manual, "vshr.s32.u32.u32.clamp r1, r2, r3", [0x8000_0000, 31]), 1);
}

#[test]
fn d3_merge_takes_the_low_part_after_saturation() {
    assert_eq!(eval(Manual, "vadd.u32.u32.u32 r1.h1, r2, r3, r4", [0x1234_5678, 0, 0x9999_aaaa]), 0x5678_aaaa);
    assert_eq!(eval(Manual, "vadd.u32.u32.u32.sat r1.b1, r2, r3, r4", [0x1ff, 1, 0]), 0xff00);
    assert_eq!(eval(Manual, "vadd.s32.s32.s32.sat r1.b0, r2, r3, r4", [0xffff_ff00, 0, 0]), 0x80);
    // Merge is an alternative to the secondary operation, not its successor.
    let both = parse("vadd.u32.u32.u32.add r1.b0, r2, r3, r4", &mut Scope::conformance()).unwrap_err();
    assert_eq!(both.message, "vadd has a secondary operation, `.add`, and a destination selector, `.b0`");
}

#[test]
fn d4_vabsdiff_ignores_dtype_without_sat_and_min_max() {
    // |-2^31 - (2^32 - 1)| is above 32 bits.
    let (a, b) = (0x8000_0000, MINUS_1);
    assert_eq!(eval(Manual, "vabsdiff.u32.s32.u32 r1, r2, r3", [a, b]), 0x7fff_ffff);
    assert_eq!(eval(Manual, "vabsdiff.s32.s32.u32 r1, r2, r3", [a, b]), 0x7fff_ffff);
    assert_eq!(eval(Manual, "vabsdiff.u32.s32.u32.sat r1, r2, r3", [a, b]), 0xffff_ffff);
    assert_eq!(eval(Manual, "vabsdiff.s32.s32.u32.sat r1, r2, r3", [a, b]), 0x7fff_ffff);
}

#[test]
fn d5_vmad_is_exact_and_complements_32_bits_of_c() {
    // dtype has no effect.
    for dtype in ["u32", "s32"] {
        assert_eq!(eval(Manual, &format!("vmad.{dtype}.u32.u32.sat r1, r2, r3, r4"), [MINUS_1, 2, 0]), 0xffff_ffff);
    }
    // -a with -b cancel; with both the final result is still unsigned.
    assert_eq!(eval(Manual, "vmad.u32.u32.u32.sat r1, -r2, -r3, r4", [MINUS_1, 1, 0]), 0xffff_ffff);
    // -c is sext32(~c) + 1, also for u32.
    assert_eq!(eval(Manual, "vmad.u32.u32.u32.sat r1, 0, 0, -r4", [0, 0, 0x8000_0000]), 0x7fff_ffff);
    assert_eq!(eval(Manual, "vmad.u32.u32.u32.sat.shr7 r1, 0, 0, -r4", [0, 0, 0x8000_0000]), 0x0100_0000);
    // A written constant carries its own sign.
    assert_eq!(eval(Manual, "vmad.u32.u32.u32.sat r1, 0, 0, -0x80000000", []), 0x8000_0000);
    assert_eq!(eval(Manual, "vmad.s32.s32.s32 r1, 1, - -5, 0", []), 5);
    // The extreme negative sum saturates; .po adds one before the shift; no scale means no shift.
    assert_eq!(eval(Manual, "vmad.u32.u32.u32.sat r1, -r2, r3, r4", [MINUS_1, MINUS_1, 0]), 0x8000_0000);
    assert_eq!(eval(Manual, "vmad.u32.u32.u32.po.shr7 r1, r2, r3, r4", [127, 1, 0]), 1);
    assert_eq!(eval(Manual, "vmad.u32.u32.u32 r1, r2, r3, r4", [127, 1, 0]), 127);
    // Unsigned words are multiplied as unsigned, and the shift of a signed result keeps its sign.
    assert_eq!(eval(Manual, "vmad.u32.u32.u32.shr15 r1, r2, r3, r4", [MINUS_1, MINUS_1, 0]), 0xfffc_0000);
    assert_eq!(eval(Manual, "vmad.s32.s32.s32.shr7 r1, r2, r3, r4", [MINUS_1, 128, 0]), 0xffff_ffff);
}

#[test]
fn d6_vset_is_one_or_zero_and_c_is_unsigned() {
    assert_eq!(eval(Manual, "vset.s32.s32.lt r1, r2, r3", [MINUS_1, 0]), 1);
    assert_eq!(eval(Manual, "vset.s32.s32.lt.max r1, r2, r3, r4", [MINUS_1, 0, MINUS_1]), MINUS_1);
    assert_eq!(eval(Manual, "vset.s32.s32.lt r1.b2, r2, r3, r4", [MINUS_1, 0, 0x1122_3344]), 0x1101_3344);
}

#[test]
fn d7_simd_inserts_lanes_and_sums_them_whole() {
    assert_eq!(eval(Manual, "vsub2.u32.u32.u32.add r1, r2, r3, r4", [0, 0x0001_0001, 0x100]), 0xfe);
    assert_eq!(eval(Manual, "vadd4.u32.u32.u32.add r1, r2, r3, r4", [MINUS_1, MINUS_1, 0]), 0x7f8);
    // Half away from zero: (-1 + 0) / 2 is -1, (1 + 0) / 2 is 1.
    assert_eq!(eval(Manual, "vavrg4.s32.s32.s32 r1, r2, r3, r4", [0x0001_00ff, 0, 0]), 0x0001_00ff);
    // Lanes outside the mask come from c, in vset4 too.
    assert_eq!(eval(Manual, "vset4.u32.u32.lt r1.b20, r2, r3, r4", [0, MINUS_1, 0x5566_7788]), 0x5501_7701);
    // Selector digits: 4 to 7 are b's bytes, 2 and 3 its half-words.
    assert_eq!(
        eval(Manual, "vadd4.u32.u32.u32 r1, r2.b7304, r3.b1111, r4", [0x4433_2200, 0x8800_0077, 0]),
        0xaa66_2299
    );
    assert_eq!(eval(Manual, "vadd2.u32.u32.u32 r1, r2.h30, r3.h11, r4", [0x0001_0002, 0x0300_0000, 0]), 0x0301_0003);
    // .sat clamps each lane by dtype.
    assert_eq!(eval(Manual, "vadd4.s32.u32.u32.sat r1, r2, r3, r4", [0x7f, 1, 0]), 0x7f);
}

#[test]
fn d8_carry_is_one_bit_of_the_whole_sum() {
    // The high half of the product is signed, the sum is not: 0xffffffff + 0xffffffff + 1.
    let ptx = "add.cc.u32 r5, 0xffffffff, 1; madc.hi.cc.s32 r1, r2, r3, r4; addc.u32 r6, 0, 0";
    assert_eq!(eval(Manual, ptx, [MINUS_1, 1, MINUS_1]), 1);
    // 32- and 64-bit instructions share the flag; those without .cc leave it alone.
    let ptx = "add.cc.u64 rd1, rd2, rd3; mul.lo.u32 r5, 3, 3; addc.u32 r6, 5, 0; addc.u32 r7, 5, 0";
    assert_eq!(eval(Manual, ptx, [u64::MAX, 1]), 6);
    assert_eq!(eval(Manual, "mul.hi.s64 rd1, rd2, rd3", [u64::MAX, 1]), u64::MAX);
    assert_eq!(eval(Manual, "mul.hi.u64 rd1, rd2, rd3", [u64::MAX, 2]), 1);
}

#[test]
fn d9_the_flag_is_a_borrow_and_starts_at_zero() {
    assert_eq!(eval(Manual, "addc.u32 r1, 0, 0", []), 0);
    assert_eq!(eval(Manual, "sub.cc.u32 r1, 3, 5; addc.u32 r1, 0, 0", []), 1);
    assert_eq!(eval(Manual, "sub.cc.u32 r1, 3, 5; subc.u32 r1, 10, 0", []), 9);
    assert_eq!(eval(Manual, "add.cc.u32 r1, 0xffffffff, 1; subc.u32 r1, 10, 0", []), 9);
}

#[test]
fn h1_the_hardware_flag_is_a_carry() {
    let mixed = "sub.cc.u32 r1, 5, 3; addc.u32 r1, 0, 0";
    assert_eq!([Manual, Hardware, Ptxas].map(|profile| eval(profile, mixed, [])), [0, 1, 1]);
    // A chain of subtractions alone cannot tell.
    let pure = "sub.cc.u32 r1, 3, 5; subc.u32 r1, 10, 0";
    assert_eq!([Manual, Hardware, Ptxas].map(|profile| eval(profile, pure, [])), [9, 9, 9]);
}

#[test]
fn h2_hardware_min_max_see_32_bits() {
    let registers = [0x1234_5688, 0x8a24_c993, 0x9123_064a];
    let ptx = "vmax.s32.u32.u32.min r1, r2, r3, r4";
    assert_eq!([Manual, Hardware].map(|profile| eval(profile, ptx, registers)), [0x9123_064a, 0x8a24_c993]);
}

#[test]
fn e1_merge_to_h1_takes_the_high_half() {
    let ptx = "vadd.u32.u32.u32 r1.h1, r2, r3, r4";
    let registers = [0x1234_5678, 0, 0x9999_aaaa];
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, registers)), [0x5678_aaaa, 0x1234_aaaa]);
}

#[test]
fn e1_is_gone_from_ptxas_13_5_and_nothing_else() {
    let ptx = "vadd.u32.u32.u32 r1.h1, r2, r3, r4";
    assert_eq!(eval(Ptxas13_5, ptx, [0x1234_5678, 0, 0x9999_aaaa]), 0x5678_aaaa);
    // With .sat, E2 is left: -1 becomes the maximum.
    let ptx = "vadd.s32.s32.s32.sat r1.h1, r2, r3, r4";
    assert_eq!(
        [Manual, Ptxas, Ptxas13_5].map(|profile| eval(profile, ptx, [MINUS_1, 0, 0])),
        [0xffff_0000, 0, 0x7fff_0000]
    );
    // Every other departure is as before.
    let others = [
        ("vadd.u32.u32.u32.sat r1, r2, r3, r4", [MINUS_1, 1, 0]),
        ("vadd.u32.u32.u32.min r1, r2, r3, r4", [0x7fff_ffff, 1, MINUS_1]),
        ("vshl.u32.u32.u32.clamp.max r1, r2, r3, r4", [4, 32, 5]),
        ("vset.s32.s32.eq.max r1, r2, r3, r4", [1, 1, MINUS_1]),
        ("vmad.u32.u32.u32.sat r1, r2, r3, r4", [0, 0, 0x8000_0000]),
    ];
    for (ptx, registers) in others {
        assert_eq!(eval(Ptxas13_5, ptx, registers), eval(Ptxas, ptx, registers), "{ptx}");
        assert_ne!(eval(Ptxas13_5, ptx, registers), eval(Manual, ptx, registers), "{ptx}");
    }
}

#[test]
fn e2_saturated_sub_words_are_clamped_from_above_alone() {
    let ptx = "vadd.s32.s32.s32.sat r1.b0, r2, r3, r4";
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [MINUS_1, 0, 0])), [0xff, 0x7f]);
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [0x80, 0, 0])), [0x7f, 0x7f]);
}

#[test]
fn e3_a_saturated_unsigned_word_is_clamped_from_below_alone() {
    let ptx = "vadd.u32.u32.u32.sat r1, r2, r3";
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [MINUS_1, 1])), [0xffff_ffff, 0]);
    let ptx = "vsub.u32.u32.u32.sat r1, r2, r3";
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [0, 1])), [0, 0]);
}

#[test]
fn e4_min_max_compare_64_bits_of_a_sign_extended_sum() {
    let ptx = "vadd.u32.u32.u32.min r1, r2, r3, r4";
    let registers = [0x7fff_ffff, 1, 0xffff_ffff];
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, registers)), [0x8000_0000, 0xffff_ffff]);
    // vmax is not cut: as in the manual.
    let ptx = "vmax.u32.u32.u32.min r1, r2, r3, r4";
    let registers = [0x8000_0000, 1, 0xffff_ffff];
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, registers)), [0x8000_0000, 0x8000_0000]);
}

#[test]
fn e5_saturated_shifts_clamp_to_words_then_truncate() {
    let ptx = "vshl.s32.s32.u32.sat.wrap r1.b3, r2, r3, r4";
    let registers = [0xff, 0x00ff_00ff, 0x0006_ed95];
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, registers)), [0x8006_ed95, 0x0006_ed95]);
    // Without .sat, .min and .max of vshl see 64 bits: 2^34 is above any c.
    let ptx = "vshl.u32.u32.u32.clamp.max r1, r2, r3, r4";
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [4, 32, 5])), [5, 0]);
}

#[test]
fn e6_vset_takes_the_sign_of_atype_for_c() {
    let ptx = "vset.s32.s32.eq.max r1, r2, r3, r4";
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [1, 1, MINUS_1])), [MINUS_1, 1]);
    let ptx = "vset.u32.s32.ne.max r1, r2, r3, r4";
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [1, 2, MINUS_1])), [MINUS_1, MINUS_1]);
}

#[test]
fn e7_vmad_multiplies_signed_words_and_clamps_64_bits() {
    let ptx = "vmad.u32.u32.u32.sat r1, r2, r3, r4";
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [0, 0, 0x8000_0000])), [0x8000_0000, 0]);
    // Without .sat and scale only the low 32 bits are seen, which agree.
    let ptx = "vmad.u32.u32.u32 r1, r2, r3, r4";
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [MINUS_1, MINUS_1, 3])), [4, 4]);
    let ptx = "vmad.u32.u32.u32.shr15 r1, r2, r3, r4";
    assert_eq!([Manual, Ptxas].map(|profile| eval(profile, ptx, [MINUS_1, MINUS_1, 0])), [0xfffc_0000, 0]);
}

#[test]
fn p1_a_modifier_stands_before_or_after_the_type() {
    let scope = || Scope::conformance();
    for text in ["add.sat.s8x4 r1, r2, r3", "add.s8x4.sat r1, r2, r3"] {
        let parsed = parse(text, &mut scope()).unwrap();
        assert_eq!((parsed.warnings.len(), parsed.statement.to_string().as_str()), (0, "add.sat.s8x4 r1, r2, r3"));
    }
    let twice = parse("add.sat.sat.s8x4 r1, r2, r3", &mut scope()).unwrap_err();
    assert_eq!(twice.message, "`.sat` is repeated");
}

#[test]
fn p2_neg_has_one_source_and_there_is_no_sub_on_half_words() {
    let refused = |text: &str| parse(text, &mut Scope::conformance()).unwrap_err().message;
    assert_eq!(eval(Manual, "neg.s8x4 r1, r2", [0x8001_ff7f]), 0x80ff_0181);
    assert_eq!(refused("neg.s8x4 r1, r2, r3"), "neg takes 2 operands (d, a); this is one too many");
    assert_eq!(refused("neg.s16x2 r1, r2"), "PTX has no neg.s16x2");
    assert_eq!(refused("sub.s16x2 r1, r2, r3"), "PTX has no sub.s16x2");
}

#[test]
fn p3_bytes_need_a_target_with_a_suffix_of_three_families() {
    let legal = |name: &str| {
        let platform = Platform { target: Some(name.parse().expect("a target")), version: None };
        parse("add.u8x4 r1, r2, r3", &mut Scope::conformance().with_platform(platform)).is_ok()
    };
    assert!(["sm_107a", "sm_107f", "sm_120a", "sm_120f", "sm_121a", "sm_121f"].into_iter().all(legal));
    assert!(!["sm_90a", "sm_100f", "sm_107", "sm_110a", "sm_120", "sm_121"].into_iter().any(legal));
}

#[test]
fn p4_packed_instructions_are_the_same_in_all_profiles() {
    // E3 is of vadd alone, although both are one instruction of the unit.
    let results = |ptx: &str| Profile::ALL.map(|profile| eval(profile, ptx, [MINUS_1, 1]));
    assert_eq!(results("add.sat.u32 r1, r2, r3"), [MINUS_1; 4]);
    assert_eq!(results("vadd.u32.u32.u32.sat r1, r2, r3"), [MINUS_1, MINUS_1, 0, 0]);
}

#[test]
fn p5_set_fills_lanes_where_vset_gives_1() {
    let operands = [0x0102_0304, 0x0201_0404, 0];
    assert_eq!(eval(Manual, "set.lt.u8x4 r1, r2, r3", operands), 0xff00_ff00);
    assert_eq!(eval(Manual, "vset4.u32.u32.lt r1, r2, r3, r4", operands), 0x0100_0100);
    // On targets without it.
    assert_eq!(eval(Manual, "vset4.u32.u32.lt r1, r2, r3, r4; neg.s8x4 r1, r1", operands), 0xff00_ff00);
}

#[test]
fn p6_set_compares_as_the_type_says() {
    let operands = [0x80ff_0001, 0x0100_ff7f, 0];
    assert_eq!(eval(Manual, "set.lt.s16x2 r1, r2, r3", operands), 0xffff_0000);
    assert_eq!(eval(Manual, "set.lt.u16x2 r1, r2, r3", operands), 0x0000_ffff);
}
