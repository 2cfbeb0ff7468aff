//! Inputs and circumstances that broke the program once: large, long and impossible inputs, and
//! outputs that cannot be written when there is something to say.

mod images;
mod names;
mod tools;

use std::ffi::OsStr;
use std::fmt::Write;
use std::fs::{self, File};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::process::{Command, Stdio};

use vidalu_testkit::{have, script};

use crate::support::{Run, command, vidalu};

/// The number of lines of a large input. Work that grows with its square takes minutes.
const MANY: usize = 40_000;

fn lines(line: impl Fn(usize) -> String) -> String {
    (0..MANY).fold(String::new(), |mut text, index| {
        writeln!(text, "{}", line(index)).expect("a string takes all text");
        text
    })
}

#[test]
fn many_refused_lines_are_checked_and_the_first_are_shown() {
    let text = lines(|index| format!("vadd.u32.u32.u33 %r{index}, %a, %b;"));
    for args in [&["check", "-"][..], &["check", "--lines", "-", "--format", "text"]] {
        let run = vidalu(args, &text);
        assert_eq!(run.code, 2, "{}", run.stderr);
        let last: Vec<_> = run.stdout.lines().rev().take(2).collect();
        assert!(last[0].ends_with(": 0 legal, 0 of them with a warning; 40000 refused"), "{last:?}");
        assert!(last[1].ends_with(": 39900 more errors and warnings are not shown; --all shows them"), "{last:?}");
        let all = vidalu(args.iter().chain(&["--all"]), &text);
        assert_eq!((run.stdout.matches(",-[").count(), all.stdout.matches(",-[").count()), (100, MANY));
    }
}

#[test]
fn a_program_with_many_registers_is_executed() {
    let text = lines(|index| format!("add.u32 %r{}, %r{index}, 1;", index + 1));
    let run = vidalu(["run", "-", "--set", "%r0=1", "--format", "json"], &text);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stdout.contains("\"%r40000\": \"0x9c41\""), "the last sum is missing");
}

#[test]
fn an_error_far_to_the_right_has_its_column() {
    let line = format!("vadd.u32.u32.u32 d, a,{} b, c, e;", " ".repeat(70_000));
    let run = vidalu(["check", "-"], &line);
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stdout.contains("[<stdin>:1:70030]"), "{}", run.stdout);
    assert!(run.stdout.len() < 2000, "{} bytes", run.stdout.len());
}

#[test]
fn a_device_that_never_ends_is_not_a_text_file() {
    for args in
        [&["check", "/dev/zero"][..], &["run", "/dev/zero"], &["gen", "--config", "/dev/zero", "--print-config"]]
    {
        let run = vidalu(args, "");
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("/dev/zero is not a text file: NUL at byte 0"), "{}", run.stderr);
    }
    let run = vidalu(["cosim", "--rtl", "/dev/zero", "--unit", "merge"], "");
    assert_eq!(run.code, 2, "{}", run.stderr);
    assert!(run.stderr.contains("cannot read /dev/zero: file too large"), "{}", run.stderr);
    for (args, wanted) in [
        (&["eval", "--batch", "/dev/zero"][..], "line 1 of /dev/zero is longer than 16 MiB"),
        (
            &["run", "../examples/blocksad.ptx", "--image", "/dev/zero", "--image", "/dev/zero", "--out", "x.png"],
            "it is larger than 256 MiB",
        ),
        (&["vectors", "--verify", "/dev/zero"], "/dev/zero"),
    ] {
        let run = vidalu(args, "");
        assert_ne!(run.code, 0, "{args:?}");
        assert!(run.stderr.contains(wanted), "{}", run.stderr);
    }
    let endless = ["-c", "yes | \"$0\" check -", env!("CARGO_BIN_EXE_vidalu")];
    let output = Command::new("sh").args(endless).output().expect("sh starts");
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("<stdin> is larger than 256 MiB"), "{said}");
}

#[test]
fn a_wave_whose_name_is_not_unicode_is_reported() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let wave = folder.path().join(OsStr::from_bytes(b"a\xff.vcd"));
    let args = ["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "20", "--format", "json", "--wave"];
    let child = command(args).arg(&wave).spawn().expect("it starts");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(0), "{}", String::from_utf8_lossy(&output.stderr));
    let document: serde_json::Value = serde_json::from_slice(&output.stdout).expect("it is a document");
    assert!(document.to_string().contains("a\u{fffd}.vcd"), "{document}");
    assert!(wave.is_file());
}

