//! Compares the outputs with the golden model, in every cycle.

use std::ops::Range;

use multiversion::multiversion;

use crate::batch::Batch;
use crate::drive::{Seen, resize};
use crate::dut::{Pin, tag};
use crate::plan::{Cycle, Timing};
use crate::subject::Subject;

/// The most failures that a report describes.
pub(crate) const DETAILED: usize = 5;

/// The value that a simulator showed at an output.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Observed {
    /// All bits are 0 or 1.
    Known(u64),
    /// Some bits are x or z: the hexadecimal digits, with an x for each digit that has such a bit.
    Unknown(String),
}

impl Observed {
    /// Returns the value of a pin; the bits set in `unknown` are x or z.
    pub fn new(value: u64, unknown: u64, pin: &Pin) -> Self {
        if unknown == 0 {
            return Self::Known(value);
        }
        let digit = |at: u32| match (unknown >> (4 * at) & 15, value >> (4 * at) & 15) {
            (0, value) => char::from_digit(value as u32, 16).expect("four bits are a digit"),
            _ => 'x',
        };
        Self::Unknown((0..pin.digits()).rev().map(digit).collect())
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

/// An output that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The output.
    pub output: String,
    /// The value that the golden model gives.
    pub expected: u64,
    /// The value that the simulator showed.
    pub got: Observed,
}

/// A cycle in which an output of a lane differed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// The cycle, counted from the start of the run.
    pub cycle: u64,
    /// The lane.
    pub lane: usize,
    /// The vector whose results were due; `None` if none were.
    pub index: Option<u64>,
    /// The outputs that differ.
    pub differences: Vec<Difference>,
}

/// The findings of the comparison of one batch.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The number of cycles that were compared; a cycle of all lanes counts once.
    pub cycles: u64,
    /// The number of vectors whose results were compared.
    pub checked: u64,
    /// The number of cycles in which an output differed; each lane counts separately.
    pub mismatches: u64,
    /// The first failures.
    pub failures: Vec<Failure>,
}

/// The comparison of the batches of a run.
pub struct Scoreboard<'a> {
    subject: &'a dyn Subject,
    pins: Vec<Pin>,
    timing: Timing,
    keep: usize,
    golden: Golden,
}

/// The least number of lanes at which the golden model computes each slot separately. With fewer
/// lanes, the calls would take longer than the results.
const WIDE: usize = 256;

/// The results of the golden model for the vectors of a batch.
#[derive(Default)]
struct Golden {
    /// The outputs of each vector; with state, for the CC.CF that it last read.
    outputs: Vec<Vec<u64>>,
    state: Option<State>,
}

/// The state of the golden model.
#[derive(Default)]
struct State {
    /// The outputs of each vector and the CC.CF that it leaves, first if it finds CC.CF as 0, then
    /// if it finds 1; unused from [`WIDE`] lanes on.
    ahead: [(Vec<Vec<u64>>, Vec<u64>); 2],
    /// The CC.CF that each vector last read.
    found: Vec<u64>,
    /// The CC.CF that each vector leaves, in the slot whose vectors met CC.CF last.
    left: Vec<u64>,
    /// The slot whose vectors have met the present CC.CF.
    met: Option<usize>,
    /// Whether the vectors of a slot have passed the stage of CC.CF since they were issued.
    passed: Vec<bool>,
    /// The index of the input that selects the context.
    context: Option<usize>,
    /// The CC.CF of each context, lane after lane.
    flags: Vec<u64>,
    contexts: usize,
}

impl Golden {
    /// Begins a batch, and reuses the memory of the batch before.
    fn begin(&mut self, subject: &dyn Subject, batch: &Batch, has_state: bool) {
        let length = batch.slots() * batch.lanes();
        resize(&mut self.outputs, subject.outputs().len(), length);
        if has_state {
            self.state.get_or_insert_default().begin(subject, batch);
        } else {
            subject.results_at(0..length, batch.inputs(), &mut self.outputs, &mut []);
        }
    }

    /// Lets the vectors of a slot read the present CC.CF.
    fn meet(&mut self, subject: &dyn Subject, batch: &Batch, slot: usize) {
        let Some(state) = self.state.as_mut().filter(|state| state.met != Some(slot)) else { return };
        let row = slot * batch.lanes()..(slot + 1) * batch.lanes();
        state.read(batch, row.clone());
        let found = &state.found[row.clone()];
        if batch.lanes() < WIDE {
            let [if_0, if_1] = &state.ahead;
            for (output, columns) in self.outputs.iter_mut().zip(if_0.0.iter().zip(&if_1.0)) {
                select(found, columns, row.clone(), &mut output[row.clone()]);
            }
            select(found, (&if_0.1, &if_1.1), row, &mut state.left);
        } else {
            state.left.copy_from_slice(found);
            subject.results_at(row, batch.inputs(), &mut self.outputs, &mut state.left);
        }
        state.met = Some(slot);
    }
}

