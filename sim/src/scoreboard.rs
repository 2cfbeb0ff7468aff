//! Compares what came out with what the model says, in every cycle.

use std::collections::HashMap;

use crate::dut::{Pin, tag};
use crate::plan::{Cycle, Timing};
use crate::subject::{Subject, Vectors};

/// What a simulator showed at an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// All bits are 0 or 1.
    Known(u64),
    /// Some bits are x or z: the digits as the simulator wrote them.
    Unknown(String),
}

impl Observed {
    /// The value of the digits of one pin.
    ///
    /// # Errors
    /// If they are not the digits of a pin of this width.
    pub(crate) fn parse(digits: &str, pin: &Pin) -> Result<Self, String> {
        let is_digit = |c: char| c.is_ascii_hexdigit() || "xXzZ".contains(c);
        if digits.len() != pin.digits() as usize || !digits.chars().all(is_digit) {
            return Err(format!("{digits:?} is no value of {}", pin.name));
        }
        Ok(u64::from_str_radix(digits, 16).map_or_else(|_| Self::Unknown(digits.to_owned()), Self::Known))
    }
}

impl std::fmt::Display for Observed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Known(value) => write!(f, "{value:#x}"),
            Self::Unknown(digits) => write!(f, "0x{digits}"),
        }
    }
}

/// An output that is not what it must be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The output.
    pub output: String,
    /// What the model says.
    pub expected: u64,
    /// What came out.
    pub got: Observed,
}

/// A cycle in which something came out wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The cycle, counted from the start of the run.
    pub cycle: u64,
    /// The vector whose results were due; `None` if none were.
    pub index: Option<u64>,
    /// The outputs that differ.
    pub differences: Vec<Difference>,
}

/// The comparison of one run.
pub struct Scoreboard<'a> {
    subject: &'a dyn Subject,
    vectors: &'a Vectors,
    pins: Vec<Pin>,
    timing: Timing,
    keep: usize,
    /// CC.CF of each context, where the module has state.
    flags: HashMap<u64, bool>,
    /// The results of vectors that have passed the flag's stage and not left.
    passed: HashMap<u64, Vec<u64>>,
    /// CC.CF that each vector found, the last time that it passed the flag's stage.
    pub flags_found: HashMap<u64, bool>,
    /// Cycles that were compared.
    pub cycles: u64,
    /// Vectors whose results were compared.
    pub checked: u64,
    /// Cycles in which something differed.
    pub mismatches: u64,
    /// The first of them.
    pub failures: Vec<Failure>,
}

impl<'a> Scoreboard<'a> {
    /// A scoreboard for lines of `pins`, as a module of this timing has them, that keeps the first `keep` failures.
    pub fn new(subject: &'a dyn Subject, vectors: &'a Vectors, pins: Vec<Pin>, timing: Timing, keep: usize) -> Self {
        Self {
            subject,
            vectors,
            pins,
            timing,
            keep,
            flags: HashMap::new(),
            passed: HashMap::new(),
            flags_found: HashMap::new(),
            cycles: 0,
            checked: 0,
            mismatches: 0,
            failures: Vec::new(),
        }
    }

    /// Compares one cycle; `line` is what the testbench wrote down for it.
    ///
    /// # Errors
    /// If the line is not what a testbench writes.
    pub fn cycle(&mut self, cycle: &Cycle, line: &str) -> Result<(), String> {
        let mut observed = Vec::with_capacity(self.pins.len());
        let mut words = line.split(' ');
        for pin in &self.pins {
            let word = words.next().ok_or_else(|| format!("line {:?} ends before {}", line, pin.name))?;
            observed.push(Observed::parse(word, pin)?);
        }
        if words.next().is_some() {
            return Err(format!("line {line:?} has more than {} values", self.pins.len()));
        }
        let differences = self.compare(cycle, &observed);
        self.advance(cycle);
        if !differences.is_empty() {
            self.mismatches += 1;
            if self.failures.len() < self.keep {
                self.failures.push(Failure { cycle: self.cycles, index: cycle.result, differences });
            }
        }
        self.cycles += 1;
        Ok(())
    }

    fn compare(&mut self, cycle: &Cycle, observed: &[Observed]) -> Vec<Difference> {
        let difference = |pin: &Pin, expected: u64, got: &Observed| {
            (*got != Observed::Known(expected)).then(|| Difference {
                output: pin.name.clone(),
                expected,
                got: got.clone(),
            })
        };
        self.checked += u64::from(cycle.leaves);
        let mut seen = self.pins.iter().zip(observed);
        let mut expect = |wanted: Option<u64>| {
            let (pin, got) = seen.next().expect("there is a value for each pin");
            wanted.and_then(|wanted| difference(pin, wanted, got))
        };
        let mut wrong = Vec::new();
        if self.timing.has_valid {
            wrong.extend(expect(cycle.valid_out.map(u64::from)));
        }
        if self.timing.ready.is_some() {
            wrong.extend(expect(cycle.ready_out.map(u64::from)));
        }
        // Without a result at the right time, the data outputs mean nothing.
        let Some(index) = cycle.result.filter(|_| wrong.is_empty()) else {
            return wrong;
        };
        if self.timing.tag > 0 {
            wrong.extend(expect(Some(tag(index, self.timing.tag))));
        }
        for value in self.result(index) {
            wrong.extend(expect(Some(value)));
        }
        wrong
    }

    /// What the data outputs must show for a vector.
    fn result(&self, index: u64) -> Vec<u64> {
        let inputs = self.vectors.get(index);
        match self.passed.get(&index) {
            Some(outputs) => outputs.clone(),
            None if self.timing.flag_stage.is_none() => self.subject.expected(inputs),
            None => self.subject.with_flag(inputs, self.flag(inputs)).0,
        }
    }

    fn flag(&self, inputs: &[u64]) -> bool {
        self.flags.get(&self.subject.context(inputs)).copied().unwrap_or(false)
    }

    /// What the clock edge does to the state.
    fn advance(&mut self, cycle: &Cycle) {
        if let Some(index) = cycle.passes_flag {
            let inputs = self.vectors.get(index);
            let found = self.flag(inputs);
            self.flags_found.insert(index, found);
            let (outputs, flag) = self.subject.with_flag(inputs, found);
            self.flags.insert(self.subject.context(inputs), flag);
            self.passed.insert(index, outputs);
        }
        if let Some(index) = cycle.result.filter(|_| cycle.leaves) {
            self.passed.remove(&index);
        }
        if cycle.reset {
            self.flags.clear();
        }
    }
}
