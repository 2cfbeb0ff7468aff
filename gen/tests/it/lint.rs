//! Verilator, Icarus and yosys accept the generated text without a message.

use std::collections::BTreeSet;
use std::path::Path;

use vidalu_gen::Operation::{self, Vabsdiff, Vadd, Vmax, Vmin, Vset, Vshl, Vshr, Vsub};
use vidalu_gen::{Config, Design, Target, Unit, generate};
use vidalu_testkit::in_turn;

use crate::common;

const SCALAR: [Operation; 8] = [Vadd, Vsub, Vmin, Vmax, Vabsdiff, Vset, Vshl, Vshr];

/// Returns the configurations of the scalar unit for the tools. The lines of a text depend on the
/// operations (the groups sums, picks, shifts and vset, and their members), on the depth, and on
/// handshake, reset, `sat_o` and profile, each of which changes lines of its own. So the list has
/// every operation by itself and all of them, every pair of groups, every depth with different
/// resets and handshakes, and every other option once.
fn configs() -> Vec<Config> {
    let mut configs: Vec<_> = SCALAR.iter().map(|&op| common::with_ops(&[op])).collect();
    let groups: [&[Operation]; 4] = [&[Vadd, Vsub, Vabsdiff], &[Vmin, Vmax], &[Vshl, Vshr], &[Vset]];
    for (index, first) in groups.iter().enumerate() {
        configs.extend(groups[index + 1..].iter().map(|second| common::with_ops(&[*first, second].concat())));
        configs.push(common::with_ops(first));
    }
    for (depth, reset) in [(0, "rst"), (1, "rst"), (1, "arst_n"), (2, "rst_n"), (2, "none"), (3, "arst"), (8, "none")] {
        for handshake in ["valid", "none", "valid-ready"] {
            configs.push(common::config(&format!("depth = {depth}\nreset = '{reset}'\nhandshake = '{handshake}'")));
        }
    }
    for (depth, reset) in [(0, "arst_n"), (1, "rst"), (4, "rst_n"), (5, "arst"), (6, "rst"), (7, "none")] {
        let ready =
            format!("depth = {depth}\nreset = '{reset}'\nhandshake = 'valid-ready'\nready = 'registered'\ntag = 5");
        configs.push(common::config(&ready));
        configs
            .push(common::config(&format!("{ready}\nflush = true\nclock_enable = true\nlanguage = 'systemverilog'")));
    }
    configs.push(common::config("depth = 2\nflush = true\nclock_enable = true\nreset_data = true\ntag = 1"));
    configs.push(common::config("depth = 2\nreset_data = true\nreset = 'arst_n'\nhandshake = 'none'"));
    configs.push(common::config("sat_o = true"));
    configs.push(common::config("depth = 3\nsat_o = true\nprofile = 'hardware'"));
    configs.push(common::config("ops = ['vset']\ndepth = 3"));
    configs.push(common::config("ops = ['vshl']\ndepth = 3\nsat_o = true"));
    // The other forms have other stages and registers for each pair of groups.
    for (goal, depth) in [("tables", 2), ("tables", 7), ("cells", 5)] {
        let form = common::config(&format!("goal = '{goal}'\ndepth = {depth}"));
        for (index, first) in groups.iter().enumerate() {
            let pairs = groups[index..].iter().map(|second| [*first, second].concat());
            configs.extend(pairs.map(|ops| Config { ops: common::with_ops(&ops).ops, ..form.clone() }));
        }
        let few = [&[Vadd, Vmin][..], &[Vadd, Vmax, Vshl], &[Vsub, Vmin, Vset]];
        configs.extend(few.map(|ops| Config { ops: common::with_ops(ops).ops, ..form.clone() }));
    }
    configs
}

