//! Writes a wave as FST, the compressed format of GTKWave.

use std::borrow::Cow;
use std::io::{Seek, Write};

use wavefst::{FileType, FstWriter, GeomEntry, Header, ScopeType, SignalValue, VarDir, VarType};

use super::record::{Scope, Trace, Variable, VariableKind, Wave};

/// Writes a wave, without a date, so that the same wave gives the same bytes.
pub(super) fn write<W: Write + Seek>(wave: &Wave, file: W) -> std::io::Result<()> {
    written(wave, file).map_err(std::io::Error::other)
}

fn written<W: Write + Seek>(wave: &Wave, file: W) -> wavefst::Result<()> {
    let mut writer = FstWriter::builder(file).timescale_exponent(-9).build()?;
    let mut handles = vec![None; wave.traces.len()];
    for scope in &wave.scopes {
        define(&mut writer, &mut handles, &wave.traces, scope)?;
    }
    let version = concat!("vidalu ", env!("CARGO_PKG_VERSION")).to_owned();
    writer.write_header(Header { version, date: String::new(), file_type: FileType::Verilog, ..Header::default() })?;
    for (time, number, value) in wave.changes() {
        let Some(handle) = handles[number] else { continue };
        let value = match wave.traces[number].width {
            0 => SignalValue::Bytes(Cow::Borrowed(value.as_bytes())),
            1 => SignalValue::Bit(value.chars().next().unwrap_or('x')),
            _ => SignalValue::Vector(Cow::Borrowed(value)),
        };
        writer.emit_change(time, handle, value)?;
    }
    writer.finish()?;
    Ok(())
}

fn define<W: Write + Seek>(
    writer: &mut FstWriter<W>,
    handles: &mut [Option<u32>],
    traces: &[Trace],
    scope: &Scope,
) -> wavefst::Result<()> {
    writer.begin_scope(ScopeType::VcdModule, scope.name.as_str(), None)?;
    for Variable { name, kind, trace } in &scope.signals {
        let width = traces[*trace].width;
        let kind = match kind {
            VariableKind::Wire => VarType::VcdWire,
            VariableKind::Register => VarType::VcdReg,
            VariableKind::Parameter => VarType::VcdParameter,
            VariableKind::Integer => VarType::VcdInteger,
            VariableKind::Text => VarType::GenString,
        };
        let name = match width {
            0 | 1 => name.clone(),
            _ => format!("{name} [{}:0]", width - 1),
        };
        match handles[*trace] {
            Some(handle) => drop(writer.add_alias(kind, VarDir::Implicit, name, handle)?),
            None => {
                let geometry = if width == 0 { GeomEntry::Variable } else { GeomEntry::Fixed(width) };
                handles[*trace] = Some(writer.add_variable(kind, VarDir::Implicit, name, geometry)?);
            }
        }
    }
    for inner in &scope.scopes {
        define(writer, handles, traces, inner)?;
    }
    writer.end_scope()
}
