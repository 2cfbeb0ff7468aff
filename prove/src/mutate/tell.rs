//! What a survivor is told by: a scene with values, played once without the fault and once with it.

use vidalu_sim::gates::{Lit, Node};

use super::Fault;
use super::circuit::{Circuit, Cone, Value, value};
use super::judge::pairs;
use super::report::{Pin, Survivor, Told};
use super::scene::{Place, Scene};
use crate::claim::Implementation;

/// The survivor `fault`, which shows in `scene` where the vectors from outside have these values.
pub(super) fn survivor(
    (circuit, module): (&Circuit, &Implementation),
    fault: &Fault,
    cone: &Cone,
    scene: &Scene,
    values: &[u64],
) -> Survivor {
    let played = Played { circuit, scene, good: evaluate(scene, values) };
    let signals = module.subject.inputs().iter();
    let inputs: Vec<_> = scene.entering.iter().map(|word| played.number(word)).collect();
    let entering = signals.clone().zip(&inputs).map(|(signal, &value)| pin(signal.name, value));
    // What else tells: CC.CF, and where no instruction is meant what is in the stages and at the pins of the first cycle.
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
    let is_instruction = played.at(scene.enters);
    Survivor {
        fault: fault.clone(),
        ptx: if is_instruction { module.subject.ptx(&inputs) } else { None },
        inputs: entering.chain(others).collect(),
        outputs: played.told(cone),
    }
}

fn pin(name: &str, value: u64) -> Pin {
    Pin { name: name.to_owned(), value: hex(value) }
}

fn hex(value: u64) -> String {
    format!("{value:#x}")
}

/// The values of all nodes of a scene.
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
    circuit: &'a Circuit,
    scene: &'a Scene,
    good: Vec<bool>,
}

impl Played<'_> {
    fn at(&self, lit: Lit) -> bool {
        of(&self.good, lit)
    }

    fn number(&self, word: &[Lit]) -> u64 {
        word.iter().rev().fold(0, |number, &lit| number << 1 | u64::from(self.at(lit)))
    }

    /// The outputs that differ where they count.
    fn told(&self, cone: &Cone) -> Vec<Told> {
        let good = &self.circuit.good;
        let start = |(register, _): &(usize, Value)| {
            self.at(self.scene.cycles[self.scene.start][good.registers[*register].state.node()])
        };
        let mut own: Vec<_> = cone.states.iter().map(start).collect();
        let mut told = Vec::new();
        for (number, cycle) in self.scene.cycles.iter().enumerate().skip(self.scene.start) {
            let at = |own: &[bool], read: Value| {
                let value = match read.checked_sub(self.circuit.bound()) {
                    Some(read) => own[read as usize >> 1],
                    None => self.at(cycle[read as usize >> 1]),
                };
                value != (read & 1 == 1)
            };
            for &[a, b] in &cone.ands {
                let both = at(&own, a) && at(&own, b);
                own.push(both);
            }
            for point in self.scene.points.iter().filter(|point| point.cycle == number && self.at(point.counts)) {
                let Place::Output(port) = point.place else { continue };
                if pairs(good, cone, point.place).all(|[expected, got]| at(&own, expected) == at(&own, got)) {
                    continue;
                }
                let (name, bits) = &good.outputs[port];
                let mut shown: Vec<_> = bits.iter().map(|&bit| value(bit)).collect();
                let number_of =
                    |bits: &[Value]| bits.iter().rev().fold(0, |number, &bit| number << 1 | u64::from(at(&own, bit)));
                let expected = number_of(&shown);
                cone.outputs.iter().filter(|(own, ..)| *own == port).for_each(|&(_, bit, new)| shown[bit] = new);
                told.push(Told { output: name.clone(), expected: hex(expected), got: hex(number_of(&shown)) });
            }
            own = cone.states.iter().map(|&(_, next)| at(&own, next)).collect();
        }
        told
    }
}
