//! Judges answers that another program gave to vectors.
//!
//! The answers come as a stream of lines, or as arrays that are read like lines; a header says
//! which vectors they answer. The vectors are made again, so that a lost, doubled or misplaced
//! answer is found. Memory does not grow with the number of answers, but for one bit each.

mod answer;
mod arrays;
mod error;
mod question;
mod suspect;
mod verdict;

use std::collections::HashMap;
use std::fs::File;
use std::io::BufRead;

use vidalu_model::control::simd::{ASEL, BSEL};
use vidalu_model::golden::Operands;
use vidalu_model::isa::{Packed, Unit};
use vidalu_stimulus::mask;

use self::answer::{Answer, Shape};
use self::question::Questions;
use self::suspect::{Given, Seen};
use crate::encoding::{Lines, read_header};
use crate::golden::{Column, Golden};
use crate::set::Set;
use crate::verify;

pub use error::JudgeError;
pub use suspect::{Cause, Doubt};
pub use verdict::{FormVerdict, OperationVerdict, Output, Shift, Strays, Verdict, Wrong};

/// The number of wrong answers of an operation whose cause is looked for.
const LOOKED_AT: u64 = 1000;

/// The number of answers in a row that must fit other vectors to show that the stream is shifted.
const SURE: u64 = 8;

/// The most vectors by which a stream is found to be shifted.
const FARTHEST: u64 = 4;

/// Judges the answers of a stream, which are lines of text or an archive of NumPy. The header is
/// that of the file of vectors, or else at the start of the stream. `shown` is the number of wrong
/// answers of each form that the verdict describes.
///
/// # Errors
/// If there is no header, or a line is not an answer.
pub fn judge(answers: impl BufRead, vectors: Option<&mut File>, shown: usize) -> Result<Verdict, JudgeError> {
    let mut lines = Lines::new(arrays::lines(answers)?);
    let header = match vectors {
        Some(file) => verify::open(file)?.0.header().clone(),
        None => read_header(&mut lines)?,
    };
    // The columns of a header that somebody edited might not be those of the vectors.
    header.unit().map_err(JudgeError::header)?;
    let set = Set::new(&header.request().map_err(JudgeError::header)?)
        .map_err(|error| JudgeError::header(error.to_string()))?;
    let mut shape = Shape::new(header.format, &set.golden);
    let mut judge = Judge::new(Questions::new(set), shown);
    loop {
        let line = lines.next()?;
        if line.is_empty() {
            return Ok(judge.verdict(header));
        }
        let text = line.trim_end();
        let refused = |wrong: answer::Refused| JudgeError::line(lines.number, text, wrong);
        if let Some(answer) = shape.read(text).map_err(refused)? {
            judge.take(lines.number, &answer).map_err(refused)?;
        }
    }
}

/// The state of a judgement.
struct Judge {
    questions: Questions,
    shown: usize,
    verdict: Verdict,
    forms: Vec<FormVerdict>,
    /// The position of a control word's form in `forms`.
    known: HashMap<u64, usize>,
    /// The wrong answers whose cause was looked for, by operation.
    seen: HashMap<&'static str, Seen>,
    /// The position after the last vector that was answered.
    next: u64,
    /// For each distance: the first line and the number of answers in a row that fit the vectors
    /// there.
    runs: [(u64, u64); 2 * FARTHEST as usize + 1],
}

impl Judge {
    fn new(questions: Questions, shown: usize) -> Self {
        let (verdict, runs) = (Verdict::default(), Default::default());
        let (forms, known, seen) = (Vec::new(), HashMap::new(), HashMap::new());
        Self { questions, shown, verdict, forms, known, seen, next: 0, runs }
    }

    fn golden(&self) -> &Golden {
        &self.questions.set.golden
    }

    /// Judges an answer.
    fn take(&mut self, line: u64, answer: &Answer) -> Result<(), answer::Refused> {
        let count = self.questions.set.count();
        let is_bare = answer.index.is_none() && answer.inputs.is_none();
        let index = match (answer.index, &answer.inputs) {
            (Some(index), Some(inputs)) if index < count && !self.questions.is(index, inputs) => {
                let message = format!("the inputs are not those of vector {index}");
                return Err(answer::Refused::whole(message, "copy the inputs as they are, or leave them out"));
            }
            (Some(index), _) => index,
            (None, Some(inputs)) => self.questions.find(inputs, self.next).ok_or_else(|| {
                let message = format!("these are not the inputs of vector {}, nor of one near it", self.next);
                answer::Refused::whole(message, "copy the inputs as they are, and answer in order or with an index")
            })?,
            (None, None) => self.next,
        };
        if index >= count {
            self.verdict.beyond.add(line);
            return Ok(());
        }
        if !self.questions.mark(index) {
            self.verdict.doubled.add(line);
            return Ok(());
        }
        if index < self.next && answer.index.is_none() {
            self.verdict.out_of_order.add(line);
        }
        self.next = self.next.max(index + 1);
        self.compare(line, index, &answer.outputs);
        if is_bare {
            self.look_around(line, index, &answer.outputs);
        }
        Ok(())
    }

