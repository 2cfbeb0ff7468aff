//! The loop that a person would write around Verilator's output: one vector a cycle, nothing is
//! checked.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

use itertools::Itertools;
use vidalu_sim::tool::{CXX, VERILATOR};

use super::Result;
use super::command::output;
use super::sample::{Length, Sample};
use super::unit::BenchUnit;

/// The number of legal control words from which the loop chooses: too many for a branch predictor
/// to learn.
const WORDS: usize = 100_000;

/// A compiled program with the loop.
pub(super) struct Bare {
    program: PathBuf,
    table: PathBuf,
}

impl Bare {
    /// Compiles the program in `folder`, as one translation unit, which the compiler can optimize
    /// best.
    pub(super) fn build(unit: &BenchUnit, folder: &Path) -> Result<Self> {
        let (verilator, compiler) = (VERILATOR.find()?, CXX.find()?);
        let sources = unit.write(&folder.join("rtl"))?;
        let obj = folder.join("obj");
        let options =
            "--cc -O3 --x-assign fast --x-initial fast --noassert -Wno-fatal -Wno-lint -Wno-style --prefix Vdut";
        let mut translate = Command::new(&verilator.path);
        translate.args(options.split(' ')).args(["--top-module", &unit.dut.top, "--Mdir"]).arg(&obj);
        output(translate.arg(format!("-I{}", folder.join("rtl").display())).args(&sources))?;
        let root = output(Command::new(&verilator.path).args(["--getenv", "VERILATOR_ROOT"]))?;
        let include = Path::new(root.trim()).join("include");
        let mut source = text(unit);
        for entry in std::fs::read_dir(&obj)?.map_ok(|entry| entry.path()).collect::<std::io::Result<Vec<_>>>()? {
            if entry.extension().is_some_and(|extension| extension == "cpp") {
                writeln!(source, "#include \"{}\"", entry.display())?;
            }
        }
        let (main, program) = (folder.join("main.cpp"), folder.join("bare"));
        std::fs::write(&main, source)?;
        let mut compile = Command::new(&compiler.path);
        compile.args(["-std=c++17", "-O3", "-pthread", "-DVL_TIME_CONTEXT"]).arg("-I").arg(&obj);
        compile.arg("-I").arg(&include).arg("-I").arg(include.join("vltstd")).arg(&main);
        for part in ["verilated.cpp", "verilated_threads.cpp"] {
            compile.arg(include.join(part));
        }
        output(compile.args(["-latomic", "-o"]).arg(&program))?;
        let table = folder.join("words");
        std::fs::write(&table, words(unit).flat_map(u64::to_le_bytes).collect_vec())?;
        Ok(Self { program, table })
    }

    /// Returns the command that runs for this length.
    pub(super) fn command(&self, seed: u64, length: Length) -> Command {
        let (vectors, seconds) = match length {
            Length::Seconds(seconds) => (u64::MAX, seconds),
            Length::Vectors(vectors) => (vectors, f64::MAX),
        };
        let mut command = Command::new(&self.program);
        command.arg(&self.table).args([seed.to_string(), vectors.to_string(), seconds.to_string()]);
        command
    }

    /// Runs the program.
    pub(super) fn measure(&self, seed: u64, length: Length) -> Result<Sample> {
        Sample::read(&output(&mut self.command(seed, length))?)
    }
}

/// Returns legal control words, as the stimulus draws them.
fn words(unit: &BenchUnit) -> impl Iterator<Item = u64> {
    let mut columns = vec![vec![0; WORDS]; unit.subject.inputs().len()];
    unit.subject.stimuli(1, 0, &mut columns);
    let at = unit.subject.place_of_input("ctl_i");
    columns.swap_remove(at.expect("every unit has a control word")).into_iter()
}

/// Returns the source of the program: every cycle takes a control word of the table and random
/// operands.
fn text(unit: &BenchUnit) -> String {
    let clock = unit.dut.clock.as_deref().expect("a unit in stages has a clock");
    let (reset, active) = unit.dut.reset.as_ref().expect("it has a reset");
    let control = unit.dut.control_pins();
    let enables = control.iter().filter(|(name, _)| name != reset);
    let enables = enables.map(|(name, _)| format!("  dut.{name} = 1;\n")).join("");
    // All bits of a random word are used before the next word is drawn.
    let mut drive = "      word = next();\n      dut.ctl_i = table[((word >> 32) * table.size()) >> 32];\n".to_owned();
    let mut left = 32;
    for signal in unit.subject.inputs().iter().filter(|signal| signal.name != "ctl_i") {
        if signal.width > left {
            drive += "      word = next();\n";
            left = 64;
        }
        let mask = u64::MAX >> (64 - signal.width);
        drive += &format!("      dut.{} = (word >> {}) & {mask:#x}ull;\n", signal.name, left - signal.width);
        left -= signal.width;
    }
    let outputs = unit.dut.output_pins(&*unit.subject);
    let read = outputs.iter().map(|pin| format!("      seen ^= dut.{};\n", pin.name)).join("");
    format!(
        r#"#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "Vdut.h"
#include "verilated.h"

// TABLE SEED VECTORS SECONDS
int main(int, char** argv) {{
  std::vector<std::uint64_t> table({WORDS});
  std::FILE* file = std::fopen(argv[1], "rb");
  if (!file || std::fread(table.data(), 8, table.size(), file) != table.size()) return 1;
  std::uint64_t state = 88172645463325252ull ^ (std::strtoull(argv[2], nullptr, 10) << 20);
  const std::uint64_t most = std::strtoull(argv[3], nullptr, 10);
  const double limit = std::strtod(argv[4], nullptr);
  auto next = [&state] {{
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
  }};
  VerilatedContext context;
  Vdut dut{{&context}};
  dut.{reset} = {active};
  for (int edge = 0; edge < 6; ++edge) {{
    dut.{clock} = edge & 1;
    dut.eval();
  }}
  dut.{reset} = !{active};
{enables}  std::uint64_t word = 0, seen = 0, vectors = 0;
  double seconds = 0;
  const auto start = std::chrono::steady_clock::now();
  do {{
    for (int at = 0; at < 4096; ++at) {{
      dut.{clock} = 0;
{drive}      dut.eval();
{read}      dut.{clock} = 1;
      dut.eval();
    }}
    vectors += 4096;
    seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  }} while (vectors < most && seconds < limit);
  std::printf("%llu %.9f\n", static_cast<unsigned long long>(vectors), seconds);
  std::fprintf(stderr, "%llx\n", static_cast<unsigned long long>(seen));
}}
"#,
        active = u8::from(*active),
    )
}
