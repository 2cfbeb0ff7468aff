//! The texts of `docs/vortex.md`: its modules execute instructions in a bench, its table has the
//! words of the assembler, and its macros make the instructions that its decoder expects.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;

use itertools::Itertools;
use vidalu_model::draw::{Draw, key};
use vidalu_model::golden::{Operands, Profile, evaluate};
use vidalu_model::ptx::{self, Scope};
use vidalu_testkit::{block, have, seed, stdout};

use crate::support;

const CHAPTER: &str = include_str!("../../../docs/vortex.md");
const BENCH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/vortex");

const THREADS: usize = 4;
const WARPS: usize = 4;
/// The values that `op_type` can have.
const OP_TYPES: usize = 16;
/// An instruction of another unit of the ALU: `add a0, a1, a2`.
const OTHER: u32 = 0x00c5_8533;
/// The instruction behind each one in a function of C: `ret`.
const RET: u32 = 0x0000_8067;
/// The number of a0, the register of the result in C.
const A0: u64 = 10;

/// The files that the bench includes, in the order in which the chapter has their texts.
const FILES: [&str; 6] = ["unit.sv", "types.svh", "decode.svh", "count.svh", "select.svh", "instance.svh"];

/// Returns the texts in SystemVerilog, with the name of the file in which the bench expects each.
fn texts() -> Vec<(&'static str, String)> {
    let texts = CHAPTER.split("```systemverilog\n").skip(1).map(|rest| rest.split("```").next().unwrap_or(rest));
    FILES.into_iter().zip_eq(texts.map(str::to_owned)).collect()
}

/// Returns the command after a prompt of the chapter that begins with `start`.
fn command(start: &str) -> &'static str {
    let lines = CHAPTER.lines().filter_map(|line| line.strip_prefix("$ "));
    let found = lines.filter(|line| line.starts_with(start)).exactly_one().ok();
    found.unwrap_or_else(|| panic!("the chapter has one command {start:?}"))
}

/// Returns the PTX lines that section 2 translates, by their instruction.
fn lines() -> BTreeMap<&'static str, &'static str> {
    let commands = CHAPTER.lines().filter_map(|line| line.strip_prefix("$ vidalu asm --wrapper vortex "));
    let lines = commands.flat_map(|command| command.trim_matches('\'').split(';')).map(str::trim);
    lines.filter_map(|line| Some((line.split_once(' ')?.0, line))).collect()
}

/// Returns the control word and the PTX line of each value of `op_type`.
fn table() -> Vec<(u64, &'static str)> {
    let unit = block(CHAPTER, "3. Write the unit of the ALU", "systemverilog");
    let mut rows = BTreeMap::new();
    for row in unit.lines().filter(|line| line.contains(" word = 42'h")) {
        let (label, rest) = row.trim().split_once(':').expect("a row has a label");
        let (word, name) = rest.split_once("42'h").and_then(|(_, rest)| rest.split_once(";  // ")).expect("a comment");
        let op_type = label.strip_prefix("4'h").map(|digit| usize::from_str_radix(digit, 16).expect("a digit"));
        assert!(op_type.is_some() || label == "default", "{row}");
        rows.insert(op_type, (u64::from_str_radix(word, 16).expect("a number"), lines()[name]));
    }
    (0..OP_TYPES).map(|op_type| *rows.get(&Some(op_type)).unwrap_or(&rows[&None])).collect()
}

#[test]
fn the_table_has_the_words_of_the_assembler() {
    let table = table();
    assert_eq!(table.iter().unique().count(), lines().len(), "the table has every line of section 2");
    for (word, line) in table.into_iter().unique() {
        let run = support::vidalu(["asm", "--wrapper", "vortex", line], "");
        assert_eq!(run.stdout.trim(), format!("{word:#x}"), "{line}: {}", run.stderr);
    }
}

/// Returns the machine code in the text section of a source, without compressed instructions.
fn compile(folder: &Path, name: &str, source: &str) -> Vec<u32> {
    fs::write(folder.join(name), source).expect("the folder is ours");
    let tool = |name: &str| {
        let mut tool = Command::new(format!("riscv64-unknown-elf-{name}"));
        tool.current_dir(folder);
        tool
    };
    let flags = ["-march=rv32i", "-mabi=ilp32", "-ffreestanding", "-Wall", "-Werror", "-O1", "-fno-toplevel-reorder"];
    stdout(tool("gcc").args(flags).args(["-c", name, "-o", "code.o"]));
    stdout(tool("objcopy").args(["-O", "binary", "-j", ".text", "code.o", "code.bin"]));
    let bytes = fs::read(folder.join("code.bin")).expect("it was written");
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes(word.try_into().expect("there are 4 bytes"))).collect()
}

