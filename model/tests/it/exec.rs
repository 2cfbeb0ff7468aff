//! Plain instructions: hand-picked values, then random ones against Rust's own integers.

use vidalu_model::exec::Machine;
use vidalu_model::golden::Profile;
use vidalu_model::ptx::{Line, Parsed, Scope, parse_straight_line};

use crate::random::Random;

const DECLARATIONS: &str = ".reg .b32 r<10>; .reg .b64 d<10>; .reg .pred p<10>; ";

fn parse(text: &str) -> Vec<Parsed<Line>> {
    let lines = parse_straight_line(&format!("{DECLARATIONS}{text};"), &mut Scope::inferring());
    lines.unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Runs the program with the registers `r d p` 1, 2, 3 set to the given values, the flag to 1.
fn run(lines: &[Parsed<Line>], [a, b, c]: [u64; 3]) -> Machine {
    let mut machine = Machine::new(Profile::Manual);
    machine.set_cf(true);
    for (number, value) in [(1, a), (2, b), (3, c)] {
        machine.set(&format!("r{number}"), value);
        machine.set(&format!("d{number}"), value);
        machine.set_predicate(&format!("p{number}"), value & 1 != 0);
    }
    machine.run(lines.iter().map(|line| &line.statement)).unwrap_or_else(|error| panic!("{error:?}"));
    assert!(machine.cf(), "the host leaves CC.CF alone");
    machine
}

/// The value of the machine's register.
fn value(machine: &Machine, register: &str) -> u64 {
    let predicate = || machine.get_predicate(register).map(u64::from);
    machine.get(register).or_else(predicate).unwrap_or_else(|| panic!("{register} was not written"))
}

#[test]
fn hand_picked_values() {
    const NEGATIVE: u64 = 0x8000_0000;
    const LOWEST: u64 = 1 << 63;
    let all = u64::MAX;
    let ones = 0xffff_ffffu64;
    for (text, operands, register, expected) in [
        ("mov.u32 r0, r1", [all, 0, 0], "r0", ones),
        ("mov.b32 r0, -1", [0; 3], "r0", ones),
        ("mov.s64 d0, d1", [all, 0, 0], "d0", all),
        ("mov.b64 d0, -2", [0; 3], "d0", all - 1),
        ("mov.pred p0, p1", [1, 0, 0], "p0", 1),
        ("mov.b64 d0, {r1, r2}", [0x1111_2222, 0x3333_4444, 0], "d0", 0x3333_4444_1111_2222),
        ("mov.b64 d0, {7, r2}", [0, 1, 0], "d0", 0x1_0000_0007),
        ("mov.b64 {r0, r9}, d1", [0x3333_4444_1111_2222, 0, 0], "r0", 0x1111_2222),
        ("mov.b64 {r0, r9}, d1", [0x3333_4444_1111_2222, 0, 0], "r9", 0x3333_4444),
        ("mov.b64 {_, r9}, d1", [0x3333_4444_1111_2222, 0, 0], "r9", 0x3333_4444),
        ("mov.b64 {r0, _}, 0x700000005", [0; 3], "r0", 5),
        ("add.u32 r0, r1, r2", [ones, 2, 0], "r0", 1),
        ("add.s64 d0, d1, d2", [all, 2, 0], "d0", 1),
        ("sub.s32 r0, r1, r2", [0, 1, 0], "r0", ones),
        ("sub.u64 d0, d1, d2", [0, 1, 0], "d0", all),
        ("mul.wide.u32 d0, r1, r2", [ones, ones, 0], "d0", 0xffff_fffe_0000_0001),
        ("mul.wide.s32 d0, r1, r2", [ones, 3, 0], "d0", all - 2),
        ("mad.lo.u32 r0, r1, r2, r3", [0x1_0001, 0x1_0001, 5], "r0", 0x2_0006),
        ("mad.lo.s64 d0, d1, d2, d3", [all, 7, 9], "d0", 2),
        ("mad.hi.u32 r0, r1, r2, r3", [ones, ones, 3], "r0", 1),
        ("mad.hi.s32 r0, r1, r2, r3", [ones, 1, 0], "r0", ones),
        ("mad.hi.u64 d0, d1, d2, d3", [all, all, 3], "d0", 1),
        ("mad.hi.s64 d0, d1, d2, d3", [all, 1, 1], "d0", 0),
        ("mad.wide.u32 d0, r1, r2, d3", [ones, ones, all], "d0", 0xffff_fffe_0000_0000),
        ("mad.wide.s32 d0, r1, r2, d3", [ones, 1, 1], "d0", 0),
        ("and.b32 r0, r1, r2", [0xf0f0, 0xff00, 0], "r0", 0xf000),
        ("or.b64 d0, d1, d2", [LOWEST, 1, 0], "d0", LOWEST | 1),
        ("xor.b32 r0, r1, r2", [0xf0f0, 0xff00, 0], "r0", 0x0ff0),
        ("and.pred p0, p1, p2", [1, 0, 0], "p0", 0),
        ("or.pred p0, p1, p2", [1, 0, 0], "p0", 1),
        ("xor.pred p0, p1, p2", [1, 1, 0], "p0", 0),
        ("not.b32 r0, r1", [0xf0, 0, 0], "r0", 0xffff_ff0f),
        ("not.b64 d0, d1", [0, 0, 0], "d0", all),
        ("not.pred p0, p1", [1, 0, 0], "p0", 0),
        ("shl.b32 r0, r1, r2", [3, 31, 0], "r0", NEGATIVE),
        ("shl.b32 r0, r1, r2", [3, 32, 0], "r0", 0),
        ("shl.b64 d0, d1, r2", [3, 63, 0], "d0", LOWEST),
        ("shl.b64 d0, d1, r2", [3, ones, 0], "d0", 0),
        ("shr.u32 r0, r1, r2", [NEGATIVE, 31, 0], "r0", 1),
        ("shr.b32 r0, r1, r2", [NEGATIVE, 32, 0], "r0", 0),
        ("shr.s32 r0, r1, r2", [NEGATIVE, 99, 0], "r0", ones),
        ("shr.u64 d0, d1, r2", [LOWEST, 63, 0], "d0", 1),
        ("shr.b64 d0, d1, r2", [LOWEST, 64, 0], "d0", 0),
        ("shr.s64 d0, d1, r2", [LOWEST, ones, 0], "d0", all),
        ("min.u32 r0, r1, r2", [NEGATIVE, 1, 0], "r0", 1),
        ("min.s32 r0, r1, r2", [NEGATIVE, 1, 0], "r0", NEGATIVE),
        ("max.u64 d0, d1, d2", [LOWEST, 1, 0], "d0", LOWEST),
        ("max.s64 d0, d1, d2", [LOWEST, 1, 0], "d0", 1),
        ("abs.s32 r0, r1", [ones, 0, 0], "r0", 1),
        ("abs.s32 r0, r1", [NEGATIVE, 0, 0], "r0", NEGATIVE),
        ("abs.s64 d0, d1", [LOWEST, 0, 0], "d0", LOWEST),
        ("neg.s32 r0, r1", [1, 0, 0], "r0", ones),
        ("neg.s64 d0, d1", [1, 0, 0], "d0", all),
        ("setp.eq.b32 p0, r1, r2", [all, ones, 0], "p0", 1),
        ("setp.ne.b64 p0, d1, d2", [all, ones, 0], "p0", 1),
        ("setp.lt.s32 p0, r1, r2", [ones, 0, 0], "p0", 1),
        ("setp.lt.u32 p0, r1, r2", [ones, 0, 0], "p0", 0),
        ("setp.le.s64 p0, d1, d2", [all, 0, 0], "p0", 1),
        ("setp.gt.u64 p0, d1, d2", [all, 0, 0], "p0", 1),
        ("setp.ge.u32 p0, r1, r2", [5, 5, 0], "p0", 1),
        ("setp.lo.u32 p0, r1, r2", [5, 6, 0], "p0", 1),
        ("setp.ls.u64 p0, d1, d2", [5, 5, 0], "p0", 1),
        ("setp.hi.u32 p0, r1, r2", [5, 5, 0], "p0", 0),
        ("setp.hs.u64 p0, d1, d2", [5, 5, 0], "p0", 1),
        ("setp.eq.u32 p0|p9, r1, r2", [5, 5, 0], "p9", 0),
        ("setp.eq.u32 _|p9, r1, r2", [5, 6, 0], "p9", 1),
        ("setp.eq.and.u32 p0|p9, r1, r2, p3", [5, 6, 1], "p0", 0),
        ("setp.eq.and.u32 p0|p9, r1, r2, p3", [5, 6, 1], "p9", 1),
        ("setp.eq.and.u32 p0|p9, r1, r2, !p3", [5, 6, 1], "p9", 0),
        ("setp.eq.or.u32 p0, r1, r2, p3", [5, 6, 1], "p0", 1),
        ("setp.eq.xor.u32 p0|p9, r1, r2, p3", [5, 5, 1], "p0", 0),
        ("setp.eq.xor.u32 p0|p9, r1, r2, p3", [5, 5, 1], "p9", 1),
        ("selp.b32 r0, r1, r2, p3", [5, 6, 1], "r0", 5),
        ("selp.s64 d0, d1, d2, p3", [5, 6, 0], "d0", 6),
        ("cvt.u64.u32 d0, r1", [NEGATIVE, 0, 0], "d0", NEGATIVE),
        ("cvt.u64.s32 d0, r1", [NEGATIVE, 0, 0], "d0", 0xffff_ffff_8000_0000),
        ("cvt.s64.u32 d0, r1", [NEGATIVE, 0, 0], "d0", NEGATIVE),
        ("cvt.u32.u64 r0, d1", [0x1_2345_6789, 0, 0], "r0", 0x2345_6789),
        ("cvt.s32.s64 r0, d1", [all, 0, 0], "r0", ones),
        ("cvt.u32.s32 r0, r1", [NEGATIVE, 0, 0], "r0", NEGATIVE),
    ] {
        let lines = parse(text);
        assert_eq!(value(&run(&lines, operands), register), expected, "{text} {operands:x?}");
        // The canonical spelling says the same.
        let again = parse(&lines[0].statement.to_string());
        assert_eq!(again[0].statement, lines[0].statement, "{text}");
    }
}

/// Runs the instruction on random operands and compares what it writes with `native`.
fn agree(text: &str, register: &str, native: impl Fn(u64, u64, u64) -> u64) {
    let lines = parse(text);
    let mut random = Random::new(text.bytes().fold(0, |seed: u64, byte| seed.rotate_left(7) ^ u64::from(byte)));
    for _ in 0..2_000 {
        let operands = [random.operand(), random.operand(), random.operand()];
        let [a, b, c] = operands;
        assert_eq!(value(&run(&lines, operands), register), native(a, b, c), "{text} {operands:x?}");
    }
}

#[test]
fn sums_and_products_are_those_of_rust() {
    agree("add.u32 r0, r1, r2", "r0", |a, b, _| (a as u32).wrapping_add(b as u32).into());
    agree("sub.s64 d0, d1, d2", "d0", |a, b, _| a.wrapping_sub(b));
    agree("mul.wide.u32 d0, r1, r2", "d0", |a, b, _| u64::from(a as u32) * u64::from(b as u32));
    agree("mul.wide.s32 d0, r1, r2", "d0", |a, b, _| (i64::from(a as i32) * i64::from(b as i32)) as u64);
    agree("mad.lo.u32 r0, r1, r2, r3", "r0", |a, b, c| (a as u32).wrapping_mul(b as u32).wrapping_add(c as u32).into());
    agree("mad.lo.u64 d0, d1, d2, d3", "d0", |a, b, c| a.wrapping_mul(b).wrapping_add(c));
    agree("mad.hi.u32 r0, r1, r2, r3", "r0", |a, b, c| {
        let high = (u64::from(a as u32) * u64::from(b as u32)) >> 32;
        (high as u32).wrapping_add(c as u32).into()
    });
    agree("mad.hi.s32 r0, r1, r2, r3", "r0", |a, b, c| {
        let high = (i64::from(a as i32) * i64::from(b as i32)) >> 32;
        (high as u32).wrapping_add(c as u32).into()
    });
    agree("mad.hi.u64 d0, d1, d2, d3", "d0", |a, b, c| {
        (((u128::from(a) * u128::from(b)) >> 64) as u64).wrapping_add(c)
    });
    agree("mad.hi.s64 d0, d1, d2, d3", "d0", |a, b, c| {
        (((i128::from(a as i64) * i128::from(b as i64)) >> 64) as u64).wrapping_add(c)
    });
    agree("mad.wide.u32 d0, r1, r2, d3", "d0", |a, b, c| (u64::from(a as u32) * u64::from(b as u32)).wrapping_add(c));
    agree("mad.wide.s32 d0, r1, r2, d3", "d0", |a, b, c| {
        (i64::from(a as i32) * i64::from(b as i32)).wrapping_add(c as i64) as u64
    });
}

#[test]
fn bits_and_shifts_are_those_of_rust() {
    agree("and.b64 d0, d1, d2", "d0", |a, b, _| a & b);
    agree("or.b32 r0, r1, r2", "r0", |a, b, _| (a as u32 | b as u32).into());
    agree("xor.b64 d0, d1, d2", "d0", |a, b, _| a ^ b);
    agree("not.b32 r0, r1", "r0", |a, _, _| (!(a as u32)).into());
    // Amounts up to 127, so that some are above the width.
    let amount = |b: u64| (b as u32) & 0x7f;
    agree("and.b32 r2, r2, 0x7f; shl.b32 r0, r1, r2", "r0", |a, b, _| {
        (a as u32).checked_shl(amount(b)).unwrap_or(0).into()
    });
    agree("and.b32 r2, r2, 0x7f; shl.b64 d0, d1, r2", "d0", |a, b, _| a.checked_shl(amount(b)).unwrap_or(0));
    agree("and.b32 r2, r2, 0x7f; shr.u32 r0, r1, r2", "r0", |a, b, _| {
        (a as u32).checked_shr(amount(b)).unwrap_or(0).into()
    });
    agree("and.b32 r2, r2, 0x7f; shr.s32 r0, r1, r2", "r0", |a, b, _| {
        u64::from((a as i32 >> amount(b).min(31)) as u32)
    });
    agree("and.b32 r2, r2, 0x7f; shr.s64 d0, d1, r2", "d0", |a, b, _| (a as i64 >> amount(b).min(63)) as u64);
    agree("mov.b64 {r0, r9}, d1; mov.b64 d0, {r9, r0}", "d0", |a, _, _| a.rotate_left(32));
}

#[test]
fn comparisons_and_choices_are_those_of_rust() {
    agree("min.u32 r0, r1, r2", "r0", |a, b, _| (a as u32).min(b as u32).into());
    agree("min.s32 r0, r1, r2", "r0", |a, b, _| u64::from((a as i32).min(b as i32) as u32));
    agree("max.u64 d0, d1, d2", "d0", |a, b, _| a.max(b));
    agree("max.s64 d0, d1, d2", "d0", |a, b, _| (a as i64).max(b as i64) as u64);
    agree("abs.s32 r0, r1", "r0", |a, _, _| u64::from((a as i32).unsigned_abs()));
    agree("neg.s64 d0, d1", "d0", |a, _, _| (a as i64).wrapping_neg() as u64);
    agree("setp.eq.b32 p0, r1, r2", "p0", |a, b, _| u64::from(a as u32 == b as u32));
    agree("setp.ne.s64 p0, d1, d2", "p0", |a, b, _| u64::from(a != b));
    agree("setp.lt.s32 p0, r1, r2", "p0", |a, b, _| u64::from((a as i32) < b as i32));
    agree("setp.le.u32 p0, r1, r2", "p0", |a, b, _| u64::from(a as u32 <= b as u32));
    agree("setp.gt.s64 p0, d1, d2", "p0", |a, b, _| u64::from(a as i64 > b as i64));
    agree("setp.ge.u64 p0, d1, d2", "p0", |a, b, _| u64::from(a >= b));
    agree("setp.lt.and.u64 p0|p9, d1, d2, !p3", "p9", |a, b, c| u64::from((a >= b) & (c & 1 == 0)));
    agree("selp.b64 d0, d1, d2, p3", "d0", |a, b, c| if c & 1 != 0 { a } else { b });
    agree("cvt.s64.s32 d0, r1", "d0", |a, _, _| i64::from(a as i32) as u64);
    agree("cvt.u32.s64 r0, d1", "r0", |a, _, _| u64::from(a as u32));
}
