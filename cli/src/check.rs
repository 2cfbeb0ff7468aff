//! `vidalu check`.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::Write;
use std::path::Path;

use miette::Diagnostic as _;
use serde::{Deserialize, Serialize};
use vidalu_model::isa::{Platform, Target, Version};
use vidalu_model::ptx::{self, Content, Diagnostic, Scope};

use crate::diagnosis::{self, Style};
use crate::failure::{Exit, Failure};
use crate::input;
use crate::output::{self, Format};

/// Checks which lines of PTX are legal, and explains why not.
///
/// An instruction is legal if NVIDIA's assembler accepts it. A form that the assembler accepts but
/// the manual does not describe gets a warning. Every line is checked. The exit code is 2 if a line
/// is illegal.
#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").required(true).args(["file", "lines"]))]
pub(crate) struct Args {
    /// A file of PTX text, or - for stdin, or the PTX text itself.
    ///
    /// A register without .reg gets its width from its first use.
    #[arg(value_name = "FILE|PTX")]
    file: Option<String>,
    /// A file with an independent instruction in each line, or - for stdin.
    ///
    /// A line is the instruction itself, or {"ptx": …}, with the keys target and version if they
    /// differ from the options.
    #[arg(long, value_name = "FILE")]
    lines: Option<String>,
    /// Check the video and carry instructions of a whole kernel only, and skip everything else.
    ///
    /// These are the video instructions, those that read or write CC.CF, and mul.lo and mul.hi of
    /// 32 and 64 bits.
    #[arg(long, conflicts_with = "lines")]
    video: bool,
    /// Reject forms that the manual does not describe.
    #[arg(long)]
    strict: bool,
    /// The declared registers, such as '.reg .b32 r<10>; .reg .b64 rd<10>'.
    ///
    /// The default with --lines are the registers of the conformance data (conformance/README.md).
    #[arg(long, value_name = "DECLARATIONS")]
    regs: Option<String>,
    /// The target, such as sm_120f, which decides about packed instructions.
    ///
    /// The default is the target that the text names, or else any.
    #[arg(long, value_name = "TARGET", value_parser = input::parsed::<Target>)]
    target: Option<Target>,
    /// The version of PTX, such as 9.2, which decides about packed instructions.
    ///
    /// The default is the version that the text names, or else any.
    #[arg(long, value_name = "VERSION", value_parser = input::parsed::<Version>)]
    ptx_version: Option<Version>,
    /// Show every finding as text, not only the first 100.
    #[arg(long)]
    all: bool,
    /// Output format [default: text, or json with --lines].
    ///
    /// With json, each instruction gets a line.
    #[arg(long, value_enum)]
    format: Option<Format>,
}

/// The number of findings that are shown as text unless all are asked for.
const SHOWN: usize = 100;

/// The verdict on a line, in JSON.
#[derive(Serialize)]
struct Answer<'a> {
    line: usize,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    warnings: Option<Vec<Finding<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<Finding<'a>>,
}

/// An error or a warning. The span counts bytes from the start of the line.
#[derive(Serialize)]
struct Finding<'a> {
    message: &'a str,
    span: [usize; 2],
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
}

impl<'a> Finding<'a> {
    /// Returns the finding with its span counted from byte `start`.
    fn new(found: &'a Diagnostic, start: usize) -> Self {
        let span = [found.span.start, found.span.end].map(|place| place.saturating_sub(start));
        Self { message: &found.message, span, help: found.help.as_deref() }
    }
}

/// The verdict on a statement.
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
    let platform = Platform { version: args.ptx_version, target: args.target };
    let limit = if args.all { usize::MAX } else { SHOWN };
    let mut answers = Answers { out: output::stream(), limit, found: 0, legal: 0, warned: 0, refused: 0 };
    let written = match (&args.file, &args.lines) {
        (_, Some(path)) => {
            let scope = declared.unwrap_or_else(Scope::conformance).with_platform(platform);
            let format = args.format.unwrap_or(Format::Json);
            answers.lines(input::name(path), &input::read(path)?, &scope, args.strict, format)
        }
        (Some(given), _) => {
            let (name, text) =
                if is_text(given) { ("PTX", given.clone()) } else { (input::name(given), input::read(given)?) };
            let scope = declared.unwrap_or_else(Scope::inferring).with_platform(platform);
            answers.program(name, &text, scope, args)
        }
        (None, None) => unreachable!("the argument group demands one"),
    };
    let written = written.and_then(|()| Ok(answers.out.flush()?));
    output::conclude([written], (answers.refused > 0).then_some(Exit::Input))
}

/// Returns whether an argument is PTX text, not a file. PTX text has a blank after an opcode.
fn is_text(argument: &str) -> bool {
    let path = Path::new(argument);
    argument.contains(char::is_whitespace) && path.extension().is_none_or(|it| it != "ptx") && !path.exists()
}

fn declarations(text: &str) -> Result<Scope, Failure> {
    Scope::from_decls(text).map_err(|error| Failure::at("--regs", text, &error))
}

/// Writes the verdicts and counts them.
struct Answers<W> {
    out: W,
    /// The maximum number of findings that are shown as text.
    limit: usize,
    found: usize,
    legal: usize,
    warned: usize,
    refused: usize,
}

