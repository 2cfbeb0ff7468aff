//! How vectors are written.

mod npz;
mod parquet;
mod text;

use std::io::Write;

use serde::{Deserialize, Serialize};

use crate::error::VectorsError;
use crate::seal::Seal;
use crate::set::Set;

pub(crate) use npz::NpzReader;
pub(crate) use parquet::ParquetReader;
pub(crate) use text::LineReader;

/// A format of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    /// For `$readmemh`: a word a vector, the numbers joined by `_`.
    Hex,
    /// Numbers and PTX text, separated by blanks.
    Text,
    /// Comma-separated values.
    Csv,
    /// A JSON object a vector.
    Jsonl,
    /// An array for NumPy for each number.
    Npz,
    /// Apache Parquet.
    Parquet,
    /// A header file with an array of structs.
    C,
}

impl Format {
    /// All seven.
    pub const ALL: [Self; 7] = [Self::Hex, Self::Text, Self::Csv, Self::Jsonl, Self::Npz, Self::Parquet, Self::C];

    /// The name on the command line and in files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hex => "hex",
            Self::Text => "text",
            Self::Csv => "csv",
            Self::Jsonl => "jsonl",
            Self::Npz => "npz",
            Self::Parquet => "parquet",
            Self::C => "c",
        }
    }
}

/// Writes the vectors of a set.
///
/// # Errors
/// If the stream does not take them.
pub fn write(set: &Set, format: Format, stream: impl Write + Send) -> Result<(), VectorsError> {
    let mut seal = Seal::new(stream);
    match format {
        Format::Npz => npz::write(set, &mut seal)?,
        Format::Parquet => parquet::write(set, &mut seal)?,
        _ => text::write(set, format, &mut seal)?,
    }
    Ok(seal.close()?)
}
