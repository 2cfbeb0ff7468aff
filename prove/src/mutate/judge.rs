//! What of the faults that no vector showed can show at all, and for which inputs.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use vidalu_gen::{Config, Target};
use vidalu_model::control::{FORMATS, Field, UNIT};
use vidalu_sim::gates::{Aig, Lit, Node};
use vidalu_sim::subject::Signal;

use super::circuit::{Circuit, Cone, Value, through, value};
use super::clauses::{Clauses, Graph};
use super::sweep::Sweep;
use crate::spec::{self, Pins};
use crate::term::{Formula, Term, blast};

/// What is known of a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// No instruction that the module has can show it.
    Equivalent,
    /// It shows for these values of the inputs and, behind them, of the registers, by their names.
    Shows(Vec<(String, u64)>),
    /// Not known.
    Undecided,
}

/// Decides about the faults of a module.
///
/// What only some operations read is most often told apart by others, so each operation is looked at by itself: with its code
/// put in, most of what a fault changes is gone, and what is left is equal gate by gate or easy to decide.
pub(super) struct Judge<'a> {
    circuit: &'a Circuit,
    /// The good module, and what it promises.
    aig: Aig,
    /// The inputs are those of an instruction that the module has, or of none.
    is_meant: Lit,
    /// The data outputs mean something.
    is_result: Lit,
    /// The leaves of the control word.
    control: Vec<Lit>,
    /// The unit, where the control word does not say it.
    unit: Option<u64>,
    sweep: Sweep<'a>,
    limit: Duration,
    cases: Mutex<HashMap<Known, Arc<Case>>>,
}

/// Bits of the control word that are known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
struct Known {
    mask: u64,
    word: u64,
}

/// The good module with these bits put in.
struct Case {
    aig: Aig,
    of: Vec<Lit>,
}

/// How long a case is tried before it is split.
const TRIAL: Duration = Duration::from_millis(300);

impl<'a> Judge<'a> {
    /// A judge who takes about `limit` a fault.
    pub(super) fn new(
        circuit: &'a Circuit,
        target: Target,
        config: &Config,
        signals: &[Signal],
        limit: Duration,
    ) -> Self {
        let (formula, promised) = Formula::with_open_products(|| {
            let values: Vec<_> = signals.iter().map(|signal| Term::input(signal.width)).collect();
            spec::outcome(target, config, &Pins { signals, values: &values }, &[], Term::input(1)).promised
        });
        let mut aig = circuit.good.clone();
        let words = formula.inputs().iter().enumerate().map(|(number, &term)| {
            let width = formula.node(term).width as usize;
            let own = signals.get(number).and_then(|signal| circuit.input(signal.name));
            // CC.CF and the products, on which no promise depends.
            own.cloned().unwrap_or_else(|| (0..width).map(|_| aig.leaf()).collect())
        });
        let words: Vec<_> = words.collect();
        let promised = blast(&formula, &mut aig, &words)[promised.index()][0];
        let valid = circuit.input("valid_i").map_or(Lit::TRUE, |bits| bits[0]);
        let is_meant = aig.or(promised, !valid);
        let is_result = circuit.output("valid_o").map_or(Lit::TRUE, |bits| bits[0]);
        let control = circuit.input("ctl_i").cloned().unwrap_or_default();
        let unit = UNIT.codes.iter().find(|(name, _)| *name == target.name()).map(|(_, code)| *code);
        Self {
            circuit,
            aig,
            is_meant,
            is_result,
            control,
            unit,
            sweep: Sweep::new(circuit),
            limit,
            cases: Mutex::default(),
        }
    }

    /// Whether a fault can show: at an output that counts, or in the state that it leaves.
    pub(super) fn decide(&self, cone: &Cone) -> Verdict {
        let cone = &self.sweep.reduce(cone, self.limit / 10);
        if self.is_good(cone) {
            return Verdict::Equivalent;
        }
        let end = Instant::now() + self.limit;
        let mut open = vec![Known::default()];
        while let Some(known) = open.pop() {
            let case = self.case(known);
            if case.of(self.is_meant) == Lit::FALSE {
                continue;
            }
            let mut aig = case.aig.clone();
            let differs = self.differs(&mut aig, &case, cone);
            if differs == Lit::FALSE {
                continue;
            }
            let next = self.next(known);
            let is_early = next.is_some_and(|(_, is_operation)| is_operation);
            if !is_early {
                let limit = if next.is_some() { TRIAL } else { self.limit };
                let mut clauses = Clauses::new();
                let answer = clauses.can_be_1(&aig, value(differs), end.min(Instant::now() + limit));
                if answer == Some(false) {
                    continue;
                }
                if answer == Some(true) {
                    let bit = |&lit: &Lit| clauses.value(value(case.of(lit)));
                    let number =
                        |bits: &Vec<Lit>| bits.iter().rev().fold(0, |number, lit| number << 1 | u64::from(bit(lit)));
                    let inputs = self.circuit.inputs.iter().map(|(name, bits)| (name.clone(), number(bits)));
                    let states = self.circuit.states().map(|(name, state)| (name.to_owned(), bit(&state).into()));
                    return Verdict::Shows(inputs.chain(states).collect());
                }
            }
            match next {
                Some((bit, _)) if Instant::now() < end => {
                    open.extend(
                        [0, 1].map(|value| Known { mask: known.mask | 1 << bit, word: known.word | value << bit }),
                    );
                }
                _ => return Verdict::Undecided,
            }
        }
        Verdict::Equivalent
    }

