//! `gen` writes and replaces folders. `tests/cmd/gen.trycmd` has the cases that it refuses.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::Value;
use vidalu_gen::{Key, Target};
use vidalu_testkit::{have, libraries};

use crate::support::vidalu;

/// Returns all files below `folder` with their content.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(current) = folders.pop() {
        for entry in std::fs::read_dir(current).expect("the folder is there") {
            let path = entry.expect("the folder is readable").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("it is below the folder").display().to_string();
                files.insert(name, std::fs::read(&path).expect("the file is readable"));
            }
        }
    }
    files
}

#[test]
fn the_same_configuration_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let out = |name: &str| folder.path().join(name);
    let write = |name: &str, flags: &[&str]| {
        let path = out(name);
        let run = vidalu([&["gen", "--out", path.to_str().unwrap()], flags].concat(), "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let listed: Vec<_> = run.stdout.lines().map(str::to_owned).collect();
        let written = files(&path);
        assert_eq!(listed.len(), written.len(), "{listed:?}");
        assert!(listed.iter().all(|file| written.contains_key(file)), "{listed:?}");
        written
    };
    let first = write("first", &["--depth", "2"]);
    assert_eq!(first, write("second", &["--depth", "2"]));
    // An earlier output is replaced completely.
    assert_ne!(first, write("second", &["--unit", "adder34"]));
    assert_eq!(first, write("second", &["--depth", "2"]));
    // The folder may be empty, and it may not exist yet.
    std::fs::create_dir(out("empty")).unwrap();
    assert_eq!(first, write("empty", &["--depth", "2"]));
    assert_eq!(first, write("a/b/c", &["--depth", "2"]));
}

#[test]
fn what_it_writes_it_also_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rtl");
    let run = vidalu(["gen", "--unit", "merge", "--format", "json", "--out", path.to_str().unwrap()], "");
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["format_version"], 1);
    assert_eq!((&report["unit"], &report["top"]), (&"merge".into(), &"vidalu_merge".into()));
    let files = report["files"].as_array().unwrap();
    assert!(files.iter().all(|file| path.join(file.as_str().unwrap()).is_file()));
    assert!(run.stderr.ends_with("next: vidalu cosim --unit merge\n"), "{}", run.stderr);
}

#[test]
fn a_printed_configuration_is_read_back() {
    let printed = vidalu(["gen", "--print-config", "--depth", "3", "--reset", "arst_n", "--ops", "vset,vshr"], "");
    assert_eq!((printed.code, printed.stderr.as_str()), (0, ""));
    let again = vidalu(["gen", "--print-config", "--config", "-"], &printed.stdout);
    assert_eq!(again.stdout, printed.stdout);
}

