//! Hardware of one's own on the command line: folders of `gen --wrapper`, whose unit and bus are
//! read from the folder, and modules for `run` and `mutate`.

use std::path::Path;

use serde_json::Value;
use vidalu_testkit::{have, in_turn};

use crate::support::vidalu;

/// For each bus, a text in the wrapper and a fault.
const FAULTS: [(&str, &str, &str); 5] = [
    // A result that is withdrawn.
    ("axi4-stream", "m_axis_tvalid = valid_q", "m_axis_tvalid = valid_q && m_axis_tready"),
    // An address over one that waits.
    ("axi4-lite", "if (!address_full_q) begin", "if (!address_full_q || s_axi_awvalid) begin"),
    // A response that comes twice.
    ("cfu", "(valid_q && !rsp_ready)", "valid_q"),
    // The wrong destination register.
    ("cv-x-if", "rd_q <= issue_req_instr[11:7];", "rd_q <= issue_req_instr[19:15];"),
    // A result that is withdrawn.
    ("vortex", "result_valid = valid_q", "result_valid = valid_q && result_ready"),
];

const UNITS: [(&str, &[&str]); 3] = [
    ("scalar", &["--sat-o", "--depth", "1"]),
    ("carry", &["--contexts", "2", "--depth", "2"]),
    ("video", &["--language", "systemverilog"]),
];

