//! Runs the commands of the documents that write files or need tools, and compares their output.
//!
//! Such a block is marked `console,ignore`, because `trycmd` runs the others. The line before it
//! names its tools: `<!-- needs: iverilog yosys -->`. In the output, a line `...` stands for any
//! lines, `[..]` for any text in a line, and `? 2` for the exit code 2.

use std::env;
use std::ffi::OsString;
use std::os::unix::fs::symlink;
use std::path::Path;
use std::process::Command;
use std::thread;

use vidalu_testkit::have;

use crate::documents::{read, root};

/// The documents that have such blocks.
const DOCUMENTS: [&str; 10] = [
    "README.md",
    "docs/kit.md",
    "docs/labs.md",
    "docs/own-hardware.md",
    "docs/run.md",
    "docs/vectors.md",
    "docs/verification.md",
    "docs/vortex.md",
    "docs/waves.md",
    "docs/wrappers.md",
];

/// A block of commands.
struct Block<'a> {
    /// The number of its first line in the document.
    line: usize,
    /// The tools that its commands need.
    needs: Vec<&'a str>,
    lines: Vec<&'a str>,
}

/// Returns the blocks of a document that `trycmd` does not run.
fn blocks<'a>(document: &str, text: &'a str) -> Vec<Block<'a>> {
    let mut blocks = Vec::new();
    let mut before = "";
    let mut lines = text.lines().enumerate();
    while let Some((at, line)) = lines.next() {
        if line == "```console,ignore" {
            let needs = before.strip_prefix("<!-- needs:").and_then(|rest| rest.strip_suffix("-->"));
            let needs = needs.unwrap_or_else(|| panic!("{document}:{at}: the block is not run: say what it needs"));
            let inner = lines.by_ref().map(|(_, line)| line).take_while(|line| *line != "```");
            let lines = inner.collect();
            blocks.push(Block { line: at + 2, needs: needs.split_whitespace().collect(), lines });
        }
        before = line;
    }
    blocks
}

/// Splits a block before each command.
fn commands<'a, 'b>(lines: &'b [&'a str]) -> impl Iterator<Item = &'b [&'a str]> {
    lines.chunk_by(|_, next| !next.starts_with("$ "))
}

/// Returns whether the lines of an output are as the document shows them.
fn matches(shown: &[&str], lines: &[&str]) -> bool {
    match shown {
        [] => lines.is_empty(),
        ["...", rest @ ..] => (0..=lines.len()).any(|skipped| matches(rest, &lines[skipped..])),
        [first, rest @ ..] => {
            lines.split_first().is_some_and(|(line, lines)| fits(first, line) && matches(rest, lines))
        }
    }
}

/// Returns whether a line is as the document shows it.
fn fits(shown: &str, line: &str) -> bool {
    let Some((start, rest)) = shown.split_once("[..]") else { return shown == line };
    let Some(line) = line.strip_prefix(start) else { return false };
    (0..=line.len()).filter(|&at| line.is_char_boundary(at)).any(|at| fits(rest, &line[at..]))
}

/// Runs a command in a shell and returns what it wrote to both streams, as the document would show
/// it.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_vidalu")).parent().expect("the program is in a folder");
    let mut path = OsString::from(program);
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("exec 2>&1; {command}")]).current_dir(folder).env("PATH", path);
    let output = shell.output().expect("a shell is always here");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => text,
        Some(code) => format!("? {code}\n{text}"),
        None => format!("the command was killed\n{text}"),
    }
}

/// Runs the blocks of a document in one folder and returns what is not as shown.
fn check(document: &str) -> Vec<String> {
    let text = read(document);
    let folder = tempfile::tempdir().expect("a folder can be made");
    for name in ["examples", "scripts"] {
        symlink(root().join(name), folder.path().join(name)).expect("the folder is new");
    }
    let mut wrong = Vec::new();
    for block in blocks(document, &text).iter().filter(|block| have(&block.needs)) {
        for part in commands(&block.lines) {
            let command = &part[0][2..];
            let shown = &part[1..];
            let output = run(command, folder.path());
            let lines: Vec<_> = output.trim_end().lines().collect();
            if !matches(shown, &lines) {
                wrong.push(format!(
                    "{document}:{}: {command}\n--- shown\n{}\n--- is\n{output}",
                    block.line,
                    shown.join("\n")
                ));
            }
        }
    }
    wrong
}

#[test]
fn the_commands_of_the_documents_do_what_is_shown() {
    let wrong: Vec<_> = thread::scope(|scope| {
        let threads = DOCUMENTS.map(|document| scope.spawn(move || check(document)));
        threads.into_iter().flat_map(|thread| thread.join().expect("the check does not panic")).collect()
    });
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_block_is_left_out() {
    let with_blocks = |document: &String| !blocks(document, &read(document)).is_empty();
    let documents: Vec<_> = crate::documents::documents().into_iter().filter(with_blocks).collect();
    assert_eq!(documents, DOCUMENTS);
}

#[test]
fn an_output_is_compared_with_what_is_shown() {
    assert!(matches(&["a", "...", "c [..] s"], &["a", "b", "b", "c 0.4 s"]));
    assert!(matches(&["..."], &[]));
    assert!(!matches(&["a"], &["a", "b"]));
    assert!(!matches(&["a [..] c"], &["a b d"]));
}
