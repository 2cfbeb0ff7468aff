//! `vidalu eval --batch`: answers each JSON line with a JSON line, in order.

use std::borrow::Cow;
use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write, stdin};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use vidalu_model::exec::{self, Given, Golden, Machine};
use vidalu_model::golden::Profile;
use vidalu_model::ptx::{Diagnostic, Register};

use super::Args;
use super::results::{Done, Results};
use super::wave::Sequence;
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output;
use crate::program::Program;

/// A line of the input. Other keys are ignored.
#[derive(Deserialize)]
struct Question<'a> {
    #[serde(borrow)]
    ptx: Cow<'a, str>,
    #[serde(borrow, default)]
    regs: Registers<'a>,
    /// CC.CF before the instruction. The chains of the conformance data call it `cf`, and vectors
    /// call it `cc_in`.
    #[serde(default, alias = "cf", alias = "cc_in")]
    cc: Option<u8>,
    /// The name that the line gives itself, which its answer repeats.
    id: Option<Value>,
}

/// The name of a line that is not a question.
#[derive(Default, Deserialize)]
struct Id {
    id: Option<Value>,
}

#[derive(Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<Value>,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Value(Results),
    Error { error: Problem },
}

#[derive(Serialize)]
struct Problem {
    message: String,
    /// The bytes of `ptx` that the error is about, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<String>,
}

impl Problem {
    fn plain(message: impl Into<String>) -> Self {
        Self { message: message.into(), span: None, help: None }
    }
}

impl From<Diagnostic> for Problem {
    fn from(found: Diagnostic) -> Self {
        Self { message: found.message, span: Some([found.span.start, found.span.end]), help: found.help }
    }
}

/// The size of the buffer that lines are read into: enough lines to keep all cores busy.
const BUFFER: usize = 1 << 19;

/// The largest size of a line in bytes. A device such as `/dev/zero` never ends.
const LONGEST: u64 = 16 << 20;

/// Answers the lines of a file. Lines that can be read without waiting are answered at the same
/// time.
pub(super) fn run(path: &str, args: &Args) -> Result<(), Failure> {
    let (profile, simulation) = args.wave.read()?;
    let mut sequences = Vec::new();
    let unreadable = |error: std::io::Error| {
        Failure::input(format!("cannot read {}: {error}", input::name(path)), "give a file of JSON lines, or -")
    };
    let source: Box<dyn Read> =
        if path == "-" { Box::new(stdin()) } else { Box::new(File::open(path).map_err(unreadable)?) };
    let mut source = BufReader::with_capacity(BUFFER, source);
    let mut out = output::stream();
    let (mut number, mut refused) = (0_u64, 0_u64);
    let mut text = Vec::new();
    while source.by_ref().take(LONGEST).read_until(b'\n', &mut text).map_err(unreadable)? > 0 {
        if text.len() as u64 == LONGEST && text.last() != Some(&b'\n') {
            let message = format!("line {} of {} is longer than {} MiB", number + 1, input::name(path), LONGEST >> 20);
            return Err(Failure::input(message, "give a file with a JSON object in each line"));
        }
        let whole = source.buffer().iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        text.extend_from_slice(&source.buffer()[..whole]);
        source.consume(whole);
        let lines: Vec<_> = text.split_inclusive(|byte| *byte == b'\n').collect();
        let answers: Vec<_> = lines.par_iter().map(|line| answer(line, args, profile, simulation.is_some())).collect();
        for answered in answers {
            let Answered { text, is_refused, before } = answered?;
            number += 1;
            refused += u64::from(is_refused);
            out.write_all(&text)?;
            if let Some((text, Before { values, cf })) = before {
                let name = format!("line {number} of {}", input::name(path));
                sequences.push(Sequence { name, text, values, cf });
            }
        }
        // Nothing more is here yet: whoever waits for the answer before asking again gets it.
        if source.buffer().is_empty() {
            out.flush()?;
        }
        text.clear();
    }
    out.flush()?;
    let verdict = simulation.map(|simulation| simulation.run(&sequences)).transpose()?;
    if refused > 0 {
        output::complain(&format!("{}: {refused} of {number} lines were refused\n", input::name(path)));
    }
    output::conclude([Ok(())], verdict.flatten().or((refused > 0).then_some(Exit::Input)))
}

