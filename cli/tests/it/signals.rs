//! SIGINT and SIGTERM at different moments: the exit code, and nothing that stays behind.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use vidalu_testkit::{have, script};

use crate::support::command;

/// Both signals with the exit code of a program that they end.
const SIGNALS: [(&str, i32); 2] = [("-INT", 130), ("-TERM", 143)];

fn kill(signal: &str, pid: &str) -> bool {
    Command::new("kill").args([signal, pid]).stderr(Stdio::null()).status().expect("kill starts").success()
}

/// Waits until `happened`.
fn wait_for(what: &str, happened: impl Fn() -> bool) {
    let started = Instant::now();
    while !happened() {
        assert!(started.elapsed() < Duration::from_secs(60), "{what} did not happen");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Sends a signal and returns the exit code.
fn end(mut child: Child, signal: &str) -> Option<i32> {
    // Waiting would close stdin, which ends some commands too.
    let _stdin = child.stdin.take();
    assert!(kill(signal, &child.id().to_string()));
    let started = Instant::now();
    let code = child.wait().expect("it ends").code();
    assert!(started.elapsed() < Duration::from_secs(30), "it did not end soon");
    code
}

fn entries(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("it can be read");
    entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn a_command_without_files_ends_at_once() {
    for (signal, code) in SIGNALS {
        for args in [&["eval", "--batch", "-"][..], &["check", "-"], &["judge", "-"]] {
            let child = command(args).spawn().expect("it starts");
            // It waits for stdin, which stays open. Before that, it installs the handler.
            std::thread::sleep(Duration::from_millis(500));
            assert_eq!(end(child, signal), Some(code), "{args:?}");
        }
    }
}

#[test]
fn half_a_file_of_vectors_is_removed() {
    for (signal, code) in SIGNALS {
        let folder = tempfile::tempdir().expect("a folder");
        let out = folder.path().join("v.csv");
        let child = command(["vectors", "--count", "1000000000", "--out", out.to_str().expect("a name")]).spawn();
        let child = child.expect("it starts");
        let is_large = || {
            let mut staged = entries(folder.path()).into_iter().map(|name| folder.path().join(name).join("content"));
            staged.any(|file| file.metadata().is_ok_and(|found| found.len() > 1 << 20))
        };
        wait_for("writing", is_large);
        assert_eq!(end(child, signal), Some(code));
        assert_eq!(entries(folder.path()), Vec::<String>::new());
    }
}

#[test]
fn a_program_on_hardware_leaves_nothing_behind() {
    if !have(&["iverilog"]) {
        return;
    }
    for (signal, code) in SIGNALS {
        let folder = tempfile::tempdir().expect("a folder");
        let (pid, scratch) = (folder.path().join("pid"), folder.path().join("scratch"));
        fs::create_dir(&scratch).expect("a folder");
        let body = format!(
            "[ \"$1\" = -V ] && exec iverilog -V\nmktemp; echo $$ > '{0}.new'; mv '{0}.new' '{0}'; exec sleep 600",
            pid.display()
        );
        let slow = script(folder.path(), "iverilog", &body);
        for args in [&["run", "-", "--on", "icarus", "--set", "%a=1"][..], &["eval", "-", "%a=1", "--wave", "wave.vcd"]]
        {
            let _ = fs::remove_file(&pid);
            let wave = folder.path().join("wave.vcd");
            let args: Vec<_> = args
                .iter()
                .map(|arg| if arg.ends_with(".vcd") { wave.to_str().expect("a name") } else { arg })
                .collect();
            let mut child =
                command(&args).env("VIDALU_IVERILOG", &slow).env("TMPDIR", &scratch).spawn().expect("it starts");
            let mut stdin = child.stdin.take().expect("stdin is a pipe");
            std::io::Write::write_all(&mut stdin, b"vadd.u32.u32.u32 %d, %a, %a;").expect("it reads");
            drop(stdin);
            wait_for("the compiler", || pid.exists());
            assert_eq!(end(child, signal), Some(code), "{args:?}");
            assert_eq!(entries(&scratch), Vec::<String>::new(), "{args:?}");
            assert!(!wave.exists());
            let compiler = fs::read_to_string(&pid).expect("it was written");
            wait_for("the end of the compiler", || !kill("-0", compiler.trim()));
        }
    }
}

#[test]
fn faults_are_not_decided_after_a_signal() {
    if !have(&["yosys"]) {
        return;
    }
    for (signal, code) in SIGNALS {
        let scratch = tempfile::tempdir().expect("a folder");
        let args = "mutate --unit vmad --goal cells --multiplier booth4-dadda --depth 6 --count 20000";
        let child = command(args.split(' ')).env("TMPDIR", scratch.path()).spawn().expect("it starts");
        // Behind yosys, no tool runs that the signal could end.
        std::thread::sleep(Duration::from_secs(10));
        assert_eq!(end(child, signal), Some(code));
        assert_eq!(entries(scratch.path()), Vec::<String>::new());
    }
}

#[test]
fn the_second_signal_ends_a_command_that_does_not_listen() {
    let folder = tempfile::tempdir().expect("a folder");
    // A pipe that nobody reads: opening it blocks.
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo starts").success());
    let out = folder.path().join("page.html");
    let args = ["report", pipe.to_str().expect("a name"), "--out", out.to_str().expect("a name")];
    let child = command(args).spawn().expect("it starts");
    wait_for("the temporary file", || entries(folder.path()).iter().any(|name| name.starts_with(".vidalu-")));
    assert!(kill("-INT", &child.id().to_string()));
    std::thread::sleep(Duration::from_millis(200));
    assert_eq!(end(child, "-TERM"), Some(143));
}
