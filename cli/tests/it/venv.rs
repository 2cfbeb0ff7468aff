//! Packages of PyPI in a virtual environment that a test makes for itself.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Makes the environment `folder` and installs `packages` into it, or says why it cannot.
pub(crate) fn install(folder: &Path, packages: &[&str]) -> Result<(), String> {
    limited(Command::new("python3").args(["-m", "venv"]).arg(folder))?;
    let mut pip = Command::new(folder.join("bin/pip"));
    limited(pip.args(["install", "--quiet", "--disable-pip-version-check"]).args(packages))
}

/// Runs a command of the installation, not for ever.
fn limited(command: &mut Command) -> Result<(), String> {
    const LIMIT: Duration = Duration::from_secs(180);
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
        std::thread::sleep(Duration::from_millis(50));
    }
    let output = child.wait_with_output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    Err(format!("{name} failed: {}", said.trim().lines().last().unwrap_or("it does not say why")))
}
