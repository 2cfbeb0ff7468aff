//! `eval --wave` and `run --wave`: the wave of one's own instructions.

use std::path::Path;

use vidalu_testkit::have;

use crate::support::{Run, vidalu};

/// Returns the instructions that a VCD shows at this signal of the testbench, in order.
fn shown(vcd: &Path, signal: &str) -> Vec<String> {
    let text = std::fs::read_to_string(vcd).expect("the wave is there");
    let declared = text.lines().find(|line| line.contains(&format!(" {signal} $end"))).expect("the signal is there");
    let code = declared.split_whitespace().nth(3).expect("a declaration has five words");
    let change = |line: &str| Some(line.strip_prefix('s')?.strip_suffix(&format!(" {code}"))?.replace('_', " "));
    text.lines().filter_map(change).filter(|ptx| !ptx.is_empty()).collect()
}

/// Runs `vidalu` with `--wave wave.vcd` in a folder.
fn with_wave(folder: &Path, args: &[&str], input: &str) -> Run {
    let wave = folder.join("wave.vcd");
    vidalu([args, &["--wave", wave.to_str().expect("the path is text")]].concat(), input)
}

const SCALAR: &str = "vadd.s32.u32.s32.sat r1, r2.b0, r3; vset.u32.u32.lt r4.b1, r1, r2, r3";
const SIMD: &str = "vadd4.u32.u32.u32.sat r1, r2, r3, r3; vsub2.u32.u32.u32 r4, r1, r2, r3";
const VMAD: &str = "vmad.s32.u32.s32.sat.shr7 r1, r2, r3, r2; vmad.u32.u32.u32 r4, r1, r2, r3";
const CARRY: &str = "add.cc.u32 r1, r2, r3; addc.u32 r4, r1, r2";

/// Returns the instructions of a sequence as a wave shows them.
fn lines(ptx: &str) -> Vec<String> {
    ptx.split("; ").map(str::to_owned).collect()
}

/// Returns the opcodes of instructions.
fn opcodes(lines: &[String]) -> Vec<&str> {
    lines.iter().map(|line| line.split(' ').next().unwrap_or_default()).collect()
}

