//! Compiles the VPI module in `vpi/`, which is embedded into this crate. It uses only rustc, so
//! that the module is there after every `cargo build`, `cargo test` and `cargo install`.

use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=vpi-src");
    let library = PathBuf::from(variable("OUT_DIR")).join("vidalu.vpi");
    if let Err(problem) = compile(&library) {
        println!(
            "cargo::warning=Icarus Verilog will be driven through text, which is slower: its VPI module was not built: {problem}"
        );
        // An empty file means that there is no module.
        std::fs::write(&library, "").expect("the build's own folder can be written");
    }
}

fn compile(library: &Path) -> Result<(), String> {
    let target = variable("TARGET");
    let mut command = Command::new(variable("RUSTC"));
    command.args(["vpi-src/lib.rs", "--crate-name", "vidalu_vpi", "--crate-type", "cdylib", "--edition", "2024"]);
    command.args(["-C", "opt-level=3", "-C", "panic=abort", "-C", "strip=symbols", "--target", &target, "-o"]);
    command.arg(library);
    if let Ok(linker) = std::env::var("RUSTC_LINKER") {
        command.args(["-C", &format!("linker={linker}")]);
    }
    if variable("CARGO_CFG_TARGET_VENDOR") == "apple" {
        // The functions that the module calls are in the program that loads it. Other linkers do
        // not ask for them.
        command.args(["-C", "link-arg=-undefined", "-C", "link-arg=dynamic_lookup"]);
    }
    let output = command.output().map_err(|error| format!("rustc could not be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    Err(text.lines().find(|line| line.starts_with("error")).unwrap_or("rustc failed").to_owned())
}

fn variable(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("cargo sets {name}"))
}
