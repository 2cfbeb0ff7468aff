//! `run --on icarus|verilator`: programs have the same results on the hardware and in the model.

use std::collections::HashSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};

use serde_json::Value;
use vidalu_model::draw::{Draw, key};
use vidalu_model::isa::{Packed, PackedOp};
use vidalu_model::ptx::{Guard, Operand, Register, Scope, parse_straight_line};
use vidalu_testkit::have;

use crate::support::{Run, vidalu};

const SIMULATORS: [(&str, &str); 2] = [("icarus", "iverilog"), ("verilator", "verilator")];

/// Runs the program in `text` with these arguments.
fn run(text: &str, args: &[&str]) -> Run {
    vidalu([&["run", "-", "--format", "json"], args].concat(), text)
}

/// Runs the program and returns its report.
fn report(text: &str, args: &[&str]) -> Value {
    let run = run(text, args);
    assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{args:?}");
    serde_json::from_str(&run.stdout).expect("it is JSON")
}

/// Returns the report without its lines about the hardware, and the number of cycles.
fn without_hardware(mut report: Value) -> (Value, u64) {
    let object = report.as_object_mut().expect("a report is an object");
    object.insert("on".to_owned(), "golden".into());
    let cycles = object.remove("cycles").expect("hardware has cycles").as_u64().expect("a number");
    for row in object.get_mut("trace").and_then(Value::as_array_mut).into_iter().flatten() {
        if row["by"] != "host" {
            row["by"] = "golden".into();
        }
    }
    (report, cycles)
}

fn example(name: &str) -> String {
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name)).expect("it is there")
}

/// Returns the registers that a program reads before it writes them.
fn inputs(text: &str) -> Vec<Register> {
    let lines = parse_straight_line(text, &mut Scope::inferring()).expect("an example is legal");
    let (mut written, mut inputs) = (HashSet::new(), Vec::new());
    for line in lines.iter().map(|line| &line.statement) {
        let guard = line.guard().map(Guard::predicate).into_iter();
        for register in guard.chain(line.sources().filter_map(Operand::register)) {
            if written.insert(register) {
                inputs.push(register.clone());
            }
        }
        written.extend(line.destinations().flatten());
    }
    inputs
}

/// Returns all example programs.
fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let files =
        [folder.join("manual"), folder].into_iter().flat_map(|folder| std::fs::read_dir(folder).expect("it is there"));
    let paths = files.map(|file| file.expect("it can be read").path());
    let mut programs: Vec<_> = paths.filter(|path| path.extension().is_some_and(|it| it == "ptx")).collect();
    programs.sort_unstable();
    programs
}

#[test]
fn the_examples_give_the_same_on_hardware() {
    let examples = examples();
    assert!(examples.len() >= 10, "{examples:?}");
    for (at, path) in examples.iter().enumerate() {
        let text = std::fs::read_to_string(path).unwrap();
        let key = key("hardware", at as u64);
        // A false guard would skip most of a program.
        let value = |(at, input): (usize, &Register)| match input.is_predicate() {
            true => 1,
            false => Draw::new(key, at as u64).word() >> (64 - input.width()),
        };
        let inputs = inputs(&text);
        let set: Vec<_> = inputs.iter().enumerate().map(|it| format!("{}={:#x}", it.1, value(it))).collect();
        let set: Vec<_> = set.iter().flat_map(|set| ["--set", set]).collect();
        let golden = report(&text, &[&set[..], &["--trace"]].concat());
        for (on, tool) in SIMULATORS {
            if have(&[tool]) {
                let depth = if on == "icarus" { "0" } else { "3" };
                let hardware = report(&text, &[&set[..], &["--trace", "--on", on, "--depth", depth]].concat());
                assert_eq!(without_hardware(hardware).0, golden, "{} on {on}", path.display());
            }
        }
    }
}

/// A program of these packed instructions on the registers a and b.
fn packed(forms: impl Iterator<Item = Packed>) -> String {
    let operands = |form: Packed| if form.op() == PackedOp::Neg { "a" } else { "a, b" };
    let lines = forms.enumerate().map(|(at, form)| format!("{form} d{at}, {};", operands(form)));
    lines.collect::<Vec<_>>().join("\n")
}

