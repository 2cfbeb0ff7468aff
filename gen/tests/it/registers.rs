//! The descriptions of the registers behind AXI4-Lite: PeakRDL reads them, and they agree with the
//! header for C and with the hardware.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde::Deserialize;
use tempfile::TempDir;
use vidalu_gen::{Design, Language, Unit, Wrapper, wrap};
use vidalu_testkit::{Venv, found, said, stdout, tool};

use crate::{common, wrapper};

/// The packages of PeakRDL on PyPI.
const PACKAGES: [&str; 3] = ["systemrdl-compiler==1.33.0", "peakrdl-cheader==1.1.0", "peakrdl-ipxact==3.5.0"];

/// A register as PeakRDL reads it.
#[derive(Debug, PartialEq, Deserialize)]
struct Register {
    name: String,
    address: u64,
    fields: Vec<Field>,
}

/// A field of a register as PeakRDL reads it.
#[derive(Debug, PartialEq, Deserialize)]
struct Field {
    name: String,
    lo: u32,
    width: u32,
    /// The access of software: `r`, `w` or `rw`.
    access: String,
    /// A write of 1 clears the field.
    clears: bool,
    reset: Option<u32>,
}

impl Field {
    fn has(&self, bit: u32) -> bool {
        (self.lo..self.lo + self.width).contains(&bit)
    }
}

/// Returns wrapped units with every choice of registers and of fields: operands of 32 and 64 bits,
/// a third operand that is as wide, narrower or missing, each flag, and contexts.
fn designs() -> Vec<Design> {
    let narrow = common::config("ops = ['vadd', 'add.cc']\nsat_o = true\nprefix = 'x'");
    let narrow = wrap(Wrapper::Axi4Lite, Unit::Video, &narrow).expect("the configuration is valid");
    let is_lite = |design: &Design| design.wrapped.as_ref().is_some_and(|own| own.wrapper == Wrapper::Axi4Lite);
    wrapper::designs().into_iter().filter(is_lite).chain([narrow]).collect()
}

/// A generated folder, with the beginnings of its names.
struct Folder<'a> {
    dir: TempDir,
    design: &'a Design,
}

impl<'a> Folder<'a> {
    fn new(design: &'a Design) -> Self {
        Self { dir: common::folder(design), design }
    }

    /// The file of this name behind the prefix.
    fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(format!("{}{name}", self.design.config.prefix))
    }

    fn description(&self) -> PathBuf {
        self.path("axi4_lite.rdl")
    }

    fn component(&self) -> PathBuf {
        self.dir.path().join(format!("{}.xml", self.design.top.name))
    }

    fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("the file is there")
    }

    /// Replaces a text that the description in SystemRDL has.
    fn replace(&self, from: &str, to: &str) {
        let text = self.text("axi4_lite.rdl");
        assert!(text.contains(from), "no {from} in {text}");
        fs::write(self.description(), text.replacen(from, to, 1)).expect("the folder is ours");
    }
}

/// Returns the command by which PeakRDL reads descriptions.
fn reader<'a>(venv: &Venv, files: impl IntoIterator<Item = &'a Path>) -> Command {
    let mut python = Command::new(venv.program("python"));
    python.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/descriptions/read_rdl.py")).args(files);
    python
}

/// Returns the registers of each description.
fn read(venv: &Venv, files: &[PathBuf]) -> Vec<Vec<Register>> {
    let lines = stdout(&mut reader(venv, files.iter().map(PathBuf::as_path)));
    let all: Vec<_> = lines.lines().map(|line| serde_json::from_str(line).expect("the script prints JSON")).collect();
    assert_eq!(all.len(), files.len());
    all
}

/// Returns the names of the macros in the lines after a comment, up to an empty line.
fn macros<'a>(header: &'a str, comment: &str) -> BTreeSet<&'a str> {
    let lines = header.lines().skip_while(|line| !line.starts_with(comment)).take_while(|line| !line.is_empty());
    lines.filter_map(|line| line.strip_prefix("#define ")?.split(' ').next()).collect()
}

