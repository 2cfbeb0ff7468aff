//! `cosim` with real simulators, and with missing, old, broken and slow ones.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use serde_json::Value;
use vidalu_testkit::{have, script};

use crate::support::{Run, command, vidalu};

/// Runs `vidalu cosim` with these environment variables.
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
    if !have(&["iverilog", "verilator"]) {
        return;
    }
    let run = cosim(&["--vectors", "500", "--seed", "0x2a", "--format", "json"], &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("seed 42, in icarus and verilator"), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!(report["format_version"], 1);
    let units = report["units"].as_array().unwrap();
    let names: Vec<_> = units.iter().map(|unit| (&unit["unit"], &unit["sim"])).collect();
    let expected = ["scalar", "simd", "vmad", "carry", "lanes", "video"]
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
    if !have(&["iverilog"]) {
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
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 4, "beside them the two views, and nothing else");
}

/// A compiler that leaves an output of the unit unconnected causes a mismatch.
fn liar(folder: &Path) -> PathBuf {
    let body = r#"[ "$1" = -V ] || for a in "$@"; do
  case $a in */vidalu_top.v|*/vidalu_bench.v) sed 's/\.\([yd]_o\)([yd]_o)/.\1()/' "$a" > "$a.new" && mv "$a.new" "$a";; esac
done
exec iverilog "$@""#;
    script(folder, "iverilog", body)
}

#[test]
fn a_mismatch_is_explained_and_can_be_replayed() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let liar = liar(folder.path());
    let environment = [("VIDALU_IVERILOG", liar.as_path())];
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
    assert!(run.stderr.contains(&format!("next: {replay} --wave mismatch.fst")), "{}", run.stderr);
    let again: Vec<_> = replay.split(' ').skip(2).collect();
    let run = cosim(&again, &environment);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("mismatch: select in icarus, cycle 0, vector 0"), "{}", run.stdout);
    assert!(run.stdout.ends_with("the hardware and the model differ\n"), "{}", run.stdout);
}