#[test]
fn eval_writes_a_wave_of_every_unit() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mixed = [SCALAR, CARRY].join("; ");
    let cases: [(&str, &[&str], &str); 8] = [
        (SCALAR, &[], "scalar"),
        (SIMD, &["--depth", "2", "--handshake", "valid-ready"], "simd"),
        (VMAD, &["--profile", "hardware", "--depth", "1"], "vmad"),
        (CARRY, &["--depth", "1", "--tag", "3"], "carry"),
        (&mixed, &["--handshake", "valid-ready", "--ready", "registered"], "video"),
        (SCALAR, &["--unit", "lanes", "--style", "optimized"], "lanes"),
        (SIMD, &["--unit", "video", "--shared"], "video"),
        (SCALAR, &["--handshake", "none", "--language", "systemverilog"], "scalar"),
    ];
    for (ptx, flags, unit) in cases {
        let plain: &[&str] = &["eval", ptx, "r2=-1", "r3=5"];
        let profile = if flags.contains(&"hardware") { &["--profile", "hardware"][..] } else { &[] };
        let expected = vidalu([plain, profile].concat(), "");
        let run = with_wave(folder.path(), &[plain, flags].concat(), "");
        assert_eq!((run.code, &run.stdout), (0, &expected.stdout), "{flags:?}: {}", run.stderr);
        assert!(run.stderr.contains(&format!("wave of {unit} in icarus, cycles 0 to ")), "{}", run.stderr);
        for signal in ["issue_ptx", "result_ptx"] {
            let shown = shown(&folder.path().join("wave.vcd"), signal);
            assert_eq!(opcodes(&shown), opcodes(&lines(ptx)), "{flags:?}, {signal}");
        }
        for view in ["wave.gtkw", "wave.sucl"] {
            std::fs::remove_file(folder.path().join(view)).unwrap();
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else was written");
}

#[test]
fn a_batch_is_one_wave_in_order_and_each_line_has_its_own_flag() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let batch = [
        r#"{"ptx": "addc.u32 r1, r2, r3", "regs": {"r2": 1, "r3": 2}, "cc": 1}"#,
        r#"{"ptx": "addc.u32 r1, r2, r3", "regs": {"r2": 1, "r3": 2}, "cc": 0}"#,
        r#"{"ptx": "add.cc.u32 r1, r2, r3; addc.cc.u32 r4, r2, 0", "regs": {"r2": -1, "r3": 1}}"#,
    ]
    .join("\n");
    let args = ["eval", "--batch", "-", "--depth", "2"];
    let run = with_wave(folder.path(), &args, &batch);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert_eq!(run.stdout, vidalu(["eval", "--batch", "-"], &batch).stdout);
    let vcd = folder.path().join("wave.vcd");
    // The first instruction sets CC.CF for the first line.
    let expected = ["add.cc.u32", "addc.u32", "addc.u32", "add.cc.u32", "addc.cc.u32"];
    assert_eq!(opcodes(&shown(&vcd, "result_ptx")), expected);

    let mixed = format!("{batch}\nnot JSON\n{}\n", r#"{"ptx": "vadd.u32.u32.u32 r1, r2, r2", "regs": {"r2": 3}}"#);
    let run = with_wave(folder.path(), &["eval", "--batch", "-"], &mixed);
    assert_eq!(run.code, 2, "a line was refused: {}", run.stderr);
    assert!(run.stderr.contains("wave of video") && run.stderr.contains("1 of 5 lines"), "{}", run.stderr);
    assert_eq!(opcodes(&shown(&vcd, "result_ptx")), [&expected[..], &["vadd.u32.u32.u32"]].concat());

    let lacks = with_wave(folder.path(), &["eval", "--batch", "-", "--ops", "add.cc,addc"], &mixed);
    assert_eq!(lacks.code, 2);
    assert!(lacks.stderr.contains("line 5 of <stdin>"), "{}", lacks.stderr);
}

/// A picture has the instructions, the ports and the results, and no files for viewers.
#[test]
fn a_wave_is_also_written_as_a_picture() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let wave = folder.path().join("wave.svg");
    let path = wave.to_str().unwrap();
    let eval = |line, flags: &[&str]| vidalu([&["eval", line, "r2=-1", "r3=5", "--wave", path], flags].concat(), "");
    for (ptx, flags, shown) in [
        (
            SCALAR,
            &["--depth", "2"][..],
            &["d_o_expected", "valid_i", "0: vadd", "1: vset.u32.u32.lt r1", "0x00000105"][..],
        ),
        (SCALAR, &["--handshake", "none"], &["d_o_observed", "0: vadd"]),
        (SIMD, &["--handshake", "valid-ready"], &["ready_o", "1: vsub2"]),
        (VMAD, &["--tag", "3"], &["tag_o_expected", "1: vmad.u32.u32.u32"]),
        (CARRY, &["--depth", "1"], &["cf_o_expected", "1: addc.u32 r1", "00000004<"]),
        (SIMD, &["--unit", "video"], &["0: vadd4", "cf_o_observed"]),
        (SCALAR, &["--unit", "lanes"], &["1: vset"]),
    ] {
        let run = eval(ptx, flags);
        assert_eq!(run.code, 0, "{flags:?}: {}", run.stderr);
        assert!(run.stderr.contains(path) && !run.stderr.contains("gtkwave"), "{}", run.stderr);
        let text = std::fs::read_to_string(&wave).unwrap();
        assert!(shown.iter().all(|part| text.contains(part)), "{flags:?}, {shown:?}: {text}");
        // Every element ends.
        let count = |part: &str| text.matches(part).count();
        assert_eq!(count("<text"), count("</text>"));
        assert_eq!(count("<"), count(">"));
        std::fs::remove_file(&wave).unwrap();
    }
    let long = vec!["vadd.u32.u32.u32 r1, r2, r3"; 120].join("; ");
    let run = eval(&long, &[]);
    assert_eq!((run.code, wave.exists()), (2, false), "{}", run.stderr);
    assert!(run.stderr.contains("cycles, and a picture has room for 100"), "{}", run.stderr);
    let run = vidalu(
        ["cosim", "--unit", "simd", "--sim", "icarus", "--vectors", "500", "--wave", path, "--format", "json"],
        "",
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    let report: serde_json::Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["wave"]["path"], report["wave"].get("gtkwave")), (&path.into(), None));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing else was written");
}

#[test]
fn run_writes_a_wave_in_both_simulators() {
    let folder = tempfile::tempdir().unwrap();
    let program = "mov.u32 r2, -1; add.cc.u32 r1, r2, 1; addc.u32 r3, r1, r2; vadd.u32.u32.u32 r4, r3, r2;";
    for (on, tool) in [("icarus", "iverilog"), ("verilator", "verilator")] {
        if !have(&[tool]) {
            continue;
        }
        let plain = ["run", "-", "--on", on, "--depth", "2"];
        let run = with_wave(folder.path(), &plain, program);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert_eq!(run.stdout, vidalu(plain, program).stdout, "{on}");
        let shown = shown(&folder.path().join("wave.vcd"), "result_ptx");
        assert_eq!(opcodes(&shown), ["add.cc.u32", "addc.u32", "vadd.u32.u32.u32"], "{on}");
    }
}

