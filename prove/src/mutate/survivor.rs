//! The description of a survivor: a scene with values, played without the fault and with it.

use vidalu_sim::gates::{Lit, Node};

use super::circuit::{Circuit, Cone, Literal, literal};
use super::judge::pairs;
use super::scene::{Observable, Scene};
use super::walk::{Logic, walk};
use crate::claim::Implementation;
use crate::report::{Fault, OutputDifference, PinValue, Survivor};

/// Describes the survivor `fault`, which shows in `scene` for these values of the vectors from
/// outside.
pub(super) fn survivor(
    (circuit, module): (&Circuit, &Implementation),
    fault: &Fault,
    cone: &Cone,
    scene: &Scene,
    values: &[u64],
) -> Survivor {
    let mut played = Played { scene, good: evaluate(scene, values) };
    let signals = module.subject.inputs().iter();
    let inputs: Vec<_> = scene.entering.iter().map(|word| played.number(word)).collect();
    let entering = signals.clone().zip(&inputs).map(|(signal, &value)| pin(signal.name, value));
    // The report also needs CC.CF and, without an instruction, the stages and the pins of the
    // first cycle.
    let is_state = |at: &usize| {
        module.flags().iter().any(|(_, flag)| flag == at) || inputs.is_empty() && module.occupancy().contains(at)
    };
    let names = &circuit.good.names;
    let state: Vec<_> = module.registers().filter(is_state).map(|at| names[at].as_str()).collect();
    let start = scene.start.to_string();
    let others = scene.inputs.iter().zip(values).filter_map(|((name, _), &value)| match name.split_once('@') {
        None => state.contains(&name.as_str()).then(|| pin(name, value)),
        Some((name, cycle)) => (cycle == start && inputs.is_empty()).then(|| pin(name, value)),
    });
    let is_instruction = played.good(scene.enters);
    Survivor {
        fault: fault.clone(),
        ptx: if is_instruction { module.subject.ptx(&inputs) } else { None },
        inputs: entering.chain(others).collect(),
        outputs: played.differences(circuit, cone),
    }
}

fn pin(name: &str, value: u64) -> PinValue {
    PinValue { name: name.to_owned(), value: hex(value) }
}

fn hex(value: u64) -> String {
    format!("{value:#x}")
}

/// Computes the values of all nodes of a scene.
fn evaluate(scene: &Scene, values: &[u64]) -> Vec<bool> {
    let mut all = vec![false; scene.aig.nodes().len()];
    for ((_, word), value) in scene.inputs.iter().zip(values) {
        word.iter().enumerate().for_each(|(bit, lit)| all[lit.node()] = value >> bit & 1 == 1);
    }
    for (at, node) in scene.aig.nodes().iter().enumerate() {
        if let Node::And(a, b) = *node {
            all[at] = of(&all, a) && of(&all, b);
        }
    }
    all
}

fn of(values: &[bool], lit: Lit) -> bool {
    values[lit.node()] != lit.is_inverted()
}

/// A scene that has been played without the fault.
struct Played<'a> {
    scene: &'a Scene,
    good: Vec<bool>,
}

impl Logic for Played<'_> {
    type Bit = bool;

    fn good(&self, lit: Lit) -> bool {
        of(&self.good, lit)
    }

    fn and(&mut self, a: bool, b: bool) -> bool {
        a && b
    }
}

impl Played<'_> {
    fn number(&self, word: &[Lit]) -> u64 {
        word.iter().rev().fold(0, |number, &lit| number << 1 | u64::from(self.good(lit)))
    }

    /// Returns the outputs that differ where they count.
    fn differences(&mut self, circuit: &Circuit, cone: &Cone) -> Vec<OutputDifference> {
        let mut found = Vec::new();
        walk(circuit, self.scene, cone, self, |played, observation, values| {
            let Observable::Output(port) = observation.what else { return };
            let bit = |&read: &Literal| values.bit(played, read);
            let is_same = |[expected, got]: [Literal; 2]| bit(&expected) == bit(&got);
            if !played.good(observation.counts) || pairs(&circuit.good, cone, observation.what).all(is_same) {
                return;
            }
            let (name, bits) = &circuit.good.outputs[port];
            let mut shown: Vec<_> = bits.iter().map(|&bit| literal(bit)).collect();
            let number =
                |bits: &[Literal]| bits.iter().rev().fold(0, |number, read| number << 1 | u64::from(bit(read)));
            let expected = number(&shown);
            cone.outputs.iter().filter(|(own, ..)| *own == port).for_each(|&(_, bit, new)| shown[bit] = new);
            found.push(OutputDifference { output: name.clone(), expected: hex(expected), got: hex(number(&shown)) });
        });
        found
    }
}
