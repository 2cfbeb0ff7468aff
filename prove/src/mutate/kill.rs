//! Finds the faults that the co-simulation shows: those that change an output in a cycle in which
//! it is compared.

use rayon::prelude::*;
use vidalu_model::draw::{Draw, key, mix};
use vidalu_sim::plan::{Cycle, Pace, Plan};
use vidalu_sim::subject::Subject;
use vidalu_sim::{Batch, CosimError, Drive, Dut, ToolError, is_interrupted};

use super::circuit::{Circuit, Cone, Desk, Literal, literal};
use super::lanes::{self, Gates, LANES, Slice};

/// The number of slots in a part of the vectors. Each part begins with a reset.
const SLOTS: u64 = 128;

/// The number of cycles whose values are kept at once.
const CYCLES: usize = 16;

/// Vectors for a module.
#[derive(Clone, Copy)]
pub(super) struct Stimulus<'a> {
    /// The module.
    pub dut: &'a Dut,
    /// The subject that drives it.
    pub subject: &'a dyn Subject,
    /// The seed of the vectors.
    pub seed: u64,
    /// The number of vectors.
    pub count: u64,
}

/// A fault that did not show yet.
struct Living {
    fault: usize,
    /// The cone of the fault, once it is computed.
    cone: Option<Cone>,
    state: Vec<Slice>,
}

/// The values of a cycle that the faults need.
struct Moment {
    good: Vec<Slice>,
    /// Whether each output port is compared.
    is_seen: Vec<bool>,
}

/// Returns an error if the user interrupts.
pub(super) fn go_on() -> Result<(), CosimError> {
    if is_interrupted() { Err(ToolError::Interrupted { tool: "mutate" }.into()) } else { Ok(()) }
}

/// Returns the faults of `alive` that these vectors do not show.
///
/// # Errors
/// If the user interrupts.
pub(super) fn survivors(circuit: &Circuit, stimulus: Stimulus<'_>, alive: &[usize]) -> Result<Vec<usize>, CosimError> {
    let living = alive.iter().map(|&fault| Living { fault, cone: None, state: Vec::new() }).collect();
    let mut run = Run::new(circuit, stimulus, living);
    let mut first = 0;
    while first < stimulus.count && !run.living.is_empty() {
        let count = (SLOTS * LANES as u64).min(stimulus.count - first);
        run.part(first, count)?;
        first += count;
    }
    Ok(run.living.into_iter().map(|living| living.fault).collect())
}

struct Run<'a> {
    circuit: &'a Circuit,
    stimulus: Stimulus<'a>,
    gates: Gates,
    /// For each pin, control first, the leaves of its bits.
    pins: Vec<Vec<usize>>,
    outputs: Vec<Vec<Literal>>,
    living: Vec<Living>,
}

impl<'a> Run<'a> {
    fn new(circuit: &'a Circuit, stimulus: Stimulus<'a>, living: Vec<Living>) -> Self {
        let pins = stimulus.dut.input_pins(stimulus.subject).into_iter().map(|pin| {
            let leaves = circuit.good.inputs.iter().find(|(name, _)| *name == pin.name).map(|(_, leaves)| leaves);
            leaves.into_iter().flatten().map(|leaf| leaf.node()).collect()
        });
        let outputs = circuit.good.outputs.iter().map(|(_, bits)| bits.iter().map(|&bit| literal(bit)).collect());
        Self {
            gates: Gates::new(&circuit.good.aig),
            pins: pins.collect(),
            outputs: outputs.collect(),
            circuit,
            stimulus,
            living,
        }
    }

