//! Vectors of blocks.

use vidalu_gen::{Config, Target};
use vidalu_vectors::{Format, Level, Request, Set, VectorsError, judge};

use crate::common::{bytes, checked, set, whole};

/// The blocks.
fn blocks() -> impl Iterator<Item = Target> {
    Target::ALL.into_iter().filter(|target| matches!(target, Target::Block(_)))
}

fn request(target: Target, level: Level, count: u64) -> Request {
    Request { target, config: Config::default(), profile: None, forms: None, seed: 3, level, count: Some(count) }
}

fn drawn(target: Target) -> Set {
    set(&request(target, Level::Random, 300))
}

#[test]
fn every_block_has_vectors_in_every_format() {
    for target in blocks() {
        for level in [Level::Random, Level::Coverage] {
            let set = set(&request(target, level, 300));
            assert!(set.count() > 0 && set.count() <= 300);
            for format in Format::ALL {
                let file = bytes(&set, format);
                let header = checked(&file).unwrap_or_else(|wrong| panic!("{target} {}: {wrong}", format.name()));
                assert_eq!((header.unit.as_str(), header.count), (target.name(), set.count()));
            }
        }
    }
}

/// Returns the line of vector 200 and the same line with its last digit changed.
fn wrong_line(text: &str) -> (String, String) {
    let lines: Vec<_> = text.lines().collect();
    let first = lines.iter().position(|line| !line.starts_with("//")).unwrap();
    let line = lines[first + 200];
    let (rest, digit) = line.split_at(line.len() - 1);
    let other = u8::from_str_radix(digit, 16).unwrap() ^ 1;
    (line.to_owned(), format!("{rest}{other:x}"))
}

#[test]
fn a_wrong_value_is_found_and_named() {
    for target in blocks() {
        let text = String::from_utf8(bytes(&drawn(target), Format::Hex)).unwrap();
        let (line, wrong) = wrong_line(&text);
        let said = checked(text.replacen(&line, &wrong, 1).as_bytes()).unwrap_err();
        assert!(said.contains("the golden model says") && said.contains(target.name()), "{target}: {said}");
    }
    // A code that a control input does not have.
    let target: Target = "saturate".parse().unwrap();
    let set = drawn(target);
    let text = String::from_utf8(bytes(&set, Format::Csv)).unwrap();
    let at = set.columns().iter().position(|column| column.name == "dsel_i").unwrap();
    let line = text.lines().find(|line| line.contains("saturate sat_i.")).unwrap();
    let mut values: Vec<_> = line.split(',').collect();
    values[at] = "0x7";
    let said = checked(text.replacen(line, &values.join(","), 1).as_bytes()).unwrap_err();
    assert!(said.contains("dsel_i has no code 7"), "{said}");
}

#[test]
fn answers_to_blocks_are_judged() {
    for target in blocks() {
        let set = drawn(target);
        for format in [Format::Hex, Format::Text, Format::Csv, Format::Jsonl, Format::C] {
            let text = String::from_utf8(bytes(&set, format)).unwrap();
            let verdict = judge(text.as_bytes(), None, 1).unwrap();
            assert!(verdict.passed() && verdict.answers == 300, "{target} {}: {verdict:?}", format.name());
        }
        let text = String::from_utf8(bytes(&set, Format::Hex)).unwrap();
        let (line, wrong) = wrong_line(&text);
        let verdict = judge(text.replacen(&line, &wrong, 1).as_bytes(), None, 1).unwrap();
        assert_eq!((verdict.answers, verdict.wrong), (300, 1), "{target}");
        let mut forms = verdict.operations.iter().flat_map(|operation| &operation.forms);
        let form = forms.find(|form| form.wrong == 1).unwrap();
        assert_eq!(form.operation, target.name());
        assert_eq!(form.first[0].vector, 200);
        assert_eq!(form.first[0].ptx, *whole(&set).ptx[200]);
    }
}

#[test]
fn levels_of_instructions_are_refused() {
    for level in [Level::Corner, Level::ExhaustiveBytes] {
        let target: Target = "merge".parse().unwrap();
        assert!(matches!(Set::new(&request(target, level, 10)), Err(VectorsError::Block { .. })));
    }
}
