//! The results of proofs.

use std::borrow::Cow;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use vidalu_sim::report::{Mismatch, path_as_text};

/// The document that `prove --format json` writes.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct ProveReport {
    /// The version of this format: 1.
    pub format_version: u32,
    /// The version of vidalu.
    #[serde(default)]
    pub version: Cow<'static, str>,
    /// The engines that were available.
    pub engines: Vec<EngineVersion>,
    /// One entry for each claim.
    pub proofs: Vec<Proof>,
    /// The errors that left claims open, as text, if a claim is refuted. Without a refuted claim,
    /// an error takes the place of the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// The certificate, if one was asked for and there are no errors.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<WrittenCertificate>,
}

/// A certificate that was written.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct WrittenCertificate {
    /// The folder of the certificate.
    #[serde(serialize_with = "path_as_text")]
    pub folder: PathBuf,
    /// The number of files in it.
    pub files: usize,
    /// The size of all files together, in bytes.
    pub bytes: u64,
    /// The SHA-256 of the list of checksums, which stands for the whole certificate.
    pub sha256: String,
    /// The problems that hold and for which CaDiCaL found no proof in time.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_proof: Vec<String>,
}

/// An engine and its version.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct EngineVersion {
    /// The name of the engine.
    pub name: Cow<'static, str>,
    /// The first line of its answer when it is asked for its version.
    pub version: String,
}

/// The verdict about a claim.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Proof {
    /// The name of the unit, block or wrapper.
    pub subject: Cow<'static, str>,
    /// The configuration, on one line.
    pub config: String,
    /// The name of the claim.
    pub claim: String,
    /// A sentence that says what is claimed.
    pub says: Cow<'static, str>,
    /// Whether the claim holds.
    pub verdict: Verdict,
    /// The names of the engines that decided the claim, separated by commas.
    pub engine: String,
    /// The time that the engines took, one after the other, in seconds.
    pub seconds: f64,
    /// The folder of the claim in the certificate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The number of problems that the claim consists of.
    #[serde(default)]
    pub problems: usize,
    /// The number of cycles after a reset in which the outputs are proven, if the verdict is
    /// `bounded`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<usize>,
    /// The case that fails or was not decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// Values for which the claim does not hold.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Counterexample>,
}

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The claim holds for all inputs.
    Proven,
    /// The claim does not hold for some inputs.
    Refuted,
    /// The claim is open, but the outputs are right in the first cycles after a reset, for all
    /// inputs: see [`Proof::cycles`].
    Bounded,
    /// No engine decided it in the time limit.
    Undecided,
}

impl Verdict {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Refuted => "refuted",
            Self::Bounded => "bounded",
            Self::Undecided => "undecided",
        }
    }
}

/// Values for which a claim does not hold.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Counterexample {
    /// The registers, and the pins of each cycle (`a_i@0` in the first), with their values in
    /// hexadecimal.
    pub values: Vec<(String, String)>,
    /// The mismatch that Icarus shows for the counterexample; `None` if no sequence of
    /// instructions from a reset that was tried leads there.
    pub mismatch: Option<Mismatch>,
}

impl ProveReport {
    /// Tells whether every claim is proven.
    pub fn is_proven(&self) -> bool {
        self.proofs.iter().all(|proof| proof.verdict == Verdict::Proven)
    }

    /// Tells whether no claim is undecided.
    pub fn is_decided(&self) -> bool {
        self.proofs.iter().all(|proof| proof.verdict != Verdict::Undecided)
    }

    /// Tells whether some claim is refuted.
    pub fn is_refuted(&self) -> bool {
        self.proofs.iter().any(|proof| proof.verdict == Verdict::Refuted)
    }
}
