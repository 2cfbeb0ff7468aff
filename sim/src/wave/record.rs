//! A wave in memory: scopes, their signals, and the changes of their values.

use std::collections::HashMap;
use std::io::{BufReader, Error, ErrorKind};
use std::path::Path;

use vcd::{Command, IdCode, Parser, TimescaleUnit, VarType};

/// The nanoseconds of a clock cycle in every wave.
pub(crate) const CYCLE: u64 = 10;

/// A wave of a few cycles.
#[derive(Debug, Default)]
pub(crate) struct Wave {
    /// The outermost scopes.
    pub(crate) scopes: Vec<Scope>,
    /// The changes of values. Several signals can share a trace.
    pub(crate) traces: Vec<Trace>,
}

/// An instance, or a group of the testbench's signals.
#[derive(Debug, Default)]
pub(crate) struct Scope {
    /// The name in the wave.
    pub(crate) name: String,
    /// The signals of the scope.
    pub(crate) signals: Vec<Variable>,
    /// The scopes within the scope.
    pub(crate) scopes: Vec<Self>,
}

/// A signal.
#[derive(Clone, Debug)]
pub(crate) struct Variable {
    /// The name in the wave.
    pub(crate) name: String,
    /// The kind of signal.
    pub(crate) kind: VariableKind,
    /// The index of the trace.
    pub(crate) trace: usize,
}

/// The kind of a signal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum VariableKind {
    /// A net.
    Wire,
    /// A register.
    Register,
    /// A constant.
    Parameter,
    /// A number, shown in decimal.
    Integer,
    /// Text.
    Text,
}

/// The changes of a value.
#[derive(Debug, Default)]
pub(crate) struct Trace {
    /// The width in bits; 0 for text.
    pub(crate) width: u32,
    /// The times in nanoseconds, ascending, with the value from that time on: text, or all digits
    /// `01xz`, the highest first.
    pub(crate) changes: Vec<(u64, String)>,
}

impl Trace {
    /// Returns a trace without a value, of `width` bits, or of text if the width is 0.
    pub(crate) fn new(width: u32) -> Self {
        Self { width, changes: Vec::new() }
    }

    /// Appends the value from `time` on, unless it is the last value.
    pub(crate) fn set(&mut self, time: u64, value: String) {
        if self.changes.last().is_none_or(|(_, last)| *last != value) {
            self.changes.push((time, value));
        }
    }

    /// Returns the value at `time`.
    pub(crate) fn at(&self, time: u64) -> Option<&str> {
        let after = self.changes.partition_point(|(start, _)| *start <= time);
        Some(self.changes.get(after.checked_sub(1)?)?.1.as_str())
    }
}

impl Wave {
    /// Adds a trace and returns its index.
    pub(crate) fn add(&mut self, trace: Trace) -> usize {
        self.traces.push(trace);
        self.traces.len() - 1
    }

    /// Returns all changes in the order of time: time, trace, new value.
    pub(crate) fn changes(&self) -> Vec<(u64, usize, &str)> {
        let of = |(number, trace)| {
            let changes: &Vec<(u64, String)> = trace;
            changes.iter().map(move |(time, value)| (*time, number, value.as_str()))
        };
        let traces = self.traces.iter().map(|trace| &trace.changes);
        let mut changes: Vec<_> = traces.enumerate().flat_map(of).collect();
        changes.sort_by_key(|(time, number, _)| (*time, *number));
        changes
    }

