//! The functions for C that wrappers of processor buses have, and `examples/riscv` and
//! `examples/cv-x-if`: programs on cores of others.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use itertools::Itertools;
use vidalu_testkit::{found, have, in_turn, said};

use crate::support;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/riscv");
const CV_X_IF: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../examples/cv-x-if");

/// Runs vidalu, which must succeed.
fn vidalu(arguments: &[&str]) {
    let run = support::vidalu(arguments, "");
    assert_eq!(run.code, 0, "{arguments:?}: {}", run.stderr);
}

/// Compiles a program of `tests/riscv` in a folder with the headers.
fn compile(folder: &Path, program: &str, arguments: &[&str]) -> Output {
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-O1", "-Wall", "-Wextra", "-Wno-unused-function", "-Werror", "-I.", "-Iunit"]);
    compiler.arg(format!("{}/tests/riscv/{program}", env!("CARGO_MANIFEST_DIR"))).args(["-o", "program"]);
    compiler.args(arguments).current_dir(folder).output().expect("cc is here")
}

#[test]
fn the_software_gives_the_golden_results() {
    if !have(&["cc"]) {
        return;
    }
    for (unit, wrapper, more) in [
        ("video", "cfu", &["--sat-o", "true"][..]),
        ("video", "cv-x-if", &["--profile", "hardware"]),
        ("carry", "cfu", &["--profile", "hardware", "--contexts", "3"]),
        ("carry", "cv-x-if", &[]),
        ("lanes", "cfu", &[]),
        ("scalar", "cv-x-if", &["--profile", "hardware", "--sat-o", "true"]),
        ("simd", "cfu", &["--sat-o", "true"]),
        ("simd", "cv-x-if", &[]),
        ("simd", "cv-x-if", &["--rs3", "none"]),
        ("carry", "cv-x-if", &["--rs3", "none"]),
        ("vmad", "cv-x-if", &["--rs3", "r4"]),
        ("vmad", "cfu", &["--sat-o", "true"]),
        // Other instructions than addc read CC.CF.
        ("carry", "cfu", &["--ops", "subc,sub.cc"]),
        ("carry", "cv-x-if", &["--ops", "subc,sub.cc", "--profile", "hardware", "--contexts", "2"]),
        ("carry", "cfu", &["--ops", "madc,mad.cc"]),
        // No instruction reads CC.CF, but flags show it.
        ("video", "cfu", &["--ops", "vsub,add.cc", "--contexts", "2"]),
        ("video", "cv-x-if", &["--ops", "vsub,sub.cc", "--profile", "hardware"]),
        // Only mad.cc writes CC.CF, and an instruction of another part shows it.
        ("video", "cfu", &["--ops", "vsub2,mad.cc"]),
        ("video", "cv-x-if", &["--ops", "vmad,mad.cc", "--contexts", "2"]),
    ] {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let path = |name: &str| folder.path().join(name).display().to_string();
        vidalu(&[&["gen", "--unit", unit, "--wrapper", wrapper, "--out", &path("unit")], more].concat());
        // Vectors of one context are the same for all, and those of a bus are those of the unit.
        let own = more.chunks(2).filter(|pair| !["--rs3", "--contexts"].contains(&pair[0]));
        let own: Vec<_> = own.flatten().copied().collect();
        let drawn = ["vectors", "--unit", unit, "--count", "20000", "--format", "c", "--out", &path("vectors.h")];
        vidalu(&[&drawn, &own[..]].concat());
        let header = format!("vidalu_{}.h", wrapper.replace('-', "_"));
        let text = format!("#define VIDALU_SOFTWARE\n#include \"{header}\"\n");
        fs::write(path("vidalu_command.h"), text).expect("the folder is ours");
        let flags = [
            format!("-DVECTORS=vidalu_{unit}_vectors"),
            format!("-DIS_WIDE={}", i32::from(matches!(unit, "video" | "carry"))),
            format!("-DHAS_SAT={}", i32::from(more.contains(&"--sat-o"))),
            format!("-DHAS_C={}", i32::from(!more.contains(&"subc,sub.cc"))),
        ];
        let flags: Vec<_> = flags.iter().map(String::as_str).collect();
        let run = || {
            let output = compile(folder.path(), "software.c", &flags);
            assert!(output.status.success(), "{unit} {wrapper}: {}", said(&output));
            Command::new(path("program")).output().expect("it was built")
        };
        let output = run();
        assert!(output.status.success(), "{unit} {wrapper}: {}", said(&output));
        assert!(said(&output).contains("20000 vectors, 0 wrong, 0 switches lost something"), "{}", said(&output));

        // A wrong operator.
        let right = fs::read_to_string(path("unit/vidalu_software.h")).expect("it was generated");
        let wrong = [
            ("t = ta - tb", "t = ta + tb"),
            ("t = v[0] - v[1]", "t = v[0] + v[1]"),
            ("sum += carry", ";"),
            ("sum += lsb", ";"),
        ]
        .iter()
        .fold(right.clone(), |text, (from, to)| text.replacen(from, to, 1));
        assert_ne!(right, wrong);
        fs::write(path("unit/vidalu_software.h"), wrong).expect("the folder is ours");
        assert_eq!(run().status.code(), Some(1), "{unit} {wrapper}");
    }
}

