//! The package, built as a wheel and installed into a virtual environment of Python.

use std::path::{Path, PathBuf};
use std::process::Command;

use vidalu_testkit::{Venv, found, stdout, target};

/// The packages that the tests need beside `vidalu`.
const PACKAGES: [&str; 4] = ["maturin==1.16.*", "mypy==2.4.*", "cocotb==2.1.*", "numpy==2.*"];

/// An environment with the package, which is removed when dropped.
pub(crate) struct Installed {
    folder: tempfile::TempDir,
    venv: Venv,
}

impl Installed {
    /// Builds and installs the package. Returns `None`, which skips the test, if Python or the
    /// network is missing.
    pub(crate) fn new() -> Option<Self> {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let venv = found(Venv::new(folder.path(), &PACKAGES))?;
        let installed = Self { folder, venv };
        // A wheel that cannot be built or installed fails the test: neither needs the network.
        let wheels = installed.folder().join("wheels");
        let mut build = installed.program("maturin");
        // With cargo's own target folder, where the crates are compiled already.
        build.args(["build", "--quiet", "--profile", "dev", "--locked", "--out"]).arg(&wheels);
        build.arg("--manifest-path").arg(package().join("Cargo.toml")).env("CARGO_TARGET_DIR", target());
        stdout(&mut build);
        let wheel = std::fs::read_dir(&wheels).expect("maturin made it").next().expect("it holds the wheel");
        let wheel = wheel.expect("it can be read").path();
        let name = wheel.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        assert!(name.contains("-cp310-abi3-"), "{name} is for every Python from 3.10 on");
        let options = ["--no-index", "--no-deps", wheel.to_str().expect("the path is text")];
        installed.venv.install(&options).expect("the wheel is complete");
        Some(installed)
    }

    /// Returns a program of the environment, which finds nothing of the checkout.
    pub(crate) fn program(&self, name: &str) -> Command {
        let mut command = Command::new(self.venv.program(name));
        command.current_dir(self.folder()).env_remove("PYTHONPATH").env("VIRTUAL_ENV", self.folder());
        command
    }

    /// Returns a folder for files.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }
}

/// The folder of this package.
pub(crate) fn package() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).to_owned()
}
