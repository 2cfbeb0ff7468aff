//! The scripts of yosys and of abc: the list of recipes.

use vidalu_sim::gates::read_commands;

use crate::liberty::Library;
use crate::target::Technology;

/// The goal of the mapping.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Recipe {
    /// Few levels, or a short delay, at moderate cost.
    #[default]
    Speed,
    /// The fewest levels, or the shortest delay.
    Fastest,
    /// Few tables, or a small area.
    Area,
}

impl Recipe {
    /// All recipes.
    pub const ALL: [Self; 3] = [Self::Speed, Self::Fastest, Self::Area];

    /// Returns the name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Speed => "speed",
            Self::Fastest => "fastest",
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
/// The file that tells abc about the gates around the module.
pub(crate) const AROUND: &str = "around.constr";
/// The cells that the mapping may use.
pub(crate) const CELLS: &str = "cells.lib";
/// The netlist for vidalu.
pub(crate) const NETLIST: &str = "netlist.json";
/// The netlist for OpenSTA.
pub(crate) const MAPPED: &str = "mapped.v";

/// A way to map logic to lookup tables with six inputs, or to the cells of a library: commands of
/// abc for a network of gates.
#[derive(Clone, Copy, Debug)]
pub struct Mapping {
    /// The name in reports.
    pub name: &'static str,
    /// The goal.
    pub goal: Recipe,
    /// The purpose of the recipe, in one line.
    pub doc: &'static str,
    steps: &'static [&'static str],
}

impl Mapping {
    /// The recipes for lookup tables with six inputs. None of them is the best for every module.
    pub const TABLES: [Self; 11] = [
        Self {
            name: "speed",
            goal: Recipe::Speed,
            doc: "few levels at moderate cost",
            steps: &[HASH, REWRITE, REWRITE, "dch; if -K 6; mfs2"],
        },
        Self {
            name: "synch2",
            goal: Recipe::Speed,
            doc: "as `speed`, with choices made for tables; often the fewest tables of the quick ones",
            steps: &[HASH, REWRITE, REWRITE, "&get -n; &synch2 -R 0; &if -K 6; &mfs; &put"],
        },
        Self {
            name: "sop",
            goal: Recipe::Speed,
            doc: "balances sums of products: a level less for many more tables",
            steps: &[HASH, "if -g -K 6; strash; dch; if -K 6; mfs2"],
        },
        Self {
            name: "sop-twice",
            goal: Recipe::Speed,
            doc: "as `sop`, after rewriting and once more: the fewest levels",
            steps: &[HASH, REWRITE, "if -g -K 6; strash; if -g -K 6; strash; dch; if -K 6; mfs2"],
        },
        Self {
            name: "yosys",
            goal: Recipe::Speed,
            doc: "the commands that yosys 0.23 gives abc by itself",
            steps: &[HASH, "scorr; dc2; dretime; strash; dch -f; if -K 6; mfs2"],
        },
        Self {
            name: "area",
            goal: Recipe::Area,
            doc: "restructures all logic, and maps it without looking back",
            steps: &[HASH, "scorr; dc2; dc2", REWRITE, "dc2", REWRITE, "dch; if -a -K 6; mfs2 -a"],
        },
        Self {
            name: "keep",
            goal: Recipe::Area,
            doc: "keeps the structure: for logic that is already small",
            steps: &[HASH, REMAP],
        },
        Self {
            name: "gentle",
            goal: Recipe::Area,
            doc: "restructures a little: for adders and selectors",
            steps: &[HASH, "dc2; dc2", REMAP],
        },
        Self {
            name: "strong",
            goal: Recipe::Area,
            doc: "restructures as `area` does, without choices",
            steps: &[HASH, "scorr; dc2; dc2", REWRITE, "dc2", REWRITE, REMAP],
        },
        Self {
            name: "resub",
            goal: Recipe::Area,
            doc: "restructures by resubstitution: for control logic",
            steps: &[HASH, RESUBSTITUTE, REMAP],
        },
        Self {
            name: "choices",
            goal: Recipe::Area,
            doc: "as `resub`, then six rounds with choices, of which the best counts: the slowest",
            steps: &[
                HASH,
                RESUBSTITUTE,
                REMAP,
                "&get -nm; &save -a",
                CHOOSE,
                CHOOSE,
                CHOOSE,
                CHOOSE,
                CHOOSE,
                CHOOSE,
                "&load; &put",
            ],
        },
    ];

