//! Renders errors and warnings: the message, the place with a caret, and the help.

use std::borrow::Cow;
use std::fmt::Display;
use std::io::{IsTerminal, stderr, stdout};
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use clap::ColorChoice;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, Report, Severity};
use vidalu_model::Text;
use vidalu_model::ptx::{Diagnostic, DiagnosticKind};

/// The style in which a report is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// With colours and Unicode lines.
    Terminal,
    /// In plain ASCII.
    Plain,
}

/// The choice of `--color`.
static COLOR: OnceLock<ColorChoice> = OnceLock::new();

/// Chooses whether reports have colours. Only the first call has an effect.
pub(crate) fn color(choice: ColorChoice) {
    COLOR.get_or_init(|| choice);
}

impl Style {
    /// Returns the style for stderr.
    pub(crate) fn of_stderr() -> Self {
        Self::of(stderr().is_terminal())
    }

    /// Returns the style for stdout.
    pub(crate) fn of_stdout() -> Self {
        Self::of(stdout().is_terminal())
    }

    fn of(terminal: bool) -> Self {
        let has_color = match COLOR.get() {
            Some(ColorChoice::Always) => true,
            Some(ColorChoice::Never) => false,
            Some(ColorChoice::Auto) | None => {
                terminal && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
            }
        };
        if has_color { Self::Terminal } else { Self::Plain }
    }
}

/// Returns a report of a message and its help.
pub(crate) fn plain(message: impl Display, help: impl Display) -> Report {
    Report::new(MietteDiagnostic::new(message.to_string()).with_help(help.to_string()))
}

/// Returns a report of a message without help.
pub(crate) fn bare(message: impl Display) -> Report {
    Report::new(MietteDiagnostic::new(message.to_string()))
}

/// A source text, shared by all reports about it.
pub(crate) type Source = Arc<Text>;

/// Returns the source `text`, which reports call `name`. Control characters become `?`, so that
/// they do not reach the reader's terminal. Places in the text stay the same.
pub(crate) fn source(name: &str, text: &str) -> Source {
    let hidden = |c: char| c.is_ascii_control() && !matches!(c, '\n' | '\r' | '\t');
    Arc::new(Text::new(name, text.replace(hidden, "?")))
}

/// Returns the report of a finding in a PTX text.
pub(crate) fn located(name: &str, text: &str, found: &Diagnostic) -> Report {
    located_in(&source(name, text), found)
}

/// Returns the report of one of several findings in a source.
pub(crate) fn located_in(source: &Source, found: &Diagnostic) -> Report {
    let severity = if found.kind == DiagnosticKind::NotInManual { Severity::Warning } else { Severity::Error };
    let diagnostic = MietteDiagnostic::new(found.message.clone()).with_severity(severity);
    at(source, diagnostic, Some(found.span.clone()), found.help.clone())
}

/// Returns the report of `diagnostic` with its place in `source`, if any, and its help, if any.
pub(crate) fn at(
    source: &Source,
    mut diagnostic: MietteDiagnostic,
    span: Option<Range<usize>>,
    help: Option<String>,
) -> Report {
    diagnostic.labels = span.map(|span| vec![LabeledSpan::new_primary_with_span(None, span)]);
    diagnostic.help = help;
    Report::new(diagnostic).with_source_code(Arc::clone(source))
}

/// Returns whether a character can drive a terminal.
pub(crate) fn is_control(c: char) -> bool {
    c.is_control() && !matches!(c, '\n' | '\t')
}

/// Returns a text with `?` in place of control characters: names, tools and documents can contain
/// escape sequences.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if text.contains(is_control) { text.replace("\r\n", "\n").replace(is_control, "?").into() } else { text.into() }
}

/// Renders a report as text. One with control characters, which can only be those of a name, a tool
/// or a document, has no colours.
pub(crate) fn render(report: &Report, style: Style) -> String {
    let plain = draw(report, GraphicalTheme::none());
    match style {
        Style::Terminal if !plain.contains(is_control) => draw(report, GraphicalTheme::unicode()),
        Style::Terminal | Style::Plain => visible(&plain).into_owned(),
    }
}

fn draw(report: &Report, theme: GraphicalTheme) -> String {
    let mut text = String::new();
    GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        .with_links(false)
        .render_report(&mut text, report.as_ref())
        .expect("a string takes all text");
    text
}