/// Returns the first word that the compiler makes of an execute command in slot 2, with the
/// operands in a0 to a2.
fn execute(rs3: &str) -> u32 {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let unit = folder.path().join("unit").display().to_string();
    vidalu(&["gen", "--unit", "simd", "--wrapper", "cv-x-if", "--rs3", rs3, "--out", &unit]);
    let call = if rs3 == "none" { "accumulate(2, a, b)" } else { "execute(2, a, b, c)" };
    let program = format!(
        "#include \"vidalu_cv_x_if.h\"\nuint32_t f(uint32_t a, uint32_t b, uint32_t c) {{ (void)c; return vidalu_{call}; }}\n"
    );
    fs::write(folder.path().join("f.c"), program).expect("the folder is ours");
    let tool = |name: &str, arguments: &[&str]| {
        let mut tool = Command::new(format!("riscv64-unknown-elf-{name}"));
        let output = tool.args(arguments).current_dir(folder.path()).output().expect("it is here");
        assert!(output.status.success(), "{rs3}: {}", said(&output));
    };
    let flags = ["-march=rv32i", "-mabi=ilp32", "-ffreestanding", "-Wall", "-Werror", "-Wno-unused-function"];
    tool("gcc", &[&["-O2", "-c", "-Iunit", "f.c"], &flags[..]].concat());
    tool("objcopy", &["-O", "binary", "-j", ".text", "f.o", "f.bin"]);
    let bytes = fs::read(folder.path().join("f.bin")).expect("it was written");
    u32::from_le_bytes(bytes[..4].try_into().expect("there is a word"))
}

/// The compiler puts the third register where the wrapper reads it.
#[test]
fn the_third_register_is_where_the_wrapper_reads_it() {
    if !have(&["riscv64-unknown-elf-gcc", "riscv64-unknown-elf-objcopy"]) {
        return;
    }
    let word = |funct7: u32, rd: u32| funct7 << 25 | 11 << 20 | 10 << 15 | rd << 7 | 0x0b;
    assert_eq!(execute("rd"), word(2, 12));
    assert_eq!(execute("r4"), word(12 << 2 | 2, 10));
    assert_eq!(execute("none"), word(4 | 2, 10));
}

