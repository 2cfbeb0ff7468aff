//! A sequence of instructions, and its execution.

use std::collections::{HashMap, HashSet};
use std::convert::Infallible;
use std::ops::Range;

use vidalu_model::exec::{Executed, Machine, Stop, Unit, Unset};
use vidalu_model::ptx::{self, Diagnostic, DiagnosticKind, Line, Operand, Parsed, Register, Scope, Statement};

/// A parsed sequence of instructions.
pub(crate) struct Program<'a> {
    text: &'a str,
    lines: Vec<Parsed<Line>>,
    scope: Scope,
}

/// The reason why a sequence was not executed to its end.
pub(crate) enum Halt<E> {
    /// An instruction reads a register without a value.
    At(Diagnostic),
    /// The unit failed.
    Unit(E),
}

/// The golden model cannot fail.
impl From<Halt<Infallible>> for Diagnostic {
    fn from(halt: Halt<Infallible>) -> Self {
        match halt {
            Halt::At(found) => found,
            Halt::Unit(never) => match never {},
        }
    }
}

/// A register that was written.
pub(crate) struct Written<'p> {
    pub(crate) register: &'p Register,
    pub(crate) value: u64,
    pub(crate) saturated: bool,
}

impl<'a> Program<'a> {
    /// Parses a sequence of at least one instruction: the manual's video and carry instructions,
    /// and plain `add` and `sub`.
    pub(crate) fn sequence(text: &'a str) -> Result<Self, Diagnostic> {
        let mut scope = Scope::inferring();
        let lines = ptx::parse_program(text, &mut scope)?;
        if lines.is_empty() {
            return Err(problem(text.len()..text.len(), "expected an instruction, found none".to_owned()));
        }
        Ok(Self { text, lines, scope })
    }

    /// Parses a straight-line program, which may contain all plain instructions that the host
    /// executes.
    pub(crate) fn straight_line(text: &'a str) -> Result<Self, Diagnostic> {
        let mut scope = Scope::inferring();
        let lines = ptx::parse_straight_line(text, &mut scope)?;
        Ok(Self { text, lines, scope })
    }

    /// Returns the registers of the program.
    pub(crate) fn scope(&self) -> &Scope {
        &self.scope
    }

    pub(crate) fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().map(|parsed| &parsed.statement)
    }

    /// Returns the instructions that a unit executes.
    pub(crate) fn statements(&self) -> impl Iterator<Item = &Statement> {
        self.lines().filter_map(|line| match line {
            Line::Vidalu(statement) => Some(statement),
            Line::Host(_) => None,
        })
    }

    /// Returns the line number of each instruction, counted from 1.
    pub(crate) fn numbers(&self) -> impl Iterator<Item = usize> {
        let ends = self.text.match_indices('\n').map(|(end, _)| end).collect::<Vec<_>>();
        self.lines.iter().map(move |parsed| 1 + ends.partition_point(|end| *end < parsed.span.start))
    }

    /// Returns each instruction with its place in the text.
    pub(crate) fn places(&self) -> impl Iterator<Item = (&Line, Range<usize>)> {
        self.lines.iter().map(|parsed| (&parsed.statement, parsed.span.clone()))
    }

    pub(crate) fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.lines.iter().flat_map(|parsed| &parsed.warnings)
    }

    /// Returns whether an instruction writes CC.CF.
    pub(crate) fn writes_flag(&self) -> bool {
        self.lines().any(|line| matches!(line, Line::Vidalu(statement) if statement.instruction().writes_flag()))
    }

    /// Returns the registers outside of blocks that the program reads before it writes them.
    pub(crate) fn inputs(&self) -> Vec<&Register> {
        let (mut inputs, mut known) = (Vec::new(), HashSet::new());
        for line in self.lines() {
            let guard = line.guard().map(|guard| guard.predicate());
            for register in guard.into_iter().chain(line.sources().filter_map(Operand::register)) {
                if register.block() == 0 && known.insert(register) {
                    inputs.push(register);
                }
            }
            known.extend(line.destinations().flatten());
        }
        inputs
    }

    /// Returns the help that lists the registers that the program reads.
    pub(crate) fn wanted(&self) -> String {
        let inputs = self.inputs().into_iter().map(|register| self.key(register)).collect::<Vec<_>>();
        match inputs.is_empty() {
            true => "it writes every register before it reads it".to_owned(),
            false => format!("it reads these before it writes them: {}", inputs.join(", ")),
        }
    }

    /// Executes the sequence and returns the effect of each instruction, `None` if its guard was
    /// false.
    pub(crate) fn run<U: Unit>(&self, machine: &mut Machine<U>) -> Result<Vec<Option<Executed>>, Halt<U::Error>> {
        machine.run(self.lines()).map_err(|stop| self.halt(stop))
    }

    /// Returns the reason why a run of the sequence stopped.
    pub(crate) fn halt<E>(&self, stop: Stop<E>) -> Halt<E> {
        match stop {
            Stop::Unit(error) => Halt::Unit(error),
            Stop::Unset(unset) => Halt::At(Diagnostic {
                help: Some(match unset.register.block() {
                    0 => format!("give it a value: {}=0x…", self.key(&unset.register)),
                    _ => "write it first; the registers of a block have no initial values".to_owned(),
                }),
                ..problem(self.place_of(&unset), unset.to_string())
            }),
        }
    }

    /// Returns the written registers with their last values, in the order of their first writes.
    pub(crate) fn written(&self, done: &[Option<Executed>]) -> Vec<Written<'_>> {
        let mut all: Vec<Written<'_>> = Vec::new();
        let mut places = HashMap::new();
        for (line, executed) in self.lines().zip(done) {
            let Some(executed) = executed else { continue };
            let saturated = executed.outcome.saturated;
            for (register, value) in line.destinations().zip([executed.outcome.d, executed.second]) {
                let Some(register) = register else { continue };
                let written = Written { register, value, saturated };
                let place = *places.entry(register).or_insert(all.len());
                if place == all.len() {
                    all.push(written);
                } else {
                    all[place] = written;
                }
            }
        }
        all
    }

    /// Returns the name of a register outside of blocks in assignments and reports. A predicate
    /// that shares its name with another register is written `@p`.
    pub(crate) fn key(&self, register: &Register) -> String {
        let shared = register.is_predicate() && self.scope.registers(register.name()).count() > 1;
        format!("{}{register}", if shared { "@" } else { "" })
    }

    /// Returns the place where the statement reads the register: in the guard, or after the
    /// destination.
    fn place_of(&self, unset: &Unset) -> Range<usize> {
        let Parsed { statement, span, .. } = &self.lines[unset.index];
        let (text, name) = (&self.text[span.clone()], unset.register.name());
        let guards = statement.guard().is_some_and(|guard| *guard.predicate() == unset.register);
        let sources = if guards { 0 } else { text.find(',').unwrap_or(0) };
        match whole_word(&text[sources..], name).map(|start| span.start + sources + start) {
            Some(start) => start..start + name.len(),
            // The text spells the name differently: `r01` for `r1`.
            None => span.clone(),
        }
    }
}

fn problem(span: Range<usize>, message: String) -> Diagnostic {
    Diagnostic { kind: DiagnosticKind::Illegal, message, span, help: None }
}

/// Returns the first place of `word` in `text` where it is not a part of a longer name.
fn whole_word(text: &str, word: &str) -> Option<usize> {
    let part_of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%');
    text.match_indices(word)
        .map(|(place, _)| place)
        .find(|&place| !text[..place].ends_with(part_of_word) && !text[place + word.len()..].starts_with(part_of_word))
}
