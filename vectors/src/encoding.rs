//! How vectors are written in each format, and read back.

mod line;
mod npz;
mod parquet;
mod text;

use std::io::Write;

use crate::error::VectorsError;
use crate::format::Format;
use crate::seal::Seal;
use crate::set::Set;

pub(crate) use npz::NpzReader;
pub(crate) use parquet::ParquetReader;
pub(crate) use text::{LineReader, Lines, read_header};

/// Writes the vectors of a set.
///
/// # Errors
/// If the stream does not take them.
pub fn write(set: &Set, format: Format, stream: impl Write + Send) -> Result<(), VectorsError> {
    let mut seal = Seal::new(stream);
    let written = match format {
        Format::Npz => npz::write(set, &mut seal),
        Format::Parquet => parquet::write(set, &mut seal),
        _ => text::write(set, format, &mut seal),
    };
    seal.failure()?;
    written?;
    Ok(seal.close()?)
}