/// Returns the configurations of the SIMD unit for the tools: every operation by itself, every pair
/// of groups (sums, halves, picks, vset), every depth, and `sat_o`.
fn simd_configs() -> Vec<Config> {
    let simd = || Operation::ALL.into_iter().filter(|op| Unit::Simd.executes(*op));
    let mut configs: Vec<_> = simd().map(|op| common::with_ops(&[op])).collect();
    let groups: [&[&str]; 4] = [&["vadd", "vsub", "vabsdiff"], &["vavrg"], &["vmin", "vmax"], &["vset"]];
    for (index, first) in groups.iter().enumerate() {
        for second in &groups[index..] {
            let stem = |op: &Operation| op.name().trim_end_matches(['2', '4']);
            let ops: Vec<_> = simd().filter(|op| first.contains(&stem(op)) || second.contains(&stem(op))).collect();
            // Registers are also inside the adder and the sum of lanes then.
            configs.push(Config { depth: 6.into(), ..common::with_ops(&ops) });
        }
    }
    for depth in 0..=8 {
        let handshake = ["valid", "none", "valid-ready"][depth % 3];
        let sat_o = depth % 2 == 0;
        configs.push(common::config(&format!("depth = {depth}\nhandshake = '{handshake}'\nsat_o = {sat_o}")));
    }
    configs.push(common::config("depth = 6\nlanguage = 'systemverilog'\nflush = true\nreset_data = true\ntag = 3"));
    for goal in ["tables", "cells"] {
        configs.extend(
            ["+", "sklansky"]
                .map(|adder| common::config(&format!("goal = '{goal}'\nadder = '{adder}'\ndepth = 7\nsat_o = true"))),
        );
    }
    configs
}

/// Returns the configurations of the unit `lanes` for the tools: every pair of a scalar and a SIMD
/// group, at different depths, then every depth.
fn lanes_configs() -> Vec<Config> {
    use Operation::{Vabsdiff2, Vadd2, Vadd4, Vavrg2, Vavrg4, Vmax4, Vmin2, Vmin4, Vset2, Vset4, Vsub4};
    let scalar: [&[Operation]; 5] = [&[Vadd], &[Vsub, Vabsdiff], &[Vmin, Vmax], &[Vshl, Vshr], &[Vset]];
    let simd: [&[Operation]; 5] =
        [&[Vadd2, Vadd4], &[Vabsdiff2, Vsub4], &[Vavrg2, Vavrg4], &[Vmin2, Vmax4, Vmin4], &[Vset2, Vset4]];
    let mut configs = Vec::new();
    for (row, first) in scalar.iter().enumerate() {
        for (column, second) in simd.iter().enumerate() {
            let depth = ((3 * row + column) % 9) as u8;
            let second: Vec<_> = second.iter().copied().filter(|op| row != 1 || op.name().ends_with('4')).collect();
            let ops = if second.is_empty() { vec![Vabsdiff2] } else { second };
            configs.push(Config { depth: depth.into(), ..common::with_ops(&[*first, &ops].concat()) });
        }
    }
    for depth in 0..=8 {
        let handshake = ["valid", "none", "valid-ready"][depth % 3];
        let (sat_o, profile) = (depth % 2 == 0, ["manual", "hardware"][depth / 2 % 2]);
        let flow = format!("handshake = '{handshake}'\nsat_o = {sat_o}\nprofile = '{profile}'");
        configs.push(common::config(&format!("depth = {depth}\n{flow}")));
    }
    configs.push(common::config("depth = 6\nlanguage = 'systemverilog'\nflush = true\nreset_data = true\ntag = 3"));
    configs
}

fn designs() -> Vec<Design> {
    let blocks = Target::ALL.into_iter().filter(|target| matches!(target, Target::Block(_))).flat_map(|target| {
        ["manual", "hardware"]
            .map(|profile| generate(target, &common::config(&format!("profile = '{profile}'"))).expect("it is valid"))
    });
    let simd = simd_configs();
    let simd = simd.iter().map(|config| common::unit(Unit::Simd, config));
    let lanes = lanes_configs();
    let lanes = lanes.iter().map(|config| common::unit(Unit::Lanes, config));
    configs().iter().map(common::scalar).chain(simd).chain(lanes).chain(common::vmads()).chain(blocks).collect()
}

