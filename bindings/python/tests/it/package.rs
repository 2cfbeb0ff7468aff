//! The package, installed from its wheel: the conformance vectors, the types, the documents, and
//! cocotb.

use std::path::Path;
use std::process::Command;

use vidalu_gen::{Choice, Config, Target, Unit, Wrapper};
use vidalu_kit::{Kit, Request};
use vidalu_testkit::{block, have, stdout};
use vidalu_vectors::Level;

use crate::installed::{Installed, package};

/// All in one test: the environment takes longer than any part.
#[test]
fn the_package_that_is_installed() {
    let Some(venv) = Installed::new() else { return };
    functions(&venv);
    types(&venv);
    document(&venv);
    if have(&["iverilog"]) {
        cocotb(&venv);
    }
}

/// The tests that are written in Python, and the examples in the texts of the functions.
fn functions(venv: &Installed) {
    let conformance = package().join("../../conformance");
    stdout(venv.program("python").arg(package().join("tests/functions.py")).arg(conformance));
    let modules = "import doctest, vidalu.model, vidalu.text, vidalu.words\n\
                   for module in vidalu.model, vidalu.text, vidalu.words:\n    \
                   found = doctest.testmod(module)\n    assert found.attempted and not found.failed, module";
    stdout(venv.program("python").args(["-c", modules]));
}

/// The types say what is there, and are kept.
fn types(venv: &Installed) {
    stdout(venv.program("mypy").args(["--strict", "--package", "vidalu"]));
    stdout(venv.program("stubtest").arg("vidalu"));
    let use_of = |line: &str| {
        let path = venv.folder().join("use.py");
        std::fs::write(&path, format!("import vidalu\n{line}\n")).expect("the folder is ours");
        venv.program("mypy").args(["--strict", "use.py"]).output().expect("it was there before").status.success()
    };
    assert!(use_of("d: int = vidalu.golden('scalar', 0, 1, 2).d"));
    assert!(!use_of("d: str = vidalu.golden('scalar', 0, 1, 2).d"));
    assert!(!use_of("d: int = vidalu.golden('scalar', [0], 1, 2).d"));
}

/// The example of docs/golden.md gives what stands there.
fn document(venv: &Installed) {
    let text = std::fs::read_to_string(package().join("../../docs/golden.md")).expect("it is there");
    let block = |language| block(&text, "Python", language);
    assert_eq!(stdout(venv.program("python").args(["-c", block("python")])), block("text"));
}

/// The cocotb bench of kits passes on units of every kind, and fails on wrong hardware.
fn cocotb(venv: &Installed) {
    let run = |folder: &Path, count: &str| {
        let python = venv.program("python").get_program().to_owned();
        let mut make = Command::new("make");
        make.arg("-C").arg(folder).args(["cocotb", "SEED=3", &format!("COUNT={count}")]);
        make.arg(format!("PYTHON={}", python.display())).env("PYTHONDONTWRITEBYTECODE", "1").env_remove("PYTHONPATH");
        make.output().expect("make is here")
    };
    let configs = [
        (Unit::Scalar, "depth = 2"),
        (Unit::Simd, "depth = 0\nsat_o = true"),
        (Unit::Carry, "depth = 3\ncontexts = 4\nclock_enable = true\nflush = true\nreset = 'arst_n'"),
        (Unit::Video, "depth = 4\nhandshake = 'valid-ready'\nready = 'registered'\ntag = 5\nmad64 = 'iterative'"),
        (Unit::Lanes, "depth = 1\nhandshake = 'none'\nprofile = 'hardware'\nops = ['vmin', 'vmin4']"),
    ];
    for (unit, toml) in configs {
        let folder = venv.folder().join(unit.name());
        let config = Config::from_toml(toml).expect("the configuration is TOML");
        let target = Target::Unit(unit);
        let request = Request { target, wrapper: None, config, levels: vec![Level::Random], count: 10, seed: 1 };
        let kit = Kit::new(&request).expect("the configuration is valid");
        kit.write(&folder).expect("the folder is new");
        let passed = run(&folder, "600");
        let said = String::from_utf8_lossy(&passed.stdout).into_owned() + &String::from_utf8_lossy(&passed.stderr);
        assert!(passed.status.success(), "{toml}: {said}");
    }

    for &wrapper in Wrapper::ALL {
        let folder = venv.folder().join(wrapper.name());
        let design = vidalu_gen::wrap(wrapper, Unit::Video, &Config::default()).expect("the configuration is valid");
        vidalu_gen::write(&design, &folder).expect("the folder is new");
        let mut bench = venv.program("python");
        bench.arg(package().join("../../tb/cocotb/run.py")).arg(&folder).args(["--vectors", "150"]);
        let passed = bench.env("PYTHONDONTWRITEBYTECODE", "1").output().expect("it starts");
        let said = String::from_utf8_lossy(&passed.stdout).into_owned() + &String::from_utf8_lossy(&passed.stderr);
        assert!(passed.status.success(), "{}: {said}", wrapper.name());
    }

    let folder = venv.folder().join("scalar");
    let compare = folder.join("rtl/vidalu_compare.v");
    let text = std::fs::read_to_string(&compare).expect("it was written");
    let broken = text.replace("a_i[31:0] < b_i[31:0]", "a_i[31:0] <= b_i[31:0]");
    assert_ne!(broken, text);
    std::fs::write(&compare, broken).expect("it was written before");
    let failed = run(&folder, "2000");
    let said = String::from_utf8_lossy(&failed.stdout).into_owned() + &String::from_utf8_lossy(&failed.stderr);
    assert!(!failed.status.success() && said.contains("instead of") && said.contains("vset."), "{said}");
}