impl State {
    fn begin(&mut self, subject: &dyn Subject, batch: &Batch) {
        let length = batch.slots() * batch.lanes();
        if batch.lanes() < WIDE {
            for (flag, (outputs, left)) in (0..).zip(&mut self.ahead) {
                resize(outputs, subject.outputs().len(), length);
                left.clear();
                left.resize(length, flag);
                subject.results_at(0..length, batch.inputs(), outputs, left);
            }
        }
        self.context = subject.place_of_input("ctx_i");
        self.contexts = self.context.map_or(1, |at| 1 << subject.inputs()[at].width);
        self.found.resize(length, 0);
        self.left.resize(batch.lanes(), 0);
        self.met = None;
        self.passed.clear();
        self.passed.resize(batch.slots(), false);
        self.flags.clear();
        self.flags.resize(self.contexts * batch.lanes(), 0);
    }

    /// Returns the place of the CC.CF of each vector of a row.
    fn places<'a>(&self, batch: &'a Batch, row: Range<usize>) -> impl Iterator<Item = usize> + use<'a> {
        let (contexts, column) = (self.contexts, self.context.map(|at| &batch.inputs()[at]));
        row.clone().map(move |at| (at - row.start) * contexts + column.map_or(0, |column| column[at] as usize))
    }

    fn read(&mut self, batch: &Batch, row: Range<usize>) {
        let places = self.places(batch, row.clone());
        self.found[row].iter_mut().zip(places).for_each(|(found, place)| *found = self.flags[place]);
    }

    /// Lets the vectors of a slot, which have met the present CC.CF, write it.
    fn write(&mut self, batch: &Batch, slot: usize) {
        let places = self.places(batch, slot * batch.lanes()..(slot + 1) * batch.lanes());
        self.left.iter().zip(places).for_each(|(left, place)| self.flags[place] = *left);
        self.passed[slot] = true;
    }
}

/// Chooses between the values of a row of two columns by the CC.CF of each vector.
fn select(found: &[u64], (if_0, if_1): (&Vec<u64>, &Vec<u64>), row: Range<usize>, chosen: &mut [u64]) {
    for ((chosen, flag), (if_0, if_1)) in chosen.iter_mut().zip(found).zip(if_0[row.clone()].iter().zip(&if_1[row])) {
        *chosen = if *flag == 1 { *if_1 } else { *if_0 };
    }
}

impl<'a> Scoreboard<'a> {
    /// Returns a scoreboard for the outputs `pins` of a module with this timing. It keeps the first
    /// `keep` failures of a batch.
    pub fn new(subject: &'a dyn Subject, pins: Vec<Pin>, timing: Timing, keep: usize) -> Self {
        Self { subject, pins, timing, keep, golden: Golden::default() }
    }

    /// Begins a batch, which starts with a reset.
    pub fn begin(&mut self, batch: &Batch) {
        self.golden.begin(self.subject, batch, self.timing.flag_stage.is_some());
    }

    /// Compares the next cycles of a batch and adds the findings to `found`. `seen` has the outputs
    /// in these `cycles`; the vectors of a cycle are slots of the batch.
    pub fn compare(&mut self, batch: &Batch, cycles: &[Cycle], seen: &Seen, found: &mut Found) {
        for (number, cycle) in cycles.iter().enumerate() {
            if let Some(slot) = cycle.result {
                let slot = slot as usize;
                if self.golden.state.as_ref().is_some_and(|state| !state.passed[slot]) {
                    self.golden.meet(self.subject, batch, slot);
                }
                found.checked += if cycle.leaves { batch.counted(slot) } else { 0 };
            }
            if self.differs(batch.lanes(), number, cycle, seen) {
                self.explain(batch, number, cycle, seen, found);
            }
            self.advance(batch, cycle);
            found.cycles += 1;
        }
    }

    /// Returns the CC.CF that each vector of the last batch read when it passed its stage, at `slot
    /// * lanes + lane`; empty without state.
    pub fn flags_found(&self) -> &[u64] {
        self.golden.state.as_ref().map_or(&[], |state| &state.found)
    }

