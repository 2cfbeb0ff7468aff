//! A generated design, and the library of modules that it is made of.

use itertools::Itertools;

use crate::bus::{BusRegister, Layout, Wrapper};
use crate::header::header;
use crate::landmark::{Landmarks, MultiplierModules, instance_paths};
use crate::verilog::{Module, Port, VerilogError};
use crate::{Config, ConfigFile, Target};

/// A generated file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceFile {
    /// The path below the output folder, with `/` between its parts.
    pub path: String,
    /// The content, which is ASCII.
    pub text: String,
}

/// The modules of a unit or block and their text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Design {
    /// The unit or block.
    pub target: Target,
    /// The configuration, reduced to the keys that concern the target.
    pub config: Config,
    /// The top module.
    pub top: Module,
    /// The other modules, in the order of the dataflow.
    pub parts: Vec<Module>,
    /// One Verilog file per module: the files of `parts`, then the file of `top`.
    pub files: Vec<SourceFile>,
    /// The number of clock cycles from an instruction to its result; 0 if the design is
    /// combinational.
    pub latency: u32,
    /// The registers and instances that proofs and waves look for.
    pub landmarks: Landmarks,
    /// The wrapper around the unit, if any.
    pub wrapped: Option<Wrapped>,
}

impl Design {
    /// Returns the names and texts of all files without the comments, which name the configuration.
    /// Two designs with the same code are the same hardware.
    pub fn code(&self) -> String {
        let lines = self.files.iter().flat_map(|file| [file.path.as_str()].into_iter().chain(file.text.lines()));
        lines.filter(|line| !line.trim_start().starts_with("//")).join("\n")
    }
}

/// The facts that a wrapper adds to a design.
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
    /// The registers that software accesses, on a bus that has some, in the order of their
    /// addresses.
    pub registers: Vec<BusRegister>,
    /// When a result arrives, as a sentence.
    pub timing: String,
    /// Files for the users of the wrapper, besides the sources.
    pub documents: Vec<SourceFile>,
    /// The other side of the bus, for testbenches.
    pub host: Host,
}

/// The other side of a bus: a module with the ports of the unit, around the wrapper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Host {
    /// The module.
    pub module: Module,
    /// The text of the module, which is not for synthesis.
    pub file: SourceFile,
}

impl Design {
    /// Returns the configuration file that generates the design again.
    pub fn config_file(&self) -> ConfigFile {
        let wrapper = self.wrapped.as_ref().map(|wrapped| wrapped.wrapper);
        ConfigFile { target: Some(self.target), wrapper, config: self.config.clone() }
    }

    /// Returns the name of the clock port, if any.
    pub fn clock(&self) -> Option<&'static str> {
        let name = self.wrapped.as_ref().map_or("clk_i", |wrapped| wrapped.wrapper.clock());
        self.top.port(name).map(|_| name)
    }

    /// Returns the stage, from 0 to the latency, in which CC.CF is read and written, if the design
    /// has the flag.
    pub fn flag_stage(&self) -> Option<u32> {
        self.landmarks.flags.as_ref().map(|flags| flags.stage)
    }
}

/// A module with its text.
#[derive(Debug)]
pub(crate) struct Built {
    pub(crate) module: Module,
    pub(crate) text: String,
}

/// The module of a target, and the registers in it that are landmarks.
pub(crate) struct Top {
    pub(crate) module: Module,
    pub(crate) landmarks: Landmarks,
}

impl From<Module> for Top {
    /// A module without registers.
    fn from(module: Module) -> Self {
        Self { module, landmarks: Landmarks::default() }
    }
}

/// The modules of a design, each once, in the order in which they were built.
#[derive(Debug, Default)]
pub(crate) struct Library {
    built: Vec<Built>,
    multipliers: Vec<MultiplierModules>,
}

impl Library {
    /// Adds a module unless the library has one with this name. Returns the module in the library.
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

    /// Returns the names of the modules of the multiplier of this width. The builders of these
    /// modules fill them in.
    pub(crate) fn multiplier(&mut self, width: u32) -> &mut MultiplierModules {
        let at = self.multipliers.iter().position(|multiplier| multiplier.width == width).unwrap_or_else(|| {
            self.multipliers.push(MultiplierModules { width, whole: None, rows: None, reduce: Vec::new() });
            self.multipliers.len() - 1
        });
        &mut self.multipliers[at]
    }

    /// Returns the design whose top is the last module. The modules that the top instantiates were
    /// added before it.
    pub(crate) fn design(self, target: Target, config: &Config, top: Top) -> Design {
        let Top { module: top, mut landmarks } = top;
        let texts: Vec<_> = self.built.iter().map(|built| (built.module.name.as_str(), built.text.as_str())).collect();
        landmarks.instances = instance_paths(&top.name, &texts);
        landmarks.multipliers = self.multipliers;
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
        Design { target, config: config.clone(), top, parts, files, latency, landmarks, wrapped: None }
    }
}

/// The values that the template of every combinational module uses.
pub(crate) struct Page<'a> {
    pub(crate) header: &'a str,
    pub(crate) module: &'a Module,
    pub(crate) config: &'a Config,
}

/// Adds a combinational module to the library, with its name without the prefix, its purpose and
/// the sections of the manual that it implements.
pub(crate) fn put_combinational(
    config: &Config,
    library: &mut Library,
    (name, doc, manual): (&str, &str, &str),
    ports: Vec<Port>,
    text: impl FnOnce(&Page<'_>) -> String,
) -> Result<Module, VerilogError> {
    let module = Module::new(config.module_name(name), doc, ports)?.in_language(config.language);
    let facts = [("Latency", "0: combinational".to_owned()), ("Manual", manual.to_owned())];
    let header = header(&module.name, doc, &facts, config);
    let text = text(&Page { header: &header, module: &module, config });
    Ok(library.add(Built { module, text }))
}

/// Returns the text of a template, with the line break at the end of the file.
pub(crate) fn render(template: &impl askama::Template) -> String {
    let mut text = template.render().expect("writing to a string does not fail");
    text.push('\n');
    text
}
