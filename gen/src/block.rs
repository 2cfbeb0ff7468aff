//! The blocks: one family a file, each with its ports and its text.

mod carry;
mod scalar;
mod simd;
mod vmad;

use crate::design::{Built, Library};
use crate::header::header;
use crate::verilog::{Module, Port, VerilogError};
use crate::{Block, Config};

/// Puts the module of a block into the library, after those that it is made of.
pub(crate) fn build(block: Block, config: &Config, library: &mut Library) -> Result<Module, VerilogError> {
    let described = match block {
        Block::Select => scalar::select(),
        Block::Adder34 => scalar::adder34(config, library)?,
        Block::Shifter => scalar::shifter(),
        Block::Compare => scalar::compare(),
        Block::Saturate => scalar::saturate(),
        Block::Secondary => scalar::secondary(config.profile),
        Block::Merge => scalar::merge(),
        Block::LaneSelect => simd::lane_select(false),
        Block::SegmentedAdder => simd::segmented_adder(false),
        Block::LaneSaturate => simd::lane_saturate(false),
        Block::LaneMerge => simd::lane_merge(),
        Block::Accumulate => simd::accumulate(false),
        Block::Multiplier => vmad::multiplier(config, library)?,
        Block::Scale => vmad::scale(),
        Block::CarryAdder => return carry_adder(config, config.wide, library),
    };
    put(block, described, config, library)
}

/// The same of a block on lanes, if it is one that differs where one of the lanes may be a word.
pub(crate) fn with_word(block: Block, config: &Config, library: &mut Library) -> Result<Module, VerilogError> {
    let described = match block {
        Block::LaneSelect => simd::lane_select(true),
        Block::SegmentedAdder => simd::segmented_adder(true),
        Block::LaneSaturate => simd::lane_saturate(true),
        Block::Accumulate => simd::accumulate(true),
        _ => return build(block, config, library),
    };
    put(block, described, config, library)
}

/// The adder of a carry unit: what is left of the unit's instructions decides whether it has 64 bits.
pub(crate) fn carry_adder(config: &Config, wide: bool, library: &mut Library) -> Result<Module, VerilogError> {
    let described = carry::carry_adder(config, wide, library)?;
    put(Block::CarryAdder, described, config, library)
}

fn put(block: Block, described: Description, config: &Config, library: &mut Library) -> Result<Module, VerilogError> {
    let module =
        Module::new(config.module_name(block.name()), block.doc(), described.ports)?.in_language(config.language);
    let facts = [("Latency", "0: combinational".to_owned()), ("Manual", described.manual.to_owned())];
    let header = header(&module.name, block.doc(), &facts, config);
    let text = (described.text)(&Page { header: &header, module: &module, config });
    Ok(library.add(Built { module, text }))
}

/// What is told of a block.
struct Description {
    ports: Vec<Port>,
    /// What it implements: sections of the PTX ISA and decisions of SEMANTICS.
    manual: &'static str,
    text: Box<dyn FnOnce(&Page<'_>) -> String>,
}

/// What every template is given.
struct Page<'a> {
    header: &'a str,
    module: &'a Module,
    config: &'a Config,
}
