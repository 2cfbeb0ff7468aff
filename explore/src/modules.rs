//! The text of a design: its modules with their nets and instances, and the pictures of its
//! datapaths.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use vidalu_engine::{Instance, Picture, Shown, Source};
use vidalu_gen::outline::{Datapath, Item, Kind, Net};
use vidalu_gen::verilog::{Direction, Module};
use vidalu_gen::{Block, Choice, Design};
use vidalu_sim::Dut;
use vidalu_sim::gates::Gates;

use crate::picture;

/// The text of a design, and the instances in it.
pub(crate) struct Text<'a> {
    design: &'a Design,
    dut: &'a Dut,
    gates: &'a Gates,
    /// The module of each instance, by its path.
    instances: BTreeMap<String, String>,
}

impl<'a> Text<'a> {
    /// Finds the instances: those of vidalu's own text by the landmarks, those of other text by the
    /// names of the nets. A module of other text has the name of its file.
    pub(crate) fn new(design: &'a Design, dut: &'a Dut, gates: &'a Gates) -> Self {
        let own = design.landmarks.instances.iter().map(|placed| (placed.path.clone(), placed.module.clone()));
        let other = gates.sources.iter().filter_map(|(net, place)| {
            let (path, _) = net.rsplit_once('.').filter(|_| !net.starts_with('$'))?;
            Some((path.to_owned(), module_name(declaration(dut, net, place)?.0).to_owned()))
        });
        let instances = if dut.is_foreign { other.collect() } else { own.collect() };
        Self { design, dut, gates, instances }
    }

    /// Returns whether the text is not vidalu's, or may have been edited.
    pub(crate) fn is_foreign(&self) -> bool {
        self.dut.is_foreign
    }

    /// Returns the module of each instance, by its path.
    pub(crate) fn instances(&self) -> &BTreeMap<String, String> {
        &self.instances
    }

    /// Returns the names and texts of the modules that are in use.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        let used: BTreeSet<_> = self.instances.values().chain([&self.dut.top]).map(String::as_str).collect();
        let all = self.dut.files.iter().map(|(path, text)| (module_name(path), path.as_str(), text.as_str()));
        all.filter(move |(name, ..)| used.contains(name))
    }

    /// Returns the modules by their names; `behavioral` is the same design in the behavioral style.
    pub(crate) fn modules(&self, behavioral: Option<&Design>) -> BTreeMap<String, Source> {
        let modules = self.texts().map(|(name, file, text)| {
            let nets = self.nets(name);
            let source = Source {
                file: file.to_owned(),
                text: text.to_owned(),
                behavioral: behavioral.and_then(|design| behavior(design, file, text)),
                picture: self.picture(name, &nets),
                nets,
                instances: placed(text, self.instances.values()),
                items: self.items(name, text),
            };
            (name.to_owned(), source)
        });
        modules.collect()
    }

    /// Returns the picture of a module's inside.
    fn picture(&self, module: &str, nets: &[Shown]) -> Option<Picture> {
        let name = module.strip_prefix(&self.design.config.prefix)?;
        Block::ALL.iter().find(|block| block.name() == name).copied().and_then(picture::block).or_else(|| {
            // The parts of multipliers and adders have names for each width and architecture.
            picture::part(&self.design.config, name, nets)
        })
    }

    /// Returns the module of this name that vidalu generated.
    fn part(&self, name: &str) -> Option<&Module> {
        let mut parts = [&self.design.top].into_iter().chain(&self.design.parts);
        parts.find(|part| part.name == name)
    }

    /// Returns the ports and nets of a module, in the order of the text.
    fn nets(&self, module: &str) -> Vec<Shown> {
        let front = match self.instances.iter().find(|(_, own)| *own == module) {
            _ if module == self.dut.top => String::new(),
            Some((path, _)) => format!("{path}."),
            None => return Vec::new(),
        };
        let ports = self.part(module).into_iter().flat_map(|part| &part.ports);
        let direction = |direction| if direction == Direction::Input { "in" } else { "out" };
        let directions: BTreeMap<_, _> = ports.map(|port| (port.name.as_str(), direction(port.direction))).collect();
        let named = self.gates.inputs.iter().chain(&self.gates.outputs);
        let nets = named.filter_map(|(path, bits)| {
            let name = path.strip_prefix(&front).filter(|name| !name.contains('.'))?;
            let place = self.gates.sources.get(path)?;
            Some(Shown {
                name: name.to_owned(),
                width: bits.len() as u32,
                line: declaration(self.dut, path, place)?.1,
                dir: directions.get(name).map(|&direction| direction.to_owned()),
            })
        });
        let mut nets: Vec<_> = nets.collect();
        nets.sort_by_key(|net| net.line);
        nets
    }

    /// Returns the datapath of a module as the page draws it; empty for a block, and for other text
    /// without the banners of vidalu's.
    fn items(&self, module: &str, text: &str) -> Vec<Value> {
        let Some(part) = self.part(module) else { return Vec::new() };
        let datapath = Datapath::read(part, text, &self.design.config.prefix);
        datapath.map(|datapath| datapath.items.iter().map(item).collect()).unwrap_or_default()
    }
}