/// Returns a program for C that compiles if our header and PeakRDL's agree.
fn program(folder: &Folder<'_>, registers: &[Register]) -> String {
    let (own, top) = (folder.text("axi4_lite.h"), &folder.design.top.name);
    let upper = folder.design.config.prefix.to_uppercase();
    let (mut addresses, mut lowest) = (macros(&own, "/* Addresses"), macros(&own, "/* The fields of the registers"));
    lowest.retain(|name| name.ends_with("_LSB"));
    let mut text = format!(
        "#include <stddef.h>\n#include \"{upper_name}axi4_lite.h\"\n#include \"{upper_name}axi4_lite.peakrdl.h\"\n",
        upper_name = folder.design.config.prefix
    );
    let mut equal = |own: String, theirs: String| {
        writeln!(text, "static_assert(({own}) == ({theirs}), \"{own}\");").expect("a text takes all");
    };
    let theirs = |register: &Register, field: &str, what: &str| {
        format!("{}__{}__{field}_{what}", top.to_uppercase(), register.name)
    };
    for register in registers {
        let name = format!("{upper}{}", register.name);
        assert!(addresses.remove(&*name), "{name} is not in the header");
        equal(name.clone(), format!("offsetof({top}_t, {})", register.name));
        for field in &register.fields {
            let name = format!("{name}_{}", field.name);
            if lowest.remove(&*format!("{name}_LSB")) {
                equal(format!("{name}_LSB"), theirs(register, &field.name, "bp"));
                equal(format!("{name}_WIDTH"), theirs(register, &field.name, "bw"));
            } else {
                let is_whole = (field.lo, field.width) == (0, 32);
                assert!(is_whole || field.name.starts_with("UNUSED"), "{name} is not in the header");
            }
        }
        let values = register.fields.iter().map(|field| {
            let [value, lsb] = ["reset", "bp"].map(|what| theirs(register, &field.name, what));
            format!("(uint32_t){value} << {lsb}")
        });
        match &*register.name {
            "ID" => equal(format!("{upper}ID_VALUE"), values.collect::<Vec<_>>().join(" | ")),
            "INTERRUPT" => {
                for bit in ["ENABLE", "PENDING"] {
                    equal(format!("{upper}INTERRUPT_{bit}"), theirs(register, bit, "bm"));
                }
            }
            "CONTROL" => {
                for bit in ["START", "BUSY", "DONE"] {
                    equal(format!("{upper}{bit}"), theirs(register, bit, "bm"));
                }
                let [mask, lsb] = ["bm", "bp"].map(|what| theirs(register, "COUNT", what));
                for word in ["0xffffffffu", &mask] {
                    equal(format!("{upper}COUNT({word})"), format!("{mask} >> {lsb}"));
                }
            }
            _ => {}
        }
    }
    assert!(addresses.is_empty() && lowest.is_empty(), "not described: {addresses:?} {lowest:?}");
    text
}

/// Compares our header for C with the one that PeakRDL made. Returns the messages of the compiler
/// if they differ.
fn compare_headers(compiler: &Path, folder: &Folder<'_>, registers: &[Register]) -> Result<(), String> {
    fs::write(folder.dir.path().join("agree.c"), program(folder, registers)).expect("the folder is ours");
    let arguments = ["-std=c11", "-Wall", "-Wextra", "-Wno-unused-function", "-Werror", "-fsyntax-only", "agree.c"];
    let output = Command::new(compiler).args(arguments).current_dir(&folder.dir).output().expect("it starts");
    if output.status.success() { Ok(()) } else { Err(said(&output)) }
}

