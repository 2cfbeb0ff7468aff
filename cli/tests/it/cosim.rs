//! `cosim` in the real simulators, and what it says of simulators that are missing, old, broken or slow.

use crate::support::{Run, command};
use crate::tools::{has, script};
use serde_json::Value;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Runs `vidalu cosim` with these variables in its environment.
fn cosim(args: &[&str], environment: &[(&str, &Path)]) -> Run {
    let mut command = command(["cosim"].iter().chain(args));
    for tool in ["IVERILOG", "VVP", "VERILATOR", "CXX"] {
        command.env_remove(format!("VIDALU_{tool}"));
    }
    let output = command.envs(environment.iter().copied()).output().expect("the program starts");
    Run {
        code: output.status.code().expect("the program is not killed"),
        stdout: String::from_utf8(output.stdout).expect("stdout is text"),
        stderr: String::from_utf8(output.stderr).expect("stderr is text"),
    }
}

#[test]
fn every_unit_agrees_in_both_simulators() {
    if !has("iverilog") || !has("verilator") {
        return;
    }
    let run = cosim(&["--vectors", "500", "--seed", "0x2a", "--format", "json"], &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("seed 42, in icarus and verilator"), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["format_version"], 1);
    let units = report["units"].as_array().unwrap();
    let names: Vec<_> = units.iter().map(|unit| (&unit["unit"], &unit["sim"])).collect();
    let expected = ["scalar", "simd", "vmad", "carry", "video"]
        .map(|unit| ["icarus", "verilator"].map(|sim| (unit.into(), sim.into())));
    assert_eq!(names, expected.iter().flatten().map(|(unit, sim)| (unit, sim)).collect::<Vec<_>>());
    for unit in units {
        assert_eq!((&unit["seed"], &unit["mismatches"]), (&42.into(), &0.into()));
        assert!(unit["checked"].as_u64().unwrap() >= 500 && unit["cycles"].as_u64().unwrap() >= 500, "{unit}");
    }
    // The same request gives the same document.
    assert_eq!(run.stdout, cosim(&["--vectors", "500", "--seed", "42", "--format", "json"], &[]).stdout);
}

