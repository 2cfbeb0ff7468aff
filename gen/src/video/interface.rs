//! The interface of the unit: ports, header.

use vidalu_model::control::WIDTH;

use super::inner::InnerUnit;
use crate::header::unit_facts;
use crate::pipeline::{Pipeline, Timing};
use crate::unit::with_ports;
use crate::verilog::{Module, Port, VerilogError};
use crate::{Config, Profile, Unit};

/// Returns the module of the unit. Each port is as wide as the widest one of the inner units.
pub(super) fn module(config: &Config, parts: &[InnerUnit]) -> Result<Module, VerilogError> {
    let timing = Timing::of(Unit::Video, config);
    let width = |port| parts.iter().map(|part| part.width(port)).max().unwrap_or(0);
    let mut ports = timing.inputs();
    ports.push(Port::input("ctl_i", WIDTH, "control word, with the code of the unit"));
    let inputs = [
        ("ctx_i", format!("context, 0 to {}, which selects CC.CF", config.contexts - 1)),
        ("a_i", "first operand".to_owned()),
        ("b_i", "second operand".to_owned()),
        ("c_i", "third operand".to_owned()),
    ];
    ports.extend(inputs.into_iter().filter(|(name, _)| width(name) > 0).map(|(n, doc)| Port::input(n, width(n), doc)));
    ports.extend(timing.outputs());
    let high = if width("d_o") > 32 { ", in the low half for 32 bits" } else { "" };
    let outputs = [
        ("d_o", format!("result{high}")),
        ("sat_o", ".sat has changed the result".to_owned()),
        ("cf_o", "CC.CF of the context after the instruction".to_owned()),
    ];
    ports
        .extend(outputs.into_iter().filter(|(name, _)| width(name) > 0).map(|(n, doc)| Port::output(n, width(n), doc)));
    with_ports(Unit::Video, config, ports)
}

/// Returns the facts for the header, besides the configuration.
pub(super) fn facts(config: &Config, pipeline: &Pipeline<'_>) -> Vec<(&'static str, String)> {
    let rest = format!("{}, results in order; the pipeline registers are in the units", pipeline.rate());
    let latency = match config.depth.of(Unit::Video) {
        0 => pipeline.latency_fact(),
        1 => format!("1 clock cycle, {rest}"),
        rows => format!("{rows} clock cycles, {rest}"),
    };
    let profile = match config.profile {
        Profile::Manual => "manual (SEMANTICS D1 to D9)",
        Profile::Hardware => "hardware (SEMANTICS D1 to D9, H1, H2)",
    };
    unit_facts(config, profile.to_owned(), latency, pipeline.handshake_fact())
}