/// Writes the folder of a unit behind a bus. Returns its path and that of the wrapper's module.
fn generate(folder: &Path, command: &str, bus: &str, unit: &str, flags: &[&str]) -> (String, std::path::PathBuf) {
    let out = folder.join(format!("{command}_{bus}_{unit}"));
    let path = out.to_str().expect("the path is text").to_owned();
    let run = vidalu([&[command, "--wrapper", bus, "--unit", unit, "--out", &path], flags].concat(), "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    let ending = if flags.contains(&"systemverilog") { "sv" } else { "v" };
    (path, out.join(format!("rtl/vidalu_{unit}_{}.{ending}", bus.replace('-', "_"))))
}

/// Replaces the only occurrence of a text in a file.
fn replace(file: &Path, text: &str, other: &str) {
    let verilog = std::fs::read_to_string(file).expect("the file is there");
    assert_eq!(verilog.matches(text).count(), 1, "{text} in {}", file.display());
    std::fs::write(file, verilog.replace(text, other)).expect("the file can be written");
}

/// Co-simulates a folder and returns the exit code with the report of the unit.
fn judge(args: &[&str]) -> (i32, Value) {
    let run = vidalu([&["cosim", "--vectors", "300", "--format", "json"], args].concat(), "");
    assert!(!run.stdout.is_empty(), "{args:?}: {}", run.stderr);
    let report: Value = serde_json::from_str(&run.stdout).expect("it is JSON");
    (run.code, report["units"][0].clone())
}

#[test]
fn every_unit_behind_every_bus_is_judged_by_its_folder_alone() {
    if !have(&["iverilog", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for (bus, text, fault) in in_turn(FAULTS, 2) {
        for (unit, flags) in UNITS {
            let (path, module) = generate(folder.path(), "gen", bus, unit, flags);
            let own = ["--rtl", &*path, "--sim", "icarus"];
            let (code, report) = judge(&own);
            let name = format!("{unit}_{}", bus.replace('-', "_"));
            assert_eq!((code, &report["unit"]), (0, &name.as_str().into()), "{report}");
            assert_eq!((&report["checked"], &report["mismatches"]), (&300.into(), &0.into()), "{bus}, {unit}");

            replace(&module, text, fault);
            let (code, report) = judge(&own);
            assert_eq!(code, 1, "{bus}, {unit}");
            let failure = &report["failures"][0];
            assert_eq!(failure["stage"], "bus", "{failure}");
            // The replay has the same first mismatch.
            let replay = failure["replay"].as_str().unwrap();
            assert!(replay.contains(&format!("--wrapper {bus} --unit {unit}")) && replay.contains("--rtl "));
            let again: Vec<_> = replay.split(' ').skip(2).chain(["--format", "json"]).collect();
            let again = vidalu([&["cosim"], &again[..]].concat(), "");
            assert_eq!(again.code, 1, "{replay}: {}", again.stderr);
            let again: Value = serde_json::from_str(&again.stdout).unwrap();
            assert_eq!(again["units"][0]["failures"][0], *failure, "{replay}");
        }
    }
}

/// A command that judges units names the module of the unit inside, which is then judged.
#[test]
fn a_refused_bus_names_the_unit_inside() {
    if !have(&["iverilog", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let line = "vadd.u32.u32.u32 r1, 1, 2;";
    for (bus, unit, flags, top) in [
        ("axi4-stream", "scalar", &["--tag", "2"][..], "vidalu_scalar"),
        ("axi4-lite", "video", &[], "vidalu_video"),
        ("cfu", "lanes", &["--prefix", "my_"], "my_lanes"),
        ("cv-x-if", "scalar", &["--depth", "2"], "vidalu_scalar"),
        // The unit inside has one more context.
        ("vortex", "video", &["--contexts", "2", "--threads", "2"], "vidalu_video"),
    ] {
        let (path, _) = generate(folder.path(), "gen", bus, unit, flags);
        let wave = folder.path().join("wave.vcd").display().to_string();
        let eval = ["eval", line, "--wave", &wave, "--rtl", &path];
        for args in [
            &["prove", "--rtl", &path][..],
            &["mutate", "--rtl", &path],
            &["run", "-", "--on", "icarus", "--rtl", &path],
            &["cosim", "--wrapper", "none", "--rtl", &path],
            &eval,
        ] {
            let run = vidalu(args, line);
            assert_eq!(run.code, 2, "{args:?}: {}", run.stderr);
            let named = format!("name the unit inside with --top {top}");
            assert!(
                run.stderr.contains(&format!("a unit behind {bus}")) && run.stderr.contains(&named),
                "{}",
                run.stderr
            );
        }
        let run = vidalu([&eval[..], &["--top", top]].concat(), "");
        assert_eq!(run.code, 0, "{bus}: {}", run.stderr);
    }
}

#[test]
fn a_kit_and_all_simulators_do_too() {
    if !have(&["iverilog", "verilator", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (path, module) = generate(folder.path(), "kit", "axi4-stream", "simd", &[]);
    for broken in [false, true] {
        if broken {
            replace(&module, FAULTS[0].1, FAULTS[0].2);
        }
        for sim in ["icarus", "verilator", "netlist"] {
            let (code, report) = judge(&["--rtl", &path, "--sim", sim]);
            assert_eq!((code, &report["sim"]), (i32::from(broken), &sim.into()));
        }
    }
}

/// The ports of a bus can have other names, and files without a folder get their bus by a flag.
#[test]
fn a_map_renames_the_ports_of_a_bus() {
    if !have(&["iverilog", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (path, module) = generate(folder.path(), "gen", "cfu", "scalar", &["--depth", "1"]);
    let verilog = std::fs::read_to_string(&module).unwrap();
    std::fs::write(&module, verilog.replace("cmd_valid", "request").replace("rsp_valid", "answer")).unwrap();
    let files = format!("{path}/rtl/filelist.f");
    let list = if Path::new(&files).is_file() { files } else { format!("{path}/filelist.f") };
    let flags = ["--wrapper", "cfu", "--unit", "scalar", "--depth", "1", "--sim", "icarus", "--vectors", "100"];
    let own = [&["cosim", "--rtl", &list, "--top", "vidalu_scalar_cfu"], &flags[..]].concat();
    let run = vidalu(&own, "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("the ports of vidalu_scalar_cfu are not those of"), "{}", run.stderr);

    let map = folder.path().join("map.toml");
    std::fs::write(&map, "[inputs]\nrequest = \"cmd_valid\"\n[outputs]\nrsp_valid = \"answer\"\n").unwrap();
    let run = vidalu([&own[..], &["--ports", map.to_str().unwrap()]].concat(), "");
    assert_eq!(run.code, 0, "{}", run.stderr);
}

#[test]
fn what_judges_units_refuses_a_bus_and_takes_the_unit_behind_it() {
    if !have(&["iverilog", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (path, _) = generate(folder.path(), "gen", "cv-x-if", "scalar", &[]);
    let program = "vadd.u32.u32.u32 r1, 1, 2;";
    let wave = folder.path().join("wave.vcd");
    let own = ["--rtl", &*path];
    for command in [
        vec!["prove"],
        vec!["mutate"],
        vec!["run", "-", "--on", "icarus"],
        vec!["eval", program, "--wave", wave.to_str().unwrap()],
        vec!["cosim", "--wrapper", "none"],
    ] {
        let run = vidalu([&command[..], &own].concat(), program);
        assert_eq!(run.code, 2, "{command:?}: {}", run.stderr);
        assert!(run.stderr.contains("cv-x-if") && run.stderr.contains("--top"), "{command:?}: {}", run.stderr);
    }
    let run = vidalu([&["cosim"], &own[..], &["--wave", "wave.vcd"]].concat(), "");
    assert!(run.code == 2 && run.stderr.contains("--wave is for units without a bus"), "{}", run.stderr);
    // The bus and the unit have different tags.
    for bus in ["cv-x-if", "axi4-stream"] {
        let flags: &[&str] = if bus == "cv-x-if" { &[] } else { &["--tag", "3"] };
        let (path, _) = generate(folder.path(), "gen", bus, "carry", flags);
        let (code, report) = judge(&["--rtl", &path, "--top", "vidalu_carry", "--sim", "icarus"]);
        assert_eq!((code, &report["unit"]), (0, &"carry".into()));
        replace(&Path::new(&path).join("rtl/vidalu_carry.v"), "assign valid_o = ", "assign valid_o = !");
        let (code, report) = judge(&["--rtl", &path, "--top", "vidalu_carry", "--sim", "icarus"]);
        assert_eq!(code, 1);
        let replay = report["failures"][0]["replay"].as_str().unwrap();
        let again = vidalu(replay.split(' ').skip(1), "");
        assert_eq!(again.code, 1, "{replay}: {}", again.stderr);
    }
}

/// Returns the path of an example.
fn example(name: &str) -> String {
    format!("{}/../examples/own-hardware/{name}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn run_executes_on_ones_own_hardware_in_verilator() {
    if !have(&["verilator", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("unit.toml");
    let program = "vadd.s32.s32.s32.sat %r3, %r1.b0, %r2.h1; vmax.u32.u32.u32 %r4, %r3, %r1;";
    let set = ["--set", "%r1=5", "--set", "%r2=0x70000", "--format", "json"];
    let registers = |args: &[&str]| {
        let run = vidalu([&["run", "-"], args, &set].concat(), program);
        assert_eq!(run.code, 0, "{}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        (report["on"].clone(), report["registers"].clone(), report["cycles"].clone())
    };
    let (_, golden, _) = registers(&[]);
    let own = ["--on", "verilator", "--unit", "scalar", "--config", config.to_str().unwrap()];
    for (files, map, toml, cycles) in [
        (&["video_alu.sv"][..], "video_alu.toml", "depth = 0\nhandshake = 'none'\n", 2),
        (&["video_alu.sv", "video_pipe.sv"], "video_pipe.toml", "depth = 2\n", 6),
    ] {
        std::fs::write(&config, toml).unwrap();
        let rtl: Vec<_> = files.iter().flat_map(|file| ["--rtl".to_owned(), example(file)]).collect();
        let rtl: Vec<_> = rtl.iter().map(String::as_str).collect();
        let map = example(map);
        let args = [&own[..], &rtl, &["--ports", &map]].concat();
        assert_eq!(registers(&args), ("verilator".into(), golden.clone(), cycles.into()), "{files:?}");
        // The same with a wave.
        let wave = folder.path().join("wave.fst");
        assert_eq!(registers(&[&args[..], &["--wave", wave.to_str().unwrap()]].concat()).1, golden);
        assert!(std::fs::metadata(&wave).unwrap().len() > 0);
    }
}

/// `mutate` evaluates the gates that yosys makes: it has no other simulator.
#[test]
fn mutate_takes_ones_own_hardware() {
    if !have(&["yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (generated, _) = generate(folder.path(), "gen", "cfu", "simd", &["--depth", "2"]);
    let (alu, map) = (example("video_alu.sv"), example("video_alu.toml"));
    let own = ["--rtl", &*alu, "--ports", &*map, "--depth", "0", "--handshake", "none", "--unit", "scalar"];
    let inside = ["--rtl", &*generated, "--top", "vidalu_simd"];
    for (unit, args) in [("scalar", &own[..]), ("simd", &inside[..])] {
        let run = vidalu([&["mutate", "--count", "8", "--format", "json"], args].concat(), "");
        assert_eq!(run.code, 0, "{unit}: {}", run.stderr);
        let report: Value = serde_json::from_str(&run.stdout).unwrap();
        let counts = &report["units"][0];
        assert_eq!((&counts["unit"], &counts["mutants"], &counts["survivors"]), (&unit.into(), &8.into(), &0.into()));
        assert!(counts["killed"].as_u64().unwrap() > 0, "{counts}");
    }
}

/// A unit that lacks selectors is right in the forms that it has. The replay repeats the forms.
#[test]
fn cosim_judges_the_forms_that_a_unit_has() {
    if !have(&["iverilog", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let plain = ["--ptx", "v{add,sub}.*.*.*{,.sat} r1, r2, r3", "--ptx", "vmin.*.*.* r1, r2, r3"];
    let bytes = ["--ptx", "vadd.*.*.* r1, r2.b*, r3"];
    for (bus, unit) in [("none", "scalar"), ("none", "video"), ("axi4-stream", "scalar"), ("cfu", "video")] {
        let (path, _) = generate(folder.path(), "gen", bus, unit, &[]);
        let select = Path::new(&path).join("rtl/vidalu_select.v");
        replace(&select, "odd   = !sel_i[2] && sel_i[0]", "odd   = 1'b0");
        let judge = |forms: &[&str]| judge(&[&["--rtl", &path, "--sim", "icarus"], forms].concat());
        assert_eq!(judge(&[]).0, 1, "{bus} {unit}");
        let (code, report) = judge(&plain);
        assert_eq!((code, &report["mismatches"]), (0, &0.into()), "{bus} {unit}");
        assert_eq!(report["forms"], serde_json::json!([plain[1], plain[3]]));
        let (code, report) = judge(&bytes);
        assert_eq!(code, 1, "{bus} {unit}");
        let failure = &report["failures"][0];
        assert!(failure["ptx"].as_str().unwrap().starts_with("vadd."), "{failure}");
        let replay = failure["replay"].as_str().unwrap();
        assert!(replay.contains(" --ptx 'vadd.*.*.* r1, r2.b*, r3'"), "{replay}");
    }
}

#[test]
fn cosim_says_which_forms_it_covers_and_refuses_others() {
    if !have(&["iverilog"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let patterns = folder.path().join("forms.txt");
    std::fs::write(&patterns, "# mine\nvadd4.*.*.* r1, r2, r3, r4\n").unwrap();
    let file = format!("@{}", patterns.display());
    let cosim = |flags: &[&str]| vidalu([&["cosim", "--sim", "icarus", "--vectors", "200"], flags].concat(), "");
    // Without --unit, all units that have one of the forms.
    let run = cosim(&["--ptx", &file]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    for unit in ["simd", "lanes", "video"] {
        let heading = format!("coverage of {unit}, only of the forms vadd4.*.*.* r1, r2, r3, r4\n");
        assert!(run.stdout.contains(&heading), "{}", run.stdout);
    }
    assert!(!run.stdout.contains("coverage of scalar") && !run.stderr.contains("--out rtl --ptx"), "{}", run.stderr);
    for (flags, message) in [
        (&["--ptx", "vadd.*.*.*", "--unit", "simd"][..], "unit simd has none of the forms vadd.*.*.*"),
        (&["--ptx", "vadd.*.*.*", "--ptx", "vmad.*.*.*", "--unit", "scalar"], "has a form of `vmad.*.*.*`"),
        (&["--ptx", "vadd.*.*.*", "--ops", "vsub"], "has a form of `vadd.*.*.*`"),
        (&["--ptx", "vadd.*.*.*", "--unit", "select"], "the forms are of instructions, and select is a block"),
        (&["--ptx", "vadd.s32.f32.*"], "no form has `f32` here"),
    ] {
        let run = cosim(flags);
        assert_eq!(run.code, 2, "{flags:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{flags:?}: {}", run.stderr);
    }
}
