//! A virtual environment of Python with the package in it, built as a wheel.

use std::path::{Path, PathBuf};
use std::process::Command;

/// What is installed beside the package; NumPy comes with it.
const PACKAGES: [&str; 4] = ["maturin==1.16.*", "mypy==2.4.*", "cocotb==2.1.*", "numpy==2.*"];

/// The environment, for as long as a test runs.
pub(crate) struct Venv {
    folder: tempfile::TempDir,
}

impl Venv {
    /// `None` if it cannot be made here, which is said; where CI is set that is a failure.
    pub(crate) fn new() -> Option<Self> {
        match Self::install() {
            Ok(venv) => Some(venv),
            Err(reason) => {
                assert!(std::env::var_os("CI").is_none(), "no wheel can be installed, and CI is set: {reason}");
                eprintln!("SKIPPED: no wheel can be installed: {reason}");
                None
            }
        }
    }

    /// Fails where Python or the network is missing. A wheel that cannot be built is no reason to skip.
    fn install() -> Result<Self, String> {
        let python = which::which("python3").map_err(|error| format!("python3: {error}"))?;
        let venv = Self { folder: tempfile::tempdir().map_err(|error| error.to_string())? };
        run(Command::new(python).args(["-m", "venv"]).arg(venv.folder.path()))?;
        venv.pip(&PACKAGES)?;
        let wheels = venv.folder.path().join("wheels");
        let mut build = venv.program("maturin");
        // With cargo's own target folder, where the crates are compiled already.
        let target = target();
        build.args(["build", "--quiet", "--profile", "dev", "--locked", "--out"]).arg(&wheels);
        build.arg("--manifest-path").arg(package().join("Cargo.toml")).env("CARGO_TARGET_DIR", target);
        output(&mut build);
        let wheel = std::fs::read_dir(&wheels).expect("maturin made it").next().expect("it holds the wheel");
        let wheel = wheel.expect("it can be read").path();
        let name = wheel.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        assert!(name.contains("-cp310-abi3-"), "{name} is for every Python from 3.10 on");
        venv.pip(&["--no-index", "--no-deps", wheel.to_str().expect("the path is text")])?;
        Ok(venv)
    }

    fn pip(&self, arguments: &[&str]) -> Result<(), String> {
        let mut pip = self.program("python");
        run(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(arguments))
    }

    /// A program of the environment, which finds nothing of the checkout.
    pub(crate) fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.folder.path().join("bin").join(name));
        command.current_dir(self.folder.path()).env_remove("PYTHONPATH").env("VIRTUAL_ENV", self.folder.path());
        command
    }

    /// A folder for files.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// The folder of this package.
pub(crate) fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}

/// The target folder in which this test was built: it is in `PROFILE/deps` there.
fn target() -> PathBuf {
    let test = std::env::current_exe().expect("a test has a path");
    test.ancestors().nth(3).expect("it is in the target folder").to_owned()
}

/// Runs a command of the installation.
fn run(command: &mut Command) -> Result<(), String> {
    let output = command.output().map_err(|error| format!("{command:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(()) } else { Err(said.trim().lines().last().unwrap_or_default().to_owned()) }
}

/// The standard output of a command that succeeds.
pub(crate) fn output(command: &mut Command) -> String {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let [stdout, stderr] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?}: {stdout}{stderr}");
    stdout
}
