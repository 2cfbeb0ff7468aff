//! Programs in C and C++, linked with the static and with the shared library.

use std::fmt::Write;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::Command;

use flate2::read::GzDecoder;
use serde_json::Value;
use vidalu_model::control;
use vidalu_model::ptx::{Operand, Scope, parse};
use vidalu_testkit::{have, stdout};

use crate::common::{SHARED, example, file, folder, library};

/// The system libraries that the static library needs.
const SYSTEM: [&str; 3] = ["-lpthread", "-ldl", "-lm"];

/// Compiles `source` with the library in `folder/kind`, and runs the program with `input` as its
/// standard input.
fn compile_and_run(compiler: &[&str], source: &Path, folder: &Path, kind: &str, input: &Path) -> String {
    let (library, program) = (folder.join(kind), folder.join("program"));
    let mut command = Command::new(compiler[0]);
    command.args(&compiler[1..]).args(["-Wall", "-Wextra", "-Werror", "-O1", "-I"]).arg(file("include")).arg(source);
    command.arg("-o").arg(&program).arg("-L").arg(&library).arg("-lvidalu_golden").args(SYSTEM);
    stdout(command.arg(format!("-Wl,-rpath,{}", library.display())));
    stdout(Command::new(&program).stdin(File::open(input).expect("the input is there")))
}

/// The conformance vectors whose operands are the registers r2, r3 and r4, or their 64-bit twins.
fn vectors() -> (usize, String) {
    let file = File::open(file("../../conformance/vectors.jsonl.gz")).expect("the data is there");
    let (mut text, mut count) = (String::new(), 0);
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let case: Value = serde_json::from_str(&line.expect("the file is whole")).expect("the line is a case");
        let ptx = case["ptx"].as_str().expect("every case has a text");
        let parsed = parse(ptx, &mut Scope::conformance()).expect("every case is legal");
        let is_register = |(operand, names): (&Operand, [&str; 2])| {
            operand.register().is_some_and(|register| names.contains(&register.name()))
        };
        let names = [["r2", "rd2"], ["r3", "rd3"], ["r4", "rd4"]];
        if !parsed.statement.sources().zip(names).all(is_register) {
            continue;
        }
        let number = |value: &Value| {
            let text = value.as_str().and_then(|text| text.strip_prefix("0x")).expect("values are hexadecimal");
            u64::from_str_radix(text, 16).expect("values have 64 bits")
        };
        let register = |names: [&str; 2]| names.iter().map(|name| &case["regs"][*name]).find(|value| !value.is_null());
        let [a, b, c] = names.map(|names| register(names).map_or(0, number));
        let flag = case["cc"].as_u64().unwrap_or(0);
        let left = case["cc_out"].as_u64().unwrap_or(flag);
        let word = control::encode(parsed.statement.instruction());
        writeln!(text, "{word:x} {a:x} {b:x} {c:x} {flag:x} {:x} {left:x} {ptx}", number(&case["d"]))
            .expect("a string takes all text");
        count += 1;
    }
    (count, text)
}

#[test]
fn every_function_on_all_conformance_vectors() {
    if !have(&["cc", "c++"]) {
        return;
    }
    let folder = folder();
    let (count, text) = vectors();
    assert!(count > 50_000, "{count} vectors");
    let input = folder.path().join("vectors");
    std::fs::write(&input, text).unwrap();
    let source = file("tests/golden.c");
    let compilers: [&[&str]; 2] = [&["cc", "-std=c99", "-pedantic"], &["c++", "-x", "c++", "-std=c++11", "-pedantic"]];
    for (compiler, kind) in compilers.into_iter().zip(["static", "shared"]) {
        let said = compile_and_run(compiler, &source, folder.path(), kind, &input);
        assert_eq!(said, format!("{count}\n"), "{compiler:?}, {kind}");
    }
}

/// The largest shared library that is accepted, in bytes. The tests build it with little
/// optimisation and with line tables, so that it is larger than a user's.
const LARGEST: u64 = 20_000_000;

/// A dependency or a table that makes the library much larger is noticed.
#[test]
fn the_shared_library_stays_small() {
    let size = std::fs::metadata(library().join(SHARED)).expect("it is there").len();
    assert!(size < LARGEST, "{SHARED} has {size} bytes, and at most {LARGEST} are accepted");
}

/// The program of docs/golden.md gives what stands there.
#[test]
fn the_example() {
    if !have(&["cc"]) {
        return;
    }
    let folder = folder();
    let source = folder.path().join("example.c");
    std::fs::write(&source, example("C and C++", "c")).unwrap();
    for kind in ["static", "shared"] {
        let said = compile_and_run(&["cc", "-std=c99"], &source, folder.path(), kind, &source);
        assert_eq!(said, example("C and C++", "text"), "{kind}");
    }
}
