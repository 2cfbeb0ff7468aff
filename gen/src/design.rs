//! A generated design, and the library of modules that it is made of.

use crate::bus::{Layout, Wrapper};
use crate::verilog::Module;
use crate::{Config, Target};

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// Path below the output folder, with `/`.
    pub path: String,
    /// Content, ASCII.
    pub text: String,
}

/// The modules of a unit or block and their text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// What was generated.
    pub target: Target,
    /// With which configuration: what the target takes of the one that was asked for.
    pub config: Config,
    /// The top module.
    pub top: Module,
    /// The other modules, in the order of the dataflow.
    pub parts: Vec<Module>,
    /// One Verilog file a module: those of the parts, then that of the top.
    pub files: Vec<SourceFile>,
    /// Clock cycles from an instruction to its result; 0: combinational.
    pub latency: u32,
    /// The stage, 0 to the latency, in which CC.CF is read and written; `None` for what has none.
    pub flag_stage: Option<u32>,
    /// The bus around the unit, if it has one.
    pub wrapped: Option<Wrapped>,
}

/// What a wrapper adds to a design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wrapped {
    /// The bus.
    pub wrapper: Wrapper,
    /// Where the bus carries the fields of an instruction.
    pub layout: Layout,
    /// The number of flag bits of a result: 0, 1 (CC.CF) or 2 (CC.CF, then `.sat`).
    pub flags: u32,
    /// The identification word that software reads, on a bus that has one.
    pub id: u32,
    /// When a result arrives, as a sentence.
    pub timing: String,
    /// Files for the users of the wrapper, besides the sources.
    pub documents: Vec<SourceFile>,
}

/// A module with its text.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) module: Module,
    pub(crate) text: String,
}

/// The module that a target is, and the stage of its flag.
pub(crate) struct Top {
    pub(crate) module: Module,
    pub(crate) flag_stage: Option<u32>,
}

impl From<Module> for Top {
    /// A module without a flag.
    fn from(module: Module) -> Self {
        Self { module, flag_stage: None }
    }
}

/// The modules that a design needs beside its top, each once, in the order in which they were asked for.
#[derive(Debug, Default)]
pub(crate) struct Library {
    built: Vec<Built>,
}

impl Library {
    /// Takes a module, unless there is one of its name; gives the module that is held.
    pub(crate) fn add(&mut self, built: Built) -> Module {
        match self.built.iter().find(|held| held.module.name == built.module.name) {
            Some(held) => held.module.clone(),
            None => {
                let module = built.module.clone();
                self.built.push(built);
                module
            }
        }
    }

    /// The design whose top is the last module: everything that it is made of was there before it.
    pub(crate) fn design(self, target: Target, config: &Config, top: Top) -> Design {
        let Top { module: top, flag_stage } = top;
        let file = |built: &Built| SourceFile {
            path: format!("rtl/{}.{}", built.module.name, config.language.extension()),
            text: built.text.clone(),
        };
        let files = self.built.iter().map(file).collect();
        let parts = self.built.into_iter().map(|built| built.module).filter(|module| *module != top).collect();
        let latency = match target {
            Target::Unit(unit) => config.depth.of(unit).into(),
            Target::Block(_) => 0,
        };
        Design { target, config: config.clone(), top, parts, files, latency, flag_stage, wrapped: None }
    }
}

/// The text of a template, which a generated file ends with a line break.
pub(crate) fn render(template: &impl askama::Template) -> String {
    let mut text = template.render().expect("writing to a string does not fail");
    text.push('\n');
    text
}
