//! What was proven, for people and for programs.

use std::borrow::Cow;
use std::path::PathBuf;

use serde::Serialize;
use vidalu_sim::report::Mismatch;

use crate::engine::Answer;

/// The whole report; as JSON the one document of `prove --format json`.
#[derive(Clone, Debug, Serialize)]
pub struct ProveReport {
    /// Version of this format: 1.
    pub format_version: u32,
    /// Version of vidalu.
    pub version: &'static str,
    /// The engines that were there.
    pub engines: Vec<EngineVersion>,
    /// One entry for each claim.
    pub proofs: Vec<Proof>,
    /// The certificate, if one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Written>,
}

/// A certificate that was written.
#[derive(Clone, Debug, Serialize)]
pub struct Written {
    /// Its folder.
    pub folder: PathBuf,
    /// The number of its files.
    pub files: usize,
    /// What they are long together, in bytes.
    pub bytes: u64,
    /// The checksum of its list of checksums, which stands for all of it.
    pub sha256: String,
}

/// An engine.
#[derive(Clone, Debug, Serialize)]
pub struct EngineVersion {
    /// Its name.
    pub name: &'static str,
    /// The line with which it names its build.
    pub version: String,
}

/// What is known of a claim.
#[derive(Clone, Debug, Serialize)]
pub struct Proof {
    /// The unit or block.
    pub subject: Cow<'static, str>,
    /// Its configuration, on one line.
    pub config: String,
    /// The claim's name.
    pub claim: String,
    /// What is claimed, in a sentence.
    pub says: &'static str,
    /// Whether it holds.
    pub verdict: Verdict,
    /// The engines that decided it.
    pub engine: String,
    /// The time that they took, in seconds, one after the other.
    pub seconds: f64,
    /// Its folder in the certificate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
    /// The number of problems that it was made into.
    pub problems: usize,
    /// Of these, the case that fails or was not decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub case: Option<String>,
    /// Values for which it does not hold.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Counterexample>,
}

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// For all inputs.
    Proven,
    /// Not for some.
    Refuted,
    /// No engine knows, in the time that they had.
    Undecided,
}

impl Verdict {
    /// What an answer says of the claim that it is about.
    pub(crate) fn of(answer: &Answer) -> Self {
        match answer {
            Answer::Holds => Self::Proven,
            Answer::Fails(_) => Self::Refuted,
            Answer::Unknown => Self::Undecided,
        }
    }

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proven => "proven",
            Self::Refuted => "refuted",
            Self::Undecided => "undecided",
        }
    }
}

/// Values for which a claim does not hold.
#[derive(Clone, Debug, Serialize)]
pub struct Counterexample {
    /// The registers and the pins of each cycle, `a_i@0` that of the first, in hexadecimal.
    pub values: Vec<(String, String)>,
    /// What Icarus shows of it: the mismatch that a co-simulation finds. None if it finds none: then no sequence of instructions
    /// from a reset that was tried leads there.
    pub mismatch: Option<Mismatch>,
}

impl ProveReport {
    /// Whether every claim is proven, and of every module something is claimed.
    pub fn is_proven(&self) -> bool {
        self.proofs.iter().all(|proof| proof.verdict == Verdict::Proven)
    }

    /// Whether some claim is refuted.
    pub fn is_refuted(&self) -> bool {
        self.proofs.iter().any(|proof| proof.verdict == Verdict::Refuted)
    }
}
