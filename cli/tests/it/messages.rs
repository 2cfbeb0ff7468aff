//! `--quiet` and `--verbose`: what the commands write to stderr.

use vidalu_testkit::have;

use crate::support::command;

/// Runs a command with a cache of its own, and returns stdout and stderr.
fn output(args: &[&str]) -> (String, String) {
    let cache = tempfile::tempdir().expect("a folder can be made");
    let output = command(args).env("VIDALU_CACHE_DIR", cache.path()).output().expect("the program starts");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    let text = |bytes| String::from_utf8(bytes).expect("it is text");
    (text(output.stdout), text(output.stderr))
}

/// Returns the programs whose command lines `--verbose` shows, without their folders.
fn shown(stderr: &str) -> Vec<&str> {
    let commands = stderr.lines().filter_map(|line| line.strip_prefix("+ "));
    commands.filter_map(|line| line.split(' ').next()?.rsplit('/').next()).collect()
}

#[test]
fn verbose_shows_the_commands_of_the_tools_and_quiet_silences_everything() {
    if !have(&["iverilog", "verilator", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (rtl, kit, wave) = (path("rtl"), path("kit"), path("wave.vcd"));
    let adder = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/own-hardware/adder34.v");
    let json = ["--format", "json"];
    let cases: [(&[&str], &[&str]); 9] = [
        (&["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "20"], &["iverilog"]),
        (&["cosim", "--unit", "merge", "--sim", "verilator", "--vectors", "20"], &["verilator"]),
        (&["cosim", "--unit", "merge", "--sim", "netlist", "--vectors", "20"], &["yosys"]),
        (&["cosim", "--unit", "adder34", "--rtl", adder, "--sim", "icarus", "--vectors", "20"], &["yosys", "iverilog"]),
        (&["prove", "--unit", "merge"], &["yosys"]),
        (&["mutate", "--unit", "scalar", "--ops", "vadd", "--count", "1"], &["yosys"]),
        (&["eval", "vadd.u32.u32.u32 r1, r2, r2", "r2=1", "--wave", &wave], &["iverilog"]),
        (&["gen", "--unit", "merge", "--out", &rtl], &[]),
        (&["kit", "--unit", "merge", "--count", "5", "--out", &kit], &[]),
    ];
    for (args, tools) in cases {
        let args = if matches!(args[0], "gen" | "kit") { args.to_vec() } else { [args, &json].concat() };
        let (plain, messages) = output(&args);
        assert!(!messages.is_empty(), "{args:?} tells the user what it did");
        assert_eq!(shown(&messages), Vec::<&str>::new(), "{args:?}");
        let (verbose, messages) = output(&[&args[..], &["-v"]].concat());
        let programs = shown(&messages);
        assert!(tools.iter().all(|tool| programs.iter().any(|program| program.contains(tool))), "{args:?}: {messages}");
        assert_eq!(programs.is_empty(), tools.is_empty(), "{args:?}: {messages}");
        let (quiet, messages) = output(&[&args[..], &["-q"]].concat());
        assert_eq!(messages, "", "{args:?}");
        if !matches!(args[0], "prove" | "mutate") {
            // The reports of these two have times.
            assert_eq!((&plain, &plain), (&verbose, &quiet), "{args:?}");
        }
    }
}

/// Errors and warnings are not silenced.
#[test]
fn quiet_keeps_errors_and_warnings() {
    let warned = output(&["-q", "eval", "vadd.u32.u32.u32 r1, r2, 1", "r2=1"]);
    assert!(warned.1.contains("accepted by ptxas, not in the manual"), "{}", warned.1);
    let refused = command(["-q", "eval", "nonsense"]).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&refused.stderr).contains("`nonsense` is not an instruction"));
}
