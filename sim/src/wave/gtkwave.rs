//! A save file for GTKWave: the signals that it shows, in groups, and the time at which it opens.

use std::fmt::Write;

use super::record::{CYCLE, VariableKind};
use super::view::{Row, ViewGroup};

/// The flags of GTKWave that say how the following signals are shown.
mod show {
    pub(super) const HEX: u32 = 0x22;
    pub(super) const DECIMAL: u32 = 0x24;
    pub(super) const BINARY: u32 = 0x28;
    pub(super) const TEXT: u32 = 0x820;
    pub(super) const OPENS: u32 = 0x80_0200;
    pub(super) const CLOSES: u32 = 0x100_0200;
    /// The flags of a group whose signals are folded.
    pub(super) const OPENS_FOLDED: u32 = 0xc0_0200;
    pub(super) const CLOSES_FOLDED: u32 = 0x140_1200;
}

/// The number of cycles that fill the window.
const SHOWN: u64 = 16;

/// Returns the save file `name` for the file `wave` in the same folder, with the marker at cycle
/// `marked`.
pub(super) fn text(wave: &str, name: &str, groups: &[ViewGroup], from: u64, marked: Option<u64>) -> String {
    let mut text = String::new();
    written(&mut text, wave, name, groups, from, marked).expect("a string takes all text");
    text
}

fn written(
    text: &mut String,
    wave: &str,
    name: &str,
    groups: &[ViewGroup],
    from: u64,
    marked: Option<u64>,
) -> std::fmt::Result {
    writeln!(text, "[dumpfile] \"{wave}\"\n[savefile] \"{name}\"")?;
    let start = marked.map_or(from, |cycle| cycle.saturating_sub(SHOWN / 2).max(from)) * CYCLE;
    writeln!(text, "[timestart] {start}\n[size] 1400 900")?;
    // The zoom is the logarithm of the time in a fifth of the window; then come the marker and the
    // 26 named ones.
    let zoom = -((SHOWN * CYCLE) as f64 / 5.0).log2();
    let marker = marked.map_or("-1".to_owned(), |cycle| (cycle * CYCLE).to_string());
    writeln!(text, "*{zoom:.6} {marker}{}", " -1".repeat(26))?;
    writeln!(text, "[sst_width] 220\n[signals_width] 300\n[sst_expanded] 1")?;
    groups.iter().try_for_each(|group| self::group(text, group, false))
}

fn group(text: &mut String, group: &ViewGroup, folded: bool) -> std::fmt::Result {
    let (opens, closes) = if folded { (show::OPENS_FOLDED, show::CLOSES_FOLDED) } else { (show::OPENS, show::CLOSES) };
    writeln!(text, "@{opens:x}\n-{}", group.name)?;
    for row in &group.rows {
        writeln!(text, "@{:x}\n{}", form(row), full_name(row))?;
    }
    for inner in &group.inner {
        self::group(text, inner, true)?;
    }
    writeln!(text, "@{closes:x}\n-{}", group.name)
}

fn form(row: &Row) -> u32 {
    match (row.kind, row.width) {
        (VariableKind::Text, _) => show::TEXT,
        (VariableKind::Integer, _) => show::DECIMAL,
        (_, 1) => show::BINARY,
        _ => show::HEX,
    }
}

/// Returns the name that GTKWave gives a signal: with the range of a vector, but not of an integer.
fn full_name(row: &Row) -> String {
    match (row.kind, row.width) {
        (VariableKind::Text | VariableKind::Integer, _) | (_, 1) => row.path.clone(),
        (_, width) => format!("{}[{}:0]", row.path, width - 1),
    }
}
