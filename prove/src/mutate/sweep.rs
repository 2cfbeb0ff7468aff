//! What a fault changes, less what is equal to the good module in spite of it.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use vidalu_model::draw::{Draw, key};
use vidalu_sim::gates::Node;

use super::circuit::{Circuit, Cone, Value, pair, value};
use super::clauses::{Clauses, Graph};
use super::lanes::{self, Gates, Slice, WORDS};

/// Rounds of random values.
const ROUNDS: u64 = 8;

/// How long the solver thinks about two values that look equal.
const TRIAL: Duration = Duration::from_millis(30);

/// Finds gates that a fault does not change for any inputs and any state.
pub(super) struct Sweep<'a> {
    circuit: &'a Circuit,
    /// The good module on random values.
    samples: Vec<Vec<Slice>>,
}

impl<'a> Sweep<'a> {
    /// For the faults of a module.
    pub(super) fn new(circuit: &'a Circuit) -> Self {
        let gates = Gates::new(&circuit.good);
        let sample = |round| {
            let mut values = vec![Slice::ZERO; circuit.good.nodes().len()];
            for (at, node) in circuit.good.nodes().iter().enumerate().skip(1) {
                if *node == Node::Leaf {
                    let mut draw = Draw::new(key("sweep", round), at as u64);
                    values[at] = Slice([(); WORDS].map(|()| draw.word()));
                }
            }
            lanes::run(&gates, &mut values);
            values
        };
        Self { circuit, samples: (0..ROUNDS).map(sample).collect() }
    }

    /// The cone with good values in the place of those that are proven to equal them; in it both modules start in the same
    /// state. Takes about `limit`.
    pub(super) fn reduce(&self, cone: &Cone, limit: Duration) -> Cone {
        let end = Instant::now() + limit;
        let looks_equal = self.looks_equal(cone);
        let bound = self.circuit.bound();
        // What each of the cone's own values has become.
        let mut became: Vec<Value> =
            cone.states.iter().map(|(register, _)| value(self.circuit.registers[*register].0)).collect();
        let mut reduced = Cone { states: cone.states.clone(), ..Cone::default() };
        let mut known = HashMap::new();
        let mut clauses = Clauses::new();
        for ((operands, &good), looks_equal) in cone.ands.iter().zip(&cone.goods).zip(looks_equal) {
            let [a, b] = operands.map(|read| through(&became, bound, read));
            let mut new = self.circuit.and(a, b).or_else(|| known.get(&pair(a, b)).copied()).unwrap_or_else(|| {
                let new = bound + ((reduced.states.len() + reduced.ands.len()) as u32) * 2;
                reduced.ands.push(pair(a, b));
                reduced.goods.push(good);
                known.insert(pair(a, b), new);
                new
            });
            let now = Instant::now();
            if looks_equal && new != good && now < end {
                let graph = Own { circuit: self.circuit, cone: &reduced };
                if clauses.can_differ(&graph, [new, good], end.min(now + TRIAL)) == Some(false) {
                    new = good;
                }
            }
            became.push(new);
        }
        for (_, next) in &mut reduced.states {
            *next = through(&became, bound, *next);
        }
        let outputs = cone.outputs.iter().map(|&(port, bit, new)| (port, bit, through(&became, bound, new)));
        reduced.outputs = outputs.filter(|&(port, bit, new)| new != value(self.circuit.outputs[port].1[bit])).collect();
        reduced
    }

    /// For each gate whether it is as in the good module on all samples.
    fn looks_equal(&self, cone: &Cone) -> Vec<bool> {
        let mut looks_equal = vec![true; cone.ands.len()];
        let mut own = Vec::new();
        for good in &self.samples {
            own.clear();
            own.extend(cone.states.iter().map(|(register, _)| good[self.circuit.registers[*register].0.node()]));
            lanes::run_cone(cone, good, &mut own);
            for ((is_equal, own), &read) in looks_equal.iter_mut().zip(&own[cone.states.len()..]).zip(&cone.goods) {
                *is_equal &= lanes::of(good, &[], read) == *own;
            }
        }
        looks_equal
    }
}

fn through(became: &[Value], bound: Value, read: Value) -> Value {
    if read < bound { read } else { became[(read - bound) as usize >> 1] ^ (read & 1) }
}

/// The good module with what a fault changes.
struct Own<'a> {
    circuit: &'a Circuit,
    cone: &'a Cone,
}

impl Graph for Own<'_> {
    fn operands(&self, number: u32) -> Option<[Value; 2]> {
        let good = self.circuit.good.nodes();
        match number.checked_sub(good.len() as u32) {
            Some(own) => Some(self.cone.ands[own as usize - self.cone.states.len()]),
            None => match good[number as usize] {
                Node::And(a, b) => Some([value(a), value(b)]),
                Node::Leaf => None,
            },
        }
    }
}
