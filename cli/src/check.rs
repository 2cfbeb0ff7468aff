//! `vidalu check`.

use std::io::Write;

use serde::{Deserialize, Serialize};
use vidalu_model::ptx::{self, Content, Diagnostic, Scope};

use crate::diagnosis::{self, Style};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Format};

/// Says which PTX lines are legal, and why the others are not.
///
/// Legal is what NVIDIA's assembler accepts of the manual's instructions; what the manual's grammar does not have is a
/// warning. Every line is answered; the exit code is 2 if one was refused.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["file", "lines"]))]
pub(crate) struct Args {
    /// A PTX text, or - for stdin. Registers without .reg have the width of their first use.
    file: Option<String>,
    /// One instruction a line, plain or as {"ptx": …}, or - for stdin; each line is answered on its own, in JSON.
    #[arg(long, value_name = "FILE")]
    lines: Option<String>,
    /// Refuse what is not in the manual, even where the assembler accepts it.
    #[arg(long)]
    strict: bool,
    /// The registers that exist, as in '.reg .b32 r<10>; .reg .b64 rd<10>' [--lines: those of the conformance data].
    #[arg(long, value_name = "DECLARATIONS")]
    regs: Option<String>,
    /// Form of the answers; json is a line for each [default: text, with --lines json].
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// The verdict on a line, as a line of JSON.
#[derive(Serialize)]
struct Answer<'a> {
    line: usize,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Vec<Finding<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Finding<'a>>,
}