/// Writes a module that merges into the wrong byte, and returns the command that finds it.
fn broken(folder: &Path) -> Vec<String> {
    let out = folder.join("rtl");
    let run = vidalu(["gen", "--unit", "merge", "--out", out.to_str().expect("it is a name")], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let file = out.join("rtl/vidalu_merge.v");
    let text = fs::read_to_string(&file).expect("it was written");
    let changed = text.replace("(dsel_i == 3'd3)", "(dsel_i == 3'd2)");
    assert_ne!(text, changed);
    fs::write(&file, changed).expect("it can be changed");
    let args = ["cosim", "--rtl", out.to_str().expect("it is a name"), "--sim", "icarus", "--vectors", "200"];
    args.map(str::to_owned).into()
}

#[test]
fn a_mismatch_decides_the_exit_code_whatever_becomes_of_the_outputs() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let cosim = broken(folder.path());
    // Nobody reads stdout.
    for format in ["text", "json"] {
        let mut child =
            command(cosim.iter().map(String::as_str).chain(["--format", format])).spawn().expect("it starts");
        drop(child.stdout.take());
        assert_eq!(child.wait().expect("it ends").code(), Some(1), "{format}");
    }
    // The disk is full. The other outputs are written all the same.
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        eprintln!("SKIPPED: this system has no /dev/full");
        return;
    };
    let report = folder.path().join("report.json");
    let report = report.to_str().expect("it is a name");
    let files = ["--junit", "/dev/full", "--report", report];
    let run = vidalu(cosim.iter().map(String::as_str).chain(files), "");
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.contains("cannot write /dev/full"), "{}", run.stderr);
    assert!(run.stdout.contains("mismatch: merge in icarus"), "{}", run.stdout);
    assert!(fs::read_to_string(report).expect("it was written").contains("\"mismatches\""));
    let output = command(&cosim).stdout(Stdio::from(full)).output().expect("it starts");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to stdout"));
}