/// Returns the instruction that the macro `VIDEO` of the chapter makes for each value of `op_type`,
/// with a0 to a2 as its operands and a0 as its result.
fn instructions(folder: &Path) -> Vec<u32> {
    let kernel = block(CHAPTER, "5. Write a kernel", "c");
    let function = |n| format!("uint32_t f{n}(uint32_t a, uint32_t b, uint32_t c) {{ return VIDEO({n}, a, b, c); }}\n");
    let source = format!("#include <stdint.h>\n{kernel}{}", (0..OP_TYPES).map(function).collect::<String>());
    let words = compile(folder, "kernel.c", &source);
    let functions = words[words.len() - 2 * OP_TYPES..].chunks(2);
    functions.map(|pair| if pair[1] == RET { pair[0] } else { panic!("{pair:x?} has no return") }).collect()
}

#[test]
fn both_macros_make_the_same_instructions() {
    if !have(&["riscv64-unknown-elf-gcc", "riscv64-unknown-elf-objcopy"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let program = block(CHAPTER, "5. Write a kernel", "asm");
    let (definition, _) = program.split_once(".endm").expect("it begins with a macro");
    // The macro of the assembler sets funct3 only, which the program of the chapter needs.
    let uses = (0..8).map(|n| format!("  vid {n}, a0, a0, a1, a2\n")).collect::<String>();
    let words = compile(folder.path(), "program.s", &format!("{definition}.endm\n{uses}"));
    assert_eq!(words, instructions(folder.path())[..8]);
    // The whole program, with its `tmc`.
    assert_eq!(compile(folder.path(), "program.s", program).len(), 7);
}

/// An instruction of a warp, and the fields that its result repeats.
struct Issued {
    /// Names and values of the fields of the tag.
    tag: [(&'static str, u64); 9],
    tmask: u64,
    /// The golden result of each thread.
    results: [u64; THREADS],
}

/// Writes random instructions for the bench and returns those for the unit, with golden results.
fn draw(folder: &Path, seed: u64, count: u64) -> Vec<Issued> {
    let codes = instructions(folder);
    let parse = |line| ptx::parse(line, &mut Scope::inferring()).expect("it is legal").statement;
    let golden: Vec<_> = table().into_iter().map(|(_, line)| parse(line)).collect();
    let mut flags = [[false; THREADS]; WARPS];
    let (mut text, mut issued) = (String::new(), Vec::new());
    for index in 0..count {
        let mut draw = Draw::new(key("vortex", seed), index);
        let op_type = draw.below(OP_TYPES as u32) as usize;
        // Half of them are sums with CC.CF, so that a wrong one is soon read.
        let op_type = if draw.chance(1, 2) { 1 + op_type % 2 } else { op_type };
        let is_other = draw.chance(1, 8);
        let code = if is_other { OTHER } else { codes[op_type] };
        let tag = draw.word();
        let field = |at: u32, width: u32| tag >> at & ((1 << width) - 1);
        let (uuid, wid, tmask, pc) = (field(0, 1), field(1, 2), field(3, 4), field(7, 30));
        let [wb, pid, sop, eop] = [37, 38, 39, 40].map(|at| field(at, 1));
        let operands: [[u32; 3]; THREADS] = [(); THREADS].map(|()| {
            [(); 3].map(|()| match draw.below(4) {
                0 => draw.pick(&[0, 1, 0x7fff_ffff, 0x8000_0000, u32::MAX]),
                _ => draw.below(u32::MAX),
            })
        });
        let port = |operand: usize| operands.iter().rev().map(|thread| format!("{:08x}", thread[operand])).join("");
        text += &format!(
            "{code:x} {uuid:x} {wid:x} {tmask:x} {pc:x} {wb:x} {pid:x} {sop:x} {eop:x} {} {} {}\n",
            port(0),
            port(1),
            port(2)
        );
        if is_other {
            continue;
        }
        let mut results = [0; THREADS];
        for thread in (0..THREADS).filter(|thread| tmask >> thread & 1 == 1) {
            let flag = &mut flags[wid as usize][thread];
            let [a, b, c] = operands[thread].map(u64::from);
            let outcome = evaluate(golden[op_type].instruction(), Operands { a, b, c, cf: *flag }, Profile::Manual);
            (results[thread], *flag) = (outcome.d, outcome.cf);
        }
        let tag = [
            ("uuid", uuid),
            ("wid", wid),
            ("tmask", tmask),
            ("PC", pc),
            ("wb", wb),
            ("rd", A0),
            ("pid", pid),
            ("sop", sop),
            ("eop", eop),
        ];
        issued.push(Issued { tag, tmask, results });
    }
    fs::write(folder.join("instructions.txt"), text).expect("the folder is ours");
    issued
}

/// Builds the bench around these texts and the unit in `folder/video`, runs it, and returns what
/// differs from the instructions: fields of the tag, and results of threads in the mask.
fn differences(folder: &Path, texts: &[(&str, String)], seed: u64, issued: &[Issued]) -> BTreeSet<String> {
    for (file, text) in texts {
        fs::write(folder.join(format!("chapter_{file}")), text).expect("the folder is ours");
    }
    let mut verilator = Command::new("verilator");
    verilator.args(["--binary", "--timing", "-fno-const-bit-op-tree", "--top-module", "bench", "-Mdir", "../built"]);
    verilator.args(["-MAKEFLAGS", "OPT_FAST=-O0 OPT_SLOW=-O0 OPT_GLOBAL=-O0", "+incdir+..", "-f", "filelist.f"]);
    // A warning is an error.
    stdout(
        verilator.args([&format!("+incdir+{BENCH}"), &format!("{BENCH}/bench.sv")]).current_dir(folder.join("video")),
    );
    let mut bench = Command::new(folder.join("built/Vbench"));
    let said = stdout(bench.arg(format!("+verilator+seed+{}", 1 + seed % 0x7fff_ffff)).current_dir(folder));

    let end = said.lines().find_map(|line| line.strip_prefix("end, ")?.strip_suffix(" stalls"));
    let stalls: usize = end.and_then(|stalls| stalls.parse().ok()).unwrap_or_else(|| panic!("no end: {said:.500}"));
    assert!(stalls > issued.len() / 20, "{stalls} stalls do not fill the pipeline often");
    let results: Vec<_> = said.lines().filter_map(|line| line.strip_prefix("result ")).collect();
    assert_eq!(results.len(), issued.len(), "each instruction of the unit has one result, and no other has one");
    let mut found = BTreeSet::new();
    for (result, issued) in results.into_iter().zip(issued) {
        let (tag, data) = result.rsplit_once(' ').expect("a result has ten fields");
        for (got, (name, expected)) in tag.split(' ').zip_eq(issued.tag) {
            if u64::from_str_radix(got, 16) != Ok(expected) {
                found.insert(name.to_owned());
            }
        }
        let data = u128::from_str_radix(data, 16).expect("a number");
        for thread in (0..THREADS).filter(|thread| issued.tmask >> thread & 1 == 1) {
            if (data >> (32 * thread)) as u32 != issued.results[thread] as u32 {
                found.insert(format!("thread {thread}"));
            }
        }
    }
    found
}

/// Vortex itself is not part of the tests: the bench keeps to its interface.
#[test]
fn the_texts_of_the_chapter_execute_in_a_bench() {
    if !have(&["sed", "verilator", "riscv64-unknown-elf-gcc", "riscv64-unknown-elf-objcopy"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder can be made");
    let arguments = command("vidalu gen ").split(' ').skip(1);
    stdout(support::command(arguments).current_dir(folder.path()));
    let seed = seed("VIDALU_VORTEX_SEED");
    let issued = draw(folder.path(), seed, 20_000);
    let none = BTreeSet::new();
    assert_eq!(differences(folder.path(), &texts(), seed, &issued), none, "VIDALU_VORTEX_SEED={seed}");

    // Two faults: the fault of the chapter in thread 0, and two fields of the tag in the place of
    // each other.
    stdout(Command::new("sh").args(["-c", command("sed ")]).current_dir(folder.path()));
    let mut wrong = texts();
    let (first, last) = wrong[0].1.split_once(".result_tag").expect("the unit has a tag");
    let swapped = last.replace("data.pid, result_if.data.sop", "data.sop, result_if.data.pid");
    assert_ne!(last, swapped);
    wrong[0].1 = format!("{first}.result_tag{swapped}");
    let found = differences(folder.path(), &wrong, seed, &issued);
    assert_eq!(found, ["pid", "sop", "thread 0"].map(str::to_owned).into(), "VIDALU_VORTEX_SEED={seed}");
}
