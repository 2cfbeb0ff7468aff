//! The datapath of a module: its stages in the order of the dataflow, the numbers that go from one
//! to the next, and the pipeline registers.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use super::{Net, Section, sections};
use crate::landmark::unregistered;
use crate::verilog::{Module, Port};

/// The stages and the pipeline registers of a module, in the order of the dataflow.
pub struct Datapath {
    /// The name of the module.
    pub module: String,
    /// The name of the module without the prefix.
    pub unit: String,
    /// The stages and the registers.
    pub items: Vec<Item>,
}

/// A stage, or rows of registers.
pub struct Item {
    /// Which of both.
    pub kind: Kind,
    /// The operands that enter the module here.
    pub operands: Vec<Net>,
    /// The numbers that go on to the next item; behind the last one, the results of the module.
    pub numbers: Vec<Net>,
    /// The lines of the text, counted from 1.
    pub lines: RangeInclusive<usize>,
}

/// The kind of an [`Item`].
pub enum Kind {
    /// A stage.
    Stage(Stage),
    /// The number of rows of pipeline registers that follow each other.
    Registers(usize),
}

/// A stage.
pub struct Stage {
    /// The name in the banner.
    pub name: String,
    /// The instances in the stage.
    pub blocks: Vec<Placed>,
    /// The registers that hold the state of the unit.
    pub state: Vec<Net>,
    /// The fields of the control word that the stage reads.
    pub fields: Vec<String>,
}

/// An instance in a stage.
pub struct Placed {
    /// The name of the module, without the prefix.
    pub module: String,
    /// The name of the instance.
    pub instance: String,
}

impl Datapath {
    /// Reads the text of a module. Returns `None` if it has fewer than two stages.
    pub fn read(module: &Module, text: &str, prefix: &str) -> Option<Self> {
        let is_control = |section: &Section| matches!(&*section.name, "flow" | "steps" | "control word");
        let is_row = |section: &Section| section.name.contains("->");
        let (control, path): (Vec<_>, Vec<_>) = sections(text).into_iter().partition(is_control);
        if path.iter().filter(|section| !is_row(section)).count() < 2 {
            return None;
        }
        let short = |module: &str| module.strip_prefix(prefix).unwrap_or(module).to_owned();
        let placed =
            |(module, instance): &(String, String)| Placed { module: short(module), instance: instance.clone() };
        let names = Names { ports: &module.ports, control: &control };
        let mut items: Vec<Item> = Vec::new();
        for (at, section) in path.iter().enumerate() {
            let (before, after) = path.split_at(at + 1);
            let numbers = if after.is_empty() { names.results() } else { names.numbers(before, after) };
            let kind = match items.last_mut() {
                Some(Item { kind: Kind::Registers(rows), numbers: behind, lines, .. }) if is_row(section) => {
                    *rows += 1;
                    *behind = numbers;
                    *lines = *lines.start()..=*section.lines.end();
                    continue;
                }
                _ if is_row(section) => Kind::Registers(1),
                _ => Kind::Stage(Stage {
                    name: section.name.clone(),
                    blocks: section.instances.iter().map(placed).collect(),
                    state: section.nets.iter().filter(|net| net.name.ends_with("_q")).cloned().collect(),
                    fields: names.fields(section),
                }),
            };
            items.push(Item { kind, operands: names.operands(section), numbers, lines: section.lines.clone() });
        }
        Some(Self { module: module.name.clone(), unit: short(&module.name), items })
    }
}

/// Tells the numbers of a datapath from the signals that control it.
struct Names<'a> {
    ports: &'a [Port],
    /// The sections of the flow and of the control word.
    control: &'a [Section],
}