    /// Compares the outputs of an answer with those of the golden model.
    fn compare(&mut self, line: u64, index: u64, got: &[u64]) {
        let row = self.questions.row(index);
        let asked = self.golden().asked(|input| row[input]);
        let at = self.form(asked);
        let outputs = self.questions.outputs();
        let expected = &row[outputs.clone()];
        self.verdict.answers += 1;
        self.forms[at].answers += 1;
        if expected == got {
            return;
        }
        self.verdict.wrong += 1;
        self.forms[at].wrong += 1;
        let operation = self.forms[at].operation;
        let seen = self.seen.entry(operation).or_default();
        let is_shown = self.forms[at].first.len() < self.shown;
        if !is_shown && seen.count == LOOKED_AT {
            return;
        }
        let golden = &self.questions.set.golden;
        let instruction = golden.has_control_word().then(|| golden.instruction(asked).expect("the vectors are legal"));
        let value =
            |name: &str| golden.columns.iter().position(|column| column.name == name).map_or(0, |column| row[column]);
        let operands = Operands { a: value("a"), b: value("b"), c: value("c"), cf: value("cc_in") == 1 };
        let names: Vec<_> = golden.columns[outputs.clone()].iter().map(|column| column.name).collect();
        let causes = instruction.map_or_else(Vec::new, |instruction| {
            Given { instruction, operands, profile: golden.profile, names: &names, expected, got }.causes()
        });
        let width = instruction.map_or(64, |instruction| instruction.width());
        if seen.count < LOOKED_AT {
            seen.add(&causes);
        }
        if is_shown {
            let inputs = usize::from(golden.has_control_word())..outputs.start;
            let reads = |name: &str| match (name, instruction) {
                ("c", Some(instruction)) => instruction.reads_c(),
                ("cc_in" | "ctx", Some(instruction)) => instruction.unit() == Unit::Carry,
                _ => true,
            };
            let inputs = inputs.filter(|&column| reads(golden.columns[column].name));
            // A short instruction reads the low half of its registers; the rest is noise.
            let number = |column: usize, value: u64| {
                let column = golden.columns[column];
                let width = column.width.min(if column.width == 64 { width } else { 64 });
                let shown = if value > mask(width) { column } else { Column { width, ..column } };
                shown.hex(value)
            };
            let operand = |column: usize| number(column, row[column] & mask(width));
            let output = |(at, column): (usize, usize)| Output {
                name: golden.columns[column].name,
                got: number(column, got[at]),
                expected: number(column, row[column]),
                is_wrong: got[at] != row[column],
            };
            self.forms[at].first.push(Wrong {
                line,
                vector: index,
                ptx: golden.text(asked).expect("the vectors are legal"),
                inputs: inputs.map(|column| (golden.columns[column].name, operand(column))).collect(),
                outputs: outputs.enumerate().map(output).collect(),
                like: None,
                causes,
            });
        }
    }

    /// Returns the position of the form of a control word, or of the control inputs of a block.
    fn form(&mut self, ctl: u64) -> usize {
        let has_word = self.golden().has_control_word();
        let is_simd = has_word && self.golden().unit_of(ctl) == Unit::Simd;
        // The selectors of SIMD instructions do not belong to the form, and are too many.
        let key = if is_simd { ctl & !(ASEL.put(0xfff) | BSEL.put(0xfff)) } else { ctl };
        if let Some(&at) = self.known.get(&key) {
            return at;
        }
        let golden = self.golden();
        let (form, operation) = if has_word {
            let instruction = golden.instruction(ctl).expect("the vectors are legal");
            (instruction.to_string(), instruction.operation().name())
        } else {
            (golden.text(ctl).expect("the vectors are legal"), golden.target.name())
        };
        let at = self.forms.iter().position(|known| known.form == form).unwrap_or_else(|| {
            let equal = Packed::all().filter(|packed| has_word && packed.instruction().to_string() == form);
            let packed = equal.map(|packed| packed.to_string()).collect();
            self.forms.push(FormVerdict { operation, form, packed, answers: 0, wrong: 0, first: Vec::new() });
            self.forms.len() - 1
        });
        self.known.insert(key, at);
        at
    }

    /// Looks whether answers without index and inputs fit vectors near theirs, because one was lost
    /// or doubled.
    fn look_around(&mut self, line: u64, index: u64, got: &[u64]) {
        let outputs = self.questions.outputs();
        if self.verdict.shift.is_some() || self.questions.row(index)[outputs.clone()] == *got {
            if self.verdict.shift.is_none() {
                self.runs = Default::default();
            }
            return;
        }
        for (at, run) in self.runs.iter_mut().enumerate() {
            let other = (index + at as u64).checked_sub(FARTHEST).filter(|other| *other < self.questions.set.count());
            if other.is_none_or(|other| self.questions.row(other)[outputs.clone()] != *got) {
                *run = (0, 0);
                continue;
            }
            *run = (if run.1 == 0 { line } else { run.0 }, run.1 + 1);
            if run.1 == SURE {
                self.verdict.shift = Some(Shift { line: run.0, by: at as i64 - FARTHEST as i64 });
            }
        }
    }

    /// Ends the judgement.
    fn verdict(mut self, header: crate::header::Header) -> Verdict {
        self.verdict.missing = self.questions.missing();
        self.verdict.header = Some(header);
        self.verdict.operations = verdict::operations(&self.forms, &self.seen);
        self.verdict
    }
}