    /// Updates the state at the clock edge.
    fn advance(&mut self, batch: &Batch, cycle: &Cycle) {
        if let Some(slot) = cycle.passes_flag {
            self.golden.meet(self.subject, batch, slot as usize);
        }
        let Some(state) = &mut self.golden.state else { return };
        if let Some(slot) = cycle.passes_flag {
            state.write(batch, slot as usize);
        }
        state.met = None;
        if let Some(slot) = cycle.result.filter(|_| cycle.leaves) {
            state.passed[slot as usize] = false;
        }
        if cycle.reset {
            state.flags.fill(0);
        }
    }

    /// Returns the expected value of each output in a cycle.
    fn expected(&self, lanes: usize, cycle: &Cycle) -> impl Iterator<Item = Expected<'_>> {
        let slot = cycle.result;
        let valid = self.timing.has_valid.then_some(cycle.valid_out.map(u64::from));
        let ready = self.timing.ready.is_some().then_some(cycle.ready_out.map(u64::from));
        let tag = (self.timing.tag > 0).then(|| slot.map(|slot| tag(slot, self.timing.tag)));
        let control = [valid, ready, tag].into_iter().flatten();
        let data = self.golden.outputs.iter().map(move |column| match slot {
            Some(slot) => Expected::Each(&column[slot as usize * lanes..][..lanes]),
            None => Expected::Nothing,
        });
        control.map(|value| value.map_or(Expected::Nothing, Expected::All)).chain(data)
    }

    /// Returns whether any output differs in any lane. For most cycles this is the only work.
    fn differs(&self, lanes: usize, number: usize, cycle: &Cycle, seen: &Seen) -> bool {
        let at = number * lanes..(number + 1) * lanes;
        self.expected(lanes, cycle).enumerate().any(|(pin, expected)| {
            let got = &seen.values[pin][at.clone()];
            let differs = match expected {
                Expected::Nothing => return false,
                Expected::All(value) => differs_from_one(got, value),
                Expected::Each(values) => differs_from_each(got, values),
            };
            differs || seen.unknown.get(pin).is_some_and(|column| differs_from_one(&column[at.clone()], 0))
        })
    }

    /// Adds the differences of a cycle to `found`.
    fn explain(&self, batch: &Batch, number: usize, cycle: &Cycle, seen: &Seen, found: &mut Found) {
        let lanes = batch.lanes();
        let controls = self.pins.iter().filter(|pin| pin.is_control && pin.name != "tag_o").count();
        for lane in 0..lanes {
            let index = match cycle.result {
                // A vector that only fills the last slot is not compared.
                Some(slot) => match batch.index(slot as usize, lane) {
                    None => continue,
                    index => index,
                },
                None => None,
            };
            let mut differences = Vec::new();
            for (at, (pin, expected)) in self.pins.iter().zip(self.expected(lanes, cycle)).enumerate() {
                // Unless a result came at the right time, the data outputs are don't-care.
                if at >= controls && (index.is_none() || !differences.is_empty() && at == controls) {
                    break;
                }
                let place = number * lanes + lane;
                let unknown = seen.unknown.get(at).map_or(0, |column| column[place]);
                let got = Observed::new(seen.values[at][place], unknown, pin);
                let Some(expected) = expected.of(lane).filter(|&expected| got != Observed::Known(expected)) else {
                    continue;
                };
                differences.push(Difference { output: pin.name.clone(), expected, got });
            }
            if !differences.is_empty() {
                found.mismatches += 1;
                if found.failures.len() < self.keep {
                    found.failures.push(Failure { cycle: found.cycles, lane, index, differences });
                }
            }
        }
    }
}

/// Returns whether any of the values is another one than `expected`.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn differs_from_one(values: &[u64], expected: u64) -> bool {
    values.iter().fold(0, |all, value| all | (value ^ expected)) != 0
}

/// Returns whether any of the values is another one than the expected one at its place.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl", "x86_64+avx2+bmi1+bmi2", "aarch64+neon"))]
fn differs_from_each(values: &[u64], expected: &[u64]) -> bool {
    values.iter().zip(expected).fold(0, |all, (value, expected)| all | (value ^ expected)) != 0
}

/// The expected value of an output.
#[derive(Clone, Copy)]
enum Expected<'a> {
    /// Any value: the output is don't-care.
    Nothing,
    /// One value for all lanes.
    All(u64),
    /// A value for each lane.
    Each(&'a [u64]),
}

impl Expected<'_> {
    fn of(self, lane: usize) -> Option<u64> {
        match self {
            Self::Nothing => None,
            Self::All(value) => Some(value),
            Self::Each(values) => Some(values[lane]),
        }
    }
}
