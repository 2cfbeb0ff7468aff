//! Progress on terminals of several widths, and nothing where stderr is not a terminal.

use std::process::Command;

use vidalu_testkit::{have, stdout};

use crate::support::vidalu;

/// Returns what `vidalu` writes to a terminal with this many columns.
fn on_terminal(columns: usize, args: &str) -> String {
    let command = format!("stty cols {columns} rows 24; {} {args}", env!("CARGO_BIN_EXE_vidalu"));
    stdout(Command::new("script").args(["-qec", &command, "/dev/null"]).env("TERM", "xterm"))
}

/// Returns the lines that were written to a terminal, without its control sequences.
fn lines(text: &str) -> Vec<String> {
    let mut parts = text.split('\x1b');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        // A sequence ends with its first letter. Those that move the cursor end a line.
        let end = part.find(|c: char| c.is_ascii_alphabetic()).map_or(part.len(), |end| end + 1);
        if !part[..end].ends_with('m') {
            plain.push('\n');
        }
        plain.push_str(&part[end..]);
    }
    plain.split(['\r', '\n']).map(str::to_owned).filter(|line| !line.trim().is_empty()).collect()
}

/// Checks the lines of progress, which begin with a spinner and a time. A line that is not the last
/// of several is filled up to the width.
fn check(columns: usize, text: &str, shows: &[&str]) {
    let lines = lines(text);
    let is_progress = |line: &&String| line.chars().nth(5).is_some_and(|c| matches!(c, 's' | 'm'));
    let progress: Vec<_> = lines.iter().filter(is_progress).collect();
    for line in &progress {
        let width = line.chars().count();
        assert!(width <= columns || width % columns == 0, "{width} in {columns} columns: {line:?}");
        assert!(!line.contains("0/0"), "{line:?}");
        let digits = line.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
        assert!(digits.is_some_and(|digits| digits < 7), "{line:?}");
    }
    for shown in shows {
        assert!(progress.iter().any(|line| line.contains(shown)), "{shown:?} is not in {progress:?}");
    }
}

#[test]
fn lines_fit_every_terminal() {
    if !have(&["script", "iverilog", "vvp", "yosys"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("vectors.csv");
    let vectors = format!("vectors --unit video --count 150000 --out {}", out.display());
    let kit = format!("kit --unit video --level random --count 40000 --out {}", folder.path().join("kit").display());
    for columns in [20, 40, 80] {
        let wide = columns == 80;
        check(columns, &on_terminal(columns, &vectors), if wide { &["writing 150000 vectors"] } else { &[] });
        check(columns, &on_terminal(columns, &kit), if wide { &["vectors"] } else { &[] });
        let cosim = on_terminal(columns, "cosim --unit scalar,merge --sim icarus --vectors 60000");
        check(columns, &cosim, if wide { &["building", "░", "/60.0k", "/s, ", " left"] } else { &[] });
        let prove = on_terminal(columns, "prove --unit shifter,compare");
        check(columns, &prove, if wide { &["proving"] } else { &[] });
        let mutate = on_terminal(columns, "mutate --unit scalar --count 20");
        check(columns, &mutate, if wide { &["unit 1 of 1: 20 faults in scalar"] } else { &[] });
    }
    let quiet = on_terminal(80, "-q cosim --unit merge --sim icarus --vectors 20000");
    assert!(!quiet.contains("building") && !quiet.contains("next:"), "{quiet}");
}

#[test]
fn a_pipe_has_no_progress() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("vectors.csv");
    let run = vidalu(["vectors", "--count", "60000", "--out", out.to_str().unwrap()], "");
    let lines: Vec<_> = run.stderr.lines().collect();
    assert!(lines.len() == 2 && lines[0].starts_with("60000 vectors") && lines[1].starts_with("next:"), "{lines:?}");
}
