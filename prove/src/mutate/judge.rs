//! Decides for the faults that no vector showed whether they can show at all, and for which inputs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use vidalu_gen::Target;
use vidalu_model::control::{FORMATS, Field, UNIT};
use vidalu_sim::gates::{Aig, Gates, Lit, Node};
use vidalu_sim::is_interrupted;

use super::circuit::{Circuit, Cone, Literal, literal};
use super::clauses::{Clauses, Graph};
use super::scene::{Observable, Scene, When};
use super::sweep::Sweep;
use super::walk::{Logic, walk};

/// The decision on a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// No instruction that the module has can show it.
    Equivalent,
    /// The fault shows in the scene with this number, for these values of all vectors from outside.
    Shows(usize, Vec<u64>),
    /// Neither was decided in time.
    Undecided,
}

/// Decides on the faults of a module.
///
/// Each operation is examined by itself. With its code as a constant, most of the cone of a fault
/// disappears, and the rest is equal gate by gate or easy to decide.
pub(super) struct Judge<'a> {
    circuit: &'a Circuit,
    scenes: &'a [Scene],
    /// The place of the control word among the data inputs.
    control: Option<usize>,
    /// The code of the unit, if the control word does not contain it.
    unit: Option<u64>,
    sweep: Sweep<'a>,
    limit: Duration,
    cases: Mutex<HashMap<(usize, Known), Arc<Case>>>,
}

/// The bits of the control word that are constants in a case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Known {
    mask: u64,
    word: u64,
}

/// A scene with constants for some bits of the control word.
struct Case {
    aig: Aig,
    of: Vec<Lit>,
}

/// The time limit for a case that can be split.
const TRIAL: Duration = Duration::from_millis(300);

impl<'a> Judge<'a> {
    /// A judge that takes about `limit` for a fault in a scene.
    pub(super) fn new(
        circuit: &'a Circuit,
        scenes: &'a [Scene],
        target: Target,
        control: Option<usize>,
        limit: Duration,
    ) -> Self {
        let unit = UNIT.codes.iter().find(|(name, _)| *name == target.name()).map(|(_, code)| *code);
        let sweep = Sweep::new(circuit);
        Self { circuit, scenes, control, unit, sweep, limit, cases: Mutex::default() }
    }

    /// Decides whether a fault shows in any scene.
    pub(super) fn decide(&self, cone: &Cone) -> Judgement {
        let short = self.sweep.reduce(cone, self.limit / 10);
        if short.outputs.is_empty() && short.states.iter().all(|state| self.circuit.keeps(state)) {
            return Judgement::Equivalent;
        }
        let long = self.scenes.iter().any(Scene::is_long);
        let long = long.then(|| self.sweep.reduce_for_long(cone, self.limit / 10));
        let (mut verdict, mut is_exact) = (Judgement::Equivalent, true);
        for (number, scene) in self.scenes.iter().enumerate() {
            if scene.when == When::Closer && is_exact {
                continue;
            }
            match self.decide_in(number, long.as_ref().filter(|_| scene.is_long()).unwrap_or(&short)) {
                Judgement::Equivalent => {}
                _ if scene.when == When::First => is_exact = false,
                shows @ Judgement::Shows(..) => return shows,
                Judgement::Undecided => verdict = Judgement::Undecided,
            }
        }
        verdict
    }

    /// Decides whether a fault shows in a scene.
    fn decide_in(&self, number: usize, cone: &Cone) -> Judgement {
        let scene = &self.scenes[number];
        let end = Instant::now() + self.limit;
        let mut open = vec![Known::default()];
        while let Some(known) = open.pop() {
            let case = self.case(number, known);
            if case.of(scene.is_meant) == Lit::FALSE {
                continue;
            }
            let mut aig = case.aig.clone();
            let differs = self.differs(scene, &mut aig, &case, cone);
            if differs == Lit::FALSE {
                continue;
            }
            let next = self.next(scene, known);
            let is_early = next.is_some_and(|(_, is_operation)| is_operation);
            if !is_early {
                let limit = if next.is_some() { TRIAL } else { self.limit };
                let mut clauses = Clauses::new();
                let answer = clauses.can_be_1(&aig, literal(differs), end.min(Instant::now() + limit));
                if answer == Some(false) {
                    continue;
                }
                if answer == Some(true) {
                    let bit = |&lit: &Lit| clauses.value(literal(case.of(lit)));
                    let number_of =
                        |bits: &Vec<Lit>| bits.iter().rev().fold(0, |number, lit| number << 1 | u64::from(bit(lit)));
                    return Judgement::Shows(number, scene.inputs.iter().map(|(_, bits)| number_of(bits)).collect());
                }
            }
            match next {
                Some((bit, _)) if Instant::now() < end && !is_interrupted() => {
                    open.extend(
                        [0, 1].map(|value| Known { mask: known.mask | 1 << bit, word: known.word | value << bit }),
                    );
                }
                _ => return Judgement::Undecided,
            }
        }
        Judgement::Equivalent
    }