#[test]
fn verilator_is_silent() {
    common::verilator_is_silent(&designs());
}

#[test]
fn icarus_is_silent() {
    common::icarus_is_silent(&designs());
}

/// Verilator puts modules together, and warns of a variable of a function that then has the name of
/// a net.
#[test]
fn variables_of_functions_have_names_of_their_own() {
    let declared = |line: &str| {
        let rest = line.trim().strip_prefix("reg ").or_else(|| line.trim().strip_prefix("wire "))?;
        let rest = rest.trim_start().trim_start_matches("signed ");
        let name = rest.strip_prefix('[').map_or(Some(rest), |range| range.split_once(']').map(|(_, name)| name))?;
        name.split([' ', ';']).find(|word| !word.is_empty()).map(str::to_owned)
    };
    for design in designs() {
        let (mut inside, mut outside, mut is_inside) = (BTreeSet::new(), BTreeSet::new(), false);
        for line in design.files.iter().flat_map(|file| file.text.lines()) {
            is_inside = is_inside && !line.contains("endfunction") || line.trim().starts_with("function ");
            if is_inside { &mut inside } else { &mut outside }.extend(declared(line));
        }
        let both: Vec<_> = inside.intersection(&outside).collect();
        assert!(both.is_empty(), "{}: {both:?}", design.config.line());
    }
}

/// One in three designs is read and checked; those of the default configuration are also mapped to
/// gates.
#[test]
fn yosys_is_silent() {
    let (default, others): (Vec<_>, Vec<_>) =
        designs().into_iter().partition(|design| design.config.line() == Config::default().line());
    common::yosys_is_silent(&default, "synth");
    common::yosys_is_silent(&in_turn(others, 3), "prep");
}

/// Returns the number of cells after synthesis to a generic library, or after `mapping`.
fn cells(yosys: &Path, unit: Unit, ops: &[Operation], mapping: &str) -> u32 {
    common::cells(yosys, &common::unit(unit, &common::with_ops(ops)), &format!("synth -flatten; {mapping}"))
}

/// The tests below and in `carry.rs` check the same for the other units. `vmad` has only one
/// operation.
#[test]
fn fewer_operations_are_less_hardware() {
    let Some(yosys) = vidalu_testkit::tool("yosys") else { return };
    let growing = [Vadd, Vsub, Vabsdiff, Vmin, Vmax, Vset, Vshl, Vshr];
    let counts: Vec<_> = (1..=growing.len()).map(|many| cells(&yosys, Unit::Scalar, &growing[..many], "")).collect();
    assert!(counts.is_sorted_by(|less, more| less < more), "{counts:?}");
    assert!(3 * counts[0] < 2 * counts[7], "one operation is less than two thirds of all: {counts:?}");
}

/// Limits the size of the units. With yosys 0.23 they have 710, 721 and 197 six-input tables.
/// Transcriptions of the manual's pseudocode, with one operator per line, have 964, 1540 and 354.
/// Products are left out, because mapping them takes minutes.
#[test]
fn the_units_stay_small() {
    let Some(yosys) = vidalu_testkit::tool("yosys") else { return };
    let sums = "ops = ['add.cc', 'addc', 'sub.cc', 'subc']";
    for (unit, toml, most) in [(Unit::Scalar, "", 760), (Unit::Simd, "", 770), (Unit::Carry, sums, 212)] {
        let design = common::unit(unit, &common::config(toml));
        let tables = common::cells(&yosys, &design, "synth -flatten; abc -lut 6; opt_clean");
        assert!(tables <= most, "{}: {tables} six-input tables", design.target);
    }
}

#[test]
fn fewer_simd_operations_are_less_hardware() {
    use Operation::{Vabsdiff4, Vadd2, Vadd4, Vavrg4, Vmax4, Vmin4, Vset4, Vsub4};
    let Some(yosys) = vidalu_testkit::tool("yosys") else { return };
    let growing = [Vadd4, Vsub4, Vadd2, Vavrg4, Vabsdiff4, Vset4, Vmin4, Vmax4];
    let counts: Vec<_> = (1..=growing.len()).map(|many| cells(&yosys, Unit::Simd, &growing[..many], "")).collect();
    assert!(counts.is_sorted_by(|less, more| less < more), "{counts:?}");
    assert!(4 * counts[0] < 3 * counts[7], "one operation is less than three quarters of all: {counts:?}");
}

