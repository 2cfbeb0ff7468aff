//! The scalar unit as one process, which follows the pseudocode of the manual.

use askama::Template;
use vidalu_model::control::scalar::{ASEL, ATYPE, BSEL, BTYPE, DTYPE, FORMAT};

use super::interface::{facts, module, reads};
use crate::behavioral::{Execute, Select, choice, named, repeat};
use crate::decode;
use crate::design::{Library, Top};
use crate::header::sections;
use crate::landmark::Landmarks;
use crate::operation::Source::{Pick, Set, Shift, Sum};
use crate::operation::{Operations, opcodes};
use crate::pipeline::register;
use crate::unit::{Decoded, Frame, put};
use crate::verilog::{Module, VerilogError};
use crate::{Config, Profile, Unit};

#[derive(Template)]
#[template(path = "behavioral/scalar.v")]
struct Text {
    unit: Frame,
    reg: &'static str,
    has_shifts: bool,
    /// The numbers whose two highest bits are not read.
    unused: Vec<&'static str>,
    saturates: bool,
    hardware: bool,
    /// The number that .min and .max compare with c.
    compared: &'static str,
    select_a: Select,
    select_b: Select,
    sections: String,
    choice: String,
    c: String,
    /// The bits above the word of c, and above the word of a value that is cut.
    above_c: String,
    above_value: String,
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
    let mut execute = Execute::of(Unit::Scalar, config, FORMAT.width());

    let values: Vec<_> = ops.list().iter().map(|op| (op.parameter(), op.value("ta", "tb", 34))).collect();
    let is_read = |field: &_| reads(ops, field, !named(ops.list()).is_empty());
    let signed_b = is_read(&BTYPE).then_some(&BTYPE);
    let is_signed =
        |bit: String| if is_read(&DTYPE) { repeat(2, &format!("dtype && {bit}")) } else { "2'd0".to_owned() };

    let hardware = config.profile == Profile::Hardware;
    let only_shifts = !ops.any(&[Sum, Pick, Set]);

    let outputs = execute.outputs("hit");
    let decoded = Decoded {
        fields: decode::fields(&FORMAT, &execute.ctl, is_read),
        unused_fields: decode::unused_fields(&FORMAT, &execute.ctl, is_read),
        opcodes: opcodes(named(ops.list())),
    };
    let unit = execute.frame(Unit::Scalar, module, &facts(config, &execute.pipeline), decoded, &outputs);
    let landmarks = execute.pipeline.landmarks();
    let text = Text {
        unit,
        reg: register(config),
        has_shifts: ops.any(&[Shift]),
        unused: [(only_shifts, "tb"), (hardware && !config.sat_o, "value")]
            .into_iter()
            .filter_map(|(is_unused, name)| is_unused.then_some(name))
            .collect(),
        saturates: ops.saturates(),
        hardware,
        compared: if hardware { "x_s34" } else { "value" },
        select_a: Select::new("ta", 34, &execute.a, &ASEL, Some(&ATYPE)),
        select_b: Select::new("tb", 34, &execute.b, &BSEL, signed_b),
        sections: sections(config),
        choice: choice(4, &values),
        above_c: is_signed(execute.c.slice(31, 31).to_string()),
        above_value: is_signed("value[31]".to_owned()),
        c: execute.c.name,
        says_sat: config.sat_o,
        rows: outputs.rows,
    };
    (text, landmarks)
}