impl Names<'_> {
    /// Returns the operands that a section takes from the ports, or from registers that stand
    /// before all stages.
    fn operands(&self, section: &Section) -> Vec<Net> {
        let is_read = |port: &&Port| {
            let inner = port.name.replace("_i", "_in");
            matches!(&*port.name, "a_i" | "b_i" | "c_i")
                && [&port.name, &inner].iter().any(|&it| section.names.contains(it))
        };
        self.ports.iter().filter(is_read).map(net).collect()
    }

    fn results(&self) -> Vec<Net> {
        self.ports.iter().filter(|port| matches!(&*port.name, "d_o" | "sat_o" | "cf_o")).map(net).collect()
    }

    /// Returns the numbers that are made in the sections `before` and read in those `after`.
    fn numbers(&self, before: &[Section], after: &[Section]) -> Vec<Net> {
        let made = before.iter().flat_map(|section| &section.nets);
        let is_read = |net: &&Net| after.iter().any(|section| section.names.contains(&net.name));
        made.filter(is_read).filter(|net| !self.is_control(unregistered(&net.name))).cloned().collect()
    }

    fn is_control(&self, stem: &str) -> bool {
        matches!(stem, "valid" | "tag" | "ctx") || self.control.iter().any(|section| declares(section, stem))
    }

    /// Returns the fields of the control word that a section reads, in their order.
    fn fields(&self, section: &Section) -> Vec<String> {
        let read: BTreeSet<_> = section.names.iter().map(|name| unregistered(name)).collect();
        let word = self.control.iter().filter(|section| section.name == "control word").flat_map(|word| &word.nets);
        word.filter(|net| read.contains(&*net.name)).map(|net| net.name.clone()).collect()
    }
}

fn net(port: &Port) -> Net {
    Net { name: port.name.clone(), width: port.width as usize }
}

fn declares(section: &Section, name: &str) -> bool {
    section.nets.iter().any(|net| net.name == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, generate};

    /// The datapath of a unit in the default configuration, but for the depth.
    fn datapath(unit: &str, depth: u8) -> Datapath {
        let config = Config { depth: depth.into(), ..Config::default() };
        let design = generate(unit.parse().unwrap(), &config).unwrap();
        Datapath::read(&design.top, &design.files.last().unwrap().text, &config.prefix).unwrap()
    }

    fn texts(nets: &[Net]) -> Vec<String> {
        nets.iter().map(|net| format!("{} {}", net.name, net.width)).collect()
    }

    #[test]
    fn numbers_go_from_stage_to_stage() {
        let scalar = datapath("scalar", 0);
        let numbers: Vec<_> = scalar.items.iter().map(|item| (name(item), texts(&item.numbers).join(", "))).collect();
        let expected = [
            ("select", "ta_s33 33, tb_s33 33"),
            ("order", "ta_s33 33, tb_s33 33, less 1, holds 1"),
            ("primary", "tmp_s34 34"),
            ("saturate", "sat_s34 34"),
            ("secondary | merge", "d_o 32"),
        ];
        assert_eq!(numbers, expected.map(|(stage, numbers)| (stage, numbers.to_owned())));
        let operands: Vec<_> = scalar.items.iter().map(|item| texts(&item.operands).join(", ")).collect();
        assert_eq!(operands, ["a_i 32, b_i 32", "", "", "", "c_i 32"]);
    }

    #[test]
    fn operands_of_a_later_stage_go_through_the_registers() {
        let scalar = datapath("scalar", 5);
        let is_row = |item: &&Item| matches!(item.kind, Kind::Registers(_));
        let rows: Vec<_> = scalar.items.iter().filter(is_row).collect();
        assert_eq!(texts(&rows[0].operands), ["c_i 32"]);
        // The last stage reads c; a row behind it would hold the result.
        let holds_c = |row: &&Item| row.numbers.iter().any(|net| net.name.starts_with("c_q"));
        assert!(rows.len() > 1 && rows[..rows.len() - 1].iter().all(holds_c));
        let control = ["op", "valid", "sat_q", "dsel"];
        let numbers: Vec<_> = scalar.items.iter().flat_map(|item| texts(&item.numbers)).collect();
        assert!(numbers.iter().all(|net| control.iter().all(|name| !net.starts_with(name))), "{numbers:?}");
    }

    #[test]
    fn the_stage_of_the_carry_flag_has_its_register() {
        let carry = datapath("carry", 0);
        let state = carry.items.iter().filter_map(|item| match &item.kind {
            Kind::Stage(stage) => Some((stage.name.as_str(), texts(&stage.state))),
            Kind::Registers(_) => None,
        });
        let state: Vec<_> = state.filter(|(_, state)| !state.is_empty()).collect();
        assert_eq!(state, [("add", vec!["cf_q 1".to_owned()])]);
    }

    fn name(item: &Item) -> &str {
        match &item.kind {
            Kind::Stage(stage) => &stage.name,
            Kind::Registers(_) => "registers",
        }
    }
}
