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
}

impl From<Profile> for golden::Profile {
    fn from(profile: Profile) -> Self {
        match profile {
            Profile::Manual => Self::Manual,
            Profile::Hardware => Self::Hardware,
            Profile::Ptxas => Self::Ptxas,
        }
    }
}
