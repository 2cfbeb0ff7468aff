//! `vidalu judge`.

use std::fmt::Write;
use std::fs::File;
use std::io::{self, BufRead, BufReader, stdin};

use miette::MietteDiagnostic;
use vidalu_vectors::{Cause, JudgeError, OperationVerdict, Shift, Strays, Verdict, Wrong, judge};

use crate::failure::{Exit, Failure};
use crate::output::{self, Format};
use crate::progress::Progress;
use crate::{diagnosis, input};

/// Judges the answers of another program to golden vectors.
///
/// An answer is a line: a vector in any of the text formats with the program's own results in it,
/// or the results alone, in the order of the vectors or with their numbers. The lines before the
/// first vector say which vectors are answered, so the program copies them. The arrays of an npz
/// file with the vectors' header are answers, too. docs/judging.md has the
/// details. The exit code is 1 if an answer is wrong, lost, doubled or out of order.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The answers, or - for stdin.
    #[arg(value_name = "FILE")]
    answers: String,
    /// The vectors that are answered, for answers without the lines before the first vector.
    #[arg(long, value_name = "FILE")]
    vectors: Option<String>,
    /// The number of wrong answers of each form to show.
    #[arg(long, value_name = "N", default_value_t = 2)]
    show: usize,
    /// Output format.
    #[arg(long, value_enum, default_value = "text")]
    format: Format,
}

/// The number of wrong forms of an operation that the text shows.
const FORMS: usize = 10;

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let name = input::name(&args.answers);
    let source: Box<dyn BufRead> = match &*args.answers {
        "-" => Box::new(BufReader::with_capacity(1 << 16, stdin())),
        path => {
            Box::new(BufReader::with_capacity(1 << 16, File::open(path).map_err(|error| unreadable(path, &error))?))
        }
    };
    let vectors = args.vectors.as_deref();
    let mut file = vectors.map(|path| File::open(path).map_err(|error| unreadable(path, &error))).transpose()?;
    let progress = Progress::new("judging");
    let verdict = judge(source, file.as_mut(), args.show).map_err(|error| refused(name, error))?;
    drop(progress);
    let printed = match args.format {
        Format::Json => output::document(&verdict),
        Format::Text => output::text(&text(name, &verdict)),
    };
    output::conclude([printed], (!verdict.passed()).then_some(Exit::Mismatch))
}

fn unreadable(path: &str, error: &io::Error) -> Failure {
    Failure::input(format!("cannot read {path}: {error}"), "give a file, or - for stdin")
}

fn refused(name: &str, error: JudgeError) -> Failure {
    match error {
        JudgeError::Io(error) => unreadable(name, &error),
        JudgeError::Line { number, line, span, message, help } => {
            let source = diagnosis::source(&format!("{name}:{number}"), &line);
            let report = diagnosis::at(&source, MietteDiagnostic::new(message), Some(span), Some(help));
            Failure::Error(Exit::Input, report)
        }
        error => Failure::of(error.fault(), error),
    }
}

/// Returns the verdict as text.
fn text(name: &str, verdict: &Verdict) -> String {
    let mut text = String::new();
    write(&mut text, name, verdict).expect("a string takes all text");
    text
}

fn write(text: &mut String, name: &str, verdict: &Verdict) -> std::fmt::Result {
    for operation in verdict.operations.iter().filter(|operation| operation.wrong > 0) {
        write_operation(text, operation)?;
    }
    writeln!(text, "operation     answers       wrong")?;
    for OperationVerdict { operation, answers, wrong, .. } in &verdict.operations {
        writeln!(text, "{operation:<10} {answers:>10}  {wrong:>10}")?;
    }
    let header = verdict.header.as_ref().expect("a verdict has a header");
    let Verdict { answers, wrong, .. } = verdict;
    writeln!(text, "\n{name}: {answers} answers to {} vectors of {}", header.count, header.module())?;
    let strays = [
        (&verdict.missing, "vectors have no answer", "the first is vector"),
        (&verdict.doubled, "answers are doubled", "the first is on line"),
        (&verdict.out_of_order, "answers are out of order", "the first is on line"),
        (&verdict.beyond, "answers come after that to the last vector", "the first is on line"),
    ];
    for (Strays { count, first }, what, place) in strays {
        if let Some(first) = first {
            writeln!(text, "{count} {what}; {place} {first}")?;
        }
    }
    if let Some(Shift { line, by }) = verdict.shift {
        let (what, far) = if by > 0 { ("missing", by) } else { ("doubled", -by) };
        writeln!(text, "from line {line} on, {far} answers are {what}: the others fit the vectors {far} places away")?;
    }
    match (wrong, verdict.passed()) {
        (_, true) => writeln!(text, "all answers are right"),
        (0, false) => writeln!(text, "no answer is wrong"),
        _ => writeln!(text, "{wrong} answers are wrong"),
    }
}

fn write_operation(text: &mut String, operation: &OperationVerdict) -> std::fmt::Result {
    writeln!(text, "{}: {} of {} answers are wrong", operation.operation, operation.wrong, operation.answers)?;
    for doubt in &operation.like {
        writeln!(text, "  {:>6} like {}", doubt.count, cause(&doubt.cause))?;
    }
    if operation.unexplained > 0 {
        writeln!(text, "  {:>6} like no single mistake that vidalu looks for", operation.unexplained)?;
    }
    let wrong: Vec<_> = operation.forms.iter().filter(|form| form.wrong > 0).collect();
    for form in wrong.iter().take(FORMS) {
        let packed = if form.packed.is_empty() { String::new() } else { format!(" ({})", form.packed.join(", ")) };
        writeln!(text, "  {}{packed}: {} of {}", form.form, form.wrong, form.answers)?;
        form.first.iter().try_for_each(|wrong| write_wrong(text, wrong))?;
    }
    if wrong.len() > FORMS {
        writeln!(text, "  and {} more forms, which --format json lists", wrong.len() - FORMS)?;
    }
    writeln!(text)
}

fn write_wrong(text: &mut String, wrong: &Wrong) -> std::fmt::Result {
    let Wrong { line, vector, ptx, inputs, outputs, like, .. } = wrong;
    let inputs: Vec<_> = inputs.iter().map(|(name, value)| format!("{name} {value}")).collect();
    let wrong = outputs.iter().filter(|output| output.is_wrong);
    let wrong: Vec<_> =
        wrong.map(|output| format!("{} is {}, not {}", output.name, output.got, output.expected)).collect();
    let like = like.as_ref().map_or_else(String::new, |like| format!("; like {}", cause(like)));
    writeln!(
        text,
        "    line {line}, vector {vector}: {ptx}\n      {}\n      {}{like}",
        inputs.join("  "),
        wrong.join(", ")
    )
}

fn cause(cause: &Cause) -> String {
    format!("{}: {}", cause.stage.name(), cause.what)
}
