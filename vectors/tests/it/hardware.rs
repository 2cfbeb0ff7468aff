//! The words of the format hex, fed to the generated hardware as a user would.

use std::fs;
use std::path::Path;
use std::process::Command;

use vidalu_gen::{Config, Handshake, Target, Unit, generate};
use vidalu_testkit::have;
use vidalu_vectors::{Format, Level, Request, Set};

use crate::common::{bytes, request};

/// A bench as the documentation has it: it takes the places of the numbers from the file's header.
fn bench(text: &str, config: &Config, unit: Unit, count: u64) -> String {
    let value = |key: &str| text.lines().find_map(|line| line.strip_prefix(key)).unwrap();
    let (bits, places) = (value("// bits: "), value("// places: "));
    let mut pins = String::new();
    let mut checks = Vec::new();
    for place in places.split(' ') {
        let (name, range) = place.split_once('[').unwrap();
        let range = format!("word[{range}");
        let pin = match name {
            "cc_in" => continue,
            "cc_out" => "cf_o".to_owned(),
            "d" | "sat" => format!("{name}_o"),
            _ => format!("{name}_i"),
        };
        if pin.ends_with("_i") {
            pins += &format!(", .{pin}({range})");
        } else {
            let (hi, lo) = range[5..range.len() - 1].split_once(':').unwrap();
            let width = hi.parse::<u32>().unwrap() - lo.parse::<u32>().unwrap();
            checks.push((pin.clone(), range, width));
            pins += &format!(", .{pin}({pin})");
        }
    }
    let wires: String = checks.iter().map(|(pin, _, width)| format!("  wire [{width}:0] {pin};\n")).collect();
    let differs = checks.iter().map(|(pin, range, _)| format!("{pin} !== {range}")).collect::<Vec<_>>().join(" || ");
    let top = config.module_name(unit.name());
    // Without pipeline registers, the answer is there in the same cycle; CC.CF changes at the next
    // edge.
    let control = if unit == Unit::Scalar { "" } else { ".clk_i(clk), .rst_i(rst), .valid_i(!rst), .valid_o()" };
    let pins = if control.is_empty() { pins.trim_start_matches(", ") } else { &pins };
    format!(
        "module bench;
  reg [{top_bit}:0] words [0:{last}];
  reg [{top_bit}:0] word;
  reg clk, rst;
  integer i, wrong;
{wires}  {top} dut ({control}{pins});
  initial begin
    $readmemh(\"vectors.hex\", words);
    clk = 0; rst = 1; wrong = 0; word = words[0];
    #1 clk = 1; #1 clk = 0; rst = 0;
    for (i = 0; i <= {last}; i = i + 1) begin
      word = words[i];
      #1 if ({differs}) wrong = wrong + 1;
      clk = 1; #1 clk = 0;
    end
    $display(\"%0d wrong of %0d\", wrong, i);
  end
endmodule
",
        top_bit = bits.parse::<u32>().unwrap() - 1,
        last = count - 1,
    )
}

/// Returns the answers of the hardware to the vectors.
fn simulated(folder: &Path, config: &Config, unit: Unit, text: &str, count: u64) -> String {
    let design = generate(Target::Unit(unit), config).unwrap();
    for file in &design.files {
        let path = folder.join(&file.path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, &file.text).unwrap();
    }
    fs::write(folder.join("vectors.hex"), text).unwrap();
    fs::write(folder.join("bench.v"), bench(text, config, unit, count)).unwrap();
    let script =
        "iverilog -g2005 -Wall -Irtl -s bench -o bench.vvp bench.v $(find . -name 'vidalu_*.v') && vvp -n bench.vvp";
    let output = Command::new("sh").args(["-c", script]).current_dir(folder).output().unwrap();
    let talk = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{talk}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn the_hardware_answers_as_the_words_say() {
    if !have(&["iverilog"]) {
        return;
    }
    let combinational = Config { handshake: Handshake::None, ..Config::default() };
    let contexts = Config { contexts: 3, sat_o: true, ..Config::default() };
    for (unit, config) in [(Unit::Scalar, combinational), (Unit::Carry, Config::default()), (Unit::Video, contexts)] {
        for level in [Level::Random, Level::Coverage, Level::Corner] {
            let request = Request { config: config.clone(), ..request(unit, level, Some(3000)) };
            let set = Set::new(&request).unwrap();
            let folder = tempfile::tempdir().unwrap();
            let text = String::from_utf8(bytes(&set, Format::Hex)).unwrap();
            let said = simulated(folder.path(), &config, unit, &text, set.count());
            assert_eq!(said, format!("0 wrong of {}\n", set.count()), "{} {}", unit.name(), level.name());
            // One answer of the file changed: the bench finds just that.
            let row = text.lines().nth(100).unwrap();
            let at = row.len() - 3;
            let digit = if row.as_bytes()[at] == b'0' { "1" } else { "0" };
            let bad = text.replacen(row, &format!("{}{digit}{}", &row[..at], &row[at + 1..]), 1);
            let said = simulated(folder.path(), &config, unit, &bad, set.count());
            assert_eq!(said, format!("1 wrong of {}\n", set.count()), "{} {}", unit.name(), level.name());
        }
    }
}
