//! `vidalu cache`.

use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

use indicatif::HumanBytes;
use serde::Serialize;
use vidalu_sim::cache::{self, Entry};

use crate::failure::Failure;
use crate::output::{self, Format};

/// Lists or removes what vidalu keeps between runs.
///
/// These are mainly compiled simulations.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Remove the files.
    #[arg(long)]
    clean: bool,
    /// Only files that are at least this number of days old.
    #[arg(long, value_name = "DAYS", default_value_t = 0)]
    older_than: u32,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

#[derive(Serialize)]
struct Answer {
    /// The folder of the cache.
    path: Option<String>,
    /// Whether the entries were removed.
    removed: bool,
    bytes: u64,
    entries: Vec<Line>,
}

#[derive(Serialize)]
struct Line {
    kind: String,
    path: String,
    bytes: u64,
    /// The time since the entry was made, in seconds.
    age: u64,
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let at_least = Duration::from_secs(u64::from(args.older_than) * 24 * 60 * 60);
    let entries = match cache::root() {
        Some(root) => found(&root, args.clean, at_least)?,
        None => Vec::new(),
    };
    let lines = entries.into_iter().map(|Entry { kind, path, bytes, age }| Line {
        kind,
        path: path.display().to_string(),
        bytes,
        age: age.as_secs(),
    });
    let entries: Vec<_> = lines.collect();
    let answer = Answer {
        path: cache::root().map(|root| root.display().to_string()),
        removed: args.clean,
        bytes: entries.iter().map(|entry| entry.bytes).sum(),
        entries,
    };
    match args.format {
        Format::Json => output::document(&answer),
        Format::Text => output::text(&text(&answer)),
    }
}

/// Returns the entries that are old enough, and removes them if `clean`.
fn found(root: &Path, clean: bool, at_least: Duration) -> Result<Vec<Entry>, Failure> {
    let result = match clean {
        true => cache::clean(root, at_least),
        false => cache::entries(root).map(Some),
    };
    let found = result.map_err(|error| {
        Failure::input(
            format!("cannot read or clean {}: {error}", root.display()),
            "change its permissions, or set VIDALU_CACHE_DIR to another folder",
        )
    })?;
    let mut entries = found.ok_or_else(|| {
        Failure::input(
            format!("another vidalu uses the cache in {}: nothing was removed", root.display()),
            "wait until it ends, and try again",
        )
    })?;
    entries.retain(|entry| entry.age >= at_least);
    Ok(entries)
}

/// Returns a line for each kind of entry, and the sum.
fn text(answer: &Answer) -> String {
    let mut text = String::new();
    let mut kinds: Vec<_> = answer.entries.iter().map(|entry| entry.kind.as_str()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of = || answer.entries.iter().filter(|entry| entry.kind == kind);
        let bytes = HumanBytes(of().map(|entry| entry.bytes).sum());
        let _ = writeln!(text, "{kind:<10} {:>6}  {:>12}", of().count(), bytes.to_string());
    }
    let (path, bytes) = (answer.path.as_deref().unwrap_or("no folder"), HumanBytes(answer.bytes));
    let done = if answer.removed { "removed from" } else { "in" };
    let _ = writeln!(text, "{} entries, {bytes}, {done} {path}", answer.entries.len());
    text
}
