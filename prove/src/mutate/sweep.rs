//! Reduces the cone of a fault by the gates that are equal to those of the good module in spite
//! of the fault.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use vidalu_model::draw::{Draw, key};
use vidalu_sim::gates::Node;

use super::circuit::{Circuit, Cone, Literal, literal, pair};
use super::clauses::{Clauses, Graph};
use super::lanes::{self, Gates, Slice, WORDS};

/// The number of rounds of random values.
const ROUNDS: u64 = 8;

/// The time limit for the solver on two values that look equal.
const TRIAL: Duration = Duration::from_millis(30);

/// Finds gates that a fault does not change for any inputs and any state.
pub(super) struct Sweep<'a> {
    circuit: &'a Circuit,
    /// The good module on random values.
    samples: Vec<Vec<Slice>>,
}

impl<'a> Sweep<'a> {
    /// Prepares the samples for the faults of a module.
    pub(super) fn new(circuit: &'a Circuit) -> Self {
        let gates = Gates::new(&circuit.good.aig);
        let sample = |round| {
            let mut values = vec![Slice::ZERO; circuit.good.aig.nodes().len()];
            for (at, node) in circuit.good.aig.nodes().iter().enumerate().skip(1) {
                if *node == Node::Leaf {
                    values[at] = noise(key("sweep", round), at);
                }
            }
            lanes::run(&gates, &mut values);
            values
        };
        Self { circuit, samples: (0..ROUNDS).map(sample).collect() }
    }

    /// Replaces values of the cone by those of the good module where they are proven equal, in a
    /// cycle in which both modules start in the same state. Takes about `limit`.
    pub(super) fn reduce(&self, cone: &Cone, limit: Duration) -> Cone {
        self.reduce_with(cone, &HashSet::new(), limit)
    }

    /// Reduces the cone as [`Sweep::reduce`] does, for consecutive cycles. Takes a small multiple
    /// of `limit`.
    pub(super) fn reduce_for_long(&self, cone: &Cone, limit: Duration) -> Cone {
        let mut differing = HashSet::new();
        loop {
            // No other register differs after a cycle if only those in `differing` differ before
            // it.
            let reduced = self.reduce_with(cone, &differing, limit);
            let before = differing.len();
            differing.extend(reduced.states.iter().filter(|state| !self.circuit.keeps(state)).map(|state| state.0));
            if differing.len() == before {
                return reduced;
            }
        }
    }

    /// Reduces the cone where the registers `differing` can have any value in the module with the
    /// fault.
    fn reduce_with(&self, cone: &Cone, differing: &HashSet<usize>, limit: Duration) -> Cone {
        let end = Instant::now() + limit;
        let looks_equal = self.looks_equal(cone, differing);
        let bound = self.circuit.bound();
        // The literals that the cone's own values became.
        let states = (0..).step_by(2).zip(&cone.states);
        let state = |(own, (register, _)): (Literal, &(usize, Literal))| match differing.contains(register) {
            true => bound + own,
            false => literal(self.circuit.good.registers[*register].state),
        };
        let mut became: Vec<Literal> = states.map(state).collect();
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
        reduced.outputs =
            outputs.filter(|&(port, bit, new)| new != literal(self.circuit.good.outputs[port].1[bit])).collect();
        reduced
    }

    /// Returns for each gate whether it has the good module's value on all samples.
    fn looks_equal(&self, cone: &Cone, differing: &HashSet<usize>) -> Vec<bool> {
        let mut looks_equal = vec![true; cone.ands.len()];
        let mut own = Vec::new();
        for (round, good) in (0..).zip(&self.samples) {
            own.clear();
            own.extend(cone.states.iter().map(|(register, _)| match differing.contains(register) {
                true => noise(key("differing", round), *register),
                false => good[self.circuit.good.registers[*register].state.node()],
            }));
            lanes::run_cone(cone, good, &mut own);
            for ((is_equal, own), &read) in looks_equal.iter_mut().zip(&own[cone.states.len()..]).zip(&cone.goods) {
                *is_equal &= lanes::of(good, &[], read) == *own;
            }
        }
        looks_equal
    }
}

fn noise(key: u64, number: usize) -> Slice {
    let mut draw = Draw::new(key, number as u64);
    Slice([(); WORDS].map(|()| draw.word()))
}

fn through(became: &[Literal], bound: Literal, read: Literal) -> Literal {
    if read < bound { read } else { became[(read - bound) as usize >> 1] ^ (read & 1) }
}

/// The good module together with the cone of a fault.
struct Own<'a> {
    circuit: &'a Circuit,
    cone: &'a Cone,
}

impl Graph for Own<'_> {
    fn operands(&self, number: u32) -> Option<[Literal; 2]> {
        let good = self.circuit.good.aig.nodes();
        match number.checked_sub(good.len() as u32) {
            Some(own) => Some(self.cone.ands[(own as usize).checked_sub(self.cone.states.len())?]),
            None => match good[number as usize] {
                Node::And(a, b) => Some([literal(a), literal(b)]),
                Node::Leaf => None,
            },
        }
    }
}
