//! Bytes and half-words exhaustively, against statements of a line each on plain integers.

use vidalu_model::golden::block::Block;
use vidalu_model::golden::{Operands, Profile, evaluate};
use vidalu_model::isa::{
    Arith, Compare, Direction, Finish, Instruction, LaneFinish, LaneMask, LaneOp, LaneSelect, Scalar, ScalarOp,
    ShiftMode, Simd, SimdForm, SimdOp, SubWord, Type,
};

fn byte(x: u64, ty: Type) -> i64 {
    if ty.is_signed() { i64::from(x as u8 as i8) } else { i64::from(x as u8) }
}

fn clamp(x: i64, width: u32, ty: Type) -> i64 {
    if ty.is_signed() { x.clamp(-(1 << (width - 1)), (1 << (width - 1)) - 1) } else { x.clamp(0, (1 << width) - 1) }
}

fn arith(op: Arith, a: i64, b: i64) -> i64 {
    match op {
        Arith::Add => a + b,
        Arith::Sub => a - b,
        Arith::Absdiff => (a - b).abs(),
        Arith::Min => a.min(b),
        Arith::Max => a.max(b),
    }
}

fn compare(cmp: Compare, a: i64, b: i64) -> bool {
    match cmp {
        Compare::Eq => a == b,
        Compare::Ne => a != b,
        Compare::Lt => a < b,
        Compare::Le => a <= b,
        Compare::Gt => a > b,
        Compare::Ge => a >= b,
    }
}

/// Runs `check` on all pairs of bytes.
fn pairs(mut check: impl FnMut(u64, u64)) {
    (0..1 << 16).for_each(|pair: u64| check(pair & 0xff, pair >> 8));
}

fn types() -> impl Iterator<Item = (Type, Type, Type)> {
    (0..8).map(|bits| (Type::ALL[bits & 1], Type::ALL[bits >> 1 & 1], Type::ALL[bits >> 2]))
}

fn run(op: ScalarOp, finish: Finish, a: u64, b: u64, c: u64) -> (u64, bool) {
    let scalar = Scalar { op, asel: Some(SubWord::B1), bsel: Some(SubWord::B3), finish };
    let operands = Operands { a: a << 8 | 0x5a00_00a5, b: b << 24 | 0x00c3_3c96, c, cf: false };
    let outcome = evaluate(&Instruction::Scalar(scalar), operands, Profile::Manual);
    (outcome.d, outcome.saturated)
}

#[test]
fn scalar_arithmetic_on_all_bytes() {
    for op in Arith::ALL {
        for (dtype, atype, btype) in types() {
            for sat in [false, true] {
                let scalar = ScalarOp::Arith { op, dtype, atype, btype, sat };
                pairs(|a, b| {
                    let exact = arith(op, byte(a, atype), byte(b, btype));
                    let word = if sat { clamp(exact, 32, dtype) } else { exact };
                    assert_eq!(run(scalar, Finish::Plain, a, b, 0), (word as u32 as u64, word != exact));
                    let part = if sat { clamp(exact, 8, dtype) } else { exact };
                    let merged = u64::from(part as u8) << 16 | 0x7700_8899;
                    let expected = (merged, part != exact);
                    assert_eq!(run(scalar, Finish::Merge(SubWord::B2), a, b, 0x7766_8899), expected);
                });
            }
        }
    }
}

#[test]
fn shifts_of_all_bytes_by_all_bytes() {
    for direction in [Direction::Left, Direction::Right] {
        for mode in ShiftMode::ALL {
            for (dtype, atype, sat) in types().map(|(dtype, atype, sat)| (dtype, atype, sat.is_signed())) {
                let scalar = ScalarOp::Shift { direction, dtype, atype, sat, mode };
                pairs(|a, b| {
                    let amount = if mode == ShiftMode::Clamp { b.min(32) } else { b & 31 };
                    let exact = match direction {
                        Direction::Right => byte(a, atype) >> amount,
                        // SEMANTICS D2: what lies above 34 bits is lost.
                        Direction::Left => byte(a, atype) << amount << 30 >> 30,
                    };
                    let word = if sat { clamp(exact, 32, dtype) } else { exact };
                    assert_eq!(run(scalar, Finish::Plain, a, b, 0), (word as u32 as u64, word != exact));
                });
            }
        }
    }
}

#[test]
fn comparisons_of_all_bytes() {
    for cmp in Compare::ALL {
        for (_, atype, btype) in types() {
            let scalar = ScalarOp::Set { cmp, atype, btype };
            pairs(|a, b| {
                let expected = u64::from(compare(cmp, byte(a, atype), byte(b, btype)));
                assert_eq!(run(scalar, Finish::Plain, a, b, 0), (expected, false));
            });
        }
    }
}

