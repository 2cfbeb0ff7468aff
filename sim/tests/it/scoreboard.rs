//! The scoreboard against made-up observations of each kind of fault.

use crate::common::{Toy, toy};
use vidalu_sim::plan::{Cycle, ResetKind};
use vidalu_sim::scoreboard::{Observed, Scoreboard};
use vidalu_sim::subject::{Subject, Vectors};

const SEED: u64 = 1;

const IDLE: Cycle = Cycle::IDLE;
const RESULT: Cycle = Cycle { valid_out: Some(true), result: Some(8), leaves: true, ..IDLE };
const BEFORE_RESET: Cycle = Cycle { valid_out: None, ..IDLE };

/// What the module must show for vector 8.
fn right() -> String {
    let outputs = Toy.expected(&Toy.stimulus(SEED, 8));
    format!("1 {:09x} {:x}", outputs[0], outputs[1])
}

/// The outputs that differ in one cycle, with what was seen.
fn wrong(cycle: Cycle, line: &str) -> Vec<(String, Observed)> {
    let dut = toy(Some(("rst_i", ResetKind::Synchronous, true)));
    let pins = dut.output_pins(&Toy);
    let vectors = Vectors::new(&Toy, SEED, 8, 1);
    let mut board = Scoreboard::new(&Toy, &vectors, pins, dut.timing, 5);
    board.cycle(&cycle, line).unwrap();
    assert_eq!(board.mismatches, board.failures.len() as u64);
    assert_eq!(board.checked, u64::from(cycle.result.is_some()));
    assert!(board.failures.iter().all(|failure| failure.index == cycle.result));
    let differences = board.failures.into_iter().flat_map(|failure| failure.differences);
    differences.map(|difference| (difference.output, difference.got)).collect()
}

#[test]
fn what_is_right_passes() {
    assert_eq!(wrong(RESULT, &right()), []);
    assert_eq!(wrong(IDLE, "0 000000000 0"), []);
}

#[test]
fn outputs_are_free_where_nothing_is_due() {
    assert_eq!(wrong(IDLE, "0 xxxxxxxxx z"), []);
    assert_eq!(wrong(BEFORE_RESET, "x xxxxxxxxx x"), []);
}

#[test]
fn a_wrong_value_is_caught() {
    let line = right();
    let sum = Toy.expected(&Toy.stimulus(SEED, 8))[0] ^ 0x1_0000_0000;
    let line = format!("1 {sum:09x} {}", &line[12..]);
    assert_eq!(wrong(RESULT, &line), [("sum_o".to_owned(), Observed::Known(sum))]);
}

#[test]
fn a_wrong_flag_is_caught_beside_a_right_value() {
    let line = right();
    let flag = u64::from(line.ends_with('0'));
    let line = format!("{}{flag}", &line[..12]);
    assert_eq!(wrong(RESULT, &line), [("odd_o".to_owned(), Observed::Known(flag))]);
}

#[test]
fn a_missing_valid_is_caught() {
    assert_eq!(wrong(RESULT, &right().replacen('1', "0", 1)), [("valid_o".to_owned(), Observed::Known(0))]);
}

#[test]
fn a_valid_too_many_is_caught() {
    assert_eq!(wrong(IDLE, &right()), [("valid_o".to_owned(), Observed::Known(1))]);
}

#[test]
fn an_unknown_valid_is_caught() {
    for digit in ["x", "z"] {
        let expected = [("valid_o".to_owned(), Observed::Unknown(digit.into()))];
        assert_eq!(wrong(IDLE, &format!("{digit} 000000000 0")), expected);
    }
}

#[test]
fn unknown_bits_in_a_result_are_caught() {
    let line = right();
    for digit in ['x', 'X', 'z', 'Z'] {
        let sum = format!("{}{digit}", &line[2..10]);
        let line = format!("1 {sum} {}", &line[12..]);
        assert_eq!(wrong(RESULT, &line), [("sum_o".to_owned(), Observed::Unknown(sum))]);
    }
}

#[test]
fn lines_that_no_testbench_writes_are_refused() {
    let dut = toy(None);
    let pins = dut.output_pins(&Toy);
    let vectors = Vectors::new(&Toy, SEED, 8, 1);
    for line in ["", "0", "0 000000000", "0 000000000 0 0", "0 00000000 0", "0 00000000g 0", "VCD info: dumpfile"] {
        let mut board = Scoreboard::new(&Toy, &vectors, pins.clone(), dut.timing, 5);
        assert!(board.cycle(&IDLE, line).is_err(), "{line:?}");
    }
}