/// `video` omits a unit without operations. The designs are not mapped to gates, because that takes
/// long for products.
#[test]
fn fewer_units_are_less_hardware() {
    let Some(yosys) = vidalu_testkit::tool("yosys") else { return };
    let units = [Unit::Scalar, Unit::Simd, Unit::Vmad, Unit::Carry];
    let of =
        |units: &[Unit]| Operation::ALL.into_iter().filter(|op| units.contains(&op.unit().into())).collect::<Vec<_>>();
    let growing = [vec![Vadd], of(&units[..1]), of(&units[..2]), of(&units[..3]), of(&units)];
    let video = |ops: &Vec<Operation>| common::unit(Unit::Video, &common::with_ops(ops));
    let counts: Vec<_> =
        growing.iter().map(|ops| common::cells(&yosys, &video(ops), "synth -flatten -noabc")).collect();
    assert!(counts.is_sorted_by(|less, more| less < more), "{counts:?}");
}

/// One datapath for scalar and SIMD is smaller than two: with yosys 0.23, it has 1200 six-input
/// tables instead of 710 and 721.
#[test]
fn sharing_a_datapath_saves_hardware() {
    let Some(yosys) = vidalu_testkit::tool("yosys") else { return };
    let all: Vec<_> = Operation::ALL.into_iter().filter(|op| Unit::Lanes.executes(*op)).collect();
    let own =
        |unit: Unit| Config { ops: all.iter().copied().filter(|op| unit.executes(*op)).collect(), ..Config::default() };
    let [scalar, simd, lanes] = [Unit::Scalar, Unit::Simd, Unit::Lanes]
        .map(|unit| common::cells(&yosys, &common::unit(unit, &own(unit)), "synth -flatten; abc -lut 6; opt_clean;"));
    assert!(10 * lanes < 9 * (scalar + simd), "{lanes} six-input tables instead of {scalar} and {simd}");
}

#[test]
fn the_makefile_works() {
    let design = common::scalar(&common::config("depth = 1"));
    let dir = common::folder(&design);
    if !vidalu_testkit::have(&["make", "verilator", "iverilog", "yosys"]) {
        return;
    }
    common::run(Path::new("make"), &["lint"], dir.path());
    let (stdout, _) = common::run(Path::new("make"), &["synth"], dir.path());
    assert!(stdout.contains("cells"), "{stdout}");
}

#[test]
fn the_defines_are_usable() {
    let Some(iverilog) = vidalu_testkit::tool("iverilog") else { return };
    let dir = common::folder(&common::scalar(&Config::default()));
    let bench = "`include \"vidalu_defs.vh\"\nmodule bench;\n  reg [`VIDALU_SCALAR_CTL_WIDTH-1:0] ctl;\n  initial begin\n    \
                 ctl = 0;\n    ctl[`VIDALU_SCALAR_OP_LSB +: `VIDALU_SCALAR_OP_WIDTH] = `VIDALU_SCALAR_OP_VSHR;\n    \
                 ctl[`VIDALU_SCALAR_WRAP_LSB +: `VIDALU_SCALAR_WRAP_WIDTH] = `VIDALU_SCALAR_WRAP_WRAP;\n    $display(\"%h\", ctl);\n  end\nendmodule\n";
    std::fs::write(dir.path().join("bench.v"), bench).unwrap();
    common::run(
        &iverilog,
        &["-g2005", "-Wall", "-s", "bench", "-f", "filelist.f", "-o", "bench", "bench.v"],
        dir.path(),
    );
    let Some(vvp) = vidalu_testkit::tool("vvp") else { return };
    assert_eq!(common::run(&vvp, &["-n", "bench"], dir.path()).0, "201c00\n");
}