/// The hardware receives the words of the instructions, and the zero of `neg` as an operand.
#[test]
fn every_packed_instruction_gives_the_same_on_hardware() {
    let text = packed(Packed::all());
    for [a, b] in [["a=0x7f80ff01", "b=0x01ff8180"], ["a=0x80000001", "b=0xffff7fff"]] {
        let set = ["--set", a, "--set", b, "--trace"];
        let golden = report(&text, &set);
        assert_eq!(golden["trace"].as_array().map(Vec::len), Some(54));
        for (on, tool) in SIMULATORS {
            if have(&[tool]) {
                let hardware = report(&text, &[&set[..], &["--on", on, "--depth", "2"]].concat());
                assert_eq!(without_hardware(hardware).0, golden, "{a} {b} on {on}");
            }
        }
    }
}

/// Each unit that has the instruction of a packed one executes it.
#[test]
fn every_packed_instruction_is_one_of_each_of_its_units() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let wave = folder.path().join("packed.fst");
    let has_lanes = |form: &Packed| form.ty().lanes() > 1;
    let lanes = packed(Packed::all().filter(has_lanes));
    let words = packed(Packed::all().filter(|form| !has_lanes(form)));
    let both = packed(Packed::all());
    for (unit, text, more) in [
        ("simd", &lanes, &["--style", "behavioral"][..]),
        ("simd", &lanes, &["--depth", "3"]),
        ("scalar", &words, &[]),
        ("lanes", &both, &["--depth", "1"]),
        ("video", &both, &["--shared", "true"]),
        ("video", &both, &["--style", "behavioral"]),
    ] {
        let wave = wave.to_str().expect("a name");
        let ops = ["--ops", "all,set.16x2,set.8x4"];
        let args =
            [&["eval", text, "a=0x7f80ff01", "b=0x01ff8180", "--wave", wave, "--unit", unit], &ops[..], more].concat();
        let run = vidalu(args, "");
        assert_eq!(run.code, 0, "{unit} {more:?}: {}", run.stderr);
    }
}

/// The hardware makes the same pictures as the golden model.
#[test]
fn the_pictures_are_the_same_on_hardware() {
    let folder = tempfile::tempdir().unwrap();
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    // Icarus gets only a corner of each picture, because a thousand pixels take seconds.
    for (on, tool, size) in [("verilator", "verilator", 64), ("icarus", "iverilog", 16)] {
        if !have(&[tool]) {
            continue;
        }
        let pictures = ["front.png", "back.png"].map(|name| {
            let path = folder.path().join(name);
            image::open(examples.join(name)).unwrap().crop_imm(0, 0, size, size).save(&path).unwrap();
            path
        });
        for (program, executions) in [("blend.ptx", size * size), ("blocksad.ptx", size * size / 256)] {
            let make = |on: &str| {
                let out = folder.path().join(format!("{on}.png"));
                let text = std::fs::read_to_string(examples.join(program)).unwrap();
                let paths = [&pictures[0], &pictures[1], &out].map(|path| path.to_str().unwrap());
                let images = ["--image", paths[0], "--image", paths[1], "--out", paths[2], "--on", on];
                (report(&text, &images), std::fs::read(out).unwrap())
            };
            let ((golden, picture), (hardware, same)) = (make("golden"), make(on));
            assert!(picture == same, "{program} on {on}");
            let (hardware, cycles) = without_hardware(hardware);
            assert_eq!(hardware, golden, "{program} on {on}");
            assert!(cycles >= u64::from(executions), "{program} on {on}: {cycles} cycles");
        }
    }
}

