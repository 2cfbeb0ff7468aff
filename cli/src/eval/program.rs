//! A sequence of instructions and what it does.

use vidalu_model::exec::{Executed, Machine};
use vidalu_model::golden::{self, Profile, Step};
use vidalu_model::ptx::{self, Diagnostic, Kind, Line, Parsed, Register, Scope};

/// A sequence that was read.
pub(super) struct Program<'a> {
    text: &'a str,
    lines: Vec<Parsed<Line>>,
    scope: Scope,
}

/// What a sequence did.
#[derive(Default)]
pub(super) struct Done {
    /// What the last instruction wrote that was executed.
    pub(super) d: Option<u64>,
    /// CC.CF at the end.
    pub(super) cf: bool,
    /// The registers that were written, in the order of their first write, with their last values.
    pub(super) written: Vec<Written>,
    /// One entry an instruction.
    pub(super) steps: Vec<StepOf>,
}

/// A register that was written.
pub(super) struct Written {
    pub(super) register: String,
    pub(super) width: u32,
    pub(super) value: u64,
    pub(super) saturated: bool,
}

/// What one instruction did.
pub(super) struct StepOf {
    /// `None` if its guard was false.
    pub(super) executed: Option<Executed>,
    /// CC.CF after it.
    pub(super) cf: bool,
    /// The values of its stages, if asked for; glue has none.
    pub(super) trace: Option<Vec<Step>>,
}

impl<'a> Program<'a> {
    /// Reads a sequence of at least one instruction.
    pub(super) fn parse(text: &'a str) -> Result<Self, Diagnostic> {
        let mut scope = Scope::inferring();
        let lines = ptx::parse_program(text, &mut scope)?;
        if lines.is_empty() {
            return Err(problem(text.len()..text.len(), "expected an instruction, found none".to_owned()));
        }
        Ok(Self { text, lines, scope })
    }

    /// The registers of the program.
    pub(super) fn scope(&self) -> &Scope {
        &self.scope
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &Line> {
        self.lines.iter().map(|parsed| &parsed.statement)
    }

    pub(super) fn warnings(&self) -> impl Iterator<Item = &Diagnostic> {
        self.lines.iter().flat_map(|parsed| &parsed.warnings)
    }

    /// Whether an instruction writes CC.CF.
    pub(super) fn writes_flag(&self) -> bool {
        self.lines().any(|line| matches!(line, Line::Vidalu(statement) if statement.instruction().writes_flag()))
    }

    /// A machine for it, as yet without registers.
    pub(super) fn machine(&self, profile: Profile, cf: bool) -> Evaluator {
        let mut machine = Machine::new(profile);
        machine.set_cf(cf);
        Evaluator { machine, profile }
    }

    /// Executes the sequence.
    pub(super) fn run(&self, evaluator: &mut Evaluator, trace: bool) -> Result<Done, Diagnostic> {
        let mut done = Done::default();
        for parsed in &self.lines {
            let line = &parsed.statement;
            let executed = evaluator.machine.execute(line).map_err(|unset| Diagnostic {
                help: Some(format!("give it a value: {}=0x…", unset.register)),
                ..problem(self.place_of(&unset.register, parsed), unset.to_string())
            })?;
            let trace = match (line, executed) {
                (Line::Vidalu(statement), Some(executed)) if trace => {
                    Some(golden::trace(statement.instruction(), executed.operands, evaluator.profile).1)
                }
                _ => None,
            };
            if let Some(executed) = executed {
                done.d = Some(executed.outcome.d);
                done.write(line.d(), executed);
            }
            done.steps.push(StepOf { executed, cf: evaluator.machine.cf(), trace });
        }
        done.cf = evaluator.machine.cf();
        Ok(done)
    }

    /// Where the statement reads `register`: behind the destination, or in the guard.
    fn place_of(&self, register: &str, parsed: &Parsed<Line>) -> std::ops::Range<usize> {
        let statement = &self.text[parsed.span.clone()];
        let sources = statement.find(',').unwrap_or(0);
        let start = whole_word(&statement[sources..], register)
            .map(|place| sources + place)
            .or_else(|| whole_word(statement, register))
            .unwrap_or(0);
        parsed.span.start + start..parsed.span.start + start + register.len()
    }
}

/// A machine and the profile by which it computes.
pub(super) struct Evaluator {
    pub(super) machine: Machine,
    profile: Profile,
}

impl Done {
    fn write(&mut self, register: &Register, executed: Executed) {
        let written = Written {
            register: register.name().to_owned(),
            width: register.width(),
            value: executed.outcome.d,
            saturated: executed.outcome.saturated,
        };
        match self.written.iter_mut().find(|earlier| earlier.register == written.register) {
            Some(earlier) => *earlier = written,
            None => self.written.push(written),
        }
    }
}

fn problem(span: std::ops::Range<usize>, message: String) -> Diagnostic {
    Diagnostic { kind: Kind::Illegal, message, span, help: None }
}

/// The first place of `word` in `text` where no letter, digit or the like touches it.
fn whole_word(text: &str, word: &str) -> Option<usize> {
    let part_of_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '$' | '%');
    text.match_indices(word)
        .map(|(place, _)| place)
        .find(|&place| !text[..place].ends_with(part_of_word) && !text[place + word.len()..].starts_with(part_of_word))
}
