//! Errors and warnings as a reader sees them: a sentence, the place with a caret, the remedy.

use std::fmt::Display;
use std::io::{IsTerminal, stderr, stdout};
use std::ops::Range;
use std::sync::Arc;

use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, MietteDiagnostic, NamedSource, Report, Severity};
use vidalu_model::ptx::{Diagnostic, DiagnosticKind};

/// How a report is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Colours and line drawing.
    Terminal,
    /// Plain ASCII.
    Plain,
}

impl Style {
    /// For stderr.
    pub(crate) fn of_stderr() -> Self {
        Self::of(stderr().is_terminal())
    }

    /// For stdout.
    pub(crate) fn of_stdout() -> Self {
        Self::of(stdout().is_terminal())
    }

    fn of(terminal: bool) -> Self {
        let plain = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        if terminal && !plain { Self::Terminal } else { Self::Plain }
    }
}

/// A sentence and its remedy.
pub(crate) fn plain(message: impl Display, help: impl Display) -> Report {
    Report::new(MietteDiagnostic::new(message.to_string()).with_help(help.to_string()))
}

/// A sentence that needs no more.
pub(crate) fn bare(message: impl Display) -> Report {
    Report::new(MietteDiagnostic::new(message.to_string()))
}

/// A source text, shared by all reports about it.
pub(crate) type Source = Arc<NamedSource<String>>;

/// The text `text`, called `name` in reports. Control characters are shown as `?`, so that they do not reach the
/// reader's terminal; no place moves by that.
pub(crate) fn source(name: &str, text: &str) -> Source {
    let hidden = |c: char| c.is_ascii_control() && !matches!(c, '\n' | '\r' | '\t');
    Arc::new(NamedSource::new(name, text.replace(hidden, "?")))
}

/// What was found in a PTX text, with a caret.
pub(crate) fn located(name: &str, text: &str, found: &Diagnostic) -> Report {
    located_in(&source(name, text), found)
}

/// The same for a text with several findings.
pub(crate) fn located_in(source: &Source, found: &Diagnostic) -> Report {
    let severity = if found.kind == DiagnosticKind::NotInManual { Severity::Warning } else { Severity::Error };
    let diagnostic = MietteDiagnostic::new(found.message.clone()).with_severity(severity);
    at(source, diagnostic, Some(found.span.clone()), found.help.clone())
}

/// `diagnostic` with its place in `source`, where it has one, and the remedy.
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

/// The report as text.
pub(crate) fn render(report: &Report, style: Style) -> String {
    let theme = match style {
        Style::Terminal => GraphicalTheme::unicode(),
        Style::Plain => GraphicalTheme::none(),
    };
    let mut text = String::new();
    GraphicalReportHandler::new_themed(theme)
        .with_width(100)
        .with_links(false)
        .render_report(&mut text, report.as_ref())
        .expect("a string takes all text");
    text
}
