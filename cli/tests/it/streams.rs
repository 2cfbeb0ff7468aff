//! Pipes: a reader that closes early, one that waits for each answer, and stdin instead of a file.

use std::io::{BufRead, BufReader, Write};

use crate::support::{command, vidalu};

const QUESTION: &str = r#"{"ptx":"add.cc.u32 r1, r2, r3","regs":{"r2":"0xffffffff","r3":1}}"#;
const ANSWER: &str = r#"{"d":"0x0","cc":1,"saturated":false,"registers":{"r1":"0x0"}}"#;

#[test]
fn a_closed_pipe_is_success() {
    let questions = format!("{QUESTION}\n").repeat(20_000);
    for args in [
        vec!["eval", "--batch", "-"],
        vec!["check", "--lines", "-"],
        vec!["completions", "zsh"],
        vec!["man"],
        vec!["vectors", "--count", "100000"],
    ] {
        let mut child = command(&args).spawn().unwrap();
        drop(child.stdout.take());
        let mut stdin = child.stdin.take().unwrap();
        let input = questions.clone();
        let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
        let output = child.wait_with_output().unwrap();
        let _ = writer.join().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args:?}");
    }
}

/// A closed stderr is not an error, for warnings, errors and other messages.
#[test]
fn nobody_needs_to_listen() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("rtl");
    let cases: [(&[&str], i32); 3] = [
        (&["eval", "vadd.u32.u32.u32 r1, 1, r2", "r2=1"], 0),
        (&["gen", "--unit", "merge", "--out", out.to_str().unwrap()], 0),
        (&["eval", "nonsense"], 2),
    ];
    for (args, code) in cases {
        let mut child = command(args).spawn().unwrap();
        drop((child.stdout.take(), child.stderr.take()));
        assert_eq!(child.wait().unwrap().code(), Some(code), "{args:?}");
    }
}

#[test]
fn a_batch_answers_before_the_next_question_comes() {
    let mut child = command(["eval", "--batch", "-"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        writeln!(stdin, "{QUESTION}").unwrap();
        let mut answer = String::new();
        stdout.read_line(&mut answer).unwrap();
        assert_eq!(answer.trim_end(), ANSWER);
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_full_disk_is_an_error() {
    let Ok(full) = std::fs::OpenOptions::new().write(true).open("/dev/full") else {
        eprintln!("SKIPPED: this system has no /dev/full");
        return;
    };
    let output = command(["man"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to stdout"));
}

#[test]
fn stdin_in_the_place_of_a_file() {
    let run = vidalu(["eval", "-", "r2=1"], "add.cc.u32 r1, r2, 2;\n// the end\n");
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (0, "r1 = 0x00000003 = 3\ncc = 0\n", ""));
    let run = vidalu(["check", "-"], "add.cc.u32 r1, r2, 2;");
    assert_eq!((run.code, run.stdout.as_str()), (0, "<stdin>: 1 legal, 0 of them with a warning; 0 refused\n"));
}

/// The last line may lack its line break, and a line that is not UTF-8 gets an answer, too.
#[test]
fn a_batch_answers_every_line() {
    let mut child = command(["eval", "--batch", "-"]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"\xff\n\n{}\n").unwrap();
    stdin.write_all(QUESTION.as_bytes()).unwrap();
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "<stdin>: 3 of 4 lines were refused\n");
    let stdout = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<_> = stdout.lines().collect();
    assert_eq!(lines.len(), 4);
    assert!(lines[..3].iter().all(|line| line.starts_with(r#"{"error":{"message":"#)), "{lines:?}");
    assert_eq!(lines[3], ANSWER);
}
