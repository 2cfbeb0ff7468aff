//! The testbench's signals in a wave: the instruction that is issued, the one whose result is due,
//! and expected next to observed outputs.

use std::collections::HashMap;

use super::record::{CYCLE, Scope, Trace, Variable, VariableKind, Wave};
use super::window::Window;
use crate::dut::{Dut, Pin, tag};
use crate::plan::Cycle;
use crate::subject::Subject;

/// The name of the scope.
pub(super) const NAME: &str = "testbench";

/// The name of the scope with the expected outputs, and the end of the names of its signals.
pub(super) const EXPECTED: &str = "expected";
/// The name of the scope with the observed outputs, and the end of the names of its signals.
pub(super) const OBSERVED: &str = "observed";

/// Returns the name of an output in the scope `part`. A viewer shows a name without its scope, so
/// the name tells both values from each other and from the output of the module.
pub(super) fn value_name(pin: &Pin, part: &str) -> String {
    format!("{}_{part}", pin.name)
}

/// The nanoseconds from the start of a cycle to the time at which its outputs are read, after the
/// inputs change and before the clock edge.
pub(super) const SAMPLE: u64 = CYCLE / 2 - 1;

/// Adds the testbench's scope to a wave of the module. Returns the first cycle in which an output
/// differs.
pub(super) fn add(wave: &mut Wave, dut: &Dut, subject: &dyn Subject, window: &Window) -> Option<u64> {
    let pins = dut.output_pins(subject);
    let observed: Vec<_> = pins
        .iter()
        .map(|pin| wave.scopes.first().and_then(|module| module.signal(&pin.name)).map(|signal| signal.trace))
        .collect();
    let mut columns = BenchTraces::new(&pins);
    let mut model = Oracle::new(dut, subject, window);
    let mut first_wrong = None;
    for (cycle, number) in window.cycles.iter().zip(window.before..) {
        let expected = model.expected(cycle);
        if number >= window.from {
            let now = number * CYCLE;
            let is_wrong = pins.iter().zip(&expected).zip(&observed).any(|((pin, expected), trace)| {
                let seen = trace.and_then(|trace| wave.traces[trace].at(now + SAMPLE));
                expected.is_some_and(|expected| seen.is_some_and(|seen| seen != bits(expected, pin.width)))
            });
            first_wrong = first_wrong.or(is_wrong.then_some(number));
            columns.instruction(now, subject, window, cycle);
            columns.cycle(now, number, &pins, &expected, is_wrong);
        }
        model.advance(cycle);
    }
    let end = (window.to + 1) * CYCLE;
    // Without a change at the end, a viewer would not show the last cycle.
    columns.cycle.changes.push((end, bits(window.to, 64)));
    let scope = columns.into_scope(wave, &pins, &observed);
    wave.scopes.insert(0, scope);
    first_wrong
}

/// The expected outputs, from the plan and the golden model.
struct Oracle<'a> {
    dut: &'a Dut,
    subject: &'a dyn Subject,
    window: &'a Window,
    /// The CC.CF of each context, if the module has state.
    flags: HashMap<u64, bool>,
    /// The results of vectors that have passed the stage of CC.CF.
    passed: HashMap<u64, Vec<u64>>,
}

impl<'a> Oracle<'a> {
    fn new(dut: &'a Dut, subject: &'a dyn Subject, window: &'a Window) -> Self {
        Self { dut, subject, window, flags: HashMap::new(), passed: HashMap::new() }
    }

    /// Returns the expected value of each output; `None` if it is don't-care.
    fn expected(&self, cycle: &Cycle) -> Vec<Option<u64>> {
        let timing = &self.dut.timing;
        let mut pins = Vec::new();
        pins.extend(timing.has_valid.then_some(cycle.valid_out.map(u64::from)));
        pins.extend(timing.ready.map(|_| cycle.ready_out.map(u64::from)));
        pins.extend((timing.tag > 0).then_some(cycle.result.map(|slot| tag(slot, timing.tag))));
        match cycle.result {
            Some(slot) => pins.extend(self.result(slot).into_iter().map(Some)),
            None => pins.extend(self.subject.outputs().iter().map(|_| None)),
        }
        pins
    }

    fn result(&self, slot: u64) -> Vec<u64> {
        let inputs = &self.window.vector(slot);
        match self.passed.get(&slot) {
            Some(outputs) => outputs.clone(),
            None => self.subject.with_flag(inputs, self.flag(inputs)).0,
        }
    }