/// A chain of instructions depends on CC.CF, and the hardware executes one of them per cycle.
#[test]
fn a_thousand_dependent_addc_take_a_thousand_cycles_and_the_depth() {
    let mut text = String::new();
    for at in 0..1000 {
        // All ones propagate the carry; a zero now and then stops it.
        let b = if at % 50 == 0 { "0" } else { "0xffffffff" };
        writeln!(text, "addc.cc.u32 r{at}, {}, {b};", at % 7).unwrap();
    }
    let golden = report(&text, &["--trace", "--cc", "1"]);
    for (on, depth) in [("icarus", 0), ("icarus", 1), ("icarus", 3), ("icarus", 8), ("verilator", 4)] {
        if !have(&[if on == "icarus" { "iverilog" } else { on }]) {
            continue;
        }
        let hardware = report(&text, &["--trace", "--cc", "1", "--on", on, "--depth", &depth.to_string()]);
        let (hardware, cycles) = without_hardware(hardware);
        assert!(hardware == golden, "{on} at depth {depth}");
        assert_eq!(cycles, 1000 + depth, "{on} at depth {depth}");
    }
}

/// Programs run with every handshake, and with an initial CC.CF.
#[test]
fn every_flow_gives_the_same() {
    if !have(&["iverilog"]) {
        return;
    }
    let text = example("add128.ptx");
    let set = ["%a0=-1", "%a1=5", "%b0=0", "%b1=6"].map(|set| ["--set", set]).concat();
    let addc = text.replace("add.cc.u64", "addc.cc.u64");
    let folder = tempfile::tempdir().unwrap();
    for (at, toml) in [
        "tag = 7",
        "handshake = 'valid-ready'\ntag = 1",
        "handshake = 'valid-ready'\nready = 'registered'\nclock_enable = true\nflush = true\ndepth = 2",
        "handshake = 'valid-ready'\nmad64 = 'iterative'\ndepth = 3",
        "shared = true\ndepth = 2",
        "reset = 'arst_n'\nlanguage = 'systemverilog'\ncontexts = 3\ndepth = 1",
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path().join(format!("{at}.toml"));
        std::fs::write(&file, toml).unwrap();
        for (profile, cc) in [("manual", "1"), ("hardware", "1"), ("manual", "0")] {
            let common = [&set[..], &["--profile", profile, "--cc", cc]].concat();
            let golden = report(&addc, &common);
            let config = ["--on", "icarus", "--config", file.to_str().unwrap()];
            let hardware = report(&addc, &[&common[..], &config].concat());
            assert_eq!(without_hardware(hardware).0, golden, "{toml}, {profile}, {cc}");
        }
    }
}

#[test]
fn what_cannot_be_is_refused_before_any_simulator_starts() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.toml");
    let config = file.to_str().unwrap();
    for (toml, text, args, message) in [
        ("", "vadd.u32.u32.u32 r1, 1, 2;", vec!["--depth", "1"], "--depth configures the hardware"),
        ("", "vadd.u32.u32.u32 r1, 1, 2;", vec!["--config", config], "--config configures the hardware"),
        ("", "vadd.u32.u32.u32 r1, 1, 2;", vec!["--on", "icarus", "--profile", "ptxas"], "describe an assembler"),
        (
            "ops = ['vadd']",
            "vsub.u32.u32.u32 r1, 1, 2;",
            vec!["--on", "icarus", "--config", config],
            "does not have this",
        ),
        ("wide = false", "add.cc.u64 r1, 1, 2;", vec!["--on", "icarus", "--config", config], "does not have this"),
        ("mad64 = 'none'", "mul.lo.u64 r1, 1, 2;", vec!["--on", "icarus", "--config", config], "wide and mad64"),
        (
            "profile = 'hardware'",
            "addc.u32 r1, 1, 2;",
            vec!["--on", "icarus", "--config", config],
            "differs from that of the program",
        ),
        ("depht = 1", "vadd.u32.u32.u32 r1, 1, 2;", vec!["--on", "icarus", "--config", config], "depht"),
    ] {
        std::fs::write(&file, toml).unwrap();
        let run = run(text, &args);
        assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn a_unit_without_valid_bits_cannot_be_asked() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("c.toml");
    std::fs::write(&file, "ops = ['addc']\nhandshake = 'none'").unwrap();
    let run = run("addc.u32 r1, 1, 2;", &["--on", "icarus", "--config", file.to_str().unwrap()]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("use the handshake valid or valid-ready"), "{}", run.stderr);
}
