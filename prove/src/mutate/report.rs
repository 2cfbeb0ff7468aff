//! What was found out about the faults of the units.

use serde::Serialize;

use super::Fault;

/// The version of the form.
const FORMAT_VERSION: u32 = 1;

/// The report.
#[derive(Clone, Debug, Serialize)]
pub struct Report {
    /// The version of this form.
    pub format_version: u32,
    /// The seed of the faults and of the vectors.
    pub seed: u64,
    /// Faults that were wanted of each unit.
    pub count: u64,
    /// Vectors of vidalu's own stimulus, at most: those that are left meet all.
    pub vectors: u64,
    /// The units.
    pub units: Vec<UnitReport>,
}

/// What was found out about the faults of a unit: `mutants` = `killed` + `equivalent` + `undecided` + `survivors`.
#[derive(Clone, Debug, Serialize)]
pub struct UnitReport {
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
    /// The same with few vectors: of vidalu's own, and with uniform operands.
    pub few: Few,
    /// Seconds.
    pub seconds: f64,
    /// The survivors.
    pub survivor_list: Vec<Survivor>,
    /// Those that are undecided.
    pub undecided_list: Vec<Fault>,
    /// Those that no instruction shows: of the wires that they are in, the hardware does not need every bit.
    pub equivalent_list: Vec<Fault>,
}

/// How many faults few vectors show.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Few {
    /// How many vectors.
    pub vectors: u64,
    /// Faults that so many of vidalu's own show.
    pub killed: usize,
    /// Their score.
    pub score: f64,
    /// Faults that so many vectors of the same instructions show, with uniform operands.
    pub uniform_killed: usize,
    /// Their score.
    pub uniform_score: f64,
}

/// A fault that no vector showed, and an instruction that does.
#[derive(Clone, Debug, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pin {
    /// Its name.
    pub name: String,
    /// The value, hexadecimal.
    pub value: String,
}

/// An output that differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Told {
    /// Its name.
    pub output: String,
    /// What it shows without the fault, hexadecimal.
    pub expected: String,
    /// What it shows with it.
    pub got: String,
}

impl Report {
    /// A report of some units.
    pub fn new(seed: u64, count: u64, vectors: u64, units: Vec<UnitReport>) -> Self {
        Self { format_version: FORMAT_VERSION, seed, count, vectors, units }
    }

    /// Whether nothing survived.
    pub fn passed(&self) -> bool {
        self.units.iter().all(|unit| unit.survivors == 0)
    }
}

impl std::fmt::Display for Survivor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        writeln!(f, "{}", self.fault)?;
        let inputs: Vec<_> = self.inputs.iter().map(|pin| format!("{} {}", pin.name, pin.value)).collect();
        writeln!(f, "  told by  {}", self.ptx.as_deref().unwrap_or("a cycle without an instruction"))?;
        writeln!(f, "  with     {}", inputs.join(", "))?;
        for told in &self.outputs {
            writeln!(f, "  {:8} expected {}, got {}", told.output, told.expected, told.got)?;
        }
        if self.outputs.is_empty() {
            writeln!(f, "  in what it leaves in the registers")?;
        }
        Ok(())
    }
}
