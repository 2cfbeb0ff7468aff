//! The SIMD unit as one process, which follows the pseudocode of the manual in each lane.

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::simd::FORMAT;

use super::interface::{facts, fields, module, reads};
use crate::behavioral::{Execute, choice, named};
use crate::decode;
use crate::design::{Library, Top};
use crate::header::sections;
use crate::landmark::Landmarks;
use crate::operation::VideoOp::Vavrg;
use crate::operation::{Operations, opcodes};
use crate::pipeline::register;
use crate::unit::{Decoded, Frame, put};
use crate::verilog::{Module, VerilogError};
use crate::{Config, Unit};

#[derive(Template)]
#[template(path = "behavioral/simd.v")]
struct Text {
    unit: Frame,
    reg: &'static str,
    saturates: bool,
    a: String,
    b: String,
    c: String,
    sections: String,
    has_vavrg: bool,
    /// The manual's names for the extension of lanes.
    extends: String,
    choice: String,
    says_sat: bool,
    rows: Option<String>,
}

/// Builds the unit, which has no blocks.
pub(super) fn build(config: &Config, ops: &Operations, library: &mut Library) -> Result<Top, VerilogError> {
    let module = module(config)?;
    let (text, landmarks) = text(config, ops, &module);
    Ok(put(library, module, &text, landmarks))
}

fn text(config: &Config, ops: &Operations, module: &Module) -> (Text, Landmarks) {
    let mut execute = Execute::of(Unit::Simd, config, FORMAT.width());

    let values: Vec<_> = ops.list().iter().map(|op| (op.parameter(), op.value("xa", "xb", 18))).collect();
    let is_read = |field: &_| reads(ops, field, !named(ops.list()).is_empty());

    let outputs = execute.outputs("saturated");
    let decoded = Decoded {
        fields: fields(ops, &execute.ctl, is_read),
        unused_fields: decode::unused_fields(&FORMAT, &execute.ctl, is_read),
        opcodes: opcodes(named(ops.list())),
    };
    let unit = execute.frame(Unit::Simd, module, &facts(config, &execute.pipeline), decoded, &outputs);
    let landmarks = execute.pipeline.landmarks();
    let text = Text {
        unit,
        reg: register(config),
        saturates: ops.saturates(),
        a: execute.a.name,
        b: execute.b.name,
        c: execute.c.name,
        sections: sections(config),
        has_vavrg: ops.has(Vavrg),
        extends: [(ops.two, "extractAndSignExt_2"), (ops.four, "extractAndSignExt_4")]
            .into_iter()
            .filter_map(|(is_there, name)| is_there.then_some(name))
            .join(" and "),
        choice: choice(8, &values),
        says_sat: config.sat_o,
        rows: outputs.rows,
    };
    (text, landmarks)
}