#[test]
fn lanes_on_all_bytes() {
    for op in LaneOp::ALL {
        for (dtype, atype, btype) in types() {
            for sat in [false, true] {
                let finish = LaneFinish::Merge { sat };
                let form = SimdForm {
                    op: SimdOp::Arith { op, dtype, atype, btype, finish },
                    asel: LaneSelect::of_a(),
                    bsel: LaneSelect::of_b(),
                    mask: LaneMask::FULL,
                };
                pairs(|a, b| {
                    let (x, y) = (byte(a, atype), byte(b, btype));
                    let exact = match op {
                        LaneOp::Arith(op) => arith(op, x, y),
                        // Half away from zero: the magnitude is rounded up.
                        LaneOp::Avrg => (x + y).signum() * (((x + y).abs() + 1) / 2),
                    };
                    let lane = u64::from(if sat { clamp(exact, 8, dtype) } else { exact } as u8);
                    let operands = Operands { a: a * 0x0101_0101, b: b * 0x0101_0101, c: 0, cf: false };
                    let outcome = evaluate(&Instruction::Simd(Simd::Four(form)), operands, Profile::Manual);
                    assert_eq!(outcome.d, lane * 0x0101_0101, "{op:?} {x} {y}");
                });
            }
        }
    }
}

/// The outputs of a block.
fn outputs(block: Block, profile: Profile, inputs: &[u64]) -> Vec<u64> {
    let inputs: Vec<_> = inputs.iter().copied().map(u128::from).collect();
    block.outputs(profile, &inputs).into_iter().map(|output| output as u64).collect()
}

#[test]
fn all_half_words_are_selected_and_clamped() {
    for x in 0..1 << 16 {
        let (unsigned, signed) = (i64::from(x as u16), i64::from(x as u16 as i16));
        let s33 = |value: i64| value as u64 & ((1 << 33) - 1);
        let select = |x: u32, sel, signed| outputs(Block::Select, Profile::Manual, &[x.into(), sel, signed])[0];
        assert_eq!(select(x | 0xa5a5_0000, 4, 0), s33(unsigned));
        assert_eq!(select(x | 0xa5a5_0000, 4, 1), s33(signed));
        assert_eq!(select(x << 16 | 0x5a5a, 6, 0), s33(unsigned));
        assert_eq!(select(x << 16 | 0x5a5a, 6, 1), s33(signed));
        // From -2^18 to 2^18 in steps of 8: both bounds of both types, and far beyond.
        let near = (i64::from(x) - (1 << 15)) * 8;
        let s34 = |value: i64| value as u64 & ((1 << 34) - 1);
        for (ty, dsel) in [(Type::U32, 4), (Type::S32, 4), (Type::U32, 6), (Type::S32, 6)] {
            let clamped = clamp(near, 16, ty);
            let got = outputs(Block::Saturate, Profile::Manual, &[s34(near), 1, ty.is_signed().into(), dsel]);
            assert_eq!(got, [s34(clamped), u64::from(clamped != near)]);
        }
    }
}

/// Bytes at the top of a word or a double-word, above bits that all pass on the carry that they
/// get.
#[test]
fn the_carry_adder_on_all_top_bytes() {
    for (width, wide) in [(32, false), (64, true)] {
        let below = (1_u64 << (width - 8)) - 1;
        let mask = u64::MAX >> (64 - width);
        // What stands above a word must not matter.
        let above = !mask & 0x1234_5678_9abc_def0;
        for (subtract, read, flag) in [0, 1, 2, 3, 4, 5, 6, 7].map(|bits| (bits & 1 == 1, bits & 2 == 2, bits & 4 == 4))
        {
            pairs(|a, b| {
                let a = a << (width - 8) | below;
                let b = b << (width - 8) | if subtract { below } else { 0 };
                let exact = |flag: bool| {
                    let carry = i128::from(read && flag);
                    if subtract { i128::from(a) - i128::from(b) - carry } else { i128::from(a) + i128::from(b) + carry }
                };
                let manual = exact(flag);
                let leaves = manual < 0 || manual > i128::from(mask);
                let controls = [wide, subtract, read, flag].map(u64::from);
                let inputs = [&[a | above, b | above][..], &controls].concat();
                let run = |profile| outputs(Block::CarryAdder, profile, &inputs);
                assert_eq!(run(Profile::Manual), [manual as u64 & mask, leaves.into()]);
                // H1: where the flag is a carry, a borrow is its complement.
                let hardware = exact(flag ^ subtract);
                let leaves = if subtract { hardware >= 0 } else { hardware > i128::from(mask) };
                assert_eq!(run(Profile::Hardware), [hardware as u64 & mask, leaves.into()]);
            });
        }
    }
}