/// Reads and writes every register of the hardware in Icarus, and runs an instruction. Returns the
/// first answer that differs from the description.
fn compare_hardware(iverilog: &Path, folder: &Folder<'_>, registers: &[Register]) -> Result<(), String> {
    let (dir, design) = (folder.dir.path(), folder.design);
    let year = if design.config.language == Language::Verilog { "-g2005" } else { "-g2012" };
    let bench = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/descriptions/registers_tb.v");
    let dut = format!("-DDUT={}", design.top.name);
    common::run(iverilog, &[year, &dut, "-s", "registers_tb", "-o", "sim", "-f", "filelist.f", bench], dir);
    let lines = stdout(Command::new("vvp").args(["-n", "sim"]).current_dir(dir));
    assert_eq!(lines.lines().count(), 3 * 16 + 7, "{lines}");
    for line in lines.lines() {
        let [what, address, data, response] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let register = registers.iter().find(|register| register.address.to_string() == address);
        let fields = register.map_or(&[][..], |register| &register.fields);
        let is_known =
            if what == "write" { fields.iter().any(|field| field.access.contains('w')) } else { register.is_some() };
        if response != if is_known { "0" } else { "2" } {
            return Err(format!("another response: {line}"));
        }
        if what == "write" {
            continue;
        }
        for (at, bit) in data.chars().rev().enumerate() {
            let field = fields.iter().find(|field| field.has(at as u32) && field.access.contains('r'));
            let expected = match field {
                // The flags are undefined until the first instruction has finished, as a whole.
                None => fields.iter().all(|field| field.reset.is_some()).then_some(0),
                Some(field) if what == "ones" && field.access == "rw" => Some(u32::from(!field.clears)),
                Some(field) if what == "run" && ["DONE", "COUNT", "ENABLE", "PENDING"].contains(&&*field.name) => {
                    Some(u32::from(at as u32 == field.lo))
                }
                Some(field) if what == "taken" && field.name == "ENABLE" => Some(1),
                Some(field) => field.reset.map(|reset| reset >> (at as u32 - field.lo) & 1),
            };
            if expected.is_some_and(|value| bit != if value == 1 { '1' } else { '0' }) {
                return Err(format!("bit {at} differs: {line}"));
            }
        }
    }
    Ok(())
}

/// All in one test: the environment takes longer than any part.
#[test]
fn descriptions_agree_with_the_header_and_the_hardware() {
    let Some(compiler) = tool("cc") else { return };
    let Some(iverilog) = tool("iverilog") else { return };
    let environment = tempfile::tempdir().expect("a folder can be made");
    let Some(venv) = found(Venv::new(environment.path(), &PACKAGES)) else { return };
    let designs = designs();
    let folders: Vec<_> = designs.iter().map(Folder::new).collect();
    let described = read(&venv, &folders.iter().map(Folder::description).collect::<Vec<_>>());
    let components = read(&venv, &folders.iter().map(Folder::component).collect::<Vec<_>>());
    for ((folder, registers), component) in folders.iter().zip(&described).zip(&components) {
        let line = folder.design.config.line();
        assert_eq!(registers, component, "IP-XACT of {line}");
        compare_headers(&compiler, folder, registers).unwrap_or_else(|error| panic!("{line}: {error}"));
        compare_hardware(&iverilog, folder, registers).unwrap_or_else(|error| panic!("{line}: {error}"));
    }

    // Faults: an address, the place of a field, a value after the reset, and an access.
    let faults = [
        ("D_LOW @ 0x28", "D_LOW @ 0x38", true),
        ("DONE[1:1]", "DONE[2:2]", true),
        ("C[1:1] = 1'h1", "C[1:1] = 1'h0", true),
        ("sw = rw; hw = r;", "sw = r; hw = r;", false),
        ("hw = w; woclr;", "hw = w;", false),
    ];
    for (from, to, is_in_header) in faults {
        let folder = Folder::new(&designs[0]);
        folder.replace(from, to);
        let registers = &read(&venv, &[folder.description()])[0];
        assert_eq!(compare_headers(&compiler, &folder, registers).is_err(), is_in_header, "{to}");
        assert!(compare_hardware(&iverilog, &folder, registers).is_err(), "{to}");
        assert_ne!(registers, &components[0], "{to}");
    }
    let folder = Folder::new(&designs[0]);
    folder.replace("COUNT[15:8]", "COUNT[9:2]");
    folder.replace("DONE[1:1]", "DONE[2:2]");
    let output = reader(&venv, [folder.description().as_path()]).output().expect("it was there before");
    assert!(!output.status.success(), "two fields overlap: {}", said(&output));
}
