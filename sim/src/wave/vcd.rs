//! Writes a wave as VCD, with text as `$var string`, which GTKWave introduced.

use std::io::{Result, Write};

use vcd::{IdCode, ReferenceIndex, TimescaleUnit, Value, VarType, Writer};

use super::record::{Scope, Trace, Variable, VariableKind, Wave};

/// Writes a wave, without a date, so that the same wave gives the same bytes.
pub(super) fn write<W: Write>(wave: &Wave, file: W) -> Result<()> {
    let mut writer = Writer::new(file);
    writer.version(concat!("vidalu ", env!("CARGO_PKG_VERSION")))?;
    writer.timescale(1, TimescaleUnit::NS)?;
    let mut codes = vec![None; wave.traces.len()];
    for scope in &wave.scopes {
        define(&mut writer, &mut codes, &wave.traces, scope)?;
    }
    writer.enddefinitions()?;
    let mut now = None;
    for (time, number, value) in wave.changes() {
        let Some(code) = codes[number] else { continue };
        if now != Some(time) {
            writer.timestamp(time)?;
            now = Some(time);
        }
        match wave.traces[number].width {
            0 => writer.change_string(code, &word(value))?,
            1 => writer.change_scalar(code, digit(value.chars().next().unwrap_or('x')))?,
            _ => writer.change_vector(code, value.chars().map(digit))?,
        }
    }
    writer.flush()
}

/// Replaces spaces: a text ends at white space, and readers do not agree about how to escape it.
fn word(text: &str) -> String {
    text.replace(' ', "_")
}

fn digit(digit: char) -> Value {
    match digit {
        '0' => Value::V0,
        '1' => Value::V1,
        'z' => Value::Z,
        _ => Value::X,
    }
}

fn define<W: Write>(
    writer: &mut Writer<W>,
    codes: &mut [Option<IdCode>],
    traces: &[Trace],
    scope: &Scope,
) -> Result<()> {
    writer.add_module(&scope.name)?;
    for Variable { name, kind, trace } in &scope.signals {
        let width = traces[*trace].width;
        let index = (width > 1).then(|| ReferenceIndex::Range(width as i32 - 1, 0));
        let kind = match kind {
            VariableKind::Wire => VarType::Wire,
            VariableKind::Register => VarType::Reg,
            VariableKind::Parameter => VarType::Parameter,
            VariableKind::Integer => VarType::Integer,
            VariableKind::Text => VarType::String,
        };
        let code = *codes[*trace].get_or_insert(IdCode::from(*trace as u64));
        writer.var_def(kind, width.max(1), code, name, index)?;
    }
    for inner in &scope.scopes {
        define(writer, codes, traces, inner)?;
    }
    writer.upscope()
}
