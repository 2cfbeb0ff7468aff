//! Pipes: a reader that closes early, one that waits for each answer, and stdin instead of a file.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;
use std::process::{Command, Output};

use vidalu_testkit::{have, stdout};

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
    let Ok(full) = fs::OpenOptions::new().write(true).open("/dev/full") else {
        eprintln!("SKIPPED: this system has no /dev/full");
        return;
    };
    let output = command(["man"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write to stdout"));
}

/// Runs the program while a thread reads the pipe `path`, which is made. Returns the outcome and
/// what the reader got until the pipe was closed for the first time.
fn read_by_another(path: &Path, args: &[&str]) -> (Output, Vec<u8>) {
    stdout(Command::new("mkfifo").arg(path));
    let pipe = path.to_owned();
    let reader = std::thread::spawn(move || fs::read(pipe).expect("it can be read"));
    let output = command(args).arg(path).output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    assert!(path.metadata().expect("it is there").file_type().is_fifo(), "{args:?} replaced the pipe");
    (output, reader.join().expect("it does not panic"))
}

/// Returns what the program writes to a file of this name.
fn written(folder: &Path, name: &str, args: &[&str]) -> Vec<u8> {
    let path = folder.join(name);
    let output = command(args).arg(&path).output().expect("it starts");
    assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    fs::read(path).expect("it was written")
}

#[test]
fn vectors_go_into_a_pipe_without_a_manifest() {
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for format in ["hex", "text", "csv", "jsonl", "npz", "parquet", "c"] {
        let args = ["vectors", "--count", "50", "--format", format, "--out"];
        let (output, read) = read_by_another(&folder.path().join(format), &args);
        assert_eq!(read, written(other.path(), format, &args), "{format}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with("50 vectors") && !said.contains("--verify"), "nobody can verify a pipe: {said}");
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 7, "no manifest lies beside the pipes");
    let run = vidalu(["vectors", "--count", "50", "--out", "/dev/stdout"], "");
    assert_eq!((run.code, run.stdout.into_bytes()), (0, fs::read(other.path().join("text")).unwrap()));
}

#[test]
fn a_wave_goes_into_a_pipe_without_files_for_viewers() {
    if !have(&["iverilog"]) {
        return;
    }
    let (folder, other) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let eval = ["eval", "vadd.u32.u32.u32 r1, r2, r2", "r2=1", "--wave"];
    let cosim = ["cosim", "--unit", "merge", "--sim", "icarus", "--vectors", "10", "--wave"];
    for (args, name) in [(&eval[..], "eval.vcd"), (&eval, "eval.svg"), (&cosim, "cosim.fst")] {
        let (output, read) = read_by_another(&folder.path().join(name), args);
        assert_eq!(read, written(other.path(), name, args), "{name}");
        assert!(!String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).contains("gtkw"));
    }
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 3, "no files for viewers lie beside the pipes");
}

/// A node of the test's own, which only root can make.
#[test]
fn a_device_is_written_to_and_stays() {
    let folder = tempfile::tempdir().unwrap();
    let node = folder.path().join("null.vcd");
    let made = Command::new("mknod").arg(&node).args(["c", "1", "3"]).output().unwrap();
    if !made.status.success() || fs::write(&node, "nothing").is_err() {
        eprintln!("SKIPPED: only root can make a device, on some file systems");
        return;
    }
    let commands =
        [&["vectors", "--count", "5", "--out"][..], &["eval", "vadd.u32.u32.u32 r1, r2, r2", "r2=1", "--wave"]];
    for args in &commands[..if have(&["iverilog"]) { 2 } else { 1 }] {
        let output = command(*args).arg(&node).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        assert!(node.metadata().unwrap().file_type().is_char_device(), "{args:?} replaced the device");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
    }
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
