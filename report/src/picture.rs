//! The datapath of a module as a picture: its stages in the order of the dataflow with the blocks in them, and its rows of registers.

use std::collections::BTreeMap;

use askama::Template;
use vidalu_gen::outline::{self, Section};
use vidalu_gen::{Config, Depth, Target, generate};

/// A drawing of a module.
#[derive(Clone, Debug, Template)]
#[template(path = "picture.svg", escape = "html")]
struct Drawing {
    title: String,
    width: usize,
    height: usize,
    /// The height of the line along which the data flows.
    middle: usize,
    stages: Vec<Stage>,
    rows: Vec<Row>,
}

/// A stage of the datapath.
#[derive(Clone, Debug)]
struct Stage {
    name: String,
    /// The modules in it, without the prefix.
    blocks: Vec<Label>,
    /// Mismatches whose first wrong value is here.
    failures: usize,
    left: usize,
    width: usize,
    center: usize,
    top: usize,
    height: usize,
}

/// The name of a block, and the height at which it stands.
#[derive(Clone, Debug)]
struct Label {
    text: String,
    base: usize,
}

/// Rows of registers that follow each other.
#[derive(Clone, Debug)]
struct Row {
    count: usize,
    left: usize,
}

/// Distances in the drawing.
const GAP: usize = 22;
const LINE: usize = 17;
const HEAD: usize = 34;
const CHARACTER: usize = 8;

/// The number of mismatches that begin in a stage of a unit, by both their names.
pub type Failures = BTreeMap<(String, String), usize>;

/// Pictures of a unit and of the units in it, by module, with the number of mismatches in each stage; none for a block, or where
/// the line of the configuration is not of this version.
pub fn pictures(unit: &str, config: &str, failures: &Failures) -> Vec<(String, String)> {
    let drawn = unit.parse::<Target>().ok().zip(read(config)).and_then(|(target, config)| {
        let design = generate(target, &config).ok()?;
        Some(design.files.iter().rev().filter_map(|file| draw(&file.text, &config.prefix, failures)).collect())
    });
    drawn.unwrap_or_default()
}

/// The configuration of a line of a report, as far as pictures show it.
fn read(line: &str) -> Option<Config> {
    let mut config = Config::default();
    let mut keys = Vec::new();
    for word in line.split(' ') {
        match word.split_once('=') {
            Some(("depth", depth)) => config.depth = depth.parse::<Depth>().ok()?,
            Some(("ops", "all")) => {}
            Some(("ops", ops)) => {
                keys.push(format!(
                    "ops = [{}]",
                    ops.split(',').map(|op| format!("{op:?}")).collect::<Vec<_>>().join(",")
                ));
            }
            Some((key, value)) if value.parse::<u64>().is_ok() || value == "false" => {
                keys.push(format!("{key} = {value}"))
            }
            Some((key, value)) => keys.push(format!("{key} = {value:?}")),
            None => keys.push(format!("{word} = true")),
        }
    }
    let depth = config.depth;
    Config::from_toml(&keys.join("\n")).ok().map(|config| Config { depth, ..config })
}

/// A module of several stages, by its text: its name and the drawing.
fn draw(text: &str, prefix: &str, failures: &Failures) -> Option<(String, String)> {
    let module = text.lines().find_map(|line| line.strip_prefix("module "))?.trim_end_matches([' ', '(', '#', ';']);
    let sections = outline::sections(text);
    let is_row = |section: &Section| section.name.contains("->");
    let short = |module: &str| module.strip_prefix(prefix).unwrap_or(module).to_owned();
    let stages: Vec<_> = sections.iter().filter(|section| !matches!(&*section.name, "flow" | "control word")).collect();
    if stages.iter().filter(|section| !is_row(section)).count() < 2 {
        return None;
    }
    let most = stages.iter().map(|section| section.instances.len()).max().unwrap_or(0);
    let height = HEAD + LINE * most + 14;
    let top = 24;
    let mut drawing = Drawing {
        title: format!("datapath of {module}"),
        width: 0,
        height: top + height + 6,
        middle: top + height / 2,
        stages: Vec::new(),
        rows: Vec::new(),
    };
    let mut left = GAP + 4 * CHARACTER;
    let mut was_row = false;
    for section in stages {
        if is_row(section) {
            match drawing.rows.last_mut().filter(|_| was_row) {
                Some(row) => row.count += 1,
                None => {
                    drawing.rows.push(Row { count: 1, left });
                    left += 8 + GAP;
                }
            }
            was_row = true;
            continue;
        }
        was_row = false;
        let blocks = section.instances.iter().map(|(module, _)| short(module)).enumerate();
        let blocks: Vec<_> = blocks.map(|(line, text)| Label { text, base: top + HEAD + LINE * line + 10 }).collect();
        let longest = blocks.iter().map(|label| label.text.len()).chain([section.name.len()]).max().unwrap_or(0);
        let width = CHARACTER * longest + 24;
        let failures = failures.get(&(short(module), section.name.clone())).copied().unwrap_or(0);
        drawing.stages.push(Stage {
            name: section.name.clone(),
            blocks,
            failures,
            left,
            width,
            center: left + width / 2,
            top,
            height,
        });
        left += width + GAP;
    }
    drawing.width = left + 4 * CHARACTER;
    Some((module.to_owned(), drawing.render().expect("writing to a string does not fail")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_of_a_report_is_read_back() {
        let text =
            "tag = 3\nwide = false\nflush = true\nprefix = 'u_'\nadder = 'brent-kung'\nops = ['vset', 'add.cc']\n";
        let written = Config { depth: "scalar:2,carry:1".parse().unwrap(), ..Config::from_toml(text).unwrap() };
        assert_eq!(read(&written.line()), Some(written));
        assert_eq!(read(&Config::default().line()), Some(Config::default()));
        assert_eq!(read("colour=red"), None);
    }

    #[test]
    fn every_unit_has_its_stages_and_its_registers() {
        let config = Config { depth: 3.into(), ..Config::default() };
        for unit in ["scalar", "simd", "vmad", "carry", "lanes", "video"] {
            let drawn = pictures(unit, &config.line(), &BTreeMap::new());
            assert_eq!(drawn[0].0, format!("vidalu_{unit}"));
            assert_eq!(drawn.len(), if unit == "video" { 5 } else { 1 }, "{unit}");
            for (module, picture) in &drawn {
                let rows: usize = picture
                    .split("class=\"count\"")
                    .skip(1)
                    .map(|rest| rest.split(['>', '<']).nth(1).unwrap().trim().parse::<usize>().unwrap())
                    .sum();
                assert_eq!(rows, 3, "{module}: {picture}");
            }
        }
        assert!(pictures("select", &config.line(), &BTreeMap::new()).is_empty());
    }

    #[test]
    fn a_stage_that_failed_is_marked() {
        let failures = BTreeMap::from([(("scalar".to_owned(), "saturate".to_owned()), 7)]);
        let config = Config { prefix: "own_".to_owned(), ..Config::default() };
        for unit in ["scalar", "video"] {
            // vmad and simd have a stage of the same name.
            for (module, picture) in &pictures(unit, &config.line(), &failures) {
                let is_bad = module == "own_scalar";
                assert_eq!(picture.matches("class=\"stage bad\"").count(), usize::from(is_bad), "{module}");
                assert_eq!(picture.contains("7 wrong"), is_bad, "{picture}");
            }
        }
    }
}
