//! The pictures of the inside of blocks, and of the parts of multipliers.

use vidalu_engine::{Compressor, Picture, Row, Shown};
use vidalu_gen::{Block, Config, Multiplier, Plan};

/// Returns the picture of a block.
pub(crate) fn block(block: Block) -> Option<Picture> {
    match block {
        Block::Adder34 | Block::SegmentedAdder | Block::CarryAdder => Some(Picture::Adder),
        Block::Shifter => Some(Picture::Shifter),
        Block::Select => Some(Picture::Select),
        Block::Saturate => Some(Picture::Clamp),
        Block::LaneSaturate => Some(Picture::Lanes),
        _ => None,
    }
}

/// Returns the picture of a module below the blocks: an adder or a part of a multiplier.
pub(crate) fn part(config: &Config, module: &str, nets: &[Shown]) -> Option<Picture> {
    if module.starts_with("add") {
        return Some(Picture::Adder);
    }
    let width: String = module.strip_prefix("mul")?.chars().take_while(char::is_ascii_digit).collect();
    let Some(plan) = Plan::of(config, width.parse().ok()?) else { return Some(Picture::Product) };
    let has = |name: &str| nets.iter().any(|net| net.name == name);
    if module.contains("_rows") {
        let rows = plan.rows.into_iter().map(|row| Row { net: format!("{}_o", row.name), lo: row.lo }).collect();
        return Some(Picture::Rows { rows, booth: config.multiplier != Multiplier::Array });
    }
    if !module.contains("_reduce") {
        return None;
    }
    // A module has some of the stages.
    let is_here = |own: &vidalu_gen::Compressor| own.of.iter().chain(&own.made).all(|name| has(name));
    let stages = plan.stages.into_iter().map(|stage| {
        let here = stage.compressors.into_iter().filter(is_here);
        here.map(|own| Compressor { of: own.of, made: own.made }).collect::<Vec<_>>()
    });
    let stages: Vec<_> = stages.filter(|stage| !stage.is_empty()).collect();
    (!stages.is_empty()).then_some(Picture::Compressors { stages })
}
