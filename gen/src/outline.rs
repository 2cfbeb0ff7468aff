//! The sections of a module's text: the banners that a reader sees, for programs.

mod datapath;

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

pub use self::datapath::{Datapath, Item, Kind, Placed, Stage};

/// The lines under one banner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// `flow`, `control word`, a stage of the shared vocabulary, or `select -> primary` for the
    /// pipeline registers between two stages.
    pub name: String,
    /// The lines of the text, counted from 1; the first is the banner.
    pub lines: RangeInclusive<usize>,
    /// The nets and registers that the section declares, in the order of the text.
    pub nets: Vec<Net>,
    /// The instances in the section: module and name.
    pub instances: Vec<(String, String)>,
    /// The identifiers that the section reads, drives or declares, without the ports of its
    /// instances.
    pub names: BTreeSet<String>,
}

/// A net or a register that a module declares.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// The name in the Verilog text.
    pub name: String,
    /// The width in bits.
    pub width: usize,
}

/// Returns the sections of a generated module's text in the order of the dataflow. A block is one
/// stage and has no sections.
pub fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if let Some(name) = banner(line) {
            let (nets, instances, names) = Default::default();
            sections.push(Section { name, lines: number..=number, nets, instances, names });
        } else if let Some(section) = sections.last_mut() {
            section.lines = *section.lines.start()..=number;
            section.nets.extend(declared(line));
            section.instances.extend(instance(line));
            section.names.extend(identifiers(line).map(str::to_owned));
        }
    }
    sections
}

/// Returns the name of a stage without its number: `reduction 2` and `reduction 3` are alike.
pub fn unnumbered(stage: &str) -> &str {
    stage.trim_end_matches(|last: char| last.is_ascii_digit()).trim_end()
}

/// Lists the instances in a module's text: module and name.
pub(crate) fn instances(text: &str) -> impl Iterator<Item = (String, String)> {
    text.lines().filter_map(instance)
}

/// Returns the name in `// ==== NAME: …`, `// ==== NAME (…` or `// ---- registers: NAME ---`.
fn banner(line: &str) -> Option<String> {
    let line = line.strip_prefix("  // ")?;
    if let Some(row) = line.strip_prefix("---- registers: ") {
        return Some(row.trim_end_matches('-').trim_end().to_owned());
    }
    let name = line.strip_prefix("==== ")?;
    let end = name.find([':', '(', '=']).unwrap_or(name.len());
    Some(name[..end].trim_end().to_owned())
}

/// Returns the net in `wire [7:0] NAME = …`, unless the line is indented deeper than the module's
/// body.
fn declared(line: &str) -> Option<Net> {
    let line = line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?;
    let mut words = line.split_whitespace();
    matches!(words.next()?, "wire" | "reg" | "logic").then_some(())?;
    let mut width = 1;
    for word in words {
        if let Some(range) = word.strip_prefix('[') {
            width = range.split(':').next()?.parse::<usize>().ok()? + 1;
        } else if word != "signed" {
            return Some(Net { name: word.trim_end_matches(';').to_owned(), width });
        }
    }
    None
}

/// Returns module and name of `module u_name (`.
fn instance(line: &str) -> Option<(String, String)> {
    let words: Vec<_> = line.strip_prefix("  ")?.split(' ').collect();
    match words[..] {
        [module, name, "("] if name.starts_with("u_") => Some((module.to_owned(), name.to_owned())),
        _ => None,
    }
}

/// Returns the identifiers of a line before its comment, without the `.port` of an instance.
fn identifiers(line: &str) -> impl Iterator<Item = &str> {
    let code = line.split("//").next().unwrap_or_default();
    let part_of_word = |character: char| character.is_ascii_alphanumeric() || "_.'$".contains(character);
    let words = code.split(move |character| !part_of_word(character));
    words.filter(|word| word.starts_with(|first: char| first.is_ascii_alphabetic()))
}