/// An error or a warning; the span is in bytes of the line.
#[derive(Serialize)]
struct Finding<'a> {
    message: &'a str,
    span: [usize; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl<'a> Finding<'a> {
    /// The finding, its span counted from the byte `start` on.
    fn new(found: &'a Diagnostic, start: usize) -> Self {
        let span = [found.span.start, found.span.end].map(|place| place.saturating_sub(start));
        Self { message: &found.message, span, help: found.help.as_deref() }
    }
}

/// What is said of one statement.
enum Verdict {
    Legal(Vec<Diagnostic>),
    Refused(Diagnostic),
}

impl Verdict {
    fn of(result: Result<Vec<Diagnostic>, Diagnostic>, strict: bool) -> Self {
        match result {
            Ok(mut warnings) if strict && !warnings.is_empty() => Self::Refused(warnings.swap_remove(0)),
            Ok(warnings) => Self::Legal(warnings),
            Err(error) => Self::Refused(error),
        }
    }

    fn refusal(&self) -> Option<&Diagnostic> {
        match self {
            Self::Legal(_) => None,
            Self::Refused(error) => Some(error),
        }
    }

    fn findings(&self) -> &[Diagnostic] {
        match self {
            Self::Legal(warnings) => warnings,
            Self::Refused(error) => std::slice::from_ref(error),
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Failure> {
    let declared = args.regs.as_deref().map(declarations).transpose()?;
    let mut answers = Answers { out: output::stream(), legal: 0, warned: 0, refused: 0 };
    match (&args.file, &args.lines) {
        (_, Some(path)) => {
            let scope = declared.unwrap_or_else(Scope::conformance);
            let format = args.format.unwrap_or(Format::Json);
            answers.lines(input::name(path), &input::read(path)?, &scope, args.strict, format)?;
        }
        (Some(path), _) => {
            let scope = declared.unwrap_or_else(Scope::inferring);
            let format = args.format.unwrap_or(Format::Text);
            answers.program(input::name(path), &input::read(path)?, scope, args.strict, format)?;
        }
        (None, None) => unreachable!("the argument group demands one"),
    }
    answers.out.flush()?;
    if answers.refused > 0 { Err(Failure::Reported(Exit::Input)) } else { Ok(()) }
}

fn declarations(text: &str) -> Result<Scope, Failure> {
    Scope::from_decls(text).map_err(|error| Failure::at("--regs", text, &error))
}

/// Writes the answers and counts them.
struct Answers<W> {
    out: W,
    legal: usize,
    warned: usize,
    refused: usize,
}

impl<W: Write> Answers<W> {
    /// One instruction a line, each in a scope of its own.
    fn lines(&mut self, name: &str, text: &str, scope: &Scope, strict: bool, format: Format) -> Result<(), Failure> {
        for (index, line) in text.lines().enumerate() {
            let ptx = instruction_of(line);
            let result = ptx.as_deref().map_err(Diagnostic::clone).and_then(|ptx| ptx::parse(ptx, &mut scope.clone()));
            let verdict = Verdict::of(result.map(|parsed| parsed.warnings), strict);
            self.count(&verdict);
            match format {
                Format::Json => self.answer(index + 1, 0, &verdict)?,
                Format::Text => {
                    let name = format!("{name}:{}", index + 1);
                    self.explain(&diagnosis::source(&name, ptx.as_deref().unwrap_or(line)), &verdict)?;
                }
            }
        }
        self.summary(name, format)
    }

    /// A PTX text, statement by statement.
    fn program(&mut self, name: &str, text: &str, scope: Scope, strict: bool, format: Format) -> Result<(), Failure> {
        let mut scope = scope;
        let source = diagnosis::source(name, text);
        let mut lines = LineNumbers { text, line: 1, start: 0 };
        for item in ptx::statements(text, &mut scope) {
            let place = item.span.start;
            let result = match item.verdict {
                Ok(Content::Declaration | Content::Frame) => continue,
                Ok(Content::Statement(parsed)) => Ok(parsed.warnings),
                Err(error) => Err(error),
            };
            let verdict = Verdict::of(result, strict);
            self.count(&verdict);
            match format {
                Format::Json => {
                    let place = verdict.refusal().map_or(place, |error| error.span.start);
                    let (line, start) = lines.of(place);
                    self.answer(line, start, &verdict)?;
                }
                Format::Text => self.explain(&source, &verdict)?,
            }
        }
        self.summary(name, format)
    }

    fn count(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Legal(warnings) => {
                self.legal += 1;
                self.warned += usize::from(!warnings.is_empty());
            }
            Verdict::Refused(_) => self.refused += 1,
        }
    }

    /// A line of JSON; spans are counted from the byte `start` on.
    fn answer(&mut self, line: usize, start: usize, verdict: &Verdict) -> Result<(), Failure> {
        let answer = match verdict {
            Verdict::Legal(warnings) => Answer {
                line,
                ok: true,
                warnings: Some(warnings.iter().map(|warning| Finding::new(warning, start)).collect()),
                error: None,
            },
            Verdict::Refused(error) => {
                Answer { line, ok: false, warnings: None, error: Some(Finding::new(error, start)) }
            }
        };
        output::line(&mut self.out, &answer)
    }

    fn explain(&mut self, source: &diagnosis::Source, verdict: &Verdict) -> Result<(), Failure> {
        for found in verdict.findings() {
            let text = diagnosis::render(&diagnosis::located_in(source, found), Style::of_stdout());
            self.out.write_all(text.as_bytes())?;
        }
        Ok(())
    }

    fn summary(&mut self, name: &str, format: Format) -> Result<(), Failure> {
        if format == Format::Text {
            let Self { legal, warned, refused, .. } = *self;
            writeln!(self.out, "{name}: {legal} legal, {warned} of them with a warning; {refused} refused")?;
        }
        Ok(())
    }
}

/// The instruction of an input line: the line, or the `ptx` of a JSON object.
fn instruction_of(line: &str) -> Result<std::borrow::Cow<'_, str>, Diagnostic> {
    #[derive(Deserialize)]
    struct Object<'a> {
        #[serde(borrow)]
        ptx: std::borrow::Cow<'a, str>,
    }
    if !line.trim_start().starts_with('{') {
        return Ok(line.into());
    }
    serde_json::from_str(line).map(|object: Object<'_>| object.ptx).map_err(|error| Diagnostic {
        kind: ptx::DiagnosticKind::Illegal,
        message: format!("the line is no JSON object with a string `ptx`: {error}"),
        span: 0..line.len(),
        help: None,
    })
}

/// Line numbers of places, asked for in rising order.
struct LineNumbers<'a> {
    text: &'a str,
    line: usize,
    start: usize,
}

impl LineNumbers<'_> {
    /// The number of the line in which byte `place` stands, from 1, and the byte at which that line starts.
    fn of(&mut self, place: usize) -> (usize, usize) {
        while let Some(end) = self.text[self.start..place].find('\n') {
            self.start += end + 1;
            self.line += 1;
        }
        (self.line, self.start)
    }
}
