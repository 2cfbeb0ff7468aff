//! The scoreboard against made-up observations of each kind of fault.

use vidalu_gen::{Config, Target, Unit};
use vidalu_sim::plan::{Cycle, Pace, Plan, ResetKind, Timing};
use vidalu_sim::subject::{Subject, of};
use vidalu_sim::{Batch, Dut, Found, Observed, Scoreboard, Seen};

use crate::common::{Toy, toy};

const SEED: u64 = 1;

const IDLE: Cycle = Cycle::IDLE;
const RESULT: Cycle = Cycle { valid_out: Some(true), result: Some(0), leaves: true, ..IDLE };
const BEFORE_RESET: Cycle = Cycle { valid_out: None, ..IDLE };

/// Returns the expected output for vector 8.
fn right() -> String {
    let outputs = Toy.expected(&Toy.stimulus(SEED, 8));
    format!("1 {:09x} {:x}", outputs[0], outputs[1])
}

/// A line of values as columns, of which a digit x or z is unknown.
fn seen(line: &str) -> Seen {
    let digits =
        |word: &str, of: fn(char) -> u32| word.chars().fold(0, |value, digit| value << 4 | u64::from(of(digit)));
    let column = |of: fn(char) -> u32| line.split(' ').map(|word| vec![digits(word, of)]).collect();
    Seen {
        values: column(|digit| digit.to_digit(16).unwrap_or(0)),
        unknown: column(|digit| if digit.is_ascii_hexdigit() { 0 } else { 15 }),
    }
}

/// The outputs that differ in one cycle, with what was seen.
fn wrong(cycle: Cycle, line: &str) -> Vec<(String, Observed)> {
    differences(cycle, &seen(line))
}

fn differences(cycle: Cycle, seen: &Seen) -> Vec<(String, Observed)> {
    let dut = toy(Some(("rst_i", ResetKind::Synchronous, true)));
    let part = Batch::new(&Toy, SEED, 8, 1, 1);
    let mut board = Scoreboard::new(&Toy, dut.output_pins(&Toy), dut.timing, 5);
    let mut found = Found::default();
    board.begin(&part);
    board.compare(&part, &[cycle], seen, &mut found);
    assert_eq!(found.mismatches, found.failures.len() as u64);
    assert_eq!((found.cycles, found.checked), (1, u64::from(cycle.result.is_some())));
    let index = cycle.result.map(|_| 8);
    assert!(found.failures.iter().all(|failure| (failure.cycle, failure.lane, failure.index) == (0, 0, index)));
    let differences = found.failures.into_iter().flat_map(|failure| failure.differences);
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
        let expected = [("valid_o".to_owned(), Observed::Unknown("x".into()))];
        assert_eq!(wrong(IDLE, &format!("{digit} 000000000 0")), expected);
    }
}

/// The unknown bit is read as 0, which differs as well.
#[test]
fn an_unknown_valid_is_caught_where_a_result_is_due() {
    let mut line = seen(&right().replacen('1', "x", 1));
    line.unknown[0] = vec![1];
    assert_eq!(differences(RESULT, &line), [("valid_o".to_owned(), Observed::Unknown("x".into()))]);
}

/// Every wrong output is named, but the data is not compared if the result is not shown.
#[test]
fn all_outputs_that_differ_are_named() {
    let outputs = Toy.expected(&Toy.stimulus(SEED, 8));
    let (sum, odd) = (outputs[0] ^ 0xff, outputs[1] ^ 1);
    let named = |names: [(&str, u64); 2]| names.map(|(name, value)| (name.to_owned(), Observed::Known(value)));
    assert_eq!(wrong(RESULT, &format!("1 {sum:09x} {odd:x}")), named([("sum_o", sum), ("odd_o", odd)]));
    assert_eq!(wrong(RESULT, &format!("0 {sum:09x} {odd:x}")), named([("valid_o", 0), ("", 0)])[..1]);
}

#[test]
fn unknown_bits_in_a_result_are_caught() {
    let line = right();
    for digit in ['x', 'X', 'z', 'Z'] {
        let known = &line[2..10];
        let line = format!("1 {known}{digit} {}", &line[12..]);
        assert_eq!(wrong(RESULT, &line), [("sum_o".to_owned(), Observed::Unknown(format!("{known}x")))]);
    }
}

/// Of several lanes each is compared with its own vector, and a lane without one is not compared.
#[test]
fn each_lane_is_compared_with_its_own_vector() {
    let dut = toy(Some(("rst_i", ResetKind::Synchronous, true)));
    let part = Batch::new(&Toy, SEED, 8, 3, 4);
    assert_eq!(part.slots(), 1);
    let results: Vec<_> = (0..4).map(|lane| Toy.expected(&Toy.stimulus(SEED, 8 + lane))).collect();
    let column = |at: usize| results.iter().map(|outputs| outputs[at]).collect::<Vec<_>>();
    for wrong in 0..4 {
        let mut seen = Seen { values: vec![vec![1; 4], column(0), column(1)], unknown: Vec::new() };
        seen.values[1][wrong] ^= 4;
        let mut board = Scoreboard::new(&Toy, dut.output_pins(&Toy), dut.timing, 5);
        let mut found = Found::default();
        board.begin(&part);
        board.compare(&part, &[RESULT], &seen, &mut found);
        let places: Vec<_> = found.failures.iter().map(|failure| (failure.lane, failure.index)).collect();
        let expected = if wrong < 3 { vec![(wrong, Some(8 + wrong as u64))] } else { Vec::new() };
        assert_eq!((found.checked, places), (3, expected), "lane {wrong}");
    }
}