impl<W: Write> Answers<W> {
    /// Checks a text with one instruction per line, each in a scope of its own.
    fn lines(&mut self, name: &str, text: &str, scope: &Scope, strict: bool, format: Format) -> Result<(), Failure> {
        for (index, line) in text.lines().enumerate() {
            let asked = Asked::of(line, scope.platform());
            let result = asked
                .as_ref()
                .map_err(Diagnostic::clone)
                .and_then(|asked| ptx::parse(&asked.ptx, &mut scope.clone().with_platform(asked.platform)));
            let verdict = Verdict::of(result.map(|parsed| parsed.warnings), strict);
            self.count(&verdict);
            match format {
                Format::Json => self.answer(index + 1, 0, &verdict)?,
                Format::Text => {
                    let name = format!("{name}:{}", index + 1);
                    self.explain(&diagnosis::source(&name, asked.as_ref().map_or(line, |asked| &asked.ptx)), &verdict)?;
                }
            }
        }
        self.summary(name, format)
    }

    /// Checks a PTX text statement by statement.
    fn program(&mut self, name: &str, text: &str, mut scope: Scope, args: &Args) -> Result<(), Failure> {
        let format = args.format.unwrap_or(Format::Text);
        let source = diagnosis::source(name, text);
        let mut skipped = 0;
        let mut lines = LineNumbers { text, line: 1, start: 0, seen: 0 };
        for item in ptx::statements(text, &mut scope) {
            let place = item.span.start;
            if args.video && !item.is_meant {
                skipped += 1;
                continue;
            }
            let result = match item.verdict {
                Ok(Content::Declaration | Content::Frame) => continue,
                Ok(Content::Statement(parsed)) => Ok(parsed.warnings),
                Err(error) => Err(error),
            };
            let verdict = Verdict::of(result, args.strict);
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
        if args.video && format == Format::Text {
            writeln!(self.out, "{name}: {skipped} other statements, labels and directives were skipped")?;
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

    /// Writes a verdict as a line of JSON, with spans counted from byte `start`.
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
            self.found += 1;
            if self.found <= self.limit {
                let text = diagnosis::render(&diagnosis::located_in(source, found), Style::of_stdout());
                self.out.write_all(text.as_bytes())?;
            }
        }
        Ok(())
    }

    fn summary(&mut self, name: &str, format: Format) -> Result<(), Failure> {
        if format == Format::Text {
            let name = diagnosis::visible(name);
            let Self { limit, found, legal, warned, refused, .. } = *self;
            if found > limit {
                writeln!(
                    self.out,
                    "{name}: {} more errors and warnings are not shown; --all shows them",
                    found - limit
                )?;
            }
            writeln!(self.out, "{name}: {legal} legal, {warned} of them with a warning; {refused} refused")?;
        }
        Ok(())
    }
}

/// The question of an input line: the line itself, or the keys of a JSON object.
struct Asked<'a> {
    ptx: Cow<'a, str>,
    platform: Platform,
}

impl<'a> Asked<'a> {
    /// Reads a line; what it leaves open is that of `platform`.
    fn of(line: &'a str, platform: Platform) -> Result<Self, Diagnostic> {
        #[derive(Deserialize)]
        struct Object<'a> {
            #[serde(borrow)]
            ptx: Cow<'a, str>,
            #[serde(borrow)]
            target: Option<Cow<'a, str>>,
            #[serde(borrow)]
            version: Option<Cow<'a, str>>,
        }
        if !line.trim_start().starts_with('{') {
            return Ok(Self { ptx: line.into(), platform });
        }
        let object: Object<'_> = serde_json::from_str(line)
            .map_err(|error| bad(line, format!("the line is not a JSON object with a string `ptx`: {error}"), None))?;
        let target = object.target.map(|name| name.parse::<Target>()).transpose();
        let version = object.version.map(|text| text.parse::<Version>()).transpose();
        let platform = Platform {
            version: version.map_err(|error| bad(line, error.to_string(), error.help()))?.or(platform.version),
            target: target.map_err(|error| bad(line, error.to_string(), error.help()))?.or(platform.target),
        };
        Ok(Self { ptx: object.ptx, platform })
    }
}

/// The refusal of a whole line.
fn bad(line: &str, message: String, help: Option<Box<dyn Display + '_>>) -> Diagnostic {
    let help = help.map(|help| help.to_string());
    Diagnostic { kind: ptx::DiagnosticKind::Illegal, message, span: 0..line.len(), help }
}

/// Finds the line numbers of places, which must be asked for in ascending order.
struct LineNumbers<'a> {
    text: &'a str,
    line: usize,
    start: usize,
    /// The bytes before this one were looked at.
    seen: usize,
}

impl LineNumbers<'_> {
    /// Returns the line number of byte `place`, counted from 1, and the byte at which that line
    /// starts.
    fn of(&mut self, place: usize) -> (usize, usize) {
        let new = &self.text.as_bytes()[self.seen..place.max(self.seen)];
        for (at, _) in new.iter().enumerate().filter(|(_, byte)| **byte == b'\n') {
            self.start = self.seen + at + 1;
            self.line += 1;
        }
        self.seen += new.len();
        (self.line, self.start)
    }
}
