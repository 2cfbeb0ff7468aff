//! The blocks, with their ports and texts. Each file holds the blocks of one unit.

mod carry;
mod scalar;
mod simd;
mod vmad;

pub(crate) use self::scalar::{SATURATE_MANUAL, SHIFTER_MANUAL, compares_in_halves, saturate_ports, shifter_ports};
pub(crate) use self::simd::{ADDER_MANUAL, SUM_MANUAL, adder_ports, summand_ports};
use crate::design::{Library, Page, put_combinational};
use crate::verilog::{Module, Port, VerilogError};
use crate::{Block, Config, Goal};

/// Adds a block to the library, after the modules that it instantiates.
pub(crate) fn build(block: Block, config: &Config, library: &mut Library) -> Result<Module, VerilogError> {
    let described = match block {
        Block::Select => scalar::select(),
        Block::Adder34 => scalar::adder34(config, library)?,
        Block::Shifter => scalar::shifter(),
        Block::Compare => scalar::compare(),
        Block::Saturate => scalar::saturate(),
        Block::Secondary => scalar::secondary(config, library)?,
        Block::Merge => scalar::merge(),
        Block::LaneSelect => simd::lane_select(false),
        Block::SegmentedAdder => simd::segmented_adder(false),
        Block::LaneSaturate => simd::lane_saturate(false),
        Block::LaneMerge => simd::lane_merge(),
        Block::Accumulate if config.goal == Goal::Tables => simd::accumulate_in_tables(config, library)?,
        Block::Accumulate if config.goal == Goal::Cells => simd::accumulate_in_cells(config, library)?,
        Block::Accumulate => simd::accumulate(false),
        Block::Multiplier => vmad::multiplier(config, library)?,
        Block::Scale => vmad::scale(),
        Block::CarryAdder => return carry_adder(config, config.wide, library),
    };
    put(block, described, config, library)
}

/// Adds a block for a unit in which a lane can be a word. Most blocks do not differ then.
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

/// Adds the adder of a carry unit, which has 64 bits if an instruction of the unit needs them.
pub(crate) fn carry_adder(config: &Config, wide: bool, library: &mut Library) -> Result<Module, VerilogError> {
    let described = carry::carry_adder(config, wide, library)?;
    put(Block::CarryAdder, described, config, library)
}

fn put(block: Block, described: Description, config: &Config, library: &mut Library) -> Result<Module, VerilogError> {
    put_combinational(config, library, (block.name(), block.doc(), described.manual), described.ports, described.text)
}

/// The ports, manual sections and template of a block.
struct Description {
    ports: Vec<Port>,
    /// The sections of the PTX ISA and the decisions of SEMANTICS that the block implements.
    manual: &'static str,
    text: Box<dyn FnOnce(&Page<'_>) -> String>,
}
