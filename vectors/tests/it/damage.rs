//! Damaged files: a wrong answer is found by its line, and so is any other change.

use sha2::{Digest, Sha256};
use vidalu_gen::Unit;
use vidalu_model::draw::{Draw, key};
use vidalu_vectors::{Format, Level};

use crate::common::{UNITS, bytes, checked, column, random, request, set, whole};

#[test]
fn every_format_of_every_unit_is_right() {
    for unit in UNITS {
        let set = random(unit, 9000);
        for format in Format::ALL {
            let header = checked(&bytes(&set, format)).unwrap_or_else(|wrong| panic!("{}: {wrong}", format.name()));
            assert_eq!((header.format, header.count, &*header.unit), (format, 9000, unit.name()));
        }
    }
}

#[test]
fn other_configurations_are_read_back() {
    let mut request = request(Unit::Video, Level::Random, Some(2000));
    request.config.sat_o = true;
    request.config.contexts = 3;
    request.config.wide = false;
    request.config.profile = vidalu_gen::Profile::Hardware;
    request.config.ops.retain(|op| op.name() != "vadd4");
    let set = set(&request);
    let names: Vec<_> = set.columns().iter().map(|column| column.name).collect();
    assert_eq!(names, ["ctl", "ctx", "a", "b", "c", "cc_in", "d", "sat", "cc_out"]);
    for format in Format::ALL {
        assert_eq!(checked(&bytes(&set, format)).map(|header| header.profile), Ok("hardware".to_owned()));
    }
}

#[test]
fn each_of_a_thousand_flipped_bits_is_found_in_every_format() {
    for format in Format::ALL {
        let good = bytes(&random(Unit::Carry, 400), format);
        for flip in 0..1000 {
            let mut draw = Draw::new(key(format.name(), 1), flip);
            let (at, bit) = (draw.word() as usize % good.len(), draw.below(8));
            let mut bad = good.clone();
            bad[at] ^= 1 << bit;
            assert!(checked(&bad).is_err(), "{}: bit {bit} of byte {at}", format.name());
        }
    }
}

/// The header and the end have few bytes, which samples miss.
#[test]
fn every_byte_of_both_ends_is_guarded() {
    for format in Format::ALL {
        let good = bytes(&random(Unit::Scalar, 3), format);
        for at in (0..good.len().min(400)).chain(good.len().saturating_sub(400)..good.len()) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at * 5 % 8);
            assert!(checked(&bad).is_err(), "{}: byte {at}", format.name());
        }
    }
}

#[test]
fn what_was_cut_off_is_missed() {
    for format in Format::ALL {
        let good = bytes(&random(Unit::Scalar, 100), format);
        for length in (0..good.len()).step_by(97).chain(good.len() - 90..good.len()) {
            assert!(checked(&good[..length]).is_err(), "{}: {length} of {} bytes", format.name(), good.len());
        }
        let more = [&good, &b"\n"[..]].concat();
        assert!(checked(&more).is_err(), "{}: a byte too many", format.name());
    }
}

/// Of a file of lines: line `number`, from 1, with `from` replaced.
fn edited(good: &[u8], number: usize, from: &str, to: &str) -> Vec<u8> {
    let text = String::from_utf8(good.to_vec()).unwrap();
    let lines = text.split_inclusive('\n').enumerate();
    let edit = |(at, line): (usize, &str)| {
        assert!(at + 1 != number || line.contains(from), "{line}");
        if at + 1 == number { line.replacen(from, to, 1) } else { line.to_owned() }
    };
    lines.map(edit).collect::<String>().into_bytes()
}

#[test]
fn a_wrong_answer_is_named_with_its_line() {
    let set = random(Unit::Scalar, 50);
    let all = whole(&set);
    let d = column(&set, &all, "d")[6];
    for (format, before) in
        [(Format::Text, 11), (Format::Hex, 13), (Format::Csv, 12), (Format::Jsonl, 1), (Format::C, 29)]
    {
        let line = before + 7;
        // The last of them on the line: an operand may be the same.
        let good = bytes(&set, format);
        let text = String::from_utf8(good.clone()).unwrap();
        let row = text.lines().nth(line - 1).unwrap();
        let place = row.rfind(&format!("{d:08x}")).unwrap();
        let wrong = format!("{}{:08x}{}", &row[..place], d ^ 0x10, &row[place + 8..]);
        let message = checked(&edited(&good, line, row, &wrong)).unwrap_err();
        let expected = format!("line {line}: d is {:#010x}, the golden model says {d:#010x}: {}", d ^ 0x10, all.ptx[6]);
        assert_eq!(message, expected, "{}", format.name());
    }
}

