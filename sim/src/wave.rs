//! Waves: read to locate a mismatch, and written for people, with the testbench's signals next to
//! those of the module.

mod bench;
mod fields;
mod fst;
mod gtkwave;
mod last;
mod record;
mod sections;
mod surfer;
mod svg;
mod vcd;
mod view;
mod window;

use std::io::{BufWriter, Write};
use std::path::Path;

pub(crate) use self::last::LastValues;
use self::record::Wave;
use self::sections::Sections;
pub use self::window::Window;
use crate::dut::Dut;
use crate::error::CosimError;
use crate::files::io;
use crate::output_file::OutputFile;
use crate::report::{Viewers, WaveReport};
use crate::subject::Subject;

/// The format of a wave file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaveFormat {
    /// Value change dump: a text format that every viewer reads.
    Vcd,
    /// GTKWave's compressed format.
    Fst,
    /// A picture of the ports, for a page or a report.
    Svg,
}

impl WaveFormat {
    /// Returns the format that the ending of a file name selects.
    ///
    /// # Errors
    /// If the ending is neither `.vcd` nor `.fst` nor `.svg`.
    pub fn of(path: &Path) -> Result<Self, CosimError> {
        match path.extension().and_then(|ending| ending.to_str()) {
            Some("vcd") => Ok(Self::Vcd),
            Some("fst") => Ok(Self::Fst),
            Some("svg") => Ok(Self::Svg),
            _ => Err(CosimError::usage(
                format!("cannot write a wave in the format of {}", path.display()),
                "give it a name that ends in .vcd, .fst or .svg",
            )),
        }
    }
}

/// Writes the wave `path` from `raw`, the dump of a simulator, with the testbench's signals, and
/// the files for viewers next to it, unless `path` is a device, pipe or socket. Returns the report,
/// and the first cycle in which an output differs, if any.
///
/// # Errors
/// If a file cannot be read or written, the ending of `path` names no format, or a picture would
/// have too many cycles.
pub(crate) fn write(
    raw: &Path,
    path: &Path,
    dut: &Dut,
    subject: &dyn Subject,
    sim: &'static str,
    window: &Window,
) -> Result<(WaveReport, Option<u64>), CosimError> {
    let form = WaveFormat::of(path)?;
    let shift = window.before * record::CYCLE;
    let mut wave = Wave::read(raw, &dut.top, shift).map_err(|source| io("cannot read", raw, source))?;
    let marked = bench::add(&mut wave, dut, subject, window);
    let stages = Sections::of(dut);
    let decoded = fields::decoded(&mut wave, &stages, &dut.top);
    wave.scopes[0].scopes.push(decoded);

    let groups = view::groups(&wave, dut, subject, &stages);
    let report = |viewers| WaveReport {
        path: path.to_path_buf(),
        viewers,
        unit: subject.name().into(),
        sim: sim.into(),
        from: window.from,
        to: window.to,
    };
    if form == WaveFormat::Svg {
        put(path, &svg::picture(&wave, &groups, dut, window)?)?;
        return Ok((report(None), marked));
    }
    let file = create(path)?;
    let is_special = file.is_special();
    let stream = BufWriter::new(file.file());
    let result = if form == WaveFormat::Vcd { vcd::write(&wave, stream) } else { fst::write(&wave, stream) };
    result.and_then(|()| file.finish()).map_err(|source| io("cannot write", path, source))?;
    // Viewers cannot open it, and their files would lie next to a device.
    if is_special {
        return Ok((report(None), marked));
    }

    let files = Viewers { gtkwave: path.with_extension("gtkw"), surfer: path.with_extension("sucl") };
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = gtkwave::text(&name(path), &name(&files.gtkwave), &groups, window.from, marked);
    put(&files.gtkwave, &text)?;
    put(&files.surfer, &surfer::text(&name(path), &groups, marked))?;
    Ok((report(Some(files)), marked))
}

/// Writes a whole file.
fn put(path: &Path, text: &str) -> Result<(), CosimError> {
    let mut file = create(path)?;
    let written = file.write_all(text.as_bytes()).and_then(|()| file.finish());
    written.map_err(|source| io("cannot write", path, source))
}

/// Creates a file that appears at the end.
fn create(path: &Path) -> Result<OutputFile, CosimError> {
    OutputFile::create(path).map_err(|source| io("cannot write", path, source))
}
