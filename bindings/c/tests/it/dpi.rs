//! Benches in SystemVerilog that import the library by DPI-C, in Verilator.

use std::path::Path;
use std::process::Command;

use vidalu_gen::{Config, Target, Unit, generate};
use vidalu_testkit::{have, stdout};

use crate::common::{example, file, folder, library};

/// Builds the bench `top` with the package, the library and the files in `arguments`, and runs it.
/// Returns whether it succeeded, and its output.
fn simulate(folder: &Path, top: &str, bench: &Path, arguments: &[&str]) -> (bool, String) {
    let objects = folder.join("objects");
    let mut build = Command::new("verilator");
    build.current_dir(folder).args([
        "--binary",
        "--timing",
        "-j",
        "2",
        "-CFLAGS",
        "-O0",
        "--top-module",
        top,
        "--Mdir",
    ]);
    build.arg(&objects).arg(file("dpi/vidalu_golden_pkg.sv")).arg(bench).args(arguments);
    let library = library().join("libvidalu_golden.a");
    stdout(build.arg("-LDFLAGS").arg(format!("{} -lpthread -ldl -lm", library.display())));
    let program = objects.join(format!("V{top}"));
    let run = Command::new(&program).current_dir(folder).output().expect("it was built");
    (run.status.success(), String::from_utf8_lossy(&run.stdout).into_owned())
}

#[test]
fn every_function_of_the_package() {
    if !have(&["verilator", "g++", "make"]) {
        return;
    }
    let (passed, said) = simulate(folder().path(), "functions", &file("tests/functions.sv"), &[]);
    assert!(passed && said.starts_with("PASS\n"), "{said}");
}

/// The scoreboard of docs/golden.md passes. It fails on hardware in which the comparison of equal
/// operands is wrong.
#[test]
fn the_scoreboard() {
    if !have(&["verilator", "g++", "make"]) {
        return;
    }
    let folder = folder();
    let rtl = folder.path().join("rtl");
    let config = Config { depth: 2.into(), ..Config::default() };
    let design = generate(Target::Unit(Unit::Scalar), &config).expect("the configuration is valid");
    vidalu_gen::write(&design, &rtl).expect("the folder is new");
    let bench = folder.path().join("scoreboard.sv");
    std::fs::write(&bench, example("SystemVerilog", "systemverilog")).unwrap();
    let simulate = || simulate(&rtl, "scoreboard", &bench, &["-f", "filelist.f"]);

    let (passed, said) = simulate();
    assert!(passed && said.starts_with(&example("SystemVerilog", "text")), "{said}");

    let compare = rtl.join("rtl/vidalu_compare.v");
    let text = std::fs::read_to_string(&compare).unwrap();
    let broken = text.replace("a_i[31:0] < b_i[31:0]", "a_i[31:0] <= b_i[31:0]");
    assert_ne!(broken, text);
    std::fs::write(&compare, broken).unwrap();
    let (passed, said) = simulate();
    assert!(!passed && said.contains(": vset.") && !said.contains("PASS"), "{said}");
}
