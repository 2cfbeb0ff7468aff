//! The parts that the builders of all units share: the frame of the text and the blocks.

use askama::Template;

use crate::block;
use crate::design::{Built, Library, Top, render};
use crate::header::header;
use crate::landmark::Landmarks;
use crate::pipeline::{Pipeline, Timing};
use crate::verilog::{Declaration, Instance, Instantiation, Module, Port, VerilogError};
use crate::{Block, Config, Target, Unit};

/// The text before the first stage of a unit and after its last, for `unit/begin.v` and
/// `unit/end.v`.
pub(crate) struct Frame {
    pub(crate) header: String,
    pub(crate) module: Module,
    /// The handshake, and pipeline registers at the inputs.
    pub(crate) entry: String,
    pub(crate) fields: Vec<String>,
    pub(crate) unused_fields: Option<Declaration>,
    pub(crate) opcodes: Vec<String>,
    pub(crate) outputs: Vec<String>,
    /// The assignments of the valid bit and the tag.
    pub(crate) leave: String,
}

/// The decode of the control word, as lines of Verilog. It is empty for a unit that leaves the
/// decoding to other units.
#[derive(Default)]
pub(crate) struct Decoded {
    /// The fields that the unit reads.
    pub(crate) fields: Vec<String>,
    /// The bits that it does not read.
    pub(crate) unused_fields: Option<Declaration>,
    /// The codes of the operations that the text names.
    pub(crate) opcodes: Vec<String>,
}

impl Frame {
    /// Returns the frame of a unit whose `pipeline` has reached the outputs. `facts` go into the
    /// header, and `outputs` are the data ports with their values.
    pub(crate) fn new(
        (unit, config): (Unit, &Config),
        module: &Module,
        (entry, pipeline): (String, &Pipeline<'_>),
        facts: &[(&'static str, String)],
        decoded: Decoded,
        outputs: &[(&str, &str)],
    ) -> Self {
        let Decoded { fields, unused_fields, opcodes } = decoded;
        let width = outputs.iter().map(|(port, _)| port.len()).max().unwrap_or(0);
        Self {
            header: header(&module.name, Target::Unit(unit).doc(), facts, config),
            module: module.clone(),
            entry,
            fields,
            unused_fields,
            opcodes,
            outputs: outputs.iter().map(|(port, value)| format!("assign {port:width$} = {value};")).collect(),
            leave: pipeline.leave(),
        }
    }
}

/// Returns the module of a unit with a result of 32 bits. The control word has `control` bits, and
/// the texts explain it, the operands and the output `sat_o`.
pub(crate) fn module(
    (unit, config): (Unit, &Config),
    (control, control_doc): (u32, &str),
    operands: [&str; 3],
    sat: &str,
) -> Result<Module, VerilogError> {
    let timing = Timing::of(unit, config);
    let mut ports = timing.inputs();
    ports.push(Port::input("ctl_i", control, control_doc));
    ports.extend(["a_i", "b_i", "c_i"].into_iter().zip(operands).map(|(name, doc)| Port::input(name, 32, doc)));
    ports.extend(timing.outputs());
    ports.push(Port::output("d_o", 32, "result"));
    ports.extend(config.sat_o.then(|| Port::output("sat_o", 1, sat)));
    with_ports(unit, config, ports)
}

/// Returns the module of a unit, with these ports.
pub(crate) fn with_ports(unit: Unit, config: &Config, ports: Vec<Port>) -> Result<Module, VerilogError> {
    let doc = Target::Unit(unit).doc();
    Ok(Module::new(config.module_name(unit.name()), doc, ports)?.in_language(config.language))
}

/// Puts a unit into the library, after the modules that it is made of.
pub(crate) fn put(library: &mut Library, module: Module, text: &impl Template, landmarks: Landmarks) -> Top {
    Top { module: library.add(Built { module, text: render(text) }), landmarks }
}

/// The blocks of a unit.
pub(crate) struct Blocks {
    modules: Vec<(Block, Module)>,
}

impl Blocks {
    /// Builds these blocks, in the order of the dataflow.
    pub(crate) fn build(blocks: &[Block], config: &Config, library: &mut Library) -> Result<Self, VerilogError> {
        Self::collect(blocks, |block| block::build(block, config, library))
    }

    /// Builds these blocks for a unit in which a lane can be a word.
    pub(crate) fn with_word(blocks: &[Block], config: &Config, library: &mut Library) -> Result<Self, VerilogError> {
        Self::collect(blocks, |block| block::with_word(block, config, library))
    }

    fn collect(
        blocks: &[Block],
        mut build: impl FnMut(Block) -> Result<Module, VerilogError>,
    ) -> Result<Self, VerilogError> {
        let modules = blocks.iter().map(|&block| build(block).map(|module| (block, module)));
        Ok(Self { modules: modules.collect::<Result<_, _>>()? })
    }

    /// Returns whether the unit has a block.
    pub(crate) fn has(&self, block: Block) -> bool {
        self.modules.iter().any(|(own, _)| *own == block)
    }

    /// Begins the instance of a block that the unit has once.
    pub(crate) fn instance(&self, block: Block) -> Instantiation<'_> {
        self.named(block, &block.instance())
    }

    /// Begins an instance of a block.
    ///
    /// # Panics
    /// If the unit was not given the block: that is a mistake in the generator.
    pub(crate) fn named(&self, block: Block, name: &str) -> Instantiation<'_> {
        let own = self.modules.iter().find(|(own, _)| *own == block);
        Instance::of(&own.expect("the unit was given this block").1, name)
    }
}
