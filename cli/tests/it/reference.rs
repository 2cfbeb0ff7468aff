//! The second golden model, `conformance/reference`, against the golden model.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use vidalu_testkit::{have, said};

use crate::support::vidalu;

fn conformance() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../conformance")
}

/// Runs the reference that lies in the folder `program`.
fn reference(program: &Path, args: &[&str], files: &[PathBuf]) -> Output {
    Command::new("python3").arg(program).args(args).args(files).output().expect("python3 is here")
}

fn agrees(args: &[&str], files: &[PathBuf]) {
    let output = reference(&conformance().join("reference"), args, files);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    assert_eq!(said(&output).matches(": 0 differences\n").count(), files.len(), "{}", said(&output));
}

/// Writes vectors in the format `text` and returns their file.
fn vectors(folder: &Path, unit: &str, profile: &str, level: &[&str]) -> PathBuf {
    let file = folder.join(format!("{unit}-{profile}-{}", level.join("-")));
    let path = file.to_str().expect("it is text");
    let args = ["vectors", "--unit", unit, "--profile", profile, "--out", path, "--format", "text", "--level"];
    let run = vidalu([&args, level].concat(), "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    file
}

/// Returns the number of different control words in the files of vectors whose names begin with
/// `prefix`. Each is a form of an instruction with its selectors.
fn words(files: &[PathBuf], prefix: &str) -> usize {
    let has_prefix = |file: &&PathBuf| file.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
    let texts = files.iter().filter(has_prefix).map(|file| fs::read_to_string(file).expect("it was written"));
    let texts: Vec<_> = texts.collect();
    let lines = texts.iter().flat_map(|text| text.lines()).filter(|line| !line.starts_with('#'));
    lines.map(|line| line.split(' ').next().expect("a line has columns")).collect::<BTreeSet<_>>().len()
}

/// The number of different control words of each unit that both models are compared on. These are
/// all forms of `scalar`, `vmad` and `carry`; `simd` has more pairs of selectors than can be tried.
const WORDS: [(&str, usize); 4] = [("scalar", 66_640), ("simd", 18_401), ("vmad", 9_408), ("carry", 56)];

/// The levels coverage and corner, and drawn vectors, whose selectors and masks are of all kinds.
#[test]
fn both_models_agree_on_every_unit() {
    if !have(&["python3"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let mut files = Vec::new();
    for profile in ["manual", "hardware"] {
        let mut write = |unit, level: &[&str]| files.push(vectors(folder.path(), unit, profile, level));
        for unit in ["scalar", "simd", "vmad", "carry"] {
            write(unit, &["coverage"]);
        }
        for unit in ["simd", "carry"] {
            write(unit, &["corner"]);
        }
        for unit in ["scalar", "simd", "vmad", "carry", "lanes", "video"] {
            write(unit, &["random", "--count", "20000"]);
        }
        for unit in ["simd", "video"] {
            write(unit, &["coverage", "--ops", "vset2,vset4,set.16x2,set.8x4"]);
        }
    }
    for profile in ["manual", "hardware"] {
        for (unit, count) in WORDS {
            assert_eq!(words(&files, &format!("{unit}-{profile}-")), count, "{unit} {profile}");
        }
    }
    agrees(&["check"], &files);
}

#[test]
fn the_reference_agrees_with_other_tools() {
    if have(&["python3"]) {
        agrees(&["check"], &[conformance().join("vectors.jsonl.gz")]);
        agrees(&["check", "--profile", "hardware"], &[conformance().join("chains.jsonl.gz")]);
    }
}

/// The unit and profile whose vectors show an error, the file with the error, and its two texts.
const PLANTED: [(&str, &str, &str, &str, &str); 11] = [
    ("scalar", "manual", "video.py", "clamp(tmp, bits, is_signed)", "clamp(tmp, 32, is_signed)"),
    ("scalar", "hardware", "video.py", "tmp = extend(tmp, 32, is_signed)", "tmp = extend(tmp, 32, True)"),
    ("scalar", "manual", "arithmetic.py", "abs(ta - tb)", "ta - tb"),
    ("scalar", "manual", "shifts.py", "min(tb, 32)", "min(tb, 31)"),
    ("scalar", "manual", "shifts.py", "ta << tb, 34", "ta << tb, 33"),
    ("scalar", "manual", "comparison.py", "int(COMPARE[compare](ta, tb))", "-int(COMPARE[compare](ta, tb))"),
    ("vmad", "manual", "multiply.py", "c, lsb = ~c, 1", "c, lsb = ~c, 0"),
    ("simd", "manual", "simd.py", "(a + b) >> 1", "(a + b + 1) >> 1"),
    ("simd", "manual", "simd.py", "else c >> (bits * lane)", "else b >> (bits * lane)"),
    ("carry", "manual", "extended.py", "int(total < 0)", "int(total >= 0)"),
    ("carry", "hardware", "extended.py", "(flag if reads_flag else 1)", "(flag if reads_flag else 0)"),
];

#[test]
fn an_error_planted_in_the_reference_is_found() {
    if !have(&["python3"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("reference");
    fs::create_dir(&copy).unwrap();
    for entry in fs::read_dir(conformance().join("reference")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            fs::copy(&path, copy.join(path.file_name().expect("it is a file"))).unwrap();
        }
    }
    for (unit, profile, file, right, wrong) in PLANTED {
        let questions = vectors(folder.path(), unit, profile, &["random", "--count", "5000"]);
        let path = copy.join(file);
        let text = fs::read_to_string(&path).unwrap();
        assert_eq!(text.matches(right).count(), 1, "{file}: {right}");
        fs::write(&path, text.replace(right, wrong)).unwrap();
        let output = reference(&copy, &["check", "--show", "1"], &[questions]);
        assert_eq!(output.status.code(), Some(1), "{file}: {wrong}: {}", said(&output));
        assert!(said(&output).contains(": line "), "{}", said(&output));
        fs::write(&path, text).unwrap();
    }
}

#[test]
fn an_error_planted_in_the_vectors_is_found_in_its_line() {
    if !have(&["python3"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = vectors(folder.path(), "scalar", "manual", &["random", "--count", "100"]);
    let text = fs::read_to_string(&file).unwrap();
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    // The columns are ctl, a, b, c, d and ptx.
    let number = lines.iter().rposition(|line| !line.starts_with('#')).expect("there are vectors");
    let mut columns: Vec<_> = lines[number].splitn(6, ' ').map(str::to_owned).collect();
    columns[4] = format!("{:08x}", u32::from_str_radix(&columns[4], 16).unwrap() ^ 1);
    lines[number] = columns.join(" ");
    fs::write(&file, lines.join("\n")).unwrap();
    let program = conformance().join("reference");
    let output = reference(&program, &["check"], std::slice::from_ref(&file));
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    assert!(said(&output).contains(&format!(": line {}: d is ", number + 1)), "{}", said(&output));
    assert!(said(&output).contains(": 1 differences\n"), "{}", said(&output));

    // A file that was cut is refused, even if all its vectors are right.
    fs::write(&file, text.lines().take(50).collect::<Vec<_>>().join("\n")).unwrap();
    let output = reference(&program, &["check"], &[file]);
    assert_eq!(output.status.code(), Some(2), "{}", said(&output));
    assert!(said(&output).contains("the file ends after"), "{}", said(&output));
}

/// Returns the text of a compressed file.
fn decompressed(path: &Path) -> String {
    let file = fs::File::open(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    std::io::read_to_string(flate2::read::GzDecoder::new(file)).expect("the data is whole")
}

#[test]
fn the_cells_are_those_that_the_reference_writes() {
    if !have(&["python3"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let again = folder.path().join("cells.jsonl.gz");
    let output = reference(&conformance().join("reference"), &["fill"], std::slice::from_ref(&again));
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let help = "run `python3 conformance/reference fill conformance/cells.jsonl.gz`";
    assert!(decompressed(&again) == decompressed(&conformance().join("cells.jsonl.gz")), "{help}");
}

#[test]
fn no_cell_is_unmet_and_the_readme_has_the_table() {
    if !have(&["python3"]) {
        return;
    }
    let (program, tools) = (conformance().join("reference"), conformance().join("vectors.jsonl.gz"));
    let output = reference(&program, &["cells"], &[tools.clone(), conformance().join("cells.jsonl.gz")]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let readme = fs::read_to_string(conformance().join("README.md")).unwrap();
    assert!(readme.contains(&said(&output)), "{}", said(&output));

    // The other tools alone leave cells unmet.
    let output = reference(&program, &["cells"], &[tools.clone(), tools]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
}
