//! The JSON documents that the page is made of, as far as it needs them.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use vidalu_sim::report::{CosimReport, Mismatch};

/// The version of the documents' form that is read.
const FORMAT_VERSION: u64 = 1;

/// What a command wrote with `--format json`.
#[derive(Clone, Debug)]
pub enum Document {
    /// Of `cosim`, and of `merge`.
    Cosim(CosimReport),
    /// Of `prove`.
    Prove(ProveReport),
    /// Of `mutate`.
    Mutate(MutateReport),
}

/// The document of `prove`.
#[derive(Clone, Debug, Deserialize)]
pub struct ProveReport {
    /// The engines that were there.
    pub engines: Vec<Engine>,
    /// One entry for each claim.
    pub proofs: Vec<Proof>,
}

/// An engine.
#[derive(Clone, Debug, Deserialize)]
pub struct Engine {
    /// Its name.
    pub name: String,
    /// The line with which it names its build.
    pub version: String,
}

/// What is known of a claim.
#[derive(Clone, Debug, Deserialize)]
pub struct Proof {
    /// The unit or block.
    pub subject: String,
    /// Its configuration, on one line.
    pub config: String,
    /// The claim's name.
    pub claim: String,
    /// What is claimed, in a sentence.
    pub says: String,
    /// Whether it holds.
    pub verdict: Verdict,
    /// The engines that decided it.
    pub engine: String,
    /// The time that they took, in seconds.
    pub seconds: f64,
    /// The case that fails or was not decided.
    #[serde(default)]
    pub case: Option<String>,
    /// Values for which it does not hold.
    #[serde(default)]
    pub counterexample: Option<Counterexample>,
}

/// Whether a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// For all inputs.
    Proven,
    /// Not for some.
    Refuted,
    /// No engine knows.
    Undecided,
}

/// Values for which a claim does not hold.
#[derive(Clone, Debug, Deserialize)]
pub struct Counterexample {
    /// Registers and pins of each cycle, in hexadecimal.
    pub values: Vec<(String, String)>,
    /// What a simulator shows of it.
    pub mismatch: Option<Mismatch>,
}

/// The document of `mutate`.
#[derive(Clone, Debug, Deserialize)]
pub struct MutateReport {
    /// The seed of the faults and of the vectors.
    pub seed: u64,
    /// The units.
    pub units: Vec<UnitFaults>,
}

/// The faults of a unit.
#[derive(Clone, Debug, Deserialize)]
pub struct UnitFaults {
    /// The unit.
    pub unit: String,
    /// Its configuration, on one line.
    pub config: String,
    /// Faults that were put in.
    pub mutants: usize,
    /// Faults that a vector shows.
    pub killed: usize,
    /// Faults that no instruction shows.
    pub equivalent: usize,
    /// Faults of which that is not known.
    pub undecided: usize,
    /// Faults that an instruction shows, which is among no vectors.
    pub survivors: usize,
    /// Killed of those that are not equivalent, 0 to 1.
    pub score: f64,
    /// The survivors.
    pub survivor_list: Vec<Survivor>,
    /// Those that are undecided.
    pub undecided_list: Vec<Fault>,
    /// Those that no instruction shows.
    pub equivalent_list: Vec<Fault>,
}

/// A change to a wire.
#[derive(Clone, Debug, Deserialize)]
pub struct Fault {
    /// File and line.
    pub place: String,
    /// The wire, with its instance.
    pub wire: String,
    /// What was changed.
    pub fault: String,
}

/// A fault that no vector showed, and an instruction that does.
#[derive(Clone, Debug, Deserialize)]
pub struct Survivor {
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
    /// The instruction.
    pub ptx: Option<String>,
    /// Its control word and operands, and the state that it finds.
    pub inputs: Vec<Pin>,
    /// The outputs that tell; none where the state that is left does.
    pub outputs: Vec<Told>,
}

/// The value of an input or a register.
#[derive(Clone, Debug, Deserialize)]
pub struct Pin {
    /// Its name.
    pub name: String,
    /// The value, hexadecimal.
    pub value: String,
}

/// An output that differs.
#[derive(Clone, Debug, Deserialize)]
pub struct Told {
    /// Its name.
    pub output: String,
    /// What it shows without the fault, hexadecimal.
    pub expected: String,
    /// What it shows with it.
    pub got: String,
}

/// A text that is no document of vidalu's.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct DocumentError {
    /// What is wrong, with the place in the text.
    pub message: String,
    /// What to do about it.
    pub help: &'static str,
}

impl Document {
    /// Reads a document; which command wrote it is known by its content.
    ///
    /// # Errors
    /// Text that is no JSON, of another command, of another version of the form, or that lacks something.
    pub fn read(text: &str) -> Result<Self, DocumentError> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| DocumentError {
            message: format!("no JSON document: {error}"),
            help: "give what cosim, merge, prove or mutate writes with --format json",
        })?;
        let version = value.get("format_version").and_then(serde_json::Value::as_u64);
        if version.is_some_and(|version| version != FORMAT_VERSION) {
            return Err(DocumentError {
                message: format!("the form has version {}, not {FORMAT_VERSION}", version.unwrap_or_default()),
                help: "make the page with the vidalu that wrote the document",
            });
        }
        let has = |key| value.get(key).is_some();
        match version {
            Some(_) if has("proofs") => parse(value).map(Self::Prove),
            Some(_) if has("interrupted") && has("units") => parse(value).map(Self::Cosim),
            Some(_) if has("count") && has("units") => parse(value).map(Self::Mutate),
            _ => Err(DocumentError {
                message: "no document of cosim, merge, prove or mutate".to_owned(),
                help: "give what one of them writes with --format json",
            }),
        }
    }
}

fn parse<T: DeserializeOwned>(value: serde_json::Value) -> Result<T, DocumentError> {
    serde_json::from_value(value).map_err(|error| DocumentError {
        message: format!("the document is not whole: {error}"),
        help: "write it again: something was taken out of it or changed",
    })
}