#[test]
fn a_refuted_claim_decides_the_exit_code_whatever_tools_fail() {
    if !have(&["iverilog", "yosys", "yosys-abc"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let rtl = folder.path().join("rtl");
    let run = vidalu(["gen", "--unit", "carry", "--out", rtl.to_str().expect("it is a name")], "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let file = rtl.join("rtl/vidalu_carry.v");
    let text = fs::read_to_string(&file).expect("it was written");
    assert!(text.contains("cf_q <= flag_new;"));
    fs::write(&file, text.replace("cf_q <= flag_new;", "cf_q <= !flag_new;")).expect("it can be changed");
    // Icarus, which confirms a counterexample, is missing.
    let certificate = folder.path().join("certificate");
    for format in ["text", "json"] {
        let mut prove = command(["prove", "--format", format, "--certificate"]);
        prove.arg(&certificate).arg("--rtl").arg(&rtl).env("VIDALU_IVERILOG", "/nowhere/iverilog");
        let output = prove.output().expect("it starts");
        let [said, report] = [output.stderr, output.stdout].map(|text| String::from_utf8(text).expect("it is text"));
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("/nowhere/iverilog") && said.contains("no certificate was written"), "{said}");
        assert!(report.contains("refuted") && !certificate.exists(), "{report}");
    }
}

#[test]
fn refused_lines_decide_the_exit_code_if_nobody_reads_them() {
    let mut child = command(["check", "--lines", "-"]).spawn().expect("it starts");
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().expect("stdin is a pipe");
    let text = lines(|_| "vadd".to_owned());
    let writer = std::thread::spawn(move || std::io::Write::write_all(&mut stdin, text.as_bytes()));
    assert_eq!(child.wait().expect("it ends").code(), Some(2));
    let _ = writer.join().expect("the writer does not panic");
}

#[test]
fn escape_sequences_of_others_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("it is a name").to_owned();
    let spoiled = at("a\u{1b}[2Jb\u{9b}2J.ptx");
    fs::write(&spoiled, "vadd.u32.u32.u32 %d, %a, %b;\nvadd.\u{1b}[2Ju32 \u{9b}31m;\r\n").expect("it is ours");
    let map = at("map.toml");
    fs::write(&map, "clk = 3 # \u{9b}2J\n\"\u{9b}2J\" = 1\n").expect("it is ours");
    let report = at("report.json");
    let version = env!("CARGO_PKG_VERSION");
    let escaped = r#"\u001b[2J\u009b2J"#;
    let text = format!(
        r#"{{"format_version":1,"version":"{version}","interrupted":false,"shard":{{"index":1,"of":1,"vectors":1}},"units":[{{"unit":"scalar{escaped}","sim":"{escaped}","sim_version":"{escaped}","config":"{escaped}","seed":1,"first":0,"cycles":9,"checked":1,"mismatches":0,"failures":[],"coverage":[]}}]}}"#
    );
    fs::write(&report, text).expect("it is ours");
    let lying = script(folder.path(), "iverilog", "printf 'error \\033[2J\\n'; exit 1");
    let missing = at("\u{1b}[2J");
    for args in [
        &["check", &spoiled][..],
        &["run", &spoiled],
        &["check", &missing],
        &["check", "--format", "json", &spoiled],
        &["merge", &report],
        &["merge", "--format", "json", &report],
        &["cosim", "--unit", "merge", "--sim", "icarus"],
        &["cosim", "--unit", "merge", "--rtl", &missing, "--map", &map],
        &["gen", "--config", &map, "--print-config"],
        &["doctor"],
    ] {
        for color in ["never", "always"] {
            let mut command = command(args);
            let output = command.args(["--color", color]).env("VIDALU_IVERILOG", &lying).output().expect("it starts");
            let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
            assert!(!said.is_empty() && !said.contains("\u{1b}[2J") && !said.contains('\u{9b}'), "{args:?}: {said:?}");
        }
    }
    // Documents still say what the text is.
    let Run { stdout, .. } = vidalu(["merge", "--format", "json", &report], "");
    assert!(stdout.contains(escaped), "{stdout}");
}

/// clap repeats words of the command line in its messages.
#[test]
fn escape_sequences_of_the_command_line_do_not_reach_the_terminal() {
    let spoiled = "\u{1b}[31mx\u{9b}2J\u{7}";
    for (args, shown) in [
        (&["gen", "--unit", spoiled][..], "'?[31mx?2J?'"),
        (&["gen", &format!("--{spoiled}=1")], "'--?[31mx?2J?'"),
        (&[spoiled], "'?[31mx?2J?'"),
        (&["cosim", "--vectors", spoiled], "'?[31mx?2J?'"),
        (&["cosim", "--seed", spoiled], "'?[31mx?2J?'"),
        (&["gen", "--depth", spoiled], "'?[31mx?2J?'"),
        (&["eval", "--color", spoiled], "'?[31mx?2J?'"),
        (&["help", spoiled], "'?[31mx?2J?'"),
        (&["gen", "--color=always", "--unit", spoiled], "'?[31mx?2J?'"),
        (&["mutate", "--faults", "3", spoiled], "a similar argument exists: '--count'"),
    ] {
        let run = vidalu(args, "");
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{args:?}");
        assert!(run.stderr.contains(shown) && run.stderr.contains("error: "), "{args:?}: {:?}", run.stderr);
        assert!(!run.stderr.contains(|c: char| c.is_control() && c != '\n'), "{args:?}: {:?}", run.stderr);
    }
    // Without such characters, a message has the colors that are asked for.
    let run = vidalu(["gen", "--color=always", "--unit", "x"], "");
    assert!(run.code == 2 && run.stderr.contains("\u{1b}["), "{:?}", run.stderr);
}

#[test]
fn a_full_disk_is_named_in_every_format() {
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("v");
    for format in ["hex", "text", "csv", "jsonl", "npz", "parquet", "c"] {
        // The limit of a file's size, in blocks of 512 bytes, stands for the end of a disk.
        let script = r#"trap '' XFSZ; ulimit -f 64; exec "$0" vectors --count 20000 --format "$1" --out "$2""#;
        let mut limited = Command::new("sh");
        limited.args(["-c", script, env!("CARGO_BIN_EXE_vidalu"), format]).arg(&out);
        let output = limited.output().expect("sh starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.starts_with("  x cannot write ") && said.contains(": file too large\n"), "{format}: {said}");
        assert_eq!(fs::read_dir(&folder).expect("it can be read").count(), 0);
    }
}

/// Runs the program in a folder where no file may be larger than 2 KiB, which stands for the end of
/// a disk.
pub(crate) fn on_a_full_disk(folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    on_a_disk_of(4, folder, args)
}

/// Runs the program in a folder, with an empty cache, where no file may have more than this number
/// of blocks of 512 bytes.
fn on_a_disk_of(blocks: u32, folder: &Path, args: &[&str]) -> (Option<i32>, String) {
    let script = format!(r#"trap '' XFSZ; ulimit -f {blocks}; exec "$0" "$@""#);
    let mut limited = Command::new("sh");
    let cache = tempfile::tempdir().expect("a folder");
    limited.args(["-c", &script, env!("CARGO_BIN_EXE_vidalu")]).args(args).current_dir(folder);
    limited.env("VIDALU_CACHE_DIR", cache.path());
    let output = limited.output().expect("sh starts");
    (output.status.code(), String::from_utf8_lossy(&output.stderr).into_owned())
}

#[test]
fn a_folder_on_a_full_disk_is_named_as_the_user_named_it() {
    let folder = tempfile::tempdir().expect("a folder");
    // A kit writes its vectors to the folder for temporary files first.
    for (command, place, help) in [
        ("gen", "x cannot write out/", "help: name a folder that you may write to, on a disk that is not full"),
        ("kit", "x cannot write a file in /", "help: set TMPDIR to a folder with free space"),
    ] {
        let args = [command, "--unit", "scalar", "--out", "out"];
        let (code, said) = on_a_full_disk(folder.path(), &args);
        assert_eq!(code, Some(2), "{said}");
        assert!(said.contains(place) && said.contains(help) && !said.contains(".vidalu-"), "{said}");
        assert_eq!(fs::read_dir(&folder).expect("it can be read").count(), 0);
    }
    // An older folder stays as it is.
    let out = folder.path().join("out");
    let made = vidalu(["gen", "--unit", "merge", "--out", out.to_str().expect("it is a name")], "");
    assert_eq!(made.code, 0, "{}", made.stderr);
    let content = || {
        let read = |name: &str| fs::read_to_string(out.join(name)).expect("it was written");
        ["manifest.json", "rtl/vidalu_merge.v"].map(read)
    };
    let before = content();
    let (code, said) = on_a_full_disk(folder.path(), &["gen", "--unit", "scalar", "--out", "out"]);
    assert!(code == Some(2) && said.contains("x cannot write out/") && !said.contains(".vidalu-"), "{said}");
    assert_eq!(content(), before);
    let names = fs::read_dir(&out).expect("it can be read").map(|entry| entry.expect("it can be read").file_name());
    assert!(names.into_iter().all(|name| !name.to_string_lossy().starts_with(".vidalu-")));
}

/// The files of tools lie in temporary folders and in the cache.
#[test]
fn a_full_disk_is_named_whichever_program_meets_it() {
    if !have(&["iverilog", "verilator", "g++", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.ptx"), "vadd.u32.u32.u32 %d, %a, %a;").expect("it is ours");
    let run = |simulator| vec!["run", "a.ptx", "--set", "%a=1", "--on", simulator];
    let eval = vec!["eval", "vadd.u32.u32.u32 r1, r2, r2", "r2=1", "--wave", "a.vcd"];
    let cosim = |simulator| vec!["cosim", "--unit", "merge", "--vectors", "10", "--sim", simulator];
    let synth = vec!["synth", "--target", "lut6", "--unit", "merge"];
    for (blocks, args, variable) in [
        // vidalu meets the end of the disk in the folder for temporary files, and in the cache.
        (4, run("icarus"), "TMPDIR"),
        (4, run("verilator"), "TMPDIR"),
        (4, eval, "TMPDIR"),
        (4, synth.clone(), "TMPDIR"),
        (16, cosim("icarus"), "VIDALU_CACHE_DIR"),
        // So do tools: the C++ compiler says so, and Yosys writes half a file and reports success.
        (128, run("verilator"), "TMPDIR"),
        (8, cosim("netlist"), "TMPDIR"),
        (16, synth, "TMPDIR"),
    ] {
        let (code, said) = on_a_disk_of(blocks, folder.path(), &args);
        assert_eq!(code, Some(2), "{blocks} {args:?}: {said}");
        let help = format!("help: set {variable} to a folder with free space that you may write to");
        assert!(said.contains("x cannot write a file in /") && said.contains(&help), "{blocks} {args:?}: {said}");
        assert!(!said.contains(".vidalu-"), "{blocks} {args:?}: {said}");
    }
}

#[test]
fn reports_with_impossible_counts_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let report = |of: &str, units: &str| {
        let path = folder.path().join("report.json");
        let version = env!("CARGO_PKG_VERSION");
        let text = format!(
            r#"{{"format_version":1,"version":"{version}","interrupted":false,"shard":{{"index":1,"of":{of},"vectors":1}},"units":[{units}]}}"#
        );
        fs::write(&path, text).expect("it can be written");
        let Run { code, stderr, .. } = vidalu(["merge", path.to_str().expect("it is a name")], "");
        assert_eq!(code, 2, "{stderr}");
        stderr.replace("\n  | ", " ")
    };
    assert!(report("1", "").contains("has no units"));
    let unit = |checked: &str| {
        format!(
            r#"{{"unit":"scalar","sim":"icarus","sim_version":"","config":"","seed":1,"first":0,"cycles":9,"checked":{checked},"mismatches":0,"failures":[],"coverage":[]}}"#
        )
    };
    assert!(report("1", &unit("0")).contains("has impossible counts"));
    let huge = report("18446744073709551615", &unit("1"));
    assert!(
        huge.contains("has impossible counts") || huge.contains("more of 18446744073709551615 are missing"),
        "{huge}"
    );
}
