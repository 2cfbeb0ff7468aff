//! A command file of Surfer: which signals it shows, under which dividers, and where it looks.
//!
//! Commands and not a state: the commands are documented and stay, a state is the program's own memory, which differs from
//! version to version.

use std::fmt::Write;

use super::record::CYCLE;
use super::view::ViewGroup;

/// The commands for the file `wave` beside them, with the cursor in cycle `marked`.
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

/// A divider's name is one word.
fn divider(name: &str) -> String {
    name.split(' ').collect::<Vec<_>>().join("_")
}