/// Cycles are counted from the start of a batch, even if they come in several pieces; the next
/// batch starts again from 0.
#[test]
fn a_part_in_pieces_is_one_part() {
    let dut = toy(Some(("rst_i", ResetKind::Synchronous, true)));
    let mut board = Scoreboard::new(&Toy, dut.output_pins(&Toy), dut.timing, 5);
    let mut part = Batch::default();
    for first in [8, 20] {
        part.renew(&Toy, SEED, first, 1, 1);
        let results = Toy.expected(&Toy.stimulus(SEED, first));
        let right = Seen { values: vec![vec![1], vec![results[0]], vec![results[1]]], unknown: Vec::new() };
        let mut wrong = right.clone();
        wrong.values[2][0] ^= 1;
        let mut found = Found::default();
        board.begin(&part);
        for seen in [&right, &right, &wrong, &right] {
            board.compare(&part, &[RESULT], seen, &mut found);
        }
        let places: Vec<_> = found.failures.iter().map(|failure| (failure.cycle, failure.index)).collect();
        assert_eq!((found.cycles, found.mismatches, places), (4, 1, vec![(2, Some(first))]));
    }
}

/// Returns what the outputs of a unit with CC.CF must show in each cycle, lane after lane. Each
/// lane executes its instructions one by one.
fn one_by_one(subject: &dyn Subject, batch: &Batch, cycles: &[Cycle]) -> Vec<Vec<Vec<u64>>> {
    let context = subject.place_of_input("ctx_i").expect("it has contexts");
    let lane = |lane: usize| {
        let (mut flags, mut results) = ([false; 4], vec![None; batch.slots()]);
        let of = |slot: u64| batch.vector(slot as usize, lane);
        let cycle = |cycle: &Cycle| {
            let execute =
                |slot: u64, flags: &[bool; 4]| subject.with_flag(&of(slot), flags[of(slot)[context] as usize]);
            let shown = cycle.result.map(|slot| results[slot as usize].clone().unwrap_or(execute(slot, &flags).0));
            if let Some(slot) = cycle.passes_flag {
                let (outputs, left) = execute(slot, &flags);
                (results[slot as usize], flags[of(slot)[context] as usize]) = (Some(outputs), left);
            }
            if let Some(slot) = cycle.result.filter(|_| cycle.leaves) {
                results[slot as usize] = None;
            }
            if cycle.reset {
                flags = [false; 4];
            }
            shown.unwrap_or_else(|| vec![0; subject.outputs().len()])
        };
        cycles.iter().map(cycle).collect()
    };
    (0..batch.lanes()).map(lane).collect()
}

/// The golden model runs ahead with few lanes, and with the instructions with many. Both ways know
/// every CC.CF, and notice a wrong bit of any output.
#[test]
fn few_and_many_lanes_have_the_same_results() {
    let config = Config::from_toml("contexts = 3\ndepth = 2\nflush = true\n").unwrap();
    let target = Target::Unit(Unit::Carry);
    let subject = of(target, &config);
    let dut = Dut::generate(target, &config, &*subject).unwrap();
    let stages = (0..=dut.timing.latency).map(|stage| Timing { flag_stage: Some(stage), ..dut.timing });
    for (timing, lanes) in stages.flat_map(|timing| [1, 4, 255, 256, 300].map(|lanes| (timing, lanes))) {
        let batch = Batch::new(&*subject, SEED, 0, 40 * lanes as u64, lanes);
        let cycles = Plan::new(timing, &|_| 1, SEED, 0, batch.slots() as u64, Pace::Restless).cycles;
        let lines = one_by_one(&*subject, &batch, &cycles);
        let pins = dut.output_pins(&*subject);
        let data = pins.len() - subject.outputs().len();
        let column = |pin: usize| {
            let value = |(number, cycle): (usize, &Cycle), lane: usize| match pin.checked_sub(data) {
                Some(output) => lines[lane][number][output],
                None => u64::from(cycle.valid_out == Some(true)),
            };
            let cycles = cycles.iter().enumerate();
            cycles
                .flat_map(|cycle| (0..lanes).map(move |lane| (cycle, lane)))
                .map(|(cycle, lane)| value(cycle, lane))
                .collect()
        };
        let right = Seen { values: (0..pins.len()).map(column).collect(), unknown: Vec::new() };
        let compared = |seen: &Seen| {
            let mut board = Scoreboard::new(&*subject, pins.clone(), timing, 5);
            let mut found = Found::default();
            board.begin(&batch);
            board.compare(&batch, &cycles, seen, &mut found);
            found
        };
        let found = compared(&right);
        assert_eq!((found.checked, found.failures), (40 * lanes as u64, vec![]), "{timing:?}, {lanes} lanes");
        let due: Vec<_> = (0..cycles.len()).filter(|&number| cycles[number].result.is_some()).collect();
        for (pin, number) in (data..pins.len()).flat_map(|pin| [due[3], due[due.len() - 2]].map(|number| (pin, number)))
        {
            let mut wrong = right.clone();
            wrong.values[pin][number * lanes + lanes / 2] ^= 1;
            let found = compared(&wrong);
            let [failure] = &found.failures[..] else { panic!("{:?}", found.failures) };
            assert_eq!((failure.cycle, failure.lane, found.mismatches), (number as u64, lanes / 2, 1));
            assert_eq!(failure.differences[0].expected, right.values[pin][number * lanes + lanes / 2]);
        }
    }
}
