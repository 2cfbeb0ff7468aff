//! The scripts of the README on a machine where they cannot install tools.

use std::path::Path;
use std::process::Command;

/// Runs `body` after `scripts/tools.sh` with only these programs on PATH.
fn tools(body: &str, programs: &[&str], made_up: &[(&str, &str)]) -> (Option<i32>, String) {
    let path = tempfile::tempdir().expect("a folder can be made");
    for program in programs {
        let real = ["/usr/bin", "/bin"].map(|folder| Path::new(folder).join(program));
        let real = real.iter().find(|real| real.exists()).expect("every system has it");
        std::os::unix::fs::symlink(real, path.path().join(program)).expect("the folder is new");
    }
    for (program, body) in made_up {
        vidalu_testkit::script(path.path(), program, body);
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let script = format!(". scripts/tools.sh; {body}");
    let mut command = Command::new("/bin/sh");
    let output = command.args(["-c", &script]).env("PATH", path.path()).current_dir(root).output();
    let output = output.expect("there is a shell");
    (output.status.code(), String::from_utf8(output.stderr).expect("it writes text"))
}

#[test]
fn what_is_missing_is_named_for_every_system() {
    let present = [("verilator", ""), ("g++", ""), ("make", ""), ("python3", ""), ("z3", ""), ("cadical", "")];
    let (code, said) = tools("install_tools", &["cut", "id"], &present);
    assert_eq!(code, Some(1));
    for line in
        ["sudo apt-get install iverilog yosys", "sudo dnf install iverilog yosys", "brew install icarus-verilog yosys"]
    {
        assert!(said.contains(line), "{line}: {said}");
    }
    let no_venv = [("iverilog", ""), ("yosys", ""), ("python3", "exit 1")];
    let (_, said) = tools("install_tools", &["cut", "id"], &[&present[..3], &present[4..], &no_venv].concat());
    assert!(said.contains("apt-get install python3-venv"), "{said}");
    let all = [&present[..], &[("iverilog", ""), ("yosys", "")]].concat();
    assert_eq!(tools("install_tools", &["cut", "id"], &all), (Some(0), String::new()));
}

#[test]
fn rust_is_needed_and_new_enough() {
    let (code, said) = tools("need_rust", &["sed"], &[]);
    assert_eq!(code, Some(3));
    assert!(said.contains("cargo is missing"), "{said}");
    let old = [("cargo", ""), ("rustc", "echo 'rustc 1.63.0 (4b91a6ea7 2022-08-08)'")];
    let (code, said) = tools("need_rust", &["sed"], &old);
    assert_eq!(code, Some(3));
    assert!(said.contains("rustc 1.63.0") && said.contains("1.95 or later"), "{said}");
    let new = [("cargo", ""), ("rustc", "echo 'rustc 1.100.0'")];
    assert_eq!(tools("need_rust", &["sed"], &new), (Some(0), String::new()));
}