    /// Reads the instance `top` or `dut` from the dump of a simulator. `shift` nanoseconds are
    /// added to all times.
    ///
    /// # Errors
    /// If the file cannot be read, is not a VCD, or does not have the instance.
    pub(crate) fn read(path: &Path, top: &str, shift: u64) -> std::io::Result<Self> {
        let mut wave = Self::default();
        let mut traces: HashMap<IdCode, usize> = HashMap::new();
        let mut open = vec![Scope::default()];
        let (mut picoseconds, mut time) = (1000, shift);
        for command in Parser::new(BufReader::new(std::fs::File::open(path)?)) {
            match command? {
                Command::Timescale(factor, unit) => picoseconds = u64::from(factor) * in_picoseconds(unit)?,
                Command::ScopeDef(_, name) => open.push(Scope { name, ..Scope::default() }),
                Command::Upscope => {
                    let scope = open.pop().ok_or_else(|| bad("a scope ends that did not begin"))?;
                    open.last_mut().ok_or_else(|| bad("a scope ends that did not begin"))?.scopes.push(scope);
                }
                Command::VarDef(kind, width, code, name, _) => {
                    let trace = *traces.entry(code).or_insert_with(|| wave.add(Trace::new(width)));
                    let kind = match kind {
                        VarType::Reg => VariableKind::Register,
                        VarType::Parameter => VariableKind::Parameter,
                        _ => VariableKind::Wire,
                    };
                    let scope = open.last_mut().ok_or_else(|| bad("a signal stands outside of all scopes"))?;
                    scope.signals.push(Variable { name, kind, trace });
                }
                Command::Timestamp(at) => time = shift + at * picoseconds / 1000,
                Command::ChangeScalar(code, value) => wave.change(&traces, code, time, &value.to_string())?,
                Command::ChangeVector(code, vector) => wave.change(&traces, code, time, &vector.to_string())?,
                _ => {}
            }
        }
        let root = open.pop().ok_or_else(|| bad("a scope ends that did not begin"))?;
        let mut module = root.innermost(&[top, "dut"]).ok_or_else(|| bad("the module is not in it"))?;
        top.clone_into(&mut module.name);
        wave.scopes.push(module);
        Ok(wave)
    }

    fn change(
        &mut self,
        traces: &HashMap<IdCode, usize>,
        code: IdCode,
        time: u64,
        digits: &str,
    ) -> std::io::Result<()> {
        let number = *traces.get(&code).ok_or_else(|| bad("a signal changes that was not declared"))?;
        let trace = &mut self.traces[number];
        let value = extended(digits, trace.width);
        trace.set(time, value);
        Ok(())
    }
}

impl Scope {
    /// Returns the innermost scope that has one of these names.
    fn innermost(self, names: &[&str]) -> Option<Self> {
        let Self { name, signals, scopes } = self;
        let is_named = names.contains(&name.as_str());
        let holds = |scope: &Self| scope.is_or_holds(names);
        match scopes.iter().position(holds) {
            Some(at) => scopes.into_iter().nth(at)?.innermost(names),
            None => is_named.then_some(Self { name, signals, scopes }),
        }
    }

    fn is_or_holds(&self, names: &[&str]) -> bool {
        names.contains(&self.name.as_str()) || self.scopes.iter().any(|scope| scope.is_or_holds(names))
    }

    /// Returns the signal with this name.
    pub(crate) fn signal(&self, name: &str) -> Option<&Variable> {
        self.signals.iter().find(|signal| signal.name == name)
    }

    /// Returns the scope with this name.
    pub(crate) fn scope(&self, name: &str) -> Option<&Self> {
        self.scopes.iter().find(|scope| scope.name == name)
    }
}

/// Returns all digits of a vector. A VCD leaves out repeated leading digits.
pub(super) fn extended(digits: &str, width: u32) -> String {
    // A shortened vector is extended by its highest digit if that is x or z, and by 0 otherwise.
    let fill = digits.chars().next().filter(|digit| "xz".contains(*digit)).unwrap_or('0');
    let missing = (width as usize).saturating_sub(digits.len());
    format!("{}{digits}", String::from(fill).repeat(missing))
}

fn in_picoseconds(unit: TimescaleUnit) -> std::io::Result<u64> {
    match unit {
        TimescaleUnit::PS => Ok(1),
        TimescaleUnit::NS => Ok(1000),
        _ => Err(bad("its times are neither in picoseconds nor in nanoseconds")),
    }
}

fn bad(problem: &str) -> Error {
    Error::new(ErrorKind::InvalidData, problem)
}
