//! The labs, as the folders in `labs/labs` describe them.

use std::fmt;

use serde::Deserialize;
use vidalu_gen::{Block, Choice as _, Config, Design, Target, Unit, generate};

use crate::error::LabError;

/// The prefix of all modules of a lab.
pub(crate) const PREFIX: &str = "lab_";

/// The name of the lab with a fault, which has no skeleton.
pub const FIND_THE_FAULT: &str = "find-the-fault";

/// The line between two hints.
pub(crate) const BETWEEN_HINTS: &str = "\n---\n";

/// The files of a lab.
struct Source {
    name: &'static str,
    facts: &'static str,
    task: &'static str,
    skeleton: &'static str,
    hints: &'static str,
    solution: &'static str,
}

/// Embeds the folder of a lab.
macro_rules! source {
    ($number:literal, $name:literal) => {
        Source {
            name: $name,
            facts: include_str!(concat!("../labs/", $number, "-", $name, "/lab.toml")),
            task: include_str!(concat!("../labs/", $number, "-", $name, "/task.md")),
            skeleton: include_str!(concat!("../labs/", $number, "-", $name, "/skeleton.v")),
            hints: include_str!(concat!("../labs/", $number, "-", $name, "/hints.md")),
            solution: include_str!(concat!("../labs/", $number, "-", $name, "/solution.v")),
        }
    };
}

/// All labs, in the order of difficulty.
const SOURCES: &[Source] = &[
    source!("01", "select"),
    source!("02", "merge"),
    source!("03", "add-subtract"),
    source!("04", "compare"),
    source!("05", "saturate"),
    source!("06", "secondary"),
    source!("07", "shift"),
    source!("08", "min-max"),
    source!("09", "absolute-difference"),
    source!("10", "average"),
    source!("11", "packed-compare"),
    source!("12", "simd-adder"),
    source!("13", "multiply-add"),
    source!("14", "scalar-unit"),
    source!("15", "carry-chain"),
    source!("16", "pipeline"),
];

/// The facts of a lab, as `lab.toml` states them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    /// The task in a few words.
    title: String,
    /// The unit or block to write.
    target: String,
    /// The unit whose datapath the picture shows and in which a block is tried out.
    unit: String,
    /// The blocks that vidalu provides.
    #[serde(default)]
    given: Vec<String>,
    /// The configuration, apart from the prefix.
    #[serde(default)]
    config: toml::Table,
}

/// A lab: a part of the hardware to write, and its configuration.
#[derive(Clone, Debug)]
pub struct Lab {
    /// The name on the command line.
    pub name: &'static str,
    /// The position in the order of difficulty, from 1.
    pub level: usize,
    /// The task in a few words.
    pub title: String,
    /// The unit or block to write.
    pub target: Target,
    /// The unit whose datapath the picture shows and in which a block is tried out.
    pub unit: Unit,
    /// The blocks that vidalu provides.
    pub given: Vec<Block>,
    /// The configuration of the hardware.
    pub config: Config,
    /// The task, in Markdown.
    pub task: &'static str,
    /// The Verilog that the student completes.
    pub skeleton: &'static str,
    /// The hints, each a step further.
    pub hints: Vec<&'static str>,
    /// A solution.
    pub solution: &'static str,
}

impl Lab {
    /// Returns all labs, in the order of difficulty.
    pub fn all() -> impl Iterator<Item = Self> {
        SOURCES.iter().enumerate().map(|(at, source)| Self::read(at + 1, source))
    }

    /// Returns the lab called `name`.
    ///
    /// # Errors
    /// If no lab has this name. The error lists the names.
    pub fn named(name: &str) -> Result<Self, LabError> {
        let at = SOURCES.iter().position(|source| source.name == name);
        let at = at
            .ok_or_else(|| LabError::unknown(name, SOURCES.iter().map(|source| source.name).chain([FIND_THE_FAULT])))?;
        Ok(Self::read(at + 1, &SOURCES[at]))
    }

    fn read(level: usize, source: &Source) -> Self {
        let facts: Facts = toml::from_str(source.facts).expect("a test reads every lab");
        let parsed = |name: &str| name.parse::<Target>().expect("a test reads every lab");
        let Target::Unit(unit) = parsed(&facts.unit) else { unreachable!("a test reads every lab") };
        let block = |name: &String| Block::ALL.iter().find(|block| block.name() == name).copied();
        let config = Config::from_toml(&facts.config.to_string()).expect("a test reads every lab");
        Self {
            name: source.name,
            level,
            title: facts.title,
            target: parsed(&facts.target),
            unit,
            given: facts.given.iter().map(|name| block(name).expect("a test reads every lab")).collect(),
            config: Config { prefix: PREFIX.to_owned(), ..config },
            task: source.task,
            skeleton: source.skeleton,
            hints: source.hints.split(BETWEEN_HINTS).map(str::trim).collect(),
            solution: source.solution,
        }
    }

    /// Returns the name of the module to write.
    pub fn module(&self) -> String {
        format!("{PREFIX}{}", self.target)
    }

    /// Returns the name of the file to write.
    pub fn file(&self) -> String {
        format!("{}.v", self.module())
    }

    /// Returns the files that vidalu provides: the name and the text of each.
    pub fn given_files(&self) -> Vec<(String, String)> {
        let mut files: Vec<(String, String)> = Vec::new();
        for block in &self.given {
            for file in self.design(Target::Block(*block)).files {
                let name = file.path.rsplit('/').next().unwrap_or(&file.path).to_owned();
                if !files.iter().any(|(known, _)| *known == name) {
                    files.push((name, file.text));
                }
            }
        }
        files
    }

    /// Returns what vidalu generates for a unit or block with the configuration of the lab.
    pub(crate) fn design(&self, target: Target) -> Design {
        generate(target, &self.config).expect("a test generates every lab")
    }
}

impl fmt::Display for Lab {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
