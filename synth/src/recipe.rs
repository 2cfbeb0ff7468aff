//! The scripts of yosys and of the abc inside it.

use vidalu_sim::gates::read_commands;

use crate::target::Technology;

/// The goal of the mapping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Recipe {
    /// Few levels, or a short delay.
    #[default]
    Speed,
    /// Few tables, or a small area.
    Area,
}

impl Recipe {
    /// All recipes.
    pub const ALL: [Self; 2] = [Self::Speed, Self::Area];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::Area => "area",
        }
    }
}

/// The file with the script of abc.
pub(crate) const ABC: &str = "map.abc";
/// The file with what abc printed.
pub(crate) const ABC_LOG: &str = "abc.log";
/// The file with the area of the cells.
pub(crate) const STAT: &str = "area.log";
/// The cells that the mapping may use.
pub(crate) const CELLS: &str = "cells.lib";
/// The netlist for vidalu.
pub(crate) const NETLIST: &str = "netlist.json";
/// The netlist for OpenSTA.
pub(crate) const MAPPED: &str = "mapped.v";

/// Rewrites the logic without adding levels.
const REWRITE: &str =
    "balance; rewrite; refactor; balance; rewrite; rewrite -z; balance; refactor -z; rewrite -z; balance";

/// Returns the script of abc, if yosys does not bring its own for the technology.
pub(crate) fn abc(technology: &Technology, recipe: Recipe) -> Option<String> {
    let tables = |map| Some(format!("{}; {map}\n", logic(recipe)));
    match (technology, recipe) {
        (Technology::Device(_), _) => None,
        (Technology::Lut6, Recipe::Speed) => tables("if -K 6; mfs2"),
        (Technology::Lut6, Recipe::Area) => tables("if -a -K 6; mfs2 -a"),
        (Technology::Cells(_), _) => Some(abc_for_cells(recipe)),
    }
}

/// Returns the script of abc for the cells of a library.
///
/// Without `buffer`, a net may have hundreds of readers, and without `upsize` all gates are of the
/// smallest size: the delay is then far longer.
pub fn abc_for_cells(recipe: Recipe) -> String {
    let map = match recipe {
        Recipe::Speed => "map -B 0.9; topo; buffer -c; topo; upsize -D 1; dnsize -D 1; stime -p",
        Recipe::Area => "amap; topo; buffer -N 16; topo; dnsize -D 100000; stime -p",
    };
    format!("{}; {map}\n", logic(recipe))
}

/// Returns the commands of abc before the mapping.
///
/// `dc2` and `scorr` turn a prefix adder back into a ripple adder, so they are for area only.
fn logic(recipe: Recipe) -> String {
    match recipe {
        Recipe::Speed => format!("strash; ifraig; {REWRITE}; {REWRITE}; dch"),
        Recipe::Area => format!("strash; ifraig; scorr; dc2; dc2; {REWRITE}; dc2; {REWRITE}; dch"),
    }
}

/// Returns the commands of yosys that map a module to cells, after its sources were read. `folder`
/// is where the files lie, as the beginning of their paths, and `script` the file for abc.
pub fn cell_commands(top: &str, folder: &str, script: &str) -> Vec<String> {
    vec![
        format!("synth -flatten -top {top}"),
        format!("dfflibmap -liberty {folder}{CELLS}"),
        format!("tee -q -o {folder}{ABC_LOG} abc -liberty {folder}{CELLS} -script {script}"),
        "opt_clean".to_owned(),
        format!("tee -q -o {folder}{STAT} stat -liberty {folder}{CELLS}"),
        format!("write_json {folder}{NETLIST}"),
        "splitnets".to_owned(),
        "opt_clean".to_owned(),
        format!("write_verilog -noattr -noexpr -nohex {folder}{MAPPED}"),
    ]
}

/// Returns the script of yosys for the sources below the folder `rtl`.
pub(crate) fn yosys(technology: &Technology, files: &[(String, String)], top: &str) -> String {
    let read = read_commands(files, "rtl");
    match technology {
        Technology::Lut6 => {
            format!(
                "{read}synth -flatten -top {top}\naigmap\nabc -lut 6 -script {ABC}\nopt_clean\nwrite_json {NETLIST}\n"
            )
        }
        Technology::Device(device) => format!("{read}{} -top {top}\nwrite_json {NETLIST}\n", device.synthesis),
        Technology::Cells(_) => format!("{read}{}\n", cell_commands(top, "", ABC).join("\n")),
    }
}
