//! A command file for Surfer: the signals that it shows, under dividers, and the time at which it
//! opens.
//!
//! It is a command file, not a state file: commands are documented and stable, whereas the state
//! differs from version to version.

use std::fmt::Write;

use super::record::CYCLE;
use super::view::ViewGroup;

/// Returns the commands for the file `wave` in the same folder, with the cursor at cycle `marked`.
pub(super) fn text(wave: &str, groups: &[ViewGroup], marked: Option<u64>) -> String {
    let mut text = String::new();
    written(&mut text, wave, groups, marked).expect("a string takes all text");
    text
}

fn written(text: &mut String, wave: &str, groups: &[ViewGroup], marked: Option<u64>) -> std::fmt::Result {
    writeln!(text, "load_file {wave}")?;
    for group in groups {
        self::group(text, group, &divider(&group.name))?;
    }
    writeln!(text, "zoom_fit")?;
    match marked {
        Some(cycle) => writeln!(text, "cursor_set {}", cycle * CYCLE),
        None => Ok(()),
    }
}

fn group(text: &mut String, group: &ViewGroup, name: &str) -> std::fmt::Result {
    writeln!(text, "divider_add {name}")?;
    for row in &group.rows {
        writeln!(text, "variable_add {}", row.path)?;
    }
    for inner in &group.inner {
        self::group(text, inner, &format!("{name}/{}", divider(&inner.name)))?;
    }
    Ok(())
}

/// Returns the name of a divider, which must be one word.
fn divider(name: &str) -> String {
    name.split(' ').collect::<Vec<_>>().join("_")
}
