//! `--profile`.

use serde::Serialize;
use vidalu_model::golden;

/// The semantics: how to read the manual where it is unclear.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Profile {
    /// The manual.
    Manual,
    /// GPUs that execute the instructions natively.
    Hardware,
    /// NVIDIA's assembler, which emulates the instructions on current GPUs.
    Ptxas,
    /// NVIDIA's assembler from version 13.5 on.
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