    /// Drives the vectors `first .. first + count`.
    fn part(&mut self, first: u64, count: u64) -> Result<(), CosimError> {
        let Stimulus { dut, subject, seed, .. } = self.stimulus;
        let part = Batch::new(subject, seed, first, count, LANES);
        let steps = |slot: u64| if subject.takes_steps() { subject.steps(&part.vector(slot as usize, 0)) } else { 1 };
        let is_restless = (first / (SLOTS * LANES as u64)).is_multiple_of(2);
        let pace = if is_restless { Pace::Restless } else { Pace::Steady };
        let plan = Plan::new(dut.timing, &steps, mix(seed ^ mix(first)), 0, part.slots() as u64, pace);
        // Registers start with noise, so that a missing reset shows.
        let key = key("registers", first);
        let noise = |register| {
            let mut draw = Draw::new(key, register as u64);
            Slice([(); lanes::WORDS].map(|()| draw.word()))
        };
        let mut state: Vec<_> = (0..self.circuit.good.registers.len()).map(noise).collect();
        for living in &mut self.living {
            let states = living.cone.iter().flat_map(|cone| &cone.states);
            living.state = states.map(|(register, _)| state[*register]).collect();
        }
        let (mut moments, mut room) = (Vec::new(), Vec::new());
        for (number, cycles) in plan.cycles.chunks(CYCLES).enumerate() {
            go_on()?;
            let started = state.clone();
            moments.resize_with(cycles.len(), || Moment { good: Vec::new(), is_seen: Vec::new() });
            let drive = dut.drive(subject, (number * CYCLES) as u64, cycles, &part, &mut room);
            for ((at, cycle), moment) in cycles.iter().enumerate().zip(&mut moments) {
                self.good(&drive, at, cycle, &mut state, moment);
            }
            let (circuit, outputs) = (self.circuit, &self.outputs);
            let living = std::mem::take(&mut self.living).into_par_iter();
            let lives = |desk: &mut Desk, mut living: Living| {
                if living.cone.is_none() {
                    let cone = circuit.cone(living.fault, desk);
                    living.state = cone.states.iter().map(|(register, _)| started[*register]).collect();
                    living.cone = Some(cone);
                }
                (!living.shows(&moments, outputs)).then_some(living)
            };
            self.living = living.map_init(Desk::default, lives).flatten().collect();
            if self.living.is_empty() {
                break;
            }
        }
        Ok(())
    }

    /// Computes the values of the good module in a cycle.
    fn good(&self, drive: &Drive<'_>, at: usize, cycle: &Cycle, state: &mut [Slice], moment: &mut Moment) {
        let Moment { good, is_seen } = moment;
        good.resize(self.circuit.good.aig.nodes().len(), Slice::ZERO);
        let (control, data) = self.pins.split_at(drive.control.len());
        for (leaves, column) in control.iter().zip(&drive.control) {
            for (bit, &leaf) in leaves.iter().enumerate() {
                good[leaf] = Slice::all(column[at] >> bit & 1 == 1);
            }
        }
        for (leaves, column) in data.iter().zip(&drive.data) {
            lanes::slice(&column[at * LANES..][..LANES], |bit| leaves[bit], leaves.len(), good);
        }
        for (register, state) in self.circuit.good.registers.iter().zip(&*state) {
            good[register.state.node()] = *state;
        }
        lanes::run(&self.gates, good);
        for (register, state) in self.circuit.good.registers.iter().zip(state) {
            *state = lanes::of(good, &[], literal(register.next));
        }
        let compared = |(name, _): &(String, Vec<_>)| match name.as_str() {
            "valid_o" => cycle.valid_out.is_some(),
            "ready_o" => cycle.ready_out.is_some(),
            _ => cycle.result.is_some(),
        };
        *is_seen = self.circuit.good.outputs.iter().map(compared).collect();
    }
}

impl Living {
    /// Returns whether the fault shows in any of these cycles.
    fn shows(&mut self, moments: &[Moment], outputs: &[Vec<Literal>]) -> bool {
        let cone = self.cone.as_ref().expect("the cone is computed");
        if cone.is_empty() {
            return false;
        }
        let mut own = Vec::with_capacity(cone.states.len() + cone.ands.len());
        for Moment { good, is_seen } in moments {
            own.clear();
            own.extend_from_slice(&self.state);
            lanes::run_cone(cone, good, &mut own);
            if lanes::shows(cone, good, &own, outputs, is_seen) {
                return true;
            }
            for ((_, next), state) in cone.states.iter().zip(&mut self.state) {
                *state = lanes::of(good, &own, *next);
            }
        }
        false
    }
}