    fn flag(&self, inputs: &[u64]) -> bool {
        self.flags.get(&self.subject.context(inputs)).copied().unwrap_or(false)
    }

    /// Updates the state at the clock edge.
    fn advance(&mut self, cycle: &Cycle) {
        if let Some(slot) = cycle.passes_flag {
            let inputs = &self.window.vector(slot);
            let (outputs, flag) = self.subject.with_flag(inputs, self.flag(inputs));
            self.flags.insert(self.subject.context(inputs), flag);
            self.passed.insert(slot, outputs);
        }
        if cycle.reset {
            self.flags.clear();
        }
    }
}

/// The traces of the testbench's signals.
struct BenchTraces {
    cycle: Trace,
    mismatch: Trace,
    issue: InstructionTraces,
    result: InstructionTraces,
    expected: Vec<Trace>,
}

/// The traces that show an instruction.
struct InstructionTraces {
    vector: Trace,
    op: Trace,
    ptx: Trace,
}

impl InstructionTraces {
    fn new() -> Self {
        Self { vector: Trace::new(64), op: Trace::new(0), ptx: Trace::new(0) }
    }

    fn set(&mut self, now: u64, subject: &dyn Subject, window: &Window, slot: Option<u64>) {
        let ptx = slot.and_then(|slot| subject.ptx(&window.vector(slot))).unwrap_or_default();
        self.vector.set(now, slot.map_or("z".repeat(64), |slot| bits(window.number(slot), 64)));
        self.op.set(now, ptx.split('.').next().unwrap_or_default().to_owned());
        self.ptx.set(now, ptx);
    }

    fn signals(self, wave: &mut Wave, name: &str) -> [Variable; 3] {
        [
            ("vector", VariableKind::Integer, self.vector),
            ("op", VariableKind::Text, self.op),
            ("ptx", VariableKind::Text, self.ptx),
        ]
        .map(|(part, kind, trace)| Variable { name: format!("{name}_{part}"), kind, trace: wave.add(trace) })
    }
}

impl BenchTraces {
    fn new(pins: &[Pin]) -> Self {
        Self {
            cycle: Trace::new(64),
            mismatch: Trace::new(1),
            issue: InstructionTraces::new(),
            result: InstructionTraces::new(),
            expected: pins.iter().map(|pin| Trace::new(pin.width)).collect(),
        }
    }

    fn instruction(&mut self, now: u64, subject: &dyn Subject, window: &Window, cycle: &Cycle) {
        self.issue.set(now, subject, window, cycle.issue.filter(|_| cycle.valid));
        self.result.set(now, subject, window, cycle.result);
    }

    fn cycle(&mut self, now: u64, number: u64, pins: &[Pin], expected: &[Option<u64>], is_wrong: bool) {
        self.cycle.set(now, bits(number, 64));
        self.mismatch.set(now, u8::from(is_wrong).to_string());
        for ((trace, pin), expected) in self.expected.iter_mut().zip(pins).zip(expected) {
            let free = || "z".repeat(pin.width as usize);
            trace.set(now, expected.map_or_else(free, |value| bits(value, pin.width)));
        }
    }

    fn into_scope(self, wave: &mut Wave, pins: &[Pin], observed: &[Option<usize>]) -> Scope {
        let mut signals =
            vec![Variable { name: "cycle".to_owned(), kind: VariableKind::Integer, trace: wave.add(self.cycle) }];
        signals.extend(self.issue.signals(wave, "issue"));
        signals.extend(self.result.signals(wave, "result"));
        signals.push(Variable {
            name: "mismatch".to_owned(),
            kind: VariableKind::Wire,
            trace: wave.add(self.mismatch),
        });
        let wire = |pin, part, trace| Variable { name: value_name(pin, part), kind: VariableKind::Wire, trace };
        let expected = pins.iter().zip(self.expected).map(|(pin, trace)| wire(pin, EXPECTED, wave.add(trace)));
        let expected: Vec<_> = expected.collect();
        let observed = pins.iter().zip(observed).filter_map(|(pin, trace)| Some(wire(pin, OBSERVED, (*trace)?)));
        let observed = observed.collect();
        let part = |name: &str, signals| Scope { name: name.to_owned(), signals, scopes: Vec::new() };
        let scopes = vec![part(EXPECTED, expected), part(OBSERVED, observed)];
        Scope { name: NAME.to_owned(), signals, scopes }
    }
}

/// Returns the binary digits of a number.
fn bits(value: u64, width: u32) -> String {
    format!("{value:0width$b}", width = width as usize)
}
