//! Answers of other programs, judged.

use vidalu_gen::Unit;
use vidalu_model::draw::{Draw, key};
use vidalu_vectors::{Format, Level, Verdict, judge};

use crate::common::{UNITS, bytes, column, random, request, set, whole};

/// The formats that other programs write.
const TEXTS: [Format; 5] = [Format::Hex, Format::Text, Format::Csv, Format::Jsonl, Format::C];

fn judged(text: &str) -> Verdict {
    judge(text.as_bytes(), None, 1).unwrap_or_else(|error| panic!("{error}"))
}

fn text(unit: Unit, count: u64, format: Format) -> String {
    String::from_utf8(bytes(&random(unit, count), format)).unwrap()
}

#[test]
fn right_answers_pass_and_a_wrong_one_is_found_in_every_format_of_every_unit() {
    for unit in UNITS {
        let set = random(unit, 3000);
        let d = column(&set, &whole(&set), "d")[2000];
        let width = set.columns().iter().find(|column| column.name == "d").unwrap().digits();
        for format in TEXTS {
            let name = format!("{} {}", unit.name(), format.name());
            let text = text(unit, 3000, format);
            let verdict = judged(&text);
            assert!(verdict.passed() && verdict.answers == 3000, "{name}: {verdict:?}");
            let lines: Vec<_> = text.lines().collect();
            let first = lines.iter().position(|line| line.contains(&whole_word(&set, format))).unwrap();
            let line = lines[first + 2000];
            let place = line.rfind(&format!("{d:0width$x}")).unwrap_or_else(|| panic!("{name}: {line}"));
            let wrong = format!("{}{:0width$x}{}", &line[..place], d ^ 1, &line[place + width..]);
            let verdict = judged(&text.replacen(line, &wrong, 1));
            assert_eq!((verdict.answers, verdict.wrong, verdict.passed()), (3000, 1, false), "{name}");
            let wrong = verdict.operations.iter().flat_map(|operation| &operation.forms).flat_map(|form| &form.first);
            let [wrong] = wrong.collect::<Vec<_>>()[..] else { panic!("{name}: {verdict:?}") };
            assert_eq!((wrong.vector, wrong.line), (2000, first as u64 + 2001), "{name}");
        }
    }
}

/// The memory does not depend on the number of vectors in the header. In the first version of the
/// format, the header does not list the corner vectors.
#[test]
fn a_header_may_name_any_number_of_vectors() {
    let text = text(Unit::Scalar, 3, Format::Hex).replace("count: 3\n", "count: 18446744073709551615\n");
    let verdict = judged(&text.replace("vidalu_vectors: 2", "vidalu_vectors: 1"));
    assert_eq!((verdict.answers, verdict.wrong, verdict.passed()), (3, 0, false));
}

/// Returns how the first vector of a set begins in a format.
fn whole_word(set: &vidalu_vectors::Set, format: Format) -> String {
    let ctl = &set.columns()[0];
    let digits = format!("{:0width$x}", column(set, &whole(set), "ctl")[0], width = ctl.digits());
    match format {
        Format::Hex => format!("{digits}_"),
        Format::Text => format!("{digits} "),
        Format::Csv | Format::C => format!("0x{digits}"),
        _ => format!("\"ctl\":\"0x{digits}\""),
    }
}

#[test]
fn every_wrong_answer_of_a_hundred_thousand_is_found() {
    let text = text(Unit::Video, 100_000, Format::Hex);
    let mut planted = 0;
    let plant = |(at, line): (u64, &str)| {
        let mut draw = Draw::new(key("planted", 1), at);
        // The last digit of `d`, before `_` and CC.CF.
        let (place, digit) = (line.len() - 3, draw.below(15) + 1);
        if line.starts_with("//") || !draw.chance(1, 50) {
            return format!("{line}\n");
        }
        planted += 1;
        let old = u32::from_str_radix(&line[place..=place], 16).unwrap();
        format!("{}{:x}{}\n", &line[..place], old ^ digit, &line[place + 1..])
    };
    let wrong: String = (0..).zip(text.lines()).map(plant).collect();
    let verdict = judged(&wrong);
    assert!(planted > 1500);
    assert_eq!((verdict.answers, verdict.wrong), (100_000, planted));
    let of_forms = verdict.operations.iter().flat_map(|operation| &operation.forms).map(|form| form.wrong);
    assert_eq!(of_forms.sum::<u64>(), planted);
}

#[test]
fn every_level_and_profile_is_judged() {
    for level in Level::ALL {
        for profile in vidalu_model::golden::Profile::ALL {
            let request = vidalu_vectors::Request { profile: Some(profile), ..request(Unit::Video, level, Some(5000)) };
            let text = String::from_utf8(bytes(&set(&request), Format::Hex)).unwrap();
            let verdict = judged(&text);
            let header = verdict.header.as_ref().unwrap();
            assert_eq!(header.profile, profile.name());
            assert!(verdict.passed() && verdict.answers == header.count, "{}: {verdict:?}", level.name());
        }
    }
}

#[test]
fn binary_files_are_answered_as_text() {
    for format in [Format::Npz, Format::Parquet] {
        let set = random(Unit::Vmad, 100);
        let mut file = tempfile::tempfile().unwrap();
        std::io::Write::write_all(&mut file, &bytes(&set, format)).unwrap();
        let d = column(&set, &whole(&set), "d").to_vec();
        let csv: String = d.iter().map(|d| format!("{d}\n")).collect();
        let json: String = d.iter().map(|d| format!("{{\"d\": \"{d:#X}\"}}\n")).collect();
        for answers in [csv, json] {
            let verdict = judge(answers.as_bytes(), Some(&mut file), 1).unwrap();
            assert!(verdict.passed() && verdict.answers == 100, "{verdict:?}");
        }
    }
}