/// The answer to a line.
struct Answered {
    /// The line of the answer.
    text: Vec<u8>,
    is_refused: bool,
    /// The instructions of the line and what they find, if they are kept and the line is not
    /// refused.
    before: Option<(String, Before)>,
}

/// Answers a line. `keeps` says whether to keep what its instructions find.
fn answer(line: &[u8], args: &Args, profile: Profile, keeps: bool) -> Result<Answered, Failure> {
    let (answer, before) = match serde_json::from_slice::<Question<'_>>(line.trim_ascii_end()) {
        Ok(question) => {
            let (outcome, before) = match results(&question, args, profile) {
                Ok((results, before)) => (Outcome::Value(results), keeps.then(|| (question.ptx.into_owned(), before))),
                Err(error) => (Outcome::Error { error }, None),
            };
            (Answer { outcome, id: question.id }, before)
        }
        Err(error) => {
            let Id { id } = serde_json::from_slice(line).unwrap_or_default();
            let is_json = error.is_data();
            let error = Problem::plain(format!("{}{error}", if is_json { "" } else { "not JSON: " }));
            (Answer { id, outcome: Outcome::Error { error } }, None)
        }
    };
    let mut text = Vec::new();
    output::line(&mut text, &answer)?;
    Ok(Answered { text, is_refused: matches!(answer.outcome, Outcome::Error { .. }), before })
}

/// The registers and CC.CF before a line.
struct Before {
    values: Vec<(Register, u64)>,
    cf: bool,
}

/// Returns the results of a line, and what it finds.
fn results(question: &Question<'_>, args: &Args, profile: Profile) -> Result<(Results, Before), Problem> {
    let cf = match question.cc {
        None => args.cc == 1,
        Some(0) => false,
        Some(1) => true,
        Some(_) => return Err(Problem::plain("cc must be 0 or 1")),
    };
    let program = Program::sequence(&question.ptx)?;
    let mut machine = Machine::on(Golden::new(profile, cf));
    let given = question.regs.0.iter().map(given).collect::<Result<Vec<_>, _>>()?;
    let values = exec::values(&given, program.scope()).map_err(|refused| Problem::plain(refused.message))?;
    for (register, value) in &values {
        machine.write(register, *value);
    }
    let done = Done::of(&program, machine, args.trace.then_some(profile)).map_err(Diagnostic::from)?;
    Ok((Results::of_line(&done), Before { values, cf }))
}

fn given<'a>((register, value): &'a (Cow<'_, str>, Number<'_>)) -> Result<Given<'a>, Problem> {
    let value = match value {
        Number::Text(text) => input::integer(text),
        Number::Unsigned(value) => Some(i128::from(*value)),
        Number::Signed(value) => Some(i128::from(*value)),
    };
    let value = value.ok_or_else(|| Problem::plain(format!("the value of register {register} is not a number")))?;
    Ok(Given { register, value })
}

/// The value of a register in JSON: "0x…", "12", 12 or -5.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a register's value is an integer or a string such as `0xff`")]
enum Number<'a> {
    Text(#[serde(borrow)] Cow<'a, str>),
    Unsigned(u64),
    Signed(i64),
}

/// The object `regs` with all keys, because a map would drop a duplicate key instead of refusing
/// it.
#[derive(Default)]
struct Registers<'a>(Vec<(Cow<'a, str>, Number<'a>)>);

impl<'de: 'a, 'a> Deserialize<'de> for Registers<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Registers<'de>;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of registers and their values")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Registers(entries))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}