#[test]
fn blocks_are_named_and_files_are_written() {
    if !has("iverilog") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (wave, junit) = (folder.path().join("wave.vcd"), folder.path().join("report.xml"));
    let files = ["--wave", wave.to_str().unwrap(), "--junit", junit.to_str().unwrap()];
    let args =
        ["--unit", "select,merge", "--unit", "compare", "--unit", "merge", "--sim", "icarus", "--vectors", "200"];
    let run = cosim(&[&args[..], &files].concat(), &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let table: Vec<_> = run.stdout.lines().filter(|line| line.contains(" icarus ")).collect();
    let names: Vec<_> = table.iter().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(names[..3], ["select", "merge", "compare"]);
    assert!(run.stdout.ends_with("every output agrees in every cycle\n"), "{}", run.stdout);
    assert!(run.stderr.contains("next: vidalu gen --unit select --out rtl"), "{}", run.stderr);
    assert!(std::fs::read_to_string(wave).unwrap().contains("$enddefinitions"));
    let xml = std::fs::read_to_string(junit).unwrap();
    assert!(xml.contains(r#"tests="3""#) && xml.contains(r#"failures="0""#), "{xml}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing else is left there");
}

/// A runtime that turns a bit of what the real one observed makes a mismatch of a right design.
#[test]
fn a_mismatch_is_explained_and_can_be_replayed() {
    if !has("iverilog") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let body = r#"[ "$1" = -V ] || for a in "$@"; do case $a in +observed=*) f=${a#*=};; esac; done
vvp "$@" || exit 1
[ -z "$f" ] || { sed '/^[^x]*$/{s/0$/1/;t;s/.$/0/}' "$f" > "$f.new" && mv "$f.new" "$f"; }"#;
    let liar = script(folder.path(), "vvp", body);
    let environment = [("VIDALU_VVP", liar.as_path())];
    let args = ["--unit", "select", "--sim", "icarus", "--vectors", "50", "--format", "json"];
    let run = cosim(&args, &environment);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    let unit = &report["units"][0];
    assert_eq!((&unit["checked"], &unit["mismatches"]), (&50.into(), &50.into()));
    let failure = &unit["failures"][0];
    assert_eq!((&failure["index"], &failure["stage"]), (&0.into(), &"select".into()));
    let replay = failure["replay"].as_str().unwrap();
    assert_eq!(replay, "vidalu cosim --unit select --sim icarus --seed 1 --index 0");
    assert!(run.stderr.contains(&format!("next: {replay} --wave mismatch.vcd")), "{}", run.stderr);
    let again: Vec<_> = replay.split(' ').skip(2).collect();
    let run = cosim(&again, &environment);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("mismatch: select in icarus, cycle 0, vector 0"), "{}", run.stdout);
    assert!(run.stdout.ends_with("the hardware and the model differ\n"), "{}", run.stdout);
}

/// Each tool fails in each way: exit code 3, the tool named, and how to install it or what it was doing.
#[test]
fn tools_that_cannot_be_used() {
    if !has("iverilog") || !has("verilator") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let version = |name: &str, text: &str, rest: &str| {
        script(folder.path(), name, &format!("case $1 in -V|--version) echo '{text}'; exit;; esac\n{rest}"))
    };
    let missing = folder.path().join("missing");
    let icarus = "Icarus Verilog version 11.0 (stable) ()";
    let verilator = "Verilator 5.006 2023-01-22 rev";
    let cases = [
        ("icarus", "IVERILOG", missing.clone(), "Icarus Verilog is needed", "sudo apt-get install iverilog"),
        ("verilator", "VERILATOR", missing.clone(), "Verilator is needed", "sudo dnf install verilator"),
        ("verilator", "CXX", missing, "a C++ compiler is needed", "VIDALU_CXX"),
        ("icarus", "IVERILOG", version("old", "Icarus Verilog version 10.3", ""), "version 10.3; 11.0 or later", "apt"),
        ("verilator", "VERILATOR", version("four", "Verilator 4.038", ""), "version 4.38; 5.6 or later", "brew"),
        ("verilator", "VERILATOR", version("other", "hello", ""), "does not answer like Verilator", "VIDALU_VERILATOR"),
        ("icarus", "IVERILOG", version("crash", icarus, "echo sorry; kill -SEGV $$"), "signal: 11", "sorry"),
        ("verilator", "VERILATOR", version("refuse", verilator, "echo no >&2; exit 4"), "exit status: 4", "| no"),
        ("icarus", "VVP", version("hang", icarus, "sleep 60"), "did not finish within 1s", "--timeout"),
        ("icarus", "VVP", version("silent", icarus, ""), "ended without an error, but", ""),
    ];
    for (sim, variable, program, problem, remedy) in cases {
        let variable = format!("VIDALU_{variable}");
        let junit = folder.path().join("report.xml");
        let args = ["--unit", "merge", "--sim", sim, "--vectors", "20", "--timeout", "1"];
        // A real compiler needs more than the second that the slow one gets.
        let args = if problem.contains("within") { &args[..] } else { &args[..6] };
        let args = [args, &["--junit", junit.to_str().unwrap()]].concat();
        let run = cosim(&args, &[(&variable, &program)]);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{variable}={}: {}", program.display(), run.stderr);
        // Long lines are folded for the reader.
        let said = run.stderr.replace("\n  | ", " ").replace("\n        ", " ");
        assert!(said.contains(problem) && said.contains(remedy), "{problem}, {remedy}: {said}");
        assert!(!junit.exists(), "nothing is half-written");
    }
}

/// Ctrl-C ends the simulators too, and leaves no file behind.
#[test]
fn an_interrupt_ends_everything() {
    if !has("iverilog") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (pid, scratch) = (folder.path().join("pid"), folder.path().join("scratch"));
    std::fs::create_dir(&scratch).unwrap();
    let body = format!(
        "[ \"$1\" = -V ] && exec vvp -V\necho $$ > '{0}.new'; mv '{0}.new' '{0}'; exec sleep 60",
        pid.display()
    );
    let slow = script(folder.path(), "vvp", &body);
    let junit = folder.path().join("report.xml");
    let args = ["cosim", "--unit", "merge", "--sim", "icarus", "--junit", junit.to_str().unwrap()];
    let child = command(args).env("VIDALU_VVP", slow).env("TMPDIR", &scratch).spawn().unwrap();
    let started = Instant::now();
    while !pid.exists() {
        assert!(started.elapsed() < Duration::from_secs(30), "the simulator was not started");
        std::thread::sleep(Duration::from_millis(10));
    }
    let kill = |arguments: &[&str]| Command::new("kill").args(arguments).output().unwrap().status.success();
    assert!(kill(&["-INT", &child.id().to_string()]));
    let output = child.wait_with_output().unwrap();
    assert!(started.elapsed() < Duration::from_secs(30), "it did not end");
    assert_eq!(output.status.code(), Some(130));
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("interrupted"));
    assert!(!kill(&["-0", std::fs::read_to_string(&pid).unwrap().trim()]), "the simulator still runs");
    assert_eq!(std::fs::read_dir(scratch).unwrap().count(), 0, "nothing is left in the temporary folder");
    assert!(!junit.exists());
}

#[test]
fn auto_takes_what_is_there() {
    if !has("iverilog") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let args = ["--unit", "merge", "--vectors", "20"];
    let run = cosim(&args, &[("VIDALU_VERILATOR", &missing)]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("not used: Verilator is needed"), "{}", run.stderr);
    assert!(run.stderr.contains("seed 1, in icarus\n"), "{}", run.stderr);
    let run = cosim(&args, &[("VIDALU_VERILATOR", &missing), ("VIDALU_IVERILOG", &missing)]);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    assert!(run.stderr.contains("no simulator was found"), "{}", run.stderr);
}
