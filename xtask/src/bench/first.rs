//! The time to the first result: from a changed module to the verdict of `vidalu cosim`.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

use super::Result;
use super::command::output;
use super::sample::median;

/// The number of times that each run is repeated.
const TIMES: usize = 5;

/// The times in one simulator, in seconds.
pub(super) struct First {
    pub(super) simulator: &'static str,
    /// From the start to the verdict, for a module that is not cached; the runtime and the header
    /// are cached.
    pub(super) changed: Vec<f64>,
    /// From the start to the verdict, if nothing changed.
    pub(super) unchanged: Vec<f64>,
    /// The processor time if nothing changed.
    pub(super) cpu: Vec<f64>,
}

/// Builds the program as it is shipped, and returns its path.
pub(super) fn program() -> Result<PathBuf> {
    let mut build = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    build.args(["build", "--release", "--quiet", "--package", "vidalu", "--message-format=json"]);
    let messages = output(&mut build)?;
    let mut programs = messages.lines().filter_map(|line| {
        let message: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(PathBuf::from(message["executable"].as_str()?))
    });
    programs.next_back().ok_or_else(|| "cargo names no program".into())
}

/// Measures one simulator, with `cache` as the cache folder.
pub(super) fn measure(program: &Path, simulator: &'static str, cache: &Path) -> Result<First> {
    let run = |prefix: &str| -> Result<(f64, f64)> {
        let mut command = Command::new(program);
        command.args(["cosim", "--unit", "scalar", "--vectors", "1000", "--sim", simulator, "--prefix", prefix]);
        command.env("VIDALU_CACHE_DIR", cache);
        let (start, before) = (Instant::now(), children()?);
        output(&mut command)?;
        Ok((start.elapsed().as_secs_f64(), children()? - before))
    };
    run("first_")?;
    let (mut changed, mut unchanged, mut cpu) = (Vec::new(), Vec::new(), Vec::new());
    for time in 0..TIMES {
        let prefix = format!("changed{time}_");
        changed.push(run(&prefix)?.0);
        let (wall, processor) = run(&prefix)?;
        unchanged.push(wall);
        cpu.push(processor);
    }
    Ok(First { simulator, changed, unchanged, cpu })
}

/// Returns the processor time of all children that have ended, in seconds.
fn children() -> Result<f64> {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    Ok((usage.user_time() + usage.system_time()).num_microseconds() as f64 * 1e-6)
}

/// Prints the table.
pub(super) fn print(table: &[First]) {
    println!("\ncosim --unit scalar --vectors 1000, medians of {TIMES}");
    println!("{:<12} {:>12} {:>12} {:>16}", "simulator", "changed", "unchanged", "unchanged, CPU");
    for row in table {
        let [changed, unchanged, cpu] = [&row.changed, &row.unchanged, &row.cpu].map(|times| median(times));
        println!("{:<12} {changed:>10.3} s {unchanged:>10.3} s {cpu:>14.3} s", row.simulator);
    }
}
