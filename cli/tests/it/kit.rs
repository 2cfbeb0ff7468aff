//! `kit`, and kits in FuseSoC.
//!
//! FuseSoC is the program in VIDALU_FUSESOC, or else is installed from PyPI.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use vidalu_testkit::{Venv, found, have, said};

/// The packages of FuseSoC on PyPI.
const PACKAGES: [&str; 2] = ["fusesoc==2.4.7", "edalize==0.6.8"];

fn vidalu(arguments: &[&str], folder: &Path) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vidalu"));
    command.args(arguments).current_dir(folder).output().expect("it starts")
}

#[test]
fn a_folder_is_written_and_said() {
    let work = tempfile::tempdir().expect("a folder can be made");
    let output = vidalu(&["kit", "--unit", "vmad", "--count", "20", "--out", "kit"], work.path());
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let stdout = String::from_utf8_lossy(&output.stdout);
    assert!(stdout.lines().all(|path| work.path().join("kit").join(path).is_file()), "{stdout}");
    for path in ["README.md", "Makefile", "vidalu.core", "tb/vidalu_vmad_tb.v", "vectors/random.hex"] {
        assert!(stdout.lines().any(|line| line == path), "{path}: {stdout}");
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(stderr.ends_with("unit vmad, 40 vectors\nnext: make -C kit lint sim\n"), "{stderr}");

    for (arguments, reason) in [
        (["--unit=select", "--level=corner"], "select is a block, and this level and --ptx are about"),
        (["--unit=select", "--wrapper=cfu"], "select is a block, and a bus carries instructions"),
        (["--level", "exhaustive-bytes,random,bits"], "invalid value 'bits'"),
        (["--count", "0"], "invalid value '0'"),
        (["--flush", "--unit=scalar"], "flush drops instructions in flight"),
    ] {
        let output = vidalu(&[&["kit", "--out", "other"], &arguments[..]].concat(), work.path());
        assert_eq!(output.status.code(), Some(2), "{}", said(&output));
        assert!(said(&output).contains(reason), "{}", said(&output));
        assert!(!work.path().join("other").exists());
    }
}

/// Returns FuseSoC, or the reason why it is missing.
fn fusesoc(folder: &Path) -> Result<PathBuf, String> {
    match std::env::var_os("VIDALU_FUSESOC") {
        Some(path) => Ok(path.into()),
        None => Venv::new(folder, &PACKAGES).map(|venv| venv.program("fusesoc")),
    }
}

/// The next command can be copied into a shell, even if the folder contains a blank.
#[test]
fn a_folder_with_a_blank_is_quoted() {
    let work = tempfile::tempdir().expect("a folder can be made");
    for (out, next) in [("a kit", "make -C 'a kit' lint sim"), ("it's", r"make -C 'it'\''s' lint sim")] {
        let output = vidalu(&["kit", "--unit", "simd", "--count", "10", "--out", out], work.path());
        assert!(output.status.success() && said(&output).contains(next), "{}", said(&output));
    }
}

#[test]
fn fusesoc_runs_every_target() {
    if !have(&["iverilog", "verilator", "yosys", "g++"]) {
        return;
    }
    let work = tempfile::tempdir().expect("a folder can be made");
    let Some(fusesoc) = found(fusesoc(&work.path().join("venv"))) else { return };
    let config = ["--depth", "2", "--handshake", "valid-ready", "--flush", "--contexts", "2", "--mad64", "none"];
    let output =
        vidalu(&[&["kit", "--unit", "carry", "--count", "100", "--out", "kit"], &config[..]].concat(), work.path());
    assert!(output.status.success(), "{}", said(&output));
    std::fs::rename(work.path().join("kit"), work.path().join("moved")).expect("the folder is ours");

    let run = |build: &str, target: &str, arguments: &[&str]| {
        let folder = work.path().join(build);
        std::fs::create_dir_all(&folder).expect("the folder is ours");
        let mut command = Command::new(&fusesoc);
        command.args(["--cores-root", "../moved", "run", "--target", target, "vidalu:kit:vidalu_carry"]);
        command.args(arguments).current_dir(folder).output().expect("it starts")
    };
    let passes = |output: Output| {
        assert!(output.status.success() && said(&output).contains("PASS: "), "{}", said(&output));
    };
    let fails = |output: Output| {
        assert!(!output.status.success() && said(&output).contains("FAIL: "), "{}", said(&output));
    };
    passes(run("icarus", "sim", &[]));
    passes(run("icarus", "sim", &["--seed", "3"]));
    passes(run("verilator", "sim", &["--tool", "verilator"]));
    fails(run("icarus", "sim", &["--vectors", "/dev/null"]));
    for target in ["lint", "synth"] {
        let output = run(target, target, &[]);
        assert!(output.status.success(), "{target}: {}", said(&output));
    }

    let path = work.path().join("moved/rtl/vidalu_carry_adder.v");
    let text = std::fs::read_to_string(&path).expect("it was written");
    let broken = text.replace("carry ^ subtract_i;", "carry;");
    assert_ne!(broken, text);
    std::fs::write(&path, broken).expect("the folder is ours");
    fails(run("broken", "sim", &[]));
    describes_the_board(&fusesoc, work.path());
}

/// FuseSoC understands the core file of the board in `examples/riscv`, and takes all files of it
/// and of the unit. Placing and routing takes minutes, so nothing is built.
fn describes_the_board(fusesoc: &Path, work: &Path) {
    let (example, build) = (work.join("board"), work.join("board/build"));
    std::fs::create_dir_all(&build).expect("the folder is ours");
    for name in ["vidalu_riscv.core", "ulx3s.v", "system.v", "ulx3s.lpf"] {
        let source = format!("{}/../examples/riscv/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::copy(source, example.join(name)).expect("the file is there");
    }
    for name in ["board.hex", "VexRiscv_FullCfu.v"] {
        std::fs::write(build.join(name), "").expect("the folder is ours");
    }
    let output = vidalu(&["gen", "--wrapper", "cfu", "--out", "build/board"], &example);
    assert!(output.status.success(), "{}", said(&output));
    let mut command = Command::new(fusesoc);
    command.args(["--cores-root", ".", "run", "--setup", "--target", "ulx3s", "vidalu:examples:riscv"]);
    let output = command.current_dir(&example).output().expect("it starts");
    assert!(output.status.success(), "{}", said(&output));
    let made = build.join("vidalu_examples_riscv_0.1.0/ulx3s");
    let text = std::fs::read_to_string(made.join("vidalu_examples_riscv_0.1.0.eda.yml")).expect("it was written");
    let files = ["/ulx3s.v", "/system.v", "/VexRiscv_FullCfu.v", "/ulx3s.lpf", "/vidalu_video_cfu.v", "board.hex"];
    for part in files.into_iter().chain(["toplevel: ulx3s", "--85k", "CABGA381"]) {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(made.join("board.hex").is_file());
}
