//! `--profile`.

use serde::Serialize;
use vidalu_model::golden;

/// Which reading of the manual is computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Profile {
    /// The manual's words.
    Manual,
    /// What GPUs with native instructions do.
    Hardware,
    /// What NVIDIA's assembler makes of the instructions where it emulates them.
    Ptxas,
    /// The same from version 13.5 of the assembler on.
    #[value(name = "ptxas-13.5")]
    #[serde(rename = "ptxas-13.5")]
    Ptxas13_5,
}

impl From<Profile> for golden::Profile {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Manual => Self::Manual,
            Profile::Hardware => Self::Hardware,
            Profile::Ptxas => Self::Ptxas,
            Profile::Ptxas13_5 => Self::Ptxas13_5,
        }
    }
}