/// The configuration file of a folder says what the folder holds; the command line overrides it.
#[test]
fn a_configuration_file_gives_its_folder_again() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, flags: &[&str]| {
        let path = folder.path().join(name);
        let run = vidalu([&["gen", "--out", path.to_str().unwrap()], flags].concat(), "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        files(&path)
    };
    let config = folder.path().join("first/config.toml");
    let again = |flags: &[&str]| write("again", &[&["--config", config.to_str().unwrap()], flags].concat());
    let wrapped = ["axi4-stream", "axi4-lite", "cfu", "cv-x-if", "vortex"].map(|bus| vec!["--wrapper", bus, "--sat-o"]);
    let alone = ["lanes", "carry", "multiplier"].map(|unit| vec!["--unit", unit]);
    for flags in wrapped.into_iter().chain(alone) {
        assert_eq!(write("first", &flags), again(&[]), "{flags:?}");
    }
    let first = write("first", &["--wrapper", "cfu", "--unit", "simd", "--depth", "2"]);
    assert_eq!(again(&["--wrapper", "cfu"]), first);
    assert!(again(&["--unit", "video"]).contains_key("rtl/vidalu_video_cfu.v"));
    assert!(again(&["--wrapper", "axi4-lite"]).contains_key("rtl/vidalu_simd_axi4_lite.v"));
    let alone = again(&["--wrapper", "none"]);
    assert!(alone.contains_key("rtl/vidalu_simd.v") && !alone.contains_key("rtl/vidalu_simd_cfu.v"));

    // A block has no bus, and a wrong name is shown where it stands.
    let run = vidalu(["gen", "--config", config.to_str().unwrap(), "--unit", "select", "--out", "never"], "");
    assert!(run.code == 2 && run.stderr.contains("--wrapper none"), "{}", run.stderr);
    let run = vidalu(["gen", "--config", "-", "--out", "never"], "depth = 1\nunit = 'warp'\n");
    assert!(run.code == 2 && run.stderr.contains("<stdin>:2:8"), "{}", run.stderr);

    // Other commands take the unit and the bus of the file too.
    if !have(&["iverilog"]) {
        return;
    }
    let units = |command: &str, flags: &[&str]| {
        let own = [command, "--config", config.to_str().unwrap(), "--format", "json"];
        let run = vidalu([&own, flags].concat(), "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        serde_json::from_str::<Value>(&run.stdout).unwrap()["units"].clone()
    };
    let icarus = ["--sim", "icarus", "--vectors", "100"];
    assert_eq!(units("cosim", &icarus)[0]["unit"], "simd_cfu");
    let few = vidalu(["cosim", "--config", config.to_str().unwrap(), "--index", "3"], "");
    assert!(few.code == 2 && few.stderr.contains("--index is for units without a bus"), "{}", few.stderr);
    let alone = units("cosim", &["--sim", "icarus", "--wrapper", "none", "--index", "3"]);
    assert!(alone[0]["unit"] == "simd" && alone.as_array().unwrap().len() == 1, "{alone}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_folder_that_cannot_be_written() {
    let run = vidalu(["gen", "--out", "/proc/vidalu"], "");
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("/proc"), "{}", run.stderr);
}

/// A flag without effect on the unit or block is mentioned, and no other flag is.
#[test]
fn flags_without_effect_are_mentioned() {
    for target in Target::ALL {
        let folder = tempfile::tempdir().unwrap();
        let keys = || Key::ALL.iter().filter(|key| key.name != "ops");
        let mut args = vec!["gen".to_owned(), "--unit".to_owned(), target.name().to_owned()];
        args.extend(["--out".to_owned(), folder.path().join("rtl").display().to_string()]);
        args.extend(keys().flat_map(|key| [format!("--{}", key.flag()), key.default()]));
        let run = vidalu(&args, "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let mut noted: Vec<_> =
            run.stderr.lines().filter_map(|line| line.strip_prefix("note: --")?.split(' ').next()).collect();
        let unused: Vec<_> = keys().filter(|key| !key.concerns(target)).map(Key::flag).collect();
        noted.sort_by_key(|flag| unused.iter().position(|key| key == flag));
        assert_eq!(noted, unused, "{target}: {}", run.stderr);
    }
}

/// The other commands mention them too.
#[test]
fn every_command_mentions_flags_without_effect() {
    let note = "note: --contexts has no effect on scalar, only on carry, video\n";
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("kit").display().to_string();
    let common = ["--unit", "scalar", "--contexts", "2"];
    let mut commands = vec![vec!["vectors", "--count", "1"], vec!["kit", "--count", "1", "--out", &out]];
    if have(&["iverilog", "vvp"]) {
        commands.push(vec!["cosim", "--sim", "icarus", "--vectors", "1"]);
    }
    if have(&["yosys"]) {
        commands.push(vec!["mutate", "--count", "1"]);
    }
    for command in commands {
        let run = vidalu(command.iter().chain(&common), "");
        assert!(run.stderr.contains(note), "{command:?}: {}", run.stderr);
    }
    if have(&["yosys"]) {
        let adder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/own-hardware/adder34.v");
        for (target, own) in [("select", &[][..]), ("adder34", &["--rtl", adder])] {
            let run = vidalu([&["prove", "--unit", target, "--contexts", "2", "--depth", "0"], own].concat(), "");
            let note = |flag, of| format!("note: --{flag} has no effect on {target}, only on {of}");
            assert!(run.stderr.contains(&note("contexts", "carry, video\n")), "{target}: {}", run.stderr);
            assert!(run.stderr.contains(&note("depth", "scalar")), "{target}: {}", run.stderr);
            assert_eq!(run.stderr.matches("has no effect").count(), 2, "{target}: {}", run.stderr);
            assert_eq!(run.code, 0);
        }
    }
    if have(&["iverilog"]) {
        let wave = folder.path().join("wave.vcd").display().to_string();
        let line = "vadd.u32.u32.u32 r1, r2, r2";
        let run = vidalu(["eval", line, "r2=1", "--wave", &wave, "--contexts", "2", "--depth", "1"], "");
        assert!(run.stderr.starts_with(note), "{}", run.stderr);
    }
    let run = vidalu(["vectors", "--depth", "2", "--sat-o", "--count", "1"], "");
    assert_eq!(run.stderr, "note: --depth has no effect on vectors\n");
}

/// A flag that changes no code of a unit with this key is mentioned, and no flag that does.
#[test]
fn flags_that_change_no_code_are_mentioned() {
    let folder = tempfile::tempdir().unwrap();
    for (unit, flags, idle) in [
        ("vmad", "--goal tables", &["--goal tables"][..]),
        ("vmad", "--goal cells --depth 2", &[]),
        ("simd", "--adder kogge-stone", &["--adder kogge-stone"]),
        ("simd", "--adder kogge-stone --goal cells", &[]),
        ("carry", "--goal tables --multiplier array", &["--goal tables"]),
        ("carry", "--goal balanced --adder +", &[]),
        ("scalar", "--reset-data --tag 4", &["--reset-data"]),
        ("scalar", "--reset-data --depth 1", &[]),
        ("carry --wrapper cfu", "--reset arst_n --goal cells", &["--goal cells"]),
    ] {
        let words: Vec<_> = unit.split(' ').chain(flags.split(' ')).collect();
        let target = unit.replace(" --wrapper ", "_");
        let expected: Vec<_> = idle.iter().map(|flag| format!("{flag} has no effect on {target} in this")).collect();
        for command in ["gen", "kit"] {
            let out = folder.path().join("out").display().to_string();
            let run = vidalu([&[command, "--out", &out, "--unit"], &words[..]].concat(), "");
            assert_eq!(run.code, 0, "{}", run.stderr);
            let notes = run.stderr.lines().filter_map(|line| line.strip_prefix("note: "));
            let idle: Vec<_> = notes.filter_map(|note| note.strip_suffix(" configuration")).collect();
            assert_eq!(idle, expected, "{command} {unit} {flags}");
            std::fs::remove_dir_all(out).unwrap();
        }
    }
}

#[test]
fn a_key_of_another_bus_is_named_once() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out").display().to_string();
    for (wrapper, noted) in [("none", true), ("cfu", true), ("cv-x-if", false)] {
        let run = vidalu(["gen", "--unit", "simd", "--wrapper", wrapper, "--rs3", "r4", "--out", &out], "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let note = "note: --rs3 has no effect on simd, only on wrapper cv-x-if\n";
        assert_eq!(run.stderr.contains(note), noted, "{wrapper}: {}", run.stderr);
        assert_eq!(run.stderr.matches("note").count(), usize::from(noted), "{wrapper}: {}", run.stderr);
    }
}

/// Each bus decides some keys. A value that was asked for and gets lost is named, and no other.
#[test]
fn a_key_that_the_bus_decides_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("unit.toml");
    std::fs::write(&file, "handshake = 'valid-ready'\nreset = 'arst'\n").unwrap();
    let file = file.to_str().unwrap();
    let low = "reset = arst has no effect: BUS decides reset = arst_n";
    let valid = "handshake = valid has no effect: BUS decides handshake = valid-ready";
    for (bus, unit, flags, expected) in [
        ("axi4-lite", "video", &["--handshake", "valid"][..], &[valid][..]),
        ("axi4-stream", "simd", &["--handshake", "valid", "--reset", "arst"], &[valid, low]),
        ("cfu", "carry", &["--reset", "arst_n"], &["reset = arst_n has no effect: BUS decides reset = arst"]),
        ("cv-x-if", "vmad", &["--tag", "0"], &["tag = 0 has no effect: BUS decides tag = 4"]),
        ("axi4-lite", "scalar", &["--config", file], &[low]),
        (
            "cfu",
            "scalar",
            &["--handshake", "valid-ready", "--ready", "direct"],
            &["ready = direct has no effect: BUS decides ready = registered"],
        ),
        ("cfu", "scalar", &["--depth", "2", "--config", file], &[]),
        ("cv-x-if", "lanes", &[], &[]),
    ] {
        for command in ["gen", "kit"] {
            let out = folder.path().join("out").display().to_string();
            let run = vidalu([&[command, "--wrapper", bus, "--unit", unit, "--out", &out], flags].concat(), "");
            assert_eq!(run.code, 0, "{}", run.stderr);
            let notes: Vec<_> = run.stderr.lines().filter_map(|line| line.strip_prefix("note: ")).collect();
            let expected: Vec<_> = expected.iter().map(|note| note.replace("BUS", bus)).collect();
            assert_eq!(notes, expected, "{command} {bus} {flags:?}");
            std::fs::remove_dir_all(out).unwrap();
        }
    }
}

#[test]
fn a_unit_for_a_clock_is_expected_to_meet_it() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rtl");
    let run = |words: &str| {
        let words = words.split(' ').chain(["--out", out.to_str().unwrap(), "--format", "json"]);
        vidalu(["gen"].into_iter().chain(words), "")
    };
    let report = |words: &str| -> Value {
        let run = run(words);
        assert_eq!(run.code, 0, "{words}: {}", run.stderr);
        serde_json::from_str(&run.stdout).unwrap()
    };
    let cells = libraries().into_iter().flatten().take(1).map(|path| (path.display().to_string(), ""));
    let targets: Vec<_> =
        ["ice40", "ecp5"].map(|device| (device.to_owned(), " --route")).into_iter().chain(cells).collect();
    for unit in ["scalar", "simd", "vmad"] {
        for (target, flag) in &targets {
            let plain = report(&format!("--unit {unit} --target {target}"));
            let slow = plain["expected"]["mhz"].as_f64().unwrap();
            let measure = format!("vidalu synth --target {target} --unit {unit}{flag}");
            assert_eq!(plain["expected"]["measure"], measure);
            assert!(plain["expected"]["deeper"]["rows"].as_u64() > Some(0), "{plain}");
            let chosen = report(&format!("--unit {unit} --target {target} --frequency {}", 1.5 * slow));
            assert!(chosen["expected"]["mhz"].as_f64().unwrap() >= 1.5 * slow, "{chosen}");
            assert!(chosen["latency"].as_u64() > Some(0), "{chosen}");
            // The report and the folder say what was chosen: both give the same estimate.
            let flags = chosen["flags"].as_str().unwrap();
            let again = report(&format!("--unit {unit} --target {target} {flags}"));
            assert_eq!((&again["expected"], &again["latency"]), (&chosen["expected"], &chosen["latency"]));
            let config = out.join("config.toml");
            let again = report(&format!("--config {} --target {target}", config.display()));
            assert_eq!((&again["expected"], &again["latency"]), (&chosen["expected"], &chosen["latency"]));
        }
    }
    // A flag fixes its key.
    let fixed = report("--unit scalar --target ecp5 --frequency 40 --goal cells --depth 3");
    assert_eq!(fixed["latency"], 3);
    assert!(std::fs::read_to_string(out.join("config.toml")).unwrap().contains("goal = \"cells\""));
}

