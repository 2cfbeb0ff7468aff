//! Unit `vmad` as the manual says it; the multiplier is a module of its own, so that a proof can take it out.

use askama::Template;
use vidalu_model::control::vmad::{ASEL, ATYPE, BSEL, BTYPE, DTYPE, FORMAT};

use super::fields;
use super::interface::{facts, module};
use crate::behavioral::{Execute, Outputs, Select};
use crate::design::{Built, Library, Top, render};
use crate::header::header;
use crate::landmark::Landmarks;
use crate::pipeline::register;
use crate::verilog::{Instance, Module, Net, VerilogError};
use crate::{Block, Config, Target, Unit, block};

#[derive(Template)]
#[template(path = "behavioral/vmad.v")]
struct Text {
    header: String,
    module: Module,
    entry: String,
    fields: Vec<String>,
    unused_dtype: String,
    reg: &'static str,
    select_a: Select,
    select_b: Select,
    multiplier: Instance,
    c: String,
    outputs: Outputs,
}

/// The multiplier and the unit.
pub(super) fn build(config: &Config, library: &mut Library) -> Result<Top, VerilogError> {
    let multiplier = block::build(Block::Multiplier, config, library)?;
    let module = module(config)?;
    let (text, landmarks) = text(config, &module, &multiplier)?;
    Ok(Top { module: library.add(Built { module, text: render(&text) }), landmarks })
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
    let landmarks = execute.pipeline.landmarks();
    let text = Text {
        header: header(&module.name, Target::Unit(Unit::Vmad).doc(), &facts(&execute.pipeline), config),
        module: module.clone(),
        entry: execute.entry,
        fields: fields(&execute.ctl),
        unused_dtype: execute.ctl.slice(DTYPE.hi(), DTYPE.lo).to_string(),
        reg: register(config),
        select_a: Select::new("ta", 33, &execute.a, &ASEL, Some(&ATYPE)),
        select_b: Select::new("tb", 33, &execute.b, &BSEL, Some(&BTYPE)),
        multiplier,
        c: execute.c.name,
        outputs,
    };
    Ok((text, landmarks))
}