/// The number of a context has enough bits for one that the unit does not have.
#[test]
fn a_context_that_the_unit_does_not_have_is_named() {
    let mut request = request(Unit::Carry, Level::Random, Some(20));
    request.config.contexts = 3;
    let good = bytes(&set(&request), Format::Csv);
    let text = String::from_utf8(good.clone()).unwrap();
    let names = text.lines().position(|line| line.starts_with("ctl,ctx,")).unwrap();
    let row = text.lines().nth(names + 5).unwrap();
    let (ctl, rest) = row.split_once(',').unwrap();
    let (context, rest) = rest.split_once(',').unwrap();
    let none = format!("{}3", &context[..context.len() - 1]);
    let message = checked(&edited(&good, names + 6, row, &format!("{ctl},{none},{rest}"))).unwrap_err();
    assert_eq!(message, format!("line {}: ctx is 3, and there are 3 contexts", names + 6));
}

#[test]
fn the_first_of_two_wrong_lines_is_named() {
    let good = bytes(&random(Unit::Scalar, 50), Format::Text);
    let text = String::from_utf8(good.clone()).unwrap();
    let blank = text.lines().nth(29).unwrap().to_owned();
    let worse = edited(&good, 30, &blank, "nonsense");
    let ptx = text.lines().nth(19).unwrap().split_once(" v").unwrap().1;
    let message = checked(&edited(&worse, 20, ptx, "add r1, r2, r3")).unwrap_err();
    assert!(message.starts_with("line 20: ptx is \"vadd r1, r2, r3\", the instruction is"), "{message}");
    let message = checked(&worse).unwrap_err();
    assert_eq!(message, "line 30: column 1: expected 6 hexadecimal digits of ctl");
}

#[test]
fn what_is_not_as_it_is_written_is_named_too() {
    let good = bytes(&random(Unit::Carry, 50), Format::Csv);
    let text = String::from_utf8(good.clone()).unwrap();
    let row = text.lines().nth(14).unwrap();
    let cases = [
        (row.to_uppercase(), "column 1: expected \"0x\""),
        (row.replacen("0x", "0xf", 1), "column 3: ctl has 7 bits"),
        (row.replacen("0x", "0x0", 1), "column 5: expected \",0x\""),
        (row.replacen(",0,", ",2,", 1).replacen(",1,", ",2,", 1), "has 1 bits"),
        (format!("0x7f{}", &row[4..]), "ctl 0x7f: field"),
    ];
    for (line, expected) in cases {
        let message = checked(&edited(&good, 15, row, &line)).unwrap_err();
        assert!(message.starts_with("line 15: ") && message.contains(expected), "{message}");
    }
    let message = checked(&edited(&good, 8, "seed: 1", "seed: 2")).unwrap_err();
    assert!(message.starts_with("it was changed after it was written"), "{message}");
    let message = checked(&edited(&good, 9, "50", "49")).unwrap_err();
    assert!(message.starts_with("line 61: expected"), "{message}");
    let message = checked(&edited(&good, 9, "50", "51")).unwrap_err();
    assert!(message.starts_with("line 62: column 1"), "{message}");
    assert_eq!(checked(b"# hello\n").unwrap_err(), "not a file of `vidalu vectors`");
    assert!(checked(b"").is_err());
}

/// The bytes of a file with the seal that belongs to them, by the rule of the documentation.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let name = bytes.windows(6).rposition(|window| window == b"sha256").unwrap() + 6;
    let is_digit = |byte: &u8| byte.is_ascii_hexdigit();
    let from = (name..).find(|&at| bytes[at..at + 64].iter().all(is_digit)).unwrap();
    bytes[from..from + 64].fill(b'0');
    let digits: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    bytes[from..from + 64].copy_from_slice(digits.as_bytes());
    bytes
}

#[test]
fn the_seal_is_what_the_documentation_says() {
    for format in Format::ALL {
        let good = bytes(&random(Unit::Scalar, 500), format);
        assert!(sealed(good.clone()) == good, "{}", format.name());
    }
}

/// Who writes a wrong answer with a right seal is found out by the golden model.
#[test]
fn a_wrong_answer_in_a_column_is_named_with_its_row() {
    let set = random(Unit::Scalar, 500);
    let all = whole(&set);
    let d = column(&set, &all, "d");
    for format in [Format::Npz, Format::Parquet] {
        let mut bad = bytes(&set, format);
        let three: Vec<_> = d[216..219].iter().flat_map(|value| (*value as u32).to_le_bytes()).collect();
        let place = bad.windows(12).position(|window| window == three).expect("numbers stand as they are");
        bad[place] ^= 1;
        let message = checked(&sealed(bad)).unwrap_err();
        assert!(message.starts_with(&format!("row 216: d is {:#010x}", d[216] ^ 1)), "{}: {message}", format.name());
    }
}