#[test]
fn the_delay_of_each_stage_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rtl");
    let said = |words: &str| {
        let run = vidalu(["gen", "--out", out.to_str().unwrap()].into_iter().chain(words.split(' ')), "");
        assert_eq!(run.code, 0, "{words}: {}", run.stderr);
        run.stderr
    };
    for device in ["ice40", "ecp5"] {
        for (unit, stages) in [("scalar", 5), ("simd", 6), ("vmad", 5)] {
            let text = said(&format!("--unit {unit} --depth 0 --target {device}"));
            let line = text.lines().find(|line| line.starts_with("  select ")).unwrap_or_default();
            assert_eq!(line.matches(" + ").count(), stages, "{text}");
            // The sum is that of the delays, each rounded to a tenth.
            let numbers: Vec<f64> = line.split(' ').filter_map(|word| word.parse().ok()).collect();
            let (sum, each) = numbers.split_last().unwrap();
            assert!((each.iter().sum::<f64>() - sum).abs() < 0.05 * numbers.len() as f64, "{line}");
            assert!(text.contains("\nwith 1 row: about "), "{text}");
            let deep = said(&format!("--unit {unit} --depth 8 --target {device}"));
            assert!(deep.contains("\nthis form reaches this clock with "), "{deep}");
        }
        // The fastest form with as many rows is named, and it names no other.
        let slow = said(&format!("--unit scalar --depth 6 --target {device}"));
        assert!(slow.contains("\nwith --goal tables: about "), "{slow}");
        let fast = said(&format!("--unit scalar --depth 6 --goal tables --target {device}"));
        assert!(!fast.contains("\nwith --"), "{fast}");
        let other = said(&format!("--unit simd --goal tables --depth 0 --target {device}"));
        assert!(other.contains("\nwith --goal balanced: about "), "{other}");
    }
    let words = "gen --unit scalar --depth 8 --target ecp5 --format json --out";
    let run = vidalu(words.split(' ').chain([out.to_str().unwrap()]), "");
    let expected = &serde_json::from_str::<Value>(&run.stdout).unwrap()["expected"];
    assert!(expected["fewer"]["rows"].as_u64().is_some_and(|rows| rows < 8), "{expected}");
    assert_eq!(expected["form"]["flags"], "--goal tables");
    assert!(expected["form"]["mhz"].as_f64() > expected["mhz"].as_f64(), "{expected}");
    let stretch = &expected["stretches"][0];
    let sum = stretch["registers_ns"].as_f64().unwrap() + stretch["stages_ns"][0].as_f64().unwrap();
    assert!((sum - stretch["ns"].as_f64().unwrap()).abs() < 1e-6, "{expected}");
    let alone = said("--unit scalar --depth 8");
    assert!(!alone.contains(" ns"), "{alone}");
    // What a shell would expand is quoted, and the choice of buffered inputs has a delay.
    let text = said("--unit vmad --depth 0 --multiplier booth4-dadda --target ecp5");
    assert!(text.contains("\nwith --multiplier '*': about "), "{text}");
    let text = said("--unit scalar --depth 2 --handshake valid-ready --ready registered --target ice40");
    assert!(text.contains("\n  inputs "), "{text}");
    // Cells have no registers at the ports.
    let Some(libraries) = libraries() else { return };
    let target = libraries[0].display();
    let text = said(&format!("--unit scalar --depth 1 --target {target}"));
    let lines: Vec<_> = text.lines().filter(|line| line.ends_with(" ns")).collect();
    assert!(lines.len() == 2 && lines.iter().all(|line| line.contains(" + registers 0.")), "{text}");
    let text = said(&format!("--unit scalar --depth 0 --target {target}"));
    assert!(text.contains(" ns\n") && !text.contains("registers"), "{text}");
    // An adder is chosen too, unless it is given.
    let mhz = |words: &str| -> f64 {
        let text = said(&format!("--unit scalar --depth 0 --goal cells {words} --target {target}"));
        let (_, clock) = text.split_once(": about ").unwrap();
        clock.split(' ').next().unwrap().parse().unwrap()
    };
    let (plus, sklansky) = (mhz("--adder +"), mhz("--adder sklansky"));
    let between = (plus + sklansky) / 2.0;
    assert!(plus + 2.0 < sklansky, "{plus} {sklansky}");
    let words = format!("--unit scalar --goal cells --depth 0 --target {target} --frequency {between}");
    let text = said(&words);
    assert!(text.contains(" MHz on osu018_stdcells: --adder sklansky --goal cells\n"), "{text}");
    let words = format!("gen {words} --adder + --out {}", out.display());
    let refused = vidalu(words.split(' '), "");
    assert!(
        refused.code == 1 && refused.stderr.contains("of any form: the fastest, --goal cells, has about"),
        "{}",
        refused.stderr
    );
}

