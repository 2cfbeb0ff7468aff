//! The results for faults that were put into units.

use serde::{Deserialize, Serialize};

/// The version of the document's format.
const FORMAT_VERSION: u32 = 1;

/// The document that `mutate --format json` writes.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct MutateReport {
    /// The version of this format: 1.
    pub format_version: u32,
    /// The seed of the faults and of the vectors.
    pub seed: u64,
    /// The number of faults that was asked for in each unit.
    pub count: u64,
    /// The number of vectors of vidalu's own stimulus that a fault meets at most.
    #[serde(default)]
    pub vectors: u64,
    /// One entry for each unit.
    pub units: Vec<UnitFaults>,
    /// One entry for each unit in a wrapper, whose wrapper has the faults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrappers: Vec<WrapperFaults>,
}

/// The results for the faults of a unit: `mutants` = `killed` + `equivalent` +
/// `undecided` + `survivors`.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct UnitFaults {
    /// The name of the unit.
    pub unit: String,
    /// The configuration, on one line.
    pub config: String,
    /// The number of faults that were put in.
    pub mutants: usize,
    /// The number of faults that a vector shows.
    pub killed: usize,
    /// The number of faults that no instruction can show.
    pub equivalent: usize,
    /// The number of faults for which neither was decided in time.
    pub undecided: usize,
    /// The number of faults that an instruction shows which is not among the vectors.
    pub survivors: usize,
    /// The mutation score, 0 to 1: the killed faults among those that are not equivalent.
    pub score: f64,
    /// The results with few vectors, of vidalu's own stimulus and with uniform operands.
    #[serde(default)]
    pub few: FewVectors,
    /// The time that it took, in seconds.
    #[serde(default)]
    pub seconds: f64,
    /// The survivors.
    pub survivor_list: Vec<Survivor>,
    /// The undecided faults.
    pub undecided_list: Vec<Fault>,
    /// The faults that no instruction can show: the hardware does not need every bit of the wires
    /// that they are in.
    pub equivalent_list: Vec<Fault>,
}

/// The results for the faults of a wrapper: `mutants` = `killed` and the faults in the lists.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
pub struct WrapperFaults {
    /// The bus.
    pub wrapper: String,
    /// The unit in the wrapper, which has no faults.
    pub unit: String,
    /// The configuration, on one line.
    pub config: String,
    /// The number of faults that were put in.
    pub mutants: usize,
    /// The number of instructions that the bench executes.
    pub instructions: u64,
    /// The number of faults that the bench finds.
    pub killed: usize,
    /// The time that it took, in seconds.
    pub seconds: f64,
    /// The faults that the bench does not find, and that a claim about the wrapper refutes.
    pub refuted_list: Vec<RefutedFault>,
    /// The faults that change no output and no register, in any state and for any input.
    pub equivalent_list: Vec<Fault>,
    /// The faults about which a claim was not decided in time.
    pub undecided_list: Vec<Fault>,
    /// The faults that neither the bench nor a claim finds.
    pub survivor_list: Vec<Fault>,
}

/// A fault, and the claim that it violates.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct RefutedFault {
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
    /// The name of the claim.
    pub claim: String,
}

impl WrapperFaults {
    /// Returns the mutation score of the bench, 0 to 1: the faults that it finds among those that
    /// are not equivalent.
    pub fn score(&self) -> f64 {
        self.killed as f64 / (self.mutants - self.equivalent_list.len()).max(1) as f64
    }
}

/// How many faults a small number of vectors shows.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize)]
pub struct FewVectors {
    /// The number of vectors.
    pub vectors: u64,
    /// The number of faults that this many vectors of vidalu's own stimulus show.
    pub killed: usize,
    /// The mutation score of these vectors, 0 to 1.
    pub score: f64,
    /// The number of faults that this many vectors of the same instructions with uniform operands
    /// show.
    pub uniform_killed: usize,
    /// The mutation score of the vectors with uniform operands, 0 to 1.
    pub uniform_score: f64,
}

/// A fault: one change of the hardware.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct Fault {
    /// The place in the text: file and line.
    pub place: String,
    /// The wire, with its bits, as far as it has a name in the text.
    pub wire: String,
    /// The change, in words.
    pub fault: String,
}

/// A fault that no vector showed, and an instruction that shows it.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub struct Survivor {
    /// The fault.
    #[serde(flatten)]
    pub fault: Fault,
    /// The instruction; `None` if a cycle without an instruction shows the fault.
    pub ptx: Option<String>,
    /// The control word and the operands of the instruction, and the registers that matter.
    pub inputs: Vec<PinValue>,
    /// The outputs that differ; none if only the registers differ afterwards.
    pub outputs: Vec<OutputDifference>,
}

/// The value of an input or a register.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct PinValue {
    /// The name of the input or register.
    pub name: String,
    /// The value, hexadecimal.
    pub value: String,
}

/// An output that differs because of a fault.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
pub struct OutputDifference {
    /// The name of the output.
    pub output: String,
    /// The value without the fault, hexadecimal.
    pub expected: String,
    /// The value with the fault, hexadecimal.
    pub got: String,
}

impl MutateReport {
    /// A report about some units.
    pub fn new(seed: u64, count: u64, vectors: u64, units: Vec<UnitFaults>) -> Self {
        Self { format_version: FORMAT_VERSION, seed, count, vectors, units, wrappers: Vec::new() }
    }

    /// A report about the wrappers of some units.
    pub fn of_wrappers(seed: u64, count: u64, wrappers: Vec<WrapperFaults>) -> Self {
        Self { wrappers, ..Self::new(seed, count, 0, Vec::new()) }
    }

    /// Tells whether no fault survived.
    pub fn passed(&self) -> bool {
        self.units.iter().all(|unit| unit.survivors == 0)
            && self.wrappers.iter().all(|wrapper| wrapper.survivor_list.is_empty())
    }
}

impl std::fmt::Display for Fault {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}: {}", self.place, self.wire, self.fault)
    }
}

impl std::fmt::Display for Survivor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", self.fault)?;
        let inputs: Vec<_> = self.inputs.iter().map(|pin| format!("{} {}", pin.name, pin.value)).collect();
        writeln!(f, "  shown by {}", self.ptx.as_deref().unwrap_or("a cycle without an instruction"))?;
        writeln!(f, "  with     {}", inputs.join(", "))?;
        for output in &self.outputs {
            writeln!(f, "  {:8} expected {}, got {}", output.output, output.expected, output.got)?;
        }
        if self.outputs.is_empty() {
            writeln!(f, "  by the values that it leaves in the registers")?;
        }
        Ok(())
    }
}
