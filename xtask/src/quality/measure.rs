//! The gates of a module, mapped by the recipes of the crate `vidalu-synth`.

use std::path::Path;
use std::time::Duration;

use vidalu_gen::staging::StagedFolder;
use vidalu_sim::gates::read_commands;
use vidalu_sim::tool::Tool;
use vidalu_sim::{CosimError, ToolError, scratch, write_sources};
use vidalu_synth::{Library, Mapping};

use super::subject::Text;

/// The tools of a measurement.
#[derive(Clone)]
pub(crate) struct Tools {
    pub(crate) yosys: Tool,
    pub(crate) abc: Tool,
    /// The time limit for each run of a tool.
    pub(crate) limit: Duration,
}

/// The gates that yosys made of a module, in a folder for abc.
pub(crate) struct Gates {
    folder: StagedFolder,
}

/// The cost of a mapping: tables and levels, or area and delay.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Cost {
    /// Lookup tables, or the area of cells.
    pub(crate) size: f64,
    /// Levels, or the delay in picoseconds.
    pub(crate) length: f64,
}

impl Cost {
    /// Returns the product of an area and a delay, in µm² · µs.
    pub(crate) fn product(self) -> f64 {
        self.size * self.length / 1e6
    }
}

/// The file with the gates.
const GATES: &str = "gates.blif";
/// The file with the cells.
const CELLS: &str = "cells.lib";

/// The cells of a library that a mapping may use, in a file for abc.
pub(crate) struct Cells {
    folder: StagedFolder,
}

impl Cells {
    /// Writes the cells of a library to a file.
    pub(crate) fn of(library: &Library) -> Result<Self, CosimError> {
        let folder = scratch()?;
        write(&folder.path().join(CELLS), &library.mappable())?;
        Ok(Self { folder })
    }
}

/// A recipe of abc, and what it maps to.
#[derive(Clone, Copy)]
pub(crate) struct Mapper<'a> {
    pub(crate) recipe: Mapping,
    /// The cells, if it does not map to lookup tables with six inputs.
    pub(crate) cells: Option<&'a Cells>,
}

/// The option of `synth` that leaves out its last step, the mapping to gates. The one of a newer
/// yosys restructures them for a small area.
pub(crate) const AS_WRITTEN: &str = "-noabc";

impl Gates {
    /// Synthesizes a module with yosys. `options` are further options of its command `synth`: with
    /// [`AS_WRITTEN`], the gates are mapped without a change of their structure.
    pub(crate) fn of(tools: &Tools, text: &Text, options: &str) -> Result<Self, CosimError> {
        let folder = scratch()?;
        write_sources(&text.files, folder.path())?;
        let mapping = if options.contains(AS_WRITTEN) { vidalu_synth::SIMPLE_GATES } else { "" };
        let script = format!(
            "{}synth -flatten {options} -top {}\n{mapping}\nasync2sync\ndffunmap\naigmap\nopt_clean\nwrite_blif {GATES}\n",
            read_commands(&text.files, "rtl"),
            text.top
        );
        write(&folder.path().join("gates.ys"), &script)?;
        tools.yosys.run(folder.path(), &["-q", "-s", "gates.ys"].map(str::to_owned), tools.limit)?;
        Ok(Self { folder })
    }

    /// Maps the gates. Registers are not counted.
    pub(crate) fn cost(&self, tools: &Tools, mapper: &Mapper<'_>) -> Result<Cost, CosimError> {
        let commands = mapper.recipe.commands();
        let (text, at, names) = match mapper.cells {
            None => (self.map(tools, "empty", &format!("{commands}; print_stats"))?, "i/o", ["nd", "lev"]),
            Some(cells) => {
                let library = cells.folder.path().join(CELLS);
                let before = format!("read_lib \"{}\"", library.display());
                (self.map(tools, &before, &commands)?, "Delay =", ["Area", "Delay"])
            }
        };
        let line = text.lines().rfind(|line| line.contains(at)).unwrap_or_default();
        cost(tools, &mapper.recipe, line, names)
    }

    /// Returns what abc prints when it executes `before`, reads the gates and executes `commands`.
    fn map(&self, tools: &Tools, before: &str, commands: &str) -> Result<String, CosimError> {
        let args = ["-c".to_owned(), format!("{before}; read_blif {GATES}; {commands}")];
        Ok(without_colors(&tools.abc.run(self.folder.path(), &args, tools.limit)?))
    }
}