/// `-` usually means stdout.
#[test]
fn a_folder_is_not_stdout() {
    for words in ["gen --unit scalar --out -", "kit --unit scalar --out -", "prove --unit scalar --certificate -"] {
        let run = vidalu(words.split(' '), "");
        assert_eq!(run.code, 2, "{words}: {}", run.stderr);
        assert!(run.stderr.contains("the output is a folder, not stdout"), "{words}: {}", run.stderr);
    }
}

#[test]
fn without_a_known_clock_the_unit_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for (words, known) in [
        ("--unit carry", "for the units scalar, simd and vmad"),
        ("--unit merge", "for the units scalar, simd and vmad"),
        ("--unit scalar --wrapper cfu", "without a bus"),
        ("--unit scalar --style behavioral", "for the optimized style"),
        ("--unit simd --ops vadd2", "for a unit with all its usual operations"),
        ("--unit simd --goal cells --adder sklansky", "with `adder = +`, but not for the form for cells"),
        ("--unit vmad --multiplier array", "with `adder = +`, and with the multipliers * and booth4-dadda"),
    ] {
        let out = folder.path().join(words.replace(' ', "_"));
        let words = format!("gen {words} --target ice40 --out {}", out.display());
        let run = vidalu(words.split(' '), "");
        assert_eq!(run.code, 0, "{words}: {}", run.stderr);
        assert!(run.stderr.contains("note: no clock on ice40 is known for"), "{}", run.stderr);
        assert!(run.stderr.contains(&format!("clocks are known {known}; to measure it: ")), "{}", run.stderr);
        assert!(run.stderr.contains(" --route\n") && out.join("manifest.json").exists(), "{}", run.stderr);
    }
}