/// Returns an archive of NumPy with these arrays, each with its type and its elements.
fn archive(arrays: &[(&str, &str, &str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let options = zip::write::SimpleFileOptions::default().compression_method(zip::CompressionMethod::Stored);
    for (name, descr, shape, elements) in arrays {
        zip.start_file(format!("{name}.npy"), options).unwrap();
        let head = format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n");
        let head = [b"\x93NUMPY\x01\x00", &(head.len() as u16).to_le_bytes()[..], head.as_bytes(), elements].concat();
        std::io::Write::write_all(&mut zip, &head).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

#[test]
fn arrays_of_numpy_are_answers() {
    for unit in UNITS {
        let set = random(unit, 500);
        // The file of the vectors itself has the right answers, and the header.
        let own = bytes(&set, Format::Npz);
        let verdict = judge(&own[..], None, 1).unwrap();
        assert!(verdict.passed() && verdict.answers == 500, "{}: {verdict:?}", unit.name());
    }
    let set = random(Unit::Carry, 500);
    let rows = whole(&set);
    let [mut d, cc] = ["d", "cc_out"].map(|name| column(&set, &rows, name).to_vec());
    let of = |numbers: &[u64], bytes: usize| -> Vec<u8> {
        numbers.iter().flat_map(|number| number.to_le_bytes()[..bytes].to_vec()).collect()
    };
    d[123] ^= 4;
    let index: Vec<_> = (0..500).collect();
    let lines = text(Unit::Carry, 500, Format::Jsonl);
    let header = lines.lines().next().unwrap();
    let size = format!("|S{}", header.len());
    let head = ("header", &*size, "()", header.as_bytes().to_vec());
    let answers = archive(&[
        head.clone(),
        ("index", "<i4", "(500,)", of(&index, 4)),
        ("d", "<u8", "(500,)", of(&d, 8)),
        ("cc_out", "|b1", "(500,)", of(&cc, 1)),
    ]);
    let verdict = judge(&answers[..], None, 1).unwrap();
    assert_eq!((verdict.answers, verdict.wrong), (500, 1), "{verdict:?}");
    let (d, cc) = (|descr, shape| ("d", descr, shape, of(&d, 8)), ("cc_out", "|u1", "(500,)", of(&cc, 1)));
    for (arrays, message) in [
        (vec![head.clone(), d("<u8", "(500,)")], "the answer has no `cc_out`"),
        (vec![d("<u8", "(500,)"), cc.clone()], "no usable header"),
        (vec![head.clone(), d("<f8", "(500,)"), cc.clone()], "d has elements of type '<f8'"),
        (vec![head.clone(), d("<u8", "(50, 10)"), cc.clone()], "d has the shape (50, 10)"),
        (vec![head.clone(), d("<u4", "(1000,)"), cc.clone()], "d has 1000 elements, and cc_out has 500"),
        (vec![head.clone(), d("<i8", "(500,)"), cc], "d is `-"),
    ] {
        let error = judge(&archive(&arrays)[..], None, 1).unwrap_err();
        assert!(error.to_string().contains(message), "{message}: {error}");
    }
    let mut compressed = answers.clone();
    for (start, at) in [(b"PK\x03\x04", 8), (b"PK\x01\x02", 10)] {
        let starts: Vec<_> = (0..answers.len()).filter(|&place| answers[place..].starts_with(start)).collect();
        starts.iter().for_each(|place| compressed[place + at] = 8);
    }
    let error = judge(&compressed[..], None, 1).unwrap_err();
    assert_eq!(error.to_string(), "the arrays are compressed");
    let cut = judge(&answers[..answers.len() - 30], None, 1).unwrap_err();
    assert!(cut.to_string().contains("the archive cannot be read"), "{cut}");
}

/// Answers by chance have no cause: a mistake that gives a few of them is not named.
#[test]
fn a_cause_of_a_few_answers_is_not_named() {
    let lines = text(Unit::Scalar, 20_000, Format::Jsonl);
    let noise = |(number, line): (u64, &str)| match line.split_once("\"d\":\"0x") {
        Some((start, rest)) => {
            format!("{start}\"d\":\"0x{:08x}{}\n", Draw::new(key("chance", 1), number).word() & 3, &rest[8..])
        }
        None => format!("{line}\n"),
    };
    let verdict = judged(&(0..).zip(lines.lines()).map(noise).collect::<String>());
    assert!(verdict.wrong > 15_000, "{}", verdict.wrong);
    for operation in verdict.operations.iter().filter(|operation| operation.wrong > 200) {
        let shown = operation.like.first().map_or(u64::MAX, |doubt| doubt.count * 10);
        let looked_at = operation.like.iter().map(|doubt| doubt.count).sum::<u64>() + operation.unexplained;
        assert!(shown >= looked_at, "{}: {:?}", operation.operation, operation.like);
        if operation.like.is_empty() {
            assert!(operation.forms.iter().flat_map(|form| &form.first).all(|wrong| wrong.like.is_none()));
        }
    }
    assert!(verdict.operations.iter().any(|operation| operation.like.is_empty() && operation.wrong > 200));
}