    /// Returns the leaves of the control word of the instruction that enters.
    fn control<'s>(&self, scene: &'s Scene) -> &'s [Lit] {
        self.control.and_then(|at| scene.entering.get(at)).map_or(&[], Vec::as_slice)
    }

    /// Returns the bit of the control word to split by, and whether it belongs to the operation.
    /// Such bits come first.
    fn next(&self, scene: &Scene, known: Known) -> Option<(u32, bool)> {
        let width = self.control(scene).len();
        let bits = |field: &Field| field.lo..=field.hi();
        let is_open = |bit: &u32| known.mask >> bit & 1 == 0 && (*bit as usize) < width;
        let unit = match self.unit {
            Some(unit) => unit,
            None => match bits(&UNIT).find(is_open) {
                Some(bit) => return Some((bit, true)),
                None => UNIT.get(known.word),
            },
        };
        let format = FORMATS.iter().find(|format| format.unit as u64 == unit)?;
        let narrow = format.fields.iter().filter(|field| field.width <= 3);
        let operation = format
            .fields
            .iter()
            .filter(|field| matches!(field.name, "op" | "quad" | "accumulate"))
            .flat_map(bits)
            .find(is_open);
        operation.map(|bit| (bit, true)).or_else(|| Some((narrow.flat_map(bits).find(is_open)?, false)))
    }

    fn case(&self, number: usize, known: Known) -> Arc<Case> {
        let cases = || self.cases.lock().expect("no thread panics while it holds the lock");
        if let Some(case) = cases().get(&(number, known)) {
            return Arc::clone(case);
        }
        let scene = &self.scenes[number];
        let fixed: HashMap<_, _> = (0..)
            .zip(self.control(scene))
            .filter(|(bit, _)| known.mask >> bit & 1 == 1)
            .map(|(bit, leaf): (u32, _)| (leaf.node(), Lit::constant(known.word >> bit & 1 == 1)))
            .collect();
        let (mut aig, mut of) = (Aig::default(), Vec::with_capacity(scene.aig.nodes().len()));
        for (at, node) in scene.aig.nodes().iter().enumerate() {
            of.push(match *node {
                Node::Leaf if at == 0 => Lit::FALSE,
                Node::Leaf => fixed.get(&at).copied().unwrap_or_else(|| aig.leaf()),
                Node::And(a, b) => aig.and(a.within(&of), b.within(&of)),
            });
        }
        let case = Arc::new(Case { aig, of });
        // Cases that are split further than by the operation are many, and each is rarely used
        // again.
        if self.next(scene, known).is_none_or(|(_, is_operation)| is_operation) || known.mask.count_ones() < 8 {
            cases().insert((number, known), Arc::clone(&case));
        }
        case
    }

    /// Returns a bit that is 1 where the fault shows.
    fn differs(&self, scene: &Scene, aig: &mut Aig, case: &Case, cone: &Cone) -> Lit {
        let mut any = Lit::FALSE;
        let mut logic = InGates { aig, case };
        walk(self.circuit, scene, cone, &mut logic, |logic, observation, values| {
            for pair in pairs(&self.circuit.good, cone, observation.what) {
                let [expected, got] = pair.map(|literal| values.bit(logic, literal));
                let differs = logic.aig.xor(expected, got);
                let shows = logic.aig.and(differs, case.of(observation.counts));
                any = logic.aig.or(any, shows);
            }
        });
        logic.aig.and(any, case.of(scene.is_meant))
    }
}

/// A walk that adds gates to a case.
struct InGates<'a> {
    aig: &'a mut Aig,
    case: &'a Case,
}

impl Logic for InGates<'_> {
    type Bit = Lit;

    fn good(&self, lit: Lit) -> Lit {
        self.case.of(lit)
    }

    fn and(&mut self, a: Lit, b: Lit) -> Lit {
        self.aig.and(a, b)
    }
}

/// Returns the bits of an observable that a fault changes, each without and with the fault.
pub(super) fn pairs<'a>(good: &'a Gates, cone: &'a Cone, what: Observable) -> impl Iterator<Item = [Literal; 2]> + 'a {
    let outputs = cone.outputs.iter().filter(move |(port, ..)| what == Observable::Output(*port));
    let outputs = outputs.map(|&(port, bit, new)| [literal(good.outputs[port].1[bit]), new]);
    let states = cone.states.iter().filter(move |(register, _)| what == Observable::After(*register));
    outputs.chain(states.map(|&(register, next)| [literal(good.registers[register].next), next]))
}

impl Case {
    fn of(&self, lit: Lit) -> Lit {
        lit.within(&self.of)
    }
}

impl Graph for Aig {
    fn operands(&self, number: u32) -> Option<[Literal; 2]> {
        match self.nodes()[number as usize] {
            Node::And(a, b) => Some([literal(a), literal(b)]),
            Node::Leaf => None,
        }
    }
}