    /// Whether a fault that starts in the state of the good module leaves its state, and shows nothing.
    fn is_good(&self, cone: &Cone) -> bool {
        let is_good = |(register, next): &(usize, Value)| *next == value(self.circuit.registers[*register].1);
        cone.outputs.is_empty() && cone.states.iter().all(is_good)
    }

    /// The bit of the control word to split by, and whether it says which operation it is: those come first.
    fn next(&self, known: Known) -> Option<(u32, bool)> {
        let bits = |field: &Field| field.lo..=field.hi();
        let is_open = |bit: &u32| known.mask >> bit & 1 == 0 && (*bit as usize) < self.control.len();
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

    fn case(&self, known: Known) -> Arc<Case> {
        let cases = || self.cases.lock().expect("no thread panics while it holds the lock");
        if let Some(case) = cases().get(&known) {
            return Arc::clone(case);
        }
        let fixed: HashMap<_, _> = (0..)
            .zip(&self.control)
            .filter(|(bit, _)| known.mask >> bit & 1 == 1)
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(bit, leaf)| (leaf.node(), Lit::constant(known.word >> bit & 1 == 1)))
            .collect();
        let (mut aig, mut of) = (Aig::default(), Vec::with_capacity(self.aig.nodes().len()));
        for (at, node) in self.aig.nodes().iter().enumerate() {
            of.push(match *node {
                Node::Leaf if at == 0 => Lit::FALSE,
                Node::Leaf => fixed.get(&at).copied().unwrap_or_else(|| aig.leaf()),
                Node::And(a, b) => aig.and(through(&of, a), through(&of, b)),
            });
        }
        let case = Arc::new(Case { aig, of });
        // Those that are split by more than the operation are few, and many in number.
        if self.next(known).is_none_or(|(_, is_operation)| is_operation) || known.mask.count_ones() < 8 {
            cases().insert(known, Arc::clone(&case));
        }
        case
    }

    /// A bit that is 1 where the fault shows.
    fn differs(&self, aig: &mut Aig, case: &Case, cone: &Cone) -> Lit {
        let mut own = Vec::with_capacity(cone.states.len() + cone.ands.len());
        // Both start in the same state.
        own.extend(cone.states.iter().map(|(register, _)| case.of(self.circuit.registers[*register].0)));
        let bound = self.circuit.bound();
        let lit = |own: &[Lit], value: Value| {
            let lit = if value < bound { case.of[value as usize >> 1] } else { own[(value - bound) as usize >> 1] };
            if value & 1 == 1 { !lit } else { lit }
        };
        for &[a, b] in &cone.ands {
            let both = aig.and(lit(&own, a), lit(&own, b));
            own.push(both);
        }
        let mut any = Lit::FALSE;
        for &(port, bit, new) in &cone.outputs {
            let (name, bits) = &self.circuit.outputs[port];
            let mut shows = aig.xor(case.of(bits[bit]), lit(&own, new));
            if !matches!(name.as_str(), "valid_o" | "ready_o") {
                shows = aig.and(shows, case.of(self.is_result));
            }
            any = aig.or(any, shows);
        }
        for &(register, next) in &cone.states {
            let shows = aig.xor(case.of(self.circuit.registers[register].1), lit(&own, next));
            any = aig.or(any, shows);
        }
        aig.and(any, case.of(self.is_meant))
    }
}

impl Case {
    fn of(&self, lit: Lit) -> Lit {
        through(&self.of, lit)
    }
}

impl Graph for Aig {
    fn operands(&self, number: u32) -> Option<[Value; 2]> {
        match self.nodes()[number as usize] {
            Node::And(a, b) => Some([value(a), value(b)]),
            Node::Leaf => None,
        }
    }
}