/// The name inside the file counts.
#[test]
fn a_library_without_known_delays_is_named() {
    let Some(libraries) = libraries() else { return };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my cells.lib");
    let text = std::fs::read_to_string(&libraries[0]).unwrap();
    std::fs::write(&path, text.replace("library(osu018_stdcells)", "library(other)")).unwrap();
    let out = folder.path().join("rtl");
    let (target, out_folder) = (path.display().to_string(), out.display().to_string());
    let words = ["gen", "--unit", "scalar", "--target", &target, "--out", &out_folder];
    let run = vidalu(words, "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let known = "they are known on ecp5, ice40, osu018_stdcells";
    assert!(
        run.stderr.contains("note: no delays on other are known; ") && run.stderr.contains(known),
        "{}",
        run.stderr
    );
    // The command can be copied into a shell.
    let measure = format!("vidalu synth --target '{target}' --unit scalar\n");
    assert!(run.stderr.contains(&measure) && out.join("manifest.json").exists(), "{}", run.stderr);
    let refused = vidalu(words.into_iter().chain(["--frequency", "100"]), "");
    assert_eq!(refused.code, 2, "{}", refused.stderr);
    assert!(refused.stderr.contains("no delays on other are known"), "{}", refused.stderr);
}

#[test]
fn a_clock_out_of_reach_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rtl");
    let run = |words: &str| vidalu(["gen", "--out", out.to_str().unwrap()].into_iter().chain(words.split(' ')), "");
    let far = run("--unit scalar --target ice40 --frequency 900");
    assert_eq!(far.code, 1);
    assert!(
        far.stderr
            .contains("900 MHz on ice40 is not expected of any form: the fastest, --depth 6 --goal tables, has about"),
        "{}",
        far.stderr
    );
    for words in [
        "--unit video",
        "--unit merge",
        "--unit scalar --wrapper cfu",
        "--unit scalar --adder ripple",
        "--unit simd --ops vadd2",
    ] {
        let unknown = run(&format!("{words} --target ecp5 --frequency 1"));
        assert_eq!(unknown.code, 2, "{words}: {}", unknown.stderr);
        assert!(unknown.stderr.contains("no clock on ecp5 is known for"), "{}", unknown.stderr);
        assert!(unknown.stderr.contains(" --frequency 1"), "{words}: {}", unknown.stderr);
    }
    for (words, said) in [
        ("--frequency 80", "--target"),
        ("--target ecp5 --frequency fast", "not a clock in MHz"),
        ("--target virtex", "ice40, ecp5"),
        ("--target lut6", "lut6 has levels and no clock"),
        ("--target cells.lib", "there is no file cells.lib"),
    ] {
        let refused = run(words);
        assert_eq!(refused.code, 2, "{words}: {}", refused.stderr);
        assert!(refused.stderr.contains(said), "{words}: {}", refused.stderr);
    }
    assert!(!out.exists());
}
