//! `run`: compares the example programs on random operands with independent results.

use num_bigint::BigUint;
use serde_json::Value;
use vidalu_model::draw::{self, Draw};

use super::{register, report_by};

/// Draws the operands of case `index` of the program `name`.
fn draw(name: &str, index: u64) -> Draw {
    Draw::new(draw::key(name, 1), index)
}

/// Returns assignments of the 64-bit words of a number, to `%a0`, `%a1`, … for the name `a`.
fn words(name: &str, number: &BigUint) -> Vec<(String, u64)> {
    let digits = number.to_u64_digits();
    (0..4).map(|word| (format!("%{name}{word}"), digits.get(word).copied().unwrap_or(0))).collect()
}

/// Returns the number whose 64-bit words the report has as `%p0`, `%p1`, … for the name `p`.
fn number(report: &Value, name: &str, words: usize) -> BigUint {
    let words = (0..words).rev().map(|word| register(report, &format!("%{name}{word}")));
    words.fold(BigUint::ZERO, |number, word| (number << 64) + word)
}

/// Draws a 256-bit number. Its words are often all zeros or all ones.
fn wide(draw: &mut Draw) -> BigUint {
    (0..4).fold(BigUint::ZERO, |number, _| {
        let random = draw.word();
        (number << 64) + draw.pick(&[0, u64::MAX, 1, random, random, random])
    })
}

fn run(file: &str, set: &[(String, u64)], profile: &str) -> Value {
    let set = set.iter().map(|(name, value)| (name.as_str(), *value)).collect::<Vec<_>>();
    report_by(file, &set, &["--profile", profile])
}

const PROFILES: [&str; 4] = ["manual", "hardware", "ptxas", "ptxas-13.5"];

#[test]
fn modadd256_adds() {
    let full: BigUint = (BigUint::from(1_u32) << 256) - 1_u32;
    let prime: BigUint = (BigUint::from(1_u32) << 255) - 19_u32;
    for (index, profile) in (0..60).zip(PROFILES.into_iter().cycle()) {
        let mut draw = draw("modadd256", index);
        let m = match index % 3 {
            0 => full.clone(),
            1 => prime.clone(),
            _ => wide(&mut draw) + 1_u32,
        };
        let m = m.min(full.clone());
        let (a, b) = (wide(&mut draw) % &m, wide(&mut draw) % &m);
        // Sums at the corners: m - 1, m and the largest sum.
        let (a, b) = match index / 3 {
            0 => (a.clone(), &m - 1_u32 - &a),
            1 => (a.clone(), (&m - &a) % &m),
            2 => (&m - 1_u32, &m - 1_u32),
            _ => (a, b),
        };
        let report = run("modadd256.ptx", &[words("a", &a), words("b", &b), words("m", &m)].concat(), profile);
        assert_eq!(number(&report, "s", 4), (&a + &b) % &m, "{a:#x} + {b:#x} mod {m:#x}");
        assert_eq!(report["host"], Value::Array(Vec::new()));
    }
}

#[test]
fn mul256_multiplies() {
    let full: BigUint = (BigUint::from(1_u32) << 256) - 1_u32;
    for (index, profile) in (0..60).zip(PROFILES.into_iter().cycle()) {
        let mut draw = draw("mul256", index);
        let (a, b) = if index < 4 { (full.clone(), full.clone()) } else { (wide(&mut draw), wide(&mut draw)) };
        let report = run("mul256.ptx", &[words("a", &a), words("b", &b)].concat(), profile);
        assert_eq!(number(&report, "p", 8), &a * &b, "{a:#x} * {b:#x}");
        assert_eq!(report["host"], Value::Array(Vec::new()));
    }
}

/// Draws `%a`, `%b` and `%c` and returns them with the report.
fn three(file: &str, index: u64) -> ([u32; 3], Value) {
    let mut draw = draw(file, index);
    let values = [(); 3].map(|()| {
        let random = draw.word() as u32;
        draw.pick(&[0, 1, 0x7fff_ffff, 0x8000_0000, 0x7f80_ff01, 0xffff_ffff, random, random, random, random])
    });
    // Shift amounts that do and do not move all bits out.
    let values = [values[0], if index.is_multiple_of(2) { values[1] } else { values[1] & 0x003f_003f }, values[2]];
    let set = ["%a", "%b", "%c"].into_iter().zip(values.map(u64::from)).collect::<Vec<_>>();
    (values, report_by(file, &set, &[]))
}

fn check(report: &Value, [a, b, c]: [u32; 3], expected: &[(&str, u32)]) {
    for (name, value) in expected {
        assert_eq!(register(report, name), u64::from(*value), "{name} of {a:#x}, {b:#x}, {c:#x}");
    }
}