    /// The recipes for the cells of a library.
    ///
    /// Without `buffer`, a net may have hundreds of readers, and without `upsize` all gates are of
    /// the smallest size: the delay is then far longer.
    pub const CELLS: [Self; 8] = [
        Self {
            name: "speed",
            goal: Recipe::Speed,
            doc: "keeps the structure, such as that of prefix adders",
            steps: &[HASH, "balance; dch; map -B 0.9", FIT],
        },
        Self {
            name: "fastest",
            goal: Recipe::Speed,
            doc: "rewrites the logic, and balances sums of products: often the fastest",
            steps: &[HASH, REWRITE, "if -g -K 5; strash; dch; map -B 0.9", FIT],
        },
        Self {
            name: "rewritten",
            goal: Recipe::Speed,
            doc: "as `speed`, after the logic was rewritten",
            steps: &[HASH, REWRITE, REWRITE, "dch; map -B 0.9", FIT],
        },
        Self {
            name: "amap-fastest",
            goal: Recipe::Speed,
            doc: "balances sums of products, then maps for area",
            steps: &[HASH, "if -g -K 5; strash; dch; amap -m", FIT],
        },
        Self {
            name: "map-speed",
            goal: Recipe::Speed,
            doc: "as `rewritten`, with a buffer for eight readers",
            steps: &[HASH, REWRITE, REWRITE, "dch; map", SIZE],
        },
        Self {
            name: "amap-speed",
            goal: Recipe::Speed,
            doc: "as `rewritten`, but the mapping is for area",
            steps: &[HASH, REWRITE, REWRITE, "dch; amap", SIZE],
        },
        Self {
            name: "area",
            goal: Recipe::Area,
            doc: "the smallest gates",
            steps: &[
                HASH,
                "scorr; dc2; dc2",
                REWRITE,
                "dc2",
                REWRITE,
                "dch; amap; topo; buffer -N 16; topo; dnsize -D 100000; stime -p",
            ],
        },
        Self {
            name: "map-area",
            goal: Recipe::Area,
            doc: "small logic, sized for delay",
            steps: &[
                HASH,
                "scorr; dc2; dc2",
                REWRITE,
                "dc2",
                REWRITE,
                "dch; map -a; topo; buffer -N 16; upsize -D 1; dnsize -D 1; stime -p",
            ],
        },
    ];

    /// Returns the commands of abc.
    pub fn commands(&self) -> String {
        self.steps.join("; ")
    }

    /// Returns the recipe for lookup tables with this name.
    ///
    /// # Panics
    /// If the list does not have it.
    pub fn for_tables(name: &str) -> Self {
        Self::named(&Self::TABLES, name)
    }

    /// Returns the mapping with this name.
    fn named(mappings: &[Self], name: &str) -> Self {
        *mappings.iter().find(|mapping| mapping.name == name).expect("the list has the recipe")
    }
}

/// Finds equal gates.
const HASH: &str = "strash; ifraig";

/// Rewrites the logic without adding levels to the longest path. It can add some to others: in a
/// pipeline, an adder that ends at registers may get a chain of carries.
///
/// `dc2` and `scorr` turn a prefix adder back into a ripple adder, so they are for area only.
const REWRITE: &str =
    "balance; rewrite; refactor; balance; rewrite; rewrite -z; balance; refactor -z; rewrite -z; balance";