/// Writes a folder with a unit that has a fault.
fn faulty(folder: &Path, unit: &str, flags: &[&str], file: &str, [text, broken]: [&str; 2]) -> String {
    let out = folder.join(unit).display().to_string();
    let run = vidalu([&["gen", "--unit", unit, "--out", &out], flags].concat(), "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let path = Path::new(&out).join("rtl").join(file);
    let verilog = std::fs::read_to_string(&path).expect("the file is there");
    assert!(verilog.contains(text), "{verilog}");
    std::fs::write(path, verilog.replace(text, broken)).expect("the folder can be written");
    out
}

/// The results of `eval` are those of the model, the results of `run` are those of the hardware,
/// and both have the exit code of a mismatch.
#[test]
fn a_fault_in_ones_own_hardware_is_marked() {
    if !have(&["iverilog", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let swap = ["upper = sel_i[1]", "upper = sel_i[0]"];
    let own = faulty(folder.path(), "scalar", &["--depth", "2"], "vidalu_select.v", swap);
    let line = "vadd.u32.u32.u32 r1, r2.b1, r3;";
    let wave = folder.path().join("wave.vcd");
    for (args, d) in [
        (vec!["eval", line, "r2=0x1234", "r3=0", "--rtl", &own], "r1 = 0x00000012"),
        (vec!["run", "-", "r2=0x1234", "r3=0", "--on", "icarus", "--rtl", &own], "r1 = 0x00000000"),
    ] {
        let run = with_wave(folder.path(), &args, line);
        assert_eq!(run.code, 1, "{args:?}: {}", run.stderr);
        assert!(run.stdout.contains(d), "{args:?}: {}", run.stdout);
        assert!(run.stderr.contains("the hardware and the model differ in cycle "), "{}", run.stderr);
        assert_eq!(opcodes(&shown(&wave, "result_ptx")), ["vadd.u32.u32.u32"]);
        let text = std::fs::read_to_string(&wave).unwrap();
        assert!(["d_o_expected", "d_o_observed", "mismatch"].iter().all(|name| text.contains(name)));
        std::fs::remove_file(&wave).unwrap();
    }
}

/// Hardware that does not answer is wrong, however it is asked. Its author needs the wave.
#[test]
fn hardware_that_never_answers_is_at_fault_and_leaves_a_wave() {
    if !have(&["iverilog", "yosys"]) {
        return;
    }
    let line = "add.cc.u32 r1, 1, 2;";
    let mute = ["assign valid_o = ", "assign valid_o = 1'b0; //"];
    let deaf = ["wire advance = ", "wire advance = 1'b0; //"];
    let talk: &[&str] = &["--depth", "2", "--handshake", "valid-ready"];
    for (flags, fault, message, port) in [
        (&["--depth", "2"][..], mute, "vidalu_carry gave 0 of 1 results after 3 cycles", "valid_o"),
        (talk, mute, "vidalu_carry gave no result for 64 cycles", "valid_o"),
        (talk, deaf, "vidalu_carry took no instruction for 64 cycles", "ready_o"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let own = faulty(folder.path(), "carry", flags, "vidalu_carry.v", fault);
        let run = ["run", "-", "--on", "icarus", "--rtl", &own];
        let eval = ["eval", line, "--rtl", &own];
        for (args, has_wave) in [(&run[..], false), (&run, true), (&eval, true)] {
            let run = if has_wave { with_wave(folder.path(), args, line) } else { vidalu(args, line) };
            assert_eq!(run.code, 1, "{args:?}: {}", run.stderr);
            assert!(run.stderr.contains(message), "{args:?}: {}", run.stderr);
            assert!(run.stderr.contains(&format!("look at {port}")), "{args:?}: {}", run.stderr);
            let wave = folder.path().join("wave.vcd");
            assert_eq!(wave.exists(), has_wave, "{args:?}");
            if has_wave {
                assert_eq!(opcodes(&shown(&wave, "issue_ptx")), ["add.cc.u32"]);
                std::fs::remove_file(wave).unwrap();
            }
        }
    }
}

#[test]
fn what_has_no_wave_is_refused_before_any_simulator_starts() {
    let folder = tempfile::tempdir().unwrap();
    let line = "vadd.u32.u32.u32 r1, 1, 2;";
    for (args, message) in [
        (vec!["eval", line, "--depth", "2"], "--depth is about hardware"),
        (vec!["eval", line, "--config", "unit.toml"], "--config is about hardware"),
        (vec!["eval", line, "--rtl", "alu.v"], "--rtl is about hardware"),
        (vec!["eval", line, "--unit", "scalar"], "--wave"),
        (vec!["eval", line, "--wave", "wave.txt"], "give it a name that ends in .vcd, .fst or .svg"),
        (vec!["eval", line, "--wave", "missing/wave.vcd"], "cannot write missing/wave.vcd"),
        (vec!["eval", line, "--wave", "wave.vcd", "--unit", "carry"], "carry does not execute this instruction"),
        (vec!["eval", line, "--wave", "wave.vcd", "--ops", "vsub"], "does not have this instruction"),
        (vec!["eval", line, "--wave", "wave.vcd", "--profile", "ptxas"], "describe an assembler"),
        (vec!["eval", line, "--wave", "wave.vcd", "--sim", "netlist"], "possible values: icarus, verilator"),
        (vec!["eval", "addc.u32 r1, 1, 2", "--wave", "wave.vcd", "--handshake", "none"], "valid or valid-ready"),
        (vec!["run", "-", "--wave", "wave.vcd"], "--wave shows the hardware"),
        (vec!["run", "-", "--wave", "w.vcd", "--image", "a.png", "--out", "b.png"], "cannot be used with"),
    ] {
        let mut command = crate::support::command(&args);
        let output = command.current_dir(folder.path()).output().unwrap();
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {stderr}");
        assert!(stderr.contains(message), "{args:?}: {stderr}");
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing was written");
}
