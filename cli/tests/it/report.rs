//! `report`: opens the pages of a failing and of a passing run in a browser.

use std::path::Path;
use std::process::Command;

use vidalu_testkit::{browser, have, script};

use crate::support::vidalu;

/// Returns the page as the browser renders it, and the messages on its console.
fn open(browser: &Path, page: &Path) -> (String, Vec<String>) {
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"]);
    let output = command.arg(format!("file://{}", page.display())).output().expect("the browser starts");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    let console = said.lines().filter(|line| line.contains("CONSOLE")).map(str::to_owned).collect();
    (String::from_utf8_lossy(&output.stdout).into_owned(), console)
}

/// Runs a co-simulation with a fault in the clamp of half-words, which a fake Icarus injects.
fn co_simulate_a_fault(folder: &Path) {
    let fault = "sed -i 's/signed_i \\&\\& excess\\[15\\]/signed_i \\&\\& excess[14]/'";
    let body = format!("find . -name vidalu_saturate.v -exec {fault} {{}} +\nexec iverilog \"$@\"");
    let wrong = script(
        folder,
        "wrong-iverilog",
        &format!("case $PWD in */.vidalu-*) ;; *) exec iverilog \"$@\" ;; esac\n{body}"),
    );
    let mut cosim = crate::support::command(["cosim", "--unit", "scalar,simd", "--sim", "icarus", "--vectors", "2000"]);
    cosim.args(["--depth", "2", "--report"]).arg(folder.join("cosim.json"));
    cosim.env("VIDALU_IVERILOG", &wrong).env("XDG_CACHE_HOME", folder.join("cache"));
    let output = cosim.output().expect("the program starts");
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn what_failed_stands_first_and_a_browser_has_nothing_to_say() {
    if !have(&["iverilog", "yosys"]) {
        return;
    }
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = |name: &str| folder.path().join(name).display().to_string();
    co_simulate_a_fault(folder.path());
    for (name, arguments) in [
        ("prove.json", vec!["prove", "--unit", "select,saturate", "--format", "json"]),
        ("mutate.json", vec!["mutate", "--unit", "carry", "--count", "10", "--format", "json"]),
    ] {
        let run = vidalu(arguments, "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        std::fs::write(file(name), run.stdout).expect("the folder is ours");
    }

    let out = file("page.html");
    let run = vidalu(["report", &file("cosim.json"), &file("prove.json"), &file("mutate.json"), "--out", &out], "");
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert!(run.stderr.starts_with("failed: ") && run.stderr.contains("2 of 2 claims are proven"), "{}", run.stderr);
    let (page, console) = open(&browser, Path::new(&out));
    assert_eq!(console, Vec::<String>::new());
    let place = |text: &str| page.find(text).unwrap_or_else(|| panic!("no {text}: {page}"));
    // The order of the page: verdict, mismatch with its stage, datapath, the other reports.
    let order = [
        "<h1>failed</h1>",
        "scalar in icarus, cycle",
        "vidalu cosim --unit scalar",
        "class=\"stage bad\"",
        "<h2>Coverage</h2>",
        "<h2>Proofs</h2>",
        "<h2>Faults</h2>",
    ]
    .map(place);
    assert!(order.is_sorted(), "{order:?}");
    let stages = page.split("class=\"stage bad\"").nth(1).expect("it is there");
    assert!(stages.contains("class=\"name\"") && stages[..400].contains(">saturate<"), "{}", &stages[..400]);
    for network in ["http:", "https:", "<script", "src="] {
        assert!(!page.contains(network), "{network} on the page");
    }

    // A page without the co-simulation passes.
    let run = vidalu(["report", &file("prove.json"), &file("mutate.json"), "--out", &out], "");
    let (note, verdict) = run.stderr.split_once('\n').expect("two lines or more");
    assert!(note.ends_with("replaces an earlier page"), "{note}");
    assert_eq!((run.code, verdict.starts_with("passed: 2 of 2 claims are proven")), (0, true), "{verdict}");
    let (page, console) = open(&browser, Path::new(&out));
    assert!(console.is_empty() && page.contains("<h1>passed</h1>") && !page.contains("<h2>Findings</h2>"), "{page}");

    // The console would show an error.
    std::fs::write(&out, "<script>console.error('broken')</script>").expect("the folder is ours");
    assert_eq!(open(&browser, Path::new(&out)).1.len(), 1);
}

#[test]
fn what_is_no_document_is_refused_and_nothing_is_written() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let out = folder.path().join("page.html").display().to_string();
    for (input, said) in [
        ("{", "<stdin>: not a JSON document: EOF while parsing an object at line 1 column 1"),
        ("{}", "not a document of cosim, merge, prove or mutate"),
        ("{\"format_version\":2,\"proofs\":[]}", "the format version is 2, not 1"),
        ("{\"format_version\":1,\"proofs\":[]}", "the document is incomplete: missing field `engines`"),
    ] {
        let run = vidalu(["report", "-", "--out", &out], input);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{input}: {}", run.stderr);
        assert!(run.stderr.contains(said), "{input}: {}", run.stderr);
    }
    assert_eq!(vidalu(["report", "missing.json", "--out", &out], "").code, 2);
    assert_eq!(std::fs::read_dir(&folder).expect("it is there").count(), 0);
}

#[test]
fn only_a_page_is_replaced_and_that_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let report = |out: &str| vidalu(["report", &file("mutate.json"), "--out", &file(out)], "");
    let empty = r#"{"format_version": 1, "seed": 1, "count": 1, "vectors": 1, "units": []}"#;
    std::fs::write(file("mutate.json"), empty).unwrap();
    let first = report("page.html");
    assert!(!first.stderr.contains("replaces"), "{}", first.stderr);
    assert!(Path::new(&file("page.html")).exists(), "{}", first.stderr);
    let second = report("page.html");
    assert!(second.stderr.contains("page.html replaces an earlier page"), "{}", second.stderr);
    std::fs::write(file("mine.html"), "<html>").unwrap();
    let third = report("mine.html");
    assert_eq!(third.code, 2);
    assert!(third.stderr.contains("mine.html exists and is not a page of"), "{}", third.stderr);
}
