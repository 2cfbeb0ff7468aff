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
            "ecp5 vmad, 3 rows, plain",
            "ecp5 vmad, 3 rows, plain, retimed",
            "ecp5 vmad, 3 rows, `multiplier=*`",
            "ecp5 vmad, 3 rows, `multiplier=booth4-dadda`",
        ]
    );
    let clocks = [40.0, 60.0, 50.0, 80.0, 100.0, 70.0, 50.0];
    let clocked: Vec<_> = work.iter().zip(clocks).map(|(work, mhz)| Clocked { work, mhz }).collect();
    let lines = |text: &str| text.lines().skip(2).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(
        lines(&table(&clocked)),
        [
            "| ecp5 | vmad | 0 | 40.0 | plain | 60.0 | `multiplier=*` | 1.50 |",
            "| ecp5 | vmad | 3 | 100.0 | plain, retimed | 70.0 | `multiplier=*` | 0.70 |",
        ]
    );
    // A side that was not asked for leaves its cells empty.
    assert_eq!(lines(&table(&clocked[..1])), ["| ecp5 | vmad | 0 | 40.0 | plain |  |  |  |"]);
}
