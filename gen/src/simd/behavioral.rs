//! The SIMD unit as one process, which does in each lane what the manual says.

use askama::Template;
use itertools::Itertools;
use vidalu_model::control::simd::FORMAT;

use super::interface::{facts, fields, module, reads};
use super::operation::LaneOp::{self, Vabsdiff, Vadd, Vavrg, Vmax, Vmin, Vset, Vshl, Vshr, Vsub};
use super::operation::{Operations, opcodes};
use crate::behavioral::{EXECUTE, Value, choice, named, stages};
use crate::decode;
use crate::design::{Built, Library, render};
use crate::header::{header, sections};
use crate::pipeline::{Pipeline, Timing, register};
use crate::verilog::{Module, Net, VerilogError};
use crate::{Config, Target, Unit};

#[derive(Template)]
#[template(path = "behavioral/simd.v")]
struct Text {
    header: String,
    module: Module,
    entry: String,
    fields: Vec<String>,
    unused_fields: Option<String>,
    opcodes: Vec<String>,
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
    at_output: Option<String>,
    d_o: String,
    sat_o: Option<String>,
    leave: String,
}

/// The unit, which has no blocks.
pub(super) fn build(config: &Config, ops: &Operations, library: &mut Library) -> Result<Module, VerilogError> {
    let module = module(config)?;
    let text = render(&text(config, ops, &module));
    Ok(library.add(Built { module, text }))
}

fn text(config: &Config, ops: &Operations, module: &Module) -> Text {
    let mut pipeline = Pipeline::new(Timing::of(Unit::Simd, config), &stages());
    let (mut ctl, mut a) = (Net::new("ctl_i", FORMAT.width()), Net::new("a_i", 32));
    let (mut b, mut c) = (Net::new("b_i", 32), Net::new("c_i", 32));
    let entry = pipeline.enter(vec![&mut ctl, &mut a, &mut b, &mut c]);

    let operations: Vec<_> = LaneOp::ALL.into_iter().filter(|&op| ops.has(op)).collect();
    let values: Vec<_> = operations.iter().map(|&op| (op.parameter(), value(op))).collect();
    let is_read = |field: &_| reads(ops, field, !named(&operations).is_empty());

    let (mut result, mut saturated) = (Net::new("d", 32), Net::new("saturated", 1));
    let mut outputs = vec![&mut result];
    outputs.extend(config.sat_o.then_some(&mut saturated));
    let at_output = pipeline.cut(EXECUTE, outputs);
    Text {
        header: header(&module.name, Target::Unit(Unit::Simd).doc(), &facts(config, &pipeline), config),
        module: module.clone(),
        entry,
        fields: fields(ops, &ctl, is_read),
        unused_fields: decode::unused_fields(&FORMAT, &ctl, is_read),
        opcodes: opcodes(named(&operations)),
        reg: register(config),
        saturates: ops.saturates(),
        a: a.name,
        b: b.name,
        c: c.name,
        sections: sections(config),
        has_vavrg: ops.has(Vavrg),
        extends: [(ops.two, "extractAndSignExt_2"), (ops.four, "extractAndSignExt_4")]
            .into_iter()
            .filter_map(|(is_there, name)| is_there.then_some(name))
            .join(" and "),
        choice: choice(8, &values),
        at_output,
        d_o: result.name,
        sat_o: config.sat_o.then_some(saturated.name),
        leave: pipeline.leave(),
    }
}

/// What an operation computes in a lane.
fn value(op: LaneOp) -> Value {
    match op {
        Vadd => Value::Of("xa + xb"),
        Vsub => Value::Of("xa - xb"),
        Vmin => Value::Of("(xa < xb) ? xa : xb"),
        Vmax => Value::Of("(xa > xb) ? xa : xb"),
        Vabsdiff => Value::Of("(xa < xb) ? (xb - xa) : (xa - xb)"),
        Vset => Value::Comparison { of: ["xa", "xb"], width: 18 },
        Vavrg => Value::Of("(xa + xb + (((xa + xb) < 18'sd0) ? 18'sd0 : 18'sd1)) >>> 1'd1"),
        Vshl | Vshr => unreachable!("lanes are not shifted"),
    }
}
