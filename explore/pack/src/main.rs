//! `cargo page`: builds the parts of the page that is one file.
//!
//! The parts are the engine as WebAssembly and the bundle of the page's modules. They lie in
//! explore/dist, and a vidalu that is compiled afterwards contains them, so that `vidalu explore
//! --out` works. Needs npm, and the target wasm32-unknown-unknown of rustup. The exit code is 0, or
//! 3 if a tool fails.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, ExitCode};

use flate2::Compression;
use flate2::write::GzEncoder;

/// The folder of the parts.
const DIST: &str = "explore/dist";

fn main() -> ExitCode {
    match bundle().and_then(|()| engine()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(3)
        }
    }
}

/// Bundles the modules and the styles.
fn bundle() -> io::Result<()> {
    let npm = |words: &[&str]| {
        let help = "install Node.js with npm";
        succeed(Command::new("npm").args(words).current_dir("explore/page"), help)
    };
    npm(&["ci", "--no-fund", "--no-audit", "--loglevel=error"])?;
    npm(&["run", "--silent", "bundle"])
}

/// Compiles the engine and compresses it.
fn engine() -> io::Result<()> {
    let arguments = "build --package vidalu-wasm --target wasm32-unknown-unknown --profile wasm --target-dir";
    let own = std::env::current_exe()?;
    let folder = own.ancestors().nth(2).expect("the program is in a target folder").join("page");
    let mut cargo = Command::new(env!("CARGO"));
    // Flags of the linker for this system would not fit WebAssembly.
    cargo.args(arguments.split(' ')).arg(&folder).env_remove("RUSTFLAGS");
    succeed(&mut cargo, "rustup target add wasm32-unknown-unknown")?;
    let compiled = fs::read(folder.join("wasm32-unknown-unknown/wasm/vidalu_wasm.wasm"))?;
    let mut packed = GzEncoder::new(File::create(Path::new(DIST).join("engine.wasm.gz"))?, Compression::best());
    packed.write_all(&compiled)?;
    packed.finish()?.sync_all()
}

/// Runs a command of which a failure ends the task.
fn succeed(command: &mut Command, help: &str) -> io::Result<()> {
    let explain = |what: String| io::Error::other(format!("{what}\nhelp: {help}"));
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| explain(format!("{program} did not start: {error}")))?;
    if status.success() { Ok(()) } else { Err(explain(format!("{program} failed ({status})"))) }
}
