//! Unit `vmad` in the pseudocode of the manual. The multiplier is a separate module, so that a
//! proof can abstract it.

use askama::Template;
use vidalu_model::control::vmad::{ASEL, ATYPE, BSEL, BTYPE, DTYPE, FORMAT};

use super::decoded;
use super::interface::{facts, module};
use crate::behavioral::{Execute, Select};
use crate::design::{Library, Top};
use crate::landmark::Landmarks;
use crate::pipeline::register;
use crate::unit::{Frame, put};
use crate::verilog::{Instance, Module, Net, VerilogError};
use crate::{Block, Config, Unit, block};

#[derive(Template)]
#[template(path = "behavioral/vmad.v")]
struct Text {
    unit: Frame,
    unused_dtype: String,
    reg: &'static str,
    select_a: Select,
    select_b: Select,
    multiplier: Instance,
    c: String,
    says_sat: bool,
    rows: Option<String>,
}

/// Builds the multiplier and the unit.
pub(super) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let multiplier = block::build(Block::Multiplier, config, library)?;
    let module = module(config)?;
    let (text, landmarks) = text(config, &module, &multiplier)?;
    Ok(put(library, module, &text, landmarks))
}

fn text(config: &Config, module: &Module, multiplier: &Module) -> Result<(Text, Landmarks), VerilogError> {
    let mut execute = Execute::of(Unit::Vmad, config, FORMAT.width());
    let multiplier = Instance::of(multiplier, &Block::Multiplier.instance())
        .connect("a_i", &Net::signed("ta", 33))
        .connect("b_i", &Net::signed("tb", 33))
        .connect("high_o", &Net::signed("product_high", 34))
        .connect("low_o", &Net::new("product_low", 32))
        .finish()?;
    let outputs = execute.outputs("hit");
    let unit = execute.frame(Unit::Vmad, module, &facts(&execute.pipeline), decoded(&execute.ctl), &outputs);
    let landmarks = execute.pipeline.landmarks();
    let text = Text {
        unit,
        unused_dtype: execute.ctl.slice(DTYPE.hi(), DTYPE.lo).to_string(),
        reg: register(config),
        select_a: Select::new("ta", 33, &execute.a, &ASEL, Some(&ATYPE)),
        select_b: Select::new("tb", 33, &execute.b, &BSEL, Some(&BTYPE)),
        multiplier,
        c: execute.c.name,
        says_sat: config.sat_o,
        rows: outputs.rows,
    };
    Ok((text, landmarks))
}
