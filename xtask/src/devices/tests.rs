use vidalu_sim::Dut;
use vidalu_sim::cosim::{Options, run_modules};
use vidalu_sim::report::UnitReport;
use vidalu_sim::simulator::{self, Available, SimulatorChoice};
use vidalu_testkit::found;

use super::*;

/// Co-simulates the plain text of a unit with a number of rows, with the text `from` replaced.
fn cosimulate(staged: &Staged, rows: u8, (from, to): (&str, &str), icarus: &Available) -> UnitReport {
    let (dut, driver) = Dut::with_subject(Target::Unit(staged.unit), &Staged::config(rows, "").unwrap()).unwrap();
    let text = staged.text(rows);
    assert!(text.contains(from), "{from} is nowhere");
    let dut = Dut { files: vec![(format!("{}.v", dut.top), text.replace(from, to))], is_foreign: true, ..dut };
    let options = Options { vectors: 2000, timeout: Duration::from_secs(600), ..Options::default() };
    let report = run_modules(&options, &[(dut, driver)], &icarus.simulators, &|_| ()).unwrap();
    let [unit] = &report.units[..] else { panic!("one unit was co-simulated") };
    unit.clone()
}

#[test]
fn the_texts_equal_the_golden_model_with_any_number_of_rows() {
    let Some(icarus) = found(simulator::find(SimulatorChoice::Icarus)) else { return };
    for (staged, rows) in STAGED.iter().cartesian_product(1..=MOST_ROWS as u8) {
        let unit = cosimulate(staged, rows, ("", ""), &icarus);
        assert_eq!(unit.failures, [], "{} with {rows} rows", staged.unit.name());
        assert!(unit.checked >= 2000, "{} with {rows} rows", staged.unit.name());
    }
}

#[test]
fn a_row_too_many_and_a_fault_are_noticed() {
    let Some(icarus) = found(simulator::find(SimulatorChoice::Icarus)) else { return };
    let [scalar, ..] = &STAGED;
    for change in [("(ROWS == 2) ? 6'b010010", "(ROWS == 2) ? 6'b010011"), ("above ? high", "above ? low")] {
        assert!(!cosimulate(scalar, 2, change, &icarus).failures.is_empty(), "{change:?}");
    }
}

fn args(words: &[&str]) -> Args {
    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }
    <Line as clap::Parser>::parse_from([&["devices"], words].concat()).args
}

#[test]
fn the_table_has_the_fastest_of_each_side() {
    let work = work(&args(&["--device", "ecp5", "--unit", "vmad", "--rows", "0,3"]));
    let ways: Vec<_> = work.iter().map(Work::name).collect();
    assert_eq!(
        ways,
        [
            "ecp5 vmad, 0 rows, plain",
            "ecp5 vmad, 0 rows, `multiplier=*`",
            "ecp5 vmad, 0 rows, `multiplier=booth4-dadda`",
            "ecp5 vmad, 0 rows, `goal=cells multiplier=booth4-dadda`",
            "ecp5 vmad, 3 rows, plain",
            "ecp5 vmad, 3 rows, plain, retimed",
            "ecp5 vmad, 3 rows, `multiplier=*`",
            "ecp5 vmad, 3 rows, `multiplier=*`, retimed",
            "ecp5 vmad, 3 rows, `multiplier=booth4-dadda`",
            "ecp5 vmad, 3 rows, `multiplier=booth4-dadda`, retimed",
            "ecp5 vmad, 3 rows, `goal=cells multiplier=booth4-dadda`",
            "ecp5 vmad, 3 rows, `goal=cells multiplier=booth4-dadda`, retimed",
        ]
    );
    let clocks = [40.0, 60.0, 50.0, 55.0, 80.0, 100.0, 70.0, 75.0, 50.0, 30.0, 20.0, 10.0];
    let clocked: Vec<_> = work.iter().zip(clocks).map(|(work, mhz)| Clocked { work, mhz }).collect();
    let lines = |text: &str| text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        lines(&table(&clocked)),
        [
            "| ecp5 | vmad | 0 | 40.0 | plain | 60.0 | `multiplier=*` | 1.50 |",
            "| ecp5 | vmad | 3 | 100.0 | plain, retimed | 75.0 | `multiplier=*`, retimed | 0.75 |",
        ]
    );
    // A side that was not asked for leaves its cells empty.
    assert_eq!(lines(&table(&clocked[..1])), ["| ecp5 | vmad | 0 | 40.0 | plain |  |  |  |"]);
}

/// A unit whose two rows of registers are both behind its logic, the parity of 96 bits.
const PARITY: &str = "module vidalu_vmad (input clk_i, rst_i, valid_i, input [13:0] ctl_i, input [31:0] a_i, b_i, c_i,
  output reg valid_o, output reg [31:0] d_o);
  reg valid_q, parity_q;
  always @(posedge clk_i) begin
    parity_q <= ^{a_i, b_i, c_i};
    d_o <= {32{parity_q}};
    valid_q <= valid_i;
    valid_o <= valid_q;
  end
endmodule
";

/// The parity of 96 bits, without registers.
const BARE: &str = "module vidalu_vmad (input clk_i, rst_i, valid_i, input [13:0] ctl_i, input [31:0] a_i, b_i, c_i,
  output valid_o, output [31:0] d_o);
  assign valid_o = valid_i;
  assign d_o = {32{^{a_i, b_i, c_i}}};
endmodule
";

#[test]
fn rows_move_into_the_logic_of_the_unit_and_no_further() {
    let [device, ..] = &DEVICES;
    let Some(tools) = found(Tools::find(&Technology::Device(device), true, false)) else { return };
    let staged = Staged { unit: Unit::Vmad, plain: "", staged: PARITY, forms: &[] };
    let limits = Limits { time: Duration::from_secs(600), jobs: 1 };
    let [kept, retimed] = [Registers::Kept, Registers::Retimed]
        .map(|registers| clock(device, &tools, &staged.plain_design(2).unwrap(), registers, 1, limits).unwrap());
    assert!(retimed > 1.2 * kept, "{retimed} MHz of {kept} MHz");
    // Without rows of its own, the unit gets none of the frame.
    let bare = Staged { staged: BARE, ..staged };
    let [kept, retimed] = [Registers::Kept, Registers::Retimed]
        .map(|registers| clock(device, &tools, &bare.plain_design(2).unwrap(), registers, 1, limits).unwrap());
    assert!(retimed < 1.2 * kept, "{retimed} MHz of {kept} MHz");
}
