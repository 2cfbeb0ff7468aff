//! `judge`: the emulators of the document, and streams that lost their order.

use std::fs;
use std::path::Path;
use std::process::Command;

use vidalu_testkit::{block, have, stdout};

use crate::documents::read;
use crate::support::{Run, vidalu};

const FORMS: [&str; 6] = [
    "--ptx",
    "vadd.s32.s32.s32{,.sat} r1, r2{,.b*}, r3",
    "--ptx",
    "{add,addc}.cc.u32",
    "--ptx",
    "vabsdiff4.u32.u32.u32.add r1, r2, r3, r4",
];

fn vectors(args: &[&str]) -> String {
    let run = vidalu([&["vectors"], args].concat(), "");
    assert_eq!(run.code, 0, "{}", run.stderr);
    run.stdout
}

fn judged(answers: &str) -> Run {
    vidalu(["judge", "--show", "1", "-"], answers)
}

/// Runs a program on vectors and returns its answers.
fn answers(program: &mut Command, folder: &Path, vectors: &str) -> String {
    fs::write(folder.join("vectors"), vectors).expect("the folder is ours");
    let file = fs::File::open(folder.join("vectors")).expect("it was written");
    stdout(program.stdin(file))
}

#[test]
fn the_emulator_in_python_makes_three_mistakes() {
    if !have(&["python3"]) {
        return;
    }
    let (document, folder) = (read("docs/judging.md"), tempfile::tempdir().unwrap());
    let heading = "An emulator in Python";
    let program = block(&document, heading, "python");
    let vectors = vectors(&[&FORMS[..], &["--format", "jsonl"]].concat());
    let answers = answers(Command::new("python3").args(["-c", program]), folder.path(), &vectors);
    let run = judged(&answers);
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (1, block(&document, heading, "text"), ""));
    for cause in ["select: a is zero-extended", "saturate: not saturated", "add: the carry in is left out"] {
        assert!(run.stdout.contains(cause), "{cause}");
    }
}

#[test]
fn the_emulator_in_cpp_is_right_until_three_mistakes_are_planted() {
    if !have(&["c++"]) {
        return;
    }
    let (document, folder) = (read("docs/judging.md"), tempfile::tempdir().unwrap());
    let heading = "An emulator in C++";
    let vectors = vectors(&FORMS);
    let run_of = |text: &str| {
        fs::write(folder.path().join("mine.cpp"), text).unwrap();
        stdout(Command::new("c++").args(["-std=c++17", "-Wall", "-o", "mine", "mine.cpp"]).current_dir(folder.path()));
        judged(&answers(&mut Command::new(folder.path().join("mine")), folder.path(), &vectors))
    };
    let program = block(&document, heading, "cpp");
    let run = run_of(program);
    assert_eq!((run.code, &*run.stdout, &*run.stderr), (0, block(&document, heading, "text"), ""));
    let planted = [("int8_t(a >>", "uint8_t(a >>"), ("d > INT32_MAX ?", "d > INT64_MAX ?"), ("? carry : 0", "? 0 : 0")];
    let wrong = planted.into_iter().fold(program.to_owned(), |text, (right, wrong)| {
        assert!(text.contains(right), "{right}");
        text.replace(right, wrong)
    });
    let run = run_of(&wrong);
    assert_eq!(run.code, 1, "{}", run.stderr);
    for cause in ["select: a is zero-extended", "saturate: not saturated", "add: the carry in is left out"] {
        assert!(run.stdout.contains(cause), "{cause}: {}", run.stdout);
    }
}

/// Returns the text with the lines that `change` makes of its vectors.
fn changed(text: &str, change: impl Fn(Vec<&str>) -> Vec<&str>) -> String {
    let (comments, vectors): (Vec<_>, Vec<_>) = text.lines().partition(|line| line.starts_with('#'));
    [comments, change(vectors)].concat().join("\n") + "\n"
}

#[test]
fn a_stream_that_is_not_in_order_is_said_to_be_so() {
    let text = vectors(&["--count", "9000"]);
    let assert_said = |answers: String, said: &str| {
        let run = judged(&answers);
        assert_eq!(run.code, 1, "{}", run.stderr);
        assert!(run.stdout.ends_with(&format!("{said}\nno answer is wrong\n")), "{}", run.stdout);
    };
    let cut = changed(&text, |lines| lines[..8990].to_vec());
    assert_said(cut, "10 vectors have no answer; the first is vector 8990");
    let lost = changed(&text, |lines| [&lines[..5000], &lines[5001..]].concat());
    assert_said(lost, "1 vectors have no answer; the first is vector 5000");
    let doubled = changed(&text, |lines| [&lines[..6], &lines[5..]].concat());
    assert_said(doubled, "1 answers are doubled; the first is on line 19");
    let turned = changed(&text, |lines| [&lines[..5], &[lines[6], lines[5]], &lines[7..]].concat());
    assert_said(turned, "1 answers are out of order; the first is on line 19");
    let mut twice = changed(&text, |lines| lines);
    twice.push_str(&twice.clone());
    assert_said(twice, "9000 answers are doubled; the first is on line 9025");
}

#[test]
fn results_alone_are_in_order_or_have_an_index() {
    let text = vectors(&["--unit", "carry", "--count", "9000"]);
    let head: String = text.lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    let results: Vec<_> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let results: Vec<_> = results
        .iter()
        .map(|line| {
            let mut words = line.split(' ').skip(5);
            format!("{} {}", words.next().unwrap(), words.next().unwrap())
        })
        .collect();
    let run = judged(&(head.clone() + &results.join("\n")));
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    let mut numbered: Vec<_> = results.iter().enumerate().map(|(at, line)| format!("{at} {line}")).collect();
    numbered.reverse();
    let run = judged(&(head.clone() + &numbered.join("\n")));
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
    let lost = [&results[..100], &results[101..]].concat();
    let run = judged(&(head + &lost.join("\n")));
    assert_eq!(run.code, 1);
    let said = "from line 112 on, 1 answers are missing: the others fit the vectors 1 places away";
    assert!(run.stdout.contains(said), "{}", run.stdout);
    // Without the header, the file of vectors is named.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vectors");
    fs::write(&path, &text).unwrap();
    let run = vidalu(["judge", "--vectors", path.to_str().unwrap(), "-"], &results.join("\n"));
    assert_eq!((run.code, &*run.stderr), (0, ""), "{}", run.stdout);
}