/// Reads the two numbers that follow these names and `=`.
fn cost(tools: &Tools, mapping: &Mapping, line: &str, names: [&str; 2]) -> Result<Cost, CosimError> {
    let number = |name: &str| {
        let mut rest = line;
        // "nd" is also the end of "and": the name must follow a space.
        while let Some(at) = rest.find(name) {
            let starts = at == 0 || rest[..at].ends_with(' ');
            rest = &rest[at + name.len()..];
            if let Some(value) = rest.trim_start().strip_prefix('=').filter(|_| starts) {
                return value.split_whitespace().next()?.parse::<f64>().ok();
            }
        }
        None
    };
    match names.map(number) {
        [Some(size), Some(length)] => Ok(Cost { size, length }),
        _ => Err(tools.abc.kind.bad_output(format!("the recipe {} printed no figures", mapping.name)).into()),
    }
}

/// Removes the escape sequences with which abc colors numbers.
fn without_colors(text: &str) -> String {
    let mut parts = text.split('\x1b');
    let first = parts.next().unwrap_or_default().to_owned();
    first + &parts.map(|part| part.split_once('m').map_or(part, |(_, rest)| rest)).collect::<String>()
}

fn write(path: &Path, text: &str) -> Result<(), ToolError> {
    std::fs::write(path, text).map_err(|reason| ToolError::scratch("cannot write", path, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use vidalu_prove::engine::ABC;
    use vidalu_sim::tool::YOSYS;

    #[test]
    fn the_figures_are_those_of_the_names() {
        let abc = ABC.find().map(|abc| Tools { yosys: abc.clone(), abc, limit: Duration::from_secs(1) });
        let Some(tools) = vidalu_testkit::found(abc) else { return };
        let read = |line, names| cost(&tools, &Mapping::TABLES[0], &without_colors(line), names).ok();
        let line = "\x1b[1;37mgates  :\x1b[0m i/o =  119/   33  lat =    0  nd =   564  edge =   2691  lev = 71";
        assert_eq!(read(line, ["nd", "lev"]), Some(Cost { size: 564.0, length: 71.0 }));
        assert_eq!(read("i/o = 1/ 1  and = 7  lev = 3", ["nd", "lev"]), None);
        let line =
            "WireLoad = \"none\"  Gates =  7 ( 1.0 %)   Cap = 1.0 ff   Area =  123.50 ( 9.9 %)   Delay =  88.25 ps";
        assert_eq!(read(line, ["Area", "Delay"]), Some(Cost { size: 123.5, length: 88.25 }));
    }

    #[test]
    fn each_recipe_keeps_the_function() {
        let Some(yosys) = vidalu_testkit::found(YOSYS.find()) else { return };
        let Some(abc) = vidalu_testkit::found(ABC.find()) else { return };
        let tools = Tools { yosys, abc, limit: Duration::from_secs(600) };
        let text = "module sums (input [7:0] a_i, b_i, input [1:0] op_i, output [8:0] d_o);\n\
                    assign d_o = op_i[1] ? a_i * b_i[2:0] : op_i[0] ? a_i - b_i : a_i + b_i;\nendmodule\n";
        let text = Text { top: "sums".to_owned(), files: vec![("sums.v".to_owned(), text.to_owned())] };
        let gates = Gates::of(&tools, &text, AS_WRITTEN).unwrap();
        // `choices` loses the names of the inputs, so they are matched in their order.
        for mapping in &Mapping::TABLES {
            let check = |wanted: &str| format!("{}; cec -n {wanted}", mapping.commands());
            let says = gates.map(&tools, "empty", &check(GATES)).unwrap();
            assert!(says.contains("Networks are equivalent"), "{}: {says}", mapping.name);
        }
        // The comparison notices a wrong network.
        let wrong =
            Text { files: vec![("sums.v".to_owned(), text.files[0].1.replace("a_i - b_i", "b_i - a_i"))], ..text };
        let wrong = Gates::of(&tools, &wrong, AS_WRITTEN).unwrap().folder;
        let other = wrong.path().join(GATES);
        let says = gates.map(&tools, "empty", &format!("strash; cec -n {}", other.display())).unwrap();
        assert!(says.contains("NOT EQUIVALENT"), "{says}");
    }
}