/// Expresses gates by others that exist already, in ever larger surroundings.
const RESUBSTITUTE: &str = "balance -l; resub -K 6 -l; rewrite -l; resub -K 6 -N 2 -l; refactor -l; resub -K 8 -l; \
                            balance -l; resub -K 8 -N 2 -l; rewrite -l; resub -K 10 -l; rewrite -z -l; \
                            resub -K 10 -N 2 -l; balance -l; resub -K 12 -l; refactor -z -l; resub -K 12 -N 2 -l; \
                            rewrite -z -l; balance -l";

/// Maps to tables for area, then solves for the fewest tables of each small part by SAT. It saves
/// about a tenth of the tables, and levels too.
const REMAP: &str = "if -a -K 6; mfs2 -a -e -L 99; &get -nm; &satlut -N 64; &put; mfs2 -a -e -L 99; &get -nm; \
                     &satlut -N 64; &put";

/// Takes the tables as gates again, maps them with choices, and keeps the result if it is smaller.
const CHOOSE: &str = "&st; &synch2 -R 100 -K 6; &if -a -K 6; &mfs; &satlut; &save -a";

/// Buffers nets by their loads, and chooses the sizes of the gates.
const FIT: &str = "topo; buffer -c; topo; upsize -D 1; dnsize -D 1; stime -p";

/// Buffers the nets of a netlist of cells, and chooses the sizes of the gates for delay.
const SIZE: &str = "topo; buffer -N 8; upsize -D 1; dnsize -D 1; stime -p";

/// Returns the script of abc, if yosys does not bring its own for the technology.
pub(crate) fn abc(technology: &Technology, recipe: Recipe) -> Option<String> {
    match (technology, recipe) {
        (Technology::Device(_), _) => None,
        (Technology::Lut6, Recipe::Speed) => Some(script(Mapping::for_tables("speed"))),
        (Technology::Lut6, Recipe::Fastest) => Some(script(Mapping::for_tables("sop"))),
        (Technology::Lut6, Recipe::Area) => Some(script(Mapping::for_tables("strong"))),
        (Technology::Cells(_), _) => Some(abc_for_cells(recipe)),
    }
}

/// Returns the script of abc for the cells of a library.
pub fn abc_for_cells(recipe: Recipe) -> String {
    script(Mapping::named(&Mapping::CELLS, recipe.name()))
}

fn script(mapping: Mapping) -> String {
    mapping.commands() + "\n"
}

/// Returns the text that tells abc which cell drives the inputs of a module. Without it, abc takes
/// a register for a source of any strength, and gives its readers no buffers.
pub(crate) fn around(library: &Library) -> String {
    library.driver().map_or_else(String::new, |driver| format!("set_driving_cell {driver}\n"))
}

/// The commands of yosys that map to simple gates and keep the structure, after `synth -noabc`.
/// They are the last step of `synth` in yosys 0.23.
pub const SIMPLE_GATES: &str = "abc -script \"+strash; dretime; map\"; opt -fast";

/// Returns the commands of yosys that make gates of a module. In a new version, such as 0.70, the
/// last step of `synth` restructures the gates for a small area, which abc cannot undo: paths
/// become up to 47 % longer.
fn gates(top: &str) -> String {
    format!("synth -flatten -noabc -top {top}; {SIMPLE_GATES}")
}

/// Returns the commands of yosys that map a module to cells, after its sources were read. `folder`
/// is where the files lie, as the beginning of their paths, and `script` the file for abc.
pub fn cell_commands(top: &str, folder: &str, script: &str) -> Vec<String> {
    vec![
        gates(top),
        format!("dfflibmap -liberty {folder}{CELLS}"),
        format!("tee -q -o {folder}{ABC_LOG} abc -liberty {folder}{CELLS} -constr {folder}{AROUND} -script {script}"),
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
            format!("{read}{}\naigmap\nabc -lut 6 -script {ABC}\nopt_clean\nwrite_json {NETLIST}\n", gates(top))
        }
        Technology::Device(device) => format!("{read}{}\nwrite_json {NETLIST}\n", device.synthesis(top)),
        Technology::Cells(_) => format!("{read}{}\n", cell_commands(top, "", ABC).join("\n")),
    }
}
