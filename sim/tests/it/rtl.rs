//! Hardware that vidalu did not write, in `tests/rtl` and `examples/own-hardware`: it is
//! co-simulated like generated hardware, and its faults are found in their stages.

use std::path::{Path, PathBuf};

use vidalu_gen::{Config, Handshake, Target};
use vidalu_sim::cosim::{Options, run_modules};
use vidalu_sim::report::UnitReport;
use vidalu_sim::rtl::{Matched, PortMap, Rtl, readers};
use vidalu_sim::simulator::Simulator;
use vidalu_sim::subject::Subject;
use vidalu_sim::{CosimError, Dut, OUTPUT, PIPELINE, UNKNOWN};

use crate::common::{LIMIT, icarus, netlist, simulators};

/// A module in `tests/rtl`: its unit or block, its files, and the map of its ports.
struct Module {
    target: &'static str,
    files: &'static [&'static str],
    map: Option<&'static str>,
    depth: u8,
}

const fn block(target: &'static str, file: &'static [&'static str]) -> Module {
    Module { target, files: file, map: None, depth: 0 }
}

const ADDER: Module = block("adder34", &["adder34.v"]);
const SELECT: Module = block("select", &["select.v"]);
const SATURATE: Module = block("saturate", &["saturate.sv"]);
const MERGE: Module = block("merge", &["merge.v"]);
const SHIFTER: Module = Module { map: Some("shifter.toml"), ..block("shifter", &["shifter.v"]) };
const ALU: Module = Module { map: Some("video_alu.toml"), ..block("scalar", &["video_alu.sv"]) };
const PIPE: Module =
    Module { map: Some("video_pipe.toml"), depth: 2, ..block("scalar", &["video_alu.sv", "video_pipe.sv"]) };
const TREE: Module = block("scalar", &["select.v", "adder34.v", "shifter.v", "saturate.sv", "merge.v", "tree.v"]);

fn config(depth: u8) -> Config {
    let handshake = if depth == 0 { Handshake::None } else { Handshake::Valid };
    Config { depth: depth.into(), handshake, ..Config::default() }
}

/// Reads a module; `path` is the path of a file.
fn read(path: impl Fn(&str) -> PathBuf, module: &Module) -> Result<Matched, CosimError> {
    let map = module.map.map_or_else(PortMap::default, |name| {
        let text = std::fs::read_to_string(fixture(name)).unwrap();
        PortMap::from_toml(name, &text).unwrap()
    });
    let files: Vec<_> = module.files.iter().map(|name| path(name)).collect();
    let target: Target = module.target.parse().unwrap();
    Rtl::read(&files, None, map)?.module(target, &config(module.depth), LIMIT)
}

/// Returns the path of a file in `tests/rtl` or among the examples.
fn fixture(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let own = root.join("tests/rtl").join(name);
    if own.exists() { own } else { root.join("../examples/own-hardware").join(name) }
}

/// Returns a module with changes in its text: each old text stands there once.
fn changed(module: &Module, changes: &[(&str, &str)]) -> (Dut, Box<dyn Subject>) {
    let Matched { module: (mut dut, subject), unchecked } = read(fixture, module).unwrap();
    assert!(unchecked.is_none(), "{unchecked:?}");
    for (old, new) in changes {
        let mut places = dut.files.iter_mut().filter(|(_, text)| text.contains(old));
        let (Some((_, text)), None) = (places.next(), places.next()) else { panic!("{old} in {:?}", module.files) };
        assert_eq!(text.matches(old).count(), 1, "{old}");
        *text = text.replace(old, new);
    }
    (dut, subject)
}

fn check(modules: &[(Dut, Box<dyn Subject>)], simulators: &[Box<dyn Simulator>], vectors: u64) -> Vec<UnitReport> {
    let options = Options { vectors, jobs: 4, timeout: LIMIT, ..Options::default() };
    run_modules(&options, modules, simulators, &|_| ()).unwrap().units
}

fn all_pass(reports: &[UnitReport], vectors: u64) {
    for report in reports {
        assert_eq!(report.failures, [], "{} in {}", report.unit, report.sim);
        assert!(report.checked >= vectors, "{} in {}", report.unit, report.sim);
    }
}

#[test]
fn blocks_and_a_unit_of_blocks_agree() {
    let (Some(icarus), Some(_)) = (icarus(), netlist()) else { return };
    let modules = [&ADDER, &SELECT, &SATURATE, &MERGE, &SHIFTER, &TREE].map(|module| changed(module, &[]));
    all_pass(&check(&modules, &[Box::new(icarus)], 3000), 3000);
}

#[test]
fn a_unit_with_ports_of_its_own_agrees_in_all_simulators() {
    let Some(netlist) = netlist() else { return };
    let mut simulators = simulators();
    simulators.push(Box::new(netlist));
    all_pass(&check(&[changed(&ALU, &[]), changed(&PIPE, &[])], &simulators, 3000), 3000);
}

/// A fault: the module, the text that it changes, and the stage in which it is.
type Fault = (&'static Module, &'static [(&'static str, &'static str)], &'static str);

const FAULTS: [Fault; 25] = [
    // The difference lacks its one.
    (&ADDER, &[("{33'd0, subtract_i}", "34'd0")], "primary"),
    // b - a is computed as a - b, and more.
    (&ADDER, &[("subtract_i && !reverse_i ? ~b_i", "subtract_i ? ~b_i")], "primary"),
    // No sign for byte 0; byte 2 begins a bit too low.
    (&SELECT, &[("{{25{signed_i & x_i[7]}}, x_i[7:0]}", "{25'd0, x_i[7:0]}")], "select"),
    (&SELECT, &[("x_i[23:16]}", "x_i[22:15]}")], "select"),
    // An amount above 63 wraps; the sign is not shifted in; a step too many.
    (&SHIFTER, &[("count > 32'd32 ? 6'd32 : count[5:0]", "count[5:0]")], "primary"),
    (&SHIFTER, &[("wide >>> steps", "wide >> steps")], "primary"),
    (&SHIFTER, &[("wide <<< steps", "wide <<< steps + 1")], "primary"),
    // A bound off by one; the wrong lower bound; the greatest number counts as clamped.
    (&SATURATE, &[("34'sh0_0000_7fff", "34'sh0_0000_8000")], "saturate"),
    (&SATURATE, &[("-highest - 34'sd1", "-highest")], "saturate"),
    (&SATURATE, &[("x_i > highest)", "x_i >= highest)")], "saturate"),
    // Byte 3 takes the wrong byte; the halves are in each other's place.
    (&MERGE, &[("d_o[31:24] = x_i[7:0]", "d_o[31:24] = x_i[31:24]")], "merge"),
    (&MERGE, &[("3'd4:    d_o[15:0]  = x_i[15:0]", "3'd4:    d_o[31:16] = x_i[15:0]")], "merge"),
    // Nets have the names of the stages.
    (&ALU, &[("{{2{sign && high[31]}}, high}", "{2'b00, high}")], "select"),
    (&ALU, &[("part(b, b_part", "part(b, a_part")], "select"),
    (&ALU, &[("operation[2]) primary = less ?", "operation[2]) primary = !less ?")], "primary"),
    (&ALU, &[("less ? select_b - select_a : select_a", "select_a")], "primary"),
    (&ALU, &[("primary < lowest ? lowest : primary", "primary")], "saturate"),
    (&ALU, &[("{{2{d_signed && c[31]}}, c}", "{2'b00, c}")], "secondary"),
    (&ALU, &[("{c[31:24], saturate[7:0], c[15:0]}", "{saturate[7:0], c[23:0]}")], "merge"),
    // The valid bit is early or late, or not reset.
    (&PIPE, &[("done <= busy;", "done <= start;")], PIPELINE),
    (&PIPE, &[("       busy;", "       busy, late;"), ("done <= busy;", "late <= busy; done <= late;")], PIPELINE),
    (&PIPE, &[("      busy <= 1'b0;\n", "")], PIPELINE),
    // Instances have the names of the blocks.
    (&TREE, &[(".signed_i(ctl_i[1])", ".signed_i(ctl_i[0])")], "select"),
    (&TREE, &[("op == 3'd4 && less", "op == 3'd4")], "primary"),
    (&TREE, &[("? combined : merged", "? value[31:0] : merged")], OUTPUT),
];

#[test]
fn every_fault_is_caught_in_its_stage() {
    let (Some(icarus), Some(_)) = (icarus(), netlist()) else { return };
    let modules: Vec<_> = FAULTS.iter().map(|(module, changes, _)| changed(module, changes)).collect();
    let reports = check(&modules, &[Box::new(icarus)], 3000);
    for (report, (module, changes, stage)) in reports.iter().zip(FAULTS) {
        assert!(report.mismatches > 0, "not caught: {changes:?} in {:?}", module.files);
        for failure in &report.failures {
            assert_eq!(failure.stage, stage, "{changes:?} in {:?}:\n{failure}", module.files);
        }
    }
}

#[test]
fn a_stage_that_cannot_be_seen_is_unknown() {
    let (Some(icarus), Some(netlist)) = (icarus(), netlist()) else { return };
    let fault = [("{{2{sign && high[31]}}, high}", "{2'b00, high}")];
    let (mut dut, subject) = changed(&ALU, &fault);
    for (name, other) in [("select_", "operand_"), ("primary", "answer"), ("saturate", "limited"), ("merge", "put")] {
        dut.files[0].1 = dut.files[0].1.replace(name, other);
    }
    let without_names = check(&[(dut, subject)], &[Box::new(icarus)], 500);
    let without_waves = check(&[changed(&ALU, &fault)], &[Box::new(netlist)], 500);
    for failure in without_names.iter().chain(&without_waves).flat_map(|report| &report.failures) {
        assert_eq!(failure.stage, UNKNOWN, "{failure}");
        assert_eq!(failure.stages[0].signal, "select_a", "{failure}");
        assert!(failure.stages.iter().all(|value| value.got.is_none() || value.signal == "secondary"), "{failure}");
        assert!(failure.to_string().contains("not observed"), "{failure}");
    }
}

#[test]
fn what_yosys_cannot_read_is_simulated_unchecked() {
    let Some(icarus) = icarus() else { return };
    let folder = tempfile::tempdir().unwrap();
    let text = std::fs::read_to_string(fixture("adder34.v")).unwrap();
    // Yosys does not know events.
    let odd = text.replace("endmodule", "  event unused;\n  initial -> unused;\nendmodule");
    std::fs::write(folder.path().join("adder34.v"), odd).unwrap();
    let Matched { module, unchecked } = read(|name| folder.path().join(name), &ADDER).unwrap();
    assert!(matches!(unchecked, Some(CosimError::Unreadable { .. } | CosimError::Tool(_))), "{unchecked:?}");
    all_pass(&check(&[module], &[Box::new(icarus)], 500), 500);
}

#[test]
fn ports_that_do_not_fit_are_shown_in_a_table() {
    let Some(_) = netlist() else { return };
    let Err(error) = read(fixture, &Module { target: "select", ..ADDER }) else { panic!("the ports do not fit") };
    let CosimError::Usage { problem, help } = error else { panic!("{error}") };
    assert_eq!(problem, "the ports of adder34 are not those of vidalu_select");
    assert!(help.contains("left over: no pin drives it") && help.contains("missing"), "{help}");
}

#[test]
fn the_table_says_which_ports_the_map_uses() {
    let Some(_) = netlist() else { return };
    let text = std::fs::read_to_string(fixture("shifter.toml")).unwrap();
    let map = PortMap::from_toml("map.toml", &text.replace("modulo = \"wrap_i\"\n", "")).unwrap();
    let rtl = Rtl::read(&[fixture("shifter.v")], None, map).unwrap();
    let Err(CosimError::Usage { help, .. }) = rtl.module("shifter".parse().unwrap(), &config(0), LIMIT) else {
        panic!("a port is not mapped")
    };
    let left_over: Vec<_> = help.lines().filter(|line| line.contains("left over")).collect();
    let [port] = left_over[..] else { panic!("{help}") };
    assert!(port.contains("modulo") && help.contains("`unused`"), "{help}");
}

#[test]
fn a_simulator_that_cannot_read_the_text_is_left_out() {
    let all = simulators();
    if all.len() < 2 {
        return;
    }
    let Matched { module, unchecked } = read(fixture, &block("adder34", &["streaming.sv"])).unwrap();
    assert!(matches!(unchecked, Some(CosimError::Unreadable { .. } | CosimError::Tool(_))), "{unchecked:?}");
    let readers = readers(&module, &Options::default(), all).unwrap();
    let names: Vec<_> = readers.simulators.iter().map(|simulator| simulator.name()).collect();
    assert_eq!((names.as_slice(), readers.missing.len()), (["verilator"].as_slice(), 1), "{:?}", readers.missing);
    all_pass(&check(&[module], &readers.simulators, 500), 500);
}