#[test]
fn names_and_forms_are_instructions() {
    if !have(&["cc"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    vidalu(&["gen", "--wrapper", "cfu", "--out", &folder.path().join("unit").display().to_string()]);
    let output = compile(folder.path(), "names.c", &[]);
    assert!(output.status.success(), "{}", said(&output));
    let output = Command::new(folder.path().join("program")).output().expect("it was built");
    assert!(output.status.success(), "{}", said(&output));

    // A code that the field does not have.
    let text = fs::read_to_string(format!("{}/tests/riscv/names.c", env!("CARGO_MANIFEST_DIR"))).expect("it is here");
    let wrong = text.replace("WITH_SCALAR_SAT(1)", "WITH_SCALAR_SAT(2)");
    assert_ne!(text, wrong);
    let path = folder.path().join("wrong.c");
    fs::write(&path, wrong).expect("the folder is ours");
    let output = Command::new("cc").args(["-fsyntax-only", "-Iunit", "wrong.c"]).current_dir(folder.path()).output();
    let output = output.expect("cc is here");
    assert!(!output.status.success() && said(&output).contains("negative"), "{}", said(&output));
}

/// Runs make in the folder of the example, with `build` as the build folder.
fn make(build: &Path, arguments: &[&str]) -> Output {
    make_in(ROOT, build, arguments)
}

/// Runs make in a folder of examples, with `build` as the build folder.
fn make_in(example: &str, build: &Path, arguments: &[&str]) -> Output {
    let mut make = Command::new("make");
    make.args(["-C", example, concat!("VIDALU=", env!("CARGO_BIN_EXE_vidalu"))]);
    make.arg(format!("BUILD={}", build.display())).args(arguments).output().expect("make is here")
}

/// The rows of programs in a text.
fn rows(text: &str) -> Vec<String> {
    let is_row = |line: &&str| line.starts_with("| ") && line.split('|').count() == 7 && !line.contains("plain C");
    text.lines().filter(is_row).filter(|line| !line.contains("---")).map(str::to_owned).collect()
}

#[test]
fn programs_on_a_core_gain() {
    if !have(&["make", "cc", "verilator", "riscv64-unknown-elf-gcc"]) {
        return;
    }
    let build = tempfile::tempdir().expect("a folder can be made");
    let core = make(build.path(), &[&format!("{}/VexRiscv_FullCfu.v", build.path().display())]);
    let core = if core.status.success() { Ok(()) } else { Err(said(&core)) };
    if found(core).is_none() {
        return;
    }
    let output = make(build.path(), &[]);
    assert!(output.status.success(), "{}", said(&output));
    assert!(said(&output).contains("3000 golden vectors, 0 wrong, 3000 interrupts"), "{}", said(&output));
    let table = rows(&said(&output));
    assert_eq!(table.len(), 4, "{}", said(&output));
    let gain = |row: usize| -> f64 { table[row].split('|').nth(4).and_then(|cell| cell.trim().parse().ok()).unwrap() };
    assert!(gain(0) >= 4.0 && gain(2) >= 3.0, "{table:?}");
    // Another compiler may need other cycles.
    let version = Command::new("riscv64-unknown-elf-gcc").arg("-dumpversion").output().expect("it is here");
    let is_known = version.stdout.starts_with(b"12.2.0");
    if is_known {
        let readme = fs::read_to_string(format!("{ROOT}/README.md")).expect("it is here");
        assert_eq!(rows(&readme), table, "the table of examples/riscv/README.md");
    }

    // The memory has room for more vectors.
    let output = make(build.path(), &["COUNT=20000", &format!("{}/vectors.hex", build.path().display())]);
    assert!(output.status.success(), "{}", said(&output));

    // The board prints the same results over its serial line, and again after its button.
    let output = make(build.path(), &["board"]);
    assert!(output.status.success(), "{}", said(&output));
    let results = |rows: &[String]| -> Vec<String> {
        let cell = |row: &String, at| row.split('|').nth(at).expect("a row has six cells").to_owned();
        rows.iter().map(|row| cell(row, 1) + &cell(row, 2) + &cell(row, 5)).collect()
    };
    let board = rows(&said(&output));
    assert_eq!(results(&board), results(&table), "{}", said(&output));
    if is_known {
        let gains: Vec<_> = board.iter().map(|row| row.split('|').nth(4).expect("a gain").trim()).collect();
        assert_eq!(gains, ["6.9", "1.9", "3.3", "3.2"], "the gains in examples/riscv/README.md");
    }

    // A lane that is not summed: vectors and programs notice it.
    let text = build.path().join("unit/rtl/vidalu_accumulate.v");
    let right = fs::read_to_string(&text).expect("it was generated");
    let wrong = right.replacen("} + {", "} ^ {", 1);
    assert_ne!(right, wrong);
    fs::write(&text, wrong).expect("the folder is ours");
    let output = make(build.path(), &[]);
    assert!(!output.status.success() && said(&output).contains(", expected 0x"), "{}", said(&output));
    let mut programs = Command::new(build.path().join("system"));
    let program = format!("+program={}", build.path().join("programs.hex").display());
    let output = programs.arg(program).output().expect("it was built");
    assert!(!output.status.success() && said(&output).contains("the results differ"), "{}", said(&output));
}

/// cv32e40x of PyPI executes the unit through CV-X-IF, and shows a wrapper with wrong results.
#[test]
fn a_core_with_cv_x_if_executes_the_unit() {
    if !have(&["make", "cc", "verilator", "riscv64-unknown-elf-gcc"]) {
        return;
    }
    let build = tempfile::tempdir().expect("a folder can be made");
    let core = make_in(CV_X_IF, build.path(), &[&format!("{}/cv32e40x", build.path().display())]);
    let core = if core.status.success() { Ok(()) } else { Err(said(&core)) };
    if found(core).is_none() {
        return;
    }
    for part in in_turn([golden_vectors_on_cv_x_if, faults_on_cv_x_if], 2) {
        part(build.path());
    }
}

fn golden_vectors_on_cv_x_if(build: &Path) {
    let output = make_in(CV_X_IF, build, &["COUNT=300"]);
    let text = said(&output);
    assert!(output.status.success(), "{text}");
    assert!(text.contains("300 golden vectors, 0 wrong, 300 interrupts"), "{text}");
    assert!(text.contains("behind a branch: 0 of 20 wrong"), "{text}");
    assert!(text.contains("the chains are those of the software"), "{text}");
}

fn faults_on_cv_x_if(build: &Path) {
    for (fault, sign) in [("data", ", expected 0x"), ("commit", "waits in vain"), ("kill", "waits in vain")] {
        let output = make_in(CV_X_IF, build, &["UNIT=carry", "COUNT=300", &format!("FAULT={fault}")]);
        assert!(!output.status.success() && said(&output).contains(sign), "{fault}: {}", said(&output));
    }

    // The memory has room for more vectors.
    let program = build.join("cv32e40x_carry_none_1_faults/program.hex").display().to_string();
    let output = make_in(CV_X_IF, build, &["UNIT=carry", "FAULT=data", "COUNT=20000", &program]);
    assert!(output.status.success(), "{}", said(&output));
}

/// The cores that no registry has execute the unit too, where a variable names the folder with
/// their sources. They are the one skip that does not fail in CI, because CI cannot get them.
#[test]
fn cores_of_which_only_the_user_has_the_sources_execute_the_unit() {
    let cores = [("cve2", "VIDALU_CVE2"), ("cva6", "VIDALU_CVA6")];
    let named = cores.map(|(core, variable)| (core, variable, std::env::var(variable)));
    for (core, variable, _) in named.iter().filter(|(.., folder)| folder.is_err()) {
        eprintln!("SKIPPED: no registry has {core}; {variable} can name the folder with its sources");
    }
    let given: Vec<_> = named.into_iter().filter(|(.., folder)| folder.is_ok()).collect();
    if given.is_empty() || !have(&["make", "cc", "verilator", "riscv64-unknown-elf-gcc"]) {
        return;
    }
    for ((core, variable, folder), unit) in given.into_iter().cartesian_product(["video", "carry"]) {
        let folder = folder.expect("it is set");
        // `make` runs in the folder of the example.
        let folder = fs::canonicalize(&folder).unwrap_or_else(|error| panic!("{variable}={folder}: {error}"));
        let build = tempfile::tempdir().expect("a folder can be made");
        let choice = [format!("CORE={core}"), format!("SOURCES={}", folder.display()), format!("UNIT={unit}")];
        let choice = [&choice[0], &choice[1], &choice[2], "COUNT=300"];
        let output = make_in(CV_X_IF, build.path(), &choice);
        let text = said(&output);
        assert!(output.status.success(), "{core}, {unit}: {text}");
        assert!(text.contains("300 golden vectors, 0 wrong, 300 interrupts"), "{core}, {unit}: {text}");
        assert!(text.contains("the chains are those of the software"), "{core}, {unit}: {text}");
        let output = make_in(CV_X_IF, build.path(), &[&choice[..], &["FAULT=data"]].concat());
        let text = said(&output);
        assert!(!output.status.success() && text.contains(", expected 0x"), "{core}, {unit}: {text}");
    }
}

#[test]
fn too_many_vectors_are_refused() {
    if !have(&["make", "riscv64-unknown-elf-gcc"]) {
        return;
    }
    for (example, program) in [(ROOT, "vectors.hex"), (CV_X_IF, "cv32e40x_video_none_1/program.hex")] {
        let build = tempfile::tempdir().expect("a folder can be made");
        let file = build.path().join(program);
        let output = make_in(example, build.path(), &["COUNT=150000", &file.display().to_string()]);
        let text = said(&output);
        assert!(!output.status.success() && text.contains("use fewer vectors (COUNT=N)"), "{example}: {text}");
        assert!(!file.exists(), "{example}");
    }
}

#[test]
fn a_missing_core_is_named() {
    if !have(&["make"]) {
        return;
    }
    let build = tempfile::tempdir().expect("a folder can be made");
    let output = make_in(CV_X_IF, build.path(), &["CORE=cve2"]);
    assert!(said(&output).contains("cve2 is missing: name its folder with SOURCES=FOLDER"), "{}", said(&output));
}

#[test]
fn a_missing_tool_is_named() {
    if !have(&["make"]) {
        return;
    }
    let build = tempfile::tempdir().expect("a folder can be made");
    let core = build.path().join("core.v");
    fs::write(&core, "").expect("the folder is ours");
    let core = format!("CORE={}", core.display());
    let system = format!("{}/system", build.path().display());
    let output = make(build.path(), &[&core, "VERILATOR=no-verilator", &system]);
    assert!(!output.status.success() && said(&output).contains("no-verilator is missing"), "{}", said(&output));
    let program = format!("{}/programs.elf", build.path().display());
    let output = make(build.path(), &["CROSS=no-", &program]);
    assert!(said(&output).contains("no-gcc is missing: install gcc-riscv64-unknown-elf"), "{}", said(&output));
    fs::write(build.path().join("ulx3s.json"), "").expect("the folder is ours");
    let (json, config) = ("ulx3s.json", format!("{}/ulx3s_85k.config", build.path().display()));
    let old = format!("--old-file={}/{json}", build.path().display());
    let output = make(build.path(), &[&core, "NEXTPNR=no-nextpnr", &old, &config]);
    assert!(said(&output).contains("no-nextpnr is missing: install nextpnr-ecp5"), "{}", said(&output));
}
