//! The formats of files.

use serde::{Deserialize, Serialize};

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