#[test]
fn the_manual_s_scalar_examples() {
    for index in 0..100 {
        let (values, report) = three("manual/scalar.ptx", index);
        let [a, b, c] = values;
        let (signed, unsigned) = (|x: u32| i64::from(x as i32), |x: u32| i64::from(x));
        let (low, high) = (|x: u32| x & 0xffff, |x: u32| x >> 16);
        let saturated = |x: i64| x.clamp(i32::MIN.into(), i32::MAX.into()) as u32;
        let byte = |x: u32, place: u32| i64::from((x >> (8 * place)) as i8);
        let shifted = unsigned(a).checked_shl(b).filter(|_| b < 32).unwrap_or(0);
        let product = i128::from(signed(a)) * i128::from(b) - i128::from(signed(c));
        let scaled = (u64::from(low(a)) * u64::from(low(b)) + u64::from(c)) >> 15;
        check(
            &report,
            values,
            &[
                ("%add", saturated(unsigned(a & 0xff) + i64::from(b as i16))),
                ("%sub", saturated(i64::from(high(a) as i16) - unsigned(high(b)))),
                ("%absdiff", c & 0xffff_0000 | (byte(a, 0) - byte(b, 2)).unsigned_abs() as u32),
                ("%min", (signed(a).min(signed(b)) as u32).wrapping_add(c)),
                ("%shl", shifted as u32),
                ("%shr", a >> (high(b) & 31)),
                ("%mad", product.clamp(i32::MIN.into(), i32::MAX.into()) as u32),
                ("%mad15", scaled as u32),
                ("%less", (signed(a) < unsigned(b)).into()),
                ("%differ", (a != high(b)).into()),
            ],
        );
    }
}

/// Returns the half-words or bytes of a register, the lowest first.
fn parts<const N: usize>(value: u32) -> [u32; N] {
    let width = 32 / N as u32;
    std::array::from_fn(|part| (value >> (part as u32 * width)) & ((1 << width) - 1))
}

/// Returns a register of these half-words or bytes, each truncated to its width.
fn whole<const N: usize>(parts: [i64; N]) -> u32 {
    let width = 32 / N as u32;
    parts.into_iter().rev().fold(0, |whole, part| whole << width | (part as u32 & ((1 << width) - 1)))
}

#[test]
fn the_manual_s_simd_examples() {
    for index in 0..100 {
        let (values, report) = three("manual/simd.ptx", index);
        let [a, b, c] = values;
        let [a2, b2, c2] = values.map(parts::<2>);
        let [a4, b4, c4] = values.map(parts::<4>);
        let short = |x: u32| i64::from(x as i16);
        let small = |x: u32| i64::from(x as i8);
        let saturated2 = |x: i64| x.clamp(i16::MIN.into(), i16::MAX.into());
        let saturated4 = |x: i64| x.clamp(i8::MIN.into(), i8::MAX.into());
        let differ = a2.iter().zip(b2).filter(|(a, b)| **a != *b).count() as u32;
        let mut sub4 = c4.map(i64::from);
        sub4[0] = saturated4(small(a4[0]) - small(b4[0]));
        check(
            &report,
            values,
            &[
                ("%add2", whole([0, 1].map(|n| saturated2(short(a2[n]) + i64::from(b2[n]))))),
                ("%sub2", whole([saturated2(short(a2[0]) - short(b2[0])), c2[1].into()])),
                ("%min2", (2 * a2[0].min(b2[0])).wrapping_add(c)),
                ("%less2", whole([0, 1].map(|n| i64::from(short(a2[n]) < i64::from(b2[n]))))),
                ("%differ2", c.wrapping_add(differ)),
                ("%add4", whole([0, 1, 2, 3].map(|n| saturated4(small(a4[n]) + i64::from(b4[n]))))),
                ("%sub4", whole(sub4)),
                ("%less4", whole([0, 1, 2, 3].map(|n| i64::from(small(a4[n]) < i64::from(b4[n]))))),
            ],
        );
        assert_eq!((a, b), (whole(a2.map(i64::from)), whole(b4.map(i64::from))), "the test takes registers apart");
    }
}

#[test]
fn the_manual_s_carry_examples() {
    for index in 0..40 {
        let mut draw = draw("manual/carry.ptx", index);
        let [a, b] = [(); 2].map(|()| {
            [(); 4].map(|()| {
                let random = draw.word() as u32;
                draw.pick(&[0, u32::MAX, 1, random, random])
            })
        });
        let before = draw.word() as u32;
        let mut set = vec![("%p".to_owned(), 1), ("%acc".to_owned(), before.into())];
        for (name, number) in [("a", a), ("b", b)] {
            set.extend(number.iter().enumerate().map(|(word, value)| (format!("%{name}{word}"), u64::from(*value))));
        }
        let report = run("manual/carry.ptx", &set, "manual");
        let joined = |number: [u32; 4]| number.iter().rev().fold(0, |all, word| all << 32 | u128::from(*word));
        let result = |name: &str| joined([0, 1, 2, 3].map(|word| register(&report, &format!("%{name}{word}")) as u32));
        assert_eq!(result("sum"), joined(a).wrapping_add(joined(b)));
        assert_eq!(result("dif"), joined(a).wrapping_sub(joined(b)));
        let low = |a: u32, b: u32, c: u32| u64::from(a.wrapping_mul(b).wrapping_add(c));
        assert_eq!(register(&report, "%low"), low(a[0], b[0], a[1]));
        assert_eq!(register(&report, "%acc"), low(a[2], b[2], before));
        let carries = u64::from(a[2].wrapping_mul(b[2])) + u64::from(before) > u32::MAX.into();
        assert_eq!(report["cc"], u8::from(carries));

        set[0].1 = 0;
        let report = run("manual/carry.ptx", &set, "manual");
        assert_eq!((register(&report, "%acc"), report["registers"].get("%sum0")), (low(a[2], b[2], before), None));
    }
}