#[test]
fn drawn_configurations_agree() {
    if !have(&["iverilog"]) {
        return;
    }
    let args = ["--config-fuzz", "3", "--unit", "scalar,carry", "--sim", "icarus", "--vectors", "60", "--seed", "5"];
    let json = [&args[..], &["--format", "json"]].concat();
    let run = cosim(&json, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("next: vidalu cosim --config-fuzz 3 --unit scalar,carry --seed 6\n"), "{}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    assert_eq!((&report["format_version"], &report["seed"], &report["vectors"]), (&1.into(), &5.into(), &60.into()));
    let configs = report["configs"].as_array().unwrap();
    let units: Vec<_> = configs.iter().filter_map(|config| config["unit"].as_str()).collect();
    assert_eq!(units, ["scalar", "scalar", "scalar", "carry", "carry", "carry"]);
    for config in configs {
        assert_eq!((&config["units"][0]["checked"], &config["units"][0]["mismatches"]), (&60.into(), &0.into()));
        assert!(config["config"]["depth"].is_u64() && config["config"]["ops"].is_array(), "{config}");
    }
    assert!(configs[0]["config"] != configs[1]["config"] && configs[1]["config"] != configs[2]["config"]);
    // Random configurations exclude the flags of a configuration.
    assert_eq!(cosim(&[&args[..], &["--depth", "2"]].concat(), &[]).code, 2);
    // The same request gives the same document, and each configuration can be simulated by itself.
    assert_eq!(run.stdout, cosim(&json, &[]).stdout);
    let replay = configs[4]["replay"].as_str().unwrap();
    assert!(replay.starts_with("vidalu cosim --unit carry --seed 5 --vectors 60 --"), "{replay}");
    let again: Vec<_> = replay.split(' ').skip(2).chain(["--sim", "icarus", "--format", "json"]).collect();
    let alone: Value = serde_json::from_str(&cosim(&again, &[]).stdout).unwrap();
    let unit = &configs[4]["units"][0];
    assert_eq!((&alone["units"][0]["config"], &alone["units"][0]["cycles"]), (&unit["config"], &unit["cycles"]));
    let table = cosim(&args, &[]).stdout;
    assert!(table.ends_with("\nevery output agrees in every cycle of 6 configurations\n"), "{table}");
}

#[test]
fn drawn_configurations_agree_behind_a_bus() {
    if !have(&["iverilog"]) {
        return;
    }
    let args = ["--config-fuzz", "2", "--wrapper", "cv-x-if", "--unit", "simd", "--sim", "icarus", "--vectors", "60"];
    let run = cosim(&[&args[..], &["--format", "json"]].concat(), &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("next: vidalu cosim --config-fuzz 2 --unit simd --wrapper cv-x-if --seed 2\n"));
    let report: Value = serde_json::from_str(&run.stdout).unwrap();
    for config in report["configs"].as_array().unwrap() {
        assert_eq!(config["unit"], "simd_cv_x_if");
        assert_eq!((&config["units"][0]["checked"], &config["units"][0]["mismatches"]), (&60.into(), &0.into()));
        let replay = config["replay"].as_str().unwrap();
        assert!(replay.starts_with("vidalu cosim --unit simd --wrapper cv-x-if --seed 1 --vectors 60"), "{replay}");
    }
    // Several buses, or all of them, and a unit without a bus.
    for (buses, named, units) in [
        ("none,cfu,cfu", "none,cfu", &["simd", "simd_cfu"][..]),
        (
            "all",
            "axi4-stream,axi4-lite,cfu,cv-x-if,vortex",
            &["simd_axi4_stream", "simd_axi4_lite", "simd_cfu", "simd_cv_x_if", "simd_vortex"],
        ),
    ] {
        let args = ["--config-fuzz", "1", "--wrapper", buses, "--unit", "simd", "--sim", "icarus", "--vectors", "20"];
        let run = cosim(&[&args[..], &["--format", "json"]].concat(), &[]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let next = format!("next: vidalu cosim --config-fuzz 1 --unit simd --wrapper {named} --seed 2\n");
        assert!(run.stderr.contains(&next), "{}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let configs = report["configs"].as_array().unwrap();
        let drawn: Vec<_> = configs.iter().filter_map(|config| config["unit"].as_str()).collect();
        assert_eq!(drawn, units);
    }
    let block = cosim(&["--config-fuzz", "2", "--wrapper", "cfu", "--unit", "select"], &[]);
    assert_eq!(block.code, 2);
    assert!(block.stderr.contains("select is a block, and a bus carries instructions"), "{}", block.stderr);
}

#[test]
fn several_buses_and_threads_of_no_bus_are_refused() {
    for (buses, unit) in [("cfu,vortex", "simd"), ("all", "simd"), ("none,cfu", "carry")] {
        let run = cosim(&["--wrapper", buses, "--unit", unit], &[]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("--wrapper names several buses"), "{}", run.stderr);
        assert!(run.stderr.contains("--config-fuzz N"), "{}", run.stderr);
    }
    for bus in [&[][..], &["--wrapper", "none"], &["--wrapper", "cfu"]] {
        let run = cosim(&[&["--unit", "simd", "--threads", "2"], bus].concat(), &[]);
        assert_eq!(run.code, 2, "{}", run.stderr);
        assert!(run.stderr.contains("--threads is the number of hardware threads behind --wrapper vortex"));
        assert!(run.stderr.contains("the simulation itself uses all cores"), "{}", run.stderr);
    }
}

/// Threads in a file do not concern a unit without that bus, nor do they reach the commands in a
/// report.
#[test]
fn threads_of_a_file_are_left_alone() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("config.toml");
    std::fs::write(&file, "threads = 2\n").expect("the folder is ours");
    let file = file.to_str().expect("its path is text");
    let args = ["--unit", "simd", "--sim", "icarus", "--vectors", "20", "--config", file];
    let run = cosim(&args, &[]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("next: vidalu gen --unit simd --out rtl\n"), "{}", run.stderr);
    let run = cosim(&[&args[..], &["--wrapper", "vortex"]].concat(), &[]);
    assert!(run.stderr.contains("--threads 2\n"), "{}", run.stderr);
}

/// With a compiler that leaves an output unconnected, every configuration fails, even the default.
#[test]
fn a_drawn_configuration_that_fails_is_shown_and_simplified() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let liar = liar(folder.path());
    let args = ["--config-fuzz", "2", "--unit", "vmad", "--sim", "icarus", "--vectors", "40", "--seed", "9"];
    let run = cosim(&args, &[("VIDALU_IVERILOG", &liar)]);
    assert_eq!(run.code, 1, "{}{}", run.stdout, run.stderr);
    let simplest: Vec<_> = run.stdout.lines().filter_map(|line| line.strip_prefix("  simplest  ")).collect();
    assert_eq!(simplest, ["--unit vmad"], "{}", run.stdout);
    assert!(run.stdout.ends_with("\n2 of 2 configurations fail\n"), "{}", run.stdout);
    let replay = run.stdout.lines().find_map(|line| line.strip_prefix("  replay    ")).unwrap();
    assert!(run.stderr.contains(&format!("next: {replay}\n")), "{}", run.stderr);
    let again: Vec<_> = replay.split(' ').skip(2).chain(["--sim", "icarus"]).collect();
    assert_eq!(cosim(&again, &[("VIDALU_IVERILOG", &liar)]).code, 1);
    assert_eq!(cosim(&again, &[]).code, 0);

    // A broken tool is not the fault of the hardware.
    let broken = script(folder.path(), "broken", "[ \"$1\" = -V ] && exec vvp -V; echo no room >&2; exit 1");
    let run = cosim(&args, &[("VIDALU_VVP", &broken)]);
    assert_eq!(run.code, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("no room") && run.stdout.contains("2 of 2 configurations fail"), "{}", run.stdout);
}

/// Each tool fails in each way. The exit code is 3, and the message names the tool, and the install
/// command or the failed command.
#[test]
fn tools_that_cannot_be_used() {
    if !have(&["iverilog", "verilator"]) {
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
        ("icarus", "IVERILOG", missing.clone(), "Icarus Verilog was not found", "sudo apt-get install iverilog"),
        ("verilator", "VERILATOR", missing.clone(), "Verilator was not found", "sudo dnf install verilator"),
        ("verilator", "CXX", missing, "a C++ compiler was not found", "VIDALU_CXX"),
        (
            "icarus",
            "IVERILOG",
            version("old", "Icarus Verilog version 10.3", ""),
            "version 10.3, and vidalu needs 11.0 or later",
            "apt",
        ),
        (
            "verilator",
            "VERILATOR",
            version("four", "Verilator 4.038", ""),
            "version 4.38, and vidalu needs 5.6 or later",
            "brew",
        ),
        ("verilator", "VERILATOR", version("other", "hello", ""), "is not Verilator", "VIDALU_VERILATOR"),
        ("icarus", "IVERILOG", version("crash", icarus, "echo sorry; kill -SEGV $$"), "signal: 11", "sorry"),
        ("verilator", "VERILATOR", version("refuse", verilator, "echo no >&2; exit 4"), "exit status: 4", "| no"),
        ("icarus", "VVP", version("hang", icarus, "sleep 60"), "did not finish within 1s", "--timeout"),
        ("icarus", "VVP", version("silent", icarus, ""), "failed with an early end", ""),
    ];
    for (sim, variable, program, problem, remedy) in cases {
        let variable = format!("VIDALU_{variable}");
        let junit = folder.path().join("report.xml");
        let args = ["--unit", "merge", "--sim", sim, "--vectors", "20", "--timeout", "1"];
        // A real compiler needs more than the second that the slow one is given.
        let args = if problem.contains("within") { &args[..] } else { &args[..6] };
        let args = [args, &["--junit", junit.to_str().unwrap()]].concat();
        let run = cosim(&args, &[(&variable, &program)]);
        assert_eq!((run.code, run.stdout.as_str()), (3, ""), "{variable}={}: {}", program.display(), run.stderr);
        // The report wraps long lines.
        let said = run.stderr.replace("\n  | ", " ").replace("\n        ", " ");
        assert!(said.contains(problem) && said.contains(remedy), "{problem}, {remedy}: {said}");
        assert!(!junit.exists(), "nothing is half-written");
    }
}

/// Ctrl-C also ends the simulators, and leaves no file behind.
#[test]
fn an_interrupt_ends_everything() {
    if !have(&["iverilog"]) {
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
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.ends_with("interrupted; every output agrees in every cycle until then\n"), "{text}");
    assert!(!kill(&["-0", std::fs::read_to_string(&pid).unwrap().trim()]), "the simulator still runs");
    assert_eq!(std::fs::read_dir(scratch).unwrap().count(), 0, "nothing is left in the temporary folder");
    assert!(std::fs::read_to_string(junit).unwrap().contains(r#"name="interrupted" value="true""#));
}

#[test]
fn auto_takes_what_is_there() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let args = ["--unit", "merge", "--vectors", "20"];
    let run = cosim(&args, &[("VIDALU_VERILATOR", &missing)]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    assert!(run.stderr.contains("not used: Verilator was not found"), "{}", run.stderr);
    assert!(run.stderr.contains("seed 1, in icarus\n"), "{}", run.stderr);
    let run = cosim(&args, &[("VIDALU_VERILATOR", &missing), ("VIDALU_IVERILOG", &missing)]);
    assert_eq!((run.code, run.stdout.as_str()), (3, ""));
    assert!(run.stderr.contains("no simulator was found"), "{}", run.stderr);
}

/// Unit `lanes` needs operations for both of its halves, so it is left out where it has them for
/// one only.
#[test]
fn some_operations_choose_the_units_that_have_them() {
    if !have(&["iverilog"]) {
        return;
    }
    for (ops, units) in [("vadd", ["scalar", "video"]), ("vadd2,vsub2", ["simd", "video"])] {
        let run = vidalu(["cosim", "--ops", ops, "--vectors", "100", "--sim", "icarus", "--format", "json"], "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let names: Vec<_> = report["units"].as_array().unwrap().iter().map(|unit| &unit["unit"]).collect();
        assert_eq!(names, units);
    }
}
