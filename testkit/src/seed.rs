use std::env;
use std::process::Command;

/// Returns the number in the environment variable `variable`, or `None` if it is not set.
///
/// # Panics
///
/// Panics if the variable does not hold a number.
pub fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text:?} is not a number")))
}

/// Returns the seed of a test that draws different samples with each commit.
///
/// That is the number in the environment variable `variable`, if it is set; otherwise the first 32
/// bits of the commit's hash; outside of a repository, 1.
///
/// # Panics
///
/// Panics if the variable does not hold a number.
pub fn seed(variable: &str) -> u64 {
    number(variable).or_else(commit).unwrap_or(1)
}

/// Returns one in `step` of `all`, and at least one. Each commit has a seed of its own, and `step`
/// seeds in a row take all.
///
/// `VIDALU_SAMPLE_SEED` takes the place of the commit, and `VIDALU_SAMPLE_STEP` that of `step`:
/// with 1, all take their turn.
///
/// # Panics
///
/// Panics if a variable does not hold a number.
pub fn in_turn<T>(all: impl IntoIterator<Item = T>, step: usize) -> Vec<T> {
    let seed = seed("VIDALU_SAMPLE_SEED");
    let all: Vec<T> = all.into_iter().collect();
    let step = number("VIDALU_SAMPLE_STEP").map_or(step, |own| own as usize).clamp(1, all.len().max(1));
    eprintln!("one in {step} of {}: VIDALU_SAMPLE_SEED={seed}", all.len());
    all.into_iter().skip(seed as usize % step).step_by(step).collect()
}

fn commit() -> Option<u64> {
    let mut git = Command::new("git");
    git.args(["rev-parse", "HEAD"]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let hash = git.output().ok()?.stdout;
    u64::from_str_radix(std::str::from_utf8(&hash).ok()?.get(..8)?, 16).ok()
}
