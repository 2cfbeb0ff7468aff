//! `run`: the example programs on operands with known results.

mod hardware;
mod images;
mod programs;

use std::path::Path;

use serde_json::Value;

use crate::support::vidalu;

/// Runs `examples/FILE` and returns its report.
fn report(file: &str, set: &[(&str, u64)]) -> Value {
    report_by(file, set, &[])
}

/// Runs `examples/FILE` with more arguments and returns its report.
fn report_by(file: &str, set: &[(&str, u64)], more: &[&str]) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(file);
    let mut args = vec![
        "run".to_owned(),
        path.to_str().expect("the path is text").to_owned(),
        "--format".to_owned(),
        "json".to_owned(),
    ];
    args.extend(more.iter().map(|argument| (*argument).to_owned()));
    args.extend(set.iter().flat_map(|(name, value)| ["--set".to_owned(), format!("{name}={value:#x}")]));
    let run = vidalu(&args, "");
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{file}");
    serde_json::from_str(&run.stdout).expect("it is JSON")
}

fn register(report: &Value, name: &str) -> u64 {
    let text = report["registers"][name].as_str().unwrap_or_else(|| panic!("{name} is not in {report}"));
    u64::from_str_radix(text.strip_prefix("0x").expect("hexadecimal"), 16).expect("hexadecimal")
}

const NUMBERS: [u128; 5] = [0, 1, 0xffff_ffff_ffff_ffff, 0x1234_5678_9abc_def0_0fed_cba9_8765_4321, u128::MAX];

#[test]
fn add128_adds() {
    for a in NUMBERS {
        for b in NUMBERS {
            let halves = |x: u128| [x as u64, (x >> 64) as u64];
            let ([a0, a1], [b0, b1]) = (halves(a), halves(b));
            let report = report("add128.ptx", &[("%a0", a0), ("%a1", a1), ("%b0", b0), ("%b1", b1)]);
            let (sum, carry) = a.overflowing_add(b);
            let [s0, s1] = halves(sum);
            assert_eq!((register(&report, "%s0"), register(&report, "%s1")), (s0, s1));
            assert_eq!((register(&report, "%carry"), &report["cc"]), (carry.into(), &u8::from(carry).into()));
            assert_eq!(report["host"], Value::Array(Vec::new()));
        }
    }
}

#[test]
fn mul64_multiplies() {
    for a in NUMBERS.map(|x| x as u64) {
        for b in NUMBERS.map(|x| (x >> 64) as u64) {
            let report = report("mul64.ptx", &[("%a", a), ("%b", b)]);
            let product = u128::from(a) * u128::from(b);
            let expected = (product as u64, (product >> 64) as u64);
            assert_eq!((register(&report, "%lo"), register(&report, "%hi")), expected, "{a:#x} * {b:#x}");
            let host = report["host"].as_array().unwrap().iter().map(|it| it["instruction"].as_str().unwrap());
            assert!(host.clone().all(|instruction| instruction.starts_with("mov.b64")) && host.count() == 4);
        }
    }
}

#[test]
fn sad16_keeps_the_better_place() {
    let (left, right) = (*b"The quick brown ", *b"fox jumps over t");
    let sad: u64 = left.iter().zip(right).map(|(a, b)| u64::from(a.abs_diff(b))).sum();
    let names: Vec<[String; 2]> = (0..4).map(|n| [format!("%a{n}"), format!("%b{n}")]).collect();
    let words =
        |line: [u8; 16]| [0, 4, 8, 12].map(|at| u64::from(u32::from_le_bytes(*line[at..].first_chunk().unwrap())));
    let mut set = Vec::new();
    for (names, (a, b)) in names.iter().zip(words(left).into_iter().zip(words(right))) {
        set.extend([(names[0].as_str(), a), (names[1].as_str(), b)]);
    }
    for (best, kept, place) in [(sad + 1, sad, 5), (sad, sad, 2), (sad - 1, sad - 1, 2)] {
        let report = report("sad16.ptx", &[&set[..], &[("%best", best), ("%place", 2), ("%here", 5)]].concat());
        let values = ["%sad", "%best", "%place"].map(|name| register(&report, name));
        assert_eq!(values, [sad, kept, place]);
    }
}

#[test]
fn lighten_is_the_same_with_packed_and_with_video_instructions() {
    for (pixel, more) in [(0x00ff_8010, 0x1010_1010), (0xffff_ffff, 1), (0x7f80_01fe, 0x8181_ff01)] {
        let report = report("lighten.ptx", &[("%px", pixel), ("%more", more)]);
        let lanes = |word: u64| (word as u32).to_le_bytes();
        let lightened = std::array::from_fn(|at| lanes(pixel)[at].saturating_add(lanes(more)[at]));
        let far = lightened.iter().map(|lane| u64::from(u8::MAX - lane)).sum();
        let new = u64::from(u32::from_le_bytes(lightened));
        assert_eq!(["%new", "%old", "%far", "%same"].map(|name| register(&report, name)), [new, new, far, 0]);
    }
}

#[test]
fn key_is_the_same_with_a_mask_and_with_ones() {
    for (pixels, back, level) in [(0x00ff_8010_u64, 0x1122_3344, 0x7f7f_0f10), (0xffff_ffff, 0, 0xfe80_7f00)] {
        let report = report("key.ptx", &[("%px", pixels), ("%back", back), ("%level", level)]);
        let lanes = |word: u64| (word as u32).to_le_bytes();
        let (px, back, level) = (lanes(pixels), lanes(back), lanes(level));
        let new = std::array::from_fn(|at| if px[at] > level[at] { px[at] } else { back[at] });
        let new = u64::from(u32::from_le_bytes(new));
        assert_eq!(["%new", "%old", "%same"].map(|name| register(&report, name)), [new, new, 0]);
    }
}

#[test]
fn activate_is_the_same_with_packed_and_with_video_instructions() {
    for (sum, bias) in [(0x7f80_10f0_u64, 0x0180_e020_u64), (0x0102_0304, 0xffff_ffff), (0x8080_7f7f, 0x807f_7f80)] {
        let report = report("activate.ptx", &[("%sum", sum), ("%bias", bias), ("%most", 0x0606_0606)]);
        let lanes = |word: u64| (word as u32).to_le_bytes().map(|byte| byte as i8);
        let biased: [i8; 4] = std::array::from_fn(|at| lanes(sum)[at].saturating_add(lanes(bias)[at]));
        let word = |lanes: [i8; 4]| u64::from(u32::from_le_bytes(lanes.map(|lane| lane as u8)));
        let out = word(biased.map(|lane| lane.clamp(0, 6)));
        let mirror = word(biased.map(i8::wrapping_neg));
        let registers = ["%out", "%old", "%mirror", "%same"].map(|name| register(&report, name));
        assert_eq!(registers, [out, out, mirror, mirror], "{sum:#x} {bias:#x}");
    }
}

#[test]
fn a_program_comes_from_stdin_and_its_warnings_go_to_stderr() {
    let run = vidalu(["run", "-", "--format", "json"], "vadd.sat.s32.u32.s32 r1, 1, 2;");
    assert_eq!(run.code, 0);
    assert!(run.stderr.contains("accepted by ptxas, not in the manual"), "{}", run.stderr);
    assert_eq!(register(&serde_json::from_str(&run.stdout).unwrap(), "r1"), 3);
}