fn item(item: &Item) -> Value {
    let nets =
        |nets: &[Net]| nets.iter().map(|net| json!({ "name": net.name, "width": net.width })).collect::<Vec<_>>();
    let mut value = match &item.kind {
        Kind::Registers(rows) => json!({ "kind": "registers", "rows": rows }),
        Kind::Stage(stage) => json!({
            "kind": "stage",
            "name": stage.name,
            "blocks": stage.blocks.iter()
                .map(|block| json!({ "module": block.module, "instance": block.instance })).collect::<Vec<_>>(),
            "state": nets(&stage.state),
            "fields": stage.fields,
        }),
    };
    value["from"] = json!(item.lines.start());
    value["to"] = json!(item.lines.end());
    value["operands"] = json!(nets(&item.operands));
    value["numbers"] = json!(nets(&item.numbers));
    value
}

/// Returns the text of a file in the behavioral style, if the style has the file and its text
/// differs.
fn behavior(design: &Design, path: &str, text: &str) -> Option<String> {
    let file = design.files.iter().find(|file| file.path == path)?;
    (file.text != text).then(|| file.text.clone())
}

/// Finds the instances of known modules in a text.
fn placed<'m>(text: &str, modules: impl Iterator<Item = &'m String>) -> Vec<Instance> {
    let modules: BTreeSet<_> = modules.map(String::as_str).collect();
    let of_line = |(number, line): (usize, &str)| {
        let mut words = line.split_whitespace();
        let module = words.next().filter(|word| modules.contains(word))?;
        let name = words.find(|word| word.starts_with("u_"))?.trim_end_matches('(');
        Some(Instance { name: name.to_owned(), module: module.to_owned(), line: number })
    };
    (1..).zip(text.lines()).filter_map(of_line).collect()
}

/// Returns the name of the module in a file.
fn module_name(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

/// Finds the declaration of a net: its file and line. `places` is yosys' statement, such as
/// `rtl/rtl/video.v:88.16-99.4|rtl/rtl/carry.v:36.14-36.23`, which lists the instances around the
/// net too.
fn declaration<'d>(dut: &'d Dut, net: &str, places: &str) -> Option<(&'d str, usize)> {
    let name = net.rsplit('.').next()?;
    let declares = |place: &str| {
        let (path, range) = place.rsplit_once(':')?;
        let (path, text) = dut.files.iter().find(|(known, _)| path.ends_with(known.as_str()))?;
        let (line, column) = range.split('-').next()?.split_once('.')?;
        let (line, column): (usize, usize) = (line.parse().ok()?, column.parse().ok()?);
        let text = text.lines().nth(line.checked_sub(1)?)?.get(column.checked_sub(1)?..)?;
        text.starts_with(name).then_some((path.as_str(), line))
    };
    places.split('|').find_map(declares)
}
