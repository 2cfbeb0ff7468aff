//! Unit `vmad` as the manual says it; the multiplier is a module of its own, so that a proof can take it out.

use askama::Template;
use vidalu_model::control::vmad::{ASEL, ATYPE, BSEL, BTYPE, DTYPE, FORMAT};

use super::fields;
use super::interface::{facts, module};
use crate::behavioral::{EXECUTE, Select, stages};
use crate::design::{Built, Library, render};
use crate::header::header;
use crate::pipeline::{Pipeline, Timing, register};
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
    at_output: Option<String>,
    d_o: String,
    sat_o: Option<String>,
    leave: String,
}

/// The multiplier and the unit.
pub(super) fn build(config: &Config, library: &mut Library) -> Result<Module, VerilogError> {
    let multiplier = block::build(Block::Multiplier, config, library)?;
    let module = module(config)?;
    let text = render(&text(config, &module, &multiplier)?);
    Ok(library.add(Built { module, text }))
}

fn text(config: &Config, module: &Module, multiplier: &Module) -> Result<Text, VerilogError> {
    let mut pipeline = Pipeline::new(Timing::of(Unit::Vmad, config), &stages());
    let (mut ctl, mut a) = (Net::new("ctl_i", FORMAT.width()), Net::new("a_i", 32));
    let (mut b, mut c) = (Net::new("b_i", 32), Net::new("c_i", 32));
    let entry = pipeline.enter(vec![&mut ctl, &mut a, &mut b, &mut c]);
    let multiplier = Instance::of(multiplier, "u_multiplier")
        .connect("a_i", &Net::signed("ta", 33))
        .connect("b_i", &Net::signed("tb", 33))
        .connect("high_o", &Net::signed("product_high", 34))
        .connect("low_o", &Net::new("product_low", 32))
        .finish()?;
    let (mut result, mut hit) = (Net::new("d", 32), Net::new("hit", 1));
    let mut outputs = vec![&mut result];
    outputs.extend(config.sat_o.then_some(&mut hit));
    let at_output = pipeline.cut(EXECUTE, outputs);
    Ok(Text {
        header: header(&module.name, Target::Unit(Unit::Vmad).doc(), &facts(&pipeline), config),
        module: module.clone(),
        entry,
        fields: fields(&ctl),
        unused_dtype: ctl.slice(DTYPE.hi(), DTYPE.lo).to_string(),
        reg: register(config),
        select_a: Select::new("ta", 33, &a, &ASEL, Some(&ATYPE)),
        select_b: Select::new("tb", 33, &b, &BSEL, Some(&BTYPE)),
        multiplier,
        c: c.name,
        at_output,
        d_o: result.name,
        sat_o: config.sat_o.then_some(hit.name),
        leave: pipeline.leave(),
    })
}
