use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// The time that one step of an installation may take.
const LIMIT: Duration = Duration::from_secs(180);

/// A virtual environment of Python in a folder of the test.
#[derive(Debug)]
pub struct Venv {
    folder: PathBuf,
}

impl Venv {
    /// Makes an environment in `folder` and installs `packages` from the Python package index.
    ///
    /// # Errors
    ///
    /// Returns the reason if Python or the network is missing; hand it to [`found`](crate::found).
    pub fn new(folder: &Path, packages: &[&str]) -> Result<Self, String> {
        run(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
        let venv = Self { folder: folder.to_owned() };
        venv.install(packages)?;
        Ok(venv)
    }

    /// Installs `packages`, which may begin with options of pip.
    ///
    /// # Errors
    ///
    /// Returns the last line that pip printed, or that pip took too long.
    pub fn install(&self, packages: &[&str]) -> Result<(), String> {
        let mut pip = Command::new(self.program("python"));
        run(pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]).args(packages))
    }

    /// Returns the path of a program of the environment.
    pub fn program(&self, name: &str) -> PathBuf {
        self.folder.join("bin").join(name)
    }

    /// Returns the folder of the environment.
    pub fn folder(&self) -> &Path {
        &self.folder
    }
}

/// Runs one step of an installation within [`LIMIT`].
fn run(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let begun = Instant::now();
    let child = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn();
    let mut child = child.map_err(|error| format!("{name} does not start: {error}"))?;
    while child.try_wait().map_err(|error| format!("{name}: {error}"))?.is_none() {
        if begun.elapsed() > LIMIT {
            let _ = child.kill();
            let _ = child.wait();
            return Err(format!("{name} was not ready after {} s", LIMIT.as_secs()));
        }
        thread::sleep(Duration::from_millis(50));
    }
    let output = child.wait_with_output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!("{name} failed: {}", stderr.trim().lines().last().unwrap_or("it printed no reason")))
}
